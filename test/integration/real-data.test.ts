import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { STRATEGY_IDS } from '../../engines/strategies.js';
import { BASE_PATH } from '../../rest-compat/route.js';
import { requestOf } from '../contract/endpoints.js';
import { asRest, documentAt, OF_SECURITIES, placesOf, valueAt } from '../contract/places.js';
import { plainBacktest } from '../independent/backtest.js';
import { plainLongerBars } from '../independent/bars.js';
import { appleRows, externalFile, hasExternalData } from '../independent/datasets.js';
import { plainDca } from '../independent/dca.js';
import { plainGaps } from '../independent/gaps.js';
import { plainMacd, plainRsi, plainSma } from '../independent/indicators.js';
import { readRows, type Row } from '../independent/rows.js';
import { plainSeasonality } from '../independent/seasonality.js';
import { call, read, type Answer } from '../support/http.js';
import { programsForFile, type Programs } from '../support/programs.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';
import { apartAtEdge, everyField, graphqlName, typeOfField } from './edge-closeness.js';

const programs = programsForFile();
removeScratchAtEnd();

/** A server over what was imported from files alone. */
interface Imported {
  rest(apiPath: string): Promise<Answer>;
  graphql(query: string): Promise<Answer>;
}

/** Imports `paths` into a new data directory by the command, then serves it. */
async function imported(from: Programs, paths: readonly string[]): Promise<Imported> {
  const environment = { SVC_DATA_DIR: await scratchDir() };
  const { code, stdout } = await from.run('import', ['bars', ...paths], environment);
  if (code !== 0) throw new Error(`the import failed: ${stdout}`);
  const { url } = await from.server({ ...environment, SVC_SOURCE: 'none' });
  const { key } = await from.newKey(environment, '--tier', 'institutional', '--per-minute', '100000');
  return {
    rest: (apiPath) => call(url, `/api/v1${apiPath}`, { key }),
    graphql: (query) => call(url, '/graphql', { method: 'POST', key, body: { query } }),
  };
}

/** What reads rows of its own and no bars: nothing of it is imported here. */
const WITHOUT_BARS: ReadonlySet<string> = new Set(['GET /earnings-calendar', 'GET /promise-ledger', 'GET /news']);

/** Declares the comparison of every history engine's answer with a plain computation over the same rows. */
function describeHistory(server: () => Imported, ticker: string, rowsOf: () => readonly Row[]): void {
  describe(ticker, () => {
    /** Where a field of the security is not the rounding of a plain computation. */
    const apart = async (field: string, args: string, whole: object): Promise<readonly string[]> => {
      const type = typeOfField(field);
      const answer = await server().graphql(
        `{ security(ticker: "${ticker}") { ${field}${args} ${everyField(type)} } }`,
      );
      expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'files']);
      return apartAtEdge(type, read(answer, 'data', 'security', field), whole);
    };

    it.each([15, 10, 1])('seasonality over %i years is the rounding of a plain computation', async (years) => {
      expect(await apart('seasonality', `(years: ${years})`, plainSeasonality(rowsOf(), false, years))).toEqual([]);
    });

    it('gapStats is the rounding of a plain computation', async () => {
      expect(await apart('gapStats', '', plainGaps(rowsOf()))).toEqual([]);
    });

    it.each([
      [500, 10],
      [10, 1],
      [1_000_000, 15],
    ])('dca of %i a month over %i years is the rounding of a plain computation', async (amount, years) => {
      expect(
        await apart('dca', `(monthlyAmount: ${amount}, years: ${years})`, plainDca(rowsOf(), amount, years)),
      ).toEqual([]);
    });

    const tests = STRATEGY_IDS.flatMap((strategy) => [1, 5, 10].map((years) => [strategy, years] as const));
    it.each(tests)('backtest of %s over %i years is the rounding of a plain computation', async (strategy, years) => {
      const { curve, trades, ...numbers } = plainBacktest(rowsOf(), strategy, years);
      const last = curve.length - 1;
      const sampled = last < 250 ? curve : Array.from({ length: 250 }, (_, k) => curve[Math.round((k * last) / 249)]);
      const args = `(strategy: ${graphqlName('Strategy', strategy)}, years: ${years})`;
      expect(await apart('backtest', args, { ...numbers, trades: trades.slice(-100), curve: sampled })).toEqual([]);
    });

    it('signal has the indicators of a plain computation, and the last bar', async () => {
      const rows = rowsOf();
      const closes = rows.map(({ close }) => close);
      const macd = plainMacd(closes).at(-1);
      const indicators = {
        rsi: plainRsi(closes).at(-1),
        sma20: plainSma(closes, 20).at(-1),
        sma50: plainSma(closes, 50).at(-1),
        sma200: plainSma(closes, 200).at(-1),
        macdHistogram: (macd?.line ?? Number.NaN) - (macd?.signal ?? Number.NaN),
      };
      const { close, volume } = rows.at(-1) as Row;
      expect(
        await apart('signal', '', {
          indicators,
          scores: { technical: { details: indicators } },
          quote: { last: close, volume },
        }),
      ).toEqual([]);
    });

    it.each(['WEEK', 'MONTH'] as const)('bars by %s are the rounding of a plain grouping', async (interval) => {
      const bars = plainLongerBars(rowsOf(), interval).slice(-300);
      const whole = bars.map(({ adj: adjustedClose, ...bar }) => ({ ...bar, adjustedClose }));
      expect(await apart('bars', `(interval: ${interval}, last: 300)`, whole)).toEqual([]);
    });

    it.each(OF_SECURITIES)('$name has the same numbers in the graph', async (endpoint) => {
      const source = WITHOUT_BARS.has(endpoint.name) ? 'none' : 'files';
      const whole = await server().rest(requestOf(endpoint, { ticker }).path.slice(BASE_PATH.length));
      expect([whole.status, whole.headers['x-data-source']]).toEqual([200, source]);
      for (const place of placesOf(endpoint)) {
        const answer = await server().graphql(documentAt(place, endpoint, { ticker }));
        expect(asRest(endpoint, valueAt(answer, place, endpoint), 0, { ticker })).toEqual(read(whole));
        // What is beside it in some places reads bars.
        const named = source === 'none' ? ['none', 'files'] : [source];
        expect(named).toContain(answer.headers['x-data-source']);
      }
    });
  });
}

