import { readAnswer, type ParsedAnswer } from './answer.js';
import { MarketgraphError } from './error.js';
import { readEvents } from './event-stream.js';

/**
 * How long to wait before a stream that has failed is opened again, milliseconds; null gives up and throws the error.
 * `attempt` counts from 0 and starts anew once a connection has held for half a minute.
 */
export type RetryMs = (attempt: number, error: MarketgraphError) => number | null;

export interface StreamOptions {
  /** Ends the stream; the iteration is then over without an error. */
  readonly signal?: AbortSignal;
  /** `retryMs` unless told otherwise; `() => null` never opens a stream a second time. */
  readonly retryMs?: RetryMs;
}

/** Sends the subscription; rejects where no answer comes. */
export type OpenStream = (signal: AbortSignal) => Promise<Response>;

/** Three of the server's heartbeats. */
const SILENCE_MS = 45_000;
const LONGEST_WAIT_MS = 30_000;
/** Failures that pass by themselves. Waiting for a new month is not among them. */
const PASSING: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'TIMEOUT', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL_ERROR']);

/** As long as the server says, else 1, 2, 4 … 30 seconds, of which a random part is left out so that not all clients come back at once; null where the failure does not pass by itself. */
export function retryMs(attempt: number, error: MarketgraphError): number | null {
  if (!PASSING.has(error.code) && error.status < 500) return null;
  const backoffMs = Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** attempt) * (0.5 + Math.random() / 2);
  return Math.max(backoffMs, 1_000 * (error.retryAfterS ?? 0));
}

function lost(isSilent: boolean, requestId: string | null, cause?: unknown): MarketgraphError {
  const parts = isSilent
    ? { code: 'TIMEOUT', message: `Nothing came for ${SILENCE_MS} ms, not even a heartbeat.` }
    : { code: 'NETWORK_ERROR', message: requestId === null ? 'The server cannot be reached.' : 'The connection was lost.' };
  return new MarketgraphError({ ...parts, status: 0, requestId }, cause);
}

/** Why the server opened no stream. */
async function refusal(response: Response, requestId: string | null): Promise<MarketgraphError> {
  const { errors: [error] } = readAnswer({ status: response.status, requestId, text: await response.text() });
  return error ?? new MarketgraphError({ code: 'INVALID_ANSWER', message: 'The server answered a subscription with something other than a stream.', status: response.status, requestId });
}

/** Each answer of one connection, until the server completes it. Throws MarketgraphError where the stream is refused or lost. */
async function* connection(open: OpenStream, signal: AbortSignal | undefined): AsyncGenerator<ParsedAnswer, void, undefined> {
  const stop = new AbortController();
  let isSilent = false;
  let requestId: string | null = null;
  try {
    const response = await open(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
    requestId = response.headers.get('X-Request-Id');
    if (response.body === null || !(response.headers.get('Content-Type') ?? '').startsWith('text/event-stream')) throw await refusal(response, requestId);
    const onSilence = (): void => {
      isSilent = true;
      stop.abort();
    };
    for await (const { event, data } of readEvents(response.body, SILENCE_MS, onSilence)) {
      if (event === 'complete') return;
      if (event === 'next') yield readAnswer({ status: response.status, requestId, text: data });
    }
  } catch (error) {
    throw error instanceof MarketgraphError ? error : lost(isSilent, requestId, error);
  } finally {
    stop.abort();
  }
  throw lost(false, requestId);
}

/** Resolves after `ms`, or as soon as `signal` says so. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted === true) done();
    else signal?.addEventListener('abort', done);
  });
}

/** Each answer of a stream, over as many connections as it takes. Returns where the server completes it without an error behind the last answer, or `signal` ends it. */
export async function* readStream(open: OpenStream, { signal, retryMs: waitMs = retryMs }: StreamOptions): AsyncGenerator<ParsedAnswer, void, undefined> {
  const isLeft = (): boolean => signal?.aborted ?? false;
  for (let attempt = 0; !isLeft(); attempt += 1) {
    const openedAtMs = Date.now();
    let last: ParsedAnswer | undefined;
    try {
      for await (const answer of connection(open, signal)) {
        last = answer;
        yield answer;
      }
      if (last?.errors[0] === undefined) return;
      throw last.errors[0];
    } catch (error) {
      if (isLeft()) return;
      if (Date.now() - openedAtMs >= LONGEST_WAIT_MS) attempt = 0;
      const delayMs = error instanceof MarketgraphError ? waitMs(attempt, error) : null;
      if (delayMs === null) throw error;
      await pause(delayMs, signal);
    }
  }
}
