import type { ShownAnswer } from './shown-answer.js';
import type { StreamFormat } from './stream-format.js';

/** Server-sent events in the format of the graphql-sse protocol (distinct connections mode). */
export const EVENT_STREAM = 'text/event-stream';

const COMPLETE = 'event: complete\ndata:\n\n';

/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 2_000;

/** A response as JSON without line breaks. */
function nextEvent(json: string): string {
  return `event: next\ndata: ${json}\n\n`;
}

function next(answer: ShownAnswer): string {
  return nextEvent(JSON.stringify(answer));
}

export const EVENT_STREAM_FORMAT: StreamFormat = {
  contentType: `${EVENT_STREAM}; charset=utf-8`,
  opening: `retry: ${RETRY_MS}\n:\n\n`,
  heartbeat: ':\n\n',
  next,
  complete: (last) => `${last === undefined ? '' : next(last)}${COMPLETE}`,
};

/** A complete stream with a single response, given as JSON without line breaks. */
export function singleAnswer(json: string): string {
  return `${nextEvent(json)}${COMPLETE}`;
}
