import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import { companyFiling } from '../../store/company-filings.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { secFiler } from '../../store/filers.js';
import { insiderFiling } from '../../store/insider-filings.js';
import { simulatedFilers, simulatedFilings, SIMULATED_ROWS as FILINGS } from './filings.js';
import { simulatedInsiders, SIMULATED_ROWS as INSIDERS } from './insiders.js';
import { INSTRUMENTS } from './instruments.js';
import { simulateMarket } from './market.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const LATER = new Date('2026-06-01T22:00:00Z');
const TODAY = parseIsoDate('2026-01-02') ?? 0;
const [NVIDIA] = simulatedFilers().filter(({ symbol }) => symbol === 'NVDA');
if (NVIDIA === undefined) throw new Error('NVDA is not simulated');
const [history] = [
  ...simulateMarket(
    1,
    NOW,
    INSTRUMENTS.filter(({ symbol }) => symbol === 'NVDA'),
  ),
];
if (history === undefined) throw new Error('NVDA has no prices');
const NVDA = { ...history, version: 1, source: 'simulated' };
const texts = (rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row));

it('invented filings are valid, say so, and are on past sessions, each once; a later day changes none', () => {
  const rows = simulatedFilings(NVIDIA, NOW);
  expect(rows.length).toBeGreaterThan(40);
  for (const { source, ...fields } of rows) {
    expect([companyFiling.parse(fields), source, fields.accession]).toEqual([
      fields,
      'simulated',
      expect.stringMatching(/^SIMULATED-/),
    ]);
    expect([isSession(fields.filingDay), fields.filingDay < TODAY]).toEqual([true, true]);
  }
  expect(new Set(rows.map(({ accession }) => accession)).size).toBe(rows.length);
  const later = new Set(texts(simulatedFilings(NVIDIA, LATER)));
  expect(texts(rows).filter((row) => !later.has(row))).toEqual([]);
});

it('invented insiders say so, never own less than nothing, and trade near the close of their day', () => {
  const reports = simulatedInsiders(NVDA, NOW);
  expect(reports.length).toBeGreaterThan(20);
  for (const { source, ...fields } of reports) {
    const [trade] = fields.transactions;
    expect([insiderFiling.parse(fields), source, fields.owners[0]?.name]).toEqual([
      fields,
      'simulated',
      expect.stringContaining('(invented)'),
    ]);
    expect([(fields.filingDay ?? TODAY) < TODAY, (trade?.sharesAfter ?? -1) >= 0]).toEqual([true, true]);
    if (trade === undefined || trade.price === null) continue;
    const close = NVDA.bars.close[NVDA.bars.days.indexOf(trade.day)] ?? NaN;
    const shares = NVDA.splits.reduce((product, split) => (split.day > trade.day ? product * split.ratio : product), 1);
    expect(Math.abs(trade.price / (close * shares) - 1)).toBeLessThan(0.01);
  }
  const later = new Set(texts(simulatedInsiders(NVDA, LATER)));
  expect(texts(reports).filter((row) => !later.has(row))).toEqual([]);
});

forEachDatabase((_, open) => {
  it('classes of shares have one filer, funds none, and a ticker with imported filings keeps its own', async () => {
    const store = await open();
    await store.db.transaction().execute(async (tx) => {
      await store.bars.replace(tx, 'NVDA', NVDA.bars, 'simulated');
      await store.filers.save(tx, [{ ticker: 'AAPL', filer: secFiler(320193), name: null, source: 'files' }]);
      for (const isFirst of [true, false]) {
        await FILINGS({ store, tx, now: NOW, isFirst });
        await INSIDERS({ store, tx, now: NOW, isFirst });
      }
    });
    const classes = await store.filers.classesOf(['GOOG', 'AAPL', 'SPY']);
    expect(classes.map(({ ticker, filer }) => `${ticker} ${filer}`)).toEqual([
      'AAPL CIK0000320193',
      'GOOG SIMULATED-GOOGL',
      'GOOGL SIMULATED-GOOGL',
    ]);
    const filings = await store.companyFilings.byTickers(['GOOG', 'GOOGL', 'AAPL', 'SPY']);
    expect([...filings.keys()].sort()).toEqual(['GOOG', 'GOOGL']);
    expect([...(await store.insiderFilings.byTickers(['NVDA', 'AAPL'])).keys()]).toEqual(['NVDA']);
    await store.close();
  });
});
