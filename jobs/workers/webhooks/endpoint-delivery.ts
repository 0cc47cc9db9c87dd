import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Store } from '../../../store/open-store.js';
import type { Advanced, Claim, Claimed, ClaimRequest, Step } from '../../../store/webhook-deliveries.js';
import type { DeliveryRules, Outcome } from '../../../store/webhook-outcomes.js';
import type { WebhookEndpoint } from '../../../store/webhooks.js';
import { WEBHOOKS } from '../../queue/webhook-rules.js';
import { batched, type Ask } from './batched-transactions.js';
import type { Send } from './sender.js';

/** Store operations of the turns in one process, batched over endpoints. */
export interface DeliveryStore {
  readonly claim: Ask<string, Claimed>;
  readonly advance: Ask<Step, Advanced>;
}

export interface DeliveryStoreOptions {
  readonly store: Pick<Store, 'webhookDeliveries'>;
  readonly rules: DeliveryRules;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly leaseMs: number;
}

/** Endpoints per transaction: enough to amortise its round trips, few enough to keep locks short. */
const TOGETHER = 100;
/** Two, so that one transaction is prepared while another is in progress. */
const LANES = 2;

export function deliveryStore({
  store: { webhookDeliveries },
  rules,
  clock,
  random,
  leaseMs,
}: DeliveryStoreOptions): DeliveryStore {
  const together = { most: TOGETHER, lanes: LANES };
  const request = (): ClaimRequest => {
    const nowMs = clock();
    return {
      most: WEBHOOKS.perEndpoint,
      newId: () => newId('dlv', random),
      at: new Date(nowMs),
      leaseUntil: new Date(nowMs + leaseMs),
      probeFrom: rules.probeFrom,
    };
  };
  return {
    claim: batched({
      ...together,
      keyOf: (endpointId) => endpointId,
      work: (endpointIds) => webhookDeliveries.claim(endpointIds, request()),
    }),
    advance: batched({
      ...together,
      keyOf: ({ endpointId }) => endpointId,
      work: (steps) => webhookDeliveries.advance(steps, rules, request),
    }),
  };
}

export interface DeliveryOptions {
  readonly store: DeliveryStore;
  readonly send: Send;
  readonly clock: () => number;
  /** Requests another turn of the endpoint, now or at an instant. */
  readonly wake: (endpointId: string, at: Date | null) => Promise<void>;
  readonly isStopping: () => boolean;
  readonly onDisabled: (endpoint: WebhookEndpoint, reason: string) => void;
}

/** How long one endpoint occupies a worker's slot before it queues again behind the others. */
const SLICE_MS = 1_000;

/**
 * One endpoint's turn: claims due attempts, sends them and records the outcomes; what has come back makes room for new
 * ones, claimed as it is recorded, until nothing is due or its time slice is over. Turns of one endpoint may overlap or
 * be lost: the store decides what is sent.
 */
export async function deliverToEndpoint(endpointId: string, options: DeliveryOptions): Promise<void> {
  const { store, clock, wake, isStopping } = options;
  if (isStopping()) return wake(endpointId, null);
  const untilMs = clock() + SLICE_MS;
  const first = await store.claim(endpointId);
  if (first.endpoint === undefined) return;
  if (first.claims.length === 0) return first.wakeAt === null ? undefined : wake(endpointId, first.wakeAt);
  const retryAt = await sendAll(first.endpoint, first, untilMs, options);
  return retryAt === null ? undefined : wake(endpointId, retryAt);
}

/**
 * Sends attempts concurrently and records outcomes as they arrive, batched, with the claims of the next attempts.
 * Returns when the first retry is due.
 */
async function sendAll(
  receiver: WebhookEndpoint,
  first: Claimed,
  untilMs: number,
  { store, send, clock, wake, isStopping, onDisabled }: DeliveryOptions,
): Promise<Date | null> {
  const landed: Outcome[] = [];
  const sending = new Set<Promise<void>>();
  let retryAt: Date | null = null;
  let mayBeMore = first.isFull;
  /** Claimed, and not recorded yet. */
  let open = 0;
  let recording = Promise.resolve();

  const start = (endpoint: WebhookEndpoint, claims: readonly Claim[]): void => {
    open += claims.length;
    for (const each of claims) {
      const attempt = sendOne(endpoint, each);
      sending.add(attempt);
      // Whoever waits for all of them takes its error.
      attempt.catch(() => undefined);
    }
  };
  const sendOne = async (endpoint: WebhookEndpoint, claim: Claim): Promise<void> => {
    landed.push(await send(endpoint, claim));
    recording = recording.catch(() => undefined).then(flush);
    await recording;
  };
  /** An outcome is stored even if claiming fails; what was not stored is tried again with the next outcome. */
  const advance = async (outcomes: readonly Outcome[], goesOn: boolean): Promise<Advanced> => {
    const step = { endpointId: receiver.id, outcomes };
    try {
      return await store.advance({ ...step, goesOn });
    } catch (error) {
      if (goesOn) return store.advance({ ...step, goesOn: false });
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    const outcomes = landed.splice(0);
    if (outcomes.length === 0) return;
    // The last one looks again: an event may have found no room while the others were under way.
    const isWanted = mayBeMore || open === outcomes.length;
    const hasTime = !isStopping() && clock() < untilMs;
    const advanced = await advance(outcomes, isWanted && hasTime).catch((error: unknown) => {
      landed.unshift(...outcomes);
      throw error;
    });
    open -= outcomes.length;
    const { endpoint, wakeAt, disabledReason, claimed } = advanced;
    if (wakeAt !== null && (retryAt === null || wakeAt < retryAt)) retryAt = wakeAt;
    if (disabledReason !== null && endpoint !== undefined) onDisabled(endpoint, disabledReason);
    if (claimed === null) {
      // Not after its slowest attempt: another turn takes the room of those that have ended.
      if (isWanted) await wake(receiver.id, null);
      mayBeMore = false;
      return;
    }
    mayBeMore = claimed.isFull;
    if (claimed.wakeAt !== null && (retryAt === null || claimed.wakeAt < retryAt)) retryAt = claimed.wakeAt;
    if (claimed.endpoint !== undefined) start(claimed.endpoint, claimed.claims);
  };

  start(receiver, first.claims);
  let failed: PromiseRejectedResult | undefined;
  while (sending.size > 0) {
    const attempts = [...sending];
    const ended = await Promise.allSettled(attempts);
    for (const attempt of attempts) sending.delete(attempt);
    failed ??= ended.find((outcome) => outcome.status === 'rejected');
  }
  if (failed !== undefined) throw failed.reason;
  return retryAt;
}
