import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { ScreenerToolQuery } from '../generated/operations.js';
import { graphqlRef, inWords } from './inputs.js';
import { defineTool } from './tool.js';

const SCREEN_FIELDS = [
  'SCORE',
  'TECHNICAL',
  'MOMENTUM',
  'FUNDAMENTALS',
  'CHANGE_PCT',
  'VOLUME',
  'VOLUME_RATIO',
] as const;
const LABELS = ['STRONG_BUY', 'BUY', 'NEUTRAL', 'SELL', 'STRONG_SELL'] as const;

/** A range of a measure that names must be in; `isStrict` if the bounds themselves are left out. */
export interface ScreenBound {
  readonly of: (typeof SCREEN_FIELDS)[number];
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly isStrict: boolean;
}

export interface ScreenerInput {
  readonly first: number;
  readonly orderBy: (typeof SCREEN_FIELDS)[number];
  readonly direction: 'ASC' | 'DESC';
  readonly sector: string | null;
  readonly kind: 'EQUITY' | 'ETF' | null;
  readonly labels: readonly (typeof LABELS)[number][] | null;
  /** Only names that gained, or lost, in the last session. */
  readonly session: 'UP' | 'DOWN' | null;
  /** One of them must be the name's. */
  readonly sectors?: readonly string[] | null | undefined;
  readonly bounds?: readonly ScreenBound[] | null | undefined;
  /** Names of the other end of the order that are told too. */
  readonly otherEnd?: number | undefined;
}

/** The least change that is one, percent. */
const CHANGED = 0.01;
const SESSIONS = { UP: { atLeast: CHANGED }, DOWN: { atMost: -CHANGED } } as const;

/** Less than the last digit of any measure. */
const STEP = 1e-6;
const FILTERS = {
  SCORE: 'score',
  TECHNICAL: 'technical',
  MOMENTUM: 'momentum',
  FUNDAMENTALS: 'fundamentals',
  CHANGE_PCT: 'changePct',
  VOLUME: 'volume',
  VOLUME_RATIO: 'volumeRatio',
} as const;
const FACTORS: ReadonlySet<string> = new Set(['TECHNICAL', 'MOMENTUM', 'FUNDAMENTALS']);
const UNITS = {
  SCORE: 'score',
  TECHNICAL: 'score',
  MOMENTUM: 'score',
  FUNDAMENTALS: 'score',
  CHANGE_PCT: 'percent',
  VOLUME: 'count',
  VOLUME_RATIO: 'multiple',
} as const;

interface Range {
  readonly atLeast?: number;
  readonly atMost?: number;
}

function rangeOf({ of, atLeast, atMost, isStrict }: ScreenBound): Range {
  const step = !isStrict ? 0 : of === 'VOLUME' ? 1 : STEP;
  return {
    ...(atLeast === null ? {} : { atLeast: atLeast + step }),
    ...(atMost === null ? {} : { atMost: atMost - step }),
  };
}

/** What is within all ranges of a measure. */
const tightest = (ranges: readonly Range[]): Range => ({
  ...(ranges.some(({ atLeast }) => atLeast !== undefined)
    ? { atLeast: Math.max(...ranges.map(({ atLeast }) => atLeast ?? -Infinity)) }
    : {}),
  ...(ranges.some(({ atMost }) => atMost !== undefined)
    ? { atMost: Math.min(...ranges.map(({ atMost }) => atMost ?? Infinity)) }
    : {}),
});

function rangesOf(bounds: readonly ScreenBound[]): object {
  const own = (isFactor: boolean) =>
    Object.fromEntries(
      bounds
        .filter(({ of }) => FACTORS.has(of) === isFactor)
        .map(({ of }) => [FILTERS[of], tightest(bounds.filter((each) => each.of === of).map(rangeOf))]),
    );
  const factors = own(true);
  return { ...own(false), ...(Object.keys(factors).length === 0 ? {} : { factors }) };
}

export const boundsInput = z.array(
  z.object({
    of: z.enum(SCREEN_FIELDS),
    atLeast: z.number().nullable(),
    atMost: z.number().nullable(),
    isStrict: z.boolean().describe('Excludes the ends.'),
  }),
);
export const labelsInput = z.array(z.enum(LABELS)).min(1).nullable().default(null);
export const sessionInput = z.enum(['UP', 'DOWN']).nullable().default(null);

/** The condition of the graph's list for labels, the last session and bounds. */
export const computedFilter = ({
  labels,
  session,
  bounds,
}: Pick<ScreenerInput, 'labels' | 'session' | 'bounds'>): object => ({
  ...(labels === null ? {} : { labels }),
  ...(session === null ? {} : { changePct: SESSIONS[session] }),
  ...rangesOf(bounds ?? []),
});

/** Tells the ends of bounds under keys that begin so. */
export function tellBounds(facts: FactsAbout, begin: string, bounds: readonly ScreenBound[]): void {
  for (const [row, { of, atLeast, atMost }] of bounds.entries()) {
    const name = FILTERS[of].replace('Pct', ' of the session').replace('Ratio', ' ratio');
    facts.number(`${begin}at_least`, `lower bound of the ${name}`, atLeast, UNITS[of], { row, terms: [name] });
    facts.number(`${begin}at_most`, `upper bound of the ${name}`, atMost, UNITS[of], { row, terms: [name] });
  }
}

