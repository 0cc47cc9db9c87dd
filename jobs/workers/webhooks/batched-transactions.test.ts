import { describe, expect, it } from '@jest/globals';
import { batched } from './batched-transactions.js';

/** Work that is let go by hand, and what it was asked for. */
function byHand(options: { readonly most?: number; readonly lanes?: number } = {}) {
  const groups: { readonly asked: readonly string[]; readonly finish: (error?: Error) => void }[] = [];
  const ask = batched<string, string>({
    work: (asked) =>
      new Promise((resolve, reject) =>
        groups.push({
          asked,
          finish: (error) => (error === undefined ? resolve(asked.map((each) => each.toUpperCase())) : reject(error)),
        }),
      ),
    keyOf: (asked) => asked.slice(0, 1),
    most: options.most ?? 100,
    lanes: options.lanes ?? 1,
  });
  const until = async (count: number): Promise<void> => {
    while (groups.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, groups, until };
}

describe('batched transactions', () => {
  it('process concurrent requests in one batch, each with its own result', async () => {
    const { ask, groups, until } = byHand();
    const answers = Promise.all(['a', 'b', 'c'].map((each) => ask(each)));
    await until(1);
    groups[0]?.finish();
    expect(await answers).toEqual(['A', 'B', 'C']);
    expect(groups.map(({ asked }) => asked)).toEqual([['a', 'b', 'c']]);
  });

  it('collect requests while busy, up to the batch size', async () => {
    const { ask, groups, until } = byHand({ most: 2 });
    const first = ask('a');
    await until(1);
    const rest = Promise.all(['b', 'c', 'd'].map((each) => ask(each)));
    groups[0]?.finish();
    await until(2);
    groups[1]?.finish();
    await until(3);
    groups[2]?.finish();
    expect([await first, ...(await rest)]).toEqual(['A', 'B', 'C', 'D']);
    expect(groups.map(({ asked }) => asked)).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('never process two requests with the same key at once, in any lane', async () => {
    const { ask, groups, until } = byHand({ lanes: 2 });
    const answers = Promise.all([ask('a1'), ask('a2'), ask('b')]);
    await until(1);
    expect(groups[0]?.asked).toEqual(['a1', 'b']);
    const other = ask('c');
    await until(2);
    expect(groups[1]?.asked).toEqual(['c']);
    groups[0]?.finish();
    await until(3);
    expect(groups[2]?.asked).toEqual(['a2']);
    groups[1]?.finish();
    groups[2]?.finish();
    expect([...(await answers), await other]).toEqual(['A1', 'A2', 'B', 'C']);
  });

  it('reject only the requests of a failed batch, and continue', async () => {
    const { ask, groups, until } = byHand();
    const failed = Promise.allSettled([ask('a'), ask('b')]);
    await until(1);
    groups[0]?.finish(new Error('away'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = ask('a');
    await until(2);
    groups[1]?.finish();
    expect(await again).toBe('A');
  });
});
