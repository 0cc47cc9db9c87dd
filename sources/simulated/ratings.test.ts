import { expect, it } from '@jest/globals';
import { isSession } from '../../calendar/nyse.js';
import { parseIsoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { ratingAction, ratingActionKey } from '../../store/rating-actions.js';
import { INSTRUMENTS } from './instruments.js';
import { simulateMarket } from './market.js';
import { SIMULATED_ROWS, simulatedRatings } from './ratings.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const SPLIT = parseIsoDate('2024-06-10') ?? 0;
const named = (...symbols: readonly string[]) => INSTRUMENTS.filter(({ symbol }) => symbols.includes(symbol));
const seriesOf = (symbol: string) => {
  const [history] = [...simulateMarket(1, NOW, named(symbol))];
  if (history === undefined) throw new Error(`${symbol} is not simulated`);
  return { ...history, version: 1, source: 'simulated' };
};
const NVDA = seriesOf('NVDA');

it('invented actions are valid, of firms that say so, on past sessions, each once; a later day changes none', () => {
  const rows = simulatedRatings(NVDA, NOW);
  expect(rows.length).toBeGreaterThan(40);
  for (const { source, ...fields } of rows) {
    expect([ratingAction.parse(fields), source, fields.firm]).toEqual([
      fields,
      'simulated',
      expect.stringContaining('invented'),
    ]);
    expect([isSession(fields.day), fields.day < (parseIsoDate('2026-01-02') ?? 0)]).toEqual([true, true]);
  }
  expect(new Set(rows.map(ratingActionKey)).size).toBe(rows.length);
  const later = new Map(
    simulatedRatings(NVDA, new Date('2026-06-01T22:00:00Z')).map((row) => [ratingActionKey(row), row]),
  );
  expect(rows.filter((row) => JSON.stringify(later.get(ratingActionKey(row))) !== JSON.stringify(row))).toEqual([]);
  expect(later.size).toBeGreaterThan(rows.length);
});

it("a grade follows from the firm's last one, and a target is in dollars of its day", () => {
  const rows = simulatedRatings(NVDA, NOW);
  const lastOf = new Map<string, string>();
  for (const { firm, fromGrade, toGrade, action } of rows) {
    expect([fromGrade, action === 'initiation']).toEqual([lastOf.get(firm) ?? null, !lastOf.has(firm)]);
    lastOf.set(firm, toGrade);
  }
  const implied = rows.flatMap(({ day, priceTarget }) => {
    const close = NVDA.bars.close[NVDA.bars.days.indexOf(day)] ?? NaN;
    // NVDA split 10 for 1 on that day, and 4 for 1 in 2021.
    const shares = NVDA.splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);
    return priceTarget === null ? [] : [{ isBefore: day < SPLIT, shares, ratio: priceTarget / shares / close }];
  });
  expect(new Set(implied.filter(({ isBefore }) => isBefore).map(({ shares }) => shares))).toEqual(new Set([40, 10]));
  expect(Math.min(...implied.map(({ ratio }) => ratio))).toBeGreaterThan(0.6);
  expect(Math.max(...implied.map(({ ratio }) => ratio))).toBeLessThan(1.5);
});

forEachDatabase((_, open) => {
  it('companies have actions, funds none; tickers with imported ones or imported prices are left alone', async () => {
    const store = await open();
    const [first] = simulatedRatings({ ...NVDA, symbol: 'AAPL' }, NOW);
    if (first === undefined) throw new Error('no actions');
    const sources = { AAPL: 'simulated', NVDA: 'simulated', SPY: 'simulated', MSFT: 'files' };
    await store.db.transaction().execute(async (tx) => {
      for (const [symbol, source] of Object.entries(sources)) await store.bars.replace(tx, symbol, NVDA.bars, source);
      await store.ratingActions.save(tx, [{ ...first, source: 'files' }]);
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: false });
    });
    const stored = await store.ratingActions.byTickers(Object.keys(sources));
    expect([...stored.keys()].sort()).toEqual(['AAPL', 'NVDA']);
    expect(stored.get('AAPL')).toHaveLength(1);
    await store.db
      .transaction()
      .execute((tx) => store.ratingActions.save(tx, [{ ...first, ticker: 'NVDA', source: 'files' }]));
    expect((await store.ratingActions.byTickers(['NVDA'])).get('NVDA')?.map(({ source }) => source)).toEqual(['files']);
    await store.close();
  });
});
