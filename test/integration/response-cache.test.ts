import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once, EventEmitter } from 'node:events';
import type { Tier } from '../../access/tiers.js';
import { compactHoldings } from '../../rest-compat/parameters/url-form.js';
import type { Route } from '../../rest-compat/route.js';
import {
  allHeard,
  cutListeners,
  postgresBinaries,
  postgresDatabase,
  settledVersion,
} from '../../store/fixtures/databases.js';
import { madeUpBars } from '../../store/fixtures/series.js';
import type { Store } from '../../store/open-store.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { restProcess, type RestProcess } from '../support/rest-process.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { sqlCounter, type SqlCounter } from '../support/sql-counter.js';

const isPossible = process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null;
if (!isPossible)
  console.log('skipped: cached responses over two processes, without TEST_DATABASE_URL or server binaries');

const sample = { parameters: {}, tier: 'free', units: 1, source: 'none' } as const;

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/directory',
    operation: '../fixtures/directory',
    summary: 'Directory',
    tag: 'Research',
    sample,
  },
  { method: 'GET', path: '/signal', operation: 'signal', summary: 'Signal', tag: 'Signals', sample },
  { method: 'GET', path: '/usage', operation: 'usage', summary: 'Usage', tag: 'Account', sample },
  {
    method: 'GET',
    path: '/overlay',
    operation: 'portfolio-overlay',
    summary: 'Overlay',
    tag: 'Portfolio',
    sample,
    urlForm: compactHoldings('value'),
  },
];
const DIRECTORY = '/api/v1/directory?ticker=AAA';
const TABLES = ['private_companies', 'securities'];

const renameSecurity = (store: Store, name: string): Promise<void> =>
  store.securities.upsert(store.db, [{ symbol: 'AAA', name, kind: 'equity', source: 'files' }]);

const renameCompany = (store: Store, name: string): Promise<void> => {
  const company = {
    slug: 'acme',
    name,
    sector: 'AI',
    tagline: null,
    founded: 2015,
    hq: null,
    employees: 10,
    source: 'files',
  };
  return store.privateCompanies.upsert(store.db, [company]);
};

const storeBars = (store: Store, days: number, symbols: readonly string[] = ['AAA']): Promise<void> => {
  const writes = symbols.map((symbol) => ({ symbol, source: 'files', bars: madeUpBars(18_000, days) }));
  return store.db.transaction().execute((tx) => store.bars.replaceMany(tx, writes));
};

interface Asked {
  readonly path?: string;
  readonly tier?: Tier;
  /** The tag of an answer that the caller has. */
  readonly known?: string | undefined;
}

