import { sql, type Kysely } from 'kysely';
import { containing } from './like-pattern.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** An account as operators see it: no secret, no hash and nothing of its content. */
export interface AccountOverview {
  readonly id: string;
  readonly name: string | null;
  /** Address with which its owner signs in; null for an account without a password. */
  readonly email: string | null;
  readonly tier: string;
  /** Overrides of the tier's limits; null uses the tier's. */
  readonly perMinute: number | null;
  readonly perMonth: number | null;
  readonly createdAt: Date;
  /** Keys that are neither revoked nor expired. */
  readonly keys: number;
  /** Units of the month. */
  readonly units: number;
  /** AI tokens of the month. */
  readonly tokens: number;
  /** When a key or session was used last, to the minute; null if none was. */
  readonly lastUsedAt: Date | null;
}

export interface OverviewPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export interface OverviewSearch {
  /** Only the account with this id. */
  readonly id?: string | undefined;
  /** Begin of the id, or part of the name or address, ignoring case. */
  readonly q?: string | undefined;
  readonly tier?: string | undefined;
  readonly first: number;
  readonly after?: OverviewPlace | undefined;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly now: Date;
}

export interface AccountOverviewsRepository {
  /** Newest first. */
  page(
    search: OverviewSearch,
  ): Promise<{ readonly rows: readonly AccountOverview[]; readonly hasNext: boolean; readonly total: number }>;
}

const REQUESTS = 'requests';

/** All accounts with their use, for operators. */
function createAccountOverviewsRepository(db: Kysely<Tables>): AccountOverviewsRepository {
  return {
    async page({ id, q, tier, first, after, month, now }) {
      const pattern = containing(q ?? '');
      const matching = sql`
        from accounts a left join sign_ins s on s.account_id = a.id
        where (${id ?? null}::text is null or a.id = ${id ?? null})
          and (${tier ?? null}::text is null or a.tier = ${tier ?? null})
          and (${q ?? null}::text is null or a.id ilike ${pattern.slice(1)} or a.name ilike ${pattern} or s.email ilike ${pattern})`;
      // Two rows may have been created in one millisecond, which is all that a cursor tells.
      const createdAt = sql`date_trunc('milliseconds', a.created_at)`;
      const rest =
        after === undefined ? sql`` : sql`and (${createdAt}, a.id) < (${after.createdAt}::timestamptz, ${after.id})`;
      const [
        { rows },
        {
          rows: [count],
        },
      ] = await Promise.all([
        sql<AccountOverview>`
          select a.id, a.name, s.email, a.tier, a.per_minute, a.per_month, ${createdAt} as created_at,
            (select count(*) from api_keys k where k.account_id = a.id and k.revoked_at is null
              and (k.expires_at is null or k.expires_at > ${now}::timestamptz)) as keys,
            coalesce((select u.used from monthly_usage u
              where u.account_id = a.id and u.month = ${month} and u.meter = ${REQUESTS}), 0)::bigint as units,
            coalesce((select m.used from token_months m where m.account_id = a.id and m.month = ${month}), 0)::bigint as tokens,
            greatest((select max(k.last_used_at) from api_keys k where k.account_id = a.id),
              (select max(e.last_used_at) from sessions e where e.account_id = a.id)) as last_used_at
          ${matching} ${rest} order by ${createdAt} desc, a.id desc limit ${first + 1}`.execute(db),
        sql<{ total: number }>`select count(*) as total ${matching}`.execute(db),
      ]);
      return { rows: rows.slice(0, first), hasNext: rows.length > first, total: count?.total ?? 0 };
    },
  };
}

export const REPOSITORY = {
  create: createAccountOverviewsRepository,
  tables: {},
  alsoReads: ['accounts', 'api_keys', 'sessions', 'sign_ins', 'monthly_usage', 'token_months'],
} as const satisfies RepositoryRow;
