import { sql, type Kysely } from 'kysely';
import { insertRun, type AgentRun, type NewAgentRun } from './agent-run-rows.js';
import type { Agent } from './agents.js';
import type { Tables } from './tables.js';

/** What the schedule of an agent does at an instant. */
export interface AgentPlan {
  /** The slot to run now; null if none is. */
  readonly slot: Date | null;
  /** When to look again; null if never. */
  readonly nextRunAt: Date | null;
  readonly scheduledSince: Date;
}

export interface DueSchedule {
  readonly at: Date;
  readonly plan: (agent: Agent) => AgentPlan;
  /** The run of a slot, claimed by this process. */
  readonly newRun: (agent: Agent, slot: Date) => NewAgentRun;
  /** The run in its place if the agent is being run already. */
  readonly skipped: (run: NewAgentRun) => NewAgentRun;
}

/** An agent whose slot had come, and its run; null if its time was over, or if the slot has had its run. */
export interface DueClaim {
  readonly agent: Agent;
  readonly run: AgentRun | null;
}

/** Takes the run that has waited longest, of the account that has the fewest being executed. */
export async function claimQueued(db: Kysely<Tables>, at: Date, leaseUntil: Date): Promise<AgentRun | undefined> {
  const {
    rows: [claimed],
  } = await sql<{ id: string }>`
    update agent_runs set claimed_at = ${at}, lease_until = ${leaseUntil}
    where id = (
      select q.id from agent_runs q
      where q.status = 'pending' and q.claimed_at is null and q.deadline_at > ${at}
      order by (
        select count(*) from agent_runs r
        where r.account_id = q.account_id and r.status = 'pending' and r.claimed_at is not null
      ), q.seq limit 1 for update skip locked
    ) and claimed_at is null returning id`.execute(db);
  if (claimed === undefined) return undefined;
  return db.selectFrom('agent_runs').selectAll().where('id', '=', claimed.id).executeTakeFirst();
}

/**
 * Takes the agent whose slot came first, stores its run and moves its schedule on, in `tx`: of several processes one
 * takes it, and a slot has one run, whatever happens afterwards.
 */
export async function claimDue(tx: Kysely<Tables>, due: DueSchedule): Promise<DueClaim | undefined> {
  const agent = await tx
    .selectFrom('agents')
    .selectAll()
    .where('enabled', '=', true)
    .where('nextRunAt', '<=', due.at)
    .orderBy('nextRunAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (agent === undefined) return undefined;
  const { slot, nextRunAt, scheduledSince } = due.plan(agent);
  await tx.updateTable('agents').set({ nextRunAt, scheduledSince }).where('id', '=', agent.id).execute();
  if (slot === null) return { agent, run: null };
  const run = due.newRun(agent, slot);
  const inserted = (await insertRun(tx, run)) ?? (await insertRun(tx, due.skipped(run)));
  return { agent, run: inserted ?? null };
}
