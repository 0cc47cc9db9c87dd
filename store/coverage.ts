import { sql, type Kysely } from 'kysely';
import { DATA_SETS, type DataSet } from './data-sets.js';
import { containing } from './like-pattern.js';
import type { RepositoryRow } from './repository-row.js';
import type { SecurityKind } from './securities.js';
import type { Tables } from './tables.js';

/** What is stored of one kind of data. */
export interface DataSetCoverage {
  /** `daily bars` */
  readonly name: string;
  readonly table: string;
  /** Rows; of packed series, their bars, quotes or trades. */
  readonly rows: number;
  /** Distinct tickers, filers or companies with rows; null for data that is of none. */
  readonly subjects: number | null;
  /** The newest day of a row, since 1970-01-01; null without rows, and for data without days. */
  readonly newestDay: number | null;
  /** The last commit that wrote to the table; null if none has since this was recorded. */
  readonly writtenAt: Date | null;
  /** The rows by the source that gave them, most first; empty for data whose rows do not say. */
  readonly sources: readonly { readonly source: string; readonly rows: number; readonly newestDay: number | null }[];
}

/** A security with how far its daily bars reach. */
export interface CoveredSecurity {
  readonly symbol: string;
  readonly name: string;
  readonly kind: SecurityKind;
  readonly source: string;
  readonly firstDay: number | null;
  readonly lastDay: number | null;
  readonly updatedAt: Date;
}

export interface CoverageSearch {
  /** `none`: without daily bars; `stale`: their last day is before `staleBefore`; `current`: all others. */
  readonly state?: 'none' | 'stale' | 'current' | undefined;
  /** The first day that is not stale; null if nothing is stored that could be. */
  readonly staleBefore: number | null;
  /** Part of the symbol or name, ignoring case. */
  readonly q?: string | undefined;
  /** The last symbol of the previous page. */
  readonly after?: string | undefined;
  readonly first: number;
}

export interface CoverageRepository {
  /** All kinds of data, in the order of their table. */
  dataSets(): Promise<readonly DataSetCoverage[]>;
  /** A page of securities by symbol. */
  securities(
    search: CoverageSearch,
  ): Promise<{ readonly rows: readonly CoveredSecurity[]; readonly hasNext: boolean; readonly total: number }>;
}

/** Tables that are read at once: an operator's question must not take the connections of requests. */
const AT_ONCE = 2;

interface Group {
  readonly source: string | null;
  readonly isTotal: number;
  readonly rows: number;
  readonly subjects: number;
  readonly newestDay: number | null;
}

/** What is stored, for operators. */
function createCoverageRepository(db: Kysely<Tables>): CoverageRepository {
  return {
    async dataSets() {
      const writtenAt = await writtenTimes(db);
      const read: DataSetCoverage[] = [];
      for (let at = 0; at < DATA_SETS.length; at += AT_ONCE)
        read.push(
          ...(await Promise.all(DATA_SETS.slice(at, at + AT_ONCE).map((set) => coverageOf(db, set, writtenAt)))),
        );
      return read;
    },
    async securities({ state, staleBefore, q, after, first }) {
      const matching = db
        .selectFrom('securities')
        .$if(q !== undefined, (query) =>
          query.where((where) =>
            where.or([where('symbol', 'ilike', containing(q ?? '')), where('name', 'ilike', containing(q ?? ''))]),
          ),
        )
        .$if(state === 'none', (query) => query.where('lastDay', 'is', null))
        .$if(state === 'stale', (query) => query.where('lastDay', '<', staleBefore ?? 0))
        .$if(state === 'current', (query) => query.where('lastDay', '>=', staleBefore ?? 0));
      const [rows, { total }] = await Promise.all([
        matching
          .select(['symbol', 'name', 'kind', 'source', 'firstDay', 'lastDay', 'updatedAt'])
          .$if(after !== undefined, (query) => query.where('symbol', '>', after ?? ''))
          .orderBy('symbol')
          .limit(first + 1)
          .execute(),
        matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { rows: rows.slice(0, first), hasNext: rows.length > first, total };
    },
  };
}

async function writtenTimes(db: Kysely<Tables>): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ name: string; writtenAt: Date }>`
    select name, written_at from table_versions where written_at is not null`.execute(db);
  return new Map(rows.map(({ name, writtenAt }) => [name, writtenAt]));
}

/** One statement: the whole, and a row for each source where rows say theirs. */
async function coverageOf(
  db: Kysely<Tables>,
  set: DataSet,
  writtenAt: ReadonlyMap<string, Date>,
): Promise<DataSetCoverage> {
  const {
    name,
    table,
    from = table,
    rows = 'count(*)',
    subject = null,
    day = null,
    source = null,
    versionOf = table,
  } = set;
  const groups = await sql<Group>`
    select ${sql.raw(source ?? 'null::text')} as source,
      ${sql.raw(source === null ? '1' : `grouping(${source})`)} as is_total, coalesce(${sql.raw(rows)}, 0)::bigint as rows,
      ${sql.raw(subject === null ? '0' : `count(distinct ${subject})`)}::bigint as subjects,
      ${sql.raw(day === null ? 'null' : `max(${day})`)}::integer as newest_day
    from ${sql.raw(from)} ${sql.raw(source === null ? '' : `group by grouping sets ((${source}), ())`)}`.execute(db);
  const total = groups.rows.find(({ isTotal }) => isTotal === 1);
  const sources = groups.rows.flatMap(({ isTotal, source: given, rows: count, newestDay }) =>
    isTotal === 1 || given === null ? [] : [{ source: given, rows: count, newestDay }],
  );
  return {
    name,
    table,
    rows: total?.rows ?? 0,
    subjects: subject === null ? null : (total?.subjects ?? 0),
    newestDay: total?.newestDay ?? null,
    writtenAt: writtenAt.get(versionOf) ?? null,
    sources: sources.sort((one, other) => other.rows - one.rows || (one.source < other.source ? -1 : 1)),
  };
}

/** The function of `0007-table-versions`, which now also notes when. */
const NOTES_TIME = `create or replace function count_table_writes() returns trigger language plpgsql as $$
  declare
    written text[];
    each_name text;
    counted bigint;
  begin
    with taken as (delete from table_writes where tx = txid_current() returning name)
      select coalesce(array_agg(name order by name), '{}') into written from taken;
    foreach each_name in array written loop
      insert into table_versions as known (name, version, written_at) values (each_name, 1, clock_timestamp())
        on conflict (name) do update set version = known.version + 1, written_at = excluded.written_at returning version into counted;
      perform pg_notify('table_versions', each_name || ' ' || counted);
    end loop;
    return null;
  end $$`;

export const REPOSITORY = {
  create: createCoverageRepository,
  tables: {},
  alsoReads: ['securities', ...new Set(DATA_SETS.map(({ table }) => table))],
  migrations: {
    '0083-written-at': ['alter table table_versions add column written_at timestamptz', NOTES_TIME],
  },
} as const satisfies RepositoryRow;
