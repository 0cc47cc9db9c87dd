import { afterAll, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import {
  createClient,
  RedeliverWebhookEventDocument,
  RegisterWebhookDocument,
  SignalChangedDocument,
  WebhooksDocument,
} from '../../client/index.js';
import { verifyWebhook } from '../../client/verify-webhook.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { startReceiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { freePort } from '../../store/fixtures/free-port.js';

const programs = programsForFile();
removeScratchAtEnd();
const receiver = await startReceiver();
afterAll(() => receiver.close());

const dataDir = await scratchDir();

/** A server of nothing stored, without a look at its health, which a loaded machine may not answer in time. */
async function startServer(PORT: string): Promise<ServerProgram> {
  const program = programs.start('main', [], {
    PORT,
    SVC_SOURCE: 'none',
    LOG_LEVEL: 'warn',
    SVC_DATA_DIR: dataDir,
    SVC_ALLOW_PRIVATE_TARGETS: '1',
  });
  const [, url = ''] = await program.until(/Ready on (\S+)\n/);
  return { ...program, url };
}

async function admin(...argv: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const lines: string[] = [];
  expect(
    await forwardCommand(dataDir, 'admin', [...argv, '--json'], {
      print: (line) => lines.push(line),
      error: (line) => lines.push(line),
      progress: () => undefined,
    }),
  ).toBe(0);
  return JSON.parse(lines[0] ?? '{}') as Record<string, string>;
}

it('a stream of the typed client goes on over a restart of its server, and an event is sent again where it asks', async () => {
  const port = String(await freePort());
  const first = await startServer(port);
  const { key = '', account_id: accountId = '' } = await admin('keys', 'create', '--tier', 'pro');
  const client = createClient({ url: first.url, key });

  const failures: string[] = [];
  const stream = client.subscribe(
    SignalChangedDocument,
    { tickers: ['AAPL'] },
    { retryMs: (_attempt, { code }) => (failures.push(code), 100) },
  );
  // Nothing is stored, which is as good a state to be told again.
  expect((await stream.next()).value?.errors.map(({ code }) => code)).toEqual(['TICKER_NOT_FOUND']);
  expect((await first.signal('SIGTERM')).code).toBe(0);
  const after = stream.next();
  await startServer(port);
  expect((await after).value?.errors.map(({ code }) => code)).toEqual(['TICKER_NOT_FOUND']);
  expect([
    failures[0],
    [...new Set(failures)].every((code) => ['UNAVAILABLE', 'NETWORK_ERROR'].includes(code)),
  ]).toEqual(['NETWORK_ERROR', true]);
  await stream.return();

  const { registerWebhook } = await client.query(RegisterWebhookDocument, { input: { url: `${receiver.url}/again` } });
  const { event_id: eventId = '' } = await admin(
    'events',
    'emit',
    'signal.flip',
    '--account',
    accountId,
    '--data',
    '{"ticker":"AAPL"}',
  );
  const delivered = async (count: number): Promise<void> => {
    // On record as well, so that the next is another attempt.
    await until(
      async () => (await client.query(WebhooksDocument)).webhooks?.[0]?.deliveries?.nodes.length === count,
      3_000,
    );
  };
  await until(() => receiver.received.length === 1);
  await delivered(1);
  const { redeliverWebhookEvent } = await client.query(RedeliverWebhookEventDocument, { input: { eventId } });
  expect(redeliverWebhookEvent).toMatchObject({ eventId, webhooks: [{ id: registerWebhook?.webhook.id }] });
  await until(() => receiver.received.length === 2);
  const [one, two] = receiver.received;
  expect(await verifyWebhook(two?.body ?? '', two?.headers ?? {}, registerWebhook?.secret ?? '')).toMatchObject({
    id: eventId,
    data: { ticker: 'AAPL' },
  });
  expect(two?.deliveryId).not.toBe(one?.deliveryId);
}, 240_000);
