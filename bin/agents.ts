import type { Answers } from '../answers/answers.js';
import type { RequestContext } from '../access/request-context.js';
import { systemRandom } from '../access/secrets.js';
import type { Gateway } from '../gateway/gateway.js';
import { createExecutor, type Executor } from '../jobs/workers/agents/executor.js';
import { createQuestions, type Questions } from '../jobs/workers/agents/questions.js';
import { committeeEstimate } from '../jobs/workers/agents/run-committee.js';
import { createResultSender, type Notifier } from '../jobs/workers/agents/result-sender.js';
import { startAgentWorker, type AgentWorker } from '../jobs/workers/agents/worker.js';
import { createOutbound, type Outbound } from '../outbound/outbound.js';
import type { AgentMode } from '../store/agents.js';
import { createGraphReads } from './graph-reads.js';
import type { Runtime } from './runtime.js';

/** The most AI tokens that a run may spend. */
function estimateOf(mode: AgentMode, answers: Answers): number {
  if (mode === 'alert') return 0;
  return mode === 'committee' ? committeeEstimate(answers) : answers.estimate(mode);
}

/** What executes runs of agents in this process, reading through `gateway`. */
export function openExecutor(
  { store, access, clock, log, config }: Runtime,
  answers: Answers,
  gateway: () => Gateway<RequestContext>,
): Executor {
  return createExecutor({
    store,
    access,
    answers,
    openGraph: createGraphReads(access.meter, gateway),
    estimate: (mode) => estimateOf(mode, answers),
    hasNotifications: config.notifier !== undefined,
    clock,
    random: systemRandom,
    log,
  });
}

/** What answers questions in the background. */
export function openQuestions({ store, log }: Runtime, executor: Executor): Questions {
  return createQuestions({ store, executor, log });
}

/** Read limit for a receiver's response body, which is discarded. */
const MAX_ANSWER_BYTES = 64 * 1024;

function notifierOf({ config: { notifier } }: Runtime, outbound: Outbound): Notifier | null {
  return notifier === undefined ? null : { ...notifier, outbound };
}

/** Starts the worker of agents: schedules, runs that were asked for, and posts of results. */
export async function startAgents(
  runtime: Runtime,
  executor: Executor,
  options: { readonly sweepEveryMs?: number } = {},
): Promise<AgentWorker> {
  const { store, access, webhooks: { sealer }, clock, log, config } = runtime;
  const limits = { maxBytes: MAX_ANSWER_BYTES };
  const outbound = createOutbound({ target: config.allowsPrivateTargets ? 'operator' : 'customer', ...limits });
  const own = createOutbound({ target: 'operator', ...limits });
  const send = createResultSender({ outbound, sealer, notifier: notifierOf(runtime, own), clock });
  const worker = await startAgentWorker({ store, access, executor, send, clock, random: systemRandom, log, ...options });
  return {
    sweep: worker.sweep,
    async close() {
      await worker.close();
      outbound.close();
      own.close();
    },
  };
}