type Signal = NonNullable<NonNullable<ScreenerToolQuery['otherEnd']>['nodes'][number]['signal']>;

/** Tells what securities are ranked by, under keys that begin so. */
function tellMeasures(facts: FactsAbout, begin: string, row: number, { compositeScore, scores, quote }: Signal): void {
  const { technical, momentum, fundamentals } = scores;
  facts.number(`${begin}score`, 'composite score', compositeScore, 'score', { row, terms: ['score', 'composite'] });
  facts.number(`${begin}technical`, 'technical', technical?.score, 'score', { row });
  facts.number(`${begin}momentum`, 'momentum', momentum?.score, 'score', { row });
  facts.number(`${begin}fundamentals`, 'fundamentals', fundamentals?.score, 'score', { row });
  facts.number(`${begin}volume_ratio`, 'volume ratio', momentum?.details.volumeRatio, 'multiple', {
    row,
    terms: ['times', 'mean of 20 sessions'],
  });
  facts.number(`${begin}change`, 'change of the session', quote.changePct, 'percent', {
    row,
    measure: 'price',
    isChange: true,
  });
  facts.count(`${begin}volume`, 'volume', quote.volume, 'shares', { row });
}

/** A ranking of all securities by computed values. */
export const TOOL = defineTool<ScreenerInput, ScreenerToolQuery>({
  name: 'screener',
  description:
    'Ranks all listed securities, or those of a sector, by score, a factor, the change of the session, or volume.',
  input: z.object({
    first: z.number().int().min(1).max(50),
    orderBy: z.enum(SCREEN_FIELDS),
    direction: z.enum(['ASC', 'DESC']),
    sector: z.string().max(80).nullable().default(null),
    kind: z.enum(['EQUITY', 'ETF']).nullable().default(null),
    labels: labelsInput,
    session: sessionInput,
    sectors: z.array(z.string().max(80)).min(1).max(20).nullable().optional(),
    bounds: boundsInput.nullable().optional(),
    otherEnd: z.number().int().min(0).max(10).optional().describe('Names of the other end of the order.'),
  }),
  operation: /* GraphQL */ `
    query ScreenerTool(
      $first: Int!
      $filter: SecurityFilter!
      $orderBy: SecurityOrder!
      $other: Int!
      $reversed: SecurityOrder!
      $hasOther: Boolean!
    ) {
      market { lastSession }
      securities(first: $first, filter: $filter, orderBy: $orderBy) {
        totalCount
        nodes {
          ticker
          name
          sector
          signal {
            label
            compositeScore
            asOf
            scores { technical { score } momentum { score details { volumeRatio } } fundamentals { score } }
            quote { last changePct volume session }
          }
        }
      }
      otherEnd: securities(first: $other, filter: $filter, orderBy: $reversed) @include(if: $hasOther) {
        nodes {
          ticker
          signal {
            compositeScore
            scores { technical { score } momentum { score details { volumeRatio } } fundamentals { score } }
            quote { changePct volume }
          }
        }
      }
    }
  `,
  variables: ({ first, orderBy, direction, sector, kind, labels, session, sectors, bounds, otherEnd = 0 }) => ({
    first,
    orderBy: { field: orderBy, direction },
    other: Math.max(1, otherEnd),
    reversed: { field: orderBy, direction: direction === 'ASC' ? 'DESC' : 'ASC' },
    hasOther: otherEnd > 0,
    filter: {
      ...(sector === null ? {} : { sector }),
      ...(kind === null ? {} : { kind }),
      ...(sectors ? { sectors } : {}),
      ...computedFilter({ labels, session, bounds }),
    },
  }),
  tell({ securities, market, otherEnd }, list, { sector, bounds }) {
    const [newest] =
      securities?.nodes
        .flatMap(({ signal }) => (signal === null ? [] : [signal.asOf]))
        .sort()
        .reverse() ?? [];
    const asOf = newest ?? (market?.lastSession ? asOfDay(market.lastSession) : undefined);
    if (!securities || asOf === undefined) return;
    const source = {
      title: sector === null ? 'Screener' : `Screener of ${sector}`,
      ref: graphqlRef('securities'),
      asOf,
    };
    list
      .about(null, source)
      .count('total', 'securities that match', securities.totalCount, 'names', { terms: ['names', 'securities'] });
    tellBounds(list.about(null, source), '', bounds ?? []);
    list.about(null, source).count('shown', 'securities shown', securities.nodes.length, 'names');
    for (const [row, { ticker, name, sector: own, signal }] of securities.nodes.entries()) {
      if (signal === null) continue;
      const facts = list.about(ticker, source);
      facts.number('rank', 'rank', row + 1, 'rank', { row });
      facts.text('ticker', 'ticker', ticker, { row });
      facts.text('name', 'name', name, { row });
      facts.text('sector', 'sector', own, { row });
      facts.text('label', 'signal', inWords(signal.label), { row });
      tellMeasures(facts, '', row, signal);
      facts.number('price', 'price', signal.quote.last, 'usd_per_share', { row, measure: 'price' });
      facts.date('session', 'session', signal.quote.session, { row });
    }
    for (const [row, { ticker, signal }] of (otherEnd?.nodes ?? []).entries()) {
      if (signal === null) continue;
      const facts = list.about(ticker, source);
      facts.text('other_ticker', 'ticker', ticker, { row });
      tellMeasures(facts, 'other_', row, signal);
    }
  },
});
