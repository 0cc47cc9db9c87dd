import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Store } from '../../../store/open-store.js';
import type { Claim } from '../../../store/webhook-deliveries.js';
import type { DeliveryRules, Outcome } from '../../../store/webhook-outcomes.js';
import type { WebhookEndpoint } from '../../../store/webhooks.js';
import { WEBHOOKS } from '../../queue/webhook-rules.js';
import type { Send } from './sender.js';

export interface TurnOptions {
  readonly store: Pick<Store, 'webhookDeliveries'>;
  readonly send: Send;
  readonly rules: DeliveryRules;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly leaseMs: number;
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
export async function takeTurn(endpointId: string, options: TurnOptions): Promise<void> {
  const { clock, wake, isStopping } = options;
  if (isStopping()) return wake(endpointId, null);
  const untilMs = clock() + SLICE_MS;
  for (;;) {
    const { endpoint, claims, isFull, wakeAt } = await claim(endpointId, options);
    if (endpoint === undefined) return;
    if (claims.length === 0) return wakeAt === null ? undefined : wake(endpointId, wakeAt);
    const retryAt = await sendAll(endpoint, claims, options);
    if (!isFull) return retryAt === null ? undefined : wake(endpointId, retryAt);
    if (isStopping() || clock() >= untilMs) return wake(endpointId, null);
  }
}

function claim(endpointId: string, { store, clock, random, rules, leaseMs }: TurnOptions) {
  const nowMs = clock();
  const ids = Array.from({ length: WEBHOOKS.perEndpoint }, () => newId('dlv', random));
  return store.webhookDeliveries.claim({ endpointId, most: WEBHOOKS.perEndpoint, ids, at: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs), probeFrom: rules.probeFrom });
}

/** Sends claimed attempts at once and records each as it comes back, those that come together in one go; answers when the first that failed is tried again. */
async function sendAll(endpoint: WebhookEndpoint, claims: readonly Claim[], { store, send, rules, onDisabled }: TurnOptions): Promise<Date | null> {
  let landed: Outcome[] = [];
  let retryAt: Date | null = null;
  const flush = async (): Promise<void> => {
    const outcomes = landed.splice(0);
    if (outcomes.length === 0) return;
    const { wakeAt, disabledReason } = await store.webhookDeliveries.record(endpoint.id, outcomes, rules);
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
