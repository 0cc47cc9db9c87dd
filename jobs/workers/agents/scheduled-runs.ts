import { ApiError } from '../../../access/errors.js';
import type { Identity } from '../../../access/identity.js';
import type { TokenReservation } from '../../../access/tokens.js';
import { reaches } from '../../../access/tiers.js';
import type { AgentRun } from '../../../store/agent-run-rows.js';
import type { Agent } from '../../../store/agents.js';
import { schedulePlan } from '../../queue/cadences.js';
import { accountColumns, type Executor, type ExecutorOptions } from './executor.js';
import { refusalOfAgent } from './may-run.js';
import { skippedOutcome } from './outcome.js';

/** A run that this process has claimed, and its agent if it still exists. */
export interface ClaimedRun {
  readonly run: AgentRun;
  readonly agent: Agent | undefined;
}

export interface ScheduledRuns {
  /** The next run to execute: one that was asked for, else one whose slot has come. Null if there is none. */
  claim(): Promise<ClaimedRun | null>;
  /** Executes a claimed run, or ends it as skipped. */
  execute(claimed: ClaimedRun): Promise<void>;
}

type Options = Pick<ExecutorOptions, 'store' | 'access' | 'clock' | 'log'>;

const DELETED = 'the agent was deleted.';
const DISABLED = 'the agent is not enabled.';
const BUSY = 'another run of the agent was in progress.';
const NO_ACCOUNT = 'the account no longer exists.';

export function createScheduledRuns({ store, access, clock, log }: Options, executor: Executor): ScheduledRuns {
  const claimDue = async (at: Date): Promise<ClaimedRun | null> => {
    for (;;) {
      const due = await store.agentRuns.claimDue({
        at,
        plan({ cadence, scheduledSince }) {
          const { slotMs, nextMs, sinceMs } = schedulePlan(cadence, at.getTime(), scheduledSince.getTime());
          return {
            slot: slotMs === null ? null : new Date(slotMs),
            nextRunAt: nextMs === null ? null : new Date(nextMs),
            scheduledSince: new Date(sinceMs),
          };
        },
        newRun: ({ id, accountId, mode, keyId }, slot) =>
          executor.newRun({ accountId, agentId: id, mode, keyId, slot, trigger: 'schedule', isClaimed: true }),
        skipped: (run) => ({ ...run, status: 'skipped', finishedAt: at, summary: `Skipped: ${BUSY}` }),
      });
      if (due === undefined) return null;
      const { agent, run } = due;
      if (run === null) log.debug({ agent: agent.id }, 'the slot of an agent was missed');
      else if (run.status === 'pending') return { run, agent };
    }
  };

  const skip = async (run: AgentRun, reason: string): Promise<void> => {
    await store.agentRuns.finish(run, skippedOutcome(reason, new Date(clock())));
  };

  /** Why a claimed run is not executed; null if it is. */
  const reasonToSkip = async ({ run, agent }: ClaimedRun, identity: Identity | undefined): Promise<string | null> => {
    if (identity === undefined) return NO_ACCOUNT;
    if (agent === undefined) return DELETED;
    if (!agent.enabled) return DISABLED;
    if (!reaches(identity.tier, 'pro')) return `agents need the pro tier; the account is ${identity.tier}.`;
    const refusal = refusalOfAgent(agent, identity, await store.agents.rank(agent), run.trigger === 'schedule');
    return refusal?.message ?? null;
  };

  /** Sets tokens aside for the run of a schedule; null, and the run is skipped, if too few are left. */
  const reserveFor = async (run: AgentRun, identity: Identity): Promise<AgentRun | null> => {
    let reservation: TokenReservation | undefined;
    try {
      reservation = await executor.reserve(identity, run.mode);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      await skip(run, error.message);
      return null;
    }
    if (reservation === undefined) return run;
    const account = accountColumns(reservation);
    await store.agentRuns.setAccount(run.id, account);
    reservation.handOver();
    return { ...run, ...account };
  };

  return {
    async claim() {
      const at = new Date(clock());
      const run = await store.agentRuns.claimQueued(at, new Date(at.getTime() + executor.leaseMs));
      if (run === undefined) return claimDue(at);
      const agents = await store.agents.byIds(run.agentId === null ? [] : [run.agentId]);
      return { run, agent: agents.get(run.agentId ?? '') };
    },
    async execute(claimed) {
      const { run, agent } = claimed;
      const identity = await access.owners.identityOf(run.accountId, run.keyId);
      const reason = await reasonToSkip(claimed, identity);
      if (reason !== null || identity === undefined || agent === undefined) return skip(run, reason ?? DELETED);
      const ready = run.spender === null ? await reserveFor(run, identity) : run;
      if (ready === null) return;
      const { mode, taskPrompt, context, tickers } = agent;
      const { error } = await executor.execute({
        run: ready,
        agent,
        task: { mode, taskPrompt, context, tickers },
        identity,
        requestId: run.id,
        onDataSource: () => undefined,
      });
      // What the tier no longer includes is not run, which is no failure of a schedule.
      if (error instanceof ApiError)
        log.debug({ run: run.id, code: error.code }, 'a run of an agent ended with an error');
    },
  };
}
