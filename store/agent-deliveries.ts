import { type ColumnType, type Generated, type Kysely, type Selectable, sql } from 'kysely';
import type { NullableTimestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    /** Attempts to post what came of a run; each is sent at most once. */
    agent_deliveries: {
      id: string;
      seq: Generated<number>;
      runId: string;
      agentId: string;
      /**
       * The result, to the agent's URL; the notification, to the operator's; or mail from the account's line to its
       * owner.
       */
      kind: DeliveryKind;
      attempt: number;
      status: 'waiting' | 'sending' | 'succeeded' | 'failed';
      dueAt: ColumnType<Date, Date, never>;
      claimedAt: NullableTimestamp;
      leaseUntil: NullableTimestamp;
      httpStatus: number | null;
      error: string | null;
      durationMs: number | null;
      /** JSON, exactly as signed and sent. */
      body: Buffer;
    };
  }
}

export type DeliveryKind = 'webhook' | 'notification' | 'mail';
export type AgentDelivery = Readonly<Selectable<Tables['agent_deliveries']>>;

/** A first attempt. */
export interface NewDelivery {
  readonly id: string;
  readonly runId: string;
  readonly agentId: string;
  readonly kind: DeliveryKind;
  readonly dueAt: Date;
  readonly body: Buffer;
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly isSuccess: boolean;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
}

/** The attempt after a failed one. */
export interface NextAttempt {
  readonly id: string;
  readonly dueAt: Date;
}

/** Notification that results wait to be posted; sent on commit. */
export const RESULTS_DUE = 'agent_results_due';

/** Which due attempts to take. */
export interface DueDeliveries {
  readonly at: Date;
  readonly leaseUntil: Date;
  readonly most: number;
  /** The most of one account, those that are being sent included. */
  readonly mostOfAccount: number;
}

export interface AgentDeliveriesRepository {
  /** Takes due attempts before any is sent; those of one call are sent by this process alone. */
  claim(due: DueDeliveries): Promise<readonly AgentDelivery[]>;
  /** Stores an outcome and, after a failure, the next attempt; false if the attempt was settled before. */
  record(delivery: AgentDelivery, outcome: DeliveryOutcome, next: NextAttempt | null): Promise<boolean>;
  /** Attempts whose process is gone. */
  overdue(at: Date): Promise<readonly AgentDelivery[]>;
  /** Attempts that were made, oldest first, of each run. */
  ofRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, readonly AgentDelivery[]>>;
}

/** Stores first attempts in `tx`, the transaction of what they tell. */
export async function insertDeliveries(tx: Kysely<Tables>, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const columns = { attempt: 1, status: 'waiting', httpStatus: null, error: null, durationMs: null } as const;
  await tx
    .insertInto('agent_deliveries')
    .values(deliveries.map((delivery) => ({ ...delivery, ...columns })))
    .execute();
  await sql`select pg_notify(${RESULTS_DUE}, '')`.execute(tx);
}

/** Posts of results and notifications. */
function createAgentDeliveriesRepository(db: Kysely<Tables>): AgentDeliveriesRepository {
  return {
    async claim({ at, leaseUntil, most, mostOfAccount }) {
      const { rows } = await sql<{ id: string }>`
        with open as (
          select d.id, d.status, d.due_at, r.account_id
          from agent_deliveries d join agent_runs r on r.id = d.run_id
          where d.status = 'sending' or (d.status = 'waiting' and d.due_at <= ${at})
        ), placed as (
          select id, status, due_at,
            row_number() over (partition by account_id order by status <> 'sending', due_at, id) as place
          from open
        )
        update agent_deliveries set status = 'sending', claimed_at = ${at}, lease_until = ${leaseUntil}
        where id in (
          select id from placed where status = 'waiting' and place <= ${mostOfAccount} order by due_at, id limit ${most}
        ) and status = 'waiting' returning id`.execute(db);
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      return db.selectFrom('agent_deliveries').selectAll().where('id', 'in', ids).orderBy('seq').execute();
    },
    record: (delivery, outcome, next) => db.transaction().execute((tx) => record(tx, delivery, outcome, next)),
    overdue: (at) =>
      db
        .selectFrom('agent_deliveries')
        .selectAll()
        .where('status', '=', 'sending')
        .where('leaseUntil', '<=', at)
        .execute(),
    async ofRuns(runIds) {
      const found = new Map<string, AgentDelivery[]>(runIds.map((id) => [id, []]));
      const rows = await db
        .selectFrom('agent_deliveries')
        .selectAll()
        .where(sql<boolean>`run_id = any(${[...runIds]}::text[])`)
        .where('status', 'in', ['succeeded', 'failed'])
        .orderBy('seq')
        .execute();
      for (const row of rows) found.get(row.runId)?.push(row);
      return found;
    },
  };
}

async function record(
  tx: Kysely<Tables>,
  { id }: AgentDelivery,
  { isSuccess, ...outcome }: DeliveryOutcome,
  next: NextAttempt | null,
): Promise<boolean> {
  const settled = await tx
    .updateTable('agent_deliveries')
    .set({ ...outcome, status: isSuccess ? 'succeeded' : 'failed', leaseUntil: null })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .returning('id')
    .executeTakeFirst();
  if (settled === undefined) return false;
  if (next !== null)
    await sql`
      insert into agent_deliveries (id, run_id, agent_id, kind, attempt, status, due_at, body)
      select ${next.id}, run_id, agent_id, kind, attempt + 1, 'waiting', ${next.dueAt}, body
      from agent_deliveries where id = ${id}`.execute(tx);
  return true;
}

export const REPOSITORY = {
  create: createAgentDeliveriesRepository,
  tables: { agent_deliveries: 'uncached' },
  alsoReads: ['agent_runs'],
  migrations: {
    '0053-agent-deliveries': [
      `create table agent_deliveries (
        id text primary key, seq bigint generated always as identity,
        run_id text not null references agent_runs on delete cascade, agent_id text not null,
        kind text not null check (kind in ('webhook', 'notification')), attempt integer not null,
        status text not null check (status in ('waiting', 'sending', 'succeeded', 'failed')), due_at timestamptz not null,
        claimed_at timestamptz, lease_until timestamptz, http_status integer, error text, duration_ms integer,
        body bytea not null)`,
      `create index agent_deliveries_due on agent_deliveries (due_at) where status = 'waiting'`,
      `create index agent_deliveries_open on agent_deliveries (lease_until) where status = 'sending'`,
      `create index agent_deliveries_run on agent_deliveries (run_id)`,
    ],
    '0075-mail-of-agents': [
      `alter table agent_deliveries drop constraint agent_deliveries_kind_check,
        add constraint agent_deliveries_kind_check check (kind in ('webhook', 'notification', 'mail'))`,
    ],
  },
} as const satisfies RepositoryRow;
