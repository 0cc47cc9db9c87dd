import { readAnswer, type ParsedAnswer } from './answer.js';
import { MarketgraphError } from './error.js';
import { readEvents } from './event-stream.js';

/**
 * Milliseconds to wait before a failed stream is reopened; null throws the error instead. `attempt` starts at 0 and is
 * reset after a connection has lasted for 30 seconds.
 */
export type RetryMs = (attempt: number, error: MarketgraphError) => number | null;

export interface StreamOptions {
  /** Ends the stream and the iteration without an error. */
  readonly signal?: AbortSignal;
  /** `retryMs` by default; `() => null` never reopens a stream. */
  readonly retryMs?: RetryMs;
}

/** Sends the subscription; rejects if there is no response. */
export type OpenStream = (signal: AbortSignal) => Promise<Response>;

/** Three of the server's heartbeats. */
const SILENCE_MS = 45_000;
const LONGEST_WAIT_MS = 30_000;
/** Errors that are retried. An exhausted monthly quota is not. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'NETWORK_ERROR',
  'TIMEOUT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
]);

/**
 * Exponential backoff of 1, 2, 4 … 30 seconds with jitter, at least `retry_after_s`; null if the error is not
 * transient.
 */
export function retryMs(attempt: number, error: MarketgraphError): number | null {
  if (!TRANSIENT.has(error.code) && error.status < 500) return null;
  const backoffMs = Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** attempt) * (0.5 + Math.random() / 2);
  return Math.max(backoffMs, 1_000 * (error.retryAfterS ?? 0));
}

function lost(isSilent: boolean, requestId: string | null, cause?: unknown): MarketgraphError {
  const parts = isSilent
    ? { code: 'TIMEOUT', message: `No event or heartbeat was received for ${SILENCE_MS} ms.` }
    : {
        code: 'NETWORK_ERROR',
        message: requestId === null ? 'The server is unreachable.' : 'The connection was lost.',
      };
  return new MarketgraphError({ ...parts, status: 0, requestId }, cause);
}

/** The error if the server did not open a stream. */
async function refusal(response: Response, requestId: string | null): Promise<MarketgraphError> {
  const {
    errors: [error],
  } = readAnswer({ status: response.status, requestId, text: await response.text() });
  const message = 'The server did not respond to the subscription with an event stream.';
  return error ?? new MarketgraphError({ code: 'INVALID_ANSWER', message, status: response.status, requestId });
}

/**
 * Yields the results of one connection until the server completes it. Throws MarketgraphError if it is rejected or
 * lost.
 */
async function* connection(
  open: OpenStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<ParsedAnswer, void, undefined> {
  const stop = new AbortController();
  let isSilent = false;
  let requestId: string | null = null;
  try {
    const response = await open(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
    requestId = response.headers.get('X-Request-Id');
    if (response.body === null || !(response.headers.get('Content-Type') ?? '').startsWith('text/event-stream'))
      throw await refusal(response, requestId);
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

/** Resolves after `ms` or when `signal` aborts. */
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

/**
 * Yields the results of a stream, reconnecting as needed, until the server completes it without an error or `signal`
 * aborts.
 */
export async function* readStream(
  open: OpenStream,
  { signal, retryMs: waitMs = retryMs }: StreamOptions,
): AsyncGenerator<ParsedAnswer, void, undefined> {
  const isAborted = (): boolean => signal?.aborted ?? false;
  for (let attempt = 0; !isAborted(); attempt += 1) {
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
      if (isAborted()) return;
      if (Date.now() - openedAtMs >= LONGEST_WAIT_MS) attempt = 0;
      const delayMs = error instanceof MarketgraphError ? waitMs(attempt, error) : null;
      if (delayMs === null) throw error;
      await pause(delayMs, signal);
    }
  }
}
