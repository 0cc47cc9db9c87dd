import { describe, expect, it } from '@jest/globals';
import { FakeContext } from './fixtures/context.js';
import { createKeptAnswers } from './response-cache.js';

const IDENTITY = { accountId: 'acc_1', tier: 'pro', keyId: 'key_1', sessionId: null, perMinute: 60, perMonth: 100, dailyTokenCap: 0 } as const;

function contextOver(versions: Readonly<Record<string, number>>): FakeContext {
  const context = new FakeContext({ identity: IDENTITY, requestId: 'r', nowMs: 0, onAbandoned: () => undefined }, { used: 0, limit: 100 });
  for (const [name, version] of Object.entries(versions)) context.versions.set(name, version);
  context.dataSources.add('files');
  context.charge(1);
  return context;
}

describe('kept answers', () => {
  it('gives an answer again, with its units and sources, while all that it rests on has the version of then', () => {
    const versions = new Map([['bars:AAPL', 3]]);
    const kept = createKeptAnswers((name) => versions.get(name));
    kept.keep('k', '{}', '"t"', contextOver({ 'bars:AAPL': 3 }));
    expect(kept.find('k')).toMatchObject({ bytes: '{}', tag: '"t"', units: 1, dataSources: ['files'] });
    expect(kept.find('other')).toBeUndefined();
  });

  it('forgets an answer as soon as one of the tables or histories it rests on has another version', () => {
    const versions = new Map([['bars:AAPL', 3], ['private_companies', 1]]);
    const kept = createKeptAnswers((name) => versions.get(name));
    kept.keep('k', '{}', '"t"', contextOver({ 'bars:AAPL': 3, private_companies: 1 }));
    versions.set('private_companies', 2);
    expect(kept.find('k')).toBeUndefined();
    versions.set('private_companies', 1);
    expect(kept.find('k')).toBeUndefined();
  });

  it('does not answer for a history that is no longer in memory, or was never stored', () => {
    const versions = new Map([['bars:AAPL', 3]]);
    const kept = createKeptAnswers((name) => versions.get(name));
    kept.keep('gone', '{}', '"t"', contextOver({ 'bars:AAPL': 3 }));
    kept.keep('absent', '{}', '"t"', contextOver({ 'bars:AAPL': 3, 'bars:SPY': -1 }));
    expect(kept.find('gone')).toBeDefined();
    versions.delete('bars:AAPL');
    expect([kept.find('gone'), kept.find('absent')]).toEqual([undefined, undefined]);
  });

  it('keeps no answer whose table changed while it was made, or that depends on its caller or its moment', () => {
    const versions = new Map([['private_companies', 2]]);
    const kept = createKeptAnswers((name) => versions.get(name));
    kept.keep('old', '{}', '"t"', contextOver({ private_companies: 1 }));
    versions.set('private_companies', 1);
    for (const mark of ['caller', 'clock']) kept.keep(mark, '{}', '"t"', contextOver({ private_companies: 1, [mark]: -1 }));
    expect([kept.find('old'), kept.find('caller'), kept.find('clock')]).toEqual([undefined, undefined, undefined]);
    kept.keep('new', '{}', '"t"', contextOver({ private_companies: 1 }));
    expect(kept.find('new')).toBeDefined();
  });

  it('keeps nothing that rests on no stored data', () => {
    const kept = createKeptAnswers(() => 1);
    kept.keep('k', '{}', '"t"', contextOver({}));
    expect(kept.find('k')).toBeUndefined();
  });
});
