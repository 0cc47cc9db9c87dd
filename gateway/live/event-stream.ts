/** Server-sent events as the graphql-sse protocol spells them (distinct connections mode). */
export const EVENT_STREAM = 'text/event-stream';
export const EVENT_STREAM_TYPE = `${EVENT_STREAM}; charset=utf-8`;

/** A comment, which clients skip: it keeps proxies from closing a quiet connection and finds out that a client is gone. */
export const HEARTBEAT = ':\n\n';

export const COMPLETE_EVENT = 'event: complete\ndata:\n\n';

/** What a browser waits before it opens a stream again, milliseconds. */
const RETRY_MS = 2_000;

/** First bytes of a stream, so that a client knows at once that it is open. */
export const OPENING = `retry: ${RETRY_MS}\n:\n\n`;

/** One answer, given as JSON without line breaks. */
export function nextEvent(json: string): string {
  return `event: next\ndata: ${json}\n\n`;
}

/** A whole stream of one answer. */
export function singleAnswer(json: string): string {
  return `${nextEvent(json)}${COMPLETE_EVENT}`;
}
