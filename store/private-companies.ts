import { sql, type ColumnType, type Kysely, type Selectable } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { CompanyOverlay } from './company-overlays.js';
import type { CompanyProfile } from './company-profile.js';
import { overlaid, type Overlaid } from './overlaid-company.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';
import type { RepositoryRow } from './repository-row.js';

/** A company without listed shares. `founded` is a year, `employees` a head count, `hq` a place. */
interface CompanyColumns {
  slug: string;
  name: string;
  tagline: string | null;
  sector: string | null;
  founded: number | null;
  hq: string | null;
  employees: number | null;
}

declare module './tables.js' {
  interface Tables {
    private_companies: CompanyColumns & {
      source: string;
      /** Null for a company of which only the columns are known. */
      profile: ColumnType<CompanyProfile | null, string | null | undefined, string | null>;
      /** When it was stored, or changed last. */
      recordedAt: Timestamp;
    };
  }
}

/** As it was curated or imported. */
export type StoredCompany = Readonly<Selectable<Tables['private_companies']>>;
/** Without an instant, it is stored now. */
export type NewPrivateCompany = Omit<StoredCompany, 'profile' | 'recordedAt'> &
  Partial<Pick<StoredCompany, 'profile' | 'recordedAt'>>;
/** With what news, filings and the IPO calendar lay over it. */
export type PrivateCompany = StoredCompany & Overlaid<StoredCompany>;

export interface PrivateCompanyConditions {
  /** Exact sector, ignoring case. */
  readonly sector?: string | undefined;
  /**
   * The day (YYYY-MM-DD, UTC) since which the company, a valuation or a secondary event of it was stored or changed.
   */
  readonly updatedSince?: string | undefined;
}

export interface PrivateCompanyQuery extends PrivateCompanyConditions {
  readonly limit: number;
  /** Place of the last row of the previous page. */
  readonly after?: Pick<PrivateCompany, 'name' | 'slug'> | undefined;
}

export interface PrivateCompaniesRepository {
  /** By slug, without unknown ones; one query. */
  bySlugs(slugs: readonly string[]): Promise<Map<string, PrivateCompany>>;
  /** A page sorted by name, and the total number of matches. */
  list(
    query: PrivateCompanyQuery,
  ): Promise<{ readonly rows: readonly PrivateCompany[]; readonly hasNext: boolean; readonly total: number }>;
  /** Which of the slugs are of companies that meet the conditions; one query. */
  among(slugs: readonly string[], conditions: PrivateCompanyConditions): Promise<ReadonlySet<string>>;
  /** All companies, by slug: for indexes that hold every one. */
  all(): Promise<readonly PrivateCompany[]>;
  /** As they are stored, by slug; one query. */
  stored(tx: Kysely<Tables>, slugs: readonly string[]): Promise<ReadonlyMap<string, StoredCompany>>;
  /** All companies as they are stored, as the transaction sees them. */
  within(tx: Kysely<Tables>): Promise<readonly StoredCompany[]>;
  /** Those of one source, as they are stored. */
  bySource(source: string): Promise<readonly StoredCompany[]>;
  /** Stores companies with distinct slugs, or replaces those with the same slugs. */
  upsert(tx: Kysely<Tables>, companies: readonly NewPrivateCompany[]): Promise<void>;
  /** Removes the companies of one source, but for those with the slugs of `kept`. */
  removeSource(tx: Kysely<Tables>, source: string, kept?: readonly NewPrivateCompany[]): Promise<void>;
}

/**
 * Whether anything of a company was stored or changed, laid over it or taken away on this day (YYYY-MM-DD) or later.
 */
function newSince(date: string) {
  const instant = new Date(`${date}T00:00:00Z`);
  return sql<boolean>`(private_companies.recorded_at >= ${instant}
    or slug in (select round.slug from private_rounds round where round.recorded_at >= ${instant})
    or slug in (select event.slug from secondary_events event where event.recorded_at >= ${instant})
    or slug in (select fact.slug from company_overlays fact
      where fact.recorded_at >= ${instant} or fact.withdrawn_at >= ${instant}))`;
}

