import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One delivery as it came over the wire. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly deliveryId: string;
  readonly eventId: string;
  /** Whether a status was sent back before anything broke. */
  isAnswered: boolean;
}

/** Moments of a delivery at which a test can act. */
export type Moment = 'connection' | 'request' | 'answered';

/** A partner's server that writes down what reaches it. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers with this status; 200 until set. */
  status: (delivery: Received) => number;
  /** Calls `act` once at the next such moment. */
  at(moment: Moment, act: () => void): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Map<Moment, () => void>();
  const reach = (moment: Moment): void => {
    const act = waiting.get(moment);
    waiting.delete(moment);
    act?.();
  };
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { id } = JSON.parse(body) as { id: string };
      const delivery: Received = { path: request.url ?? '', headers: request.headers, body, deliveryId: String(request.headers['x-svc-delivery']), eventId: id, isAnswered: false };
      received.push(delivery);
      reach('request');
      response.once('finish', () => {
        delivery.isAnswered = true;
        reach('answered');
      });
      response.writeHead(receiver.status(delivery)).end();
    });
  });
  server.on('connection', () => reach('connection'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: () => 200,
    at: (moment, act) => void waiting.set(moment, act),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
