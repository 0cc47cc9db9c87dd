import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { containing } from './like-pattern.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';
import type { RepositoryRow } from './repository-row.js';

/** A company without listed shares. `founded` is a year, `employees` a head count, `hq` a place. */
export const privateCompany = z.object({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).max(80),
  name: z.string().min(1),
  tagline: z.string().nullable(),
  sector: z.string().nullable(),
  founded: z.int().min(1600).max(2100).nullable(),
  hq: z.string().nullable(),
  employees: z.int().nonnegative().nullable(),
});

declare module './tables.js' {
  interface Tables {
    private_companies: z.infer<typeof privateCompany> & { source: string };
  }
}

export type PrivateCompany = Readonly<Selectable<Tables['private_companies']>>;

export interface PrivateCompanySearch {
  /** Exact sector, ignoring case. */
  readonly sector?: string | undefined;
  /** Part of the name, slug or tagline, ignoring case. */
  readonly q?: string | undefined;
  readonly limit: number;
  /** Place of the last row of the previous page. */
  readonly after?: Pick<PrivateCompany, 'name' | 'slug'> | undefined;
}

export interface PrivateCompaniesRepository {
  /** By slug, without unknown ones; one query. */
  bySlugs(slugs: readonly string[]): Promise<Map<string, PrivateCompany>>;
  /** A page sorted by name, and the total number of matches. */
  search(
    search: PrivateCompanySearch,
  ): Promise<{ readonly rows: readonly PrivateCompany[]; readonly hasNext: boolean; readonly total: number }>;
  upsert(tx: Kysely<Tables>, companies: readonly PrivateCompany[]): Promise<void>;
}

/** Private companies: the directory. */
function createPrivateCompaniesRepository(db: Kysely<Tables>): PrivateCompaniesRepository {
  const matching = ({ sector, q }: PrivateCompanySearch) => {
    let query = db.selectFrom('private_companies');
    if (sector !== undefined) query = query.where(sql<string>`lower(sector)`, '=', sector.toLowerCase());
    if (q !== undefined && q !== '') {
      const pattern = containing(q);
      query = query.where((where) =>
        where.or([
          where('name', 'ilike', pattern),
          where('slug', 'ilike', pattern),
          where('tagline', 'ilike', pattern),
        ]),
      );
    }
    return query;
  };
  return {
    async bySlugs(slugs) {
      if (slugs.length === 0) return new Map();
      const rows = await db.selectFrom('private_companies').selectAll().where('slug', 'in', [...slugs]).execute();
      return new Map(rows.map((row) => [row.slug, row]));
    },
    async search(search) {
      const { after, limit } = search;
      const page = matching(search)
        .selectAll()
        .where(
          after === undefined
            ? sql<boolean>`true`
            : sql<boolean>`(name collate "C", slug collate "C") > (${after.name}, ${after.slug})`,
        )
        .orderBy(sql`name collate "C"`)
        .orderBy(sql`slug collate "C"`)
        .limit(limit + 1);
      const counted = matching(search).select((select) => select.fn.countAll<number>().as('total'));
      const [found, { total }] = await Promise.all([page.execute(), counted.executeTakeFirstOrThrow()]);
      return { rows: found.slice(0, limit), hasNext: found.length > limit, total };
    },
    upsert: (tx, companies) => upsert(tx, 'private_companies', ['slug'], companies),
  };
}

export const REPOSITORY = {
  create: createPrivateCompaniesRepository,
  tables: { private_companies: 'table' },
} as const satisfies RepositoryRow;
