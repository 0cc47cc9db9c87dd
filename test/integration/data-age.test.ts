import { afterAll, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as NEWS } from '../../sources/files/import-news.js';
import { startReplayServer } from '../../sources/live/fixtures/replay-server.js';
import { startChartServer } from '../../sources/yahoo/fixtures/chart-server.js';
import { allHeard } from '../../store/fixtures/databases.js';
import type { SourceKind } from '../../store/source-reads.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/** Yahoo answers with daily bars alone, and the SEC with nothing: every other kind fails. */
const [charts, nothing] = [await startChartServer(), await startReplayServer()];
nothing.fault = 'error';
// Without a chart of minutes Yahoo would have answered that it has none, which is no failure.
for (const ticker of ['AGEB', 'AGEY']) charts.minutes.set(ticker, { chart: 'broken' });
afterAll(async () => {
  await charts.close();
  await nothing.close();
});
const server = await serverForFile({
  SVC_SOURCE: 'yahoo,edgar',
  SVC_SOURCE_URLS: `yahoo=${charts.url},edgar=${nothing.url}`,
  SVC_SEC_USER_AGENT: 'Pebble Research admin@pebble.example',
});
const { store } = server.runtime;
const AGE_S = 3 * 86_400;

/** Has a kind of a ticker read by its source three days ago, so that it is due. */
async function readBefore(ticker: string, kind: SourceKind, source: string): Promise<void> {
  const fetchedAt = new Date(server.clock.nowMs - AGE_S * 1000);
  const row = {
    symbol: ticker,
    kind,
    source,
    fetchedAt,
    dueAt: fetchedAt,
    failures: 0,
    fault: null,
    notes: [],
    claimedUntil: null,
  };
  await store.db.insertInto('source_reads').values(row).execute();
}

const ROUTES: readonly (readonly [SourceKind, string, string, string])[] = [
  ['ratings', 'yahoo', '/api/v1/street-grades?ticker=', 'AGEA'],
  ['minutes', 'yahoo', '/api/v1/microstructure?ticker=', 'AGEB'],
  ['fundamentals', 'edgar', '/api/v1/earnings-setup?ticker=', 'AGEC'],
  ['insiders', 'edgar', '/api/v1/corporate-events?ticker=', 'AGED'],
  ['filings', 'edgar', '/api/v1/corporate-events?ticker=', 'AGEE'],
];

