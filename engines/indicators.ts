import { at } from './series.js';

/*
 * Whole-series indicators: output index i uses input up to i alone, and is NaN until there is enough of it.
 * A value that is not finite restarts the warm-up, so a hole never leaks into later sessions.
 */

/** MACD line, its signal line and their difference, each in the input's unit and of its length. */
export interface Macd {
  readonly line: Float64Array;
  readonly signal: Float64Array;
  readonly histogram: Float64Array;
}

const RSI_PERIOD = 14;
const ATR_PERIOD = 14;
const VOLUME_RATIO_PERIOD = 20;
const MACD_FAST = 12;
const MACD_SLOW = 26;
const MACD_SIGNAL = 9;

/**
 * Simple moving average: mean of the last `period` values. The running sum carries its rounding errors along (A.
 * Neumaier, Zeitschrift für Angewandte Mathematik und Mechanik 54, 1974), so that it does not drift over a long
 * history.
 */
export function sma(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  let sum = 0;
  let lost = 0;
  let run = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = at(values, i);
    if (!Number.isFinite(value)) {
      run = sum = lost = 0;
      continue;
    }
    run += 1;
    for (let k = run > period ? 1 : 0; k >= 0; k -= 1) {
      const term = k === 1 ? -at(values, i - period) : value;
      const next = sum + term;
      lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
      sum = next;
    }
    if (run >= period) out[i] = (sum + lost) / period;
  }
  return out;
}

/** Exponential moving average, α = 2 / (period + 1), seeded with the mean of its first `period` values. */
export function ema(values: Float64Array, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  const alpha = 2 / (period + 1);
  let average = 0;
  let run = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = at(values, i);
    if (!Number.isFinite(value)) {
      run = 0;
      average = 0;
      continue;
    }
    run += 1;
    if (run > period) average += alpha * (value - average);
    else average = run === period ? (average + value) / period : average + value;
    if (run >= period) out[i] = average;
  }
  return out;
}

function strengthIndex(gain: number, loss: number): number {
  if (loss === 0) return gain === 0 ? 50 : 100;
  return 100 - 100 / (1 + gain / loss);
}

/**
 * Relative strength index, 0 to 100. The first averages are plain means of `period` changes, later ones
 * (13·previous + x) / 14. No losses give 100, no changes at all 50.
 *
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), section VI.
 */
export function rsi(close: Float64Array, period = RSI_PERIOD): Float64Array {
  const out = new Float64Array(close.length).fill(Number.NaN);
  let gain = 0;
  let loss = 0;
  let run = 0;
  for (let i = 1; i < close.length; i += 1) {
    const change = at(close, i) - at(close, i - 1);
    if (!Number.isFinite(change)) {
      run = gain = loss = 0;
      continue;
    }
    const up = change > 0 ? change : 0;
    const down = change < 0 ? -change : 0;
    run += 1;
    const isSeed = run <= period;
    gain = isSeed ? gain + up : (gain * (period - 1) + up) / period;
    loss = isSeed ? loss + down : (loss * (period - 1) + down) / period;
    if (run === period) {
      gain /= period;
      loss /= period;
    }
    if (run >= period) out[i] = strengthIndex(gain, loss);
  }
  return out;
}

/** Moving average convergence/divergence 12/26/9 (G. Appel 1979): EMA12 − EMA26, its EMA9, and the histogram. */
export function macd(close: Float64Array): Macd {
  const line = ema(close, MACD_FAST);
  const slow = ema(close, MACD_SLOW);
  for (let i = 0; i < line.length; i += 1) line[i] = at(line, i) - at(slow, i);
  const signal = ema(line, MACD_SIGNAL);
  const histogram = slow;
  for (let i = 0; i < line.length; i += 1) histogram[i] = at(line, i) - at(signal, i);
  return { line, signal, histogram };
}

/**
 * Average true range in the unit of the prices, first true range at the second bar, smoothed like {@link rsi}.
 *
 * Source: Wilder (1978), section III.
 */
export function atr(high: Float64Array, low: Float64Array, close: Float64Array, period = ATR_PERIOD): Float64Array {
  const out = new Float64Array(close.length).fill(Number.NaN);
  let average = 0;
  let run = 0;
  for (let i = 1; i < close.length; i += 1) {
    const before = at(close, i - 1);
    const range = Math.max(at(high, i), before) - Math.min(at(low, i), before);
    if (!Number.isFinite(range)) {
      run = average = 0;
      continue;
    }
    run += 1;
    average = run <= period ? average + range : (average * (period - 1) + range) / period;
    if (run === period) average /= period;
    if (run >= period) out[i] = average;
  }
  return out;
}

/** Volume over the mean of the previous `period` sessions; NaN if that mean is 0. */
export function volumeRatio(volume: Float64Array, period = VOLUME_RATIO_PERIOD): Float64Array {
  const averages = sma(volume, period);
  const out = new Float64Array(volume.length).fill(Number.NaN);
  for (let i = 1; i < volume.length; i += 1) {
    const usual = at(averages, i - 1);
    if (usual > 0) out[i] = at(volume, i) / usual;
  }
  return out;
}
