import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { toDailyColumns } from '../models/daily-bar.js';
import { chartOf, startChartServer, type Behaviour, type ChartServer } from '../yahoo/fixtures/chart-server.js';
import { createYahoo } from '../yahoo/yahoo.js';
import { createEndpoint } from './endpoint.js';
import { createLiveReads, type LiveReads } from './live-reads.js';

const open = embeddedDatabase();
const day = (text: string): number => parseIsoDate(text) ?? 0;
const at = (text: string, hour: number): number => newYorkUtcMs(day(text), hour * 60);
const clock = { nowMs: 0 };
/** Of each request: short only while the source is silent, and nothing would be answered. */
const limit = { totalTimeoutMs: 60_000 };
const logged: string[] = [];
const log = {
  info: () => undefined,
  warn: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
  error: (details: object, message: string) => void logged.push(`error: ${message} ${JSON.stringify(details)}`),
};
let opened: { readonly store: Store; readonly vendor: ChartServer } | undefined;
const closing: (() => Promise<void>)[] = [];
let endpoints = 0;
let tickers = 0;

async function parts(): Promise<{ readonly store: Store; readonly vendor: ChartServer }> {
  opened ??= { store: await open(), vendor: await startChartServer() };
  return opened;
}

/** A process of its own over the shared database: memory, connections and budget are its own. */
async function process({
  waitMs = 60_000,
  keepsSimulated = false,
  renewMs = 20_000,
  onOtherCompany = (_ticker: string): void => undefined,
} = {}): Promise<LiveReads> {
  const { store, vendor } = await parts();
  const outbound = createOutbound({ target: 'operator' });
  const chart = createEndpoint({
    name: `test ${(endpoints += 1)}`,
    baseUrl: vendor.url,
    headers: { 'user-agent': 'test' },
    limits: { perSecond: 1_000, burst: 1_000, mostFailures: 3 },
    outbound: { ...outbound, send: (request) => outbound.send({ ...limit, ...request }) },
    budgets: store.sourceBudgets,
    clock: () => clock.nowMs,
  });
  const live = createLiveReads({
    source: createYahoo(chart),
    store,
    keepsSimulated,
    clock: () => clock.nowMs,
    log,
    waitMs,
    renewMs,
    onOtherCompany,
  });
  closing.push(async () => {
    await live.close();
    outbound.close();
  });
  return live;
}
const fresh = (): string => `T${(tickers += 1)}`;
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};
const seriesOf = async (ticker: string) => (await (await parts()).store.bars.readDaily([ticker])).get(ticker);
const readOf = async (ticker: string) =>
  (await (await parts()).store.sourceReads.bySymbols([ticker], 'daily')).get(ticker);

beforeEach(async () => {
  const { vendor } = await parts();
  Object.assign(vendor, { behaviour: 'answers' satisfies Behaviour, gate: null });
  vendor.asked.length = 0;
  vendor.queries.length = 0;
  vendor.charts.clear();
  logged.length = 0;
  limit.totalTimeoutMs = 60_000;
  clock.nowMs = at('2026-01-05', 12);
});
afterAll(async () => {
  for (const close of closing) await close();
  await opened?.vendor.close();
});

it('an unknown ticker is fetched once for all who ask for it, in one process and in another one', async () => {
  const { vendor } = await parts();
  const [one, other] = [await process(), await process()];
  const ticker = fresh();
  await Promise.all([one.ensure([ticker]), one.ensure([ticker]), other.ensure([ticker]), other.ensure([ticker])]);
  expect(vendor.asked).toEqual([ticker]);
  const series = await seriesOf(ticker);
  expect([series?.source, isoDate(series?.bars.days.at(-1) ?? 0)]).toEqual(['yahoo', '2026-01-02']);
  expect((await (await parts()).store.securities.bySymbols([ticker])).get(ticker)).toMatchObject({
    name: `${ticker} Holdings, Inc.`,
    kind: 'equity',
    exchange: 'NASDAQ',
  });
  expect([one.ageS([ticker]), other.ageS([ticker]), one.ageS(['OTHER'])]).toEqual([0, 0, null]);
  await Promise.all([one.ensure([ticker]), (await process()).ensure([ticker])]);
  expect(vendor.asked).toEqual([ticker]);
});

it('what is due is served as it is and read in the background: only the days since, with a few before', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  await live.ensure([ticker]);
  clock.nowMs = at('2026-01-06', 12);
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => (release = resolve));
  await live.ensure([ticker]);
  // Not waited for: the answer is held back.
  expect(isoDate((await seriesOf(ticker))?.bars.days.at(-1) ?? 0)).toBe('2026-01-02');
  expect([live.ageS([ticker]), live.counts.served.stale]).toEqual([86_400, 1]);
  release();
  await until(async () => isoDate((await seriesOf(ticker))?.bars.days.at(-1) ?? 0) === '2026-01-05');
  await until(() => live.ageS([ticker]) === 0);
  expect(vendor.asked).toEqual([ticker, ticker]);
  expect(Number(vendor.queries[1]?.get('period1'))).toBeGreaterThan(Number(vendor.queries[0]?.get('period1')));
  const before = (await seriesOf(ticker))?.version;
  live.used(ticker);
  expect([vendor.asked.length, (await seriesOf(ticker))?.version]).toEqual([2, before]);
});

it('a response that is used again has what is due read in the background', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  await live.ensure([ticker]);
  live.used(ticker);
  clock.nowMs = at('2026-01-07', 12);
  live.used(ticker);
  await until(() => live.ageS([ticker]) === 0);
  expect(vendor.asked).toEqual([ticker, ticker]);
});

