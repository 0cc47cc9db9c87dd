import { sql, type Kysely } from 'kysely';
import { claimDue, claimQueued, type DueClaim, type DueSchedule } from './agent-claims.js';
import {
  finishRun,
  noteToolCalls,
  noteUsage,
  settleLostRuns,
  type LostRuns,
  type RunOutcome,
  type RunUsage,
} from './agent-run-outcomes.js';
import { insertRun, RUNS_QUEUED, type AgentRun, type NewAgentRun, type RunToolCall } from './agent-run-rows.js';
import type { Tables } from './tables.js';
import { extendReservation } from './token-ledger.js';
import type { RepositoryRow } from './repository-row.js';

export type RunStart = { readonly outcome: 'started'; readonly run: AgentRun } | { readonly outcome: 'busy' };

export interface RunsQuery {
  readonly accountId: string;
  readonly agentId: string | null;
  readonly first: number;
  /** Only runs that started before this one. */
  readonly beforeSeq?: number | undefined;
}

export interface AgentRunsRepository {
  /** Stores a run before it begins; `busy` if a run of the same agent has not ended. */
  start(run: NewAgentRun): Promise<RunStart>;
  get(accountId: string, id: string): Promise<AgentRun | undefined>;
  /** The run of the question with this name. */
  byRequestKey(accountId: string, requestKey: string): Promise<AgentRun | undefined>;
  /** Newest first, one more than `first` if there are more. */
  list(query: RunsQuery): Promise<readonly AgentRun[]>;
  count(query: Pick<RunsQuery, 'accountId' | 'agentId'>): Promise<number>;
  /** The run that has waited longest, of the account that has the fewest being executed; undefined if none waits. */
  claimQueued(at: Date, leaseUntil: Date): Promise<AgentRun | undefined>;
  /** The next agent whose slot has come, with its run; undefined if none is due. */
  claimDue(due: DueSchedule): Promise<DueClaim | undefined>;
  /** Extends the lease of a run; false if it has ended. */
  renew(id: string, leaseUntil: Date): Promise<boolean>;
  /** Notes where the tokens of a run are counted; those set aside then are so until its end. */
  setAccount(
    id: string,
    account: Pick<AgentRun, 'spender' | 'tokenDay' | 'tokenMonth' | 'tokenAllowance' | 'reservationId'>,
  ): Promise<void>;
  /** Counts what a run has spent, for the run, its key and its account, in one transaction. */
  noteUsage(run: AgentRun, usage: RunUsage): Promise<void>;
  /** Stores what has been read for a run so far, and tells its followers; nothing if it has ended. */
  noteToolCalls(run: AgentRun, toolCalls: readonly RunToolCall[]): Promise<void>;
  /** Ends a run, releases its tokens and stores its deliveries; false if it has ended before. */
  finish(run: AgentRun, outcome: RunOutcome): Promise<boolean>;
  /** Ends runs past their time, and those whose process is gone. */
  settleLost(lost: LostRuns): Promise<readonly string[]>;
  /** Deletes ended runs that started before an instant, with their deliveries; returns how many. */
  prune(before: Date, most: number): Promise<number>;
  backlog(at: Date): Promise<RunBacklog>;
}

/** For operators. */
export interface RunBacklog {
  /** Runs that wait for a worker. */
  readonly queued: number;
  readonly running: number;
  /** Enabled agents whose slot has come. */
  readonly due: number;
  /** Posts of results and notifications that wait, due or not. */
  readonly deliveries: number;
}

