import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemRandom } from '../../../access/secrets.js';
import { dayOf } from '../../../calendar/days.js';
import type { Store } from '../../../store/open-store.js';
import { allHeard, forEachDatabase } from '../../../store/fixtures/databases.js';
import { createCohortsPool } from './cohorts-pool.js';
import { createEdgeAlertProducers } from './edge-alert.js';
import { createRegimePool } from './regime-pool.js';
import {
  afterClose,
  barsOf,
  forgetAll,
  recordScores,
  sessionsFrom,
  storeBars,
  strictLog,
  toldEvents,
} from './fixtures/market.js';

const KINDS = ['feed', 'regime', 'cohort'] as const;
type Kind = (typeof KINDS)[number];

const DAYS = sessionsFrom(dayOf(2024, 1, 2), 420);
const day = (index: number): number => DAYS[index] ?? 0;

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** A benchmark that is calm, but for the sessions from `stressedFrom` to `stressedTo`. */
function benchmark(stressedFrom: number, stressedTo: number): ReturnType<typeof barsOf> {
  const chance = generator(5);
  let close = 400;
  return barsOf(
    DAYS,
    DAYS.map(
      (_, index) => (close *= 1 + (chance() - 0.5) * (index >= stressedFrom && index < stressedTo ? 0.08 : 0.008)),
    ),
  );
}

