import { expect, it } from '@jest/globals';
import { forEachDatabase } from './fixtures/databases.js';
import type { StoredReading } from './option-readings.js';

const reading = (ticker: string, day: number, more: Partial<StoredReading> = {}): StoredReading => ({
  ticker,
  day,
  source: 'files',
  volatilitySpread: day / 1e6,
  pairs: 3,
  isWeighted: true,
  volatilitySmirk: null,
  missing: null,
  ...more,
});
const nothing = { volatilitySpread: null, pairs: 0, isWeighted: false } as const;

forEachDatabase((_, open) => {
  it('readings are kept by ticker and day, and those with a figure are not replaced by those without', async () => {
    const store = await open();
    const { optionReadings } = store;
    await store.db.transaction().execute(async (tx) => {
      await optionReadings.save(tx, []);
      await optionReadings.save(tx, [
        reading('RDA', 11),
        reading('RDA', 10),
        reading('RDB', 5, { ...nothing, missing: 'no_spot' }),
      ]);
      await optionReadings.save(tx, [reading('RDA', 11, { ...nothing, missing: 'no_two_sided_quotes' })]);
    });
    expect(await optionReadings.byTickers(['RDA', 'RDB', 'NONE'])).toEqual(
      new Map([
        ['RDA', [reading('RDA', 10), reading('RDA', 11)]],
        ['RDB', [reading('RDB', 5, { ...nothing, missing: 'no_spot' })]],
      ]),
    );
    await store.db.transaction().execute(async (tx) => {
      expect(await optionReadings.withoutSpot(tx, ['RDA', 'RDB'])).toEqual([{ ticker: 'RDB', day: 5 }]);
      await optionReadings.save(tx, [reading('RDA', 11, { volatilitySmirk: 0.5 }), reading('RDB', 5)]);
      expect(await optionReadings.withoutSpot(tx, ['RDA', 'RDB'])).toEqual([]);
    });
    expect((await optionReadings.byTickers(['RDA'])).get('RDA')?.at(-1)?.volatilitySmirk).toBe(0.5);
    await store.close();
  });

  it('readings of another source go, and all of removed tickers', async () => {
    const store = await open();
    const { optionReadings } = store;
    await store.db.transaction().execute(async (tx) => {
      await optionReadings.save(tx, [
        reading('RSA', 1, { source: 'simulated' }),
        reading('RSB', 1, { source: 'simulated' }),
      ]);
      await optionReadings.save(tx, [reading('RSA', 2)]);
    });
    const all = await optionReadings.byTickers(['RSA', 'RSB']);
    expect([all.get('RSA')?.map(({ day }) => day), all.get('RSB')?.length]).toEqual([[2], 1]);
    await store.db.transaction().execute((tx) => optionReadings.remove(tx, ['RSB', 'RSA']));
    expect(await optionReadings.byTickers(['RSA', 'RSB'])).toEqual(new Map());
    await store.close();
  });

  it('the recent ones are the newest of each ticker, oldest first', async () => {
    const store = await open();
    const { optionReadings } = store;
    const days = Array.from({ length: 50 }, (__, day) => day);
    await store.db
      .transaction()
      .execute((tx) => optionReadings.save(tx, [...days.map((day) => reading('RRA', day)), reading('RRB', 1)]));
    const recent = await optionReadings.recent(['RRB', 'RRA', 'NONE']);
    expect(recent).toEqual(
      new Map([
        ['RRA', days.slice(-40).map((day) => reading('RRA', day))],
        ['RRB', [reading('RRB', 1)]],
      ]),
    );
    await store.close();
  });
});
