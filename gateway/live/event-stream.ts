/** Server-sent events in the format of the graphql-sse protocol (distinct connections mode). */
export const EVENT_STREAM = 'text/event-stream';
export const EVENT_STREAM_TYPE = `${EVENT_STREAM}; charset=utf-8`;

/** A comment, which clients skip: keeps proxies from closing an idle connection and detects disconnected clients. */
export const HEARTBEAT = ':\n\n';

export const COMPLETE_EVENT = 'event: complete\ndata:\n\n';

/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 2_000;

/** First bytes of a stream, so that the client knows at once that it is open. */
export const OPENING = `retry: ${RETRY_MS}\n:\n\n`;

/** One response, given as JSON without line breaks. */
export function nextEvent(json: string): string {
  return `event: next\ndata: ${json}\n\n`;
}

/** A complete stream with a single response. */
export function singleAnswer(json: string): string {
  return `${nextEvent(json)}${COMPLETE_EVENT}`;
}
