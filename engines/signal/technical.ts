import { at, finiteOrNull } from '../series.js';
import { TECHNICAL } from './constants.js';
import { factorReading, weighted, type FactorReading } from './factor.js';
import type { SignalSeries } from './series.js';

/** Indicators at one close, on split-adjusted prices (USD; RSI 0 to 100); null if the history is too short. */
export interface Indicators {
  readonly rsi: number | null;
  readonly sma20: number | null;
  readonly sma50: number | null;
  readonly sma200: number | null;
  readonly macdHistogram: number | null;
}

/** The indicators at a bar's close. */
export function indicatorsAt(series: SignalSeries, index: number): Indicators {
  return {
    rsi: finiteOrNull(at(series.rsi, index)),
    sma20: finiteOrNull(at(series.sma20, index)),
    sma50: finiteOrNull(at(series.sma50, index)),
    sma200: finiteOrNull(at(series.sma200, index)),
    macdHistogram: finiteOrNull(at(series.macdHistogram, index)),
  };
}

/** Mean absolute value of a standard normal number. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI);

/** A log distance between prices: less what drift explains, over its scale; NaN without either price or the scale. */
function distance(price: number, reference: number, explained: number, scale: number): number {
  return price > 0 && reference > 0 ? (Math.log(price / reference) - explained) / scale : Number.NaN;
}

/**
 * The technical factor at a bar's close, null without data. Its score is increasing in the close's distance
 * above its 50- and 200-session averages and in the 50-session average's above the 200-session one; decreasing in the
 * distance above the 20-session average, in RSI 14 and in the MACD histogram. With a steady drift μ a close stands
 * μ(n − 1)/2 above its n-session average, the averages 75μ apart, RSI at about 50 + 50μ / (σ√(2/π)), and the histogram
 * at 0.
 */
export function technicalAt(series: SignalSeries, index: number, drift: number): FactorReading | null {
  const { inputs, crossScale, rsiScale, histogramScale } = TECHNICAL;
  const close = at(series.bars.close, index);
  const sigma = at(series.volatility, index);
  const sma50 = at(series.sma50, index);
  const sma200 = at(series.sma200, index);
  const range = at(series.atr, index);
  const above = (average: number, n: number): number =>
    distance(close, average, (drift * (n - 1)) / 2, sigma * Math.sqrt(n / 3));
  const driftingRsi = sigma > 0 ? (50 * drift) / (sigma * MEAN_ABSOLUTE) : 0;
  return factorReading([
    weighted(inputs.sma20, above(at(series.sma20, index), 20)),
    weighted(inputs.sma50, above(sma50, 50)),
    weighted(inputs.sma200, above(sma200, 200)),
    weighted(inputs.cross, distance(sma50, sma200, 75 * drift, sigma * crossScale)),
    weighted(inputs.rsi, (at(series.rsi, index) - 50 - driftingRsi) / rsiScale),
    weighted(inputs.macd, range > 0 ? at(series.macdHistogram, index) / (histogramScale * range) : Number.NaN),
  ]);
}
