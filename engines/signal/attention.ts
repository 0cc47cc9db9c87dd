import { at } from '../series.js';
import { ATTENTION } from './constants.js';

/**
 * Attention at each session: its log volume less the mean of the 49 sessions before, over their sample deviation (at
 * least 0.01). NaN until there are 49; a session without volume restarts the count. Median 0 for volume that varies by
 * chance.
 *
 * Source: the window of S. Gervais, R. Kaniel & D. Mingelgrin, Journal of Finance 56 (2001).
 */
export function attention(volume: Float64Array): Float64Array {
  const { sessionsBefore: n, floor } = ATTENTION;
  const out = new Float64Array(volume.length).fill(Number.NaN);
  const logs = volume.map((shares) => (shares > 0 ? Math.log(shares) : Number.NaN));
  let [run, sum, squares] = [0, 0, 0];
  // Volumes are read against the first of a run, which keeps the sums small.
  let base = 0;
  for (let i = 0; i < logs.length; i += 1) {
    const log = at(logs, i);
    if (!Number.isFinite(log)) {
      run = sum = squares = 0;
      continue;
    }
    if (run === 0) base = log;
    const own = log - base;
    if (run >= n) {
      const centre = sum / n;
      out[i] = (own - centre) / Math.max(floor, Math.sqrt(Math.max(0, squares - sum * centre) / (n - 1)));
      const left = at(logs, i - n) - base;
      sum -= left;
      squares -= left * left;
    }
    run += 1;
    sum += own;
    squares += own * own;
  }
  return out;
}
