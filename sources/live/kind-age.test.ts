import { afterAll, expect, it } from '@jest/globals';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import { rowsOfVersion } from '../../store/recorded-reads.js';
import type { Versions } from '../../store/table-versions.js';
import { createKindReads } from './kind-reads.js';
import type { ReadKind } from './kind-source.js';
import { KIND_NAMES, READS_OF_KINDS } from './kind-table.js';
import { liveStore } from './live-store.js';
import { ReadError, type ReadFault } from './read-error.js';
import { seriesSources } from './series-sources.js';

const open = embeddedDatabase();
const store = await open();
const NOW = Date.parse('2026-01-05T15:00:00Z');
const DAY_MS = 86_400_000;
const clock = { nowMs: NOW };
const quiet = () => undefined;
const source: { fault: ReadFault | null } = { fault: null };
const read: ReadKind = () =>
  source.fault === null
    ? Promise.resolve({ rows: 1, refused: [], notes: [], save: () => Promise.resolve([]) })
    : Promise.reject(new ReadError(source.fault, 'It was asked to fail.'));
const kinds = createKindReads({
  sources: [
    {
      name: 'vendor',
      kinds: Object.fromEntries(KIND_NAMES.map((kind) => [kind, read])),
      probe: () => Promise.resolve(),
    },
  ],
  store,
  keepsSimulated: false,
  clock: () => clock.nowMs,
  log: { info: quiet, warn: quiet, error: quiet },
  waitMs: 60_000,
});
const served = liveStore(store, { bars: null, kinds });
afterAll(() => kinds.close());

/** As a request reads: the arguments of every such method begin with tickers, or with queries with one each. */
async function use(repository: string, method: string, ticker: string): Promise<number | null> {
  const versions: Versions = new Map();
  const reads = Reflect.get(served.reading(versions), repository) as Record<
    string,
    (...given: unknown[]) => Promise<unknown>
  >;
  await reads[method]?.(
    repository === 'optionQuotes' || repository === 'news'
      ? [{ ticker, limit: 1, expiries: [], after: 0, day: 0 }]
      : [ticker],
    1,
  );
  const rows = [...versions.keys()].flatMap((name) => rowsOfVersion(name) ?? []);
  expect(rows.map((row) => row.ticker)).toEqual([ticker]);
  // A response that has noted them stays valid for them.
  for (const [name, version] of versions)
    if (rowsOfVersion(name) !== undefined) expect(served.versionOf(name)).toBe(version);
  return kinds.ageS(rows);
}
const isFailing = async (ticker: string, kind: (typeof KIND_NAMES)[number]): Promise<boolean> =>
  ((await store.sourceReads.bySymbols([ticker], kind)).get(ticker)?.failures ?? 0) > 0;

it('the table has every kind that requests read through', () => {
  expect([...new Set(READS_OF_KINDS.map(({ kind }) => kind))]).toEqual(KIND_NAMES.filter((kind) => kind !== 'closes'));
});

it.each(READS_OF_KINDS)(
  '$kind, read by $repository.$method, tell their age once their source has failed',
  async ({ kind, repository, method }) => {
    const ticker = `T${READS_OF_KINDS.findIndex((row) => row.repository === repository && row.method === method)}`;
    Object.assign(clock, { nowMs: NOW });
    source.fault = null;
    expect(await use(repository, method, ticker)).toBeNull();
    source.fault = 'http_status';
    // Within its window nothing is asked.
    expect([await use(repository, method, ticker), await isFailing(ticker, kind)]).toEqual([null, false]);
    clock.nowMs += 3 * DAY_MS;
    await use(repository, method, ticker);
    while (!(await isFailing(ticker, kind)) || kinds.faultOf(kind, ticker)?.fault !== 'http_status')
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await use(repository, method, ticker)).toBe((3 * DAY_MS) / 1000);
    const [provenance] = (await seriesSources(store, [ticker])).get(ticker) ?? [];
    expect([provenance?.kind, provenance?.isStale, provenance?.fetchedAt]).toEqual([
      kind,
      true,
      new Date(NOW).toISOString(),
    ]);
    source.fault = null;
    clock.nowMs += DAY_MS;
    await use(repository, method, ticker);
    while (await isFailing(ticker, kind)) await new Promise((resolve) => setTimeout(resolve, 5));
    while ((await use(repository, method, ticker)) !== null) await new Promise((resolve) => setTimeout(resolve, 5));
  },
);

it('rows that no source has given have no age', async () => {
  Object.assign(clock, { nowMs: NOW });
  source.fault = 'http_status';
  expect(await use('ratingActions', 'byTickers', 'NHTTP')).toBeNull();
});

it.each([
  ['is not asked', 'kept', 'NKEPT'],
  ['answers that it has nothing', 'unknown_ticker', 'NNONE'],
] as const)('rows whose source %s have no age', async (_name, fault, ticker) => {
  Object.assign(clock, { nowMs: NOW });
  source.fault = null;
  expect(await use('ratingActions', 'byTickers', ticker)).toBeNull();
  source.fault = fault;
  clock.nowMs += 3 * DAY_MS;
  const before = kinds.readings.get(fault) ?? 0;
  await use('ratingActions', 'byTickers', ticker);
  while (kinds.readings.get(fault) === (before || undefined)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await store.sourceReads.bySymbols([ticker], 'ratings')).get(ticker)).toMatchObject({
    fault,
    fetchedAt: new Date(NOW),
  });
  expect(await use('ratingActions', 'byTickers', ticker)).toBeNull();
  expect((await seriesSources(store, [ticker])).get(ticker)?.map(({ isStale }) => isStale)).toEqual([false]);
});

it('a response that is used again has no closes read to compare, and these are never stale', async () => {
  Object.assign(clock, { nowMs: NOW });
  source.fault = null;
  for (const kind of ['closes', 'ratings'] as const) await kinds.ensure(kind, ['USED']);
  clock.nowMs += 3 * DAY_MS;
  const now = new Date(clock.nowMs);
  const fetchedAt = async (kind: 'closes' | 'ratings') =>
    (await store.sourceReads.bySymbols(['USED'], kind)).get('USED')?.fetchedAt;
  kinds.used('USED');
  while ((await fetchedAt('ratings'))?.getTime() !== now.getTime())
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await fetchedAt('closes')).toEqual(new Date(NOW));
  source.fault = 'http_status';
  await kinds.refresh('closes', ['USED']);
  const told = (await seriesSources(store, ['USED'])).get('USED') ?? [];
  expect(told.map(({ kind, failure, isStale }) => [kind, failure, isStale])).toEqual([
    ['closes', 'the source answered with another status than 200', false],
    ['ratings', null, false],
  ]);
});

it('a request for more tickers than are read through notes none', () => {
  const many = Array.from({ length: 51 }, (_, i) => `M${i}`);
  expect([kinds.noted('ratings', many), kinds.noted('ratings', many.slice(1))]).toEqual([[], many.slice(1)]);
});
