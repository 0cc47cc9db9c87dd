import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerClientError, requireHost } from '../http/client-error.js';
import { listenFailure } from './failure.js';

/** How long requests in progress may run once the server stops. */
const DRAIN_MS = 10_000;

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

/** Serves `app`. Throws a Failure if it cannot listen. */
export async function listen(app: RequestListener, { host, port, portSetting }: ListeningOptions): Promise<Listening> {
  const server = createServer({ requireHostHeader: false }, requireHost(app)).on('clientError', answerClientError);
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
