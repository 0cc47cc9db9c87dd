import { at, finiteOrNull } from '../series.js';
import { MOMENTUM } from './constants.js';
import { factorReading, weighted, type FactorReading } from './factor.js';
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

/** Log return between two bars less the drift, over its deviation in a random walk; NaN without either price or σ. */
function standardReturn(
  close: Float64Array,
  from: number,
  to: number,
  { sigma, drift }: { readonly sigma: number; readonly drift: number },
): number {
  const start = at(close, from);
  const end = at(close, to);
  return start > 0 && end > 0
    ? (Math.log(end / start) - drift * (to - from)) / (sigma * Math.sqrt(to - from))
    : Number.NaN;
}

/**
 * The momentum factor at a bar's close, null without data. Its score is increasing in the 12-month return
 * without the last month, the 126-session return and the attention that volume shows; decreasing in the returns of the
 * last 21 sessions and of the last one. `drift` is the daily log return expected of the security.
 */
export function momentumAt(series: SignalSeries, index: number, drift: number): FactorReading | null {
  const { inputs, yearSessions, skippedSessions, halfSessions, monthSessions } = MOMENTUM;
  const scale = { sigma: at(series.volatility, index), drift };
  const over = (from: number, to = index): number => standardReturn(series.bars.close, from, to, scale);
  return factorReading([
    weighted(inputs.year, over(index - yearSessions, index - skippedSessions)),
    weighted(inputs.half, over(index - halfSessions)),
    weighted(inputs.month, over(index - monthSessions)),
    weighted(inputs.session, over(index - 1)),
    weighted(inputs.attention, at(series.attention, index)),
  ]);
}
