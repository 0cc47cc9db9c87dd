import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../bin/config.js';
import { SCRIPTS } from '../../bin/commands/run-script.js';
import { runCommand } from '../../bin/commands/run-command.js';
import { openLiveSources, saySilentSources } from '../../bin/live-sources.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { recordOther } from '../../sources/live/close-disagreements.js';
import { minuteChartOf, startChartServer } from '../../sources/yahoo/fixtures/chart-server.js';
import { call, read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const vendor = await startChartServer();
afterAll(() => vendor.close());
const server = await serverForFile({ SVC_SOURCE: 'yahoo', SVC_SOURCE_URLS: `yahoo=${vendor.url}/` });
const { runtime } = server;
const ask = async (path: string) => server.call(path, { key: (await server.newKey('pro')).key });
const at = (date: string, hour: number): number => newYorkUtcMs(parseIsoDate(date) ?? 0, hour * 60);
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};

beforeEach(() => {
  vendor.behaviour = 'answers';
  vendor.asked.length = 0;
});

// Two minutes of the session, whose daily close is 105, and one after the close.
const minute = (hour: number, plus: number): number => at('2026-01-02', hour) + plus * 60_000;
vendor.minutes.set(
  'ZYXW',
  minuteChartOf('ZYXW', [
    [minute(10, 0), 104, 5],
    [minute(15, 59), 105, 7],
    [minute(17, 5), 106, 0],
  ]),
);

it('a ticker that nobody has stored is served from the source over REST and GraphQL, with its source and age', async () => {
  const answer = await ask('/api/v1/gap-stats?ticker=ZYXW');
  expect([answer.status, answer.headers['x-data-source'], answer.headers['x-data-age']]).toEqual([200, 'yahoo', '0']);
  const { key } = await server.newKey('pro');
  const query =
    '{ security(ticker: "ZYXW") { name kind exchange lastSession quote { last afterHours } bars(last: 1) { close } } }';
  const graph = await server.graphql(key, query);
  expect(read(graph, 'data', 'security')).toMatchObject({
    name: 'ZYXW Holdings, Inc.',
    kind: 'EQUITY',
    exchange: 'NASDAQ',
    lastSession: '2026-01-02',
    quote: { afterHours: 106 },
  });
  expect([graph.headers['x-data-source'], graph.headers['x-data-age']]).toEqual(['yahoo', '0']);
  expect(vendor.asked).toEqual(['ZYXW']);
});

it('a cached response tells the age of its data, and has it read again in the background once it is due', async () => {
  await ask('/api/v1/gap-stats?ticker=ZYXW');
  server.clock.nowMs = at('2026-01-05', 15);
  vendor.asked.length = 0;
  const cached = await ask('/api/v1/gap-stats?ticker=ZYXW');
  expect([cached.status, Number(cached.headers['x-data-age']) > 200_000, vendor.asked]).toEqual([200, true, []]);
  server.clock.nowMs = at('2026-01-05', 17);
  vendor.behaviour = 'error';
  const stale = await ask('/api/v1/gap-stats?ticker=ZYXW');
  expect([stale.status, stale.text]).toEqual([200, cached.text]);
  await until(
    async () => (await runtime.store.sourceReads.bySymbols(['ZYXW'], 'daily')).get('ZYXW')?.fault === 'http_status',
  );
  const failing = await ask('/api/v1/gap-stats?ticker=ZYXW');
  expect([failing.status, failing.text, Number(failing.headers['x-data-age']) > 200_000]).toEqual([
    200,
    cached.text,
    true,
  ]);
  vendor.behaviour = 'answers';
  server.clock.nowMs += 31_000;
  await until(async () => (await ask('/api/v1/gap-stats?ticker=ZYXW')).headers['x-data-age'] === '0');
  const { key } = await server.newKey('pro');
  expect(
    read(await server.graphql(key, '{ security(ticker: "ZYXW") { lastSession } }'), 'data', 'security', 'lastSession'),
  ).toBe('2026-01-05');
});

it('a ticker that the source does not have is 404, one that it did not give is 503 with a wait, and neither is 500', async () => {
  expect(read(await ask('/api/v1/gap-stats?ticker=NOSUCH'), 'error')).toBe('ticker_not_found');
  vendor.behaviour = 'page';
  const failed = await ask('/api/v1/gap-stats?ticker=WXYZ');
  expect([failed.status, Number(failed.headers['retry-after'])]).toEqual([503, 30]);
  expect(failed.text).toContain(
    'WXYZ is not stored, and its source failed: the answer is not what the source is known to send; retry after Retry-After seconds.',
  );
  vendor.behaviour = 'gzip';
  server.clock.nowMs += 31_000;
  expect((await ask('/api/v1/gap-stats?ticker=WXYZ')).status).toBe(200);
});

