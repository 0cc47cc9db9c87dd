import { newId, type RandomBytes } from '../../../access/secrets.js';
import { envelopeOf } from '../../../store/outbox.js';
import type { Store } from '../../../store/open-store.js';
import type { WebhookDelivery, WebhookEndpoint } from '../../../store/webhooks.js';
import { TEST_EVENT_TYPE } from '../../queue/event-types.js';
import { deliveryRules, WEBHOOKS, type Rng } from '../../queue/webhook-rules.js';
import type { Send } from './sender.js';

/**
 * Sends a `webhook.test` event to one endpoint immediately and returns the finished attempt. It counts like any other.
 */
export type SendTest = (endpoint: WebhookEndpoint) => Promise<WebhookDelivery>;

export interface TestEventOptions {
  readonly store: Pick<Store, 'webhookDeliveries'>;
  readonly send: Send;
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly rng: Rng;
  readonly onDisabled: (endpoint: WebhookEndpoint, reason: string) => void;
}

const MESSAGE = 'This is a test delivery. Its signature is made like that of every other one.';

export function createTestEventSender({
  store: { webhookDeliveries },
  send,
  clock,
  random,
  rng,
  onDisabled,
}: TestEventOptions): SendTest {
  return async (endpoint) => {
    const at = new Date(clock());
    const eventId = newId('evt', random);
    const body = envelopeOf({
      id: eventId,
      type: TEST_EVENT_TYPE,
      accountId: endpoint.accountId,
      data: { message: MESSAGE },
      at,
    });
    const id = newId('dlv', random);
    const claim = await webhookDeliveries.claimTest({
      endpoint,
      id,
      eventId,
      eventType: TEST_EVENT_TYPE,
      body,
      at,
      leaseUntil: new Date(at.getTime() + WEBHOOKS.leaseMs),
    });
    const [recorded] = await webhookDeliveries.record(
      [{ endpointId: endpoint.id, outcomes: [await send(endpoint, claim)] }],
      deliveryRules(rng),
    );
    const disabledReason = recorded?.disabledReason ?? null;
    if (disabledReason !== null) onDisabled(endpoint, disabledReason);
    const delivery = await webhookDeliveries.get(id);
    if (delivery === undefined)
      throw new Error(`The test delivery ${id} no longer exists: its endpoint was deleted meanwhile.`);
    return delivery;
  };
}