it('a split and a dividend since change all earlier prices in one step', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  await live.ensure([ticker]);
  const before = await seriesOf(ticker);
  const splitDay = day('2026-01-06');
  vendor.charts.set(ticker, (from, to) =>
    chartOf(ticker, from, to, { splits: [[splitDay, 4]], dividends: [[splitDay, 1]] }),
  );
  clock.nowMs = at('2026-01-06', 18);
  const versions = new Set<number | undefined>();
  live.used(ticker);
  await until(async () => {
    const series = await seriesOf(ticker);
    versions.add(series?.version);
    return series?.splits.length === 1;
  });
  const after = await seriesOf(ticker);
  const days = before?.bars.days.length ?? 0;
  expect([...versions]).toEqual([before?.version, after?.version]);
  expect(after?.splits).toEqual([{ day: splitDay, ratio: 4 }]);
  expect(after?.dividends).toEqual([{ day: splitDay, amount: 1 }]);
  expect(Array.from(after?.bars.close.subarray(0, days) ?? [])).toEqual(
    Array.from(before?.bars.close ?? [], (close) => close / 4),
  );
  expect(Array.from(after?.bars.volume.subarray(0, days) ?? [])).toEqual(
    Array.from(before?.bars.volume ?? [], (volume) => volume * 4),
  );
  const paid = 1 - 1 / (100 + (splitDay % 50));
  expect(Array.from(after?.bars.adjClose.subarray(0, days) ?? [])).toEqual(
    Array.from(before?.bars.close ?? [], (close) => (close / 4) * paid),
  );
});

it('a split of the session under way counts with the prices that are adjusted for it, and minute bars before it are gone', async () => {
  const { vendor, store } = await parts();
  const live = await process();
  const [held, fresher] = [fresh(), fresh()];
  const splitDay = day('2026-01-06');
  for (const ticker of [held, fresher]) {
    const split = (from: number, to: number): object =>
      chartOf(ticker, from, to, { splits: [[splitDay, 4]], price: () => 100 });
    vendor.charts.set(ticker, split);
  }
  clock.nowMs = at('2026-01-05', 18);
  await live.ensure([held]);
  const minute = Float64Array.of(100);
  const session = (of: string) => ({
    day: day(of),
    minutes: Int32Array.of(600),
    open: minute,
    high: minute,
    low: minute,
    close: minute,
    volume: minute,
  });
  await store.db
    .transaction()
    .execute((tx) => store.bars.replaceMinutes(tx, held, [session('2026-01-05'), session('2026-01-06')]));
  const seen = async (ticker: string) => {
    const series = await seriesOf(ticker);
    return [isoDate(series?.bars.days.at(-1) ?? 0), series?.bars.close.at(-1), series?.splits];
  };
  expect(await seen(held)).toEqual(['2026-01-05', 100, []]);

  clock.nowMs = at('2026-01-06', 11);
  const now = new Date(clock.nowMs);
  await store.sourceReads.makeDue(store.db, [held], 'daily', now, new Date(clock.nowMs - 24 * 3_600_000));
  expect(await store.sourceReads.heldAndDue('daily', now)).not.toContain(held);
  await store.sourceReads.makeDue(store.db, [held], 'daily', now, now);
  expect(await store.sourceReads.heldAndDue('daily', now)).toContain(held);
  await live.refresh([held]);
  await live.ensure([fresher]);
  for (const ticker of [held, fresher])
    expect(await seen(ticker)).toEqual(['2026-01-05', 25, [{ day: splitDay, ratio: 4 }]]);
  expect((await store.bars.readMinutes([held])).get(held)?.map((each) => isoDate(each.day))).toEqual(['2026-01-06']);

  clock.nowMs = at('2026-01-06', 18);
  await live.refresh([held, fresher]);
  for (const ticker of [held, fresher])
    expect(await seen(ticker)).toEqual(['2026-01-06', 100, [{ day: splitDay, ratio: 4 }]]);
});

it('a split that the prices were adjusted for before it was told is stored once it is', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  const splitDay = day('2026-01-06');
  const told = { splits: [[splitDay, 4] as const], price: () => 100 };
  vendor.charts.set(ticker, (from, to) => {
    const chart = chartOf(ticker, from, to, told) as { chart: { result: { events: object }[] } };
    for (const result of chart.chart.result) result.events = {};
    return chart;
  });
  clock.nowMs = at('2026-01-06', 11);
  await live.ensure([ticker]);
  expect((await seriesOf(ticker))?.splits).toEqual([]);
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, told));
  const { store } = await parts();
  clock.nowMs = at('2026-01-06', 12);
  await store.sourceReads.makeDue(store.db, [ticker], 'daily', new Date(clock.nowMs));
  await live.refresh([ticker]);
  expect((await seriesOf(ticker))?.splits).toEqual([{ day: splitDay, ratio: 4 }]);
});

/** A chart that tells a split by which its prices are not divided yet. */
function undividedChart(
  ticker: string,
  { from, to, split: [splitDay, ratio] }: { from: number; to: number; split: readonly [day: number, ratio: number] },
): object {
  const price = (each: number): number => (each < splitDay ? 100 : 100 / ratio);
  const shape = (chart: object) => chart as { chart: { result: { events: object }[] } };
  const undivided = shape(chartOf(ticker, from, to, { price }));
  const told = shape(chartOf(ticker, from, to, { splits: [[splitDay, ratio]] }));
  for (const [i, result] of undivided.chart.result.entries()) result.events = told.chart.result[i]?.events ?? {};
  return undivided;
}

