import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import { at } from './series.js';
import { TIE } from './ties.js';
import { totalReturn, windowStart } from './total-return.js';

const GAP_YEARS = 10;
/** Smallest |open / prior close − 1| that counts as a gap. */
const GAP_THRESHOLD = 0.005;
const RECENT_SESSIONS = 252;
const LARGEST_COUNT = 5;

/** Size classes by |gap|, each from `from` up to the next one's `from`. */
const GAP_SIZES = [
  { size: 'small', from: 0.005, label: '0.5% to 1%' },
  { size: 'medium', from: 0.01, label: '1% to 2%' },
  { size: 'large', from: 0.02, label: '2% to 4%' },
  { size: 'extreme', from: 0.04, label: '4% and more' },
] as const;

export type GapDirection = 'up' | 'dn';
export type GapSize = (typeof GAP_SIZES)[number]['size'];

export interface GapGroup {
  readonly count: number;
  readonly fillRate: number | null;
  readonly followRate: number | null;
  readonly meanGap: number | null;
  readonly meanOpenClose: number | null;
}

export interface GapBucket extends GapGroup {
  readonly direction: GapDirection;
  readonly size: GapSize;
  readonly label: string;
}

export interface Gap {
  readonly date: string;
  readonly gap: number;
  readonly direction: GapDirection;
  readonly isFilled: boolean;
  readonly openClose: number;
}

/** Gaps of the newest 252 sessions, of which `from` and `to` are the first and the last. */
export interface RecentGaps {
  readonly window: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly gapCount: number;
  readonly up: GapGroup;
  readonly down: GapGroup;
}

export interface GapResult {
  readonly sessions: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly gapCount: number;
  readonly gapFrequency: number | null;
  readonly up: GapGroup;
  readonly down: GapGroup;
  readonly buckets: readonly GapBucket[];
  readonly recent: RecentGaps;
  readonly largestUp: readonly Gap[];
  readonly largestDown: readonly Gap[];
  readonly lastGap: Gap | null;
}

/**
 * The gaps found and the sessions, oldest first, as columns; only the first `count` and `sessions` entries are used.
 */
interface GapColumns {
  count: number;
  sessions: number;
  readonly sessionDay: Int32Array;
  /** Index of the gap's session. */
  readonly session: Int32Array;
  readonly gap: Float64Array;
  readonly openClose: Float64Array;
  readonly filled: Int32Array;
}

function findGaps(bars: DailyBars): GapColumns {
  const { days, open, high, low, close } = totalReturn(bars, windowStart(bars.days, GAP_YEARS));
  const found: GapColumns = {
    count: 0,
    sessions: 0,
    sessionDay: new Int32Array(days.length),
    session: new Int32Array(days.length),
    gap: new Float64Array(days.length),
    openClose: new Float64Array(days.length),
    filled: new Int32Array(days.length),
  };
  for (let i = 1; i < days.length; i += 1) {
    const before = at(close, i - 1);
    const opening = at(open, i);
    if (!(before > 0 && opening > 0)) continue;
    found.sessionDay[found.sessions] = at(days, i);
    found.sessions += 1;
    const gap = opening / before - 1;
    if (Math.abs(gap) < GAP_THRESHOLD) continue;
    const k = found.count;
    found.session[k] = found.sessions - 1;
    found.gap[k] = gap;
    found.openClose[k] = at(close, i) / opening - 1;
    found.filled[k] = (gap > 0 ? at(low, i) <= before * (1 + TIE) : at(high, i) >= before * (1 - TIE)) ? 1 : 0;
    found.count += 1;
  }
  return found;
}

/** Statistics of the gaps from index `start` on whose signed size lies in [`from`, `to`) in the direction `sign`. */
function group(found: GapColumns, sign: 1 | -1, start = 0, from = GAP_THRESHOLD, to = Infinity): GapGroup {
  let count = 0;
  let fills = 0;
  let follows = 0;
  let gapSum = 0;
  let openCloseSum = 0;
  for (let k = start; k < found.count; k += 1) {
    const gap = at(found.gap, k);
    const size = gap * sign;
    if (size < from || size >= to) continue;
    count += 1;
    gapSum += gap;
    fills += at(found.filled, k);
    const openClose = at(found.openClose, k);
    openCloseSum += openClose;
    if (openClose * sign > 0) follows += 1;
  }
  if (count === 0) return { count, fillRate: null, followRate: null, meanGap: null, meanOpenClose: null };
  return {
    count,
    fillRate: fills / count,
    followRate: follows / count,
    meanGap: gapSum / count,
    meanOpenClose: openCloseSum / count,
  };
}

function buckets(found: GapColumns): GapBucket[] {
  return (
    [
      ['up', 1],
      ['dn', -1],
    ] as const
  ).flatMap(([direction, sign]) =>
    GAP_SIZES.map(({ size, label, from }, k) => ({
      direction,
      size,
      label,
      ...group(found, sign, 0, from, GAP_SIZES[k + 1]?.from ?? Infinity),
    })),
  );
}

function gapAt(found: GapColumns, k: number): Gap {
  const gap = at(found.gap, k);
  return {
    date: isoDate(at(found.sessionDay, at(found.session, k))),
    gap,
    direction: gap > 0 ? 'up' : 'dn',
    isFilled: at(found.filled, k) === 1,
    openClose: at(found.openClose, k),
  };
}

/** The largest gaps in one direction, largest first; the older one first on a tie. */
function largest(found: GapColumns, sign: 1 | -1): Gap[] {
  const order: number[] = [];
  for (let k = 0; k < found.count; k += 1) {
    const size = at(found.gap, k) * sign;
    if (size <= 0) continue;
    let place = order.length;
    while (place > 0 && at(found.gap, order[place - 1] ?? 0) * sign < size) place -= 1;
    if (place >= LARGEST_COUNT) continue;
    order.splice(place, 0, k);
    if (order.length > LARGEST_COUNT) order.pop();
  }
  return order.map((k) => gapAt(found, k));
}

/** Date of a session by its index; null without sessions. */
function dateOf({ sessions, sessionDay }: GapColumns, index: number): string | null {
  return sessions === 0 ? null : isoDate(at(sessionDay, Math.max(0, index)));
}

function recentGaps(found: GapColumns): RecentGaps {
  const first = found.sessions - RECENT_SESSIONS;
  let start = found.count;
  while (start > 0 && at(found.session, start - 1) >= first) start -= 1;
  return {
    window: `${RECENT_SESSIONS} sessions`,
    from: dateOf(found, first),
    to: dateOf(found, found.sessions - 1),
    gapCount: found.count - start,
    up: group(found, 1, start),
    down: group(found, -1, start),
  };
}

/**
 * Overnight gap statistics over the last 10 years, on total-return prices; all values are decimals.
 *
 * A session is a bar with a previous close inside the window. Its gap is open / previous close − 1 and counts from
 * 0.5 percent; it is filled when the session trades back to that close. `from` and `to` are the first and last
 * session analysed. A bar with a price that is not positive is no session.
 */
export function gapStats(bars: DailyBars): GapResult {
  const found = findGaps(bars);
  return {
    sessions: found.sessions,
    from: dateOf(found, 0),
    to: dateOf(found, found.sessions - 1),
    gapCount: found.count,
    gapFrequency: found.sessions === 0 ? null : found.count / found.sessions,
    up: group(found, 1),
    down: group(found, -1),
    buckets: buckets(found),
    recent: recentGaps(found),
    largestUp: largest(found, 1),
    largestDown: largest(found, -1),
    lastGap: found.count === 0 ? null : gapAt(found, found.count - 1),
  };
}