describe('five years of Apple, always installed', () => {
  let server: Imported;
  beforeAll(async () => {
    const file = path.join(await scratchDir(), 'SAMPLE.csv');
    await copyFile(path.join(ROOT, 'node_modules/@observablehq/sample-datasets/aapl.csv'), file);
    server = await imported(programs, [file]);
  });
  describeHistory(() => server, 'SAMPLE', appleRows);

  it('without SPY there is no benchmark, and nothing else is stored', async () => {
    expect(read(await server.rest('/dca?ticker=SAMPLE'), 'benchmark')).toBeNull();
    expect((await server.rest('/signal?ticker=AAPL')).status).toBe(404);
  });
});

/** Lengths at which Skender's history is cut: in the warm-up, just past it, and whole. */
const CUTS = [14, 15, 19, 20, 33, 34, 35, 50, 100, 199, 200, 251, 400, 501, 502];
const DISTINCT = [
  ...['SPY', 'XLK', 'XLC', 'MTUM', 'AGG'].map((ticker) => [ticker, 'daily_etf_yahoo'] as const),
  ...['AAPL', 'TSLA', 'KO', 'BRK-B'].map((ticker) => [ticker, 'daily_recent_yahoo'] as const),
];

const lines = async (file: string): Promise<readonly string[]> => (await readFile(file, 'utf8')).trim().split(/\r?\n/);

/** Skender's quotes cut at each length, as SKA, SKB and so on. */
async function writeCuts(folder: string): Promise<void> {
  const [header = '', ...rows] = await lines(externalFile('oracle_indicators', 'skender', 'quotes', 'default.csv'));
  for (const [at, length] of CUTS.entries())
    await writeFile(path.join(folder, `${cutName(at)}.csv`), [header, ...rows.slice(0, length), ''].join('\n'));
}

const cutName = (at: number): string => `SK${String.fromCharCode(65 + at)}`;

/**
 * LEAN's Apple twice: RAW as traded with its factor file beside it, DONE as the same history that a vendor adjusted.
 */
async function writeLean(folder: string): Promise<void> {
  for (const name of ['daily', 'factor_files', 'map_files']) await mkdir(path.join(folder, name), { recursive: true });
  await copyFile(externalFile('lean', 'daily', 'aapl.csv'), path.join(folder, 'daily', 'raw.csv'));
  await copyFile(externalFile('lean', 'factor_files', 'aapl.csv'), path.join(folder, 'factor_files', 'raw.csv'));
  await writeFile(path.join(folder, 'map_files', 'raw.csv'), '19980102,raw,Q\n20501231,raw,Q\n');
  const factors = (await lines(externalFile('lean', 'factor_files', 'aapl.csv'))).map((line) =>
    line.split(',').map(Number),
  );
  const [, ...rows] = await lines(externalFile('lean', 'daily', 'aapl.csv'));
  const adjusted = rows.map((row) => {
    const [date = '', open, high, low, close, volume] = row.split(',');
    const [, priceFactor = Number.NaN, splitFactor = Number.NaN] =
      factors.find(([day = 0]) => day >= Number(date.replaceAll('-', ''))) ?? [];
    const prices = [open, high, low, close].map((price) => Number(price) * splitFactor);
    return [date, ...prices, Number(close) * splitFactor * priceFactor, Number(volume) / splitFactor].join(',');
  });
  await mkdir(path.join(folder, 'vendor'));
  await writeFile(
    path.join(folder, 'vendor', 'DONE.csv'),
    ['Date,Open,High,Low,Close,Adj Close,Volume', ...adjusted, ''].join('\n'),
  );
}

