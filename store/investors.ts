import { sql, type ColumnType, type Kysely, type Selectable } from 'kysely';
import type { DatePrecision } from '../calendar/date-precision.js';
import type { FactSource } from './company-profile.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

export const FIRM_TYPES = ['VC', 'Growth/PE', 'Strategic/CVC', 'Sovereign'] as const;

/** A firm that invests in private companies. `founded` is a year; assets under management in USD. */
interface InvestorColumns {
  slug: string;
  name: string;
  firmType: (typeof FIRM_TYPES)[number];
  founded: number | null;
  aumUsd: number | null;
}

export interface Investment extends FactSource {
  readonly company: string;
  /** Of a company that the directory has. */
  readonly slug: string | null;
  readonly date: string | null;
  /** Of an investment that is not known to the day. */
  readonly datePrecision?: DatePrecision | undefined;
  readonly stage: string | null;
  readonly amountUsd: number | null;
  readonly isLead: boolean | null;
}

export interface ActiveFund {
  readonly name: string;
  readonly sizeUsd: number | null;
  /** In which it was closed or announced. */
  readonly year: number | null;
}

/** What is known of a firm beside the columns of its row. Amounts in USD; what no source tells is null. */
export interface InvestorProfile {
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly newsTopics: readonly string[];
  readonly shortName: string | null;
  readonly tagline: string | null;
  readonly subtype: string | null;
  readonly headquarters: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly geoFocus: readonly string[];
  readonly website: string | null;
  readonly activeFund: ActiveFund | null;
  readonly stageFocus: readonly string[];
  readonly sectorFocus: readonly string[];
  readonly smallestInvestmentUsd: number | null;
  readonly largestInvestmentUsd: number | null;
  readonly notablePartners: readonly string[];
  readonly notablePortfolio: readonly string[];
  readonly exitsHighlight: readonly string[];
  readonly recentInvestments: readonly Investment[];
  /** The source of each field that has a value, by the field's name. */
  readonly facts: Readonly<Record<string, FactSource>>;
}

declare module './tables.js' {
  interface Tables {
    investors: InvestorColumns & {
      source: string;
      profile: ColumnType<InvestorProfile, string, string>;
    };
  }
}

export type Investor = Readonly<Selectable<Tables['investors']>>;

export interface InvestorsRepository {
  /** By slug, without unknown ones; one query. */
  bySlugs(slugs: readonly string[]): Promise<ReadonlyMap<string, Investor>>;
  /** All firms, by slug. */
  all(): Promise<readonly Investor[]>;
  /** Stores firms with distinct slugs, or replaces those with the same slugs. */
  upsert(tx: Kysely<Tables>, investors: readonly Investor[]): Promise<void>;
  /** Removes the firms of one source. */
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
}

/** Firms that invest in private companies. */
function createInvestorsRepository(db: Kysely<Tables>): InvestorsRepository {
  return {
    async bySlugs(slugs) {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .selectFrom('investors')
        .selectAll()
        .where('slug', 'in', [...slugs])
        .execute();
      return new Map(rows.map((row) => [row.slug, row]));
    },
    all: () =>
      db
        .selectFrom('investors')
        .selectAll()
        .orderBy(sql`slug collate "C"`)
        .execute(),
    upsert: (tx, investors) =>
      upsert(
        tx,
        'investors',
        ['slug'],
        investors.map((row) => ({ ...row, profile: JSON.stringify(row.profile) })),
      ),
    async removeSource(tx, source) {
      await tx.deleteFrom('investors').where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createInvestorsRepository,
  replica: {},
  tables: { investors: 'table' },
  migrations: {
    '0039-investors': [
      `create table investors (
        slug text primary key, name text not null,
        firm_type text not null check (firm_type in ('VC', 'Growth/PE', 'Strategic/CVC', 'Sovereign')),
        founded integer, aum_usd double precision, profile jsonb not null, source text not null)`,
    ],
  },
} as const satisfies RepositoryRow;
