import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { simulatedEarnings } from './earnings.js';
import { SIMULATED_ROWS, simulatedOutlooks } from './outlooks.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const TODAY = parseIsoDate('2026-01-02') ?? 0;
const ROWS = simulatedOutlooks(NOW);
const of = (ticker: string, rows = ROWS) => rows.filter((row) => row.ticker === ticker);

it('every company has an outlook since each of its newest four reports, labelled as simulated, and no fund has any', () => {
  expect(new Set(ROWS.map(({ ticker }) => ticker)).size).toBeGreaterThan(40);
  expect([of('AAPL').length, of('SPY').length, of('XLK').length]).toEqual([4, 0, 0]);
  expect(new Set(ROWS.map(({ source }) => source))).toEqual(new Set(['simulated']));
  expect(ROWS.filter(({ knownAt }) => knownAt > NOW)).toEqual([]);
});

it('the next report is to come, on a session, and the estimates are in order', () => {
  const newest = new Map(ROWS.map((row) => [row.ticker, row]));
  for (const { ticker, earningsFirstDay: day, earningsLastDay, ...row } of newest.values()) {
    expect([ticker, (day ?? 0) >= TODAY, isSession(day ?? 0), earningsLastDay]).toEqual([ticker, true, true, day]);
    for (const [low, average, high] of [
      [row.epsLow, row.epsAverage, row.epsHigh],
      [row.revenueLow, row.revenueAverage, row.revenueHigh],
    ])
      expect([ticker, (low ?? NaN) <= (average ?? NaN) && (average ?? NaN) <= (high ?? NaN)]).toEqual([ticker, true]);
  }
});

it('the quarters are the reported ones, each with the estimate that was told before it', () => {
  const reports = new Map(simulatedEarnings(NOW).map((row) => [`${row.ticker} ${row.periodEnd}`, row]));
  for (const { ticker, quarters } of ROWS) {
    expect(quarters).toHaveLength(4);
    for (const { periodEnd, epsActual } of quarters)
      expect([ticker, epsActual]).toEqual([ticker, reports.get(`${ticker} ${periodEnd}`)?.epsDiluted]);
  }
  const [before, after] = of('AAPL').slice(-2);
  expect(after?.quarters.at(-1)?.epsEstimate).toBe(before?.epsAverage);
  const surprises = ROWS.flatMap(({ quarters }) =>
    quarters.map(({ epsActual, epsEstimate }) => (epsActual ?? NaN) - (epsEstimate ?? NaN)),
  );
  expect([
    surprises.some((each) => each > 0),
    surprises.some((each) => each < 0),
    surprises.some(Number.isNaN),
  ]).toEqual([true, true, false]);
});

it('a later day adds outlooks and changes none', () => {
  const later = new Map(
    simulatedOutlooks(new Date('2026-03-20T22:00:00Z')).map((row) => [`${row.ticker} ${row.knownAt.getTime()}`, row]),
  );
  const kept = ROWS.filter(({ ticker, knownAt }) => later.has(`${ticker} ${knownAt.getTime()}`));
  expect(kept.length).toBeGreaterThan(ROWS.length / 2);
  for (const row of kept) expect(later.get(`${row.ticker} ${row.knownAt.getTime()}`)).toEqual(row);
});

forEachDatabase((_kind, open) => {
  it('are stored once, not beside those of a vendor, and anew with another seed', async () => {
    const store = await open();
    const load = (isFirst: boolean): Promise<void> =>
      store.db.transaction().execute((tx) => SIMULATED_ROWS({ store, tx, now: NOW, isFirst }));
    const stored = async (ticker: string) => (await store.streetOutlooks.byTickers([ticker])).get(ticker) ?? [];
    await load(true);
    await load(false);
    expect(await stored('AAPL')).toEqual(of('AAPL'));
    const [said] = of('KO');
    if (said === undefined) throw new Error('KO has no outlook');
    await store.db
      .transaction()
      .execute((tx) =>
        store.streetOutlooks.saveChange(tx, { ...said, epsAverage: 9, epsHigh: 9, source: 'yahoo', knownAt: NOW }),
      );
    await load(true);
    expect((await stored('KO')).map(({ source }) => source)).toEqual(['yahoo']);
    expect(await stored('AAPL')).toEqual(of('AAPL'));
  });
});
