import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    monthly_usage: {
      accountId: string;
      /** `YYYY-MM`, UTC. */
      month: string;
      /** `requests` or `transcripts`. */
      meter: string;
      used: number;
    };
    /** Starts of recent requests, so that the sliding minute survives a restart. */
    minute_usage: {
      scope: string;
      /** Epoch seconds. */
      second: number;
      requests: number;
    };
  }
}

/** The change of one account's meter in a month; negative if refunds exceed charges. */
export interface MonthlyDelta {
  readonly accountId: string;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly meter: string;
  readonly units: number;
}

/** A count and the snapshot in which it was read. */
export interface MonthlyReading {
  readonly used: number;
  /** `xmin:xmax:xip,…` of `pg_current_snapshot()`: identifies the committed transactions included in the count. */
  readonly snapshot: string;
}

export interface MinuteRow {
  readonly scope: string;
  /** Epoch seconds. */
  readonly second: number;
  readonly requests: number;
}

export interface UsageRepository {
  readMonth(accountId: string, month: string, meter: string): Promise<MonthlyReading>;
  /** Adds all deltas in one statement, ignoring deleted accounts. Returns the transaction id. */
  addToMonths(deltas: readonly MonthlyDelta[]): Promise<string>;
  /** Rows newer than `sinceSecond`, oldest first. */
  readMinutes(sinceSecond: number): Promise<readonly MinuteRow[]>;
  addToMinutes(rows: readonly MinuteRow[]): Promise<void>;
  deleteMinutes(beforeSecond: number): Promise<void>;
}

/** Counts of requests and transcripts. */
function createUsageRepository(db: Kysely<Tables>): UsageRepository {
  return { ...monthlyUsage(db), ...minuteUsage(db) };
}

function monthlyUsage(db: Kysely<Tables>): Pick<UsageRepository, 'readMonth' | 'addToMonths'> {
  return {
    async readMonth(accountId, month, meter) {
      const { rows } = await sql<MonthlyReading>`
        select coalesce((select used from monthly_usage
          where account_id = ${accountId} and month = ${month} and meter = ${meter}), 0)::bigint as used,
          pg_current_snapshot()::text as snapshot`.execute(db);
      const [reading] = rows;
      if (reading === undefined) throw new Error('The query returned no row.');
      return reading;
    },
    async addToMonths(deltas) {
      // Rows are locked in a fixed order, so that two processes flushing the same accounts cannot deadlock.
      const { rows } = await sql<{ xid: string }>`
        with added as (
          insert into monthly_usage (account_id, month, meter, used)
          select delta.account_id, delta.month, delta.meter, delta.units
          from unnest(${deltas.map((delta) => delta.accountId)}::text[], ${deltas.map((delta) => delta.month)}::text[],
            ${deltas.map((delta) => delta.meter)}::text[], ${deltas.map((delta) => delta.units)}::bigint[])
            as delta (account_id, month, meter, units)
          join accounts on accounts.id = delta.account_id
          order by 1, 2, 3
          on conflict (account_id, month, meter) do update set used = greatest(0, monthly_usage.used + excluded.used))
        select pg_current_xact_id()::text as xid`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error('The query returned no row.');
      return row.xid;
    },
  };
}

function minuteUsage(db: Kysely<Tables>): Pick<UsageRepository, 'readMinutes' | 'addToMinutes' | 'deleteMinutes'> {
  return {
    readMinutes: (sinceSecond) =>
      db.selectFrom('minute_usage').selectAll().where('second', '>', sinceSecond).orderBy('second').execute(),
    async addToMinutes(rows) {
      if (rows.length === 0) return;
      await sql`
        insert into minute_usage (scope, second, requests)
        select * from unnest(${rows.map((row) => row.scope)}::text[], ${rows.map((row) => row.second)}::bigint[],
          ${rows.map((row) => row.requests)}::integer[]) order by 1, 2
        on conflict (scope, second) do update set requests = minute_usage.requests + excluded.requests`.execute(db);
    },
    async deleteMinutes(beforeSecond) {
      await db.deleteFrom('minute_usage').where('second', '<', beforeSecond).execute();
    },
  };
}

export const REPOSITORY = {
  create: createUsageRepository,
  tables: { monthly_usage: 'uncached', minute_usage: 'uncached' },
  alsoReads: ['accounts'],
} as const satisfies RepositoryRow;