it.each([4, 1.05, 0.1])(
  'a session with a split of %s for 1 is stored once the prices before it are divided',
  async (ratio) => {
    const { vendor } = await parts();
    const live = await process();
    const [held, fresher] = [fresh(), fresh()];
    const splitDay = day('2026-01-06');
    const split = [splitDay, ratio] as const;
    vendor.charts.set(held, (from, to) => chartOf(held, from, to, { price: () => 100 }));
    clock.nowMs = at('2026-01-05', 18);
    await live.ensure([held]);
    for (const each of [held, fresher])
      vendor.charts.set(each, (from, to) => undividedChart(each, { from, to, split }));
    clock.nowMs = at('2026-01-06', 18);
    await live.refresh([held]);
    await live.ensure([fresher]);
    const seen = async (ticker: string) => {
      const series = await seriesOf(ticker);
      return [isoDate(series?.bars.days.at(-1) ?? 0), series?.bars.close.at(-2), series?.splits];
    };
    for (const each of [held, fresher]) {
      expect(await seen(each)).toEqual(['2026-01-05', 100, []]);
      const read = await readOf(each);
      expect([read?.fault, read?.notes, read?.dueAt.getTime()]).toEqual([
        null,
        [
          `The prices are not adjusted yet for the split of 2026-01-06, ${ratio} for 1: sessions from that day on are stored once they are.`,
        ],
        clock.nowMs + 15 * 60_000,
      ]);
    }

    for (const each of [held, fresher])
      vendor.charts.set(each, (from, to) =>
        chartOf(each, from, to, { splits: [split], price: (given) => (given < splitDay ? 100 : 100 / ratio) }),
      );
    clock.nowMs += 15 * 60_000;
    await live.refresh([held, fresher]);
    for (const each of [held, fresher]) {
      expect(await seen(each)).toEqual(['2026-01-06', 100 / ratio, [{ day: splitDay, ratio }]]);
      expect((await readOf(each))?.notes).toEqual([]);
    }
  },
);

it('a split is held back for five sessions, and prices that are divided after it is stored are taken', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  const splitDay = day('2026-01-06');
  const split = [splitDay, 4] as const;
  const price = (each: number): number => (each < splitDay ? 100 : 25);
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { price: () => 100 }));
  await live.ensure([ticker]);
  vendor.charts.set(ticker, (from, to) => undividedChart(ticker, { from, to, split }));
  const stored = async () => {
    const series = await seriesOf(ticker);
    return [isoDate(series?.bars.days.at(-1) ?? 0), series?.bars.close[0], series?.splits];
  };
  clock.nowMs = at('2026-01-12', 18);
  await live.refresh([ticker]);
  expect(await stored()).toEqual(['2026-01-05', 100, []]);
  clock.nowMs = at('2026-01-13', 18);
  await live.refresh([ticker]);
  expect(await stored()).toEqual(['2026-01-13', 100, [{ day: splitDay, ratio: 4 }]]);

  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { splits: [split], price }));
  clock.nowMs = at('2026-01-14', 18);
  await live.refresh([ticker]);
  expect([(await readOf(ticker))?.fault, await stored()]).toEqual([
    null,
    ['2026-01-14', 25, [{ day: splitDay, ratio: 4 }]],
  ]);

  // Divided once more, which no split explains.
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { splits: [split], price: () => 25 }));
  clock.nowMs = at('2026-01-15', 18);
  await live.refresh([ticker]);
  expect([(await readOf(ticker))?.fault, (await stored())[1]]).toEqual(['unreadable', 25]);
});

it("a vendor's text is one short line where operators see it, whatever it has", async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  const text = `\u001b[2J\u009b31m\u202e${'long '.repeat(100_000)}`;
  vendor.charts.set(ticker, () => ({ chart: { result: null, error: { code: 'Odd', description: text } } }));
  await live.ensure([ticker]);
  expect(live.faultOf(ticker)?.fault).toBe('unreadable');
  const [line = ''] = logged;
  expect([
    line.includes('Yahoo gave no chart'),
    line.length < 1_000,
    /[\p{Cc}\p{Cf}]/u.test(line),
    line.includes('\\u001b'),
  ]).toEqual([true, true, false, false]);
});

it('answers of a shape that the source is not known for count as failures of its endpoint, those of single tickers do not', async () => {
  const { vendor } = await parts();
  const live = await process();
  const [odd, other, gone, last] = [
    Array.from({ length: 4 }, fresh),
    Array.from({ length: 4 }, fresh),
    Array.from({ length: 4 }, fresh),
    fresh(),
  ];
  for (const ticker of other) vendor.charts.set(ticker, (from, to) => chartOf('OTHER', from, to));
  for (const ticker of gone)
    vendor.charts.set(ticker, () => ({
      chart: {
        result: null,
        error: { code: 'Bad Request', description: "Data doesn't exist for startDate = 1, endDate = 2" },
      },
    }));
  for (const ticker of [...other, ...gone]) await live.ensure([ticker]);
  expect(vendor.asked).toEqual([...other, ...gone]);
  for (const ticker of odd) vendor.charts.set(ticker, () => ({ chart: { rows: [] } }));
  for (const ticker of odd) await live.ensure([ticker]);
  await live.ensure([last]);
  expect(vendor.asked.slice(8)).toEqual(odd.slice(0, 3));
  expect([
    (await readOf(odd[0] ?? ''))?.fault,
    (await readOf(odd[3] ?? ''))?.fault,
    (await readOf(last))?.fault,
  ]).toEqual(['unreadable', 'paused', 'paused']);
});

