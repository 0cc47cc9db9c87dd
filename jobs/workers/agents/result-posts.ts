import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { AgentDelivery, DeliveryOutcome, NextAttempt } from '../../../store/agent-deliveries.js';
import type { Agent } from '../../../store/agents.js';
import type { Store } from '../../../store/open-store.js';
import { AGENT_RUNS } from '../../queue/agent-rules.js';
import type { ExecutorLog } from './executor.js';
import type { SentOutcome } from './mail-sender.js';
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
  /** Called when a post has ended, and there is room for another. */
  readonly onRoom: () => void;
  readonly log: Pick<ExecutorLog, 'error'>;
}

export interface ResultPosts {
  /** Begins to post what is due, as far as there is room; resolves once that is claimed. Calls must not overlap. */
  post(): Promise<void>;
  /** Posts that are under way. */
  readonly size: number;
  /** Resolves once those are over that are under way. */
  idle(): Promise<void>;
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
  const { store, send, clock, random, onRoom, log, timeScale = 1, leaseMs = AGENT_RUNS.postLeaseMs } = options;
  const posting = new Set<Promise<void>>();
  const nextAttempt = ({ attempt }: AgentDelivery, isSuccess: boolean): NextAttempt | null => {
    const delayMs = AGENT_RUNS.retryDelaysMs[attempt - 1];
    if (isSuccess || delayMs === undefined) return null;
    return { id: newId('dlv', random), dueAt: new Date(clock() + delayMs * timeScale) };
  };
  const settle = async (delivery: AgentDelivery, sent: SentOutcome | null): Promise<void> => {
    const { isFinal = false, ...outcome } = sent ?? { ...NO_TARGET, isFinal: true };
    await store.agentDeliveries.record(delivery, outcome, isFinal ? null : nextAttempt(delivery, outcome.isSuccess));
  };
  const start = (delivery: AgentDelivery, agent: Agent | undefined): void => {
    const work = send(delivery, agent)
      .then((outcome) => settle(delivery, outcome))
      .catch((err: unknown) =>
        log.error({ err, delivery: delivery.id }, 'a post of a result has no outcome until its lease ends'),
      )
      .finally(() => {
        posting.delete(work);
        onRoom();
      });
    posting.add(work);
  };
  return {
    async post() {
      const room = AGENT_RUNS.postsAtOnce - posting.size;
      if (room === 0) return;
      const at = new Date(clock());
      const leaseUntil = new Date(at.getTime() + leaseMs);
      const due = await store.agentDeliveries.claim({
        at,
        leaseUntil,
        most: room,
        mostOfAccount: AGENT_RUNS.postsOfAccount,
      });
      if (due.length === 0) return;
      const agents = await store.agents.byIds([...new Set(due.map(({ agentId }) => agentId))]);
      for (const delivery of due) start(delivery, agents.get(delivery.agentId));
    },
    get size() {
      return posting.size;
    },
    async idle() {
      await Promise.all(posting);
    },
    async settleLost() {
      for (const delivery of await store.agentDeliveries.overdue(new Date(clock()))) await settle(delivery, UNKNOWN);
    },
  };
}
