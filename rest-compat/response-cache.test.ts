import { describe, expect, it } from '@jest/globals';
import { FakeContext } from './fixtures/context.js';
import { createKeptAnswers } from './response-cache.js';

const IDENTITY = { accountId: 'acc_1', tier: 'pro', keyId: 'key_1', sessionId: null, perMinute: 60, perMonth: 100, dailyTokenCap: 0 } as const;

function contextOver(histories: Readonly<Record<string, number>>): FakeContext {
  const context = new FakeContext({ identity: IDENTITY, requestId: 'r', nowMs: 0, onAbandoned: () => undefined }, { used: 0, limit: 100 });
  for (const [symbol, version] of Object.entries(histories)) context.histories.set(symbol, version);
  context.dataSources.add('files');
  context.charge(1);
  return context;
}

describe('kept answers', () => {
  it('gives an answer again, with its units and sources, while its histories are the ones in memory', () => {
    const versions = new Map([['AAPL', 3]]);
    const kept = createKeptAnswers((symbol) => versions.get(symbol));
    kept.keep('k', '{}', '"t"', contextOver({ AAPL: 3 }));
    expect(kept.find('k')).toMatchObject({ bytes: '{}', tag: '"t"', units: 1, dataSources: ['files'] });
    expect(kept.find('other')).toBeUndefined();
  });

  it('forgets an answer as soon as one of its histories has another version', () => {
    const versions = new Map([['AAPL', 3], ['SPY', 1]]);
    const kept = createKeptAnswers((symbol) => versions.get(symbol));
    kept.keep('k', '{}', '"t"', contextOver({ AAPL: 3, SPY: 1 }));
    versions.set('SPY', 2);
    expect(kept.find('k')).toBeUndefined();
    versions.set('SPY', 1);
    expect(kept.find('k')).toBeUndefined();
  });

  it('does not answer for a history that is no longer in memory, or was never stored', () => {
    const kept = createKeptAnswers(() => undefined);
    kept.keep('gone', '{}', '"t"', contextOver({ AAPL: 3 }));
    kept.keep('absent', '{}', '"t"', contextOver({ SPY: -1 }));
    expect([kept.find('gone'), kept.find('absent')]).toEqual([undefined, undefined]);
  });

  it('keeps nothing that rests on no history', () => {
    const kept = createKeptAnswers(() => 1);
    kept.keep('k', '{}', '"t"', contextOver({}));
    expect(kept.find('k')).toBeUndefined();
  });
});
