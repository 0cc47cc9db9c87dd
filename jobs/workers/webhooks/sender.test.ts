import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { createSealer } from '../../../access/sealing.js';
import { systemRandom } from '../../../access/secrets.js';
import { createOutbound } from '../../../outbound/outbound.js';
import type { Claim } from '../../../store/webhook-deliveries.js';
import type { WebhookEndpoint } from '../../../store/webhooks.js';
import { createSender } from './sender.js';

const sealer = createSealer(Buffer.alloc(32, 1), systemRandom);
const CLAIM: Claim = {
  id: 'dlv_1',
  endpointId: 'we_1',
  eventId: 'evt_1',
  eventType: 'webhook.test',
  body: Buffer.from('{}'),
};
const sockets: Socket[] = [];

async function listening(): Promise<Server> {
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The error of an attempt at a name that resolves to `address`. */
async function errorOf(address: string, port: number): Promise<string | null> {
  const outbound = createOutbound({
    target: 'customer',
    connectTimeoutMs: 40,
    resolve: () => Promise.resolve([{ address, family: 4 }]),
    checkAddress: (to) => (to === '127.0.0.1' ? null : 'private'),
  });
  const endpoint = {
    id: 'we_1',
    url: `https://hooks.example.com:${port}/`,
    secret: sealer.seal('whsec_x', 'we_1'),
    nextSecret: null,
    nextSecretAt: null,
  } as WebhookEndpoint;
  const { error } = await createSender({ outbound, sealer: () => Promise.resolve(sealer), clock: () => 0 })(
    endpoint,
    CLAIM,
  );
  outbound.close();
  return error;
}

it('tells nobody whether a port is closed or silent, or what kind of address a name has', async () => {
  const silent = await listening();
  const closed = await listening();
  const closedPort = (closed.address() as AddressInfo).port;
  closed.close();
  await once(closed, 'close');
  const errors = [
    await errorOf('127.0.0.1', (silent.address() as AddressInfo).port),
    await errorOf('127.0.0.1', closedPort),
    await errorOf('10.0.0.1', 8443),
  ];
  sockets.forEach((socket) => socket.destroy());
  silent.close();
  expect(errors).toEqual(
    errors.map(() => 'The receiver could not be reached over HTTPS; the page on webhooks lists what to check.'),
  );
});
