import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { amount, oneOf, text, ticker } from './field-schemas.js';
import { byCompany, companySlug, PRECISIONS, sourceAddress, type WithoutPrecisions } from './private-fields.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const WHOLE = 100;

/**
 * A listed holder's stake in a private company. `ticker` is the holder's; the value is in USD, on the stated basis. The
 * holder's market capitalisation, in USD, has its own day and source; all three are null if it is not known.
 */
export const privateStake = z.object({
  slug: companySlug,
  ticker,
  holder: text('holder', 120),
  stakePct: z.number().positive('the stake is not above zero').max(WHOLE, 'the stake is above 100%').nullable(),
  stakeValueUsd: amount('stake value').nullable(),
  basis: text('basis', 200),
  holderMarketCapUsd: amount('market capitalisation').nullable(),
  holderMarketCapDay: z.int().nullable(),
  holderMarketCapSourceUrl: sourceAddress.nullable(),
  class: oneOf('class', ['disclosed', 'reported']),
  /** Planned, agreed or promised, and not known to be held. */
  isCommitted: z.boolean(),
  asOfDay: z.int(),
  asOfPrecision: PRECISIONS.asOfPrecision,
  sourceUrl: sourceAddress,
});

export type PrivateStakeFields = Readonly<z.infer<typeof privateStake>>;

declare module './tables.js' {
  interface Tables {
    private_stakes: PrivateStakeFields & { source: string };
  }
}

export type PrivateStake = Readonly<Selectable<Tables['private_stakes']>>;

/** Without a precision, the day is known. */
export type NewPrivateStake = WithoutPrecisions<PrivateStake>;

export interface PrivateStakesRepository {
  /** In each company, by holder; one query. Companies without any are left out. */
  bySlugs(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly PrivateStake[]>>;
  /** Of each holder, by company; one query. Holders without any are left out. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly PrivateStake[]>>;
  /** All stakes, by company and holder. */
  all(): Promise<readonly PrivateStake[]>;
  /** Stores stakes, one of a holder in a company, or replaces those with the same holder and company. */
  upsert(tx: Kysely<Tables>, stakes: readonly NewPrivateStake[]): Promise<void>;
  /** Removes the stakes of one source. */
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
}

/** Stakes of listed holders in private companies. */
function createPrivateStakesRepository(db: Kysely<Tables>): PrivateStakesRepository {
  const ordered = () =>
    db
      .selectFrom('private_stakes')
      .selectAll()
      .orderBy(sql`slug collate "C"`)
      .orderBy(sql`ticker collate "C"`);
  return {
    bySlugs: (slugs) => byCompany(slugs, (among) => ordered().where(among).execute()),
    async byTickers(tickers) {
      if (tickers.length === 0) return new Map();
      const held = sql<boolean>`ticker = any(${[...tickers]}::text[])`;
      return rowsByKey(await ordered().where(held).execute(), (row) => row.ticker);
    },
    all: () => ordered().execute(),
    upsert: (tx, stakes) =>
      upsert(
        tx,
        'private_stakes',
        ['slug', 'ticker'],
        stakes.map((stake) => ({ asOfPrecision: 'day', ...stake })),
      ),
    async removeSource(tx, source) {
      await tx.deleteFrom('private_stakes').where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createPrivateStakesRepository,
  replica: {},
  tables: { private_stakes: 'table' },
  migrations: {
    '0037-private-stakes': [
      `create table private_stakes (
        slug text not null, ticker text not null, holder text not null, stake_pct double precision,
        stake_value_usd double precision, basis text not null, holder_market_cap_usd double precision,
        holder_market_cap_day integer, holder_market_cap_source_url text, class text not null check (class in ('disclosed', 'reported')),
        as_of_day integer not null, source_url text not null, source text not null, primary key (slug, ticker))`,
      `create index private_stakes_ticker on private_stakes (ticker)`,
    ],
    '0054-committed-stakes': [`alter table private_stakes add column is_committed boolean not null default false`],
    '0055-stake-precisions': [
      `alter table private_stakes add column as_of_precision text not null default 'day'
        check (as_of_precision in ('year', 'month', 'day'))`,
    ],
  },
} as const satisfies RepositoryRow;