it('a reading that takes longer than its claim stays one reading, whose claim is renewed', async () => {
  const { vendor } = await parts();
  const [one, other] = [await process({ renewMs: 5 }), await process()];
  const ticker = fresh();
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => (release = resolve));
  const reading = one.ensure([ticker]);
  await until(() => vendor.asked.length === 1);
  for (let step = 1; step <= 3; step += 1) {
    clock.nowMs += 50_000;
    await until(async () => ((await readOf(ticker))?.claimedUntil?.getTime() ?? 0) === clock.nowMs + 60_000);
  }
  const joined = other.ensure([ticker]);
  await until(() => other.faultOf(ticker) !== null);
  release();
  await Promise.all([reading, joined]);
  expect([vendor.asked, (await seriesOf(ticker))?.source, (await readOf(ticker))?.claimedUntil]).toEqual([
    [ticker],
    'yahoo',
    null,
  ]);
});

it('a reading that another process has taken over stores nothing, and does not end the claim of that one', async () => {
  const { vendor } = await parts();
  const [lost, other, third] = [await process(), await process(), await process()];
  const ticker = fresh();
  const releases: (() => void)[] = [];
  const hold = (): void => void (vendor.gate = new Promise((resolve) => releases.push(resolve)));
  hold();
  const late = lost.ensure([ticker]);
  await until(() => vendor.asked.length === 1);
  clock.nowMs += 61_000;
  hold();
  const reading = other.ensure([ticker]);
  await until(() => vendor.asked.length === 2);
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { price: () => 66 }));
  releases[0]?.();
  await late;
  // The other one still reads it: it is not read a third time.
  expect([await seriesOf(ticker), lost.counts.readings.get('taken_over')]).toEqual([undefined, 1]);
  const waiting = third.ensure([ticker]);
  await until(() => third.faultOf(ticker) !== null);
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { price: () => 77 }));
  releases[1]?.();
  await Promise.all([reading, waiting]);
  expect([vendor.asked.length, (await seriesOf(ticker))?.bars.close.at(-1)]).toEqual([2, 77]);
});

it('a ticker that a process was reading when it died is read by the next one once the claim has run out', async () => {
  const { vendor, store } = await parts();
  const live = await process({ waitMs: 20 });
  const ticker = fresh();
  const now = new Date(clock.nowMs);
  await store.sourceReads.claim({
    symbol: ticker,
    kind: 'daily',
    source: 'yahoo',
    now,
    until: new Date(clock.nowMs + 60_000),
  });
  await live.ensure([ticker]);
  expect([vendor.asked, live.faultOf(ticker)]).toEqual([[], { fault: 'timeout', retryAfterS: 60 }]);
  clock.nowMs += 60_000;
  await until(() => live.faultOf(ticker) === null);
  expect([vendor.asked, (await seriesOf(ticker))?.source]).toEqual([[ticker], 'yahoo']);
});

/** Sessions of a chart, by their places. */
function cutChart(chart: object, keep: (index: number, count: number) => boolean): object {
  const {
    chart: {
      result: [result],
    },
  } = chart as {
    chart: {
      result: {
        timestamp: number[];
        indicators: { quote: Record<string, number[]>[]; adjclose: Record<string, number[]>[] };
      }[];
    };
  };
  const count = result?.timestamp.length ?? 0;
  const cut = <Value>(values: readonly Value[]): Value[] => values.filter((_, index) => keep(index, count));
  if (result !== undefined) result.timestamp = cut(result.timestamp);
  for (const columns of [result?.indicators.quote[0], result?.indicators.adjclose[0]])
    for (const name of Object.keys(columns ?? {})) if (columns !== undefined) columns[name] = cut(columns[name] ?? []);
  return chart;
}

type Sent = Parameters<ChartServer['charts']['set']>[1];
const WRONG: readonly (readonly [string, (ticker: string) => Sent, RegExp])[] = [
  [
    'the last four sessions at twice the prices',
    (ticker) => (from, to) =>
      cutChart(chartOf(ticker, from, to, { price: (each) => 200 + (each % 50) }), (i, count) => i >= count - 4),
    /it begins later/,
  ],
  [
    'all sessions at twice the prices',
    (ticker) => (from, to) => chartOf(ticker, from, to, { price: (each) => 2 * (100 + (each % 50)) }),
    /no split that it tells explains the closes of \d+ sessions/,
  ],
  [
    'every second session',
    (ticker) => (from, to) => cutChart(chartOf(ticker, from, to), (i) => i % 2 === 0),
    /are not in it/,
  ],
  [
    'no session of the last year',
    (ticker) => (from, to) => cutChart(chartOf(ticker, from, to), (i, count) => i < Math.max(1, count - 250)),
    /it ends before 2026-01-02/,
  ],
  [
    'adjusted closes of half, without a dividend',
    (ticker) => (from, to) =>
      JSON.parse(
        JSON.stringify(chartOf(ticker, from, to)).replace(
          /"adjclose":\[([\d.,]+)\]/,
          (_, values: string) =>
            `"adjclose":[${values
              .split(',')
              .map((value) => Number(value) / 2)
              .join(',')}]`,
        ),
      ) as object,
    /no dividend that it tells explains the adjusted closes/,
  ],
];

