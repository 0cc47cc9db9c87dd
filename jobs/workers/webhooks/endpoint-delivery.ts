import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Store } from '../../../store/open-store.js';
import type { Claim, Claimed } from '../../../store/webhook-deliveries.js';
import type { DeliveryRules, Outcome, Recorded, Report } from '../../../store/webhook-outcomes.js';
import type { WebhookEndpoint } from '../../../store/webhooks.js';
import { WEBHOOKS } from '../../queue/webhook-rules.js';
import { batched, type Ask } from './batched-transactions.js';
import type { Send } from './sender.js';

/** What turns of one process do in the store, turns of many endpoints in one transaction. */
export interface DeliveryStore {
  readonly claim: Ask<string, Claimed>;
  readonly record: Ask<Report, Recorded>;
}

export interface DeliveryStoreOptions {
  readonly store: Pick<Store, 'webhookDeliveries'>;
  readonly rules: DeliveryRules;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly leaseMs: number;
}

/** Endpoints in one transaction: enough that its round trips cost little, few enough that its locks are short. */
const TOGETHER = 100;
/** So that one transaction is prepared while another is waited for. */
const LANES = 2;

export function deliveryStore({ store: { webhookDeliveries }, rules, clock, random, leaseMs }: DeliveryStoreOptions): DeliveryStore {
  const together = { most: TOGETHER, lanes: LANES };
  return {
    claim: batched({
      ...together,
      keyOf: (endpointId) => endpointId,
      work(endpointIds) {
        const nowMs = clock();
        return webhookDeliveries.claim(endpointIds, { most: WEBHOOKS.perEndpoint, newId: () => newId('dlv', random), at: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs), probeFrom: rules.probeFrom });
      },
    }),
    record: batched({ ...together, keyOf: ({ endpointId }) => endpointId, work: (reports) => webhookDeliveries.record(reports, rules) }),
  };
}

export interface DeliveryOptions {
  readonly store: DeliveryStore;
  readonly send: Send;
  readonly clock: () => number;
  /** Asks for another turn of the endpoint, now or at an instant. */
  readonly wake: (endpointId: string, at: Date | null) => Promise<void>;
  readonly isStopping: () => boolean;
  readonly onDisabled: (endpoint: WebhookEndpoint, reason: string) => void;
}

/** How long one endpoint keeps a worker's slot before it queues again behind the others. */
const SLICE_MS = 1_000;

/**
 * One endpoint's turn: claims what is due, sends it, records what came of it, until nothing is due or its slice is over.
 * Turns of one endpoint may overlap, and one may be lost: the store decides what may be sent.
 */
export async function deliverToEndpoint(endpointId: string, options: DeliveryOptions): Promise<void> {
  const { store, clock, wake, isStopping } = options;
  if (isStopping()) return wake(endpointId, null);
  const untilMs = clock() + SLICE_MS;
  for (;;) {
    const { endpoint, claims, isFull, wakeAt } = await store.claim(endpointId);
    if (endpoint === undefined) return;
    if (claims.length === 0) return wakeAt === null ? undefined : wake(endpointId, wakeAt);
    const retryAt = await sendAll(endpoint, claims, options);
    if (!isFull) return retryAt === null ? undefined : wake(endpointId, retryAt);
    if (isStopping() || clock() >= untilMs) return wake(endpointId, null);
  }
}

/** Sends claimed attempts at once and records each as it comes back, those that come together in one go; answers when the first that failed is tried again. */
async function sendAll(endpoint: WebhookEndpoint, claims: readonly Claim[], { store, send, onDisabled }: DeliveryOptions): Promise<Date | null> {
  let landed: Outcome[] = [];
  let retryAt: Date | null = null;
  const flush = async (): Promise<void> => {
    const outcomes = landed.splice(0);
    if (outcomes.length === 0) return;
    const { wakeAt, disabledReason } = await store.record({ endpointId: endpoint.id, outcomes });
    if (wakeAt !== null && (retryAt === null || wakeAt < retryAt)) retryAt = wakeAt;
    if (disabledReason !== null) onDisabled(endpoint, disabledReason);
  };
  let recording = Promise.resolve();
  landed = [];
  const sent = await Promise.allSettled(
    claims.map(async (each) => {
      landed.push(await send(endpoint, each));
      recording = recording.then(flush);
      await recording;
    }),
  );
  const failed = sent.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return retryAt;
}
