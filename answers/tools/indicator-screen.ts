import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { IndicatorScreenToolQuery } from '../generated/operations.js';
import { graphqlRef, inWords } from './inputs.js';
import { fromEnd, isWithin, type Range } from './ranges.js';
import { groupFilter, groupInput, groupTitle, MOST_NAMES, namePages } from './screened-names.js';
import {
  boundsInput,
  computedFilter,
  labelsInput,
  sessionInput,
  tellBounds,
  type ScreenBound,
  type ScreenerInput,
} from './screener.js';
import { defineTool } from './tool.js';

const AVERAGES = ['SMA20', 'SMA50', 'SMA200'] as const;
const SIDES = ['ABOVE', 'BELOW'] as const;

/** The last close beside an average. */
export interface AverageSide {
  readonly side: (typeof SIDES)[number];
  readonly of: (typeof AVERAGES)[number];
}

export interface IndicatorScreenInput {
  /** Names with an RSI within one of these ranges. */
  readonly rsi: readonly Range[];
  /** Names whose last close is on these sides of averages, all of them. */
  readonly averages: readonly AverageSide[];
  /** Names within one of these ranges of each measure that they are of. */
  readonly either: readonly ScreenBound[];
  /** Those of the highest or the lowest RSI, without a range of it, or of the highest or the lowest score. */
  readonly ranked: 'HIGHEST' | 'LOWEST' | 'STRONGEST' | 'WEAKEST' | null;
  /** The graph's own conditions: all of them must hold. */
  readonly labels: ScreenerInput['labels'];
  readonly session: ScreenerInput['session'];
  readonly bounds: readonly ScreenBound[];
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
  readonly signal: Signal;
  /** The largest is told first. */
  readonly order: number;
  readonly isMatch: boolean;
}

const MOST_RANGES = 4;
const KEYS = { SMA20: 'sma20', SMA50: 'sma50', SMA200: 'sma200' } as const;
const LABELS = { SMA20: '20-day average', SMA50: '50-day average', SMA200: '200-day average' } as const;

/** A measure of the screener. */
const VALUES: Readonly<Record<ScreenBound['of'], (signal: Signal) => number | null | undefined>> = {
  SCORE: ({ compositeScore }) => compositeScore,
  TECHNICAL: ({ scores }) => scores.technical?.score,
  MOMENTUM: ({ scores }) => scores.momentum?.score,
  FUNDAMENTALS: ({ scores }) => scores.fundamentals?.score,
  CHANGE_PCT: ({ quote }) => quote.changePct,
  VOLUME: ({ quote }) => quote.volume,
  VOLUME_RATIO: ({ scores }) => scores.momentum?.details.volumeRatio,
};

const BY_SCORE: ReadonlySet<string> = new Set(['STRONGEST', 'WEAKEST']);
const byRsi = ({ rsi, ranked }: IndicatorScreenInput): boolean =>
  rsi.length > 0 || (ranked !== null && !BY_SCORE.has(ranked));

/** By what it is ranked, or the farthest beyond the range that it is in, or beside the first average. */
function orderOf(rsi: number, fromAverage: number, signal: Signal, input: IndicatorScreenInput): number {
  const { rsi: ranges, ranked, either, averages } = input;
  if (ranked !== null)
    return (/^(?:LOWEST|WEAKEST)$/.test(ranked) ? -1 : 1) * (BY_SCORE.has(ranked) ? signal.compositeScore : rsi);
  if (ranges.length > 0) return fromEnd(rsi, ranges);
  if (averages.length > 0) return Math.abs(fromAverage);
  const [first] = either;
  if (first === undefined) return 0;
  return fromEnd(
    VALUES[first.of](signal) ?? 0,
    either.filter(({ of }) => of === first.of),
  );
}

/** Null without one of the values that are asked for. */
function measured(ticker: string, signal: Signal, input: IndicatorScreenInput): Measured | null {
  const { indicators, quote } = signal;
  const rsi = indicators.rsi ?? null;
  const averages = input.averages.flatMap(({ of }) => indicators[KEYS[of]] ?? []);
  if (byRsi(input) && rsi === null) return null;
  if (averages.length < input.averages.length) return null;
  if (input.either.some(({ of }) => typeof VALUES[of](signal) !== 'number')) return null;
  const distances = averages.map((average) => quote.last / average - 1);
  const isBeside = input.averages.every(({ side }, at) => (distances[at] ?? 0) * (side === 'ABOVE' ? 1 : -1) > 0);
  const isEither = input.either.every(({ of }) =>
    input.either.some((range) => range.of === of && isWithin(VALUES[of](signal) ?? 0, range)),
  );
  return {
    ticker,
    rsi,
    last: quote.last,
    averages,
    signal,
    order: orderOf(rsi ?? 0, distances[0] ?? 0, signal, input),
    isMatch: isBeside && isEither && (input.rsi.length === 0 || input.rsi.some((range) => isWithin(rsi ?? 0, range))),
  };
}

/** The name whose RSI is nearest to a range with one end that none is in. */
function nearestTo(all: readonly Measured[], ranges: readonly Range[]): Measured | undefined {
  const [range, ...more] = ranges;
  if (range === undefined || more.length > 0 || (range.atLeast !== null && range.atMost !== null)) return undefined;
  const sign = range.atLeast === null ? 1 : -1;
  return all.reduce<Measured | undefined>(
    (best, each) => (best === undefined || sign * ((each.rsi ?? 0) - (best.rsi ?? 0)) < 0 ? each : best),
    undefined,
  );
}

