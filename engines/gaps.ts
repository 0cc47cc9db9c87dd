import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import { at } from './series.js';
import { totalReturn, windowStart } from './total-return.js';

const GAP_YEARS = 10;
/** Smallest |open / prior close − 1| that counts as a gap. */
const GAP_THRESHOLD = 0.005;
/** Prices closer than this (relative) are equal: adjustment factors change the last bits of equal prices. */
const TIE = 1e-12;
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

export interface GapGroup {
  readonly n: number;
  readonly fillRate: number | null;
  readonly followRate: number | null;
  readonly avgGap: number | null;
  readonly avgOpenClose: number | null;
}

export interface GapBucket extends GapGroup {
  readonly dir: GapDirection;
  readonly size: string;
  readonly label: string;
}

export interface Gap {
  readonly date: string;
  readonly gap: number;
  readonly dir: GapDirection;
  readonly filled: boolean;
  readonly openClose: number;
}

export interface GapResult {
  readonly sessions: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly gapCount: number;
  readonly gapFrequency: number | null;
  readonly up: GapGroup;
  readonly dn: GapGroup;
  readonly buckets: readonly GapBucket[];
  readonly recent: { readonly window: string; readonly gapCount: number; readonly up: GapGroup; readonly dn: GapGroup };
  readonly largestUp: readonly Gap[];
  readonly largestDn: readonly Gap[];
  readonly lastGap: Gap | null;
}

/** The gaps found, oldest first, as columns; only the first `count` entries are used. */
interface GapColumns {
  count: number;
  sessions: number;
  firstDay: number;
  lastDay: number;
  readonly session: Int32Array;
  readonly day: Int32Array;
  readonly gap: Float64Array;
  readonly openClose: Float64Array;
  readonly filled: Int32Array;
}

function findGaps(bars: DailyBars): GapColumns {
  const { days, open, high, low, close } = totalReturn(bars, windowStart(bars.days, GAP_YEARS));
  const found: GapColumns = {
    count: 0,
    sessions: 0,
    firstDay: 0,
    lastDay: 0,
    session: new Int32Array(days.length),
    day: new Int32Array(days.length),
    gap: new Float64Array(days.length),
    openClose: new Float64Array(days.length),
    filled: new Int32Array(days.length),
  };
  for (let i = 1; i < days.length; i += 1) {
    const before = at(close, i - 1);
    const opening = at(open, i);
    if (!(before > 0 && opening > 0)) continue;
    if (found.sessions === 0) found.firstDay = at(days, i);
    found.lastDay = at(days, i);
    found.sessions += 1;
    const gap = opening / before - 1;
    if (Math.abs(gap) < GAP_THRESHOLD) continue;
    const k = found.count;
    found.session[k] = found.sessions - 1;
    found.day[k] = at(days, i);
    found.gap[k] = gap;
    found.openClose[k] = at(close, i) / opening - 1;
    found.filled[k] = (gap > 0 ? at(low, i) <= before * (1 + TIE) : at(high, i) >= before * (1 - TIE)) ? 1 : 0;
    found.count += 1;
  }
  return found;
}

/** Statistics of the gaps from index `start` on whose signed size lies in [`from`, `to`) in the direction `sign`. */
function group(found: GapColumns, sign: 1 | -1, start = 0, from = GAP_THRESHOLD, to = Infinity): GapGroup {
  let n = 0;
  let fills = 0;
  let follows = 0;
  let gapSum = 0;
  let openCloseSum = 0;
  for (let k = start; k < found.count; k += 1) {
    const gap = at(found.gap, k);
    const size = gap * sign;
    if (size < from || size >= to) continue;
    n += 1;
    gapSum += gap;
    fills += at(found.filled, k);
    const openClose = at(found.openClose, k);
    openCloseSum += openClose;
    if (openClose * sign > 0) follows += 1;
  }
  if (n === 0) return { n, fillRate: null, followRate: null, avgGap: null, avgOpenClose: null };
  return { n, fillRate: fills / n, followRate: follows / n, avgGap: gapSum / n, avgOpenClose: openCloseSum / n };
}

function buckets(found: GapColumns): GapBucket[] {
  return ([['up', 1], ['dn', -1]] as const).flatMap(([dir, sign]) =>
    GAP_SIZES.map(({ size, label, from }, k) => ({
      dir,
      size,
      label,
      ...group(found, sign, 0, from, GAP_SIZES[k + 1]?.from ?? Infinity),
    })),
  );
}

function gapAt(found: GapColumns, k: number): Gap {
  const gap = at(found.gap, k);
  return {
    date: isoDate(at(found.day, k)),
    gap,
    dir: gap > 0 ? 'up' : 'dn',
    filled: at(found.filled, k) === 1,
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

/**
 * Overnight gap statistics over the last 10 years, on total-return prices; all values are decimals.
 *
 * A session is a bar with a previous close inside the window. Its gap is open / previous close − 1 and counts from
 * 0.5 percent; it is filled when the session trades back to that close. `from` and `to` are the first and last
 * session analysed. A bar with a price that is not positive is no session.
 */
export function gapStats(bars: DailyBars): GapResult {
  const found = findGaps(bars);
  const recentFrom = found.sessions - RECENT_SESSIONS;
  let recentStart = found.count;
  while (recentStart > 0 && at(found.session, recentStart - 1) >= recentFrom) recentStart -= 1;
  return {
    sessions: found.sessions,
    from: found.sessions === 0 ? null : isoDate(found.firstDay),
    to: found.sessions === 0 ? null : isoDate(found.lastDay),
    gapCount: found.count,
    gapFrequency: found.sessions === 0 ? null : found.count / found.sessions,
    up: group(found, 1),
    dn: group(found, -1),
    buckets: buckets(found),
    recent: {
      window: `${RECENT_SESSIONS} sessions`,
      gapCount: found.count - recentStart,
      up: group(found, 1, recentStart),
      dn: group(found, -1, recentStart),
    },
    largestUp: largest(found, 1),
    largestDn: largest(found, -1),
    lastGap: found.count === 0 ? null : gapAt(found, found.count - 1),
  };
}
