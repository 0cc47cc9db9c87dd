import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Store } from '../../../store/open-store.js';
import type { Claim, Claimed } from '../../../store/webhook-deliveries.js';
import type { DeliveryRules, Outcome, Recorded, Report } from '../../../store/webhook-outcomes.js';
import type { WebhookEndpoint } from '../../../store/webhooks.js';
import { WEBHOOKS } from '../../queue/webhook-rules.js';
import { batched, type Ask } from './batched-transactions.js';
import type { Send } from './sender.js';

/** Store operations of the turns in one process, batched over endpoints. */
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
  return {
    claim: batched({
      ...together,
      keyOf: (endpointId) => endpointId,
      work(endpointIds) {
        const nowMs = clock();
        return webhookDeliveries.claim(endpointIds, {
          most: WEBHOOKS.perEndpoint,
          newId: () => newId('dlv', random),
          at: new Date(nowMs),
          leaseUntil: new Date(nowMs + leaseMs),
          probeFrom: rules.probeFrom,
        });
      },
    }),
    record: batched({
      ...together,
      keyOf: ({ endpointId }) => endpointId,
      work: (reports) => webhookDeliveries.record(reports, rules),
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
 * One endpoint's turn: claims due attempts, sends them and records the outcomes, until nothing is due or its time slice is
 * over. Turns of one endpoint may overlap or be lost: the store decides what is sent.
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

/** Sends claimed attempts concurrently and records outcomes as they arrive, batched. Returns when the first retry is due. */
async function sendAll(
  endpoint: WebhookEndpoint,
  claims: readonly Claim[],
  { store, send, onDisabled }: DeliveryOptions,
): Promise<Date | null> {
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
