import type { IncomingMessage } from 'node:http';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';

const VERSIONS: ReadonlySet<unknown> = new Set(['13', '8']);
const NONCE = /^[+/0-9A-Za-z]{22}==$/;

/** Whether a request asks for a WebSocket at all. */
export function wantsSocket({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

/** Whether a request opens a WebSocket that speaks GraphQL, with all that RFC 6455 asks of its handshake. */
export function isGraphqlHandshake(request: Head, path: string): boolean {
  const { url = '', headers, headersDistinct } = request;
  const nonce = headers['sec-websocket-key'] ?? '';
  if (!wantsSocket(request) || headersDistinct['host']?.length !== 1) return false;
  if (url.split('?', 1)[0]?.replace(/\/$/, '') !== path) return false;
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  if (!protocols.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL)) return false;
  return VERSIONS.has(headers['sec-websocket-version']) && NONCE.test(nonce);
}
