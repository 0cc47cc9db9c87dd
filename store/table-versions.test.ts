import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Store } from './open-store.js';
import type { NewPrivateCompany } from './private-companies.js';
import { REPLICA_TABLES, REPOSITORY_TABLES, VERSION_POLICIES, VERSIONED_TABLES } from './repositories.js';
import { noteVersion, TABLE_VERSIONS, TableVersions, UNVERSIONED, type Versions } from './table-versions.js';
import {
  allHeard,
  cutListeners,
  forEachDatabase,
  postgresBinaries,
  postgresDatabase,
  settledVersion,
} from './fixtures/databases.js';
import { madeUpBars } from './fixtures/series.js';

const company = (slug: string): NewPrivateCompany => ({
  slug,
  name: slug,
  sector: 'AI',
  tagline: null,
  founded: 2015,
  hq: null,
  employees: 10,
  source: 'files',
});
const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock', 'table_versions', 'table_writes'];

describe('the versions that a response depends on', () => {
  it('are the oldest of several reads', () => {
    const versions: Versions = new Map();
    for (const version of [4, 3, 5]) noteVersion(versions, 'securities', version);
    expect([...versions]).toEqual([['securities', 3]]);
  });
});

/** Versions that are asked for by hand. */
function versionsByHand() {
  const asked: string[] = [];
  const tables = new TableVersions((_, asker) => Promise.resolve(asked.push(asker)));
  const hear = (version: number, asker = ''): string | undefined =>
    tables.heard(`settings ${String(version)} ${asker}`.trimEnd());
  return { tables, asked, hear };
}

describe('the version known to a process', () => {
  it('is undefined until received, and for tables without a version', () => {
    const { tables, hear } = versionsByHand();
    expect(tables.of('settings')).toBeUndefined();
    hear(7);
    hear(6);
    tables.heard('watchlists 3');
    expect(tables.of('settings')).toBe(7);
    for (const table of ['imports', 'watchlists', 'none']) expect(tables.of(table)).toBeUndefined();
  });

  it('is undefined after its own write until the requested version or a newer one arrives', async () => {
    const { tables, asked, hear } = versionsByHand();
    hear(7);
    await tables.renew(['settings']);
    await tables.renew(['settings']);
    hear(7);
    hear(7, asked[0]);
    hear(7, asked[1]?.replace(/^\S+/, 'another-process'));
    expect(tables.of('settings')).toBeUndefined();
    hear(7, asked[1]);
    expect(tables.of('settings')).toBe(7);
    await tables.renew(['settings']);
    hear(8);
    expect(tables.of('settings')).toBe(8);
    hear(7, asked[2]);
    expect(tables.of('settings')).toBe(8);
  });

  it('is discarded with the connection, also if the database is older after reconnecting', async () => {
    const { tables, asked, hear } = versionsByHand();
    hear(7);
    tables.forget();
    expect(tables.of('settings')).toBeUndefined();
    await tables.renew();
    hear(3, asked[0]);
    expect(tables.of('settings')).toBe(3);
  });
});

/** Sources of the repositories, by the names that their files give them. */
function repositorySources(): ReadonlyMap<string, string> {
  const source = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const camelCase = (file: string): string =>
    path.parse(file).name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const files = readdirSync(import.meta.dirname).filter((file) => /^[\w-]+\.ts$/.test(file));
  const texts = files.map((file) => [camelCase(file), withoutComments(source(file))] as const);
  return new Map(texts.filter(([, text]) => text.includes('export const REPOSITORY ')));
}

