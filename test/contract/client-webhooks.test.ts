import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  ActivateWebhookSecretDocument, createClient, DeleteWebhookDocument, RedeliverDocument, RegisterWebhookDocument, RotateWebhookSecretDocument, TestWebhookDocument, WebhooksDocument,
  type MarketgraphClient, type WebhookEventType,
} from '../../client/index.js';
import { verifyWebhook } from '../../client/verify-webhook.js';
import { serverForFile } from '../support/in-process.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const server = await serverForFile({ SVC_ALLOW_PRIVATE_TARGETS: '1' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => server.nextMinute());

async function registered(): Promise<{ readonly client: MarketgraphClient; readonly id: string; readonly secret: string; readonly events: readonly WebhookEventType[] }> {
  const client = createClient({ url: server.url, key: (await server.newKey('pro')).key });
  const { registerWebhook } = await client.query(RegisterWebhookDocument, { url: `${receiver.url}/hook`, events: ['SIGNAL_FLIP'] });
  if (registerWebhook === null) throw new Error('nothing was registered');
  const { id, secret, events } = registerWebhook;
  return { client, id, secret, events };
}

it('an endpoint is registered, tested, listed and deleted through the typed client, and its test verifies with the secret that was answered', async () => {
  const { client, id, secret, events } = await registered();
  const { testWebhook } = await client.query(TestWebhookDocument, { id });
  expect([testWebhook?.ok, testWebhook?.delivery.httpStatus, events]).toEqual([true, 200, ['SIGNAL_FLIP']]);
  const sent = receiver.received.at(-1);
  expect(await verifyWebhook(sent?.body ?? '', sent?.headers ?? {}, secret, { nowMs: server.clock.nowMs })).toMatchObject({ type: 'webhook.test', id: testWebhook?.delivery.eventId });
  const { webhooks } = await client.query(WebhooksDocument);
  expect(webhooks?.webhooks.map((each) => [each.id, each.secret, each.recentDeliveries.map(({ status }) => status)])).toEqual([[id, `whsec_…${secret.slice(-4)}`, ['SUCCEEDED']]]);
  expect((await client.query(DeleteWebhookDocument, { id })).deleteWebhook).toEqual({ ok: true, id });
  expect((await client.query(WebhooksDocument)).webhooks?.count).toBe(0);
});

it('its secret is rotated and activated, and an event that nobody knows is not sent again', async () => {
  const { client, id, secret } = await registered();
  const { rotateWebhookSecret } = await client.query(RotateWebhookSecretDocument, { id });
  expect(rotateWebhookSecret?.secret).toMatch(/^whsec_/);
  expect(rotateWebhookSecret?.secret).not.toBe(secret);
  const { activateWebhookSecret } = await client.query(ActivateWebhookSecretDocument, { id });
  expect(activateWebhookSecret?.secret).toBe(`whsec_…${rotateWebhookSecret?.secret.slice(-4) ?? ''}`);
  await expect(client.query(RedeliverDocument, { eventId: 'evt_unknown', endpointId: id })).rejects.toMatchObject({ code: 'NOT_FOUND', path: ['redeliver'] });
});
