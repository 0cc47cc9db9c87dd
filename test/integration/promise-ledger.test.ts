import { describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as TRANSCRIPTS } from '../../sources/files/import-transcripts.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const server = await serverForFile();
const { store, access } = server.runtime;

const ask = (key: TestKey, query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  server.call(`/api/v1/promise-ledger?${query}`, { key: key.key, headers });

/** Units of the month and transcripts that the account has used. */
async function used({ key }: TestKey): Promise<readonly [requests: number, transcripts: number]> {
  const identity = await access.authenticator.authenticate({ kind: 'key', secret: key });
  const [requests, transcripts] = await Promise.all([
    access.meter.peek(identity),
    access.meter.peek(identity, 'transcripts'),
  ]);
  return [requests.used, transcripts.used];
}

const call = (speech: string) => ({
  ticker: 'CAT',
  company: 'Acme Tractors',
  date: '2025-05-02',
  period_end: '2025-03-31',
  prepared_remarks: [{ speaker: 'Jane Doe', speech }],
  q_and_a: [],
});
const GUIDED = 'We expect revenue in the second quarter to be in the range of $100 million to $110 million.';
const ACTUAL = 'Revenue in the second quarter was $104 million.';

describe('the transcript quota', () => {
  it('counts one for a ledger, none for the fictional one, an unknown ticker, a fund and an invalid parameter', async () => {
    const key = await server.newKey('pro');
    expect((await ask(key, 'ticker=AAPL')).status).toBe(200);
    expect(await used(key)).toEqual([1, 1]);
    const demo = await ask(key, 'demo=1');
    expect([read(demo, 'demo'), demo.headers['x-data-source']]).toEqual([true, 'simulated']);
    expect(await used(key)).toEqual([2, 1]);
    expect([(await ask(key, 'ticker=NOSUCH')).status, await used(key)]).toEqual([404, [3, 1]]);
    const none = await ask(key, 'ticker=SPY');
    expect([
      read(none, 'quarters_analysed'),
      read(none, 'credibility_index'),
      read(none, 'promises'),
      await used(key),
    ]).toEqual([0, null, [], [4, 1]]);
    expect([(await ask(key, 'ticker=AAPL&quarters=1')).status, (await ask(key, '')).status, await used(key)]).toEqual([
      400,
      400,
      [4, 1],
    ]);
    const usage = await server.call('/api/v1/usage', { key: key.key });
    expect(read(usage, 'transcripts')).toEqual({ used: 1, limit: 250 });
  });

  it('counts a cached response, and not a 304', async () => {
    const key = await server.newKey('pro');
    const first = await ask(key, 'ticker=MSFT');
    await ask(key, 'ticker=MSFT');
    expect(await used(key)).toEqual([2, 2]);
    const tag = String(first.headers['etag']);
    expect([(await ask(key, 'ticker=MSFT', { 'If-None-Match': tag })).status, await used(key)]).toEqual([304, [2, 2]]);
    expect([(await ask(key, 'ticker=MSFT', { 'If-None-Match': '"other"' })).status, await used(key)]).toEqual([
      200,
      [3, 3],
    ]);
  });

  it('counts each alias and each ledger of a batch', async () => {
    const key = await server.newKey('pro');
    const aliases =
      '{ security(ticker: "AAPL") { a: promiseLedger { company } b: promiseLedger(quarters: 2) { company } } }';
    expect(read(await server.graphql(key.key, aliases), 'errors')).toBeUndefined();
    expect(await used(key)).toEqual([2, 2]);
    const batch = '{ securitiesByTicker(tickers: ["AAPL", "MSFT", "SPY"]) { promiseLedger { quartersAnalysed } } }';
    expect(read(await server.graphql(key.key, batch), 'errors')).toBeUndefined();
    expect(await used(key)).toEqual([3, 4]);
  });

  it('is refused with 429 once it is used up, also of parallel requests, and then costs no unit of the month', async () => {
    const key = await server.newKey('free', { perMinute: 100 });
    const answers = await Promise.all(
      ['AAPL', 'MSFT', 'AMZN', 'CAT', 'BA', 'XOM', 'JPM', 'KO'].map((ticker) => ask(key, `ticker=${ticker}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await used(key)).toEqual([5, 5]);
    const refused = await ask(key, 'ticker=AAPL');
    expect([refused.status, read(refused, 'error'), Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'transcript_quota_reached',
      true,
    ]);
    const inGraph = await server.graphql(
      key.key,
      '{ security(ticker: "AAPL") { promiseLedger { company } seasonality { monthCount } } }',
    );
    expect(read(inGraph, 'errors', 0, 'extensions', 'code')).toBe('TRANSCRIPT_QUOTA_REACHED');
    expect(read(inGraph, 'data', 'security', 'seasonality', 'monthCount')).toBeGreaterThan(100);
    expect([(await ask(key, 'demo=1')).status, await used(key)]).toEqual([200, [7, 5]]);
  });

  it('has nothing to refuse where there are no calls, at the limit and beside a ledger that takes the last one', async () => {
    const key = await server.newKey('free', { perMinute: 100 });
    for (const ticker of ['AAPL', 'MSFT', 'AMZN', 'CAT']) expect((await ask(key, `ticker=${ticker}`)).status).toBe(200);
    // The fund's ledger takes no transcript from the one beside it, in either order.
    const both =
      '{ a: security(ticker: "SPY") { promiseLedger { quartersAnalysed } } b: security(ticker: "BA") { promiseLedger { quartersAnalysed } } c: security(ticker: "QQQ") { promiseLedger { quartersAnalysed } } }';
    const last = await server.graphql(key.key, both);
    expect([read(last, 'errors'), await used(key)]).toEqual([undefined, [7, 5]]);
    const none = await ask(key, 'ticker=SPY');
    expect([none.status, read(none, 'quarters_analysed'), await used(key)]).toEqual([200, 0, [8, 5]]);
    expect([(await ask(key, 'ticker=SPY', { 'If-None-Match': '"other"' })).status, await used(key)]).toEqual([
      200,
      [9, 5],
    ]);
    expect([(await ask(key, 'ticker=BA')).status, await used(key)]).toEqual([429, [9, 5]]);
    const inGraph = await server.graphql(key.key, both);
    expect(
      [read(inGraph, 'errors')]
        .flat()
        .map((error) => [
          read({ ...inGraph, text: JSON.stringify(error) }, 'path'),
          read({ ...inGraph, text: JSON.stringify(error) }, 'extensions', 'code'),
        ]),
    ).toEqual([[['b', 'promiseLedger'], 'TRANSCRIPT_QUOTA_REACHED']]);
    expect([read(inGraph, 'data', 'a', 'promiseLedger', 'quartersAnalysed'), await used(key)]).toEqual([0, [11, 5]]);
  });

  it('refuses a demo that is neither yes nor no by its name, not by the ticker that it may not need', async () => {
    const { key } = await server.newKey('pro');
    for (const path of ['/promise-ledger', '/readthrough-basket'])
      for (const demo of ['2', 'maybe', '-1', '', '1&demo=1']) {
        const answer = await server.call(`/api/v1${path}?demo=${demo}`, { key });
        expect([answer.status, read(answer, 'error'), read(answer, 'param'), read(answer, 'details')]).toEqual([
          400,
          'invalid_parameter',
          'demo',
          undefined,
        ]);
      }
    const missing = await server.call('/api/v1/promise-ledger?demo=0', { key });
    expect([read(missing, 'error'), read(missing, 'param')]).toEqual(['missing_parameter', 'ticker']);
  });

  it('is given back if the store fails', async () => {
    const key = await server.newKey('pro');
    await used(key);
    const { transcripts } = store;
    const load = transcripts.newest.bind(transcripts);
    Object.assign(transcripts, { newest: () => Promise.reject(new Error('the store failed')) });
    const answer = await ask(key, 'ticker=PG');
    Object.assign(transcripts, { newest: load });
    expect([answer.status >= 500, await used(key)]).toEqual([true, [0, 0]]);
  });
});

describe('the ledger', () => {
  it('of imported calls replaces the invented one at once, and reads the newest calls alone', async () => {
    const key = await server.newKey('pro');
    expect(read(await ask(key, 'ticker=CAT'), 'company')).toBe('Caterpillar Inc.');
    const folder = await temporaryFiles({
      'calls.json': JSON.stringify([
        { ...call('We expect gross margin of 50% in fiscal 2025.'), fiscal_year: 2024, fiscal_quarter: 4 },
        { ...call(GUIDED), fiscal_year: 2025, fiscal_quarter: 1 },
        { ...call(ACTUAL), fiscal_year: 2025, fiscal_quarter: 2 },
      ]),
    });
    await importFiles(store, TRANSCRIPTS, [folder], { strict: true, now: () => new Date(server.clock.nowMs) });
    const answer = await ask(key, 'ticker=CAT&quarters=2');
    expect(read(answer)).toEqual({
      ticker: 'CAT',
      company: 'Acme Tractors',
      quarters_analysed: 2,
      credibility_index: 60,
      archetype: 'untested',
      counts: { kept: 1, missed: 0, walked_back: 0, pending: 0, on_track: 0 },
      promises: [
        {
          id: '2025Q1-0-0',
          quarter: '2025Q1',
          made_on: '2025-05-02',
          speaker: 'Jane Doe',
          topic: 'revenue',
          text: GUIDED,
          due: '2025Q2',
          status: 'kept',
          is_on_track: false,
          receipt: { quarter: '2025Q2', date: '2025-05-02', sentence: ACTUAL },
        },
      ],
      demo: false,
      api_version: 'v1',
    });
    expect(read(await ask(key, 'ticker=CAT'), 'quarters_analysed')).toBe(3);
  });

  it('of twenty securities takes one query of the transcripts', async () => {
    const { rows } = await store.securities.search({ limit: 20, orderBy: 'symbol', isDescending: false });
    const statements: string[] = [];
    const executor = store.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    Object.assign(executor, {
      executeQuery: (...args: Parameters<typeof execute>) => {
        statements.push(args[0].sql);
        return execute(...args);
      },
    });
    const { key } = await server.newKey('institutional');
    const tickers = JSON.stringify(rows.map(({ symbol }) => symbol));
    const answer = await server.graphql(
      key,
      `{ securitiesByTicker(tickers: ${tickers}) { promiseLedger { company } } }`,
    );
    expect(read(answer, 'errors')).toBeUndefined();
    expect(statements.filter((sql) => sql.includes('from transcripts'))).toHaveLength(1);
  });
});
