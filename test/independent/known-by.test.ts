import { describe, expect, it } from '@jest/globals';
import { reportsKnownBy, type FirstReported } from '../../engines/earnings-known-by.js';
import type { RatingAction } from '../../engines/rating-actions.js';
import { compositeKnownBy, signalOnRecord } from '../../engines/signal/signal-on-record.js';
import { firstKnownMs, type RecordedComposites } from '../../engines/signal/recorded-signals.js';
import { signal } from '../../engines/signal/signal.js';
import { gradesKnownBy } from '../../engines/street-grades-known-by.js';
import { streetGrades } from '../../engines/street-grades.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { appleRows } from './datasets.js';
import { sessionOf } from './minutes.js';
import { barsOf, epochDay, type Row } from './rows.js';

const CASES = 200;
const apple = appleRows().filter(({ date }) => date > '2017');
/**
 * Days in the summer of 2017, when New York is four hours behind UTC and no session closes early but that of 3 July.
 */
const SUMMER = apple.filter(({ date }) => date > '2017-07-05' && date < '2017-10-01').map(({ date }) => date);
const newYorkDate = (ms: number): string => new Date(ms - 4 * 3_600_000).toISOString().slice(0, 10);
const hasClosed = ({ date }: Row, instantMs: number): boolean =>
  `${date}T20:00:00.000Z` <= new Date(instantMs).toISOString();

type Random = () => number;
const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;
/** At a close, a midnight of New York, a second before one of them, or any second. */
const instantOf = (random: Random): number => {
  const time = pick(random, [
    'T20:00:00Z',
    'T19:59:59Z',
    'T04:00:00Z',
    'T03:59:59Z',
    `T${String(Math.floor(random() * 24)).padStart(2, '0')}:17:03Z`,
  ]);
  return Date.parse(pick(random, SUMMER) + time);
};