it.each(WRONG)('a history is not lost to an answer with %s', async (_what, sent, reason) => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  await live.ensure([ticker]);
  const before = await seriesOf(ticker);
  vendor.charts.set(ticker, sent(ticker));
  clock.nowMs = at('2026-01-06', 12);
  await live.refresh([ticker]);
  expect(await seriesOf(ticker)).toEqual(before);
  const read = await readOf(ticker);
  expect([read?.fault, read?.failures, read?.dueAt.getTime(), read?.notes]).toEqual([
    'unreadable',
    1,
    clock.nowMs + 30_000,
    [expect.stringMatching(reason)],
  ]);
  expect(logged).toEqual([expect.stringMatching(/^a live source gave no data/)]);
  vendor.charts.delete(ticker);
  clock.nowMs += 30_000;
  await live.refresh([ticker]);
  expect([(await readOf(ticker))?.fault, isoDate((await seriesOf(ticker))?.bars.days.at(-1) ?? 0)]).toEqual([
    null,
    '2026-01-05',
  ]);
});

it('a close that the source has corrected replaces the one before', async () => {
  const { vendor } = await parts();
  const live = await process();
  const [ticker, corrected] = [fresh(), day('2025-12-31')];
  await live.ensure([ticker]);
  vendor.charts.set(ticker, (from, to) =>
    chartOf(ticker, from, to, { price: (each) => (each === corrected ? 130 : 100 + (each % 50)) }),
  );
  clock.nowMs = at('2026-01-06', 12);
  await live.refresh([ticker]);
  const series = await seriesOf(ticker);
  expect([(await readOf(ticker))?.fault, series?.bars.close[series.bars.days.indexOf(corrected)]]).toEqual([null, 130]);
});

it('a name and an exchange of the source follow it with a note, those that an operator set stay', async () => {
  const { vendor, store } = await parts();
  const live = await process();
  const [ticker, own] = [fresh(), fresh()];
  for (const each of [ticker, own]) await live.ensure([each]);
  const listing = async (each: string) => {
    const security = (await store.securities.bySymbols([each])).get(each);
    return [security?.name, security?.exchange];
  };
  await store.db
    .transaction()
    .execute((tx) =>
      store.securities.upsert(tx, [
        { symbol: own, name: 'Own Words', kind: 'equity', exchange: 'OTC', currency: 'USD', source: 'yahoo' },
      ]),
    );
  const meta = { longName: 'New Robotics, Inc.', fullExchangeName: 'NYSE' };
  for (const each of [ticker, own]) vendor.charts.set(each, (from, to) => chartOf(each, from, to, { meta }));
  clock.nowMs = at('2026-01-06', 18);
  await live.refresh([ticker, own]);
  expect(await listing(ticker)).toEqual(['New Robotics, Inc.', 'NYSE']);
  expect((await readOf(ticker))?.notes).toEqual([
    `${ticker} is called New Robotics, Inc. since 2026-01-06, and was ${ticker} Holdings, Inc. before.`,
    `${ticker} is listed at NYSE since 2026-01-06, and was at NASDAQ before.`,
  ]);
  expect([await listing(own), (await readOf(own))?.notes]).toEqual([['Own Words', 'OTC'], []]);

  // An answer without a name and an exchange leaves both as they are.
  const nameless = { longName: null, shortName: null, fullExchangeName: null, exchangeName: null };
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { meta: nameless }));
  clock.nowMs = at('2026-01-07', 18);
  await live.refresh([ticker]);
  expect(await listing(ticker)).toEqual(['New Robotics, Inc.', 'NYSE']);
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { meta: { longName: 'Newer Inc.' } }));
  clock.nowMs = at('2026-01-08', 18);
  await live.refresh([ticker]);
  expect(await listing(ticker)).toEqual(['Newer Inc.', 'NASDAQ']);
});

it("a ticker that has become another company's has that one's history and name, and what was known of the one before is gone", async () => {
  const { vendor, store } = await parts();
  const live = await process();
  const [ticker, short] = [fresh(), fresh()];
  const firstDay = day('2026-01-05');
  for (const each of [ticker, short]) await live.ensure([each]);
  const meta = (firstTradeDay: number) => ({
    firstTradeDate: newYorkUtcMs(firstTradeDay, 570) / 1000,
    longName: 'Pebble Optics Inc.',
    instrumentType: 'ETF',
    fullExchangeName: 'NYSE',
  });
  vendor.charts.set(ticker, (from, to) =>
    chartOf(ticker, from, to, { firstDay, meta: meta(firstDay), price: () => 20 }),
  );
  // The first trade is long ago: an answer that is cut, whatever the name.
  vendor.charts.set(short, (from, to) =>
    chartOf(short, from, to, { firstDay, meta: meta(day('2020-01-02')), price: () => 20 }),
  );
  clock.nowMs = at('2026-01-08', 12);
  await live.refresh([ticker, short]);
  expect((await readOf(short))?.fault).toBe('unreadable');
  const series = await seriesOf(ticker);
  expect([series?.bars.days[0], series?.bars.close[0]]).toEqual([firstDay, 20]);
  expect((await store.securities.bySymbols([ticker])).get(ticker)).toMatchObject({
    name: 'Pebble Optics Inc.',
    kind: 'etf',
    exchange: 'NYSE',
  });
  expect((await readOf(ticker))?.notes).toEqual([
    `${ticker} is Pebble Optics Inc. since 2026-01-05: the history of ${ticker} Holdings, Inc., which ended on 2026-01-02, was replaced.`,
  ]);
});

