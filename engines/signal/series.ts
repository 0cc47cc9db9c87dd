import type { DailyBars } from '../../calendar/bars.js';
import { atr, macd, rsi, sma, volumeRatio } from '../indicators.js';
import { attention } from './attention.js';
import { dailyVolatility } from './volatility.js';

/**
 * The inputs of the daily factors, computed once over a whole history of split-adjusted bars. Index i of each series
 * depends on bars up to i alone, so a score at any index is O(1) and uses nothing later.
 */
export interface SignalSeries {
  readonly bars: DailyBars;
  readonly sma20: Float64Array;
  readonly sma50: Float64Array;
  readonly sma200: Float64Array;
  readonly rsi: Float64Array;
  readonly macdHistogram: Float64Array;
  readonly atr: Float64Array;
  readonly volumeRatio: Float64Array;
  readonly attention: Float64Array;
  readonly volatility: Float64Array;
}

/** Precomputes the indicator series of a history. */
export function signalSeries(bars: DailyBars): SignalSeries {
  return {
    bars,
    sma20: sma(bars.close, 20),
    sma50: sma(bars.close, 50),
    sma200: sma(bars.close, 200),
    rsi: rsi(bars.close),
    macdHistogram: macd(bars.close).histogram,
    atr: atr(bars.high, bars.low, bars.close),
    volumeRatio: volumeRatio(bars.volume),
    attention: attention(bars.volume),
    volatility: dailyVolatility(bars.close),
  };
}
