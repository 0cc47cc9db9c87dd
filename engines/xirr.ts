import { at } from './series.js';

const LOWEST_RATE = -0.9999;
const HIGHEST_RATE = 100;
const DAYS_PER_YEAR = 365;
const MAX_STEPS = 200;
/** Newton stops where the next step would change the log rate by less than this. */
const TOLERANCE = 1e-15;

/**
 * Money-weighted yearly return: the rate r with Σ flow_i · (1 + r)^(−(day_i − day_0) / 365) = 0.
 *
 * `flows` are in one currency, negative when paid in, positive when taken out; `days` are epoch days of the same
 * length, the earliest first. Null if all flows share a date or no rate in [−0.9999, 100] solves it.
 *
 * Solved for ln(1 + r) by Newton's method inside a shrinking bracket, with bisection for steps that leave it. The
 * solution is unique if money is paid in before it is taken out.
 */
export function xirr(flows: Float64Array, days: Int32Array): number | null {
  const origin = at(days, 0);
  const years = Float64Array.from(days, (day) => (day - origin) / DAYS_PER_YEAR);
  if (!years.some((time) => time !== 0)) return null;
  const value = (logRate: number): number => {
    let sum = 0;
    for (let i = 0; i < flows.length; i += 1) sum += at(flows, i) * Math.exp(-logRate * at(years, i));
    return sum;
  };
  let low = Math.log1p(LOWEST_RATE);
  let high = Math.log1p(HIGHEST_RATE);
  const lowValue = value(low);
  const highValue = value(high);
  if (lowValue === 0) return LOWEST_RATE;
  if (highValue === 0) return HIGHEST_RATE;
  if (!(lowValue * highValue < 0)) return null;

  let logRate = 0.1;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    let sum = 0;
    let slope = 0;
    for (let i = 0; i < flows.length; i += 1) {
      const term = at(flows, i) * Math.exp(-logRate * at(years, i));
      sum += term;
      slope -= term * at(years, i);
    }
    if (sum === 0) break;
    if (sum > 0 === lowValue > 0) low = logRate;
    else high = logRate;
    const newton = logRate - sum / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const isDone = Math.abs(next - logRate) <= TOLERANCE * (1 + Math.abs(logRate));
    logRate = next;
    if (isDone) break;
  }
  return Math.expm1(logRate);
}
