import { ApiError } from '../../../access/errors.js';
import type { Identity } from '../../../access/identity.js';
import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Access } from '../../../access/service.js';
import type { TokenNeed, TokenReservation } from '../../../access/tokens.js';
import type { AgentRun, NewAgentRun, RunTrigger } from '../../../store/agent-run-rows.js';
import type { RunOutcome, RunUsage } from '../../../store/agent-run-outcomes.js';
import type { Agent, AgentMode } from '../../../store/agents.js';
import type { Store } from '../../../store/open-store.js';
import { AGENT_RUNS } from '../../queue/agent-rules.js';
import type { AgentTask } from '../../queue/agent-task.js';
import { refusalOfAgent } from './may-run.js';
import { endedOutcome, failedOutcome, type Channel } from './outcome.js';
import { perform, type RunCaller, type RunTools } from './perform.js';

export interface ExecutorLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface ExecutorOptions extends RunTools {
  readonly store: Pick<Store, 'agents' | 'agentRuns'>;
  readonly access: Pick<Access, 'tokens' | 'owners'>;
  /** AI tokens that a run of a mode needs; null for a mode that calls no model. */
  readonly estimate: (mode: AgentMode) => TokenNeed | null;
  /** Where an account is told of what its schedules find. */
  readonly channelsOf: (accountId: string) => Promise<readonly Channel[]>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly log: ExecutorLog;
  /** How long a run's process may be silent. */
  readonly leaseMs?: number;
}

/** A run that a request asks for. */
export interface RunRequest {
  /** Null for a draft. */
  readonly agent: Agent | null;
  readonly task: AgentTask;
  readonly identity: Identity;
  readonly requestId: string;
  /** Ends when the client has left. */
  readonly signal: AbortSignal;
  readonly onDataSource: (source: string) => void;
}

/** A run that has begun, and in whose name. */
export interface Execution extends Omit<RunRequest, 'signal'> {
  readonly run: AgentRun;
  readonly signal?: AbortSignal;
  readonly onToolCalls?: RunCaller['onToolCalls'];
}

/** How a run ended; `error` is why it failed. */
export interface Executed {
  readonly run: AgentRun;
  readonly error: unknown;
}

export interface Executor {
  /** Runs now and resolves with the ended run. Throws ApiError, also for what the run failed with. */
  run(request: RunRequest): Promise<AgentRun>;
  /** Stores a run for a worker. Throws ApiError. */
  start(request: RunRequest & { readonly agent: Agent }): Promise<AgentRun>;
  /** Executes a run that this process has claimed, and ends it. */
  execute(execution: Execution): Promise<Executed>;
  /** A run before it is stored. */
  newRun(of: NewRun): NewAgentRun;
  /** Sets tokens aside for a run; undefined for a mode that calls no model. Throws ApiError if too few are left. */
  reserve(identity: Identity, mode: AgentMode): Promise<TokenReservation | undefined>;
  /** Ends the runs that this process executes, because it stops. */
  stop(): void;
  /** Ends runs that are past their time or whose process is gone: all, or those of an account. */
  settleLost(accountId?: string): Promise<void>;
  readonly leaseMs: number;
}

interface NewRun {
  readonly accountId: string;
  readonly agentId: string | null;
  readonly mode: AgentMode;
  readonly trigger: RunTrigger;
  readonly keyId: string | null;
  readonly slot?: Date;
  readonly reservation?: TokenReservation | undefined;
  /** Whether this process executes it. */
  readonly isClaimed: boolean;
  readonly requestKey?: string | null;
}

const LATE = `The run did not end within ${AGENT_RUNS.budgetMs / 1000} seconds.`;
const STOPPED = 'The process that executed the run stopped.';

/** Where the tokens of a run are counted. */
export function accountColumns(reservation: TokenReservation | undefined) {
  const { account, id = null } = reservation ?? {};
  return {
    spender: account?.keyId ?? null,
    tokenDay: account?.day ?? null,
    tokenMonth: account?.month ?? null,
    tokenAllowance: account?.monthlyAllowance ?? null,
    reservationId: id,
  };
}

