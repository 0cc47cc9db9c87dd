import type { MinuteBars } from '../calendar/bars.js';
import { closeMinute, OPEN_MINUTE } from '../calendar/nyse.js';
import { at, lowerBound } from './series.js';
import { normalCdf, sampleDeviation } from './statistics.js';

/** Regular-hours minute bars of one session, as arrays of equal length. */
export interface MinuteTape {
  readonly day: number;
  readonly minutes: Int32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Change of the price, USD: from the previous close; the first bar's from its open. */
  readonly changes: Float64Array;
  readonly open: number;
}

/** The fewest minutes with volume for measures of a session. */
export const MIN_MINUTES = 30;

/** Indices of the regular-hours bars: `[from, to)`. */
export function regularHours(session: MinuteBars): { readonly from: number; readonly to: number } {
  return { from: lowerBound(session.minutes, OPEN_MINUTE), to: lowerBound(session.minutes, closeMinute(session.day)) };
}

function isPriced({ close, open, low, volume }: MinuteTape): boolean {
  return (
    open > 0 &&
    close.every((price) => price > 0) &&
    low.every((price) => price > 0) &&
    volume.every((shares) => shares >= 0)
  );
}

/** The regular hours of a session; null if fewer than 30 minutes traded, or a price is not positive. */
export function minuteTape(session: MinuteBars): MinuteTape | null {
  const { from, to } = regularHours(session);
  if (to - from < MIN_MINUTES) return null;
  const [close, volume] = [session.close.subarray(from, to), session.volume.subarray(from, to)];
  const open = at(session.open, from);
  const changes = close.map((price, i) => price - (i === 0 ? open : at(close, i - 1)));
  const tape = {
    day: session.day,
    minutes: session.minutes.subarray(from, to),
    open,
    close,
    volume,
    changes,
    low: session.low.subarray(from, to),
    high: session.high.subarray(from, to),
  };
  const traded = volume.reduce((count, shares) => (shares > 0 ? count + 1 : count), 0);
  return traded >= MIN_MINUTES && isPriced(tape) ? tape : null;
}

export function volumeOf({ volume }: MinuteTape): number {
  return volume.reduce((sum, shares) => sum + shares, 0);
}

/**
 * Share of each bar's volume that was bought, Φ(Δp / σ), with σ the deviation of the price changes of all bars given:
 * bulk volume classification. ½ everywhere if prices do not move.
 *
 * Source: D. Easley, M. López de Prado, M. O'Hara, "Flow toxicity and liquidity in a high-frequency world", Review of
 * Financial Studies 25 (2012).
 */
export function boughtShares(tapes: readonly MinuteTape[]): readonly Float64Array[] {
  const all = Float64Array.from(tapes.flatMap(({ changes }) => [...changes]));
  const sigma = sampleDeviation(all);
  return tapes.map(({ changes }) => changes.map((change) => (sigma > 0 ? normalCdf(change / sigma) : 0.5)));
}

/** Shares bought less shares sold, by bar. */
export function netVolume(tape: MinuteTape): Float64Array {
  const [shares = new Float64Array(0)] = boughtShares([tape]);
  return shares.map((share, i) => (2 * share - 1) * at(tape.volume, i));
}
