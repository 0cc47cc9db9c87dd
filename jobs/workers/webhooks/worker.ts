import type { Queue } from 'bullmq';
import type { RandomBytes } from '../../../access/secrets.js';
import { reaches, TIERS } from '../../../access/tiers.js';
import { EVENTS_EMITTED } from '../../../store/outbox.js';
import type { Store } from '../../../store/open-store.js';
import type { DeliveryRules } from '../../../store/webhook-outcomes.js';
import { SENDS_DUE } from '../../../store/webhook-redelivery.js';
import { QUEUES, type WebhookTurn } from '../../queue/names.js';
import type { Queues } from '../../queue/open-queues.js';
import { deliveryRules, WEBHOOKS, type Rng } from '../../queue/webhook-rules.js';
import type { Send } from './sender.js';
import { inTurn } from '../in-turn.js';
import { deliverToEndpoint, deliveryStore, type DeliveryOptions } from './endpoint-delivery.js';

export interface WorkerLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface WebhookWorkerOptions {
  readonly store: Pick<Store, 'outbox' | 'webhookDeliveries' | 'listen'>;
  readonly queues: Queues;
  readonly send: Send;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly rng: Rng;
  readonly log: WorkerLog;
  /** How often the store is searched for work left by lost jobs and processes; 5 s by default. */
  readonly sweepEveryMs?: number;
  /** Shortens the delays after failures, for tests. */
  readonly timeScale?: number;
  /** How long an attempt may have no outcome before it is assumed lost; 20 s by default. */
  readonly leaseMs?: number;
}

export interface WebhookWorker {
  /** Searches now for events without receivers, attempts without outcomes and endpoints without a turn. */
  sweep(): Promise<void>;
  /** Accepts no new work and waits for work in progress. Close the queues afterwards. */
  close(): Promise<void>;
}

/** Logs for the operator; the owner receives a live event. */
export function disabledLog(log: Pick<WorkerLog, 'warn'>): DeliveryOptions['onDisabled'] {
  return ({ id, accountId }, reason) =>
    log.warn({ endpoint: id, account: accountId, reason }, 'disabled a webhook endpoint');
}

const MAY_RECEIVE = TIERS.filter((tier) => reaches(tier, 'pro'));
const TURNS_AT_ONCE = 200;
const EVENTS_AT_ONCE = 500;
const ENDPOINTS_AT_ONCE = 1_000;
const SWEEP_EVERY_MS = 5_000;
const PRUNE_EVERY_SWEEPS = 720;
const PRUNED_AT_ONCE = 5_000;
/** A swept turn still queued after this time is assumed lost. */
const SWEPT_ONCE_MS = 30_000;
const UNKNOWN = 'The outcome is unknown: the process that sent this stopped before it had an answer.';

/**
 * Delivers webhooks. The store has all pending work; the queue only distributes it over workers and may lose
 * everything: the sweep finds due work without it.
 */