export function createExecutor(options: ExecutorOptions): Executor {
  const { store, access, estimate, clock, random, log, channelsOf, leaseMs = AGENT_RUNS.leaseMs } = options;
  const executing = new Map<string, AbortController>();

  const newRun = ({ slot, reservation, isClaimed, ...given }: NewRun): NewAgentRun => {
    const nowMs = clock();
    return {
      ...given,
      ...accountColumns(reservation),
      id: newId('run', random),
      status: 'pending',
      fired: null,
      slot: slot ?? null,
      startedAt: new Date(nowMs),
      deadlineAt: new Date(nowMs + AGENT_RUNS.budgetMs),
      claimedAt: isClaimed ? new Date(nowMs) : null,
      leaseUntil: isClaimed ? new Date(nowMs + leaseMs) : null,
      summary: null,
      error: null,
    };
  };
  const reserve = async (identity: Identity, mode: AgentMode): Promise<TokenReservation | undefined> => {
    const need = estimate(mode);
    return need === null ? undefined : access.tokens.reserve(identity, need);
  };
  const settleLost = async (accountId?: string): Promise<void> => {
    const lost = { at: new Date(clock()), stopped: STOPPED, late: LATE };
    const ids = await store.agentRuns.settleLost(accountId === undefined ? lost : { ...lost, accountId });
    if (ids.length > 0) log.warn({ runs: ids }, 'ended runs of agents that nobody executes');
  };

  /** Stores the run of a request. Throws `run_in_progress` if the agent is being run. */
  const begin = async ({ agent, task, identity }: RunRequest, trigger: 'api' | 'api_async'): Promise<AgentRun> => {
    if (agent !== null) {
      const refusal = refusalOfAgent(agent, identity, await store.agents.rank(agent), false);
      if (refusal !== null) throw refusal;
    }
    const reservation = await reserve(identity, task.mode);
    try {
      const run = newRun({
        accountId: identity.accountId,
        agentId: agent?.id ?? null,
        mode: task.mode,
        trigger,
        keyId: identity.keyId,
        reservation,
        isClaimed: trigger === 'api',
      });
      const started = async (): Promise<AgentRun | null> => {
        const begun = await store.agentRuns.start(run);
        if (begun.outcome !== 'started') return null;
        reservation?.handOver();
        return begun.run;
      };
      const begun = await started();
      if (begun !== null) return begun;
      // A run whose process is gone is no longer in progress.
      await settleLost(identity.accountId);
      const again = await started();
      if (again !== null) return again;
      throw new ApiError('run_in_progress');
    } catch (error) {
      await reservation?.release();
      throw error;
    }
  };

  const end = async (run: AgentRun, outcome: RunOutcome, error: unknown): Promise<Executed> => {
    const isEnded = await store.agentRuns.finish(run, outcome);
    const stored = await store.agentRuns.get(run.accountId, run.id);
    if (stored === undefined) throw new Error(`The run ${run.id} no longer exists.`);
    if (isEnded) return { run: stored, error };
    return { run: stored, error: error ?? new ApiError('unavailable', stored.error ?? STOPPED, { retry_after_s: 1 }) };
  };

  const execute = async (execution: Execution): Promise<Executed> => {
    const { run, agent, task, identity, requestId, signal, onDataSource, onToolCalls } = execution;
    const budget = new AbortController();
    const leftMs = Math.max(0, run.deadlineAt.getTime() - clock());
    const timer = setTimeout(() => budget.abort(new ApiError('upstream_timeout', LATE)), leftMs);
    const spent: { -readonly [Key in keyof RunUsage]: RunUsage[Key] } = { totalTokens: 0, costUsd: 0 };
    const note = async ({ totalTokens, costUsd }: RunUsage): Promise<void> => {
      spent.totalTokens += totalTokens;
      spent.costUsd += costUsd;
      if (totalTokens > 0 || costUsd > 0) await store.agentRuns.noteUsage(run, { totalTokens, costUsd });
    };
    const caller = {
      identity,
      requestId,
      nowMs: clock(),
      onDataSource,
      onToolCalls,
      signal: signal === undefined ? budget.signal : AbortSignal.any([budget.signal, signal]),
    };
    const beat = (): void => {
      store.agentRuns
        .renew(run.id, new Date(clock() + leaseMs))
        // Somebody took this process for dead, and the run's tokens are no longer set aside.
        .then(
          (isPending) =>
            isPending ||
            executing.get(run.id) !== budget ||
            budget.abort(new ApiError('unavailable', STOPPED, { retry_after_s: 1 })),
        )
        .catch((err: unknown) => log.warn({ err, run: run.id }, 'could not renew the lease of a run'));
    };
    const heartbeat = setInterval(beat, AGENT_RUNS.renewEveryMs);
    executing.set(run.id, budget);
    try {
      const tokens = run.reservationId === null ? undefined : await access.tokens.setAside(run.reservationId);
      const output = await perform(task, { ...caller, tokens }, options, note);
      const channels = run.trigger === 'schedule' && output.isFired ? await channelsOf(run.accountId) : [];
      const at = new Date(clock());
      return await end(run, endedOutcome({ run, agent, output, usage: spent, at, random, channels }), null);
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ err: error, run: run.id }, 'a run of an agent failed');
      return await end(run, failedOutcome(error, new Date(clock())), error);
    } finally {
      clearTimeout(timer);
      clearInterval(heartbeat);
      executing.delete(run.id);
    }
  };

  return {
    leaseMs,
    newRun,
    reserve,
    settleLost,
    execute,
    async run(request) {
      const { run, error } = await execute({ ...request, run: await begin(request, 'api') });
      if (error === null) return run;
      throw error instanceof Error ? error : new Error('The run failed.', { cause: error });
    },
    start: (request) => begin(request, 'api_async'),
    stop() {
      for (const budget of executing.values())
        budget.abort(new ApiError('unavailable', 'The run was ended, because the server stops.', { retry_after_s: 5 }));
    },
  };
}
