import { beforeAll, describe, expect, it } from '@jest/globals';
import { systemRandom } from '../../../access/secrets.js';
import { dayOf } from '../../../calendar/days.js';
import { COMPOSITE_METHOD } from '../../../store/composites.js';
import type { Store } from '../../../store/open-store.js';
import { forEachDatabase } from '../../../store/fixtures/databases.js';
import { createSignalFlipProducer, type HoldersOf } from './signal-flip.js';
import {
  accountHolding,
  afterClose,
  barsOf,
  recordScores,
  sessionsFrom,
  storeBars,
  strictLog,
  toldEvents,
} from './fixtures/market.js';

const DAYS = sessionsFrom(dayOf(2026, 3, 2), 40);
const [STRONG_BUY, BUY, NEUTRAL, SELL] = [80, 60, 50, 40];
const day = (index: number): number => DAYS[index] ?? 0;
const closeOn = (index: number): string => afterClose(day(index), 0).toISOString();

forEachDatabase((kind, open) => {
  let store: Store;
  let serial = 0;
  beforeAll(async () => {
    store = await open();
  });

  const run = (
    index: number,
    holders: readonly HoldersOf[] = [(symbols) => store.watchlists.holdersOf(symbols)],
    of: Store = store,
  ): Promise<void> =>
    createSignalFlipProducer({ store: of, holders, random: systemRandom, log: strictLog }).run(
      afterClose(day(index)),
      () => false,
    );
  const told = async (accountId: string) =>
    (await toldEvents(store, 'signal.flip')).filter((event) => event.accountId === accountId).map(({ data }) => data);
  const flips = async (accountId: string) =>
    (await told(accountId)).map((data) => {
      const { at, from, to } = data as { at: string; from: string; to: string };
      return `${at.slice(0, 10)} ${from} to ${to}`;
    });
  const date = (index: number): string => closeOn(index).slice(0, 10);

  /** A new ticker whose bar of session i closes at 100 + i. */
  async function newTicker(source = 'files'): Promise<string> {
    const symbol = `T${String((serial += 1))}`;
    await storeBars(
      store,
      new Map([
        [
          symbol,
          barsOf(
            DAYS,
            DAYS.map((_, index) => 100 + index),
          ),
        ],
      ]),
      'equity',
      source,
    );
    return symbol;
  }
  const record = (symbol: string, from: number, scores: readonly number[], source?: string): Promise<void> =>
    recordScores(store, symbol, DAYS.slice(from, from + scores.length), scores, source);

  describe('a flip', () => {
    it('is sent only to accounts that hold the ticker, with the label that stood before', async () => {
      const [symbol, other] = [await newTicker(), await newTicker()];
      const [one, two, stranger, empty] = [
        await accountHolding(store, [symbol]),
        await accountHolding(store, [symbol, other]),
        await accountHolding(store, [other]),
        await accountHolding(store, []),
      ];
      await record(symbol, 0, [BUY, BUY]);
      await record(other, 0, [BUY, BUY]);
      await run(1);
      await record(symbol, 2, [NEUTRAL, NEUTRAL]);
      await record(other, 2, [BUY, BUY]);
      await run(3);
      const down = { ticker: symbol, direction: 'down', from: 'Buy', to: 'Neutral', at: closeOn(3), price: 103 };
      expect([await told(one), await told(two), await told(stranger), await told(empty)]).toEqual([
        [down],
        [down],
        [],
        [],
      ]);
      await record(symbol, 4, [STRONG_BUY, STRONG_BUY]);
      await run(5);
      expect((await told(one))[1]).toEqual({
        ticker: symbol,
        direction: 'up',
        from: 'Neutral',
        to: 'Strong Buy',
        at: closeOn(5),
        price: 105,
      });
    });

    it('is not emitted on the first run, however often the record flips', async () => {
      const symbol = await newTicker();
      const account = await accountHolding(store, [symbol]);
      await record(symbol, 0, [BUY, BUY, SELL, SELL, BUY, BUY]);
      await run(5);
      expect(await told(account)).toEqual([]);
    });

    it('is not a label that stands for one close, nor one less than a point inside its band', async () => {
      const symbol = await newTicker();
      const account = await accountHolding(store, [symbol]);
      await record(symbol, 0, [BUY, BUY]);
      await run(1);
      await record(symbol, 2, [SELL, BUY, NEUTRAL, 55.5, 55.2, BUY]);
      await run(7);
      expect(await told(account)).toEqual([]);
    });

    it('is emitted once over repeated runs, though its two closes are seen by different runs', async () => {
      const symbol = await newTicker();
      const account = await accountHolding(store, [symbol]);
      await record(symbol, 0, [57, 69]);
      await run(1);
      await record(symbol, 2, [71]);
      await run(2);
      await record(symbol, 3, [70.5]);
      await run(3);
      await record(symbol, 4, [71, 80]);
      for (let again = 0; again < 3; again += 1) await run(5);
      await run(30);
      expect(await flips(account)).toEqual([`${date(4)} Buy to Strong Buy`]);
    });

    it('is emitted once by concurrent runs', async () => {
      const symbol = await newTicker();
      const accounts = [await accountHolding(store, [symbol]), await accountHolding(store, [symbol])];
      await record(symbol, 0, [BUY]);
      await run(0);
      await record(symbol, 1, [SELL, SELL, BUY, BUY]);
      const stores = kind === 'postgres' ? [store, await open()] : [store];
      await Promise.all(Array.from({ length: 8 }, (_, index) => run(4, undefined, stores[index % stores.length])));
      for (const account of accounts)
        expect(await flips(account)).toEqual([`${date(2)} Buy to Sell`, `${date(4)} Sell to Buy`]);
    });

    it('is emitted for each day since the last run, in order over all tickers', async () => {
      const [first, second] = [await newTicker(), await newTicker()];
      const account = await accountHolding(store, [first, second]);
      await record(first, 0, [BUY]);
      await record(second, 0, [BUY]);
      await run(0);
      await record(first, 1, [NEUTRAL, NEUTRAL, NEUTRAL, SELL, SELL]);
      await record(second, 1, [BUY, STRONG_BUY, STRONG_BUY, STRONG_BUY, STRONG_BUY]);
      await run(5);
      expect(await flips(account)).toEqual([
        `${date(2)} Buy to Neutral`,
        `${date(3)} Buy to Strong Buy`,
        `${date(5)} Neutral to Sell`,
      ]);
    });

    it('older than ten sessions updates the state but is not emitted', async () => {
      const symbol = await newTicker();
      const account = await accountHolding(store, [symbol]);
      await record(symbol, 0, [BUY]);
      await run(0);
      await record(symbol, 1, [SELL, SELL, BUY, BUY, BUY, BUY, BUY, BUY, BUY, BUY, BUY, BUY]);
      await run(12);
      expect(await flips(account)).toEqual([`${date(4)} Sell to Buy`]);
    });

    it('is detected only within one record, not between records from different sources', async () => {
      const symbol = await newTicker('simulated');
      const account = await accountHolding(store, [symbol]);
      await record(symbol, 0, [STRONG_BUY], 'simulated');
      await run(0);
      await storeBars(
        store,
        new Map([
          [
            symbol,
            barsOf(
              DAYS,
              DAYS.map(() => 7.123456),
            ),
          ],
        ]),
      );
      await record(symbol, 0, [SELL, SELL, NEUTRAL, NEUTRAL]);
      await run(3);
      expect(await told(account)).toEqual([
        { ticker: symbol, direction: 'up', from: 'Sell', to: 'Neutral', at: closeOn(3), price: 7.1235 },
      ]);
    });

    it('is detected only within one version of the method', async () => {
      const symbol = await newTicker();
      const account = await accountHolding(store, [symbol]);
      await record(symbol, 0, [STRONG_BUY, STRONG_BUY, STRONG_BUY]);
      await run(2);
      // Another version sees it otherwise, up to the same day and later.
      await recordScores(
        store,
        symbol,
        DAYS.slice(0, 6),
        [SELL, SELL, SELL, SELL, SELL, SELL],
        'files',
        COMPOSITE_METHOD - 1,
      );
      await record(symbol, 3, [STRONG_BUY, STRONG_BUY]);
      await run(5);
      expect(await told(account)).toEqual([]);
    });

    it('is sent once to an account that holds the ticker in several lists', async () => {
      const symbol = await newTicker();
      const account = await accountHolding(store, [symbol]);
      const holders: HoldersOf[] = [
        (symbols) => store.watchlists.holdersOf(symbols),
        () => Promise.resolve(new Map([[symbol, [account]]])),
      ];
      await record(symbol, 0, [BUY]);
      await run(0, holders);
      await record(symbol, 1, [SELL, SELL]);
      await run(2, holders);
      expect(await flips(account)).toEqual([`${date(2)} Buy to Sell`]);
    });

    it('is not sent to an account that did not hold the ticker at the time', async () => {
      const symbol = await newTicker();
      await record(symbol, 0, [BUY]);
      await run(0);
      await record(symbol, 1, [SELL, SELL]);
      await run(2);
      const late = await accountHolding(store, [symbol]);
      await record(symbol, 3, [SELL]);
      await run(3);
      expect(await told(late)).toEqual([]);
    });
  });
});