(hasExternalData ? describe : describe.skip)('real vendors’ files', () => {
  let server: Imported;
  beforeAll(async () => {
    const [cuts, lean] = [await scratchDir(), await scratchDir()];
    await writeCuts(cuts);
    await writeLean(lean);
    server = await imported(programs, [
      externalFile('daily_etf_yahoo'),
      externalFile('daily_recent_yahoo'),
      cuts,
      path.join(lean, 'daily'),
      path.join(lean, 'vendor'),
    ]);
  }, 180_000);

  for (const [ticker, folder] of DISTINCT)
    describeHistory(
      () => server,
      ticker,
      () => readRows(externalFile(folder, `${ticker}.csv`)),
    );

  it.each(CUTS.map((length, at) => ({ length, ticker: cutName(at) })))(
    'signal has Skender’s indicators after $length sessions, null where they have none',
    async ({ length, ticker }) => {
      const golden = async (name: string, field: string): Promise<unknown> =>
        (
          JSON.parse(
            await readFile(externalFile('oracle_indicators', 'skender', 'results', `${name}.standard.json`), 'utf8'),
          ) as Record<string, unknown>[]
        )[length - 1]?.[field] ?? null;
      const wanted = {
        rsi: await golden('rsi', 'rsi'),
        sma20: await golden('sma', 'sma'),
        macdHistogram: await golden('macd', 'histogram'),
      };
      const answer = await server.graphql(
        `{ security(ticker: "${ticker}") { signal { indicators { rsi sma20 macdHistogram } } } }`,
      );
      // Without any indicator there is no factor, and so no signal.
      const whole = Object.values(wanted).every((value) => value === null) ? null : { indicators: wanted };
      expect(apartAtEdge(typeOfField('signal'), read(answer, 'data', 'security', 'signal'), whole)).toEqual([]);
    },
  );

  it.each([
    '/signal',
    '/seasonality',
    '/gap-stats',
    '/dca',
    '/dca?years=15&monthly=77',
    ...STRATEGY_IDS.map((strategy) => `/backtest?strategy=${strategy}`),
  ])('%s is the same for a history as traded with its factors as for the adjusted one', async (apiPath) => {
    const [traded, adjusted] = await Promise.all(
      ['RAW', 'DONE'].map((ticker) => server.rest(`${apiPath}${apiPath.includes('?') ? '&' : '?'}ticker=${ticker}`)),
    );
    expect([traded?.status, adjusted?.status]).toEqual([200, 200]);
    const comparable = (answer: Answer | undefined): unknown =>
      JSON.parse(answer?.text.replace('"RAW"', '"DONE"') ?? '');
    expect(comparable(traded)).toEqual(comparable(adjusted));
  });

  it('dca compares with the same plan on SPY', async () => {
    const answer = await server.graphql(
      '{ security(ticker: "SPY") { dca(monthlyAmount: 300, years: 7) { benchmark { ticker invested finalValue multiple xirr purchaseCount } } } }',
    );
    const { invested, finalValue, multiple, xirr, purchaseCount } = plainDca(
      readRows(externalFile('daily_etf_yahoo', 'SPY.csv')),
      300,
      7,
    );
    const benchmark = { ticker: 'SPY', invested, finalValue, multiple, xirr, purchaseCount };
    expect(apartAtEdge(typeOfField('dca'), read(answer, 'data', 'security', 'dca'), { benchmark })).toEqual([]);
  });

  it('a history of fewer than 260 closes cannot be backtested, in REST with status 200', async () => {
    const answer = await server.rest(`/backtest?ticker=${cutName(CUTS.indexOf(251))}&strategy=trend`);
    const message = 'A backtest needs at least 260 daily closes; 251 are stored.';
    expect([answer.status, read(answer)]).toEqual([
      200,
      {
        ok: false,
        status: 'insufficient_data',
        message,
        ticker: cutName(CUTS.indexOf(251)),
        strategy: 'trend',
        years: 10,
        api_version: 'v1',
      },
    ]);
    const graph = await server.graphql(
      `{ security(ticker: "${cutName(CUTS.indexOf(251))}") { ticker backtest(strategy: TREND) { years } } }`,
    );
    expect(read(graph, 'data')).toEqual({ security: { ticker: cutName(CUTS.indexOf(251)), backtest: null } });
    expect(read(graph, 'errors', 0)).toMatchObject({
      message,
      path: ['security', 'backtest'],
      extensions: { code: 'INSUFFICIENT_DATA' },
    });
    expect(read(await server.rest(`/backtest?ticker=${cutName(CUTS.indexOf(400))}&strategy=trend`), 'ok')).toBe(true);
  });
});
