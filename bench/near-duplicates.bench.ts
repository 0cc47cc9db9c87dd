import {
  clusterHeadlines,
  readHeadline,
  similarPairs,
  similarity,
  type ReadHeadline,
} from '../engines/text/near-duplicates.js';
import { inventedHeadlines } from '../test/independent/headlines.js';

/* Near-duplicate titles through the index against comparing each title with each; both must find the same pairs. */

const SIZES = [1000, 10_000];
const RUNS = 3;

interface Timed<Result> {
  readonly ms: number;
  readonly result: Result;
}

/** The median time of some runs, and the last result. */
function timed<Result>(run: () => Result): Timed<Result> {
  let result = run();
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    result = run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { ms: times[RUNS >> 1] ?? Number.NaN, result };
}

function allPairs(read: readonly ReadHeadline[]): string[] {
  const pairs: string[] = [];
  for (const [i, one] of read.entries()) {
    for (let k = i + 1; k < read.length; k += 1) {
      const other = read[k];
      if (other !== undefined && similarity(one, other) > 0) pairs.push(`${i} ${k}`);
    }
  }
  return pairs.sort();
}

const indexedPairs = (read: readonly ReadHeadline[]): string[] =>
  similarPairs(read)
    .map(({ one, other }) => `${one} ${other}`)
    .sort();

for (const size of SIZES) {
  const headlines = inventedHeadlines(size);
  const reading = timed(() => headlines.map(readHeadline));
  const index = timed(() => indexedPairs(reading.result));
  const peer = timed(() => allPairs(reading.result));
  if (index.result.join() !== peer.result.join()) {
    throw new Error(`The index found ${index.result.length} pairs, comparing all ${peer.result.length}.`);
  }
  const whole = timed(() => clusterHeadlines(headlines));
  const ratio = (peer.ms / index.ms).toFixed(1);
  console.log(`${size} headlines: the same ${index.result.length} pairs by the index and by comparing all`);
  console.log(`  index ${index.ms.toFixed(0)} ms, all pairs ${peer.ms.toFixed(0)} ms: ${ratio} times as fast`);
  console.log(`  reading ${((reading.ms * 1000) / size).toFixed(1)} µs a title`);
  console.log(`  ${whole.result.length} stories in ${whole.ms.toFixed(0)} ms, reading included`);
}