forEachDatabase((kind, open) => {
  const [regimes, cohorts] = [createRegimePool(), createCohortsPool()];
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => forgetAll(store));
  afterAll(async () => {
    await regimes.close();
    await cohorts.close();
  });

  const runAt = async (which: Kind, at: Date, of: Store = store): Promise<void> => {
    const producers = createEdgeAlertProducers({
      store: of,
      readRegimes: regimes.read,
      cohorts,
      random: systemRandom,
      log: strictLog,
    });
    expect(producers.map(({ name }) => name)).toEqual(KINDS.map((each) => `edge_alert.${each}`));
    for (const { name, run } of producers) if (name === `edge_alert.${which}`) await run(at, () => false);
  };
  const manyAt = async (which: Kind, at: Date): Promise<void> => {
    const stores = kind === 'postgres' ? [store, await open()] : [store];
    await Promise.all(Array.from({ length: 6 }, (_, index) => runAt(which, at, stores[index % stores.length])));
  };
  const told = async () =>
    (await toldEvents(store, 'edge_alert.fired')).map(
      ({ data }) => data as { kind: string; from: string; to: string; text: string; at: string },
    );
  const turns = async () => (await told()).map(({ from, to, at }) => [from, to, at]);

  describe('the feed', () => {
    // 3 July 2026 is a holiday: after the 2nd comes Monday the 6th.
    const [WEDNESDAY = 0, THURSDAY = 0, MONDAY = 0, TUESDAY = 0] = sessionsFrom(dayOf(2026, 7, 1), 4);

    it('goes dark at the second close without composites, and live again when composites arrive', async () => {
      await storeBars(
        store,
        new Map([
          [
            'AAA',
            barsOf(
              DAYS,
              DAYS.map(() => 9),
            ),
          ],
        ]),
      );
      await runAt('feed', afterClose(WEDNESDAY));
      expect(await store.producerStates.of('edge_alert.feed')).toEqual(new Map());
      await recordScores(store, 'AAA', [WEDNESDAY], [50]);
      for (const at of [afterClose(WEDNESDAY), afterClose(THURSDAY), afterClose(MONDAY, -1)]) await runAt('feed', at);
      expect(await told()).toEqual([]);
      await manyAt('feed', afterClose(MONDAY, 0));
      await runAt('feed', afterClose(TUESDAY));
      const dark = {
        kind: 'feed',
        from: 'live',
        to: 'dark',
        text: 'The edge feed went dark: no composites have been recorded since those of 2026-07-01.',
        at: afterClose(MONDAY, 0).toISOString(),
      };
      expect(await told()).toEqual([dark]);
      await recordScores(store, 'AAA', [TUESDAY], [50]);
      await runAt('feed', afterClose(TUESDAY, 7_200_000));
      await runAt('feed', afterClose(TUESDAY, 7_300_000));
      expect(await told()).toEqual([
        dark,
        {
          kind: 'feed',
          from: 'dark',
          to: 'live',
          text: 'The edge feed is live: the composites of 2026-07-07 are recorded.',
          at: afterClose(TUESDAY, 7_200_000).toISOString(),
        },
      ]);
    });

    it('ignores an observation older than the last one', async () => {
      await storeBars(
        store,
        new Map([
          [
            'AAA',
            barsOf(
              DAYS,
              DAYS.map(() => 9),
            ),
          ],
        ]),
      );
      await recordScores(store, 'AAA', [WEDNESDAY], [50]);
      await runAt('feed', afterClose(TUESDAY));
      await runAt('feed', afterClose(THURSDAY));
      expect(await told()).toEqual([]);
    });
  });

  describe('the regime', () => {
    it('emits one event when it flips at a close, and none on the first run', async () => {
      await storeBars(store, new Map([['SPY', benchmark(300, 340)]]), 'etf');
      await runAt('regime', afterClose(day(299)));
      expect(await told()).toEqual([]);
      for (let index = 300; index <= 309; index += 1) await manyAt('regime', afterClose(day(index)));
      const [event, ...more] = await told();
      expect([event?.kind, event?.from, event?.to, more]).toEqual(['regime', 'calm', 'stressed', []]);
      expect(event?.text).toMatch(/^The regime of SPY turned stressed on \d{4}-\d\d-\d\d \(probability \d+%\)\.$/);
    });

    it('emits each flip even if runs were missed', async () => {
      await storeBars(store, new Map([['SPY', benchmark(300, 340)]]), 'etf');
      for (let index = 299; index <= 350; index += 1) await runAt('regime', afterClose(day(index)));
      const daily = await turns();
      expect(daily.map(([from]) => from).slice(0, 2)).toEqual(['calm', 'stressed']);
      await forgetAll(store);
      await storeBars(store, new Map([['SPY', benchmark(300, 340)]]), 'etf');
      for (const index of [299, 309, 319, 329, 339, 349]) await runAt('regime', afterClose(day(index)));
      expect(await turns()).toEqual(daily.filter(([, , at]) => at !== afterClose(day(350), 0).toISOString()));
    });

    it('emits no event for a flip more than ten sessions ago', async () => {
      await storeBars(store, new Map([['SPY', benchmark(300, 420)]]), 'etf');
      await runAt('regime', afterClose(day(299)));
      await runAt('regime', afterClose(day(330)));
      expect((await store.producerStates.of('edge_alert.regime')).get('benchmark')?.state).toEqual({
        value: 'stressed',
      });
      expect(await told()).toEqual([]);
    });
  });

  describe('a cohort', () => {
    const TICKERS = Array.from({ length: 15 }, (_, which) => ({
      symbol: `C${String(which)}`,
      score: [15, 38, 50, 62, 85][which % 5] ?? 50,
    }));
    const TURN = 200;
    /** The last session whose next 21 are before the turn. */
    const BEFORE = TURN - 22;

    /** Labels say what comes until session 200, and the opposite after it. */
    async function storeMarket(): Promise<void> {
      const chance = generator(9);
      const histories = TICKERS.map(({ symbol, score }) => {
        let close = 50;
        const closes = DAYS.map(
          (_, index) => (close *= 1 + (chance() - 0.5) * 0.004 + ((score - 50) / 20_000) * (index < TURN ? 1 : -3)),
        );
        return [symbol, barsOf(DAYS, closes)] as const;
      });
      await storeBars(store, new Map(histories));
    }
    const record = async (from: number, to: number): Promise<void> => {
      for (const { symbol, score } of TICKERS)
        await recordScores(
          store,
          symbol,
          DAYS.slice(from, to),
          DAYS.slice(from, to).map(() => score),
        );
    };

    it('emits one event with its label when its verdict flips, and none on the first run', async () => {
      await storeMarket();
      await record(0, BEFORE + 1);
      await runAt('cohort', afterClose(day(BEFORE)));
      expect(await told()).toEqual([]);
      await record(BEFORE + 1, DAYS.length);
      await manyAt('cohort', afterClose(day(DAYS.length - 1)));
      await runAt('cohort', afterClose(day(DAYS.length - 1), 7_200_000));
      const events = await told();
      expect(events.map(({ text, from, to }) => [text.split(':')[0], from, to])).toEqual(
        ['Strong Buy', 'Buy', 'Sell', 'Strong Sell'].map((label) => [label, 'working', 'not_working']),
      );
      expect(events[0]).toMatchObject({ kind: 'cohort', at: afterClose(day(DAYS.length - 1), 0).toISOString() });
      expect(events[0]?.text).toMatch(
        /^Strong Buy: not shown to work\. Over \d+ days its 21-session return was \d+\.\d\d% below the baseline’s \(corrected p \S+\); it should be above it\. Only tickers that are stored and still trade are counted, which flatters buys\.$/,
      );
    });

    it('counts neither securities that are not known to be equities nor stale ones', async () => {
      await storeMarket();
      for (const { symbol, score } of TICKERS)
        await recordScores(
          store,
          symbol,
          DAYS,
          DAYS.map(() => score),
        );
      const of = (wanted: number) => TICKERS.filter(({ score }) => score === wanted).map(({ symbol }) => symbol);
      const kinds = [
        ...of(85).map((symbol) => [symbol, 'unknown'] as const),
        ...of(62).map((symbol) => [symbol, 'etf'] as const),
      ];
      await store.securities.upsert(
        store.db,
        kinds.map(([symbol, kind]) => ({ symbol, name: symbol, kind, source: 'files' })),
      );
      const ended = DAYS.slice(0, -6);
      await storeBars(
        store,
        new Map(
          of(15).map((symbol) => [
            symbol,
            barsOf(
              ended,
              ended.map((_, index) => 50 - index / 100),
            ),
          ]),
        ),
      );
      await allHeard(store);
      await runAt('cohort', afterClose(day(DAYS.length - 1)));
      expect([...(await store.producerStates.of('edge_alert.cohort')).keys()].sort()).toEqual(['Neutral', 'Sell']);
    });

    it('is not evaluated until most of the market is recorded', async () => {
      await storeMarket();
      for (const { symbol, score } of TICKERS.slice(0, 10))
        await recordScores(
          store,
          symbol,
          DAYS,
          DAYS.map(() => score),
        );
      await runAt('cohort', afterClose(day(DAYS.length - 1)));
      expect(await store.producerStates.of('edge_alert.cohort')).toEqual(new Map());
    });
  });
});
