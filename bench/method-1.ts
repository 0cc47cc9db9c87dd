import type { DailyBars } from '../calendar/bars.js';
import { atr, macd, rsi, sma, volumeRatio } from '../engines/indicators.js';
import { dailyVolatility } from '../engines/signal/volatility.js';

/** An input of a factor: its weight in the factor, and its z at each bar; NaN without data. */
export interface MethodInput {
  readonly name: string;
  readonly weight: number;
  readonly z: Float64Array;
}

export type MethodFactors = Readonly<Record<'technical' | 'momentum', readonly MethodInput[]>>;

const at = (values: Float64Array, index: number): number => values[index] ?? Number.NaN;

/** Inputs of version 1 of the method: nothing taken out for the market's drift, and every input bullish when high. */
export function firstMethod({ close, high, low, volume }: DailyBars): MethodFactors {
  const [sigma, range, ratio] = [dailyVolatility(close), atr(high, low, close), volumeRatio(volume)];
  const [fast, middle, slow] = [sma(close, 20), sma(close, 50), sma(close, 200)];
  const [strength, { histogram }] = [rsi(close), macd(close)];
  const input = (name: string, weight: number, z: (index: number) => number): MethodInput => ({
    name,
    weight,
    z: close.map((_, index) => z(index)),
  });
  const over = (one: Float64Array, other: Float64Array, scale: number) => (i: number) =>
    Math.log(at(one, i) / at(other, i)) / (at(sigma, i) * scale);
  const gain = (from: number, to: number) => (i: number) =>
    Math.log(at(close, i - to) / at(close, i - from)) / (at(sigma, i) * Math.sqrt(from - to));
  return {
    technical: [
      input('close over SMA 20', 0.15, over(close, fast, Math.sqrt(20 / 3))),
      input('close over SMA 50', 0.2, over(close, middle, Math.sqrt(50 / 3))),
      input('close over SMA 200', 0.25, over(close, slow, Math.sqrt(200 / 3))),
      input('SMA 50 over SMA 200', 0.15, over(middle, slow, Math.sqrt(37.5))),
      input('RSI 14', 0.15, (i) => (at(strength, i) - 50) / 10),
      input('MACD histogram', 0.1, (i) => at(histogram, i) / (0.25 * at(range, i))),
    ],
    momentum: [
      input('12 months without the last', 0.4, gain(252, 21)),
      input('126 sessions', 0.25, gain(126, 0)),
      input('21 sessions', 0.2, gain(21, 0)),
      input(
        'last session',
        0.15,
        (i) => gain(1, 0)(i) * Math.sqrt(Math.min(Number.isNaN(at(ratio, i)) ? 1 : at(ratio, i), 4)),
      ),
    ],
  };
}

/** Composite of technical (30) and momentum (25), each the mean of 100 × logistic(z) over the inputs that have data. */
export function compositeOf({ technical, momentum }: MethodFactors): Float64Array {
  const scoreOf = (inputs: readonly MethodInput[], index: number): number => {
    const known = inputs.filter(({ z }) => !Number.isNaN(at(z, index)));
    const sum = known.reduce((total, { weight, z }) => total + (weight * 100) / (1 + Math.exp(-at(z, index))), 0);
    return sum / known.reduce((total, { weight }) => total + weight, 0);
  };
  const length = technical[0]?.z.length ?? 0;
  return Float64Array.from(
    { length },
    (_, index) => (30 * scoreOf(technical, index) + 25 * scoreOf(momentum, index)) / 55,
  );
}