describe('what was known by an instant, written down again on rows and dates as text', () => {
  it.each(Array.from({ length: CASES }, (_, seed) => seed))('quarters of reports, case %i', (seed) => {
    const random = seededRandom(seed, 1, 0);
    const maybe = <Value>(value: Value): Value | null => (random() < 0.3 ? null : value);
    const reports = Array.from({ length: 6 }, (_, index): FirstReported & { readonly filed: string | null } => {
      const filed = maybe(pick(random, SUMMER));
      const dayOf = (): number | null =>
        maybe(epochDay(random() < 0.5 && filed !== null ? filed : pick(random, SUMMER)));
      return {
        filed,
        fiscalYear: 2017,
        fiscalQuarter: index,
        periodEnd: 0,
        filingDay: filed === null ? null : epochDay(filed),
        acceptedAt: filed === null ? null : maybe(new Date(`${filed}T20:30:00Z`)),
        epsBasic: maybe(1),
        epsBasicDay: dayOf(),
        epsDiluted: maybe(2),
        epsDilutedDay: dayOf(),
        revenue: maybe(3),
        netIncome: maybe(4),
        firstRevenue: maybe(5),
        firstNetIncome: maybe(6),
        currency: 'USD',
        missing: {},
        shownSplits: [],
      };
    });
    const instantMs = instantOf(random);
    const iso = (day: number | null): string | null =>
      day === null ? null : new Date(day * 86_400_000).toISOString().slice(0, 10);
    const expected = [];
    for (const report of reports) {
      const isFiled =
        report.acceptedAt === null
          ? report.filed !== null && report.filed < newYorkDate(instantMs)
          : report.acceptedAt.getTime() <= instantMs;
      if (!isFiled) continue;
      const perShare = (value: number | null, day: number | null): number | null => {
        const shown = iso(day);
        return shown === report.filed || (shown !== null && shown < newYorkDate(instantMs)) ? value : null;
      };
      expected.push([
        report.fiscalQuarter,
        report.firstRevenue,
        report.firstNetIncome,
        perShare(report.epsBasic, report.epsBasicDay),
        perShare(report.epsDiluted, report.epsDilutedDay),
      ]);
    }
    const known = reportsKnownBy(reports, instantMs);
    expect(
      known.map((each) => [each.fiscalQuarter, each.revenue, each.netIncome, each.epsBasic, each.epsDiluted]),
    ).toEqual(expected);
    for (const { revenue, netIncome, missing } of known)
      expect(['revenue' in missing, 'netIncome' in missing]).toEqual([revenue === null, netIncome === null]);
  });

  it.each(Array.from({ length: CASES }, (_, seed) => seed))('rating actions and sessions, case %i', (seed) => {
    const random = seededRandom(seed, 2, 0);
    const dates = Array.from({ length: 8 }, () => pick(random, SUMMER)).sort();
    const actions = dates.map((date, index): RatingAction => ({
      day: epochDay(date),
      firm: `Firm ${index}`,
      firmKey: `firm ${index}`,
      action: pick(random, ['upgrade', 'downgrade', 'initiation', 'reiteration']),
      fromGrade: null,
      toGrade: 'Buy',
      toStance: 'buy_like',
      priceTarget: null,
      // As if read again on one of those days, at noon in New York.
      knownAt: random() < 0.4 ? new Date(`${pick(random, SUMMER)}T16:00:00Z`) : null,
    }));
    const instantMs = instantOf(random);
    const hasHeard = actions.map(
      ({ knownAt }, index) =>
        (dates[index] ?? '') < newYorkDate(instantMs) && !(knownAt instanceof Date && Number(knownAt) > instantMs),
    );
    const given = { splits: [], actions, bars: barsOf(apple), benchmark: barsOf(apple) };
    const read = gradesKnownBy(given, instantMs);
    if (!hasHeard.includes(true)) {
      const firsts = actions.map(({ knownAt }, index) =>
        Math.max(Date.parse(`${dates[index] ?? ''}T04:00:00Z`) + 86_400_000, knownAt === null ? 0 : Number(knownAt)),
      );
      return expect(read).toEqual({ firstMs: Math.min(...firsts) });
    }
    const closed = barsOf(apple.filter((row) => hasClosed(row, instantMs)));
    const ended = actions.filter((_action, index) => hasHeard[index]);
    expect(read).toEqual(streetGrades({ splits: [], actions: ended, bars: closed, benchmark: closed }));
    return expect(gradesKnownBy(given, null)).toEqual(streetGrades(given));
  });

  it.each(Array.from({ length: CASES }, (_, seed) => seed))(
    'recorded composites, some of them recorded late or without a score, case %i',
    (seed) => {
      const random = seededRandom(seed, 3, 0);
      const rows = SUMMER.map((date) => ({
        date,
        score: random() < 0.2 ? Number.NaN : random() * 100,
        technical: random() < 0.2 ? Number.NaN : random() * 100,
        knownMs: random() < 0.2 ? instantOf(random) : Date.parse(`${date}T20:30:00Z`),
      }));
      const none = Float64Array.from(rows, () => Number.NaN);
      const record: RecordedComposites = {
        days: Int32Array.from(rows, ({ date }) => epochDay(date)),
        score: Float64Array.from(rows, ({ score }) => score),
        factors: {
          technical: Float64Array.from(rows, ({ technical }) => technical),
          momentum: none,
          fundamentals: none,
          microstructure: none,
          optionsFlow: none,
        },
        knownAt: Float64Array.from(rows, ({ knownMs }) => knownMs),
      };
      const scored = rows.filter(({ score }) => score >= 0);
      const instantMs = instantOf(random);
      const newest = scored
        .filter(({ knownMs }) => knownMs <= instantMs)
        .sort((one, other) => (one.date < other.date ? 1 : -1))[0];
      const factors = {
        technical: Number.isNaN(newest?.technical) ? null : newest?.technical,
        momentum: null,
        fundamentals: null,
        microstructure: null,
        optionsFlow: null,
      };
      expect(compositeKnownBy(record, instantMs)).toEqual(
        newest === undefined ? null : { day: epochDay(newest.date), factors },
      );
      expect(firstKnownMs(record)).toBe(scored.map(({ knownMs }) => knownMs).sort((one, other) => one - other)[0]);
    },
  );

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'the bars and minutes of a signal on record, case %i',
    (seed) => {
      const random = seededRandom(seed, 4, 0);
      const instantMs = instantOf(random);
      const date = pick(random, SUMMER);
      const factors = { technical: 61.5, momentum: 40, fundamentals: null, microstructure: null, optionsFlow: null };
      const minutes = SUMMER.slice(0, 30).map(
        (each) =>
          [
            each,
            [
              [570, 150, 10],
              [800, 151, 20],
              [959, 152, 30],
              [1_000, 151.5, 5],
            ],
          ] as const,
      );
      const input = {
        bars: barsOf(apple),
        sessions: minutes.map(([each, bars]) => sessionOf(each, bars)),
        benchmark: null,
        fundamentals: null,
        optionsFlow: null,
      };
      const startMs = (each: string): number => Date.parse(`${each}T04:00:00Z`);
      const known = minutes
        .filter(([each]) => each <= date)
        .slice(-5)
        .map(([each, bars]) =>
          sessionOf(
            each,
            bars.filter(([minute]) => startMs(each) + (minute + 1) * 60_000 <= instantMs),
          ),
        );
      const expected = signal({
        ...input,
        bars: barsOf(apple.filter((row) => row.date <= date)),
        sessions: known,
        recorded: factors,
      });
      expect(signalOnRecord(input, { day: epochDay(date), factors }, instantMs)).toEqual(expected);
      expect(signalOnRecord(input, { day: epochDay('2017-07-08'), factors }, instantMs)).toBeNull();
    },
  );
});
