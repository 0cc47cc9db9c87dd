import { z } from 'zod';
import type { FactsAbout } from '../facts/fact-list.js';
import type { IndicatorScreenToolQuery } from '../generated/operations.js';
import { graphqlRef } from './inputs.js';
import { groupFilter, groupInput, groupTitle, MOST_NAMES, namePages } from './screened-names.js';
import { defineTool } from './tool.js';

const AVERAGES = ['SMA20', 'SMA50', 'SMA200'] as const;
const SIDES = ['ABOVE', 'BELOW'] as const;

/** A range of the RSI, of which one end may be open; `isStrict` if the ends themselves are left out. */
export interface RsiRange {
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly isStrict: boolean;
}

/** The last close beside an average. */
export interface AverageSide {
  readonly side: (typeof SIDES)[number];
  readonly of: (typeof AVERAGES)[number];
}

export interface IndicatorScreenInput {
  /** Names with an RSI within a range. */
  readonly rsi: RsiRange | null;
  /** Names whose last close is on these sides of averages, all of them. */
  readonly averages: readonly AverageSide[];
  /** By RSI, without a range: the names with the highest or the lowest. */
  readonly ranked: 'HIGHEST' | 'LOWEST' | null;
  readonly first: number;
  readonly sector: string | null;
  readonly sectors: readonly string[] | null;
  readonly industry: string | null;
  readonly kind: 'EQUITY' | 'ETF';
}

type Signal = NonNullable<NonNullable<IndicatorScreenToolQuery['securities']>['nodes'][number]['signal']>;

interface Measured {
  readonly ticker: string;
  readonly rsi: number | null;
  readonly last: number;
  readonly averages: readonly number[];
  /** The largest is told first. */
  readonly order: number;
  readonly isMatch: boolean;
}

const KEYS = { SMA20: 'sma20', SMA50: 'sma50', SMA200: 'sma200' } as const;
const LABELS = { SMA20: '20-day average', SMA50: '50-day average', SMA200: '200-day average' } as const;

function isWithin(value: number, { atLeast, atMost, isStrict }: RsiRange): boolean {
  const isLow = atLeast !== null && (isStrict ? value <= atLeast : value < atLeast);
  const isHigh = atMost !== null && (isStrict ? value >= atMost : value > atMost);
  return !isLow && !isHigh;
}

/** The farthest beyond the one end of a range, or beside the first average; of a range with two ends, the lowest. */
function orderOf(rsi: number, fromAverage: number, { rsi: range, ranked }: IndicatorScreenInput): number {
  if (ranked !== null) return ranked === 'LOWEST' ? -rsi : rsi;
  if (range === null) return Math.abs(fromAverage);
  return range.atMost === null ? rsi : -rsi;
}

/** Null without one of the values that are asked for. */
function measured(ticker: string, { indicators, quote }: Signal, input: IndicatorScreenInput): Measured | null {
  const rsi = indicators.rsi ?? null;
  const averages = input.averages.flatMap(({ of }) => indicators[KEYS[of]] ?? []);
  if ((input.rsi !== null || input.ranked !== null) && rsi === null) return null;
  if (averages.length < input.averages.length) return null;
  const distances = averages.map((average) => quote.last / average - 1);
  const isBeside = input.averages.every(({ side }, at) => (distances[at] ?? 0) * (side === 'ABOVE' ? 1 : -1) > 0);
  return {
    ticker,
    rsi,
    last: quote.last,
    averages,
    order: orderOf(rsi ?? 0, distances[0] ?? 0, input),
    isMatch: isBeside && (input.rsi === null || isWithin(rsi ?? 0, input.rsi)),
  };
}

function tellName(facts: FactsAbout, row: number, each: Measured, { averages }: IndicatorScreenInput): void {
  facts.text('ticker', 'ticker', each.ticker, { row });
  facts.number('rsi', 'RSI', each.rsi, 'statistic', { row });
  facts.number('price', 'price', each.last, 'usd_per_share', { row, measure: 'price', terms: ['closed', 'close'] });
  for (const [at, { of }] of averages.entries())
    facts.number(KEYS[of], LABELS[of], each.averages[at], 'usd_per_share', { row, terms: ['average'] });
}

/** A screen by RSI and by moving averages. */
export const TOOL = defineTool<IndicatorScreenInput, IndicatorScreenToolQuery>({
  name: 'indicator_screen',
  description: `Which securities of a sector, or of all, have an RSI within a range, the highest or lowest RSI, or close above or below moving averages. Reads the ${MOST_NAMES} most traded.`,
  input: z.object({
    rsi: z
      .object({
        atLeast: z.number().min(0).max(100).nullable(),
        atMost: z.number().min(0).max(100).nullable(),
        isStrict: z.boolean().describe('Whether the ends themselves are left out.'),
      })
      .nullable()
      .default(null),
    averages: z
      .array(z.object({ side: z.enum(SIDES), of: z.enum(AVERAGES) }))
      .max(AVERAGES.length)
      .default([])
      .describe('Sides of averages that the last close is on, all of them.'),
    ranked: z.enum(['HIGHEST', 'LOWEST']).nullable().default(null),
    first: z.number().int().min(1).max(10),
    ...groupInput,
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
  variables: (input) => ({ filter: groupFilter(input) }),
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
      .sort((one, other) => other.order - one.order || (one.ticker < other.ticker ? -1 : 1));
    const source = { title: `Indicators of ${groupTitle(input)} names`, ref: graphqlRef('securities'), asOf: newest };
    const whole = list.about(null, source);
    whole.count('read', 'names that were read', securities.nodes.length, 'names');
    whole.count('total', 'names that match the group', isWhole ? nodes.length : securities.totalCount, 'names');
    whole.number('at_least', 'lower bound of the RSI', input.rsi?.atLeast, 'statistic', { terms: ['RSI'] });
    whole.number('at_most', 'upper bound of the RSI', input.rsi?.atMost, 'statistic', { terms: ['RSI'] });
    for (const [row, { of }] of input.averages.entries()) whole.text('average_name', LABELS[of], LABELS[of], { row });
    whole.count('known', 'names with the indicator', all.length, 'names');
    whole.count('matching', 'names within the bounds', matching.length, 'names');
    whole.date(
      'session',
      'session',
      nodes
        .flatMap(({ signal }) => signal?.quote.session ?? [])
        .sort()
        .at(-1),
    );
    for (const [row, each] of matching.slice(0, input.first).entries())
      tellName(list.about(each.ticker, source), row, each, input);
  },
});