it('one account that asks for many unknown tickers delays no other one, and is told what is too much', async () => {
  const [flooding, other] = [(await server.newKey('institutional')).key, (await server.newKey('pro')).key];
  const names = Array.from(
    { length: 120 },
    (_, i) => `FL${String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))}`,
  );
  let release = (): void => undefined;
  vendor.gate = new Promise((resolve) => (release = resolve));
  const list = (tickers: readonly string[]): string =>
    `securitiesByTicker(tickers: ${JSON.stringify(tickers)}) { ticker }`;
  const flood = server.graphql(flooding, `{ one: ${list(names.slice(0, 60))} two: ${list(names.slice(60))} }`);
  await until(() => vendor.asked.length === 8);
  const answered = server.call('/api/v1/gap-stats?ticker=ZZB', { key: other });
  await until(() => runtime.live?.faultOf('ZZB') !== null);
  release();
  expect((await answered).status).toBe(200);
  expect(vendor.asked.indexOf('ZZB')).toBeLessThan(8 + 2);
  // No request waits for the others any longer, and the budget is whole again.
  server.clock.nowMs += 60_000;
  const codes = (
    read(await flood, 'errors') as { message: string; extensions: { code: string; retry_after_s: number } }[]
  ).filter(({ extensions }) => extensions.code === 'RATE_LIMITED');
  // 8 are asked for at once, and 100 wait.
  expect([codes.length, codes[0]?.extensions.retry_after_s]).toEqual([12, 5]);
  expect(codes[0]?.message).toMatch(
    /^FL\w\w is not stored, and too many such tickers of this account wait .* ask for fewer at a time/,
  );
  vendor.gate = null;
});

it('invented prices are replaced by real ones, whose benchmark is read as well', async () => {
  const answer = await ask('/api/v1/dca?ticker=AAPL&monthly=100&years=2');
  // Some of the flood above may still be read.
  const asked = vendor.asked.filter((ticker) => !ticker.startsWith('FL')).sort();
  expect([answer.status, answer.headers['x-data-source'], asked]).toEqual([200, 'yahoo', ['AAPL', 'SPY']]);
});

it('operators see where data is from, how sources answer, and what was served without waiting', async () => {
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
    progress: () => undefined,
  };
  const admin = (...argv: string[]): Promise<number> =>
    runCommand('admin', SCRIPTS['admin'] ?? {}, argv, runtime, output);
  await ask('/api/v1/gap-stats?ticker=ZYXW');
  expect(await admin('data', 'status', 'zyxw')).toBe(0);
  expect(lines.join('\n')).toMatch(
    /^ZYXW {2}equity {2}ZYXW Holdings, Inc\.\n\d+ daily bars from 2022-01-\d\d to 2026-01-05, 0 splits, 0 dividends; source yahoo, version \d+\ndaily: read from yahoo: 2026-01-05T22:\S+Z; due 2026-01-06T21:20:00\.000Z\nminutes: read from yahoo: 2026-01-\S+Z; due 2026-01-\S+Z$/,
  );
  lines.length = 0;
  await admin('data', 'status', 'ZYXW', '--json');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ticker: 'ZYXW',
    daily: { source: 'yahoo' },
    readings: [
      { kind: 'daily', source: 'yahoo', fault: null },
      { kind: 'minutes', source: 'yahoo', fault: null },
    ],
  });
  expect(await admin('data', 'status', 'NEVER')).toBe(1);
  lines.length = 0;
  await admin('data', 'sources');
  expect(lines).toEqual([expect.stringMatching(/^yahoo chart {2}answered 2026-01-05T22:/)]);
  lines.length = 0;
  // Sectors of new tickers would be read, for which this vendor gives no crumb.
  await runtime.store.db.updateTable('securities').set({ sector: 'Energy' }).where('sector', 'is', null).execute();
  expect([await admin('data', 'refresh'), lines]).toEqual([0, ['Nothing is due.']]);
  const { text } = await call(server.url, '/metrics');
  expect(text).toMatch(/^marketgraph_source_refresh_left\{kind="daily",names="others"\} 0$/m);
  expect(text).toMatch(/^marketgraph_source_served_total\{how="waited"\} [1-9]/m);
  expect(text).toMatch(/^marketgraph_source_tickers\{kind="daily",state="unknown"\} 1$/m);
  expect(text).toMatch(/^marketgraph_source_paused\{endpoint="yahoo chart"\} 0$/m);
});

