import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { nextSession } from '../../calendar/nyse.js';
import { spanOf, type Span, type SpanUnit } from '../../calendar/spans.js';
import { median } from '../../engines/statistics.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactOptions, FactsAbout } from '../facts/fact-list.js';
import type { PeriodReturnsToolQuery } from '../generated/operations.js';
import { DAY, entriesOf, graphqlRef, knownPart, tickers } from './inputs.js';
import { readFrom } from './past-period.js';
import { defineTool } from './tool.js';

type Columns = NonNullable<
  NonNullable<NonNullable<PeriodReturnsToolQuery['securitiesByTicker']>[number]>['barColumns']
>;

const UNITS = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const satisfies readonly SpanUnit[];
/** Periods whose changes are told each; of more, the newest. */
const MOST_LISTED = 24;
const MOST_STARTS = 8;
/** How a sentence calls one, and several. */
export const UNIT_NOUNS: Readonly<Record<SpanUnit, readonly [one: string, several: string]>> = {
  DAY: ['session', 'sessions'],
  WEEK: ['week', 'weeks'],
  MONTH: ['month', 'months'],
  QUARTER: ['quarter', 'quarters'],
  YEAR: ['year', 'years'],
};

/** Securities, and the periods of the calendar between two days (`YYYY-MM-DD`) whose changes are told. */
export interface PeriodReturns {
  readonly tickers: readonly string[];
  readonly unit: SpanUnit;
  /** Periods that begin on it or later; without it, all that are stored. */
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  /** First days of the periods to list; without them, the newest. */
  readonly starts?: readonly string[] | null | undefined;
}

const date = (what: string) => z.string().regex(DAY).nullish().describe(what);
const input = z.object({
  tickers,
  unit: z.enum(UNITS).describe('Weeks from Monday; calendar quarters.'),
  from: date('First day of the first period; all that is stored without it.'),
  to: date('Last day.'),
  starts: z
    .array(z.string().regex(DAY))
    .max(MOST_STARTS)
    .nullish()
    .describe(`First days of the periods to list; without them, the newest ${MOST_LISTED} are.`),
});

/** A period with sessions, and its change from the last close before it to its own last. */
interface Change {
  readonly span: Span;
  readonly startOn: string;
  readonly endOn: string;
  readonly pct: number;
  readonly withDividendsPct: number;
}

const pctOf = (end: number, start: number): number => 100 * (end / start - 1);

/**
 * Changes of the periods, in order. One that no close stands before has none; one that goes on after `to` has one only
 * if it goes on after the last stored session too.
 */
function changesOf({ dates, closes, adjustedCloses }: Columns, lastStored: string, asked: PeriodReturns): Change[] {
  const [from, to] = [asked.from, asked.to].map((text) => parseIsoDate(text ?? ''));
  const days = dates.map((text) => parseIsoDate(text) ?? 0);
  const isNewest = dates.at(-1) === lastStored;
  const changes: Change[] = [];
  for (let first = 0; first < days.length;) {
    const span = spanOf(asked.unit, days[first] ?? 0);
    let end = first;
    while ((days[end + 1] ?? Infinity) <= span.to) end += 1;
    const [startOn, endOn] = [dates[first - 1], dates[end]];
    const [start, close, adjustedStart, adjusted] = [
      closes[first - 1],
      closes[end],
      adjustedCloses[first - 1],
      adjustedCloses[end],
    ];
    // A week that ends at a weekend is whole once its last session is.
    const isWhole =
      to === null ||
      to === undefined ||
      span.to <= to ||
      (end === days.length - 1 && (isNewest || nextSession(days[end] ?? 0) > span.to));
    const isAsked = (from === null || from === undefined || span.from >= from) && isWhole;
    if (
      isAsked &&
      startOn !== undefined &&
      endOn !== undefined &&
      start !== undefined &&
      close !== undefined &&
      adjustedStart !== undefined &&
      adjusted !== undefined
    )
      changes.push({
        span,
        startOn,
        endOn,
        pct: pctOf(close, start),
        withDividendsPct: pctOf(adjusted, adjustedStart),
      });
    first = end + 1;
  }
  return changes;
}

const KNOWN = { DAY: 'DAY', WEEK: 'DAY', MONTH: 'MONTH', YEAR: 'YEAR' } as const;

/** What a period is called: its year, quarter, month, or its first day. */
function tellPeriod(facts: FactsAbout, unit: SpanUnit, { span }: Change, key: string, options: FactOptions = {}): void {
  const first = isoDate(span.from);
  if (unit === 'QUARTER')
    facts.quarter(
      key,
      'quarter',
      { year: Number(first.slice(0, 4)), quarter: Math.ceil(Number(first.slice(5, 7)) / 3) },
      options,
    );
  else facts.date(key, UNIT_NOUNS[unit][0], knownPart(first, KNOWN[unit]), options);
}

const CHANGED = { measure: 'price', isChange: true };

