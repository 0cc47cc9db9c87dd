import type { Answers } from '../answers/answers.js';
import type { RequestContext } from '../access/request-context.js';
import type { TokenNeed } from '../access/tokens.js';
import { systemRandom } from '../access/secrets.js';
import type { Gateway } from '../gateway/gateway.js';
import { createExecutor, type Executor } from '../jobs/workers/agents/executor.js';
import { createQuestions, type Questions } from '../jobs/workers/agents/questions.js';
import { committeeEstimate } from '../jobs/workers/agents/run-committee.js';
import { createMailSender, type MailToOwner } from '../jobs/workers/agents/mail-sender.js';
import { createResultSender, type Notifier } from '../jobs/workers/agents/result-sender.js';
import { startAgentWorker, type AgentWorker } from '../jobs/workers/agents/worker.js';
import { createOutbound, type Outbound } from '../outbound/outbound.js';
import type { AgentMode } from '../store/agents.js';
import type { Store } from '../store/open-store.js';
import type { Lines } from '../surfaces/line/line.js';
import { createGraphReads } from './graph-reads.js';
import type { Runtime } from './runtime.js';

/** AI tokens that a run needs; null for a mode that calls no model. */
function estimateOf(mode: AgentMode, answers: Answers): TokenNeed | null {
  if (mode === 'alert') return null;
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
    channelsOf: async (accountId) => [
      ...(config.notifier === undefined ? [] : ['notification' as const]),
      ...((await ownerByLine(store, accountId)) === null ? [] : ['mail' as const]),
    ],
    clock,
    random: systemRandom,
    log,
  });
}

/** The address that the account's active line tells its owner at; null without either. */
async function ownerByLine(
  { lines, signIns }: Pick<Store, 'lines' | 'signIns'>,
  accountId: string,
): Promise<string | null> {
  const line = await lines.get(accountId);
  if (line?.status !== 'active') return null;
  const email = (await signIns.byAccount(accountId))?.email;
  return email === undefined || email.toLowerCase() === line.address ? null : email;
}

function mailToOwner({ store, access }: Runtime, lines: Pick<Lines, 'notify'>): MailToOwner {
  return async ({ accountId, ...mail }) => {
    const recipient = await ownerByLine(store, accountId);
    const identity = await access.owners.identityOf(accountId, null);
    if (recipient === null || identity === undefined) return false;
    await lines.notify(identity, { ...mail, recipient });
    return true;
  };
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
  { agents: executor, lines }: { readonly agents: Executor; readonly lines: Pick<Lines, 'notify'> },
  options: { readonly sweepEveryMs?: number } = {},
): Promise<AgentWorker> {
  const {
    store,
    access,
    webhooks: { sealer },
    clock,
    log,
    config,
  } = runtime;
  const limits = { maxBytes: MAX_ANSWER_BYTES };
  const outbound = createOutbound({ target: config.allowsPrivateTargets ? 'operator' : 'customer', ...limits });
  const own = createOutbound({ target: 'operator', ...limits });
  const sendMail = createMailSender(mailToOwner(runtime, lines), clock);
  const send = createResultSender({ outbound, sealer, notifier: notifierOf(runtime, own), sendMail, clock });
  const worker = await startAgentWorker({
    store,
    access,
    executor,
    send,
    clock,
    random: systemRandom,
    log,
    ...options,
  });
  return {
    sweep: worker.sweep,
    async close() {
      await worker.close();
      outbound.close();
      own.close();
    },
  };
}
