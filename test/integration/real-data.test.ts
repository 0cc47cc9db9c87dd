import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { STRATEGY_IDS } from '../../engines/strategies.js';
import { BASE_PATH } from '../../rest-compat/route.js';
import { requestOf } from '../contract/endpoints.js';
import { asRest, documentAt, OF_SECURITIES, placesOf, valueAt } from '../contract/places.js';
import { plainBacktest } from '../independent/backtest.js';
import { appleRows, externalFile, hasExternalData } from '../independent/datasets.js';
import { plainDca } from '../independent/dca.js';
import { plainGaps } from '../independent/gaps.js';
import { plainMacd, plainRsi, plainSma } from '../independent/indicators.js';
import { readRows, type Row } from '../independent/rows.js';
import { plainSeasonality } from '../independent/seasonality.js';
import { call, read, type Answer } from '../support/http.js';
import { programsForFile, type Programs } from '../support/programs.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';
import { apartAtEdge } from './edge-closeness.js';

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

/** Declares the comparison of every history engine's answer with a plain computation over the same rows. */
function describeHistory(server: () => Imported, ticker: string, rowsOf: () => readonly Row[]): void {
  describe(ticker, () => {
    const body = async (apiPath: string): Promise<object> => {
      const answer = await server().rest(apiPath);
      expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'files']);
      return read(answer) as object;
    };

    it('/seasonality is the rounding of a plain computation', async () => {
      expect(apartAtEdge(await body(`/seasonality?ticker=${ticker}`), plainSeasonality(rowsOf(), false))).toEqual([]);
    });

    it('/gap-stats is the rounding of a plain computation', async () => {
      expect(apartAtEdge(await body(`/gap-stats?ticker=${ticker}`), plainGaps(rowsOf()))).toEqual([]);
    });

    it.each([[500, 10], [10, 1], [1_000_000, 15]])('/dca of %i a month over %i years is the rounding of a plain computation', async (monthly, years) => {
      expect(apartAtEdge(await body(`/dca?ticker=${ticker}&monthly=${monthly}&years=${years}`), plainDca(rowsOf(), monthly, years))).toEqual([]);
    });

    it.each(STRATEGY_IDS.flatMap((strategy) => [1, 5, 10].map((years) => [strategy, years] as const)))('/backtest of %s over %i years is the rounding of a plain computation', async (strategy, years) => {
      const answer = await body(`/backtest?ticker=${ticker}&strategy=${strategy}&years=${years}`);
      const { curve: whole, ...rest } = plainBacktest(rowsOf(), strategy, years);
      expect(apartAtEdge(answer, { ok: true, strategy, years, ...rest })).toEqual([]);
      const shown = read(answer, 'curve') as { i: number }[];
      expect(shown.at(-1)?.i).toBe(whole.strat.length - 1);
      expect(apartAtEdge(shown, shown.map(({ i }) => ({ i, strat: whole.strat[i], bh: whole.bh[i] })))).toEqual([]);
    });

    it('/signal has the indicators of a plain computation, and the last bar', async () => {
      const rows = rowsOf();
      const closes = rows.map(({ close }) => close);
      const macd = plainMacd(closes).at(-1);
      const indicators = {
        rsi: plainRsi(closes).at(-1), sma_20: plainSma(closes, 20).at(-1), sma_50: plainSma(closes, 50).at(-1), sma_200: plainSma(closes, 200).at(-1),
        macd_histogram: (macd?.line ?? Number.NaN) - (macd?.signal ?? Number.NaN),
      };
      const answer = await body(`/signal?ticker=${ticker}`);
      expect(apartAtEdge(answer, { indicators, scores: { technical: { details: indicators } } })).toEqual([]);
      const last = rows.at(-1);
      expect([read(answer, 'price', 'current'), read(answer, 'price', 'volume')]).toEqual([Number(last?.close.toFixed(4)), last?.volume]);
    });

    it.each(OF_SECURITIES)('$name has the same numbers in the graph', async (endpoint) => {
      const whole = await body(requestOf(endpoint, { ticker }).path.slice(BASE_PATH.length));
      for (const place of placesOf(endpoint)) {
        const answer = await server().graphql(documentAt(place, endpoint, { ticker }));
        expect(asRest(endpoint, valueAt(answer, place, endpoint), Date.now(), { ticker })).toEqual(whole);
        expect([place.name, answer.headers['x-data-source']]).toEqual([place.name, 'files']);
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
  for (const [at, length] of CUTS.entries()) await writeFile(path.join(folder, `${cutName(at)}.csv`), [header, ...rows.slice(0, length), ''].join('\n'));
}

const cutName = (at: number): string => `SK${String.fromCharCode(65 + at)}`;

/** LEAN's Apple twice: RAW as traded with its factor file beside it, DONE as the same history that a vendor adjusted. */
async function writeLean(folder: string): Promise<void> {
  for (const name of ['daily', 'factor_files', 'map_files']) await mkdir(path.join(folder, name), { recursive: true });
  await copyFile(externalFile('lean', 'daily', 'aapl.csv'), path.join(folder, 'daily', 'raw.csv'));
  await copyFile(externalFile('lean', 'factor_files', 'aapl.csv'), path.join(folder, 'factor_files', 'raw.csv'));
  await writeFile(path.join(folder, 'map_files', 'raw.csv'), '19980102,raw,Q\n20501231,raw,Q\n');
  const factors = (await lines(externalFile('lean', 'factor_files', 'aapl.csv'))).map((line) => line.split(',').map(Number));
  const [, ...rows] = await lines(externalFile('lean', 'daily', 'aapl.csv'));
  const adjusted = rows.map((row) => {
    const [date = '', open, high, low, close, volume] = row.split(',');
    const [, priceFactor = Number.NaN, splitFactor = Number.NaN] = factors.find(([day = 0]) => day >= Number(date.replaceAll('-', ''))) ?? [];
    const prices = [open, high, low, close].map((price) => Number(price) * splitFactor);
    return [date, ...prices, Number(close) * splitFactor * priceFactor, Number(volume) / splitFactor].join(',');
  });
  await mkdir(path.join(folder, 'vendor'));
  await writeFile(path.join(folder, 'vendor', 'DONE.csv'), ['Date,Open,High,Low,Close,Adj Close,Volume', ...adjusted, ''].join('\n'));
}

(hasExternalData ? describe : describe.skip)('real vendors’ files', () => {
  let server: Imported;
  beforeAll(async () => {
    const [cuts, lean] = [await scratchDir(), await scratchDir()];
    await writeCuts(cuts);
    await writeLean(lean);
    server = await imported(programs, [externalFile('daily_etf_yahoo'), externalFile('daily_recent_yahoo'), cuts, path.join(lean, 'daily'), path.join(lean, 'vendor')]);
  }, 180_000);

  for (const [ticker, folder] of DISTINCT) describeHistory(() => server, ticker, () => readRows(externalFile(folder, `${ticker}.csv`)));

  it.each(CUTS.map((length, at) => ({ length, ticker: cutName(at) })))('/signal has Skender’s indicators after $length sessions, null where they have none', async ({ length, ticker }) => {
    const golden = async (name: string, field: string): Promise<unknown> =>
      (JSON.parse(await readFile(externalFile('oracle_indicators', 'skender', 'results', `${name}.standard.json`), 'utf8')) as Record<string, unknown>[])[length - 1]?.[field] ?? null;
    const wanted = { rsi: await golden('rsi', 'rsi'), sma_20: await golden('sma', 'sma'), macd_histogram: await golden('macd', 'histogram') };
    expect(apartAtEdge(read(await server.rest(`/signal?ticker=${ticker}`)), { indicators: wanted })).toEqual([]);
  });

  it.each(['/signal', '/seasonality', '/gap-stats', '/dca', '/dca?years=15&monthly=77', ...STRATEGY_IDS.map((strategy) => `/backtest?strategy=${strategy}`)])(
    '%s is the same for a history as traded with its factors as for the adjusted one', async (apiPath) => {
      const [traded, adjusted] = await Promise.all(['RAW', 'DONE'].map((ticker) => server.rest(`${apiPath}${apiPath.includes('?') ? '&' : '?'}ticker=${ticker}`)));
      expect([traded?.status, adjusted?.status]).toEqual([200, 200]);
      const comparable = (answer: Answer | undefined): unknown => JSON.parse(answer?.text.replace('"RAW"', '"DONE"') ?? '');
      expect(comparable(traded)).toEqual(comparable(adjusted));
    });

  it('/dca compares with the same plan on SPY', async () => {
    const answer = read(await server.rest('/dca?ticker=SPY&monthly=300&years=7')) as object;
    const { invested, finalValue, multiple, xirr, purchases } = plainDca(readRows(externalFile('daily_etf_yahoo', 'SPY.csv')), 300, 7);
    expect(apartAtEdge(answer, { benchmark: { ticker: 'SPY', invested, finalValue, multiple, xirr, purchases } })).toEqual([]);
  });

  it('a history of fewer than 260 closes cannot be backtested, reported with status 200', async () => {
    const answer = await server.rest(`/backtest?ticker=${cutName(CUTS.indexOf(251))}&strategy=trend`);
    expect([answer.status, read(answer, 'ok'), read(answer, 'status')]).toEqual([200, false, 'insufficient_data']);
    expect(read(await server.rest(`/backtest?ticker=${cutName(CUTS.indexOf(400))}&strategy=trend`), 'ok')).toBe(true);
  });
});
