import { RUNS_QUEUED } from '../../../store/agent-run-rows.js';
import { RESULTS_DUE } from '../../../store/agent-deliveries.js';
import type { Store } from '../../../store/open-store.js';
import { AGENT_RUNS } from '../../queue/agent-rules.js';
import { inTurn } from '../in-turn.js';
import type { Executor, ExecutorOptions } from './executor.js';
import { createResultPosts, type ResultPostsOptions } from './result-posts.js';
import { createScheduledRuns } from './scheduled-runs.js';

export interface AgentWorkerOptions
  extends Pick<ExecutorOptions, 'access' | 'log'>, Omit<ResultPostsOptions, 'store' | 'onRoom' | 'log'> {
  readonly store: Pick<Store, 'agents' | 'agentRuns' | 'agentDeliveries' | 'tokenLedger' | 'listen'>;
  readonly executor: Executor;
  /** How often the store is searched for work without being told of it; 5 s by default. */
  readonly sweepEveryMs?: number;
}

export interface AgentWorker {
  /** Searches now for runs to execute, results to post, and what lost processes left. */
  sweep(): Promise<void>;
  /** Accepts no new work, and waits for posts in progress and, for a while, for runs, which are then ended. */
  close(): Promise<void>;
}

const PRUNE_EVERY_SWEEPS = 720;
const PRUNED_AT_ONCE = 5_000;
const DAY_MS = 86_400_000;

/**
 * Executes runs that were asked for or whose slot has come, and posts their results. All of it is in the store, where
 * each is claimed before it is done; notifications and a timer only say when to look.
 */
export async function startAgentWorker(options: AgentWorkerOptions): Promise<AgentWorker> {
  const { store, executor, clock, log, sweepEveryMs = AGENT_RUNS.sweepEveryMs } = options;
  const runs = createScheduledRuns(options, executor);
  const posts = createResultPosts({ ...options, onRoom: () => post() });
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let sweeps = 0;

  const execute = (claimed: Parameters<typeof runs.execute>[0]): void => {
    const work = runs
      .execute(claimed)
      .catch((err: unknown) =>
        log.error({ err, run: claimed.run.id }, 'could not execute a run; it ends when its lease does'),
      );
    running.add(work);
    void work.finally(() => {
      running.delete(work);
      take();
    });
  };
  const takeAll = inTurn(async () => {
    while (!isStopping && running.size < AGENT_RUNS.atOnce) {
      const claimed = await runs.claim();
      if (claimed === null) return;
      execute(claimed);
    }
  });
  const postAll = inTurn(() => posts.post());
  const run = (task: () => Promise<void>, what: string) => (): void => {
    if (!isStopping) task().catch((err: unknown) => log.error({ err }, `${what}; retrying`));
  };
  const take = run(takeAll, 'could not take runs of agents');
  const post = run(postAll, 'could not post results of agents');

  const sweep = inTurn(async () => {
    await executor.settleLost();
    await posts.settleLost();
    await Promise.all([takeAll(), postAll()]);
    if (sweeps++ % PRUNE_EVERY_SWEEPS !== 0) return;
    await store.agentRuns.prune(new Date(clock() - AGENT_RUNS.retentionMs), PRUNED_AT_ONCE);
    await store.tokenLedger.prune(new Date(clock() - DAY_MS));
  });
  const sweepNow = run(sweep, 'the sweep of agents failed');
  const stopListening = [
    await store.listen(RUNS_QUEUED, take, { onGap: sweepNow }),
    await store.listen(RESULTS_DUE, post),
  ];
  const timer = setInterval(sweepNow, sweepEveryMs);
  sweepNow();
  return {
    async sweep() {
      await sweep();
      for (await postAll.idle(); posts.size > 0; await postAll()) await posts.idle();
    },
    async close() {
      isStopping = true;
      clearInterval(timer);
      for (const stop of stopListening) await stop();
      await takeAll.idle();
      const impatient = setTimeout(() => executor.stop(), AGENT_RUNS.stopWithinMs);
      await Promise.all(running);
      clearTimeout(impatient);
      await sweep.idle();
      await postAll.idle();
      await posts.idle();
    },
  };
}