export async function startWebhookWorker(options: WebhookWorkerOptions): Promise<WebhookWorker> {
  const {
    store,
    queues,
    clock,
    log,
    rng,
    sweepEveryMs = SWEEP_EVERY_MS,
    timeScale = 1,
    leaseMs = WEBHOOKS.leaseMs,
  } = options;
  const queue = queues.queue<WebhookTurn>(QUEUES.webhookTurns);
  const rules = deliveryRules(rng, timeScale);
  let isStopping = false;
  const unqueued = (err: unknown): void => log.debug({ err }, 'could not queue a turn; the sweep will find due events');
  const delivery: DeliveryOptions = {
    store: deliveryStore({ ...options, rules, leaseMs }),
    send: options.send,
    clock,
    isStopping: () => isStopping,
    wake: (endpointId, at) => addTurn(queue, endpointId, at, clock()).catch(unqueued),
    onDisabled: disabledLog(log),
  };
  const turns = new Set<Promise<void>>();
  const worker = queues.worker<WebhookTurn>(
    QUEUES.webhookTurns,
    async ({ data }) => {
      const taking = deliverToEndpoint(data.endpointId, delivery);
      turns.add(taking);
      await taking.finally(() => turns.delete(taking));
    },
    { concurrency: TURNS_AT_ONCE },
  );

  const fanOut = inTurn(async () => {
    for (;;) {
      const { events, endpointIds } = await store.outbox.fanOut({
        tiers: MAY_RECEIVE,
        most: EVENTS_AT_ONCE,
        at: new Date(clock()),
      });
      await queue
        .addBulk(endpointIds.map((endpointId) => ({ name: 'turn', data: { endpointId }, opts: KEPT })))
        .catch(unqueued);
      if (events < EVENTS_AT_ONCE || isStopping) return;
    }
  });
  const sweeper = createSweeper({
    store,
    queue,
    unqueued,
    rules,
    clock,
    graceMs: Math.min(sweepEveryMs, SWEEP_EVERY_MS),
  });
  const sweep = inTurn(async () => {
    await fanOut();
    await sweeper();
  });
  const failed = (err: unknown): void => log.error({ err }, 'the webhook sweep failed; retrying');
  const run = (task: () => Promise<void>) => (): void => {
    if (!isStopping) task().catch(failed);
  };
  const stopListening = [
    await store.listen(EVENTS_EMITTED, run(fanOut), { onGap: run(sweep) }),
    await store.listen(SENDS_DUE, (endpointId) => run(() => delivery.wake(endpointId, null))()),
  ];
  const timer = setInterval(run(sweep), sweepEveryMs);
  run(sweep)();
  return {
    sweep,
    async close() {
      isStopping = true;
      clearInterval(timer);
      for (const stop of stopListening) await stop();
      await worker.pause(true);
      await Promise.allSettled(turns);
      await sweep.idle();
      await fanOut.idle();
    },
  };
}

/** Finished jobs are removed. */
const KEPT = { removeOnComplete: true, removeOnFail: true } as const;

async function addTurn(queue: Queue<WebhookTurn>, endpointId: string, at: Date | null, nowMs: number): Promise<void> {
  // One delayed turn per endpoint and instant is enough.
  const later = at === null ? {} : { delay: Math.max(0, at.getTime() - nowMs), jobId: `${endpointId}.${at.getTime()}` };
  await queue.add('turn', { endpointId }, { ...KEPT, ...later });
}

interface SweeperOptions {
  readonly store: WebhookWorkerOptions['store'];
  readonly queue: Queue<WebhookTurn>;
  /** Called if a turn could not be queued. */
  readonly unqueued: (error: unknown) => void;
  readonly rules: DeliveryRules;
  readonly clock: () => number;
  /** How long an event may be due before its turn is assumed lost. */
  readonly graceMs: number;
}

function createSweeper({
  store: { outbox, webhookDeliveries },
  queue,
  unqueued,
  rules,
  clock,
  graceMs,
}: SweeperOptions): () => Promise<void> {
  let sweeps = 0;
  return async () => {
    const at = new Date(clock());
    for (const endpointId of await webhookDeliveries.overdueEndpoints(at, ENDPOINTS_AT_ONCE))
      await webhookDeliveries.settleUnknown(endpointId, UNKNOWN, at, rules);
    const idle = await webhookDeliveries.idleEndpoints(
      new Date(at.getTime() - graceMs),
      at,
      rules.probeFrom,
      ENDPOINTS_AT_ONCE,
    );
    // Fixed ids, so that sweeps do not accumulate turns in the queue.
    await queue
      .addBulk(
        idle.map((endpointId) => ({
          name: 'turn',
          data: { endpointId },
          opts: { ...KEPT, jobId: `swept.${endpointId}.${Math.floor(at.getTime() / SWEPT_ONCE_MS)}` },
        })),
      )
      .catch(unqueued);
    if (sweeps++ % PRUNE_EVERY_SWEEPS === 0)
      await outbox.prune(new Date(at.getTime() - WEBHOOKS.retentionMs), PRUNED_AT_ONCE);
  };
}