/** Runs of agents. */
function createAgentRunsRepository(db: Kysely<Tables>): AgentRunsRepository {
  const ofAccount = ({ accountId, agentId }: Pick<RunsQuery, 'accountId' | 'agentId'>) => {
    const runs = db.selectFrom('agent_runs').where('accountId', '=', accountId);
    return agentId === null ? runs : runs.where('agentId', '=', agentId);
  };
  return {
    start: (run) => startRun(db, run),
    get: (accountId, id) =>
      db
        .selectFrom('agent_runs')
        .selectAll()
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst(),
    byRequestKey: (accountId, requestKey) =>
      db
        .selectFrom('agent_runs')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('requestKey', '=', requestKey)
        .executeTakeFirst(),
    list: ({ first, beforeSeq = Number.MAX_SAFE_INTEGER, ...query }) =>
      ofAccount(query)
        .selectAll()
        .where('seq', '<', beforeSeq)
        .orderBy('seq', 'desc')
        .limit(first + 1)
        .execute(),
    async count(query) {
      const { runs } = await ofAccount(query)
        .select((select) => select.fn.countAll<number>().as('runs'))
        .executeTakeFirstOrThrow();
      return runs;
    },
    claimQueued: (at, leaseUntil) => claimQueued(db, at, leaseUntil),
    claimDue: (due) => db.transaction().execute((tx) => claimDue(tx, due)),
    async renew(id, leaseUntil) {
      const renewed = await db
        .updateTable('agent_runs')
        .set({ leaseUntil })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .returning('id')
        .executeTakeFirst();
      return renewed !== undefined;
    },
    setAccount: (id, account) =>
      db.transaction().execute(async (tx) => {
        const run = await tx
          .updateTable('agent_runs')
          .set(account)
          .where('id', '=', id)
          .returning('deadlineAt')
          .executeTakeFirst();
        if (run !== undefined && account.reservationId !== null)
          await extendReservation(tx, account.reservationId, run.deadlineAt);
      }),
    noteUsage: (run, usage) => db.transaction().execute((tx) => noteUsage(tx, run, usage)),
    noteToolCalls: (run, toolCalls) => db.transaction().execute((tx) => noteToolCalls(tx, run, toolCalls)),
    finish: (run, outcome) => db.transaction().execute((tx) => finishRun(tx, run, outcome)),
    settleLost: (lost) => db.transaction().execute((tx) => settleLostRuns(tx, lost)),
    async prune(before, most) {
      const { rows } = await sql`
        delete from agent_runs where id in (
          select id from agent_runs where started_at < ${before} and status <> 'pending' order by started_at limit ${most}
        ) returning id`.execute(db);
      return rows.length;
    },
    async backlog(at) {
      const {
        rows: [row],
      } = await sql<RunBacklog>`
        select
          (select count(*) from agent_runs where status = 'pending' and claimed_at is null) as queued,
          (select count(*) from agent_runs where status = 'pending' and claimed_at is not null) as running,
          (select count(*) from agents where enabled and next_run_at <= ${at}) as due,
          (select count(*) from agent_deliveries where status = 'waiting') as deliveries`.execute(db);
      if (row === undefined) throw new Error('The query returned no row.');
      return row;
    },
  };
}

async function startRun(db: Kysely<Tables>, run: NewAgentRun): Promise<RunStart> {
  return db.transaction().execute(async (tx) => {
    const row = await insertRun(tx, run);
    if (row === undefined) return { outcome: 'busy' };
    if (row.claimedAt === null) await sql`select pg_notify(${RUNS_QUEUED}, '')`.execute(tx);
    return { outcome: 'started', run: row };
  });
}

export const REPOSITORY = {
  create: createAgentRunsRepository,
  tables: { agent_runs: 'uncached' },
  alsoReads: [
    'agents',
    'agent_deliveries',
    'accounts',
    'token_usage',
    'token_months',
    'token_credits',
    'token_reservations',
  ],
  migrations: {
    '0052-agent-runs': [
      `create table agent_runs (
        id text primary key, seq bigint generated always as identity,
        account_id text not null references accounts on delete cascade, agent_id text,
        mode text not null, trigger text not null check (trigger in ('api', 'api_async', 'schedule')),
        status text not null check (status in ('pending', 'fired', 'clear', 'skipped', 'error')), fired boolean,
        slot timestamptz, started_at timestamptz not null, finished_at timestamptz, deadline_at timestamptz not null,
        claimed_at timestamptz, lease_until timestamptz, key_id text,
        spender text, token_day integer, token_month text, token_allowance bigint, reservation_id text,
        summary text, result jsonb, models text[] not null default '{}', tool_calls jsonb not null default '[]',
        grounding jsonb, total_tokens bigint not null default 0, cost_usd double precision not null default 0, error text)`,
      `create unique index agent_runs_slot on agent_runs (agent_id, slot) where slot is not null`,
      `create unique index agent_runs_open on agent_runs (agent_id) where status = 'pending' and agent_id is not null`,
      `create index agent_runs_pending on agent_runs (seq) where status = 'pending'`,
      `create index agent_runs_account on agent_runs (account_id, seq desc)`,
      `create index agent_runs_agent on agent_runs (agent_id, seq desc)`,
      `create index agent_runs_age on agent_runs (started_at)`,
    ],
    '0060-questions': [
      `alter table agent_runs add column request_key text`,
      `create unique index agent_runs_request on agent_runs (account_id, request_key) where request_key is not null`,
    ],
  },
} as const satisfies RepositoryRow;