function tellName(facts: FactsAbout, row: number, each: Measured, input: IndicatorScreenInput): void {
  facts.text('ticker', 'ticker', each.ticker, { row });
  facts.number('rsi', 'RSI', each.rsi, 'statistic', { row });
  facts.number('price', 'price', each.last, 'usd_per_share', { row, measure: 'price', terms: ['closed', 'close'] });
  for (const [at, { of }] of input.averages.entries())
    facts.number(KEYS[of], LABELS[of], each.averages[at], 'usd_per_share', { row, terms: ['average'] });
  const { quote, scores } = each.signal;
  facts.text('label', 'signal', inWords(each.signal.label), { row });
  facts.number('score', 'composite score', each.signal.compositeScore, 'score', { row, terms: ['score', 'composite'] });
  facts.number('technical', 'technical', scores.technical?.score, 'score', { row });
  facts.number('momentum', 'momentum', scores.momentum?.score, 'score', { row });
  facts.number('fundamentals', 'fundamentals', scores.fundamentals?.score, 'score', { row });
  facts.number('volume_ratio', 'volume ratio', scores.momentum?.details.volumeRatio, 'multiple', { row });
  facts.number('change', 'change of the session', quote.changePct, 'percent', {
    row,
    measure: 'price',
    isChange: true,
  });
  facts.count('volume', 'volume', quote.volume, 'shares', { row });
}

/** A screen by RSI, moving averages and alternatives, beside the conditions of the graph's own screen. */
export const TOOL = defineTool<IndicatorScreenInput, IndicatorScreenToolQuery>({
  name: 'indicator_screen',
  description:
    'Securities of a sector, or of all, with an RSI in a range, the highest or lowest RSI, or a close above or below ' +
    'moving averages; of given labels, scores, factors or changes. ' +
    `Reads the ${MOST_NAMES} most traded.`,
  input: z.object({
    rsi: z
      .array(
        z.object({
          atLeast: z.number().min(0).max(100).nullable(),
          atMost: z.number().min(0).max(100).nullable(),
          isStrict: z.boolean().describe('Excludes the ends.'),
        }),
      )
      .max(MOST_RANGES)
      .default([])
      .describe('Of the RSI; one must hold.'),
    averages: z
      .array(z.object({ side: z.enum(SIDES), of: z.enum(AVERAGES) }))
      .max(AVERAGES.length)
      .default([])
      .describe('Sides of the last close; all must hold.'),
    either: boundsInput
      .max(2 * MOST_RANGES)
      .default([])
      .describe('One of each measure must hold.'),
    ranked: z
      .enum(['HIGHEST', 'LOWEST', 'STRONGEST', 'WEAKEST'])
      .nullable()
      .default(null)
      .describe('By RSI, or by composite score.'),
    labels: labelsInput,
    session: sessionInput,
    bounds: boundsInput.default([]).describe('All must hold.'),
    first: z.number().int().min(1).max(10),
    ...groupInput,
  }),
  operation: /* GraphQL */ `
    query IndicatorScreenTool($filter: SecurityFilter!, $after: String) {
      market { lastSession }
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
            label
            compositeScore
            scores { technical { score } momentum { score details { volumeRatio } } fundamentals { score } }
            quote {
              last
              changePct
              volume
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
  variables: (input) => ({ filter: { ...groupFilter(input), ...computedFilter(input) } }),
  pages: namePages(),
  tell({ securities, market }, list, input) {
    const nodes = (securities?.nodes ?? []).filter(
      (node) => input.industry === null || node.industry === input.industry,
    );
    const newest = nodes
      .flatMap(({ signal }) => signal?.asOf ?? [])
      .sort()
      .at(-1);
    const asOf = newest ?? (market?.lastSession ? asOfDay(market.lastSession) : undefined);
    if (!securities || asOf === undefined) return;
    const isWhole = securities.totalCount <= securities.nodes.length;
    const all = nodes.flatMap(({ ticker, signal }) => (signal === null ? [] : (measured(ticker, signal, input) ?? [])));
    const matching = all
      .filter(({ isMatch }) => isMatch)
      .sort((one, other) => other.order - one.order || (one.ticker < other.ticker ? -1 : 1));
    const source = { title: `Indicators of ${groupTitle(input)} names`, ref: graphqlRef('securities'), asOf };
    const whole = list.about(null, source);
    whole.count('read', 'names that were read', securities.nodes.length, 'names');
    whole.count('total', 'names that match the group', isWhole ? nodes.length : securities.totalCount, 'names');
    for (const [row, { atLeast, atMost }] of input.rsi.entries()) {
      whole.number('at_least', 'lower bound of the RSI', atLeast, 'statistic', { row, terms: ['RSI'] });
      whole.number('at_most', 'upper bound of the RSI', atMost, 'statistic', { row, terms: ['RSI'] });
    }
    tellBounds(whole, 'either_', input.either);
    tellBounds(whole, 'bound_', input.bounds);
    for (const [row, { of }] of input.averages.entries()) whole.text('average_name', LABELS[of], LABELS[of], { row });
    whole.count('known', 'names with the indicator', all.length, 'names');
    whole.count('matching', 'names within the bounds', matching.length, 'names');
    whole.date(
      'session',
      'session',
      nodes
        .flatMap(({ signal }) => signal?.quote.session ?? [])
        .sort()
        .at(-1) ?? market?.lastSession,
    );
    const nearest = matching.length > 0 ? undefined : nearestTo(all, input.rsi);
    if (nearest !== undefined) {
      const facts = list.about(nearest.ticker, source);
      facts.text('nearest_ticker', 'nearest to the range of the RSI', nearest.ticker);
      facts.number('nearest_rsi', 'RSI', nearest.rsi, 'statistic', { terms: ['lowest RSI', 'highest RSI'] });
    }
    for (const [row, each] of matching.slice(0, input.first).entries())
      tellName(list.about(each.ticker, source), row, each, input);
  },
});