/** The best or the worst of them. */
function tellEnd(facts: FactsAbout, unit: SpanUnit, changes: readonly Change[], isBest: boolean): void {
  const [first, ...others] = changes;
  if (first === undefined) return;
  const end = others.reduce(
    (best, each) => ((isBest ? each.pct > best.pct : each.pct < best.pct) ? each : best),
    first,
  );
  const word = isBest ? 'best' : 'worst';
  facts.number(word, `change of the ${word} ${UNIT_NOUNS[unit][0]}`, end.pct, 'percent', {
    ...CHANGED,
    terms: [word, ...(isBest ? ['largest gain', 'strongest'] : ['largest loss', 'weakest'])],
  });
  tellPeriod(facts, unit, end, `${word}_period`);
  facts.date(`${word}_from`, `last session before the ${word} ${UNIT_NOUNS[unit][0]}`, end.startOn);
  facts.date(`${word}_to`, `last session of the ${word} ${UNIT_NOUNS[unit][0]}`, end.endOn);
}

/** What is told of all periods that are over: a running one is neither the best nor the worst. */
function tellWhole(facts: FactsAbout, unit: SpanUnit, changes: readonly Change[]): void {
  const [one, several] = UNIT_NOUNS[unit];
  const [oldest, newest] = [changes[0], changes.at(-1)];
  if (oldest === undefined || newest === undefined) return;
  const countOf = (isCounted: (pct: number) => boolean): number => changes.filter(({ pct }) => isCounted(pct)).length;
  facts.count('count', several, changes.length, several);
  facts.count(
    'up',
    'rose',
    countOf((pct) => pct > 0),
    several,
    { terms: ['up', 'gained'] },
  );
  facts.count(
    'down',
    'fell',
    countOf((pct) => pct < 0),
    several,
    { terms: ['down', 'lost'] },
  );
  facts.date('start_on', 'session before the first of them', oldest.startOn);
  facts.date('end_on', 'last session of the last of them', newest.endOn);
  const mean = changes.reduce((sum, { pct }) => sum + pct, 0) / changes.length;
  facts.number('mean', `mean change of a ${one}`, mean, 'percent', {
    ...CHANGED,
    terms: ['average', 'mean'],
  });
  facts.number('median', `median change of a ${one}`, median(Float64Array.from(changes, ({ pct }) => pct)), 'percent', {
    ...CHANGED,
    terms: ['typical', 'median'],
  });
  const sizes = Float64Array.from(changes, ({ pct }) => Math.abs(pct));
  facts.number('size', `median size of a move in a ${one}, up or down`, median(sizes), 'percent', {
    measure: 'price',
    terms: ['typical move', 'size'],
  });
  tellEnd(facts, unit, changes, true);
  tellEnd(facts, unit, changes, false);
}

function tellList(facts: FactsAbout, unit: SpanUnit, changes: readonly Change[]): void {
  const [one] = UNIT_NOUNS[unit];
  for (const [row, change] of changes.entries()) {
    tellPeriod(facts, unit, change, 'period', { row });
    facts.number('change', `change of the price in the ${one}`, change.pct, 'percent', {
      ...CHANGED,
      row,
      terms: ['gained', 'lost'],
    });
    facts.number('total_return', `return of the ${one} with dividends`, change.withDividendsPct, 'percent', {
      ...CHANGED,
      row,
      terms: ['with dividends'],
    });
  }
}

/** How a price changed in each day, week, month, quarter or year of the calendar, and in the best and worst of them. */
export const TOOL = defineTool<PeriodReturns, PeriodReturnsToolQuery>({
  name: 'period_returns',
  description:
    'Price change of each day, week, month, quarter or year between two days: best, worst, how many rose and ' +
    'fell, mean, median, list.',
  input,
  operation: /* GraphQL */ `
    query PeriodReturnsTool($tickers: [Ticker!]!, $first: LocalDate, $to: LocalDate) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        firstSession
        lastSession
        barColumns(from: $first, to: $to, last: 5000) {
          dates
          closes
          adjustedCloses
        }
      }
    }
  `,
  variables: ({ tickers: of, from, to }) => ({
    tickers: of,
    first: typeof from === 'string' ? readFrom(from) : null,
    to: to ?? null,
  }),
  tell({ securitiesByTicker }, list, asked) {
    const { tickers: of, unit, starts } = asked;
    for (const [ticker, { barColumns, firstSession, lastSession }] of entriesOf(of, securitiesByTicker)) {
      const last = barColumns?.dates.at(-1) ?? lastSession;
      if (!last) continue;
      const facts = list.about(ticker, {
        title: `Daily prices of ${ticker}`,
        ref: graphqlRef('barColumns'),
        asOf: asOfDay(last),
      });
      facts.date('first', 'first stored session', firstSession);
      const changes = barColumns ? changesOf(barColumns, lastSession ?? '', asked) : [];
      const newest = changes.at(-1);
      const isRunning = newest !== undefined && newest.span.to >= nextSession(parseIsoDate(newest.endOn) ?? 0);
      if (isRunning) tellPeriod(facts, unit, newest, 'running');
      tellWhole(facts, unit, isRunning ? changes.slice(0, -1) : changes);
      const wanted = starts ?? null;
      tellList(
        facts,
        unit,
        wanted === null
          ? changes.slice(-MOST_LISTED)
          : changes.filter(({ span }) => wanted.includes(isoDate(span.from))),
      );
    }
  },
});