it("what a source gave of the company before ends with it, in one transaction, and is read anew; an operator's imports stay", async () => {
  const { vendor, store } = await parts();
  const told: string[] = [];
  const live = await process({ onOtherCompany: (each) => void told.push(each) });
  const [ticker, imported] = [fresh(), fresh()];
  const both = [ticker, imported];
  for (const each of both) await live.ensure([each]);
  const knownAt = new Date(clock.nowMs);
  const sourceOf = (each: string): string => (each === imported ? 'files' : 'yahoo');
  await store.db.transaction().execute(async (tx) => {
    for (const each of both) {
      const source = sourceOf(each);
      await store.ratingActions.save(tx, [
        {
          ticker: each,
          day: day('2026-01-02'),
          firm: 'Slate',
          action: 'upgrade',
          fromGrade: null,
          fromStance: null,
          toGrade: 'Buy',
          toStance: 'buy_like',
          priceTarget: null,
          source,
        },
      ]);
      await store.optionQuotes.save(tx, [
        {
          ticker: each,
          day: day('2026-01-02'),
          minute: null,
          expiry: day('2026-01-16'),
          strike: 100,
          optionType: 'call',
          bid: 1,
          ask: 2,
          bidSize: null,
          askSize: null,
          last: null,
          volume: null,
          openInterest: null,
          impliedVolatility: null,
          underlyingPrice: 100,
          source,
        },
      ]);
      await store.optionReadings.save(tx, [
        {
          ticker: each,
          day: day('2026-01-02'),
          source,
          volatilitySpread: 0.1,
          pairs: 1,
          isWeighted: false,
          volatilitySmirk: null,
          missing: null,
        },
      ]);
      await store.streetOutlooks.saveChange(tx, {
        ticker: each,
        source,
        knownAt,
        earningsFirstDay: day('2026-01-30'),
        earningsLastDay: day('2026-01-30'),
        isDateEstimate: true,
        exDividendDay: null,
        dividendDay: null,
        epsAverage: 1,
        epsLow: 1,
        epsHigh: 1,
        revenueAverage: null,
        revenueLow: null,
        revenueHigh: null,
        quarters: [],
      });
      const column = Float64Array.of(100);
      const session = {
        minutes: Int32Array.of(600),
        open: column,
        high: column,
        low: column,
        close: column,
        volume: column,
      };
      await store.bars.replaceMinutes(tx, each, [{ day: day('2026-01-02'), ...session }]);
    }
    const until = new Date(clock.nowMs + 60_000);
    for (const kind of ['ratings', 'fundamentals'] as const) {
      const row = {
        symbol: ticker,
        kind,
        source: 'yahoo',
        fetchedAt: knownAt,
        dueAt: until,
        failures: 0,
        fault: null,
        notes: [],
        claimedUntil: null,
      };
      await tx.insertInto('source_reads').values(row).execute();
    }
  });
  const firstDay = day('2026-01-05');
  const meta = { firstTradeDate: newYorkUtcMs(firstDay, 570) / 1000, longName: 'Pebble Optics Inc.' };
  for (const each of both)
    vendor.charts.set(each, (from, to) => chartOf(each, from, to, { firstDay, meta, price: () => 20 }));
  clock.nowMs = at('2026-01-08', 12);
  await live.refresh(both);
  const rowsOf = async (each: string) => [
    (await store.ratingActions.byTickers([each])).size,
    (await store.optionQuotes.chains([{ ticker: each, after: 0 }])).size,
    (await store.optionReadings.byTickers([each])).size,
    (await store.streetOutlooks.byTickers([each])).size,
    (await store.bars.loadMinutes([each], 5)).get(each)?.length ?? 0,
  ];
  expect([await rowsOf(ticker), await rowsOf(imported)]).toEqual([
    [0, 0, 0, 0, 0],
    [1, 1, 1, 1, 0],
  ]);
  const readings = (await store.sourceReads.ofSymbols([ticker])).get(ticker) ?? [];
  expect(readings.map(({ kind, dueAt }) => [kind, dueAt.getTime() <= clock.nowMs])).toEqual([
    ['daily', false],
    ['fundamentals', true],
  ]);
  expect(await store.composites.starts(both)).toEqual(new Map(both.map((each) => [each, clock.nowMs])));
  expect(told.sort()).toEqual(both.sort());
});

it('a history that the source has really shortened is refused until an operator accepts it, with a note of what it replaced', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  await live.ensure([ticker]);
  const firstDay = day('2024-01-02');
  // A split has changed every price, and the history begins two years later than before.
  vendor.charts.set(ticker, (from, to) =>
    chartOf(ticker, from, to, { firstDay, price: (each) => (100 + (each % 50)) / 3 }),
  );
  clock.nowMs = at('2026-01-06', 12);
  await live.refresh([ticker]);
  expect([(await readOf(ticker))?.fault, isoDate((await seriesOf(ticker))?.bars.days[0] ?? 0)]).toEqual([
    'unreadable',
    '2022-01-10',
  ]);
  // At once, although the next reading after the failure is due later.
  expect(await live.accept(ticker, { isOtherCompany: false })).toBe('stored');
  const series = await seriesOf(ticker);
  expect([isoDate(series?.bars.days[0] ?? 0), isoDate(series?.bars.days.at(-1) ?? 0)]).toEqual([
    '2024-01-02',
    '2026-01-05',
  ]);
  const read = await readOf(ticker);
  expect([read?.fault, read?.failures, read?.notes]).toEqual([
    null,
    0,
    [
      expect.stringMatching(
        /^An operator accepted on 2026-01-06 a history of 504 sessions from 2024-01-02 to 2026-01-05 in place of \d+ sessions from 2022-01-10 to 2026-01-02\. The whole history of T\d+ was not taken for the stored one: .* it begins later\.$/,
      ),
    ],
  ]);
  clock.nowMs = at('2026-01-07', 12);
  await live.refresh([ticker]);
  expect((await readOf(ticker))?.fault).toBeNull();
});