(isPossible ? describe : describe.skip)('answers that rest on tables, over two processes on one PostgreSQL', () => {
  const openDatabase = postgresDatabase();
  const processes: RestProcess[] = [];
  const counters: SqlCounter[] = [];
  const keys = new Map<Tier, string>();
  const storeOf = (index: number): Store => {
    const found = processes[index]?.runtime.store;
    if (found === undefined) throw new Error('not started');
    return found;
  };

  beforeAll(async () => {
    const databaseUrl = (await openDatabase()).poolConfig.connectionString;
    const open = async (): Promise<RestProcess> =>
      restProcess({ DATABASE_URL: databaseUrl, SVC_DATA_DIR: await scratchDir() }, ROUTES);
    const first = await open();
    processes.push(first, await open());
    counters.push(...processes.map(({ runtime }) => sqlCounter(runtime.store.pool)));
    for (const tier of ['free', 'pro'] as const) {
      const { id } = await first.runtime.access.accounts.create({ tier, perMinute: 10_000 });
      keys.set(tier, (await first.runtime.access.keys.create(id)).secret);
    }
    await storeBars(storeOf(0), 300);
    await renameSecurity(storeOf(0), 'Before');
    await renameCompany(storeOf(0), 'Before');
  });
  afterAll(async () => {
    endConnections();
    for (const { close } of processes) await close();
  });
  removeScratchAtEnd();

  const ask = (index: number, { path = DIRECTORY, tier = 'pro', known = '' }: Asked = {}): Promise<Answer> =>
    call(processes[index]?.url ?? '', path, { key: keys.get(tier), headers: { 'If-None-Match': known } });
  /** The answer beside the tables that statements read for it. */
  const statements = async (index: number, work: () => Promise<Answer>) => {
    counters[index]?.take();
    const answer = await work();
    return { answer, tables: counters[index]?.take() ?? [] };
  };
  const named = (answer: Answer): readonly unknown[] => [
    answer.status,
    read(answer, 'security', 'gap_stats', 'sessions'),
    read(answer, 'companies', 'companies', 0, 'name'),
    read(answer, 'listed', 'edges', 0, 'node', 'name'),
  ];
  /** Asks until versions are known and the answer is cached. */
  const keep = async (index: number, tier: Tier = 'pro'): Promise<Answer> => {
    for (const table of TABLES) await settledVersion(storeOf(index), table);
    await ask(index, { tier });
    const { answer, tables } = await statements(index, () => ask(index, { tier }));
    expect(tables).toEqual([]);
    return answer;
  };

  describe('an answer from two tables and a history', () => {
    beforeEach(async () => {
      await renameSecurity(storeOf(0), 'Before');
      await renameCompany(storeOf(0), 'Before');
      await storeBars(storeOf(0), 300);
      for (const store of [storeOf(0), storeOf(1)]) {
        for (const table of TABLES) await settledVersion(store, table);
      }
    });

    it('is cached without a statement, charged to each caller and restricted by tier', async () => {
      expect(named(await keep(0))).toEqual([200, 299, 'Before', 'Before']);
      const usage = (): Promise<Answer> => ask(0, { path: '/api/v1/usage' });
      const used = async (): Promise<number> => Number(read(await usage(), 'requests', 'used'));
      const before = await used();
      const { answer, tables } = await statements(0, () => ask(0));
      // One unit for the gaps, one for the list of companies.
      expect([tables, answer.headers['x-data-source'], await used()]).toEqual([[], 'files', before + 2]);
      const unchanged = await statements(0, () => ask(0, { known: answer.headers.etag }));
      expect([unchanged.answer.status, unchanged.tables, await used()]).toEqual([304, [], before + 2]);
      expect((await ask(0, { tier: 'free' })).status).toBe(403);
    });

    it.each<[string, (store: Store) => Promise<void>, readonly unknown[]]>([
      ['one table', (store) => renameCompany(store, 'After'), [200, 299, 'After', 'Before']],
      ['the other', (store) => renameSecurity(store, 'After'), [200, 299, 'Before', 'After']],
      ['the history', (store) => storeBars(store, 200), [200, 199, 'Before', 'Before']],
    ])(
      'is recomputed after a change of %s: at once in the writing process, elsewhere on notification',
      async (_, change, expected) => {
        const tags = [(await keep(0)).headers.etag, (await keep(1)).headers.etag];
        await change(storeOf(0));
        const own = await ask(0, { known: tags[0] });
        expect(named(own)).toEqual(expected);
        await allHeard(storeOf(1));
        const other = await ask(1, { known: tags[1] });
        expect(named(other)).toEqual(expected);
        expect(named(await keep(1))).toEqual(expected);
      },
    );

    it('of a signal, which takes out the benchmark’s drift, is not cached before a benchmark is stored', async () => {
      const signal = { path: '/api/v1/signal?ticker=AAA' };
      const scores: unknown[] = [];
      for (const _ of [1, 2]) {
        const answer = await ask(1, signal);
        expect(answer.status).toBe(200);
        scores.push(read(answer, 'composite_score'));
      }
      await storeBars(storeOf(0), 300, ['SPY']);
      await allHeard(storeOf(1));
      scores.push(read(await ask(1, signal), 'composite_score'));
      expect(scores[1]).toBe(scores[0]);
      expect(scores[2]).not.toBe(scores[0]);
    });

    it('is recomputed after a write outside the repositories', async () => {
      await keep(0);
      await storeOf(1).pool.query("update private_companies set name = 'By hand' where slug = 'acme'");
      await allHeard(storeOf(0));
      expect(named(await ask(0))).toEqual([200, 299, 'By hand', 'Before']);
    });

    it('is not cached while the listening connection is lost, nor trusted from before when it is back', async () => {
      await keep(0);
      const events = new EventEmitter();
      const [lost, back] = [once(events, 'lost'), once(events, 'back')];
      const tell = (event: string) => (): void => void events.emit(event);
      const stop = await storeOf(0).listen('other', () => undefined, { onLoss: tell('lost'), onGap: tell('back') });
      await cutListeners(storeOf(1));
      await lost;
      await renameCompany(storeOf(1), 'Unheard');
      for (const _ of [1, 2]) {
        const { answer, tables } = await statements(0, () => ask(0));
        expect([named(answer)[2], tables.includes('private_companies')]).toEqual(['Unheard', true]);
      }
      await back;
      expect(named(await keep(0))[2]).toBe('Unheard');
      await stop();
    });
  });

  it('of one security depend on its own row and history alone', async () => {
    const path = '/api/v1/signal?ticker=AAA';
    const signal = () => statements(0, () => ask(0, { path }));
    await renameSecurity(storeOf(0), 'Own');
    await storeBars(storeOf(0), 300, ['AAA', 'BBB']);
    await allHeard(storeOf(0));
    await signal();
    const kept = await signal();
    expect([kept.answer.status, kept.tables]).toEqual([200, []]);
    await storeBars(storeOf(0), 250, ['BBB', 'CCC']);
    await renameCompany(storeOf(0), 'Another');
    await allHeard(storeOf(0));
    const after = await signal();
    expect([after.answer.text, after.tables]).toEqual([kept.answer.text, []]);
    await renameSecurity(storeOf(0), 'Renamed');
    await allHeard(storeOf(0));
    expect((await signal()).tables).toContain('securities');
    await storeBars(storeOf(0), 200);
    await allHeard(storeOf(0));
    const changed = await signal();
    expect([
      changed.answer.status,
      changed.answer.text === kept.answer.text,
      changed.tables.includes('bar_years'),
    ]).toEqual([200, false, true]);
  });

  it('are never cached if they depend on the caller or the time', async () => {
    const usage = (): Promise<Answer> => ask(0, { path: '/api/v1/usage' });
    const minute = async (): Promise<unknown> => read(await usage(), 'per_minute', 'remaining');
    const first = Number(await minute());
    expect(await minute()).toBe(first - 1);
  });

  it('are cached for each tier separately, whose bounds a resolver may apply', async () => {
    const symbols = Array.from({ length: 12 }, (_, index) => `T${String(index)}`);
    await storeBars(storeOf(0), 300, [...symbols, 'SPY']);
    for (const table of ['securities', 'composite_heads', 'composite_blocks']) await settledVersion(storeOf(0), table);
    const holdings = symbols.map((symbol) => `${symbol}:1`).join(',');
    const overlay = (tier: Tier): Promise<Answer> => ask(0, { path: `/api/v1/overlay?holdings=${holdings}`, tier });
    const first = await overlay('pro');
    const { answer, tables } = await statements(0, () => overlay('pro'));
    expect([answer.status, answer.text, tables]).toEqual([200, first.text, []]);
    expect(read(await overlay('free'), 'error')).toBe('holdings_cap');
  });
});
