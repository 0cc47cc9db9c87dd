import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  ActivateWebhookSecretDocument,
  createClient,
  DeleteWebhookDocument,
  RedeliverWebhookEventDocument,
  RegisterWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhooksDocument,
  type MarketgraphClient,
  type WebhookEventType,
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

async function registered(): Promise<{
  readonly client: MarketgraphClient;
  readonly id: string;
  readonly secret: string;
  readonly events: readonly WebhookEventType[];
}> {
  const client = createClient({ url: server.url, key: (await server.newKey('pro')).key });
  const { registerWebhook } = await client.query(RegisterWebhookDocument, {
    input: { url: `${receiver.url}/hook`, events: ['SIGNAL_FLIP'] },
  });
  if (registerWebhook === null) throw new Error('nothing was registered');
  const {
    webhook: { id, events },
    secret,
  } = registerWebhook;
  return { client, id, secret, events };
}

it('a webhook is registered, tested, listed, changed and deleted through the typed client, and its test verifies with the secret that was answered', async () => {
  const { client, id, secret, events } = await registered();
  const { testWebhook } = await client.query(TestWebhookDocument, { input: { id } });
  expect([testWebhook?.delivery.status, testWebhook?.delivery.httpStatus, events]).toEqual([
    'SUCCEEDED',
    200,
    ['SIGNAL_FLIP'],
  ]);
  const sent = receiver.received.at(-1);
  expect(
    await verifyWebhook(sent?.body ?? '', sent?.headers ?? {}, secret, { nowMs: server.clock.nowMs }),
  ).toMatchObject({ type: 'webhook.test', id: testWebhook?.delivery.eventId });
  const { webhooks } = await client.query(WebhooksDocument);
  expect(
    webhooks?.map((each) => [each.id, each.secretHint, each.deliveries?.nodes.map(({ status }) => status)]),
  ).toEqual([[id, `whsec_…${secret.slice(-4)}`, ['SUCCEEDED']]]);
  const { updateWebhook } = await client.query(UpdateWebhookDocument, { input: { id, url: `${receiver.url}/moved` } });
  expect(updateWebhook?.webhook).toMatchObject({
    id,
    url: `${receiver.url}/moved`,
    events,
    secretHint: webhooks?.[0]?.secretHint,
  });
  expect((await client.query(DeleteWebhookDocument, { input: { id } })).deleteWebhook).toMatchObject({
    deletedWebhookId: id,
  });
  expect((await client.query(WebhooksDocument)).webhooks).toEqual([]);
});

it('its secret is rotated and activated, and an event that nobody knows is not sent again', async () => {
  const { client, id, secret } = await registered();
  const { rotateWebhookSecret } = await client.query(RotateWebhookSecretDocument, { input: { id } });
  expect(rotateWebhookSecret?.secret).toMatch(/^whsec_/);
  expect(rotateWebhookSecret?.secret).not.toBe(secret);
  const { activateWebhookSecret } = await client.query(ActivateWebhookSecretDocument, { input: { id } });
  expect(activateWebhookSecret?.webhook.secretHint).toBe(`whsec_…${rotateWebhookSecret?.secret.slice(-4) ?? ''}`);
  await expect(
    client.query(RedeliverWebhookEventDocument, { input: { eventId: 'evt_unknown', webhookId: id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', path: ['redeliverWebhookEvent'] });
});
