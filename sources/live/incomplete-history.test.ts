import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { sessionsBetween } from '../../calendar/nyse.js';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { chartOf, startChartServer, withoutRows, type ChartServer } from '../yahoo/fixtures/chart-server.js';
import { createYahoo } from '../yahoo/yahoo.js';
import { createEndpoint } from './endpoint.js';
import { createLiveReads, type LiveReads } from './live-reads.js';

const open = embeddedDatabase();
const day = (text: string): number => parseIsoDate(text) ?? 0;
const at = (text: string, hour: number): number => newYorkUtcMs(day(text), hour * 60);
const clock = { nowMs: 0 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let opened: { readonly store: Store; readonly vendor: ChartServer; readonly live: LiveReads } | undefined;
const outbound = createOutbound({ target: 'operator', totalTimeoutMs: 60_000 });
let tickers = 0;

async function parts() {
  if (opened !== undefined) return opened;
  const [store, vendor] = [await open(), await startChartServer()];
  const chart = createEndpoint({
    name: 'test',
    baseUrl: vendor.url,
    headers: { 'user-agent': 'test' },
    limits: { perSecond: 1_000, burst: 1_000, mostFailures: 3 },
    outbound,
    budgets: store.sourceBudgets,
    clock: () => clock.nowMs,
  });
  const source = createYahoo(chart);
  const live = createLiveReads({ source, store, keepsSimulated: false, clock: () => clock.nowMs, log, waitMs: 60_000 });
  return (opened = { store, vendor, live });
}

beforeEach(async () => {
  const { vendor } = await parts();
  vendor.asked.length = 0;
  vendor.charts.clear();
  clock.nowMs = at('2026-01-05', 12);
});
afterAll(async () => {
  await opened?.live.close();
  await opened?.vendor.close();
  outbound.close();
});

const FIRST_DAY = day('2024-01-02');
const meta = { firstTradeDate: newYorkUtcMs(FIRST_DAY, 570) / 1000 };
type Sent = Parameters<ChartServer['charts']['set']>[1];

/** A ticker whose chart, of all sessions since 2024, is changed by `cut`. */
async function tickerWith(cut: (chart: object) => object): Promise<string> {
  const ticker = `C${(tickers += 1)}`;
  await sends(ticker, cut);
  return ticker;
}
async function sends(ticker: string, cut: (chart: object) => object, more: object = { meta }): Promise<void> {
  const sent: Sent = (from, to) => cut(chartOf(ticker, from, to, { firstDay: FIRST_DAY, ...more }));
  (await parts()).vendor.charts.set(ticker, sent);
}
const asSent = (chart: object): object => chart;
const lacking =
  (...days: readonly string[]) =>
  (chart: object): object =>
    withoutRows(chart, (each) => days.includes(isoDate(each)));
const before =
  (first: string) =>
  (chart: object): object =>
    withoutRows(chart, (each) => each < day(first));

async function readAt(ticker: string, nowMs: number): Promise<void> {
  clock.nowMs = nowMs;
  const { store, live } = await parts();
  await store.sourceReads.makeDueAtOnce(store.db, ticker, 'daily', new Date(nowMs));
  await live.refresh([ticker]);
}
async function stored(ticker: string) {
  const { store } = await parts();
  const series = (await store.bars.readDaily([ticker])).get(ticker);
  const read = (await store.sourceReads.bySymbols([ticker], 'daily')).get(ticker);
  return { days: [...(series?.bars.days ?? [])], volume: [...(series?.bars.volume ?? [])], read };
}
const sessions = (last: string): readonly number[] => sessionsBetween(FIRST_DAY, day(last));

it('an answer that is cut short is told in a note, and completed at the next reading', async () => {
  const { live, vendor } = await parts();
  const ticker = await tickerWith(before('2025-12-30'));
  await live.ensure([ticker]);
  expect((await stored(ticker)).days.map(isoDate)).toEqual(['2025-12-30', '2025-12-31', '2026-01-02']);
  expect((await stored(ticker)).read?.notes).toEqual([
    'The history begins on 2025-12-30, and Yahoo tells a first trade on 2024-01-02: the whole history is read again ' +
      'once a session.',
  ]);
  await sends(ticker, asSent);
  await readAt(ticker, at('2026-01-08', 12));
  const { days, read } = await stored(ticker);
  expect([days, read?.notes, read?.fault]).toEqual([sessions('2026-01-07'), [], null]);
  await readAt(ticker, at('2026-01-09', 12));
  // The first answer; the newest days and the whole; the newest days.
  expect([vendor.asked.length, (await stored(ticker)).days]).toEqual([4, sessions('2026-01-08')]);
});

it('an answer that is cut short is completed also if the source tells no day of the first trade', async () => {
  const ticker = await tickerWith(before('2025-12-30'));
  await sends(ticker, before('2025-12-30'), {});
  await readAt(ticker, at('2026-01-05', 12));
  expect((await stored(ticker)).read?.notes).toEqual([]);
  await sends(ticker, asSent, {});
  await readAt(ticker, at('2026-01-06', 12));
  expect((await stored(ticker)).days).toEqual(sessions('2026-01-05'));
});

it('a history that the source has no more of goes on, and is read as a whole once a session', async () => {
  const { vendor } = await parts();
  const ticker = await tickerWith(before('2025-12-30'));
  for (const hour of [12, 13, 14]) await readAt(ticker, at('2026-01-05', hour));
  expect(vendor.asked.length).toBe(3);
  vendor.asked.length = 0;
  for (const hour of [12, 13, 14]) await readAt(ticker, at('2026-01-06', hour));
  expect(vendor.asked.length).toBe(4);
  const { days, read } = await stored(ticker);
  expect([days.map(isoDate).at(-1), read?.notes.length, read?.fault]).toEqual(['2026-01-05', 1, null]);
});

it('sessions that an answer lacks between two others are read once the source has them', async () => {
  const { live, vendor } = await parts();
  const year = sessionsBetween(day('2024-06-03'), day('2025-05-30'));
  const ticker = await tickerWith((chart) => withoutRows(chart, (each) => year.includes(each)));
  await live.ensure([ticker]);
  expect((await stored(ticker)).days).toHaveLength(sessions('2026-01-02').length - year.length);
  await readAt(ticker, at('2026-01-06', 12));
  expect([vendor.asked.length, (await stored(ticker)).days.at(-1)]).toEqual([3, day('2026-01-05')]);
  await sends(ticker, asSent);
  // Not before the next session.
  await readAt(ticker, at('2026-01-06', 13));
  expect([vendor.asked.length, (await stored(ticker)).days.length]).toEqual([
    4,
    sessions('2026-01-05').length - year.length,
  ]);
  await readAt(ticker, at('2026-01-07', 12));
  expect((await stored(ticker)).days).toEqual(sessions('2026-01-06'));
});

it('a session that the newest days lack is asked for in the whole history at once, and again at the next session', async () => {
  const { live, vendor } = await parts();
  const ticker = await tickerWith(asSent);
  await live.ensure([ticker]);
  await sends(ticker, lacking('2026-01-06'));
  await readAt(ticker, at('2026-01-08', 12));
  expect((await stored(ticker)).days.slice(-2).map(isoDate)).toEqual(['2026-01-05', '2026-01-07']);
  expect(vendor.asked.length).toBe(3);
  await sends(ticker, asSent);
  await readAt(ticker, at('2026-01-09', 12));
  // The newest days have it: nothing else is asked for.
  expect([(await stored(ticker)).days, vendor.asked.length]).toEqual([sessions('2026-01-08'), 4]);
});

it('volumes that an answer lacks are read once the source has them', async () => {
  const { live } = await parts();
  const ticker = await tickerWith(
    (chart) => JSON.parse(JSON.stringify(chart).replace(/"volume":\[[^\]]*\]/, '"volume":null')) as object,
  );
  await live.ensure([ticker]);
  expect(new Set((await stored(ticker)).volume)).toEqual(new Set([0]));
  await sends(ticker, asSent);
  await readAt(ticker, at('2026-01-06', 12));
  expect(new Set((await stored(ticker)).volume)).toEqual(new Set([1_000]));
});

it.each([
  ['newly listed', asSent, { firstDay: day('2025-12-29'), meta: { firstTradeDate: at('2025-12-29', 10) / 1000 } }],
  ['halted since October', (chart: object) => withoutRows(chart, (each) => each > day('2025-10-01')), { meta }],
])('a ticker that is %s costs one request a reading', async (_how, cut, more) => {
  const { live, vendor } = await parts();
  const ticker = await tickerWith(asSent);
  await sends(ticker, cut, more);
  await live.ensure([ticker]);
  for (const date of ['2026-01-06', '2026-01-07', '2026-01-08']) await readAt(ticker, at(date, 12));
  const { read } = await stored(ticker);
  expect([vendor.asked.length, read?.fault, read?.notes]).toEqual([4, null, []]);
});
