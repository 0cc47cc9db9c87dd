import { expect, it } from '@jest/globals';
import { ReadThrough } from './read-through.js';

/** A source of values that answers when told to. */
function source() {
  const asked: {
    keys: readonly string[];
    answer: (values: Record<string, { n: number }>) => void;
    fail: (error: Error) => void;
  }[] = [];
  const cache = new ReadThrough<{ n: number }>({
    maxBytes: 1000,
    sizeOf: () => 300,
    fetch: (keys) =>
      new Promise((resolve, reject) => {
        asked.push({ keys, answer: (values) => resolve(new Map(Object.entries(values))), fail: reject });
      }),
  });
  return { asked, cache };
}

it('shares concurrent fetches, and does not refetch cached or missing keys', async () => {
  const { asked, cache } = source();
  const both = Promise.all([cache.load(['a', 'b']), cache.load(['b', 'a'])]);
  asked[0]?.answer({ a: { n: 1 } });
  expect((await both).map((found) => [...found])).toEqual([[['a', { n: 1 }]], [['a', { n: 1 }]]]);
  expect(await cache.load(['a', 'b'])).toEqual(new Map([['a', { n: 1 }]]));
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']]);
});

it('does not cache a key invalidated during its fetch', async () => {
  const { asked, cache } = source();
  const old = cache.load(['a', 'b']);
  cache.forget(['a']);
  const fresh = cache.load(['a']);
  asked[0]?.answer({ a: { n: 1 }, b: { n: 5 } });
  asked[1]?.answer({ a: { n: 2 } });
  await Promise.all([old, fresh]);
  expect(await cache.load(['a', 'b'])).toEqual(
    new Map([
      ['a', { n: 2 }],
      ['b', { n: 5 }],
    ]),
  );
  const another = cache.load(['c']);
  cache.forget();
  asked[2]?.answer({ c: { n: 1 } });
  await another;
  void cache.load(['c']);
  expect(asked).toHaveLength(4);
});

it('evicts the least recently used beyond its size', async () => {
  const { asked, cache } = source();
  const filled = cache.load(['a', 'b', 'c', 'd']);
  asked[0]?.answer({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { n: 4 } });
  await filled;
  void cache.load(['d', 'a']);
  expect(asked[1]?.keys).toEqual(['a']);
});

it('does not cache failures', async () => {
  const { asked, cache } = source();
  const failed = cache.load(['a']);
  asked[0]?.fail(new Error('down'));
  await expect(failed).rejects.toThrow('down');
  const again = cache.load(['a']);
  asked[1]?.answer({ a: { n: 1 } });
  expect((await again).size).toBe(1);
});
