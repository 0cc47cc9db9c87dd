import type { APICallError } from '@ai-sdk/provider';
import { ApiError } from '../../access/errors.js';
import { OutboundError } from '../../outbound/errors.js';

/** What failed, as far as we tell it: the provider's own words may repeat the prompt. */
export interface ProviderFailure {
  readonly error: ApiError;
  readonly isRetryable: boolean;
  /** Null if the provider did not say when to try again. */
  readonly retryAfterMs: number | null;
  /** Whether the provider may charge for the call all the same. */
  readonly mayBeCharged: boolean;
}

/** A provider accepted a call, and its answer is of no use; the message is for the client. */
export class BrokenTurn extends Error {}

/** Overloaded, as Anthropic says it. */
const OVERLOADED = 529;
const RETRIED = new Set([408, 409, 429, 500, 502, 503, 504, OVERLOADED]);
const MS_PER_SECOND = 1000;

export const UNFINISHED = 'The AI provider did not finish its answer; retry, or ask a simpler question.';

function retryAfterMs(headers: Readonly<Record<string, string>> | undefined, nowMs: number): number | null {
  const given = headers?.['retry-after'];
  if (given === undefined) return null;
  const ms = /^\d+(?:\.\d+)?$/.test(given.trim()) ? Number(given) * MS_PER_SECOND : Date.parse(given) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function causes(error: unknown): readonly unknown[] {
  const all: unknown[] = [];
  for (
    let at: unknown = error;
    at !== undefined && at !== null && all.length < 10;
    at = at instanceof Error ? at.cause : undefined
  )
    all.push(at);
  return all;
}

const failed = (message: string): ApiError => new ApiError('upstream_failed', message);

function ofStatus({ statusCode: status = 0, responseHeaders }: APICallError, nowMs: number): ProviderFailure {
  const wait = retryAfterMs(responseHeaders, nowMs);
  // A response that was received and could not be read was written, and is charged.
  if (status >= 200 && status < 300)
    return {
      error: failed('The AI provider sent an answer that could not be read; retry later.'),
      isRetryable: false,
      retryAfterMs: null,
      mayBeCharged: true,
    };
  const isOurs = status === 401 || status === 403 || status === 404;
  const error = isOurs
    ? failed(
        `The AI provider refused this server's request (status ${status}); the operator must correct AI_API_KEY, AI_MODEL or AI_BASE_URL.`,
      )
    : failed(`The AI provider answered with status ${status}; retry later.`);
  return { error, isRetryable: RETRIED.has(status), retryAfterMs: wait, mayBeCharged: false };
}

/** What an error of the provider's library means. `isApiCall` is the library's own test. */
export function providerFailure(
  error: unknown,
  isApiCall: (error: unknown) => error is APICallError,
  nowMs: number,
): ProviderFailure {
  const chain = causes(error);
  const outbound = chain.find((cause) => cause instanceof OutboundError);
  if (outbound instanceof OutboundError) {
    const isTimeout = outbound.code === 'upstream_timeout';
    const message = isTimeout
      ? 'The AI provider did not answer in time; retry later.'
      : 'The connection to the AI provider failed; retry later.';
    const isSent =
      outbound.reason !== 'connect_timeout' &&
      outbound.reason !== 'invalid_url' &&
      outbound.reason !== 'refused_target';
    return {
      error: new ApiError(outbound.code, message),
      isRetryable: outbound.reason === 'connection',
      retryAfterMs: null,
      mayBeCharged: isSent,
    };
  }
  const broken = chain.find((cause) => cause instanceof BrokenTurn);
  if (broken instanceof BrokenTurn)
    return { error: failed(broken.message), isRetryable: false, retryAfterMs: null, mayBeCharged: true };
  const call = chain.find(isApiCall);
  if (call !== undefined && call.statusCode !== undefined) return ofStatus(call, nowMs);
  return {
    error: failed('The AI provider sent an answer that could not be read; retry later.'),
    isRetryable: false,
    retryAfterMs: null,
    mayBeCharged: true,
  };
}