it('an operator accepts the history of a source as it is now, and is told what it replaced or why nothing was accepted', async () => {
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
    progress: () => undefined,
  };
  const admin = (...argv: string[]): Promise<number> =>
    runCommand('admin', SCRIPTS['admin'] ?? {}, argv, runtime, output);
  await ask('/api/v1/gap-stats?ticker=ZYXW');
  expect(await admin('data', 'accept', 'zyxw')).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^ZYXW: (\d+ daily bars from \S+ to 2026-01-0\d of yahoo) in place of \1\.$/),
  ]);
  const held = (await runtime.store.bars.readDaily(['ZYXW'])).get('ZYXW')?.version;
  expect(await admin('data', 'accept')).toBe(1);
  vendor.behaviour = 'error';
  expect(await admin('data', 'accept', 'ZYXW')).toBe(1);
  expect((await runtime.store.bars.readDaily(['ZYXW'])).get('ZYXW')?.version).toBe(held);
  vendor.behaviour = 'answers';
  expect(await admin('data', 'accept', 'ZYXW')).toBe(0);
});

it('customers see where each kind of data is from, equal to what operators see, and which closes are doubtful', async () => {
  const SOURCES =
    '{ sources { kind source fetchedAt asOf failure isStale notes doubts { date prices movePct undoneOn } disagreements { date close otherSource otherClose differencePct foundAt } } }';
  await ask('/api/v1/gap-stats?ticker=ZYXW');
  const { key } = await server.newKey('free');
  const sourcesOf = async (ticker: string): Promise<unknown> => {
    const answer = await server.graphql(key, `{ security(ticker: "${ticker}") ${SOURCES} }`);
    expect(read(answer, 'errors')).toBeUndefined();
    return read(answer, 'data', 'security', 'sources');
  };
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
    progress: () => undefined,
  };
  const told = async (ticker: string): Promise<unknown> => {
    lines.length = 0;
    await runCommand('admin', SCRIPTS['admin'] ?? {}, ['data', 'status', ticker, '--json'], runtime, output);
    const { sources } = JSON.parse(lines[0] ?? '') as {
      sources: {
        kind: string;
        doubts: { prices: string[]; movePct: number }[];
        disagreements: { differencePct: number }[];
      }[];
    };
    const NAMES: Readonly<Record<string, string>> = { daily: 'DAILY_BARS', minutes: 'MINUTE_BARS' };
    return sources.map(({ kind, doubts, disagreements, ...rest }) => ({
      ...rest,
      kind: NAMES[kind] ?? kind.toUpperCase(),
      doubts: doubts.map((each) => ({
        ...each,
        prices: each.prices.map((price) => price.toUpperCase()),
        movePct: Number(each.movePct.toFixed(4)),
      })),
      disagreements: disagreements.map((each) => ({ ...each, differencePct: Number(each.differencePct.toFixed(4)) })),
    }));
  };
  const shown = await sourcesOf('ZYXW');
  expect(shown).toEqual(await told('ZYXW'));
  expect(shown).toContainEqual(
    expect.objectContaining({
      kind: 'DAILY_BARS',
      source: 'yahoo',
      fetchedAt: expect.stringMatching(/^2026-01-/),
      asOf: '2026-01-05',
      failure: null,
      doubts: [],
    }),
  );
  // The next-to-last close of a stored history falls by 30 percent, and the last one undoes it.
  const series = (await runtime.store.bars.readDaily(['ZYXW'])).get('ZYXW');
  if (series === undefined) throw new Error('ZYXW is stored');
  const { bars } = series;
  const [last, before] = [bars.days.length - 1, bars.close[bars.days.length - 3] ?? 0];
  const column = (values: Float64Array): Float64Array =>
    values.map((value, i) => (i === last - 1 ? before * 0.7 : i === last ? before * 1.04 : value));
  await runtime.store.db.transaction().execute((tx) =>
    runtime.store.bars.replaceMany(tx, [
      {
        ...series,
        bars: {
          ...bars,
          close: column(bars.close),
          open: column(bars.open),
          high: column(bars.high),
          low: column(bars.low),
          adjClose: column(bars.adjClose),
        },
      },
    ]),
  );
  runtime.store.bars.forget(['ZYXW']);
  expect(await sourcesOf('ZYXW')).toContainEqual(
    expect.objectContaining({
      kind: 'DAILY_BARS',
      doubts: [
        {
          date: isoDate(bars.days[last - 1] ?? 0),
          prices: ['CLOSE'],
          movePct: -30,
          undoneOn: isoDate(bars.days[last] ?? 0),
        },
      ],
    }),
  );
  expect(await sourcesOf('ZYXW')).toEqual(await told('ZYXW'));
  lines.length = 0;
  await runCommand('admin', SCRIPTS['admin'] ?? {}, ['data', 'status', 'ZYXW'], runtime, output);
  expect(lines).toContainEqual(
    expect.stringMatching(/^daily: doubtful: close of \d{4}-\d\d-\d\d of yahoo moved by -30\.0%, undone on \d{4}-/),
  );
});

