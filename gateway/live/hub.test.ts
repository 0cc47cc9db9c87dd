import { describe, expect, it } from '@jest/globals';
import { createHub, type Hub } from './hub.js';

function follow(hub: Hub, topic: string, keys: readonly string[] | null, accountId = 'acc_1') {
  const told: string[] = [];
  return { told, leave: hub.follow({ topic, keys, accountId, push: (key) => told.push(key) }) };
}

describe('the hub', () => {
  it('tells those who follow the topic and the key, and nobody else', () => {
    const hub = createHub();
    const [aapl, both, other] = [follow(hub, 'signal', ['AAPL']), follow(hub, 'signal', ['AAPL', 'MSFT']), follow(hub, 'run', ['AAPL'])];
    hub.deliver({ topic: 'signal', key: 'AAPL' });
    hub.deliver({ topic: 'signal', key: 'MSFT' });
    expect([aapl.told, both.told, other.told]).toEqual([['AAPL'], ['AAPL', 'MSFT'], []]);
  });

  it('tells of an account’s own event that account alone', () => {
    const hub = createHub();
    const [own, others, key, othersKey] = [follow(hub, 'run', null), follow(hub, 'run', null, 'acc_2'), follow(hub, 'run', ['run_1']), follow(hub, 'run', ['run_1'], 'acc_2')];
    hub.deliver({ topic: 'run', key: 'run_1', accountId: 'acc_1' });
    expect([own.told, key.told]).toEqual([['run_1'], ['run_1']]);
    expect([others.told, othersKey.told]).toEqual([[], []]);
  });

  it('tells each version once, whoever else publishes it', () => {
    const hub = createHub();
    const { told } = follow(hub, 'signal', ['AAPL']);
    hub.settle('signal', 'AAPL', 'Buy 60');
    for (const version of ['Buy 60', 'Buy 61', 'Buy 61', 'Buy 60']) hub.deliver({ topic: 'signal', key: 'AAPL', version });
    expect(told).toEqual(['AAPL', 'AAPL']);
  });

  it('tells after a gap of what has no known version', () => {
    const hub = createHub();
    const [known, unknown] = [follow(hub, 'signal', ['AAPL']), follow(hub, 'run', ['run_1'])];
    hub.settle('signal', 'AAPL', 'Buy 60');
    hub.resync();
    expect([known.told, unknown.told]).toEqual([[], ['run_1']]);
  });

  it('keeps nothing of those who left', () => {
    const hub = createHub();
    const [one, two, own] = [follow(hub, 'signal', ['AAPL', 'MSFT']), follow(hub, 'signal', ['AAPL']), follow(hub, 'run', null)];
    hub.settle('signal', 'AAPL', 'Buy 60');
    one.leave();
    one.leave();
    expect(hub.followed('signal')).toEqual(['AAPL']);
    two.leave();
    own.leave();
    hub.deliver({ topic: 'signal', key: 'AAPL' });
    hub.deliver({ topic: 'run', key: 'run_1', accountId: 'acc_1' });
    expect([one.told, two.told, own.told]).toEqual([[], [], []]);
    expect(hub.followed('signal')).toEqual([]);
    expect(hub.versionOf('signal', 'AAPL')).toBeUndefined();
  });
});
