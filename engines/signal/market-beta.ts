import type { DailyBars } from '../../calendar/bars.js';
import { civilOf, dayOf } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { BETA, YEARS_BEFORE } from './constants.js';

/** Split-adjusted closes: unlike total-return ones, later dividends leave them as they are. */
type Closes = Pick<DailyBars, 'days' | 'close'>;

/** The sessions that a security and the market both have, oldest first, with the logs of their closes. */
interface CommonSessions {
  readonly days: Int32Array;
  readonly own: Float64Array;
  readonly market: Float64Array;
}

function commonSessions(bars: Closes, benchmark: Closes, firstDay: number): CommonSessions {
  let [i, k, count] = [lowerBound(bars.days, firstDay), lowerBound(benchmark.days, firstDay), 0];
  const most = Math.max(0, Math.min(bars.days.length - i, benchmark.days.length - k));
  const [days, own, market] = [new Int32Array(most), new Float64Array(most), new Float64Array(most)];
  while (i < bars.days.length && k < benchmark.days.length) {
    const ahead = at(bars.days, i) - at(benchmark.days, k);
    const [price, level] = [at(bars.close, i), at(benchmark.close, k)];
    if (ahead === 0 && price > 0 && level > 0) {
      days[count] = at(bars.days, i);
      own[count] = Math.log(price);
      market[count] = Math.log(level);
      count += 1;
    }
    if (ahead <= 0) i += 1;
    if (ahead >= 0) k += 1;
  }
  return { days: days.subarray(0, count), own: own.subarray(0, count), market: market.subarray(0, count) };
}

/** Sums over the returns in a window. */
class ReturnSums {
  #count = 0;
  #market = 0;
  #own = 0;
  #marketSquares = 0;
  #products = 0;
  #ownSquares = 0;

  /** Enters a pair of returns with sign 1, and removes it with sign −1. */
  enter(market: number, own: number, sign: 1 | -1): void {
    this.#count += sign;
    this.#market += sign * market;
    this.#own += sign * own;
    this.#marketSquares += sign * market * market;
    this.#products += sign * market * own;
    this.#ownSquares += sign * own * own;
  }

  /**
   * The slope, and the prior mean, each weighted by its precision: (S_xy + k · mean) / (S_xx + k), where k is the
   * residual variance over the prior's variance.
   */
  beta(): number {
    const { minReturns, priorMean, priorDeviation, floor } = BETA;
    const n = this.#count;
    const xx = this.#marketSquares - (this.#market * this.#market) / n;
    if (n < minReturns || !(xx > (n - 1) * floor * floor)) return priorMean;
    const xy = this.#products - (this.#market * this.#own) / n;
    const yy = this.#ownSquares - (this.#own * this.#own) / n;
    const k = Math.max(0, yy - (xy * xy) / xx) / (n - 2) / (priorDeviation * priorDeviation);
    return (xy + k * priorMean) / (xx + k);
  }
}

/**
 * The betas of one calendar year. The sums begin anew at its first day, from the newest returns before it, and move on
 * by one session at a time: rounding does not add up over the years, and a beta is bit-identical whichever others are
 * asked for.
 */
function betasOfYear({ days, own, market }: CommonSessions, year: number): (day: number) => number {
  const sums = new ReturnSums();
  // The return of place i is the one from place i − 1, which has to be in the bars that a composite reads.
  const first = lowerBound(days, dayOf(year - YEARS_BEFORE, 1, 1)) + 1;
  let to = Math.max(first, lowerBound(days, dayOf(year, 1, 1)));
  let from = Math.max(first, to - BETA.window);
  const enter = (place: number, sign: 1 | -1): void => {
    sums.enter(at(market, place) - at(market, place - 1), at(own, place) - at(own, place - 1), sign);
  };
  for (let place = from; place < to; place += 1) enter(place, 1);
  return (day) => {
    for (; to < days.length && at(days, to) < day; to += 1) {
      enter(to, 1);
      if (to - from < BETA.window) continue;
      enter(from, -1);
      from += 1;
    }
    return sums.beta();
  };
}

/**
 * Market beta of a security at each of these ascending indices of its bars, from returns between the sessions
 * that it and the market both have, before that day: see {@link BETA}. 1 without a market.
 */
export function marketBetas(bars: Closes, benchmark: Closes | null, indices: Int32Array): Float64Array {
  if (benchmark === null || indices.length === 0) return new Float64Array(indices.length).fill(BETA.priorMean);
  const common = commonSessions(
    bars,
    benchmark,
    dayOf(civilOf(at(bars.days, at(indices, 0))).year - YEARS_BEFORE, 1, 1),
  );
  let [year, betaBefore] = [Number.NaN, (_day: number): number => BETA.priorMean];
  return Float64Array.from(indices, (index) => {
    const day = at(bars.days, index);
    const own = civilOf(day).year;
    if (own !== year) [year, betaBefore] = [own, betasOfYear(common, own)];
    return betaBefore(day);
  });
}
