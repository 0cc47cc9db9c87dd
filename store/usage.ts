import { sql, type ColumnType, type Kysely } from 'kysely';
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
    daily_field_usage: {
      accountId: string;
      day: ColumnType<string, string, never>;
      /** `Query.signal`; empty for requests of REST that named what does not exist. */
      field: string;
      units: number;
    };
  }
}

/** The change of the units of one field on a day. */
export interface DailyDelta {
  readonly accountId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly field: string;
  readonly units: number;
}

/** Units of one day. */
export interface UsageDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly units: number;
  /** Most units first. */
  readonly fields: readonly { readonly field: string; readonly units: number }[];
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
  /** Adds all deltas in one statement, ignoring deleted accounts. */
  addToDays(deltas: readonly DailyDelta[]): Promise<void>;
  /** Days with units since `day` (`YYYY-MM-DD`), newest first. */
  readDays(accountId: string, day: string): Promise<readonly UsageDay[]>;
  /** Deletes days before `day`; returns the number of rows. */
  deleteDays(day: string): Promise<number>;
}

/** Counts of requests and transcripts. */
function createUsageRepository(db: Kysely<Tables>): UsageRepository {
  return { ...monthlyUsage(db), ...minuteUsage(db), ...dailyUsage(db) };
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

function dailyUsage(db: Kysely<Tables>): Pick<UsageRepository, 'addToDays' | 'readDays' | 'deleteDays'> {
  return {
    async addToDays(deltas) {
      // In a fixed order, as the months.
      await sql`
        insert into daily_field_usage (account_id, day, field, units)
        select delta.account_id, delta.day, delta.field, delta.units
        from unnest(${deltas.map(({ accountId }) => accountId)}::text[], ${deltas.map(({ day }) => day)}::date[],
          ${deltas.map(({ field }) => field)}::text[], ${deltas.map(({ units }) => units)}::bigint[])
          as delta (account_id, day, field, units)
        join accounts on accounts.id = delta.account_id
        order by 1, 2, 3
        on conflict (account_id, day, field) do update set units = greatest(0, daily_field_usage.units + excluded.units)`.execute(
        db,
      );
    },
    async readDays(accountId, since) {
      const rows = await db
        .selectFrom('daily_field_usage')
        .select([sql<string>`day::text`.as('day'), 'field', 'units'])
        .where('accountId', '=', accountId)
        .where('day', '>=', since)
        .where('units', '>', 0)
        .orderBy('day', 'desc')
        .orderBy('units', 'desc')
        .orderBy('field')
        .execute();
      const days = new Map<string, { field: string; units: number }[]>();
      for (const { day, field, units } of rows) {
        const fields = days.get(day) ?? [];
        fields.push({ field, units });
        days.set(day, fields);
      }
      return Array.from(days, ([day, fields]) => ({
        day,
        units: fields.reduce((sum, { units }) => sum + units, 0),
        fields,
      }));
    },
    async deleteDays(day) {
      const { numDeletedRows } = await db.deleteFrom('daily_field_usage').where('day', '<', day).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export const REPOSITORY = {
  create: createUsageRepository,
  tables: { monthly_usage: 'uncached', minute_usage: 'uncached', daily_field_usage: 'uncached' },
  alsoReads: ['accounts'],
  migrations: {
    '0066-field-usage': [
      `create table daily_field_usage (
        account_id text not null references accounts on delete cascade, day date not null, field text not null,
        units bigint not null, primary key (account_id, day, field))`,
      `create index daily_field_usage_day on daily_field_usage (day)`,
    ],
  },
} as const satisfies RepositoryRow;
