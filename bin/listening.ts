import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerClientError, requireHost } from '../http/client-error.js';
import { listenFailure } from './failure.js';

const DRAIN_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

export interface Listening {
  /** Base URL, without a path. */
  readonly url: string;
  /** From now on every response ends its connection, so that clients connect elsewhere; requests are still served. */
  retire(): void;
  /** Stops accepting requests, and resolves when those in progress have ended. */
  close(): Promise<void>;
}

export interface ListeningOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** The setting named in the error if the port is in use; PORT by default. */
  readonly portSetting?: string;
  /** How long requests in progress may take once the server closes; 10 s by default. */
  readonly drainMs?: number;
  /** How long an idle connection is kept; 65 s by default. */
  readonly keepAliveMs?: number;
}

/** Requests that change the protocol of their connection. */
export interface Upgrades {
  /** Whether `upgrade` takes this request over; any other is answered as if it had no `Upgrade` header. */
  accepts(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * With a listener for upgrades, Node takes every request with an `Upgrade` header for one, also those of clients that
 * only offer HTTP/2, and drops their bodies. It asks the message's `upgrade`, which here is true for accepted ones
 * alone.
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

/** Ends the connections of all responses, also of those in progress, once it is retired. */
class Retirement {
  #isRetired = false;
  readonly #inProgress = new Set<ServerResponse>();

  watch(response: ServerResponse): void {
    if (this.#isRetired) response.shouldKeepAlive = false;
    this.#inProgress.add(response);
    response.once('close', () => this.#inProgress.delete(response));
  }

  begin(): void {
    this.#isRetired = true;
    for (const response of this.#inProgress) if (!response.headersSent) response.shouldKeepAlive = false;
  }
}

/** Serves `app`, and `upgrades` if given. Throws a Failure if it cannot listen. */
export async function listen(
  app: RequestListener,
  { host, port, portSetting, drainMs = DRAIN_MS, keepAliveMs = KEEP_ALIVE_MS }: ListeningOptions,
  upgrades?: Upgrades,
): Promise<Listening> {
  const retirement = new Retirement();
  const hosted = requireHost(app);
  const messages = upgrades === undefined ? {} : { IncomingMessage: messageClass(upgrades) };
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: keepAliveMs, ...messages },
    (request, response) => {
      retirement.watch(response);
      hosted(request, response);
    },
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
    retire: () => retirement.begin(),
    async close() {
      retirement.begin();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