it.each(ROUTES)(
  '%s of %s on %s: the header tells their age once the source has failed, never a 500',
  async (kind, source, path, ticker) => {
    const { key } = await server.newKey('institutional');
    await readBefore(ticker, kind, source);
    let ageS = 0;
    for (let i = 0; i < 2_000 && ageS < AGE_S; i += 1) {
      const answer = await server.call(`${path}${ticker}`, { key });
      expect(answer.status).toBeLessThan(500);
      ageS = Number(answer.headers['x-data-age'] ?? 0);
      // The budget of the source fills with time.
      server.clock.nowMs += 500;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(ageS).toBeGreaterThanOrEqual(AGE_S);
    const graph = await server.graphql(key, `{ security(ticker: "${ticker}") { sources { kind isStale } } }`);
    const kindName = kind === 'minutes' ? 'MINUTE_BARS' : kind.toUpperCase();
    expect(read(graph, 'data', 'security', 'sources')).toContainEqual({ kind: kindName, isStale: true });
    expect(read(graph, 'data', 'security', 'sources')).toContainEqual({ kind: 'DAILY_BARS', isStale: false });
  },
);

it('a kind of which the source has answered that it has none is not stale, and says why there is nothing newer', async () => {
  const { key } = await server.newKey('institutional');
  await readBefore('AGEF', 'minutes', 'yahoo');
  const faultOf = async () => (await store.sourceReads.bySymbols(['AGEF'], 'minutes')).get('AGEF')?.fault;
  while ((await faultOf()) !== 'unknown_ticker') {
    await server.call('/api/v1/microstructure?ticker=AGEF', { key });
    server.clock.nowMs += 500;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const answer = await server.call('/api/v1/microstructure?ticker=AGEF', { key });
  expect([answer.status < 500, Number(answer.headers['x-data-age']) < AGE_S]).toEqual([true, true]);
  const graph = await server.graphql(key, '{ security(ticker: "AGEF") { sources { kind isStale failure } } }');
  expect(read(graph, 'data', 'security', 'sources')).toContainEqual({
    kind: 'MINUTE_BARS',
    isStale: false,
    failure: 'the source does not have the ticker, or not as a US security in USD',
  });
});

it('an answer over GraphQL has the header too, and one of prices alone has the age of the prices', async () => {
  const { key } = await server.newKey('institutional');
  const rated = await server.graphql(key, '{ security(ticker: "AGEA") { streetGrades { firms { firm } } } }');
  expect([read(rated, 'errors'), Number(rated.headers['x-data-age']) >= AGE_S]).toEqual([undefined, true]);
  const priced = await server.graphql(key, '{ security(ticker: "AGEA") { bars(last: 1) { close } } }');
  expect([read(priced, 'errors'), Number(priced.headers['x-data-age']) < 3_600]).toEqual([undefined, true]);
});

it('an answer from a result in memory has the age of the rows that it was computed from', async () => {
  const { key } = await server.newKey('institutional');
  for (const name of ['first', 'second']) {
    const answer = await server.graphql(key, `{ ${name}: security(ticker: "AGED") { corporateEvents { id } } }`);
    expect([read(answer, 'errors'), Number(answer.headers['x-data-age']) >= AGE_S]).toEqual([undefined, true]);
  }
});

it('a kind that no source has given is not told as none: a field of it alone is unavailable, the others answer', async () => {
  const { key } = await server.newKey('institutional');
  const WHOLE = [
    ['street-grades', 'rating actions'],
    ['news', 'news'],
    ['earnings-calendar', 'fiscal quarters'],
  ] as const;
  for (const [path, what] of WHOLE) {
    const answer = await server.call(`/api/v1/${path}?ticker=AGEZ`, { key });
    expect([answer.status, read(answer, 'error'), Number(answer.headers['retry-after']) > 0]).toEqual([
      503,
      'unavailable',
      true,
    ]);
    expect(answer.text).toMatch(
      new RegExp(
        `The ${what} of AGEZ are not stored, and their source (failed: |is not asked for now, because it has failed)`,
      ),
    );
  }
  const query = '{ security(ticker: "AGEZ") { lastSession streetGrades { actionCount } } }';
  const graph = await server.graphql(key, query);
  const [error] = read(graph, 'errors') as readonly {
    readonly path: readonly string[];
    readonly extensions: { readonly code: string };
  }[];
  expect([error?.extensions.code, error?.path]).toEqual(['UNAVAILABLE', ['security', 'streetGrades']]);
  // Other data of the same ticker is served.
  expect((await server.call('/api/v1/gap-stats?ticker=AGEZ', { key })).status).toBe(200);
  expect((await server.call('/api/v1/corporate-events?ticker=AGEZ', { key })).status).toBe(200);
});

it('a response that lacks kinds which no source has given yet names them, and says so in place of none', async () => {
  const { key } = await server.newKey('institutional');
  const missing = async (path: string): Promise<readonly unknown[]> => {
    const { status, headers } = await server.call(`/api/v1/${path}ticker=AGEY`, { key });
    return [status, headers['x-data-missing']];
  };
  expect(await missing('gap-stats?')).toEqual([200, undefined]);
  expect(await missing('signal?')).toEqual([200, 'fundamentals, minutes, options']);
  expect(await missing('swing-signal?')).toEqual([200, 'fundamentals, minutes, options, profile']);
  expect(await missing('microstructure?')).toEqual([200, 'minutes']);
  expect(await missing('earnings-setup?')).toEqual([200, 'fundamentals, minutes, options, ratings']);
  expect(await missing('corporate-events?')).toEqual([200, 'filings, fundamentals, insiders, ratings']);
  expect(await missing('catalysts?types=earnings,opex&')).toEqual([200, 'fundamentals']);
  expect(await missing('catalysts?types=opex&')).toEqual([200, undefined]);

  const setup = await server.call('/api/v1/earnings-setup?ticker=AGEY', { key });
  expect([read(setup, 'implied_move'), read(setup, 'implied_move_reason')]).toEqual([null, 'not_read']);
  const catalysts = await server.call('/api/v1/catalysts?types=earnings&ticker=AGEY', { key });
  const unread = expect.stringMatching(
    /^the fiscal quarters have not been read yet, because their source has not answered/,
  );
  expect(read(catalysts, 'missing')).toEqual([{ type: 'earnings', reason: unread }]);

  const query = `{ security(ticker: "AGEY") {
    earningsSetup { impliedMoveReason missing { value reason } }
    corporateEvents { missing { group reason } }
    signal { coverage }
  } }`;
  const graph = await server.graphql(key, query);
  expect([read(graph, 'errors'), graph.headers['x-data-missing']]).toEqual([
    undefined,
    'filings, fundamentals, insiders, minutes, options, ratings',
  ]);
  const of = (...steps: string[]) => read(graph, 'data', 'security', ...steps);
  const reasons = (field: string) =>
    (of(field, 'missing') as readonly { reason: string }[]).map(({ reason }) => reason.slice(0, 24));
  expect([of('earningsSetup', 'impliedMoveReason'), reasons('earningsSetup')]).toEqual([
    'NOT_READ',
    [
      'the fiscal quarters have',
      'the fiscal quarters have',
      'the rating actions have ',
      'the rating actions have ',
      'the fiscal quarters have',
      'the fiscal quarters have',
      'the fiscal quarters have',
      'the fiscal quarters have',
    ],
  ]);
  const told = of('corporateEvents', 'missing') as readonly { readonly group: string; readonly reason: string }[];
  expect(told.filter(({ reason }) => /have not been read yet/.test(reason)).map(({ group }) => group)).toEqual([
    'EARNINGS',
    'ANALYST',
    'INSIDER',
    'FILINGS',
    'CONFERENCES',
    'CORPORATE',
  ]);
  const rest = read(await server.call('/api/v1/corporate-events?ticker=AGEY', { key }), 'missing') as typeof told;
  expect(rest).toEqual(told.map(({ group, reason }) => ({ group: group.toLowerCase(), reason })));
});

it('stories of other sources are served while the search for news has never been answered, which is told', async () => {
  const { key } = await server.newKey('institutional');
  const row = 'AGEW,2026-01-02T12:00:00Z,Alder Wire,Alder opens a plant,https://alder.example/plant,';
  const file = await temporaryFiles({ 'news.csv': ['Related,Date,Source,Title,Url,Summary', row].join('\n') });
  expect((await server.call('/api/v1/gap-stats?ticker=AGEW', { key })).status).toBe(200);
  await importFiles(store, NEWS, [file], { strict: true, now: () => new Date(server.clock.nowMs) });
  await allHeard(store);
  const answer = await server.call('/api/v1/news?ticker=AGEW', { key });
  expect([answer.status, read(answer, 'total'), answer.headers['x-data-missing']]).toEqual([200, 1, 'news']);
  const graph = await server.graphql(key, '{ security(ticker: "AGEW") { news { missing { source reason } } } }');
  expect(read(graph, 'data', 'security', 'news', 'missing')).toEqual([
    { source: 'yahoo', reason: 'no search for the ticker has succeeded yet' },
  ]);
});

it('a kind that was imported is not told as missing while its live source fails', async () => {
  const { key } = await server.newKey('institutional');
  const report = {
    ticker: 'AGEX',
    fiscalYear: 2025,
    fiscalQuarter: 3,
    periodEnd: parseIsoDate('2025-09-30') ?? 0,
    filingDay: parseIsoDate('2025-10-30') ?? 0,
    cik: null,
    accession: null,
    epsBasic: 1,
    epsBasicDay: null,
    epsDiluted: 1,
    epsDilutedDay: null,
    revenue: 100,
    netIncome: 10,
    firstRevenue: null,
    firstNetIncome: null,
    currency: 'USD',
    missing: {},
    knownAt: null,
    shownSplits: [],
    source: 'files',
  };
  await store.db.transaction().execute((tx) => store.earnings.upsert(tx, [report]));
  const setup = await server.call('/api/v1/earnings-setup?ticker=AGEX', { key });
  expect([setup.status, setup.headers['x-data-missing']]).toEqual([200, 'options, ratings']);
  expect((await server.call('/api/v1/earnings-calendar?ticker=AGEX', { key })).status).toBe(200);
});