it('every repository is listed with the tables in its file', () => {
  const sources = repositorySources();
  expect([...sources.keys()].sort()).toEqual([...REPOSITORY_TABLES.keys()].sort());
  const named = /(?:\b(?:from|join|into|update)\s+"?|(?:selectFrom|Join|insertInto|updateTable|deleteFrom)\(')(\w+)/g;
  const missing = [...sources].flatMap(([name, text]) => {
    // Of a security, the repository of bars takes the version of its symbol.
    const listed = new Set([...(REPOSITORY_TABLES.get(name) ?? []), ...(name === 'bars' ? ['securities'] : [])]);
    const tables = [...text.matchAll(named)].flatMap(([, table = '']) => (table in VERSION_POLICIES ? [table] : []));
    expect({ name, tables: tables.length }).not.toEqual({ name, tables: 0 });
    return tables.filter((table) => !listed.has(table)).map((table) => `${name}: ${table}`);
  });
  expect(missing).toEqual([]);
});

it('what a replica may answer has versions, so that each change of it is noticed', () => {
  const unnoticed = [...REPLICA_TABLES].flatMap(([name, tables]) =>
    tables.filter((table) => VERSION_POLICIES[table] === 'uncached').map((table) => `${name}: ${table}`),
  );
  expect([REPLICA_TABLES.size > 30, unnoticed]).toEqual([true, []]);
  for (const own of [
    'accounts',
    'keys',
    'settings',
    'usage',
    'webhooks',
    'watchlists',
    'vault',
    'community',
    'paperPortfolios',
    'agents',
  ])
    expect([own, REPLICA_TABLES.has(own)]).toEqual([own, false]);
});

forEachDatabase((_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const current = (table: string): Promise<number> => settledVersion(store, table);

  it('every table has a policy, and a trigger exactly if the policy requires one', async () => {
    const { rows } = await sql<{ name: string; versioned: boolean }>`
      select relname as name,
        exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'note_table_write') as versioned
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(store.db);
    const tables = rows.filter(({ name }) => !BOOKKEEPING.includes(name));
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(VERSION_POLICIES).sort());
    const versioned = tables.filter((table) => table.versioned).map(({ name }) => name);
    expect(versioned.sort()).toEqual([...VERSIONED_TABLES].sort());
  });

  it('a version is incremented by each transaction that writes the table, and by no other', async () => {
    const first = await current('private_companies');
    await store.db.transaction().execute(async (tx) => {
      for (const slug of ['one', 'two']) await store.privateCompanies.upsert(tx, [company(slug)]);
    });
    expect(await current('private_companies')).toBe(first + 1);
    const undone = store.db.transaction().execute(async (tx) => {
      await store.privateCompanies.upsert(tx, [company('three')]);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await store.settings.set('other', 1);
    await store.privateCompanies.list({ limit: 1 });
    expect(await current('private_companies')).toBe(first + 1);
    await store.pool.query("delete from private_companies where slug = 'one'");
    expect(await current('private_companies')).toBe(first + 2);
  });

  it('writing bars also increments the version of securities, whose rows change', async () => {
    const first = await current('securities');
    const write = { symbol: 'AAA', source: 'files', bars: madeUpBars(18_000, 5) };
    await store.db.transaction().execute((tx) => store.bars.replaceMany(tx, [write]));
    expect(await current('securities')).toBe(first + 1);
  });

  it('the writer knows no version after its commit until its own notification arrives', async () => {
    const before = await current('private_companies');
    const known = new Set<number | undefined>();
    for (let round = 0; round < 20; round += 1) {
      await store.privateCompanies.upsert(store.db, [company('round')]);
      known.add(store.versionOf('private_companies'));
      expect(await current('private_companies')).toBe(before + 1 + round);
    }
    expect(known.has(before)).toBe(false);
  });

  it('reads of a request are recorded with the version of the table or history, or none', async () => {
    const versions: Versions = new Map();
    await current('investors');
    const reading = store.reading(versions);
    await reading.investors.all();
    await reading.bars.load(['AAA', 'NONE']);
    const investors = await current('investors');
    const bars = (await store.bars.load(['AAA'])).get('AAA')?.version;
    const expected = [
      ['investors', investors],
      ['bars:AAA', bars],
      ['bars:NONE', UNVERSIONED],
    ];
    expect([...versions]).toEqual(expected);
    expect([store.versionOf('bars:AAA'), store.versionOf('bars:NONE')]).toEqual([bars, undefined]);
    await reading.watchlists.ofAccount('acc_none');
    expect([versions.get('watchlists'), store.versionOf('watchlists')]).toEqual([UNVERSIONED, undefined]);
  });
});

const isPossible = process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null;

(isPossible ? describe : describe.skip)('versions over two processes on PostgreSQL', () => {
  const open = postgresDatabase();
  let one: Store;
  let other: Store;
  beforeAll(async () => {
    [one, other] = await Promise.all([open(), open()]);
  });
  const current = (table: string): Promise<readonly number[]> =>
    Promise.all([one, other].map((store) => settledVersion(store, table)));

  it('are the same in both, whoever writes', async () => {
    const [first = NaN] = await current('settings');
    for (const [index, writer] of [one, other, one].entries()) {
      await writer.settings.set('shared', index);
      expect(await current('settings')).toEqual([first + 1 + index, first + 1 + index]);
    }
  });

  it('let concurrent writers of the same tables proceed in any order, and count each', async () => {
    const first = [await current('settings'), await current('private_companies')];
    const both = (store: Store, name: string, isSettingsFirst: boolean): Promise<void> =>
      store.db.transaction().execute(async (tx) => {
        const writes = [
          () => store.settings.set(name, 1, tx),
          () => store.privateCompanies.upsert(tx, [company(name)]),
        ];
        for (const write of isSettingsFirst ? writes : writes.reverse()) await write();
      });
    const writers = Array.from({ length: 40 }, (_, index) => ({ store: index % 2 === 0 ? one : other, index }));
    await Promise.all(writers.map(({ store, index }) => both(store, `w${String(index)}`, index % 3 === 0)));
    const after = first.map((versions) => versions.map((version) => version + 40));
    expect([await current('settings'), await current('private_companies')]).toEqual(after);
  });

  it('are not trusted while the listening connection is lost, and known again afterwards', async () => {
    const known = await settledVersion(one, 'settings');
    const events = new EventEmitter();
    const [lost, back] = [once(events, 'lost'), once(events, 'back')];
    const tell = (event: string) => (): void => void events.emit(event);
    await one.listen('other', () => undefined, { onLoss: tell('lost'), onGap: tell('back') });
    await cutListeners(other);
    await lost;
    expect(one.versionOf('settings')).toBeUndefined();
    await other.pool.query("insert into settings (name, value) values ('unheard', '1')");
    await back;
    expect(await settledVersion(one, 'settings')).toBe(known + 1);
  });

  it('ignore forged notifications', async () => {
    const known = await settledVersion(one, 'settings');
    for (const payload of ['', 'settings', 'settings x', 'nothing 99']) await other.notify(TABLE_VERSIONS, payload);
    await allHeard(one);
    expect(one.versionOf('settings')).toBe(known);
  });
});
