import type { Steps } from './steps.js';

/** Numbers by key, in one array: those of `key` from `starts[key]` to `starts[key + 1]`, ascending. */
export interface Postings {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

const AT_ONCE = 4096;

/** Postings of pairs: `keys[i]` has `values[i]`; in the order of the pairs. */
export function* postingsOf(keys: Uint32Array, values: Uint32Array, size: number): Steps<Postings> {
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < keys.length; i += 1) {
    const next = (keys[i] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
    if (i % AT_ONCE === 0) yield;
  }
  for (let key = 0; key < size; key += 1) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  yield;
  const place = starts.slice();
  const grouped = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] ?? 0;
    const at = place[key] ?? 0;
    grouped[at] = values[i] ?? 0;
    place[key] = at + 1;
    if (i % AT_ONCE === 0) yield;
  }
  return { starts, values: grouped };
}
