import { sql, type Kysely, type Selectable } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

declare module './tables.js' {
  interface Tables {
    /** Requests that all processes together may still send to an endpoint of a source, and how it has answered. */
    source_budgets: {
      /** `yahoo chart` */
      endpoint: string;
      tokens: number;
      refilledAt: Timestamp;
      /** Failed requests since the last answer. */
      failures: number;
      /** No request is sent before. */
      openUntil: NullableTimestamp;
      fault: string | null;
      failedAt: NullableTimestamp;
      answeredAt: NullableTimestamp;
    };
  }
}

/** How an endpoint has answered, for operators. */
export type SourceBudget = Readonly<Selectable<Tables['source_budgets']>>;

export interface BudgetLimits {
  /** Requests a second, of all processes together. */
  readonly perSecond: number;
  /** Requests that may be sent at once after a pause. */
  readonly burst: number;
  /** Consecutive failures after which the endpoint is left alone for a while. */
  readonly mostFailures: number;
}

/** Whether a request may be sent; if not, when to ask again. */
export type Permit =
  | { readonly kind: 'granted'; readonly failures: number }
  | { readonly kind: 'spent'; readonly waitMs: number }
  /** With the last fault. */
  | { readonly kind: 'paused'; readonly untilMs: number; readonly fault: string | null };

export interface EndpointFailure {
  readonly fault: string;
  readonly now: Date;
  readonly openUntil: Date | null;
}

export interface SourceBudgetsRepository {
  /** Takes one request from the endpoint's budget. After a pause one request is tried alone. */
  take(endpoint: string, limits: BudgetLimits, now: Date): Promise<Permit>;
  /** Notes an answer: failures are forgotten. */
  answered(endpoint: string, now: Date): Promise<void>;
  /** Notes a failure, and that no request is to be sent before `openUntil`, if given. */
  failed(endpoint: string, failure: EndpointFailure): Promise<void>;
  all(): Promise<readonly SourceBudget[]>;
}

/** How long the one request that is tried after a pause has, before another process tries. */
const TRIAL_MS = 30_000;

function createSourceBudgetsRepository(db: Kysely<Tables>): SourceBudgetsRepository {
  const tokensAt = (now: Date, { perSecond, burst }: BudgetLimits) => sql<number>`
    least(${burst}::float8, tokens + ${perSecond}::float8
      * greatest(0, extract(epoch from (${now}::timestamptz - refilled_at))::float8))`;
  return {
    async take(endpoint, limits, now) {
      const tokens = tokensAt(now, limits);
      const first = { endpoint, tokens: limits.burst, refilledAt: now, failures: 0 };
      await db
        .insertInto('source_budgets')
        .values({ ...first, fault: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const granted = await db
        .updateTable('source_budgets')
        .set({
          tokens: sql<number>`${tokens} - 1`,
          refilledAt: sql<Date>`greatest(refilled_at, ${now}::timestamptz)`,
          openUntil: sql<Date | null>`case when failures >= ${limits.mostFailures}::int
            then ${new Date(now.getTime() + TRIAL_MS)}::timestamptz end`,
        })
        .where('endpoint', '=', endpoint)
        .where(sql<boolean>`(open_until is null or open_until <= ${now}::timestamptz)`)
        .where(sql<boolean>`${tokens} >= 1`)
        .returning('failures')
        .executeTakeFirst();
      if (granted !== undefined) return { kind: 'granted', failures: granted.failures };
      const refused = await db
        .selectFrom('source_budgets')
        .select(['openUntil', 'fault', tokens.as('left')])
        .where('endpoint', '=', endpoint)
        .executeTakeFirstOrThrow();
      const untilMs = refused.openUntil?.getTime() ?? 0;
      if (untilMs > now.getTime()) return { kind: 'paused', untilMs, fault: refused.fault };
      return { kind: 'spent', waitMs: Math.max(1, Math.ceil(((1 - refused.left) / limits.perSecond) * 1000)) };
    },
    async answered(endpoint, now) {
      const changes = { failures: 0, openUntil: null, answeredAt: now };
      await db.updateTable('source_budgets').set(changes).where('endpoint', '=', endpoint).execute();
    },
    async failed(endpoint, { fault, now, openUntil }) {
      await db
        .updateTable('source_budgets')
        .set({
          failures: sql<number>`failures + 1`,
          openUntil: sql<Date | null>`greatest(open_until, ${openUntil}::timestamptz)`,
          fault,
          failedAt: now,
        })
        .where('endpoint', '=', endpoint)
        .execute();
    },
    all: () => db.selectFrom('source_budgets').selectAll().orderBy('endpoint').execute(),
  };
}

export const REPOSITORY = {
  create: createSourceBudgetsRepository,
  tables: { source_budgets: 'uncached' },
  migrations: {
    '0072-source-budgets': [
      `create table source_budgets (
        endpoint text primary key, tokens double precision not null, refilled_at timestamptz not null,
        failures integer not null, open_until timestamptz, fault text, failed_at timestamptz, answered_at timestamptz)`,
    ],
  },
} as const satisfies RepositoryRow;
