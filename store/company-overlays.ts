import { sql, type ColumnType, type Generated, type Kysely, type Selectable } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

/** Where a fact comes from that is laid over what is stored of a company. */
export type OverlayOrigin = 'news' | 'filing' | 'calendar';

/** A round of money that the overlay tells. Days since 1970-01-01, amounts in USD. */
interface OverlaidRound {
  readonly day: number;
  readonly stage: string;
  readonly amountUsd: number | null;
  readonly postMoneyUsd: number | null;
  readonly leadInvestors: readonly string[];
  readonly confidence: 'disclosed' | 'reported';
}

/** The values of each field of an overlay. */
interface OverlaidValues {
  readonly round: OverlaidRound;
  readonly valuation: { readonly day: number; readonly postMoneyUsd: number };
  readonly totalRaisedUsd: number;
  readonly ipoStatus: { readonly status: 'filed' | 'listed' | 'acquired'; readonly succeededBy: string | null };
  readonly headquarters: string;
  readonly country: string;
}

export type OverlaidField = keyof OverlaidValues;

/** A field with its value. */
export type OverlaidValue = {
  readonly [Field in OverlaidField]: { readonly field: Field; readonly value: OverlaidValues[Field] };
}[OverlaidField];

interface OverlayColumns {
  /** In the order in which they were recorded. */
  id: Generated<number>;
  slug: string;
  field: OverlaidField;
  /** Names the evidence among all of its origin: a story, a form, a row of the calendar. */
  key: string;
  value: ColumnType<OverlaidValues[OverlaidField], string, string>;
  asOfDay: number;
  sourceUrl: string | null;
  origin: OverlayOrigin;
  /** Name of the data source. */
  source: string;
  recordedAt: Timestamp;
  /** Null while it is laid over the company. */
  withdrawnAt: NullableTimestamp;
}

declare module './tables.js' {
  interface Tables {
    company_overlays: OverlayColumns;
  }
}

type Columns = Omit<Readonly<Selectable<OverlayColumns>>, 'field' | 'value'>;

/** A fact that news, a filing or the IPO calendar lays over a company, or did. */
export type CompanyOverlay = Columns & OverlaidValue;
export type NewOverlay = Omit<Columns, 'id' | 'recordedAt' | 'withdrawnAt'> & OverlaidValue;

export interface CompanyOverlaysRepository {
  /** Locks out other writers until `tx` ends. */
  lock(tx: Kysely<Tables>): Promise<void>;
  /** All that is laid over companies now, by company and order of recording. */
  current(tx: Kysely<Tables>): Promise<readonly CompanyOverlay[]>;
  /** Of each company, what is laid over it now and what was, newest record first; one query. */
  historyOf(slugs: readonly string[]): Promise<ReadonlyMap<string, readonly CompanyOverlay[]>>;
  /** Ends those with these ids, and records new ones, as of an instant. */
  change(tx: Kysely<Tables>, ended: readonly number[], added: readonly NewOverlay[], at: Date): Promise<void>;
}

const AT_ONCE = 1_000;

/** What news, filings and the IPO calendar lay over stored companies, with all that they once did. */
function createCompanyOverlaysRepository(db: Kysely<Tables>): CompanyOverlaysRepository {
  return {
    async lock(tx) {
      await sql`select pg_advisory_xact_lock(hashtext('company_overlays'))`.execute(tx);
    },
    async current(tx) {
      const rows = await tx
        .selectFrom('company_overlays')
        .selectAll()
        .where('withdrawnAt', 'is', null)
        .orderBy(sql`slug collate "C"`)
        .orderBy('id')
        .execute();
      return rows as unknown as readonly CompanyOverlay[];
    },
    async historyOf(slugs) {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .selectFrom('company_overlays')
        .selectAll()
        .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
        .orderBy('id', 'desc')
        .execute();
      return rowsByKey(rows as unknown as readonly CompanyOverlay[], ({ slug }) => slug);
    },
    async change(tx, ended, added, at) {
      if (ended.length > 0)
        await tx
          .updateTable('company_overlays')
          .set({ withdrawnAt: at })
          .where(sql<boolean>`id = any(${[...ended]}::bigint[])`)
          .execute();
      for (let from = 0; from < added.length; from += AT_ONCE)
        await tx
          .insertInto('company_overlays')
          .values(
            added.slice(from, from + AT_ONCE).map(({ value, ...row }) => ({
              ...row,
              value: JSON.stringify(value),
              recordedAt: at,
              withdrawnAt: null,
            })),
          )
          .execute();
    },
  };
}

export const REPOSITORY = {
  create: createCompanyOverlaysRepository,
  replica: {},
  tables: { company_overlays: 'table' },
  migrations: {
    '0050-company-overlays': [
      `create table company_overlays (
        id bigint generated always as identity primary key, slug text not null,
        field text not null
          check (field in ('round', 'valuation', 'totalRaisedUsd', 'ipoStatus', 'headquarters', 'country')),
        key text not null, value jsonb not null, as_of_day integer not null, source_url text,
        origin text not null check (origin in ('news', 'filing', 'calendar')), source text not null,
        recorded_at timestamptz not null, withdrawn_at timestamptz)`,
      `create unique index company_overlays_current on company_overlays (slug, field, origin, key)
        where withdrawn_at is null`,
      `create index company_overlays_slug on company_overlays (slug)`,
    ],
  },
} as const satisfies RepositoryRow;
