import { beforeAll, expect, it } from '@jest/globals';
import { forEachDatabase } from './fixtures/databases.js';
import type { Store } from './open-store.js';
import { upsert } from './upsert.js';

const ROWS = 2_500;
const listing = (place: number, change: object = {}) => ({
  key: `K${String(place)}`,
  ticker: null,
  issuerName: `Issuer ${String(place)}`,
  exchange: null,
  status: 'filed' as const,
  day: place,
  offerLow: null,
  offerHigh: null,
  shares: null,
  valueUsd: null,
  source: 'files',
  ...change,
});

forEachDatabase((_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const all = () => store.db.selectFrom('ipo_listings').selectAll().orderBy('day').execute();

  it('rows are written a thousand per statement, and each replaces the stored row with its key', async () => {
    let statements = 0;
    const counted = store.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await upsert(
      counted,
      'ipo_listings',
      ['key'],
      Array.from({ length: ROWS }, (__, place) => listing(place)),
    );
    expect(statements).toBe(3);
    await upsert(store.db, 'ipo_listings', ['key'], [listing(1, { offerLow: 18.5, valueUsd: 9 })]);
    const rows = await all();
    expect([rows.length, rows[0], rows[1]]).toEqual([ROWS, listing(0), listing(1, { offerLow: 18.5, valueUsd: 9 })]);
  });

  it('insert-only columns and columns not in the rows keep their stored values', async () => {
    await upsert(store.db, 'ipo_listings', ['key'], [listing(2, { source: 'other', status: 'priced' })], ['source']);
    await upsert(
      store.db,
      'ipo_listings',
      ['key'],
      [{ key: 'K3', issuerName: 'Renamed', status: 'filed', day: 3, source: 'files' }],
    );
    await upsert(store.db, 'ipo_listings', ['key'], [listing(3, { shares: 7 })]);
    await upsert(
      store.db,
      'ipo_listings',
      ['key'],
      [{ key: 'K3', issuerName: 'Renamed', status: 'filed', day: 3, source: 'files' }],
    );
    expect((await all()).slice(2, 4)).toEqual([
      listing(2, { status: 'priced' }),
      listing(3, { issuerName: 'Renamed', shares: 7 }),
    ]);
  });

  it('the instant of a change stays where nothing else changes', async () => {
    const company = (recordedAt: string, change: object = {}) => ({
      slug: 'elm',
      name: 'Elm',
      tagline: null,
      sector: null,
      founded: null,
      hq: null,
      employees: null,
      profile: '{"a": 1, "b": null}',
      source: 'files',
      recordedAt,
      ...change,
    });
    const recorded = async () =>
      (
        await store.db.selectFrom('private_companies').select('recordedAt').executeTakeFirstOrThrow()
      ).recordedAt.toISOString();
    const save = (row: ReturnType<typeof company>) =>
      upsert(store.db, 'private_companies', ['slug'], [row], [], 'recordedAt');
    await save(company('2026-01-01T00:00:00Z'));
    await save(company('2026-01-02T00:00:00Z', { profile: '{"b":null,"a":1}' }));
    expect(await recorded()).toBe('2026-01-01T00:00:00.000Z');
    await save(company('2026-01-03T00:00:00Z', { hq: 'Bath' }));
    expect(await recorded()).toBe('2026-01-03T00:00:00.000Z');
  });

  it('without rows, no statement is sent', async () => {
    let statements = 0;
    const counted = store.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await upsert(counted, 'settings', ['name'], []);
    expect(statements).toBe(0);
  });

  it('keys inside JSON columns are not converted', async () => {
    const value = { snake_case: [{ inner_key: 1 }], camelCase: { other_key: null } };
    await store.settings.set('spelling', value);
    expect(await store.settings.get('spelling')).toEqual(value);
  });
});
