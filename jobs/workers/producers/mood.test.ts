import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { systemRandom } from '../../../access/secrets.js';
import { breadthCounter } from '../../../engines/breadth.js';
import { dayOf, isoDate } from '../../../calendar/days.js';
import { moodBand, moodSeries, type MoodBand } from '../../../engines/mood.js';
import { at } from '../../../engines/series.js';
import type { Store } from '../../../store/open-store.js';
import type { DailyBars } from '../../../calendar/bars.js';
import { forEachDatabase } from '../../../store/fixtures/databases.js';
import { createMoodProducer } from './mood.js';
import { afterClose, barsOf, forgetAll, sessionsFrom, storeBars, strictLog, toldEvents } from './fixtures/market.js';

const DAYS = sessionsFrom(dayOf(2023, 6, 1), 660);
const LAST = DAYS.length - 1;
/** Sessions that the tests walk through, one run after another. */
const FIRST = LAST - 30;
const day = (index: number): number => DAYS[index] ?? 0;

/** Closes that are pushed to and fro together, so that bands change often. */
function walk(seed: number, swing: number): DailyBars {
  let state = seed;
  let close = 100;
  const closes = DAYS.map((_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    close *= 1 + (state / 2 ** 32 - 0.5) * 0.01 + swing * Math.sin(index / 4);
    return close;
  });
  return barsOf(DAYS, closes);
}

const SPY = walk(1, 0.012);
const AGG = walk(2, 0);
const EQUITIES = new Map([3, 4, 5, 6, 7].map((seed) => [`E${String(seed)}`, walk(seed, 0.01)]));

interface Change {
  readonly date: string;
  readonly from: MoodBand;
  readonly to: MoodBand;
}

/** The changes that the engine's own series holds at these sessions, its band walked from a year before. */
function changesBetween(after: number, upTo: number): Change[] {
  const counter = breadthCounter(SPY.days);
  for (const bars of EQUITIES.values()) counter.add(bars);
  const { score } = moodSeries(SPY, counter.counts, AGG);
  let band: MoodBand | null = null;
  return [...DAYS.keys()]
    .slice(after + 1 - 252)
    .filter((index) => index <= upTo)
    .flatMap((index) => {
      const before = band;
      band = moodBand(at(score, index), before);
      return before === null || before === band || index <= after
        ? []
        : [{ date: isoDate(day(index)), from: before, to: band }];
    });
}

const EXPECTED = changesBetween(FIRST, LAST);
const FIRST_CHANGE = DAYS.findIndex((each) => isoDate(each) === EXPECTED[0]?.date);

