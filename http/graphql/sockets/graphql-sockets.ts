import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request } from 'express';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { ApiError } from '../../../access/errors.js';
import { HEARTBEAT_MS, type Every } from '../../../gateway/live/live.js';
import { BODY_LIMIT_BYTES } from '../../body.js';
import { Admission } from './admission.js';
import { closeOf, SERVICE_RESTART } from './close-codes.js';
import { GraphqlSocket } from './graphql-socket.js';
import { isGraphqlHandshake } from './handshake.js';
import { socketProtocol, type SocketProtocolOptions } from './socket-protocol.js';

export interface GraphqlSocketsOptions extends SocketProtocolOptions {
  readonly path: string;
  readonly every: Every;
}

/** Subscriptions over WebSocket. */
export interface GraphqlSockets {
  /** Whether a request opens a WebSocket here. */
  accepts(request: IncomingMessage): boolean;
  /** Completes the handshake; `socket` and `head` are those of Node's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every WebSocket, so that its client connects again elsewhere. */
  close(): void;
}

/** How long a client may take to confirm the end of a WebSocket. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The request as handlers of `app` see it, whose address and scheme are those that trusted proxies state. */
function asExpressRequest(app: Express, request: IncomingMessage): Request {
  return Object.setPrototypeOf(request, app.request as object) as Request;
}

/** WebSockets for the requests that `app` serves. */
export function createGraphqlSockets(app: Express, options: GraphqlSocketsOptions): GraphqlSockets {
  const handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: BODY_LIMIT_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
    // Not in the types yet.
    ...{ closeTimeout: CLOSE_TIMEOUT_MS },
  });
  const protocol = socketProtocol(options);
  const admission = new Admission(options);
  const open = new Set<GraphqlSocket>();
  const stopBeating = options.every(HEARTBEAT_MS, () => {
    for (const socket of open) socket.beat();
  });
  let isClosed = false;

  const serve = (request: Request, connection: WebSocket): void => {
    // Invalid frames; the library closes the connection.
    connection.on('error', () => undefined);
    try {
      if (isClosed) return connection.close(SERVICE_RESTART.code, SERVICE_RESTART.reason);
      const socket = new GraphqlSocket(connection, admission.enter(request), options.log);
      open.add(socket);
      connection.on('close', () => open.delete(socket));
      socket.serve(protocol);
    } catch (error) {
      const { code, reason } = closeOf(error instanceof ApiError ? error : new ApiError('internal_error'));
      connection.close(code, reason);
    }
  };
  return {
    accepts: (request) => isGraphqlHandshake(request, options.path),
    upgrade(request, socket, head) {
      handshakes.handleUpgrade(request, socket, head, (connection) =>
        serve(asExpressRequest(app, request), connection),
      );
    },
    close() {
      isClosed = true;
      stopBeating();
      for (const socket of open) socket.close(SERVICE_RESTART);
    },
  };
}
