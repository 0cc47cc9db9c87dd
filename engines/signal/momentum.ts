import { at, finiteOrNull } from '../series.js';
import { MOMENTUM } from './constants.js';
import { factorScore } from './factor.js';
import type { SignalSeries } from './series.js';

/** The last session: change in percent, and volume over the mean of the previous 20 sessions. */
export interface MomentumDetails {
  readonly changePct: number | null;
  readonly volumeRatio: number | null;
}

/** Momentum details at a bar's close. */
export function momentumDetailsAt(series: SignalSeries, index: number): MomentumDetails {
  const { close } = series.bars;
  const before = at(close, index - 1);
  return {
    changePct: before > 0 ? finiteOrNull((at(close, index) / before - 1) * 100) : null,
    volumeRatio: finiteOrNull(at(series.volumeRatio, index)),
  };
}

/** Log return between two bars over its random-walk deviation σ√sessions; NaN without either price or σ. */
function standardReturn(close: Float64Array, from: number, to: number, sigma: number): number {
  const start = at(close, from);
  const end = at(close, to);
  return start > 0 && end > 0 ? Math.log(end / start) / (sigma * Math.sqrt(to - from)) : Number.NaN;
}

/**
 * Momentum score at a bar's close, 0 to 100, null without data: increasing in the 12-month return without the last
 * month (Jegadeesh & Titman 1993), the 126- and the 21-session return, and the last session's return, which counts for
 * more on higher volume.
 */
export function momentumAt(series: SignalSeries, index: number): number | null {
  const { weights, yearSessions, skippedSessions, halfSessions, monthSessions, volumeRatioCap } = MOMENTUM;
  const { close } = series.bars;
  const sigma = at(series.volatility, index);
  const ratio = at(series.volumeRatio, index);
  const conviction = Number.isNaN(ratio) ? 1 : Math.sqrt(Math.min(ratio, volumeRatioCap));
  return factorScore([
    { weight: weights.year, z: standardReturn(close, index - yearSessions, index - skippedSessions, sigma) },
    { weight: weights.half, z: standardReturn(close, index - halfSessions, index, sigma) },
    { weight: weights.month, z: standardReturn(close, index - monthSessions, index, sigma) },
    { weight: weights.session, z: standardReturn(close, index - 1, index, sigma) * conviction },
  ]);
}
