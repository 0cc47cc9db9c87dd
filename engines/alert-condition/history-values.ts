import { macd, rsi, sma, volumeRatio } from '../indicators.js';
import { at, finiteOrNull } from '../series.js';
import type { Reading, Value } from './evaluate.js';
import type { MetricName } from './metrics.js';

/** Daily bars, oldest first, in columns of one length. */
export interface BarSeries {
  readonly opens: readonly number[];
  readonly closes: readonly number[];
  readonly volumes: readonly number[];
}

const WEEK = 5;
const MONTH = 20;
const YEAR = 252;

type Column = (index: number) => number;

/** The columns of the metrics that daily bars tell; NaN while the history is too short. */
function columnsOf({ opens, closes, volumes }: BarSeries): Readonly<Partial<Record<MetricName, Column>>> {
  const close = Float64Array.from(closes);
  const [open, volume] = [Float64Array.from(opens), Float64Array.from(volumes)];
  const [strength, ratio, { histogram }] = [rsi(close), volumeRatio(volume), macd(close)];
  const [sma20, sma50, sma200] = [sma(close, 20), sma(close, 50), sma(close, 200)];
  const changeOver =
    (sessions: number): Column =>
    (i) =>
      100 * (at(close, i) / at(close, i - sessions) - 1);
  const ofYear =
    (pick: (...values: readonly number[]) => number): Column =>
    (i) =>
      i + 1 < YEAR ? Number.NaN : pick(...close.subarray(i + 1 - YEAR, i + 1));
  return {
    price: (i) => at(close, i),
    change: changeOver(1),
    gap: (i) => 100 * (at(open, i) / at(close, i - 1) - 1),
    volume: (i) => at(volume, i),
    volume_ratio: (i) => at(ratio, i),
    rsi: (i) => at(strength, i),
    sma_20: (i) => at(sma20, i),
    sma_50: (i) => at(sma50, i),
    sma_200: (i) => at(sma200, i),
    macd_histogram: (i) => at(histogram, i),
    change_5d: changeOver(WEEK),
    change_20d: changeOver(MONTH),
    high_52w: ofYear(Math.max),
    low_52w: ofYear(Math.min),
  };
}

/** The values of the last session and of the one before, by the definitions of the indicators. */
export function historyReading(bars: BarSeries): Reading {
  const columns = columnsOf(bars);
  const last = bars.closes.length - 1;
  const atSession = (index: number): Readonly<Partial<Record<MetricName, Value>>> =>
    Object.fromEntries(Object.entries(columns).map(([metric, column]) => [metric, finiteOrNull(column(index))]));
  return { now: atSession(last), before: atSession(last - 1) };
}
