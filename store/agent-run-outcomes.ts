import { sql, type Kysely } from 'kysely';
import { insertDeliveries, type NewDelivery } from './agent-deliveries.js';
import {
  RUN_CHANGED,
  type AgentRun,
  type RunGrounding,
  type RunResult,
  type RunStatus,
  type RunToolCall,
} from './agent-run-rows.js';
import { publishEvent } from './events.js';
import type { Tables } from './tables.js';
import { chargeTokens, type TokenAccount } from './token-ledger.js';

export interface RunUsage {
  readonly totalTokens: number;
  readonly costUsd: number;
}

/** How a run ended. */
export interface RunOutcome {
  readonly status: Exclude<RunStatus, 'pending'>;
  readonly fired: boolean | null;
  readonly at: Date;
  readonly summary: string | null;
  readonly result: RunResult | null;
  readonly models: readonly string[];
  readonly toolCalls: readonly RunToolCall[];
  readonly grounding: RunGrounding | null;
  readonly error: string | null;
  /** What is posted because of it, stored with the outcome. */
  readonly deliveries: readonly NewDelivery[];
}

/** Runs that nobody ends: which, and with what. */
export interface LostRuns {
  readonly at: Date;
  /** The error of a run whose process is gone. */
  readonly stopped: string;
  /** The error of a run that is past its time. */
  readonly late: string;
  /** Only the runs of this account. */
  readonly accountId?: string;
}

function accountOf({ accountId, spender, tokenDay, tokenMonth, tokenAllowance }: AgentRun): TokenAccount | null {
  if (spender === null || tokenDay === null || tokenMonth === null || tokenAllowance === null) return null;
  return { accountId, keyId: spender, day: tokenDay, month: tokenMonth, monthlyAllowance: tokenAllowance };
}

/** Counts what was spent for the run and in the ledger, in `tx`; also for a run that has been given up. */
export async function noteUsage(tx: Kysely<Tables>, run: AgentRun, { totalTokens, costUsd }: RunUsage): Promise<void> {
  const account = accountOf(run);
  if (account === null) throw new Error(`The run ${run.id} spends tokens of nobody.`);
  await chargeTokens(tx, { account, reservationId: run.reservationId, tokens: totalTokens, isFinal: false });
  await tx
    .updateTable('agent_runs')
    .set({ totalTokens: sql`total_tokens + ${totalTokens}`, costUsd: sql`cost_usd + ${costUsd}` })
    .where('id', '=', run.id)
    .execute();
}

/** Stores what has been read for a run so far, and tells its followers; nothing if it has ended. */
export async function noteToolCalls(
  tx: Kysely<Tables>,
  { id, accountId }: AgentRun,
  toolCalls: readonly RunToolCall[],
): Promise<void> {
  const noted = await tx
    .updateTable('agent_runs')
    .set({ toolCalls: JSON.stringify(toolCalls) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (noted !== undefined) await publishEvent(tx, { topic: RUN_CHANGED, key: id, accountId });
}

export async function finishRun(
  tx: Kysely<Tables>,
  { id, accountId, reservationId }: AgentRun,
  { deliveries, at, models, result, toolCalls, grounding, ...outcome }: RunOutcome,
): Promise<boolean> {
  const ended = await tx
    .updateTable('agent_runs')
    .set({
      ...outcome,
      finishedAt: at,
      models: [...models],
      result: result === null ? null : JSON.stringify(result),
      toolCalls: JSON.stringify(toolCalls),
      grounding: grounding === null ? null : JSON.stringify(grounding),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) return false;
  if (reservationId !== null) await tx.deleteFrom('token_reservations').where('id', '=', reservationId).execute();
  await insertDeliveries(tx, deliveries);
  await publishEvent(tx, { topic: RUN_CHANGED, key: id, accountId });
  return true;
}

export async function settleLostRuns(
  tx: Kysely<Tables>,
  { at, stopped, late, accountId = '' }: LostRuns,
): Promise<readonly string[]> {
  const { rows } = await sql<Pick<AgentRun, 'id' | 'accountId' | 'reservationId'>>`
    update agent_runs set status = 'error', finished_at = ${at},
      error = case when deadline_at <= ${at} then ${late} else ${stopped} end
    where id in (
      select id from agent_runs
      where status = 'pending' and (deadline_at <= ${at} or lease_until <= ${at})
        and (${accountId} = '' or account_id = ${accountId})
      for update skip locked
    ) returning id, account_id as "accountId", reservation_id as "reservationId"`.execute(tx);
  const reservations = rows.flatMap(({ reservationId }) => reservationId ?? []);
  if (reservations.length > 0)
    await tx
      .deleteFrom('token_reservations')
      .where(sql<boolean>`id = any(${reservations}::text[])`)
      .execute();
  for (const { id, accountId: key } of rows) await publishEvent(tx, { topic: RUN_CHANGED, key: id, accountId: key });
  return rows.map(({ id }) => id);
}