it('what an operator accepts is read like any other: a source without an answer changes nothing, and a reading under way is left alone', async () => {
  const { vendor, store } = await parts();
  const live = await process();
  const ticker = fresh();
  await live.ensure([ticker]);
  const before = await seriesOf(ticker);
  vendor.behaviour = 'error';
  expect(await live.accept(ticker, { isOtherCompany: false })).toBe('http_status');
  expect((await seriesOf(ticker))?.version).toBe(before?.version);
  clock.nowMs += 3_600_000;
  await store.sourceReads.claim({
    symbol: ticker,
    kind: 'daily',
    source: 'yahoo',
    now: new Date(clock.nowMs),
    until: new Date(clock.nowMs + 60_000),
  });
  expect(await live.accept(ticker, { isOtherCompany: false })).toBeNull();
});

it('a ticker that the source cannot have leaves no row, and those that it did not have leave none once they are due', async () => {
  const { vendor, store } = await parts();
  const live = await process();
  const [gone, held] = [`NO${fresh()}`, fresh()];
  await live.ensure(['TWX.1', 'A.B.C', gone, held]);
  expect([await readOf('TWX.1'), await readOf('A.B.C'), (await readOf(gone))?.fault, vendor.asked]).toEqual([
    undefined,
    undefined,
    'unknown_ticker',
    [gone, held],
  ]);
  expect([live.faultOf('TWX.1'), live.counts.served.waited]).toEqual([null, 2]);
  await store.sourceReads.removeForgotten(new Date(clock.nowMs));
  expect((await readOf(gone))?.fault).toBe('unknown_ticker');
  clock.nowMs += 86_400_000;
  await store.sourceReads.removeForgotten(new Date(clock.nowMs));
  expect([await readOf(gone), (await readOf(held))?.fault]).toEqual([undefined, null]);
});

it('a ticker that the source does not have is not asked for again for a day, also by another process', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = `NO${fresh()}`;
  await live.ensure([ticker]);
  await live.ensure([ticker]);
  await (await process()).ensure([ticker]);
  expect(vendor.asked).toEqual([ticker]);
  expect([live.faultOf(ticker), await seriesOf(ticker)]).toEqual([null, undefined]);
  clock.nowMs += 86_400_000;
  await live.ensure([ticker]);
  expect(vendor.asked).toEqual([ticker, ticker]);
});

const FAILURES: readonly (readonly [Behaviour, string])[] = [
  ['too_many', 'rate_limited'],
  ['too_many_with_wait', 'rate_limited'],
  ['forbidden', 'refused'],
  ['error', 'http_status'],
  ['silent', 'timeout'],
  ['cut', 'unreachable'],
  ['broken_gzip', 'unreadable'],
  ['garbage', 'unreadable'],
  ['page', 'unreadable'],
  ['months', 'unreadable'],
];

it.each(FAILURES)(
  'a source that answers with %s leaves the last good data, and is tried again later',
  async (behaviour, fault) => {
    const { vendor } = await parts();
    const live = await process();
    const [held, wanted] = [fresh(), fresh()];
    await live.ensure([held]);
    const before = await seriesOf(held);
    clock.nowMs = at('2026-01-06', 12);
    vendor.behaviour = behaviour;
    if (behaviour === 'silent') limit.totalTimeoutMs = 500;
    await live.ensure([held]);
    await until(async () => (await readOf(held))?.fault === fault);
    expect(await seriesOf(held)).toEqual(before);
    expect(live.ageS([held])).toBe(86_400);
    await live.ensure([wanted]);
    expect([(await readOf(wanted))?.fault, (await readOf(wanted))?.fetchedAt]).toEqual([
      fault === 'rate_limited' ? 'paused' : fault,
      null,
    ]);
    expect(live.faultOf(wanted)).toEqual({
      fault: fault === 'rate_limited' ? 'paused' : fault,
      retryAfterS: behaviour === 'too_many_with_wait' ? 120 : 30,
    });
    vendor.behaviour = 'gzip';
    limit.totalTimeoutMs = 60_000;
    clock.nowMs += 121_000;
    await live.ensure([held, wanted]);
    expect((await seriesOf(wanted))?.source).toBe('yahoo');
    await until(async () => (await seriesOf(held))?.bars.days.at(-1) === day('2026-01-05'));
  },
);

it('an endpoint that fails three times in a row is left alone, then tried with one request', async () => {
  const { vendor } = await parts();
  const live = await process();
  const names = Array.from({ length: 6 }, fresh);
  vendor.behaviour = 'error';
  for (const ticker of names) await live.ensure([ticker]);
  expect(vendor.asked).toEqual(names.slice(0, 3));
  expect((await readOf(names[5] ?? ''))?.fault).toBe('paused');
  clock.nowMs += 31_000;
  vendor.behaviour = 'answers';
  await live.ensure([names[5] ?? '']);
  expect(vendor.asked.slice(3)).toEqual([names[5]]);
  await live.ensure(names);
  expect(new Set(vendor.asked)).toEqual(new Set(names));
});

it('a request waits no longer than it may, and what comes later is there for the next one', async () => {
  const { vendor } = await parts();
  const live = await process({ waitMs: 20 });
  const ticker = fresh();
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => (release = resolve));
  await live.ensure([ticker]);
  expect([await seriesOf(ticker), live.faultOf(ticker)]).toEqual([undefined, { fault: 'timeout', retryAfterS: 2 }]);
  release();
  await until(async () => (await seriesOf(ticker)) !== undefined);
  await until(() => live.faultOf(ticker) === null);
});

