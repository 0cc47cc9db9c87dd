import { describe, expect, it } from '@jest/globals';
import { createHub, type HubEvent } from './hub.js';
import { createWatch } from './watch.js';

/** Two processes that watch the same data and publish to both. */
function twoProcesses() {
  const stored = new Map([
    ['AAPL', 'Buy 60'],
    ['MSFT', 'Sell 40'],
  ]);
  const published: HubEvent[] = [];
  const errors: unknown[] = [];
  let failure: Error | null = null;
  const hubs = [createHub(), createHub()] as const;
  const computed: string[][] = [];
  const watches = hubs.map((hub) =>
    createWatch({
      topic: 'signal',
      hub,
      versions: async (keys) => {
        computed.push([...keys]);
        if (failure !== null) throw failure;
        return new Map(keys.map((key) => [key, stored.get(key) ?? 'none']));
      },
      publish: async (event) => {
        published.push(event);
        for (const each of hubs) each.deliver(event);
      },
      onError: (error) => errors.push(error),
    }),
  );
  const received: string[][] = [[], []];
  const follow = (process: 0 | 1, keys: readonly string[]) =>
    hubs[process].follow({ topic: 'signal', keys, accountId: 'acc_1', push: (key) => received[process]?.push(key) });
  const changed = async (...keys: readonly string[]): Promise<void> => {
    for (const watch of watches) watch.changed(keys.length === 0 ? undefined : keys);
    for (const watch of watches) await watch.idle();
  };
  const fail = (error: Error | null) => (failure = error);
  return { stored, published, errors, computed, watches, received, follow, changed, fail };
}

describe('a watch', () => {
  it('notifies every follower of a change once, in any process, however many processes watch', async () => {
    const { stored, received, follow, changed, watches } = twoProcesses();
    follow(0, ['AAPL', 'MSFT']);
    follow(1, ['AAPL']);
    await Promise.all(watches.map((watch, index) => watch.begin(index === 0 ? ['AAPL', 'MSFT'] : ['AAPL'])));
    stored.set('AAPL', 'Buy 61');
    await changed('AAPL', 'MSFT');
    expect(received).toEqual([['AAPL'], ['AAPL']]);
  });

  it('computes only versions of followed keys', async () => {
    const { computed, follow, changed } = twoProcesses();
    const leave = follow(0, ['AAPL']);
    await changed('AAPL', 'MSFT', 'NVDA');
    expect(computed).toEqual([['AAPL']]);
    leave();
    await changed();
    expect(computed).toHaveLength(1);
  });

  it('notifies followers of a key whose version was unknown', async () => {
    const { received, follow, changed } = twoProcesses();
    follow(0, ['AAPL']);
    await changed('AAPL');
    expect(received[0]).toEqual(['AAPL']);
  });

  it('recovers from a failure with the next change', async () => {
    const { received, errors, follow, changed, fail, watches } = twoProcesses();
    follow(0, ['AAPL']);
    fail(new Error('the database is away'));
    await watches[0]?.begin(['AAPL']);
    await changed('AAPL');
    expect(errors).toHaveLength(2);
    fail(null);
    await changed();
    expect(received[0]).toEqual(['AAPL']);
  });
});
