import { type ColumnType, type Generated, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { AgentMode } from './agents.js';
import type { NullableTimestamp } from './column-types.js';
import { publishEvent } from './events.js';
import type { Tables } from './tables.js';
import { extendReservation } from './token-ledger.js';

declare module './tables.js' {
  interface Tables {
    agent_runs: {
      id: string;
      /** Order of starts. */
      seq: Generated<number>;
      accountId: string;
      /** Null for a draft; the agent may have been deleted since. */
      agentId: string | null;
      mode: AgentMode;
      trigger: ColumnType<RunTrigger, RunTrigger, never>;
      status: ColumnType<RunStatus, RunStatus, RunStatus>;
      /** Whether the condition held, or another mode has its result; null without an outcome. */
      fired: boolean | null;
      /** The slot of the schedule that it runs for. */
      slot: ColumnType<Date | null, Date | null, never>;
      startedAt: ColumnType<Date, Date, never>;
      finishedAt: NullableTimestamp;
      /** When it is given up. */
      deadlineAt: ColumnType<Date, Date, never>;
      /** When a process took it; null while it waits. */
      claimedAt: NullableTimestamp;
      /** Until when that process is believed to be alive. */
      leaseUntil: NullableTimestamp;
      /** The key that it spends under; null for a session. */
      keyId: string | null;
      /** Where its tokens are counted; null while that is not known. */
      spender: string | null;
      tokenDay: number | null;
      tokenMonth: string | null;
      tokenAllowance: number | null;
      reservationId: string | null;
      summary: string | null;
      /** `RunResult`; null for schedules, whose runs carry summaries alone. */
      result: ColumnType<RunResult | null, string | null | undefined, string | null>;
      models: ColumnType<string[], string[] | undefined, string[]>;
      toolCalls: ColumnType<readonly RunToolCall[], string | undefined, string>;
      grounding: ColumnType<RunGrounding | null, string | null | undefined, string | null>;
      totalTokens: Generated<number>;
      costUsd: Generated<number>;
      error: string | null;
      /** The name that its client gave a question; unique in its account. */
      requestKey: ColumnType<string | null, string | null | undefined, never>;
    };
  }
}

export type RunTrigger = 'api' | 'api_async' | 'schedule';
export type RunStatus = 'pending' | 'fired' | 'clear' | 'skipped' | 'error';

export interface RunSource {
  readonly title: string;
  readonly ref: string;
  /** ISO 8601. */
  readonly asOf: string;
}

/** What a run has found. */
export interface RunResult {
  readonly headline: string;
  readonly detail: string;
  readonly confidence: number;
  readonly sources: readonly RunSource[];
  /** ISO 8601. */
  readonly asOf: string;
}

export interface RunToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly isOk: boolean;
}

export interface RunGrounding {
  readonly numberCount: number;
  readonly groundedCount: number;
  readonly removedCount: number;
}

export type AgentRun = Readonly<Selectable<Tables['agent_runs']>>;
export type NewAgentRun = Readonly<Insertable<Tables['agent_runs']>>;
/** Topic of live events: a run starts, has read more for a streamed question, or ends. */
export const RUN_CHANGED = 'agent_run';
/** Notification that a run waits for a worker; sent on commit. */
export const RUNS_QUEUED = 'agent_runs_queued';

/**
 * Inserts a run in `tx`; undefined if a run of the same agent has not ended, if the slot has had its run, or if the
 * account has used the request key.
 */
export async function insertRun(tx: Kysely<Tables>, run: NewAgentRun): Promise<AgentRun | undefined> {
  const row = await tx
    .insertInto('agent_runs')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.reservationId !== null) await extendReservation(tx, row.reservationId, row.deadlineAt);
  if (row.agentId !== null && row.status === 'pending')
    await tx.updateTable('agents').set({ lastRunAt: row.startedAt }).where('id', '=', row.agentId).execute();
  await publishEvent(tx, { topic: RUN_CHANGED, key: row.id, accountId: row.accountId });
  return row;
}