it('closes on which two sources disagree are told to customers and operators, with which one was taken', async () => {
  const { store } = runtime;
  const [served] = (await store.bars.readDaily(['ZYXW'])).values();
  const [day, close] = [served?.bars.days.at(-2) ?? 0, served?.bars.close.at(-2) ?? 0];
  const other = { source: 'finnhub', days: [day], close: [close * 2], splits: [] };
  await store.db.transaction().execute((tx) => recordOther(store, tx, 'ZYXW', other, new Date(server.clock.nowMs)));
  const { key } = await server.newKey('free');
  const answer = await server.graphql(
    key,
    '{ security(ticker: "ZYXW") { sources { kind source disagreements { date close otherSource otherClose differencePct } } } }',
  );
  expect(read(answer, 'data', 'security', 'sources')).toContainEqual({
    kind: 'DAILY_BARS',
    source: 'yahoo',
    disagreements: [
      {
        date: isoDate(day),
        close: Number(close.toFixed(4)),
        otherSource: 'finnhub',
        otherClose: Number((close * 2).toFixed(4)),
        differencePct: 100,
      },
    ],
  });
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
    progress: () => undefined,
  };
  await runCommand('admin', SCRIPTS['admin'] ?? {}, ['data', 'status', 'ZYXW'], runtime, output);
  expect(lines).toContainEqual(
    expect.stringContaining(
      `daily: sources disagree: ${isoDate(day)} is ${close} of yahoo, which is served, and ${close * 2} of finnhub (100.00%), found 2026-`,
    ),
  );
  expect((await call(server.url, '/metrics')).text).toMatch(
    /^marketgraph_source_disagreeing_tickers\{taken="yahoo",other="finnhub"\} 1$/m,
  );
});

it('a source that does not answer is told in one line', async () => {
  const lines: string[] = [];
  vendor.behaviour = 'forbidden';
  await saySilentSources([runtime.sources], (line) => void lines.push(line));
  expect(lines).toEqual([
    expect.stringMatching(
      /^Sources that do not answer: yahoo \(127\.0\.0\.1:\d+ answered with status 403\)\. What is stored is served\.$/,
    ),
  ]);
});

it.each([
  [
    { SVC_SOURCE: 'edgar' },
    'SVC_SOURCE has edgar, and the SEC asks who sends requests: set SVC_SEC_USER_AGENT to a name and an e-mail address',
  ],
])('edgar without a declared user agent is refused at the start with what to set', (env, message) => {
  const config = readConfig(env);
  expect(() => openLiveSources(config, { store: runtime.store, clock: Date.now, log: runtime.log })).toThrow(message);
  expect(() => readConfig({ ...env, SVC_SEC_USER_AGENT: 'Pebble Research' })).toThrow(
    /SVC_SEC_USER_AGENT.*e-mail address/,
  );
});

it('an address of a source that is none, or of a source that has none, is refused with a sentence', () => {
  for (const urls of ['yahoo', 'yahoo=ftp://x', 'rss=https://x.example', 'other=https://x.example'])
    expect(() => readConfig({ SVC_SOURCE_URLS: urls })).toThrow(
      /^SVC_SOURCE_URLS: ".*" is not name=url, such as yahoo=https:\/\/proxy\.example\.com; names: yahoo, edgar, finnhub\.$/,
    );
});
