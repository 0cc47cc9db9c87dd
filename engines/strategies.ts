import { macd, rsi, sma } from './indicators.js';
import { at } from './series.js';
import { isAbove } from './ties.js';

export const STRATEGY_IDS = ['buy_hold', 'trend', 'golden_cross', 'rsi_meanrev', 'macd'] as const;
export type StrategyId = (typeof STRATEGY_IDS)[number];

const TREND_PERIOD = 200;
const FAST_AVERAGE = 50;
const SLOW_AVERAGE = 200;
const RSI_ENTRY = 30;
const RSI_EXIT = 55;

/**
 * 1 where the left series is above the right one, 0 elsewhere: at a tie at the scale of the closes, and where either is
 * NaN.
 */
function longAbove(left: Float64Array, right: Float64Array, close: Float64Array, start: number): Uint8Array {
  const out = new Uint8Array(left.length - start);
  for (let i = 0; i < out.length; i += 1)
    out[i] = isAbove(at(left, start + i), at(right, start + i), at(close, start + i)) ? 1 : 0;
  return out;
}

/** Flat at `start`; long from RSI < 30 until RSI > 55. */
function meanReversion(close: Float64Array, start: number): Uint8Array {
  const strength = rsi(close);
  const out = new Uint8Array(close.length - start);
  let position: 0 | 1 = 0;
  for (let i = 0; i < out.length; i += 1) {
    const value = at(strength, start + i);
    if (position === 0 && value < RSI_ENTRY) position = 1;
    else if (position === 1 && value > RSI_EXIT) position = 0;
    out[i] = position;
  }
  return out;
}

const RULES: Readonly<Record<StrategyId, (close: Float64Array, start: number) => Uint8Array>> = {
  buy_hold: (close, start) => new Uint8Array(close.length - start).fill(1),
  trend: (close, start) => longAbove(close, sma(close, TREND_PERIOD), close, start),
  golden_cross: (close, start) => longAbove(sma(close, FAST_AVERAGE), sma(close, SLOW_AVERAGE), close, start),
  rsi_meanrev: meanReversion,
  macd: (close, start) => {
    const { line, signal } = macd(close);
    return longAbove(line, signal, close, start);
  },
};

/**
 * Position (1 long, 0 flat) decided at each close from bar `start` on. Indicators use the whole of `close`, so they
 * warm up on the bars before `start`; while one has no value the position is flat.
 */
export function positionsOf(strategy: StrategyId, close: Float64Array, start: number): Uint8Array {
  return RULES[strategy](close, start);
}
