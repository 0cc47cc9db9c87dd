import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { readDelivery, type Received } from '../support/receiver.js';

/** What a receiver does with deliveries: answers, keeps the answer back, or does not even read. */
export type Manner = 'answers' | 'reads' | 'accepts';

/** A partner's server that keeps deliveries at a point until it is told otherwise. */
export interface HeldReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  manner: Manner;
  /** Connections that nothing was read of. */
  unread(): number;
  /**
   * From now on answers; resolves once what was kept back is answered, or its connection gone. What was not read is
   * hung up.
   */
  release(): Promise<void>;
  close(): Promise<void>;
}

export async function startHeldReceiver(manner: Manner): Promise<HeldReceiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const unread: Socket[] = [];
  const held: ServerResponse[] = [];
  const http = createHttpServer((request, response) => {
    void readDelivery(request).then((delivery) => {
      received.push(delivery);
      response.once('finish', () => (delivery.isAnswered = true));
      if (receiver.manner === 'answers') response.end();
      else held.push(response);
    });
  });
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    // Who is killed hangs up hard.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    if (receiver.manner === 'accepts') return void unread.push(socket);
    http.emit('connection', socket);
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: HeldReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    manner,
    unread: () => unread.length,
    async release() {
      receiver.manner = 'answers';
      for (const socket of unread.splice(0)) socket.destroy();
      await Promise.all(
        held.splice(0).map(async (response) => {
          const isOver = Promise.race([once(response, 'finish'), once(response, 'close')]);
          if (!response.destroyed) response.end();
          if (!response.destroyed) await isOver;
        }),
      );
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
