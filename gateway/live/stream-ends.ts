import { isErrorCode, type ApiError, type ErrorCode } from '../../access/errors.js';

/**
 * How a stream ends: `complete` after the error, which a client does not open again, or `cut`, a connection that is
 * closed without completing the stream, which clients open again.
 */
export type StreamEnd = 'complete' | 'cut';

interface Rule {
  readonly end: StreamEnd;
  /** `any`: also from an error beside data. `event`: only if the whole event failed. */
  readonly from: 'any' | 'event';
  /** For docs/live.md. */
  readonly when: string;
}

/**
 * The errors that end a stream: cut where waiting cures them. After any other the stream goes on: a ticker without data
 * may be imported, and another endpoint of the account may still exist.
 */
export const STREAM_ENDS: Readonly<Partial<Record<ErrorCode, Rule>>> = {
  missing_key: { end: 'complete', from: 'any', when: 'the key is gone' },
  invalid_key: { end: 'complete', from: 'any', when: 'the key was revoked, or the session ended' },
  tier_required: { end: 'complete', from: 'event', when: 'the account fell below the tier of the stream' },
  monthly_limit_reached: { end: 'complete', from: 'any', when: 'the monthly quota is used up' },
  rate_limited: { end: 'cut', from: 'event', when: 'the minute is used up' },
  unavailable: { end: 'cut', from: 'event', when: 'the server is stopping, or the database cannot be reached' },
  upstream_failed: { end: 'cut', from: 'event', when: 'an upstream service failed' },
  upstream_timeout: { end: 'cut', from: 'event', when: 'an upstream service timed out' },
};

/**
 * How errors with these codes, in upper case, end a stream; undefined if it goes on. `isWhole`: nothing was answered.
 */
export function streamEndOf(codes: readonly unknown[], isWhole: boolean): StreamEnd | undefined {
  const ends = codes.flatMap((code) => {
    const name = typeof code === 'string' ? code.toLowerCase() : '';
    const rule = isErrorCode(name) ? STREAM_ENDS[name] : undefined;
    return rule !== undefined && (isWhole || rule.from === 'any') ? [rule.end] : [];
  });
  return ends.includes('complete') ? 'complete' : ends[0];
}

/** Whether a client that was refused a stream should try again later. */
export function isCuredByWaiting(error: ApiError): boolean {
  return error.status >= 500 || streamEndOf([error.code], true) === 'cut';
}
