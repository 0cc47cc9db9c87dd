import { at } from '../series.js';
import { VOLATILITY } from './constants.js';

/**
 * Rolling daily volatility: at each index the sample standard deviation of the newest 63 log returns (at least 20) up
 * to it, floored at 0.0001; NaN before that. A price that is not positive restarts the window.
 */
export function dailyVolatility(close: Float64Array): Float64Array {
  const { window, minReturns, floor } = VOLATILITY;
  const out = new Float64Array(close.length).fill(Number.NaN);
  const returns = new Float64Array(close.length);
  let run = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 1; i < close.length; i += 1) {
    if (!(at(close, i) > 0 && at(close, i - 1) > 0)) {
      run = sum = squares = 0;
      continue;
    }
    const ret = Math.log(at(close, i) / at(close, i - 1));
    returns[i] = ret;
    run += 1;
    sum += ret;
    squares += ret * ret;
    if (run > window) {
      const left = at(returns, i - window);
      sum -= left;
      squares -= left * left;
    }
    const n = Math.min(run, window);
    // Cancellation can leave a variance slightly below 0 for constant prices; the floor covers it.
    if (n >= minReturns) out[i] = Math.max(floor, Math.sqrt(Math.max(0, (squares - (sum * sum) / n) / (n - 1))));
  }
  return out;
}
