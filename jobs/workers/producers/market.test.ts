import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../../store/fixtures/databases.js';
import { afterClose, barsOf, forgetAll, sessionsFrom, storeBars } from './fixtures/market.js';
import { currentEquities, equitiesSince } from './market.js';

const DAYS = sessionsFrom(18_000, 40);
const until = (count: number) =>
  barsOf(
    DAYS.slice(0, count),
    DAYS.slice(0, count).map(() => 100),
  );

forEachDatabase((_, open) => {
  it('measures of the market count known equities that are not stale', async () => {
    const store = await open();
    await forgetAll(store);
    const [fresh, five, six] = [until(40), until(35), until(34)];
    await storeBars(
      store,
      new Map([
        ['FRESH', fresh],
        ['FIVE', five],
        ['SIX', six],
      ]),
    );
    await storeBars(store, new Map([['FUND', fresh]]), 'etf');
    await store.db
      .transaction()
      .execute((tx) => store.bars.replaceMany(tx, [{ symbol: 'NOBODY', bars: fresh, source: 'files' }]));
    const at = (index: number) => currentEquities(store, afterClose(DAYS[index] ?? NaN));
    expect(await at(39)).toEqual(['FIVE', 'FRESH']);
    // As it was one session earlier.
    expect(await at(38)).toEqual(['FIVE', 'FRESH', 'SIX']);
    // Measures of each day keep the days of those that ended.
    expect(await equitiesSince(store, DAYS[0] ?? NaN)).toEqual(['FIVE', 'FRESH', 'SIX']);
    expect(await equitiesSince(store, DAYS[34] ?? NaN)).toEqual(['FIVE', 'FRESH']);
    await store.close();
  });
});
