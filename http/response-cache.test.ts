import { describe, expect, it } from '@jest/globals';
import { ReusableBody } from './compression.js';
import { FakeContext } from '../rest-compat/fixtures/context.js';
import { createResponseCache } from './response-cache.js';

const IDENTITY = {
  accountId: 'acc_1',
  tier: 'pro',
  keyId: 'key_1',
  sessionId: null,
  perMinute: 60,
  perMonth: 100,
  dailyTokenCap: 0,
} as const;

function contextOver(versions: Readonly<Record<string, number>>): FakeContext {
  const context = new FakeContext(
    { identity: IDENTITY, requestId: 'r', nowMs: 0, onAbandoned: () => undefined },
    { used: 0, limit: 100 },
  );
  for (const [name, version] of Object.entries(versions)) context.versions.set(name, version);
  context.dataSources.add('files');
  context.charge(1);
  return context;
}

describe('the response cache', () => {
  it('returns a response with its units and sources while the versions of its data are unchanged', () => {
    const versions = new Map([['bars:AAPL', 3]]);
    const cache = createResponseCache((name) => versions.get(name));
    cache.add('k', new ReusableBody('{}'), '"t"', contextOver({ 'bars:AAPL': 3 }));
    expect(cache.find('k')).toMatchObject({
      body: { bytes: '{}' },
      tag: '"t"',
      cost: { requests: 1, transcripts: 0 },
      dataSources: ['files'],
    });
    expect(cache.find('other')).toBeUndefined();
  });

  it('drops a response when the version of one of its tables or histories changes', () => {
    const versions = new Map([
      ['bars:AAPL', 3],
      ['private_companies', 1],
    ]);
    const cache = createResponseCache((name) => versions.get(name));
    cache.add('k', new ReusableBody('{}'), '"t"', contextOver({ 'bars:AAPL': 3, private_companies: 1 }));
    versions.set('private_companies', 2);
    expect(cache.find('k')).toBeUndefined();
    versions.set('private_companies', 1);
    expect(cache.find('k')).toBeUndefined();
  });

  it('returns nothing for a history that is no longer in memory or was never stored', () => {
    const versions = new Map([['bars:AAPL', 3]]);
    const cache = createResponseCache((name) => versions.get(name));
    cache.add('gone', new ReusableBody('{}'), '"t"', contextOver({ 'bars:AAPL': 3 }));
    cache.add('absent', new ReusableBody('{}'), '"t"', contextOver({ 'bars:AAPL': 3, 'bars:SPY': -1 }));
    expect(cache.find('gone')).toBeDefined();
    versions.delete('bars:AAPL');
    expect([cache.find('gone'), cache.find('absent')]).toEqual([undefined, undefined]);
  });

  it('does not cache responses that depend on caller or time, or whose table changed meanwhile', () => {
    const versions = new Map([['private_companies', 2]]);
    const cache = createResponseCache((name) => versions.get(name));
    cache.add('old', new ReusableBody('{}'), '"t"', contextOver({ private_companies: 1 }));
    versions.set('private_companies', 1);
    for (const mark of ['caller', 'clock'])
      cache.add(mark, new ReusableBody('{}'), '"t"', contextOver({ private_companies: 1, [mark]: -1 }));
    expect([cache.find('old'), cache.find('caller'), cache.find('clock')]).toEqual([undefined, undefined, undefined]);
    cache.add('new', new ReusableBody('{}'), '"t"', contextOver({ private_companies: 1 }));
    expect(cache.find('new')).toBeDefined();
  });

  it('does not cache responses without stored data', () => {
    const cache = createResponseCache(() => 1);
    cache.add('k', new ReusableBody('{}'), '"t"', contextOver({}));
    expect(cache.find('k')).toBeUndefined();
  });
});
