import { expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { simulatedEarnings, SIMULATED_ROWS } from './earnings.js';
import { SIMULATED_SPLITS } from './instruments.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const ROWS = simulatedEarnings(NOW);
const of = (ticker: string, rows = ROWS) => rows.filter((row) => row.ticker === ticker);

it('every company has reports, no fund has any; each is filed on a session before today', () => {
  expect(new Set(ROWS.map(({ ticker }) => ticker)).size).toBeGreaterThan(40);
  expect([of('SPY').length, of('XLK').length, of('AAPL').length]).toEqual([0, 0, 36]);
  const today = parseIsoDate('2026-01-02') ?? 0;
  const wrong = ROWS.filter(
    ({ filingDay, periodEnd }) =>
      filingDay === null || filingDay >= today || filingDay <= periodEnd || !isSession(filingDay),
  );
  expect(wrong).toEqual([]);
  expect(new Set(ROWS.map(({ source, cik, accession }) => [source, cik, accession].join(' ')))).toEqual(
    new Set(['simulated  ']),
  );
});

it('companies have fiscal years of their own, and no two quarters end on one day', () => {
  const ends = (ticker: string): string[] =>
    of(ticker)
      .filter(({ fiscalYear }) => fiscalYear === 2025)
      .map(({ fiscalQuarter, periodEnd }) => `${fiscalQuarter} ${isoDate(periodEnd)}`);
  expect(ends('NVDA')).toEqual(['1 2024-04-30', '2 2024-07-31', '3 2024-10-31', '4 2025-01-31']);
  expect(ends('AAPL')).toEqual(['1 2024-12-31', '2 2025-03-31', '3 2025-06-30', '4 2025-09-30']);
  expect(ends('XOM')).toEqual(['1 2025-03-31', '2 2025-06-30', '3 2025-09-30']);
  expect(new Set(ROWS.map(({ ticker, periodEnd }) => `${ticker} ${periodEnd}`)).size).toBe(ROWS.length);
});

it('a later day adds reports and changes none', () => {
  const later = simulatedEarnings(new Date('2026-06-01T22:00:00Z'));
  expect(later.length).toBeGreaterThan(ROWS.length);
  const known = new Map(later.map((row) => [`${row.ticker} ${row.periodEnd}`, row]));
  expect(
    ROWS.filter((row) => JSON.stringify(known.get(`${row.ticker} ${row.periodEnd}`)) !== JSON.stringify(row)),
  ).toEqual([]);
});

it('earnings per share are filed before a split as the shares were then', () => {
  const split = parseIsoDate(SIMULATED_SPLITS['NVDA']?.[1]?.[0] ?? '') ?? 0;
  const rows = of('NVDA').filter(({ filingDay }) => filingDay !== null && Math.abs(filingDay - split) < 200);
  const perShare = (isBefore: boolean) =>
    rows.filter(({ filingDay }) => (filingDay ?? 0) < split === isBefore).map(({ epsBasic }) => epsBasic ?? 0);
  expect([isoDate(split), Math.min(...perShare(true)) > 4 * Math.max(...perShare(false))]).toEqual([
    '2024-06-10',
    true,
  ]);
  // Net income is of the whole company, which a split does not change.
  const incomes = rows.map(({ netIncome }) => netIncome ?? 0);
  expect(Math.max(...incomes) < 3 * Math.min(...incomes)).toBe(true);
});

forEachDatabase((_, open) => {
  it('tickers with imported reports are left alone', async () => {
    const store = await open();
    const [first] = of('AAPL');
    if (first === undefined) throw new Error('no reports');
    await store.db.transaction().execute(async (tx) => {
      await store.earnings.upsert(tx, [{ ...first, cik: 1, source: 'files', revenue: 7 }]);
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: false });
    });
    const stored = await store.earnings.byTickers(['AAPL', 'MSFT']);
    expect([stored.get('AAPL')?.map(({ revenue }) => revenue), stored.get('MSFT')?.length]).toEqual([[7], 37]);
    await store.close();
  });

  it('a first load leaves no quarter of an earlier generation of the market', async () => {
    const store = await open();
    const [first] = of('NVDA');
    if (first === undefined) throw new Error('no reports');
    await store.db.transaction().execute(async (tx) => {
      await store.earnings.upsert(tx, [{ ...first, periodEnd: first.periodEnd + 1 }]);
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
    });
    const stored = await store.earnings.byTickers(['NVDA']);
    expect(stored.get('NVDA')?.map(({ periodEnd }) => periodEnd)).toEqual(of('NVDA').map(({ periodEnd }) => periodEnd));
    await store.close();
  });
});
