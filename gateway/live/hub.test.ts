import { describe, expect, it } from '@jest/globals';
import { createHub, type Hub } from './hub.js';

function follow(hub: Hub, topic: string, keys: readonly string[] | null, accountId = 'acc_1') {
  const received: string[] = [];
  return { received, leave: hub.follow({ topic, keys, accountId, push: (key) => received.push(key) }) };
}

describe('the hub', () => {
  it('delivers to followers of the topic and key only', () => {
    const hub = createHub();
    const [aapl, both, other] = [
      follow(hub, 'signal', ['AAPL']),
      follow(hub, 'signal', ['AAPL', 'MSFT']),
      follow(hub, 'run', ['AAPL']),
    ];
    hub.deliver({ topic: 'signal', key: 'AAPL' });
    hub.deliver({ topic: 'signal', key: 'MSFT' });
    expect([aapl.received, both.received, other.received]).toEqual([['AAPL'], ['AAPL', 'MSFT'], []]);
  });

  it('delivers an account’s event to that account only', () => {
    const hub = createHub();
    const [own, others, key, othersKey] = [
      follow(hub, 'run', null),
      follow(hub, 'run', null, 'acc_2'),
      follow(hub, 'run', ['run_1']),
      follow(hub, 'run', ['run_1'], 'acc_2'),
    ];
    hub.deliver({ topic: 'run', key: 'run_1', accountId: 'acc_1' });
    expect([own.received, key.received]).toEqual([['run_1'], ['run_1']]);
    expect([others.received, othersKey.received]).toEqual([[], []]);
  });

  it('delivers each version once, even if several publishers send it', () => {
    const hub = createHub();
    const { received } = follow(hub, 'signal', ['AAPL']);
    hub.settle('signal', 'AAPL', 'Buy 60');
    for (const version of ['Buy 60', 'Buy 61', 'Buy 61', 'Buy 60'])
      hub.deliver({ topic: 'signal', key: 'AAPL', version });
    expect(received).toEqual(['AAPL', 'AAPL']);
  });

  it('notifies the followers of keys without a known version after a gap', () => {
    const hub = createHub();
    const [known, unknown] = [follow(hub, 'signal', ['AAPL']), follow(hub, 'run', ['run_1'])];
    hub.settle('signal', 'AAPL', 'Buy 60');
    hub.resync();
    expect([known.received, unknown.received]).toEqual([[], ['run_1']]);
  });

  it('retains nothing for followers that left', () => {
    const hub = createHub();
    const [one, two, own] = [
      follow(hub, 'signal', ['AAPL', 'MSFT']),
      follow(hub, 'signal', ['AAPL']),
      follow(hub, 'run', null),
    ];
    hub.settle('signal', 'AAPL', 'Buy 60');
    one.leave();
    one.leave();
    expect(hub.followed('signal')).toEqual(['AAPL']);
    two.leave();
    own.leave();
    hub.deliver({ topic: 'signal', key: 'AAPL' });
    hub.deliver({ topic: 'run', key: 'run_1', accountId: 'acc_1' });
    expect([one.received, two.received, own.received]).toEqual([[], [], []]);
    expect(hub.followed('signal')).toEqual([]);
    expect(hub.versionOf('signal', 'AAPL')).toBeUndefined();
  });
});
