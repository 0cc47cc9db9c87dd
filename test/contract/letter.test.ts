import { beforeEach, describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });

const get = (path: string): Promise<Answer> => server.call(`/api/v1${path}`, { key });
const post = (path: string, body: object): Promise<Answer> => server.call(`/api/v1${path}`, { method: 'POST', key, body });
const graph = (query: string): Promise<Answer> => server.graphql(key, query);

beforeEach(() => server.nextMinute());

describe('/simulate', () => {
  it('takes numbers that are not whole, and tells the sessions used, alike in GraphQL', async () => {
    const answer = await post('/simulate', { positions: [{ ticker: 'AAPL', value_usd: 100 }], lookback_years: 2.5, horizon_days: 5.5 });
    expect([answer.status, read(answer, 'horizon_sessions'), (read(answer, 'cone') as unknown[]).length]).toEqual([200, 6, 7]);
    const history = read(answer, 'history') as { from: string; to: string; sessions: number };
    expect([history.from < history.to, history.sessions > 600 && history.sessions < 640]).toEqual([true, true]);
    const same = await graph('{ simulate(positions: [{ ticker: "AAPL", valueUsd: 100 }], lookbackYears: 2.5, horizonDays: 5.5) { horizonSessions history { from to sessions } varDollar } }');
    expect(read(same, 'data', 'simulate')).toEqual({ horizonSessions: 6, history, varDollar: read(answer, 'var_dollar') });
  });
});

describe('/backtest/library', () => {
  it('is a list with count and total', async () => {
    const answer = await get('/backtest/library');
    expect([read(answer, 'count'), read(answer, 'total'), (read(answer, 'strategies') as unknown[]).length]).toEqual([5, 5, 5]);
  });
});

describe('a history of one session', () => {
  const day = 20_000;
  const column = (value: number): Float64Array => Float64Array.of(value);

  it('has twelve months without returns, no signal, and is unresolved in a portfolio', async () => {
    const { store } = server.runtime;
    const bars = { days: Int32Array.of(day), open: column(9), high: column(11), low: column(8), close: column(10), adjClose: column(10), volume: column(5) };
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'ONEB', bars, 'simulated'));
    const months = read(await get('/seasonality?ticker=ONEB'), 'months') as { month: number; n: number }[];
    expect(months.map(({ month, n }) => [month, n])).toEqual(Array.from({ length: 12 }, (_, index) => [index + 1, 0]));
    expect(months[0]).toEqual({ month: 1, label: 'Jan', n: 0, avg: null, median: null, win_rate: null, best: null, worst: null });
    expect(read(await graph('{ seasonality(ticker: "ONEB") { months { n avg best { ret } } } }'), 'data', 'seasonality', 'months')).toEqual(months.map(() => ({ n: 0, avg: null, best: null })));
    const signal = await get('/signal?ticker=ONEB');
    expect([signal.status, read(signal, 'signal'), read(signal, 'composite_score'), read(signal, 'confidence'), read(signal, 'price', 'current')]).toEqual([200, null, null, 0, 10]);
    expect(read(await graph('{ signal(ticker: "ONEB") { signal compositeScore confidence } }'), 'data', 'signal')).toEqual({ signal: null, compositeScore: null, confidence: 0 });
    const mixed = await get('/portfolio?tickers=ONEB,AAPL');
    expect([read(mixed, 'ok'), read(mixed, 'unresolved'), read(mixed, 'weighted_composite_score')]).toEqual([true, ['ONEB'], read(await get('/signal?ticker=AAPL'), 'composite_score')]);
    expect(read(await get('/portfolio?tickers=ONEB'), 'status')).toBe('no_signals');
    expect(read(await get('/portfolio/overlay?tickers=ONEB,AAPL'), 'unresolved')).toEqual(['ONEB']);
  });
});
