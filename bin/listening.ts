import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerClientError, requireHost } from '../http/client-error.js';
import { listenFailure } from './failure.js';

/** How long requests in progress may run once the server stops. */
const DRAIN_MS = 10_000;
/** How long an idle connection is kept: longer than by load balancers (60 s), which must be the first to close it. */
const KEEP_ALIVE_MS = 65_000;

export interface Listening {
  /** Base URL, without a path. */
  readonly url: string;
  /** Stops accepting requests, and resolves when those in progress have ended. */
  close(): Promise<void>;
}

export interface ListeningOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** The setting named in the error if the port is in use; PORT by default. */
  readonly portSetting?: string;
}

/** Requests that change the protocol of their connection. */
export interface Upgrades {
  /** Whether `upgrade` takes this request over; any other is answered as if it had no `Upgrade` header. */
  accepts(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * With a listener for upgrades, Node takes every request with an `Upgrade` header for one, also those of clients that
 * only offer HTTP/2, and drops their bodies. It asks the message's `upgrade`, which here is true for accepted ones alone.
 */
function messageClass({ accepts }: Upgrades): typeof IncomingMessage {
  const asked = Symbol('upgrade');
  return class extends IncomingMessage {
    private [asked]: unknown;

    get upgrade(): boolean {
      return this[asked] === true && accepts(this);
    }

    set upgrade(value: unknown) {
      this[asked] = value;
    }
  };
}

/** Serves `app`, and `upgrades` if given. Throws a Failure if it cannot listen. */
export async function listen(
  app: RequestListener,
  { host, port, portSetting }: ListeningOptions,
  upgrades?: Upgrades,
): Promise<Listening> {
  const messages = upgrades === undefined ? {} : { IncomingMessage: messageClass(upgrades) };
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, ...messages },
    requireHost(app),
  ).on('clientError', answerClientError);
  if (upgrades !== undefined) server.on('upgrade', (request, socket, head) => upgrades.upgrade(request, socket, head));
  // By default Node responds with 417 and without this API's headers. RFC 9110 lets servers ignore other expectations.
  server.on('checkExpectation', app);
  const shownHost = host.includes(':') ? `[${host}]` : host;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, `${shownHost}:${port}`, portSetting);
  }
  return {
    url: `http://${shownHost}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}
