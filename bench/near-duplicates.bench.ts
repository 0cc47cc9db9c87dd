import { clusterHeadlines, readHeadline, similarPairs, similarity, type ReadHeadline } from '../engines/text/near-duplicates.js';
import { inventedHeadlines } from '../test/independent/headlines.js';

/* Near-duplicate titles through the index against comparing each title with each; both must find the same pairs. */

const SIZES = [1000, 10_000];

interface Timed<Result> {
  readonly ms: number;
  readonly result: Result;
}

function timed<Result>(run: () => Result): Timed<Result> {
  const start = performance.now();
  const result = run();
  return { ms: performance.now() - start, result };
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

const indexedPairs = (read: readonly ReadHeadline[]): string[] => similarPairs(read).map(({ one, other }) => `${one} ${other}`).sort();

const warm = inventedHeadlines(500).map(readHeadline);
for (let k = 0; k < 5; k += 1) {
  indexedPairs(warm);
  allPairs(warm);
}
for (const size of SIZES) {
  const headlines = inventedHeadlines(size);
  const reading = timed(() => headlines.map(readHeadline));
  const index = timed(() => indexedPairs(reading.result));
  const peer = timed(() => allPairs(reading.result));
  if (index.result.join() !== peer.result.join()) throw new Error(`The index found ${index.result.length} pairs, comparing all ${peer.result.length}.`);
  const whole = timed(() => clusterHeadlines(headlines));
  console.log(
    `${size} headlines, ${index.result.length} pairs: index ${index.ms.toFixed(0)} ms, all pairs ${peer.ms.toFixed(0)} ms, ${(peer.ms / index.ms).toFixed(1)} times as fast; ` +
      `reading ${((reading.ms * 1000) / size).toFixed(1)} µs a title; ${whole.result.length} stories in ${whole.ms.toFixed(0)} ms`,
  );
}
