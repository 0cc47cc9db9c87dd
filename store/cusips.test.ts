import { describe, expect, it } from '@jest/globals';
import { forEachDatabase } from './fixtures/databases.js';
import { cusip, withCheckDigit } from './cusips.js';

describe('a CUSIP', () => {
  // Rosetta Code, "CUSIP": five valid numbers and one with a wrong digit.
  it.each(['037833100', '17275R102', '38259P508', '594918104', '68389X105'])('%s is valid', (given) => {
    expect(cusip.safeParse(given).success).toBe(true);
    expect(withCheckDigit(given.slice(0, 8))).toBe(given);
  });

  it.each([
    ['68389X106', 'cusip "68389X106" has a wrong check digit: 68389X105 would be right'],
    ['3783310', 'cusip "3783310" is not eight letters or digits and a check digit'],
    ['03783310O', 'cusip "03783310O" is not eight letters or digits and a check digit'],
    ['000000000', 'cusip "000000000" is of no security'],
    ['', 'cusip "" is not eight letters or digits and a check digit'],
  ])('%s is refused', (given, reason) => {
    expect(cusip.safeParse(given).error?.issues[0]?.message).toBe(reason);
  });
});

forEachDatabase((_, open) => {
  it('a CUSIP keeps its newest ticker, whatever order the days come in', async () => {
    const store = await open();
    const save = (...rows: readonly (readonly [ticker: string, day: number | null])[]) =>
      store.cusips.save(
        store.db,
        rows.map(([ticker, day]) => ({ cusip: '30303M102', ticker, day, source: 'files' })),
      );
    const ticker = async () => (await store.cusips.all()).map((row) => row.ticker);
    await store.cusips.removeSource(store.db, 'files');
    await save(['FB', 19_000], ['META', 19_200], ['FB', 19_100]);
    expect(await ticker()).toEqual(['META']);
    expect(await save(['FB', 19_150])).toBe(0);
    expect(await ticker()).toEqual(['META']);
    expect(await save(['METAX', null])).toBe(1);
    expect(await save(['META', 19_300])).toBe(0);
    expect(await ticker()).toEqual(['METAX']);
    await store.close();
  });
});