/** Rows with what is laid over them: one query more, for all rows if there are no slugs. */
async function overlaidRows(
  db: Kysely<Tables>,
  rows: readonly StoredCompany[],
  slugs: readonly string[] | null,
): Promise<readonly PrivateCompany[]> {
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom('company_overlays')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .where('field', 'not in', ['round', 'valuation'])
    .where(slugs === null ? sql<boolean>`true` : sql<boolean>`slug = any(${[...slugs]}::text[])`)
    .execute();
  const overlays = rowsByKey(found as unknown as readonly CompanyOverlay[], ({ slug }) => slug);
  return rows.map((row) => overlaid(row, overlays.get(row.slug) ?? []));
}

/** Private companies: the directory. */
function createPrivateCompaniesRepository(db: Kysely<Tables>): PrivateCompaniesRepository {
  const matching = ({ sector, updatedSince }: PrivateCompanyConditions) => {
    let query = db.selectFrom('private_companies');
    if (sector !== undefined) query = query.where(sql<string>`lower(sector)`, '=', sector.toLowerCase());
    return updatedSince === undefined ? query : query.where(newSince(updatedSince));
  };
  return {
    async bySlugs(slugs) {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .selectFrom('private_companies')
        .selectAll()
        .where('slug', 'in', [...slugs])
        .execute();
      return new Map((await overlaidRows(db, rows, slugs)).map((row) => [row.slug, row]));
    },
    async list(query) {
      const { after, limit } = query;
      const page = matching(query)
        .selectAll()
        .where(
          after === undefined
            ? sql<boolean>`true`
            : sql<boolean>`(name collate "C", slug collate "C") > (${after.name}, ${after.slug})`,
        )
        .orderBy(sql`name collate "C"`)
        .orderBy(sql`slug collate "C"`)
        .limit(limit + 1);
      const counted = matching(query).select((select) => select.fn.countAll<number>().as('total'));
      const [found, { total }] = await Promise.all([page.execute(), counted.executeTakeFirstOrThrow()]);
      const rows = found.slice(0, limit);
      return {
        rows: await overlaidRows(
          db,
          rows,
          rows.map(({ slug }) => slug),
        ),
        hasNext: found.length > limit,
        total,
      };
    },
    async among(slugs, conditions) {
      const those = sql<boolean>`slug = any(${[...slugs]}::text[])`;
      const rows = await matching(conditions).select('slug').where(those).execute();
      return new Set(rows.map(({ slug }) => slug));
    },
    async all() {
      const rows = await db
        .selectFrom('private_companies')
        .selectAll()
        .orderBy(sql`slug collate "C"`)
        .execute();
      return overlaidRows(db, rows, null);
    },
    async stored(tx, slugs) {
      if (slugs.length === 0) return new Map();
      const rows = await tx
        .selectFrom('private_companies')
        .selectAll()
        .where('slug', 'in', [...slugs])
        .execute();
      return new Map(rows.map((row) => [row.slug, row]));
    },
    within: (tx) =>
      tx
        .selectFrom('private_companies')
        .selectAll()
        .orderBy(sql`slug collate "C"`)
        .execute(),
    bySource: (source) => db.selectFrom('private_companies').selectAll().where('source', '=', source).execute(),
    upsert: (tx, companies) =>
      upsert(
        tx,
        'private_companies',
        ['slug'],
        companies.map(({ profile, ...company }) => ({
          recordedAt: new Date(),
          ...company,
          profile: profile === undefined || profile === null ? null : JSON.stringify(profile),
        })),
        [],
        'recordedAt',
      ),
    async removeSource(tx, source, kept = []) {
      await tx
        .deleteFrom('private_companies')
        .where('source', '=', source)
        .where(sql<boolean>`slug <> all(${kept.map(({ slug }) => slug)}::text[])`)
        .execute();
    },
  };
}

export const REPOSITORY = {
  create: createPrivateCompaniesRepository,
  replica: {},
  tables: { private_companies: 'table' },
  alsoReads: ['private_rounds', 'secondary_events', 'company_overlays'],
  migrations: {
    '0034-private-companies': [
      `alter table private_companies add column profile jsonb`,
      `create index private_companies_sector on private_companies (lower(sector))`,
    ],
    '0056-recorded-companies': [
      `alter table private_companies add column recorded_at timestamptz not null default now()`,
    ],
  },
} as const satisfies RepositoryRow;
