import type { BudgetLimits } from '../../store/source-budgets.js';
import type { ReadError } from './read-error.js';

const SECOND_MS = 1_000;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 15 * 60 * SECOND_MS;
/** A source that asks for more is asked again after this. */
const LONGEST_ASKED_MS = 6 * 3_600 * SECOND_MS;

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = String.raw`\d{2}:\d{2}:\d{2}`;
/** The three formats of RFC 9110, section 5.6.7. */
const HTTP_DATE = new RegExp(
  String.raw`^(?:${DAY}, \d{2} ${MONTH} \d{4} ${TIME} GMT|` +
    String.raw`(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-${MONTH}-\d{2} ${TIME} GMT|` +
    String.raw`${DAY} ${MONTH} (?:\d{2}| \d) ${TIME} \d{4})$`,
);

/** An HTTP date; NaN for any other text. The last of the formats does not say that it is in GMT. */
function httpDateMs(text: string): number {
  if (!HTTP_DATE.test(text)) return NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/**
 * The wait that a `Retry-After` asks for, in whole seconds or as an HTTP date; undefined without a valid one, and for a
 * date that has passed, which says nothing of how long to wait.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const isCount = /^\d+$/.test(text);
  const waitMs = isCount ? Number(text) * SECOND_MS : httpDateMs(text) - nowMs;
  return isCount || waitMs > 0 ? Math.min(waitMs, LONGEST_ASKED_MS) : undefined;
}

/** 30 s, doubled by each failure beyond the first that pauses, at most a quarter of an hour. */
function pauseMs(failuresBeyond: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failuresBeyond, 10), LONGEST_PAUSE_MS);
}

/**
 * Until when an endpoint is left alone after a failure; null if the next request may be sent at once. A refusal for too
 * many requests pauses at once, anything else after `mostFailures` in a row. What the source asks for counts, at least
 * a second; one that goes on failing is left alone for no less than our own pause.
 */
export function pauseUntilMs(
  { fault, waitMs }: Pick<ReadError, 'fault' | 'waitMs'>,
  failures: number,
  { mostFailures }: Pick<BudgetLimits, 'mostFailures'>,
  nowMs: number,
): number | null {
  const isRepeated = failures >= mostFailures;
  const repeatedMs = isRepeated ? pauseMs(failures - mostFailures) : 0;
  if (waitMs !== undefined) return nowMs + Math.max(waitMs, SECOND_MS, repeatedMs);
  if (fault === 'rate_limited') return nowMs + pauseMs(failures - 1);
  return isRepeated ? nowMs + repeatedMs : null;
}
