import type { Kysely } from 'kysely';
import { createAccountsRepository } from './accounts.js';
import { createBarsRepository } from './bars.js';
import { createCompositesRepository } from './composites.js';
import { createImportsRepository } from './imports.js';
import { createIpoListingsRepository } from './ipo-listings.js';
import { createKeysRepository } from './keys.js';
import { createOutboxRepository } from './outbox.js';
import { createPrivateCompaniesRepository } from './private-companies.js';
import { createProducerStatesRepository } from './producer-states.js';
import { createSecuritiesRepository } from './securities.js';
import { createSessionsRepository } from './sessions.js';
import { createSettingsRepository } from './settings.js';
import type { Tables } from './tables.js';
import { createUsageRepository } from './usage.js';
import { createWatchlistsRepository } from './watchlists.js';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.js';
import { createWebhooksRepository } from './webhooks.js';

/**
 * How changes of a table invalidate caches:
 * - `table`: one version for all rows, which a trigger increments on the commit of every write (`table-versions.ts`);
 * - `symbol`: the version of the security, which bar writes increment and which is read together with the rows;
 * - `uncached`: none; a response that reads the table is never cached.
 */
export type VersionPolicy = 'table' | 'symbol' | 'uncached';

interface Row {
  create(db: Kysely<Tables>, options: { readonly cacheBytes?: number | undefined }): object;
  /** The repository's own tables. Every table has one row. */
  readonly tables: Readonly<Partial<Record<keyof Tables, VersionPolicy>>>;
  /** Tables of other rows that its statements also name. */
  readonly alsoReads?: readonly (keyof Tables)[];
}

type Rows = Readonly<Record<string, Row>>;

/** All repositories. `bars` also reads `securities`, which has the version of a symbol. */
const REPOSITORIES = {
  bars: {
    create: createBarsRepository,
    tables: { bar_years: 'symbol', minute_days: 'symbol', splits: 'symbol', dividends: 'symbol' },
  },
  composites: {
    create: createCompositesRepository,
    tables: { composite_latest: 'table', composite_years: 'table' },
    alsoReads: ['securities'],
  },
  securities: { create: createSecuritiesRepository, tables: { securities: 'table' } },
  settings: { create: createSettingsRepository, tables: { settings: 'table' } },
  imports: { create: createImportsRepository, tables: { imports: 'uncached' } },
  privateCompanies: { create: createPrivateCompaniesRepository, tables: { private_companies: 'table' } },
  accounts: {
    create: createAccountsRepository,
    tables: { accounts: 'uncached' },
    alsoReads: ['api_keys', 'sessions'],
  },
  keys: { create: createKeysRepository, tables: { api_keys: 'uncached' }, alsoReads: ['accounts'] },
  sessions: { create: createSessionsRepository, tables: { sessions: 'uncached' }, alsoReads: ['accounts'] },
  usage: {
    create: createUsageRepository,
    tables: { monthly_usage: 'uncached', minute_usage: 'uncached', token_usage: 'uncached' },
    alsoReads: ['accounts'],
  },
  outbox: {
    create: createOutboxRepository,
    tables: { events: 'uncached' },
    alsoReads: ['webhook_endpoints', 'accounts', 'webhook_sends'],
  },
  webhooks: {
    create: createWebhooksRepository,
    tables: { webhook_endpoints: 'uncached' },
    alsoReads: ['webhook_sends', 'webhook_deliveries', 'accounts'],
  },
  webhookDeliveries: {
    create: createWebhookDeliveriesRepository,
    tables: { webhook_deliveries: 'uncached', webhook_sends: 'uncached' },
    alsoReads: ['webhook_endpoints', 'events', 'accounts'],
  },
  producerStates: {
    create: (db: Kysely<Tables>) => createProducerStatesRepository(db, createOutboxRepository(db)),
    tables: { producer_states: 'uncached' },
  },
  watchlists: {
    create: createWatchlistsRepository,
    tables: { watchlists: 'uncached', watchlist_entries: 'uncached' },
    alsoReads: ['accounts'],
  },
  ipoListings: { create: createIpoListingsRepository, tables: { ipo_listings: 'table' } },
} as const satisfies Rows;

export type Repositories = {
  readonly [Name in keyof typeof REPOSITORIES]: ReturnType<(typeof REPOSITORIES)[Name]['create']>;
};

type TablesOf<R extends Rows> = { [Name in keyof R]: keyof R[Name]['tables'] }[keyof R];
type Missing<R extends Rows> = Exclude<keyof Tables, TablesOf<R>>;
type Repeated<R extends Rows> = { [Name in keyof R]: keyof R[Name]['tables'] & TablesOf<Omit<R, Name>> }[keyof R];

/** The policy of each table. A table without a row, or with several, does not compile: the message names it. */
function policiesOf<R extends Rows>(rows: R & Readonly<Record<Missing<R> | Repeated<R>, never>>): Row['tables'] {
  return Object.values<Row>(rows).reduce<Row['tables']>((policies, { tables }) => ({ ...policies, ...tables }), {});
}

/** The tables of each repository, its own and those that it also reads. */
export const REPOSITORY_TABLES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<Row>(REPOSITORIES).map(([name, row]) => [name, [...Object.keys(row.tables), ...(row.alsoReads ?? [])]]),
);

/** The policy of every table. */
export const VERSION_POLICIES: Readonly<Partial<Record<string, VersionPolicy>>> = policiesOf(REPOSITORIES);

/** The tables with a table version. */
export const VERSIONED_TABLES: readonly string[] = Object.entries(VERSION_POLICIES)
  .flatMap(([table, policy]) => (policy === 'table' ? [table] : []));

export function createRepositories(db: Kysely<Tables>, options: Parameters<Row['create']>[1] = {}): Repositories {
  const entries = Object.entries<Row>(REPOSITORIES).map(([name, { create }]) => [name, create(db, options)]);
  return Object.fromEntries(entries) as Repositories;
}
