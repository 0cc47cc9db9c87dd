import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { AgentDelivery, DeliveryOutcome, NextAttempt } from '../../../store/agent-deliveries.js';
import type { Store } from '../../../store/open-store.js';
import { AGENT_RUNS } from '../../queue/agent-rules.js';
import type { SendResult } from './result-sender.js';

export interface ResultPostsOptions {
  readonly store: Pick<Store, 'agents' | 'agentDeliveries'>;
  readonly send: SendResult;
  readonly clock: () => number;
  readonly random: RandomBytes;
  /** Shortens the delays after failures, for tests. */
  readonly timeScale?: number;
  /** How long a post may have no outcome before it is assumed lost. */
  readonly leaseMs?: number;
}

export interface ResultPosts {
  /** Posts what is due, until nothing is. */
  post(): Promise<void>;
  /** Records posts whose process is gone as failed; they are sent again under another id. */
  settleLost(): Promise<void>;
}

const UNKNOWN: DeliveryOutcome = {
  isSuccess: false,
  httpStatus: null,
  error: 'The outcome is unknown: the process that sent this stopped before it had an answer.',
  durationMs: null,
};

const NO_TARGET: DeliveryOutcome = {
  isSuccess: false,
  httpStatus: null,
  error: 'There is no URL to post to any more.',
  durationMs: null,
};

/** Posts results and notifications: each attempt is stored under its id before it is sent, and sent at most once. */
export function createResultPosts(options: ResultPostsOptions): ResultPosts {
  const { store, send, clock, random, timeScale = 1, leaseMs = AGENT_RUNS.postLeaseMs } = options;
  const nextAttempt = ({ attempt }: AgentDelivery, { isSuccess }: DeliveryOutcome): NextAttempt | null => {
    const delayMs = AGENT_RUNS.retryDelaysMs[attempt - 1];
    if (isSuccess || delayMs === undefined) return null;
    return { id: newId('dlv', random), dueAt: new Date(clock() + delayMs * timeScale) };
  };
  const settle = async (delivery: AgentDelivery, outcome: DeliveryOutcome | null): Promise<void> => {
    if (outcome === null) await store.agentDeliveries.record(delivery, NO_TARGET, null);
    else await store.agentDeliveries.record(delivery, outcome, nextAttempt(delivery, outcome));
  };
  return {
    async post() {
      for (;;) {
        const at = new Date(clock());
        const due = await store.agentDeliveries.claim(at, new Date(at.getTime() + leaseMs), AGENT_RUNS.postsAtOnce);
        if (due.length === 0) return;
        const agents = await store.agents.byIds([...new Set(due.map(({ agentId }) => agentId))]);
        const sent = await Promise.allSettled(
          due.map(async (delivery) => settle(delivery, await send(delivery, agents.get(delivery.agentId)))),
        );
        const failed = sent.find((outcome) => outcome.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      }
    },
    async settleLost() {
      for (const delivery of await store.agentDeliveries.overdue(new Date(clock()))) await settle(delivery, UNKNOWN);
    },
  };
}
