import { CloseCode } from 'graphql-ws';
import type { ApiError } from '../../../access/errors.js';
import { isCuredByWaiting } from '../../../gateway/live/stream-ends.js';

/**
 * How a socket is closed: a code of RFC 6455 or of the graphql-transport-ws protocol, and a text of at most 123 bytes.
 */
export interface Close {
  readonly code: number;
  readonly reason: string;
}

/** After these codes clients connect again by themselves. */
export const SERVICE_RESTART: Close = { code: 1012, reason: 'UNAVAILABLE: The server is stopping; connect again.' };
export const TRY_AGAIN: Close = { code: 1013, reason: 'UNAVAILABLE: The stream was interrupted; connect again.' };

export const TOO_MANY_MESSAGES: Close = { code: 1008, reason: 'RATE_LIMITED: Too many messages; send fewer.' };
export const NOT_TEXT: Close = { code: CloseCode.BadRequest, reason: 'INVALID_JSON: Send each message as text.' };
const INVALID_MESSAGE: Close = {
  code: CloseCode.BadRequest,
  reason: 'INVALID_JSON: Send one message at a time, as graphql-transport-ws defines it; no lists.',
};
export const UNEXPECTED: Close = {
  code: CloseCode.BadRequest,
  reason: 'INVALID_JSON: Only servers send messages of this type.',
};

const TRY_AGAIN_LATER = 1013;
const LONGEST_REASON = 123;

/** At most 123 bytes of a text, as a close frame holds. */
function fitting(text: string): string {
  // More than fits, so that a long text is shortened, but not character by character.
  const characters = Array.from(text.slice(0, 2 * LONGEST_REASON));
  while (Buffer.byteLength(characters.join('')) > LONGEST_REASON) characters.splice(-2, 2, '…');
  return characters.join('');
}

/**
 * The library says of messages that it cannot read only that they are invalid, and repeats the client's id of a
 * subscription, however long.
 */
export function closeOfLibrary(code = 1000, reason = ''): Close {
  return code === CloseCode.BadRequest ? INVALID_MESSAGE : { code, reason: fitting(reason) };
}

function codeOf(error: ApiError): number {
  if (error.status === 400) return CloseCode.BadRequest;
  if (error.status === 401) return CloseCode.Unauthorized;
  if (error.code === 'internal_error') return CloseCode.InternalServerError;
  return isCuredByWaiting(error) ? TRY_AGAIN_LATER : CloseCode.Forbidden;
}

/** How a socket is closed because of an error. */
export function closeOf(error: ApiError): Close {
  return { code: codeOf(error), reason: fitting(`${error.code.toUpperCase()}: ${error.message}`) };
}
