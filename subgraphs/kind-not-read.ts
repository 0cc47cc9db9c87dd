import { ApiError } from '../access/errors.js';
import type { KindName } from '../sources/live/kind-table.js';
import type { Services } from './services.js';

/** Kinds that are all that a field has, as errors name them. */
const NAMES = { ratings: 'rating actions', news: 'news' } as const satisfies Partial<Record<KindName, string>>;

/** A kind without which a field has nothing to say. */
export type NeededKind = keyof typeof NAMES;

/**
 * The error of a ticker of which a live source may have a kind, and has never given it: that none of it is stored says
 * nothing about the ticker. Null if a source has given it, none has it, or none is asked for it.
 */
export function kindNotRead({ live }: Pick<Services, 'live'>, kind: NeededKind, ticker: string): ApiError | null {
  const failed = live?.kindFaultOf(kind, ticker) ?? null;
  if (failed === null) return null;
  const what = `The ${NAMES[kind]} of ${ticker} are not stored`;
  const details = { retry_after_s: failed.retryAfterS };
  if (failed.fault === 'crowded') {
    const crowded = `${what}, and too many readings of this account wait for their source; ask again after Retry-After seconds.`;
    return new ApiError('rate_limited', crowded, details);
  }
  const message = `${what}, and their source has not answered yet; retry after Retry-After seconds.`;
  return new ApiError('unavailable', message, details);
}
