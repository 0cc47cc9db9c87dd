import { isDeepStrictEqual } from 'node:util';
import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** Whether a private company had a modelled valuation and, if it had none, why. */
export type MarkRecordStatus = 'marked' | 'no_valuation' | 'listed' | 'acquired';

/** A mark as it was answered, USD; its fields are those of the version of the method. */
export type MarkContent = Readonly<Record<string, unknown>>;

declare module './tables.js' {
  interface Tables {
    /** One row for each change of a company's mark; rows are never changed. */
    mark_records: {
      slug: string;
      /** When it was stored: what was answered as of an earlier instant stays the same. */
      knownAt: Timestamp;
      /** When its computation began, before its data was read; it tells which of two runs knew more. */
      computedAt: Timestamp;
      methodVersion: number;
      status: MarkRecordStatus;
      /** Null unless the status is `marked`. */
      mark: JSONColumnType<MarkContent | null>;
      /** Names of the data sources of the mark, or of the company without one. */
      sources: JSONColumnType<readonly string[]>;
    };
  }
}

export type MarkRecord = Readonly<Selectable<Tables['mark_records']>>;

/** A mark as it is computed now. */
export type ComputedMark = Omit<MarkRecord, 'knownAt' | 'computedAt'>;

/** What was on record of a company at an instant. */
export interface MarkOnRecord {
  readonly record: MarkRecord | null;
  /** When the first was known, whatever the instant; null if none is on record. */
  readonly firstKnownAt: Date | null;
}

export interface MarkRecordsRepository {
  /**
   * What was on record of each company at its instant, in order; one query for all. For recent instants, a writer that
   * has begun is waited for: its marks are known since then, and can be read once it has ended.
   */
  asOf(
    queries: readonly { readonly slug: string; readonly at: Date }[],
    isRecent: boolean,
  ): Promise<readonly MarkOnRecord[]>;
  /**
   * Adds those that differ from the newest on record. A company on record that is not among them has no valuation any
   * more. Of two runs, in this process or another, the one whose computation began first adds nothing after the other.
   * Returns how many rows it added.
   *
   * @param marks those of all companies that have any
   * @param computedAt when their computation began
   * @param clock the time in epoch milliseconds, read when no other writer is left
   */
  record(marks: readonly ComputedMark[], computedAt: Date, clock: () => number): Promise<number>;
}

const AT_ONCE = 1_000;
/** The lock of which one writer is the holder. */
const WRITERS = sql`hashtext('mark_records')`;

type Said = Omit<ComputedMark, 'slug'>;

/** What is said of a company, as the database gives it back. */
function saidOf({ methodVersion, status, mark, sources }: Said): Said {
  return JSON.parse(JSON.stringify({ methodVersion, status, mark, sources })) as Said;
}

const gone = ({ slug, methodVersion, sources }: MarkRecord): ComputedMark => ({
  slug,
  methodVersion,
  sources,
  status: 'no_valuation',
  mark: null,
});

/** The newest of each company on record, which the primary key finds without reading the others. */
async function newestOf(tx: Kysely<Tables>): Promise<ReadonlyMap<string, MarkRecord>> {
  const { rows } = await sql<MarkRecord>`
    with recursive recorded as (
      (select slug from mark_records order by slug limit 1)
      union all
      select (select slug from mark_records where slug > recorded.slug order by slug limit 1)
      from recorded where recorded.slug is not null)
    select newest.* from recorded cross join lateral (
      select * from mark_records record where record.slug = recorded.slug order by known_at desc limit 1) newest`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.slug, row]));
}

/** The marks of private companies, as they were answered, and since when. */
function createMarkRecordsRepository(db: Kysely<Tables>): MarkRecordsRepository {
  return {
    async asOf(queries, isRecent) {
      // In a statement of its own: one that has waited sees the rows as they were before it waited.
      if (isRecent) await sql`select pg_advisory_xact_lock_shared(${WRITERS})`.execute(db);
      // The database has other years before the first one; nothing was on record in 1970.
      const instants = queries.map(({ at }) => new Date(Math.max(0, at.getTime())).toISOString());
      const slugs = queries.map(({ slug }) => slug);
      const { rows } = await sql<
        { readonly firstKnownAt: Date | null } & { readonly [Column in keyof MarkRecord]: MarkRecord[Column] | null }
      >`
        select newest.*, (select min(known_at) from mark_records first where first.slug = asked.slug) as first_known_at
        from unnest(${slugs}::text[], ${instants}::timestamptz[]) with ordinality as asked (slug, at, place)
          left join lateral (select * from mark_records record where record.slug = asked.slug and record.known_at <= asked.at
            order by known_at desc limit 1) newest on true
        order by place`.execute(db);
      return rows.map(({ firstKnownAt, ...record }) => ({
        firstKnownAt,
        record: record.slug === null ? null : (record as MarkRecord),
      }));
    },
    record: (marks, computedAt, clock) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(tx);
        const newest = await newestOf(tx);
        const slugs = new Set(marks.map(({ slug }) => slug));
        const ended = [...newest.values()].filter(({ slug }) => !slugs.has(slug)).map(gone);
        const changed = [...marks, ...ended].filter((mark) => {
          const last = newest.get(mark.slug);
          if (last === undefined) return true;
          return last.computedAt < computedAt && !isDeepStrictEqual(saidOf(last), saidOf(mark));
        });
        const knownAt = new Date(clock());
        for (let from = 0; from < changed.length; from += AT_ONCE) {
          const rows = changed.slice(from, from + AT_ONCE).map(({ mark, sources, ...rest }) => ({
            ...rest,
            knownAt,
            computedAt,
            mark: mark === null ? null : JSON.stringify(mark),
            sources: JSON.stringify(sources),
          }));
          await tx
            .insertInto('mark_records')
            .values(rows as never)
            .execute();
        }
        return changed.length;
      }),
  };
}

export const REPOSITORY = {
  create: createMarkRecordsRepository,
  tables: { mark_records: 'table' },
  migrations: {
    '0080-mark-records': [
      `create table mark_records (
        slug text not null, known_at timestamptz not null, computed_at timestamptz not null, method_version integer not null,
        status text not null check (status in ('marked', 'no_valuation', 'listed', 'acquired')),
        mark jsonb, sources jsonb not null, primary key (slug, known_at),
        check ((status = 'marked') = (mark is not null)))`,
    ],
  },
} as const satisfies RepositoryRow;
