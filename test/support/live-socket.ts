import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

/** A message of the graphql-transport-ws protocol. */
export interface SocketMessage {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** One WebSocket as a client sees it, which speaks the protocol only as far as the test does. */
export interface LiveSocket {
  readonly socket: WebSocket;
  readonly messages: readonly SocketMessage[];
  /** Sends text and bytes as they are, anything else as JSON. */
  send(message: unknown): void;
  /** The first message at or after `index`, once it is there. Rejects if the socket is closed before. */
  message(index: number): Promise<SocketMessage>;
  /** The code of the close frame and its reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface OpenSocket extends ClientOptions {
  readonly protocols?: readonly string[];
  readonly path?: string;
}

/** Opens a WebSocket without sending anything. Rejects where the server refuses the handshake. */
export async function openSocket(
  url: string,
  { protocols = ['graphql-transport-ws'], path = '/graphql', ...options }: OpenSocket = {},
): Promise<LiveSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, [...protocols], options);
  const messages: SocketMessage[] = [];
  const looks = new Set<() => void>();
  const look = (): void => looks.forEach((one) => one());
  socket.on('message', (data) => {
    messages.push(JSON.parse((data as Buffer).toString()) as SocketMessage);
    look();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
      look();
    });
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return {
    socket,
    messages,
    closed,
    send: (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    message: (index) =>
      new Promise((resolve, reject) => {
        const lookFor = (): void => {
          const found = messages[index];
          if (found === undefined && socket.readyState !== WebSocket.CLOSED) return;
          looks.delete(lookFor);
          if (found === undefined)
            reject(new Error(`The socket was closed before message ${index}: ${JSON.stringify(messages)}`));
          else resolve(found);
        };
        looks.add(lookFor);
        lookFor();
      }),
  };
}

/** Opens a WebSocket and sends `connection_init`; resolves once it is acknowledged. */
export async function connectSocket(
  url: string,
  params: object | undefined,
  options?: OpenSocket,
): Promise<LiveSocket> {
  const socket = await openSocket(url, options);
  socket.send({ type: 'connection_init', ...(params === undefined ? {} : { payload: params }) });
  const acknowledged = await socket.message(0);
  if (acknowledged.type !== 'connection_ack') throw new Error(`not acknowledged: ${JSON.stringify(acknowledged)}`);
  return socket;
}