it('what no request waits for any longer is not read once its turn comes, and asked for by the next one', async () => {
  const { vendor } = await parts();
  const live = await process({ waitMs: 20 });
  const [first, queued] = [Array.from({ length: 8 }, fresh), fresh()];
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => (release = resolve));
  const reading = live.ensure(first);
  await until(() => vendor.asked.length === first.length);
  await Promise.all([reading, live.ensure([queued])]);
  clock.nowMs += 1_000;
  release();
  await until(() => live.faultOf(queued)?.fault === 'busy' && first.every((ticker) => live.faultOf(ticker) === null));
  expect(vendor.asked).toEqual(expect.arrayContaining(first));
  expect([vendor.asked.includes(queued), live.faultOf(queued)]).toEqual([false, { fault: 'busy', retryAfterS: 1 }]);
  vendor.gate = null;
  await live.ensure([queued]);
  await until(async () => (await seriesOf(queued)) !== undefined);
});

it('a caller that asks for 2,000 unknown tickers delays nobody else, and what is too much is told to it alone', async () => {
  const { vendor } = await parts();
  const live = await process();
  const [flood, wanted, common] = [Array.from({ length: 2_000 }, fresh), fresh(), 'FLOODLAST'];
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => (release = resolve));
  const flooded = live.ensure([...flood.slice(0, 107), common, ...flood.slice(107)], 'A');
  await until(() => vendor.asked.length === 8);
  const answered = live.ensure([wanted, common], 'B');
  await until(() => live.faultOf(wanted) !== null);
  release();
  await answered;
  expect([(await seriesOf(wanted))?.source, (await seriesOf(common))?.source]).toEqual(['yahoo', 'yahoo']);
  expect([vendor.asked.indexOf(wanted), vendor.asked.indexOf(common)].every((at) => at >= 8 && at < 16)).toBe(true);
  await flooded;
  // 8 were asked for at once, 100 waited.
  expect([vendor.asked.length, live.counts.served.crowded]).toEqual([8 + 100 + 1, 2_000 + 1 - 108]);
  expect([live.faultOf(flood[0] ?? ''), live.faultOf(flood[1_999] ?? '')]).toEqual([
    null,
    { fault: 'crowded', retryAfterS: 60 },
  ]);
  vendor.gate = null;
  await live.ensure([flood[1_999] ?? ''], 'A');
  expect(live.faultOf(flood[1_999] ?? '')).toBeNull();
});

it('an answer for another symbol is not stored as the one that was asked for', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  vendor.charts.set(ticker, (from, to) => chartOf('OTHER', from, to));
  await live.ensure([ticker]);
  expect([await seriesOf(ticker), live.faultOf(ticker)?.fault]).toEqual([undefined, 'unreadable']);
});

it('imported prices are left alone; invented ones are replaced unless they are asked for', async () => {
  const { store, vendor } = await parts();
  const bar = { day: day('2025-12-31'), open: 5, high: 5, low: 5, close: 5, adjClose: 5, volume: 1 };
  const [imported, invented, kept] = [fresh(), fresh(), fresh()];
  await store.db.transaction().execute(async (tx) => {
    await store.bars.replace(tx, imported, toDailyColumns([bar]), 'files');
    for (const ticker of [invented, kept]) await store.bars.replace(tx, ticker, toDailyColumns([bar]), 'simulated');
  });
  await (await process({ keepsSimulated: true })).ensure([imported, kept]);
  expect(vendor.asked).toEqual([]);
  await (await process()).ensure([imported, invented]);
  expect(vendor.asked).toEqual([invented]);
  expect([
    (await seriesOf(imported))?.source,
    (await seriesOf(invented))?.source,
    (await seriesOf(kept))?.source,
  ]).toEqual(['files', 'yahoo', 'simulated']);
});

it('a price that falls by 30% and rises by 49% the next session is stored with a note, and told to the operator', async () => {
  const { vendor } = await parts();
  const live = await process();
  const ticker = fresh();
  const wrong = day('2025-11-04');
  vendor.charts.set(ticker, (from, to) => chartOf(ticker, from, to, { price: (each) => (each === wrong ? 70 : 100) }));
  await live.ensure([ticker]);
  expect((await readOf(ticker))?.notes).toEqual(['2025-11-04 moved by -30.0%, undone on 2025-11-05.']);
  expect(logged.filter((line) => line.startsWith('a live source sent doubtful prices'))).toHaveLength(1);
});

it('a budget is of all processes together', async () => {
  const { store } = await parts();
  const limits = { perSecond: 2, burst: 3, mostFailures: 3 };
  const takes = async (nowMs: number, count: number) =>
    (
      await Promise.all(
        Array.from({ length: count }, () => store.sourceBudgets.take('shared', limits, new Date(nowMs))),
      )
    ).filter(({ kind }) => kind === 'granted').length;
  expect(await takes(clock.nowMs, 10)).toBe(3);
  expect(await takes(clock.nowMs + 1_000, 10)).toBe(2);
  expect(await takes(clock.nowMs + 100_000, 10)).toBe(3);
});

it('a source that does not answer is named with its reason', async () => {
  const { vendor } = await parts();
  vendor.behaviour = 'error';
  expect([...(await (await process()).silent())]).toEqual([
    ['yahoo', expect.stringMatching(/^127\.0\.0\.1:\d+ answered with status 500\.$/)],
  ]);
  vendor.behaviour = 'answers';
  expect([...(await (await process()).silent())]).toEqual([]);
});
