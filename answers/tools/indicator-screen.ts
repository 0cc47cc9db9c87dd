import { z } from 'zod';
import type { IndicatorScreenToolQuery } from '../generated/operations.js';
import { graphqlRef } from './inputs.js';
import { MOST_NAMES, namePages } from './screened-names.js';
import { defineTool } from './tool.js';

const AVERAGES = ['SMA20', 'SMA50', 'SMA200'] as const;

export interface IndicatorScreenInput {
  /** Names with an RSI below, or above, a bound. */
  readonly rsi: { readonly side: 'ABOVE' | 'BELOW'; readonly bound: number } | null;
  /** Names whose last close is above, or below, an average. */
  readonly average: { readonly side: 'ABOVE' | 'BELOW'; readonly of: (typeof AVERAGES)[number] } | null;
  /** By RSI, without a bound: the names with the highest or the lowest. */
  readonly ranked: 'HIGHEST' | 'LOWEST' | null;
  readonly first: number;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly kind: 'EQUITY' | 'ETF';
}

type Signal = NonNullable<NonNullable<IndicatorScreenToolQuery['securities']>['nodes'][number]['signal']>;

interface Measured {
  readonly ticker: string;
  readonly rsi: number | null;
  readonly last: number;
  readonly average: number | null;
  /** How far it is beyond the bounds; the farthest is told first. */
  readonly beyond: number;
  readonly isMatch: boolean;
}

const KEYS = { SMA20: 'sma20', SMA50: 'sma50', SMA200: 'sma200' } as const;
const LABELS = { SMA20: '20-day average', SMA50: '50-day average', SMA200: '200-day average' } as const;
const isBeyond = (side: 'ABOVE' | 'BELOW', distance: number): boolean =>
  side === 'ABOVE' ? distance > 0 : distance < 0;

/** Null without one of the values that are asked for. */
function measured(
  ticker: string,
  { indicators, quote }: Signal,
  { rsi, average, ranked }: IndicatorScreenInput,
): Measured | null {
  const sma = average === null ? null : (indicators[KEYS[average.of]] ?? null);
  const own = indicators.rsi ?? null;
  if (((rsi !== null || ranked !== null) && own === null) || (average !== null && sma === null)) return null;
  const fromBound = rsi === null ? 0 : (own ?? 0) - rsi.bound;
  const fromAverage = average === null || sma === null ? 0 : quote.last / sma - 1;
  const isMatch =
    (rsi === null || isBeyond(rsi.side, fromBound)) && (average === null || isBeyond(average.side, fromAverage));
  return {
    ticker,
    rsi: own,
    last: quote.last,
    average: sma,
    beyond:
      ranked === null ? Math.abs(rsi === null ? fromAverage : fromBound) : (own ?? 0) * (ranked === 'LOWEST' ? -1 : 1),
    isMatch,
  };
}

/** A screen by RSI and by moving averages. */
export const TOOL = defineTool<IndicatorScreenInput, IndicatorScreenToolQuery>({
  name: 'indicator_screen',
  description: `Which securities of a sector, or of all, have an RSI beyond a bound, the highest or lowest RSI, or close above or below a moving average. Reads the ${MOST_NAMES} most traded.`,
  input: z.object({
    rsi: z
      .object({ side: z.enum(['ABOVE', 'BELOW']), bound: z.number().min(1).max(99) })
      .nullable()
      .default(null),
    average: z
      .object({ side: z.enum(['ABOVE', 'BELOW']), of: z.enum(AVERAGES) })
      .nullable()
      .default(null),
    ranked: z.enum(['HIGHEST', 'LOWEST']).nullable().default(null),
    first: z.number().int().min(1).max(10),
    sector: z.string().max(80).nullable().default(null),
    industry: z.string().max(80).nullable().default(null),
    kind: z.enum(['EQUITY', 'ETF']),
  }),
  operation: /* GraphQL */ `
    query IndicatorScreenTool($filter: SecurityFilter!, $after: String) {
      securities(first: 100, after: $after, filter: $filter, orderBy: { field: VOLUME, direction: DESC }) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ticker
          industry
          signal {
            asOf
            quote {
              last
              session
            }
            indicators {
              rsi
              sma20
              sma50
              sma200
            }
          }
        }
      }
    }
  `,
  variables: ({ sector, kind }) => ({ filter: { kind, ...(sector === null ? {} : { sector }) } }),
  pages: namePages(),
  tell({ securities }, list, input) {
    const nodes = (securities?.nodes ?? []).filter(
      (node) => input.industry === null || node.industry === input.industry,
    );
    const newest = nodes
      .flatMap(({ signal }) => signal?.asOf ?? [])
      .sort()
      .at(-1);
    if (!securities || newest === undefined) return;
    const isWhole = securities.totalCount <= securities.nodes.length;
    const all = nodes.flatMap(({ ticker, signal }) => (signal === null ? [] : (measured(ticker, signal, input) ?? [])));
    const matching = all
      .filter(({ isMatch }) => isMatch)
      .sort((one, other) => other.beyond - one.beyond || (one.ticker < other.ticker ? -1 : 1));
    const source = {
      title: `Indicators of ${input.industry ?? input.sector ?? 'all'} names`,
      ref: graphqlRef('securities'),
      asOf: newest,
    };
    const whole = list.about(null, source);
    whole.count('read', 'names that were read', securities.nodes.length, 'names');
    whole.count('total', 'names that match the group', isWhole ? nodes.length : securities.totalCount, 'names');
    whole.number('bound', 'bound of the RSI', input.rsi?.bound, 'statistic', { terms: ['RSI'] });
    if (input.average !== null) whole.text('average_name', LABELS[input.average.of], LABELS[input.average.of]);
    whole.count('known', 'names with the indicator', all.length, 'names');
    whole.count('matching', 'names beyond the bound', matching.length, 'names');
    whole.date(
      'session',
      'session',
      nodes
        .flatMap(({ signal }) => signal?.quote.session ?? [])
        .sort()
        .at(-1),
    );
    for (const [row, { ticker, rsi, last, average }] of matching.slice(0, input.first).entries()) {
      const facts = list.about(ticker, source);
      facts.text('ticker', 'ticker', ticker, { row });
      facts.number('rsi', 'RSI', rsi, 'statistic', { row });
      facts.number('price', 'price', last, 'usd_per_share', { row, measure: 'price', terms: ['closed', 'close'] });
      if (input.average !== null)
        facts.number('average', LABELS[input.average.of], average, 'usd_per_share', { row, terms: ['average'] });
    }
  },
});
