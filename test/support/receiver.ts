import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
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

/** A partner's server that writes down what reaches it. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers with this status; 200 until set. */
  status: (delivery: Received) => number;
  /** Calls `act` once, when the next delivery is read and not yet answered. */
  onNext(act: () => void): void;
  close(): Promise<void>;
}

/** Reads a request to its end; what hangs up before is never a delivery. */
export async function readDelivery(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  await new Promise((resolve) => request.once('end', resolve));
  const body = Buffer.concat(parts).toString();
  const { id } = JSON.parse(body) as { id: string };
  return {
    path: request.url ?? '',
    headers: request.headers,
    body,
    deliveryId: String(request.headers['x-svc-delivery']),
    eventId: id,
    isAnswered: false,
  };
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let waiting: (() => void) | undefined;
  const server: Server = createServer((request, response) => {
    void readDelivery(request).then((delivery) => {
      received.push(delivery);
      const act = waiting;
      waiting = undefined;
      act?.();
      response.once('finish', () => (delivery.isAnswered = true));
      response.writeHead(receiver.status(delivery)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: () => 200,
    onNext(act) {
      waiting = act;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
