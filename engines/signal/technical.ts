import { at, finiteOrNull } from '../series.js';
import { TECHNICAL } from './constants.js';
import { factorScore } from './factor.js';
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

/** Log distance over its scale; NaN if either price is missing or not positive, or there is no volatility yet. */
function distance(price: number, reference: number, scale: number): number {
  return price > 0 && reference > 0 ? Math.log(price / reference) / scale : Number.NaN;
}

/**
 * Technical score at a bar's close, 0 to 100, null without data: a trend measure, increasing in the close's distance
 * above its 20-, 50- and 200-session averages, in the 50-session average's distance above the 200-session one, in RSI
 * 14 and in the MACD histogram.
 */
export function technicalAt(series: SignalSeries, index: number): number | null {
  const { weights, crossScale, rsiScale, histogramScale } = TECHNICAL;
  const close = at(series.bars.close, index);
  const sigma = at(series.volatility, index);
  const sma50 = at(series.sma50, index);
  const sma200 = at(series.sma200, index);
  const range = at(series.atr, index);
  return factorScore([
    { weight: weights.sma20, z: distance(close, at(series.sma20, index), sigma * Math.sqrt(20 / 3)) },
    { weight: weights.sma50, z: distance(close, sma50, sigma * Math.sqrt(50 / 3)) },
    { weight: weights.sma200, z: distance(close, sma200, sigma * Math.sqrt(200 / 3)) },
    { weight: weights.cross, z: distance(sma50, sma200, sigma * crossScale) },
    { weight: weights.rsi, z: (at(series.rsi, index) - 50) / rsiScale },
    { weight: weights.macd, z: range > 0 ? at(series.macdHistogram, index) / (histogramScale * range) : Number.NaN },
  ]);
}
