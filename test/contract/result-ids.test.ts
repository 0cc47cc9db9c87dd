import { expect, it } from '@jest/globals';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();

/** Every `id` below a security, by its path. */
function idsIn(value: unknown, path = ''): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, below]: [string, unknown]) =>
      key === 'id' ? [[path, String(below)]] : Object.entries(idsIn(below, `${path}.${key}`)),
    ),
  );
}

async function idsOf(selection: string): Promise<Readonly<Record<string, string>>> {
  const { key } = await server.newKey('pro');
  const answer = await server.graphql(key, `{ ${selection} }`);
  expect(read(answer, 'errors')).toBeUndefined();
  return idsIn(read(answer, 'data'));
}

const RESULTS = `signal { id quote { id } } quote { id } seasonality { id } gapStats { id } dca { id } backtest(strategy: TREND) { id }`;

it('a result has the same id wherever it is read, and another one for each security, field and set of arguments', async () => {
  const { '.one.signal.quote': quoteOfSignal, ...ids } = await idsOf(`one: security(ticker: "BRK-B") { ${RESULTS} }
    two: security(ticker: "KO") { ${RESULTS} }
    three: security(ticker: "KO") { seasonality(years: 3) { id } dca(monthlyAmount: 501) { id } backtest(strategy: TREND, years: 3) { id } }`);
  expect(quoteOfSignal).toBe(ids['.one.quote']);
  delete (ids as Record<string, string>)['.two.signal.quote'];
  expect(Object.keys(ids)).toHaveLength(15);
  expect(new Set(Object.values(ids)).size).toBe(15);
  const again = await idsOf(`list: securitiesByTicker(tickers: ["BRK.B", "KO"]) { ticker ${RESULTS} }`);
  for (const field of ['quote', 'signal', 'seasonality', 'gapStats', 'dca', 'backtest'])
    expect([again[`.list.0.${field}`], again[`.list.1.${field}`]]).toEqual([
      ids[`.one.${field}`],
      ids[`.two.${field}`],
    ]);
});

it('an argument that does not change the result does not change its id', async () => {
  const ids = await idsOf(
    'security(ticker: "KO") { one: backtest(strategy: MACD) { id } two: backtest(strategy: MACD, bypassCache: true) { id } }',
  );
  expect(new Set(Object.values(ids)).size).toBe(1);
});

it('a result of the root has the id of its arguments, however they are spelled', async () => {
  const ids =
    await idsOf(`one: portfolio(holdings: [{ ticker: "KO" }]) { id } two: portfolio(holdings: [{ ticker: "ko", weight: null }]) { id }
    three: portfolio(holdings: [{ ticker: "KO", weight: 1 }]) { id } four: portfolioOverlay(holdings: [{ ticker: "KO" }]) { id }`);
  expect(ids['.one']).toBe(ids['.two']);
  expect(new Set(Object.values(ids)).size).toBe(3);
});