forEachDatabase((kind, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    await forgetAll(store);
    await storeBars(
      store,
      new Map([
        ['SPY', SPY],
        ['AGG', AGG],
      ]),
      'etf',
    );
    await storeBars(store, EQUITIES);
  });

  const run = (index: number, of: Store = store): Promise<void> =>
    createMoodProducer({ store: of, random: systemRandom, log: strictLog }).run(afterClose(day(index)), () => false);
  const told = async () =>
    (await toldEvents(store, 'mood.band_change')).map(
      ({ data }) =>
        data as { from: string; to: string; score: number; anchor: { ticker: string; price: number; at: string } },
    );
  const changes = async () =>
    (await told()).map(({ from, to, anchor }) => ({ date: anchor.at.slice(0, 10), from, to }));

  describe('a change of the mood’s band', () => {
    it('is sent to all subscribers with the benchmark’s close, but not on the first run', async () => {
      await run(FIRST);
      expect(await told()).toEqual([]);
      await run(FIRST_CHANGE);
      const [event] = await toldEvents(store, 'mood.band_change');
      expect(event).toMatchObject({ accountId: null, createdAt: afterClose(day(FIRST_CHANGE)).toISOString() });
      const anchor = {
        ticker: 'SPY',
        price: Math.round(at(SPY.close, FIRST_CHANGE) * 1e4) / 1e4,
        at: afterClose(day(FIRST_CHANGE), 0).toISOString(),
      };
      expect(await told()).toEqual([
        { from: EXPECTED[0]?.from, to: EXPECTED[0]?.to, score: expect.any(Number), anchor },
      ]);
    });

    it.each([1, 3, 10])(
      'is emitted once and in order with a run every %d sessions, each run repeated',
      async (pace) => {
        expect(EXPECTED.length).toBeGreaterThan(3);
        for (let session = FIRST; session <= LAST; session += pace) for (const _again of [1, 2]) await run(session);
        expect(await changes()).toEqual(EXPECTED);
      },
    );

    it('is emitted once by concurrent runs', async () => {
      const stores = kind === 'postgres' ? [store, await open()] : [store];
      await run(FIRST_CHANGE - 1);
      await Promise.all(Array.from({ length: 6 }, (_, index) => run(FIRST_CHANGE, stores[index % stores.length])));
      expect(await changes()).toEqual(EXPECTED.slice(0, 1));
    });

    it('is emitted by the next run if one was stopped early', async () => {
      await run(FIRST_CHANGE - 1);
      await createMoodProducer({ store, random: systemRandom, log: strictLog }).run(
        afterClose(day(FIRST_CHANGE)),
        () => true,
      );
      expect(await told()).toEqual([]);
      await run(FIRST_CHANGE);
      expect(await changes()).toEqual(EXPECTED.slice(0, 1));
    });

    it('is emitted even if a ticker has damaged bars, which are logged and skipped', async () => {
      await run(FIRST_CHANGE - 1);
      await sql`update bar_years set packed = set_byte(packed, 40, get_byte(packed, 40) # 1) where symbol = 'E3'`.execute(
        store.db,
      );
      store.bars.forget();
      const errors: object[] = [];
      await createMoodProducer({ store, random: systemRandom, log: { error: (details) => errors.push(details) } }).run(
        afterClose(day(FIRST_CHANGE)),
        () => false,
      );
      expect(errors).toMatchObject([{ ticker: 'E3', err: { code: 'bars_corrupt' } }]);
      expect((await store.producerStates.of('mood')).get('market')?.asOf).toEqual(afterClose(day(FIRST_CHANGE), 0));
    });

    it('updates the state but is not emitted if older than ten sessions', async () => {
      await run(FIRST);
      await run(LAST);
      expect(await changes()).toEqual(EXPECTED.filter(({ date }) => date >= isoDate(day(LAST - 9))));
      expect(FIRST_CHANGE).toBeLessThan(LAST - 9);
    });

    it('is not evaluated for a session with missing bars or before its close', async () => {
      await run(FIRST);
      const index = FIRST_CHANGE;
      const early = new Map(
        [...EQUITIES]
          .slice(0, 2)
          .map(([symbol, bars]) => [symbol, barsOf(DAYS.slice(0, index), [...bars.close.subarray(0, index)])]),
      );
      await storeBars(store, early);
      await run(index);
      await storeBars(store, EQUITIES);
      await createMoodProducer({ store, random: systemRandom, log: strictLog }).run(
        afterClose(day(index), -60_000),
        () => false,
      );
      expect(await told()).toEqual([]);
      await run(index);
      expect(await told()).toHaveLength(1);
    });

    it('does not change its anchor if the benchmark’s bars are adjusted later', async () => {
      await run(LAST);
      const anchorOf = async (): Promise<unknown> => (await store.producerStates.of('mood')).get('market')?.state;
      const before = await anchorOf();
      await storeBars(
        store,
        new Map([
          [
            'SPY',
            barsOf(
              DAYS,
              [...SPY.close].map((close) => close / 2),
            ),
          ],
        ]),
        'etf',
      );
      await run(LAST);
      expect(before).toMatchObject({ anchor: { ticker: 'SPY' } });
      expect([await anchorOf(), await told()]).toEqual([before, []]);
    });

    it('is never emitted without a benchmark', async () => {
      await forgetAll(store);
      await storeBars(store, EQUITIES);
      await run(LAST);
      expect(await store.producerStates.of('mood')).toEqual(new Map());
    });
  });
});
