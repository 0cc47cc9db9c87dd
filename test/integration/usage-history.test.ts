import { expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

/* Units of the monthly quota by day and field, as charged: of REST, GraphQL, answers that were kept, and refunds. */

const server = await serverForFile();
const MS_PER_DAY = 86_400_000;
const HISTORY =
  'query ($days: Int! = 30) { usage { requests { used } history(days: $days) { day units fields { field units } } } }';

async function history({ key }: TestKey, days = 30): Promise<unknown> {
  await server.runtime.access.flush();
  return read(await server.graphql(key, HISTORY, { days }), 'data', 'usage', 'history');
}
const today = (): string => new Date(server.clock.nowMs).toISOString().slice(0, 10);
const rest = ({ key }: TestKey, path: string, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
  server.call(`/api/v1${path}`, { key, ...(headers === undefined ? {} : { headers }) });
const newKey = (): Promise<TestKey> => server.newKey('pro', { perMinute: 1_000, perMonth: 1_000 });

it('counts a unit for each metered field, over REST and GraphQL alike, most first', async () => {
  const key = await newKey();
  expect(await history(key)).toEqual([]);
  await rest(key, '/signal?ticker=AAPL');
  // The second one is kept by the server; it costs the same.
  await rest(key, '/signal?ticker=AAPL');
  await server.graphql(
    key.key,
    '{ security(ticker: "MSFT") { signal { label } seasonality { strongest { name } } } usage { tier } }',
  );
  const fields = [
    { field: 'Security.signal', units: 3 },
    { field: 'Security.seasonality', units: 1 },
  ];
  expect(await history(key)).toEqual([{ day: today(), units: 4, fields }]);
  expect(await server.used(key)).toBe(4);
});

it('leaves out what costs nothing: a refused parameter, an answer that the client has, a failure', async () => {
  const key = await newKey();
  const first = await rest(key, '/signal?ticker=AAPL');
  const again = await rest(key, '/signal?ticker=AAPL', { 'If-None-Match': String(first.headers['etag']) });
  expect([again.status, (await rest(key, '/backtest?ticker=AAPL&strategy=NONE')).status]).toEqual([304, 400]);
  expect(await history(key)).toEqual([{ day: today(), units: 1, fields: [{ field: 'Security.signal', units: 1 }] }]);
});

it('counts what does not exist, and a batch once', async () => {
  const key = await newKey();
  expect((await rest(key, '/signal?ticker=NOPE')).status).toBe(404);
  await server.graphql(key.key, '{ securitiesByTicker(tickers: ["AAPL", "MSFT", "NVDA"]) { signal { label } } }');
  const [day] = (await history(key)) as readonly { units: number; fields: readonly { units: number }[] }[];
  expect([day?.units, day?.fields.reduce((sum, { units }) => sum + units, 0)]).toEqual([
    await server.used(key),
    await server.used(key),
  ]);
});

it('has days of its own, the newest first, as many as are asked for, and is of the account alone', async () => {
  const [key, other] = [await newKey(), await newKey()];
  await rest(key, '/signal?ticker=AAPL');
  const first = today();
  server.clock.nowMs += MS_PER_DAY;
  await rest(key, '/signal?ticker=AAPL');
  const dayOf = (day: string) => ({ day, units: 1, fields: [{ field: 'Security.signal', units: 1 }] });
  expect(await history(key)).toEqual([dayOf(today()), dayOf(first)]);
  expect(await history(key, 1)).toEqual([dayOf(today())]);
  expect(await history(other)).toEqual([]);
  expect(read(await server.graphql(key.key, HISTORY, { days: 366 }), 'errors', 0, 'extensions', 'code')).toBe(
    'INVALID_PARAMETER',
  );
  expect(await server.runtime.store.usage.deleteDays(today())).toBeGreaterThan(0);
  expect(await history(key)).toEqual([dayOf(today())]);
});

it('keeps counts that cannot be stored for the next time', async () => {
  const key = await newKey();
  const { usage } = server.runtime.store;
  await rest(key, '/signal?ticker=AAPL');
  const addToDays = usage.addToDays.bind(usage);
  Object.assign(usage, { addToDays: () => Promise.reject(new Error('the database is away')) });
  await expect(server.runtime.access.flush()).rejects.toThrow();
  Object.assign(usage, { addToDays });
  expect(await history(key)).toEqual([{ day: today(), units: 1, fields: [{ field: 'Security.signal', units: 1 }] }]);
});
