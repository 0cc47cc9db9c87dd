import { describe, expect, it } from '@jest/globals';
import { capabilityFrom, capabilityOf, SDL } from '../fixtures/capabilities.js';
import { entityTag, isUnchanged } from '../../http/etag.js';
import { projection } from './project.js';
import { wireSpelling } from './wire.js';

describe('wire spelling', () => {
  it('spells enum values as in the contract, in and below lists', () => {
    const project = projection(capabilityOf('GET', '/usage'), SDL);
    expect(project({ body: { tier: 'PRO', endpoints: [{ tier: 'FREE' }, { tier: 'INSTITUTIONAL' }], ai_tokens: {} } })).toEqual({
      tier: 'pro', endpoints: [{ tier: 'free' }, { tier: 'institutional' }], ai_tokens: {},
    });
  });

  it('uses the aliases of the operation', () => {
    const { body } = capabilityFrom('{ body: signal(ticker: "A") { label: signal } }');
    const answer = { label: 'STRONG_SELL' };
    wireSpelling(body, SDL)?.(answer);
    expect(answer).toEqual({ label: 'Strong Sell' });
  });

  it('does nothing if all spellings are equal', () => {
    expect(wireSpelling(capabilityOf('GET', '/gap-stats').body, SDL)).toBeNull();
  });

  it('leaves null and translated values unchanged', () => {
    const rewrite = wireSpelling(capabilityOf('GET', '/signal').body, SDL);
    for (const signal of [null, 'Strong Buy']) {
      const answer = { signal };
      rewrite?.(answer);
      expect(answer).toEqual({ signal });
    }
  });
});

describe('bodies', () => {
  it('an operation with several root fields is the whole body', () => {
    const project = projection(capabilityFrom('{ one: signal(ticker: "A") { ticker } two: signal(ticker: "B") { signal } }'), SDL);
    expect(project({ one: { ticker: 'A' }, two: { signal: 'BUY' } })).toEqual({ one: { ticker: 'A' }, two: { signal: 'Buy' } });
  });

  it('a null root gives no body', () => {
    expect(projection(capabilityOf('GET', '/signal'), SDL)({ body: null })).toBeNull();
  });

  it('an optional field is omitted if it has no value', () => {
    const project = projection(capabilityOf('GET', '/usage'), SDL);
    expect(project({ body: { endpoints: [], ai_tokens: null } })).toEqual({ endpoints: [] });
    expect(project({ body: { endpoints: [], ai_tokens: { today_used: 0 } } })).toEqual({ endpoints: [], ai_tokens: { today_used: 0 } });
  });

  it('a failed backtest only has the reason, a successful one has no status', () => {
    const project = projection(capabilityOf('GET', '/backtest'), SDL);
    const common = { ticker: 'A', strategy: 'trend', years: 5, curve: null, edge: null, api_version: 'v1' };
    expect(project({ body: { ok: false, status: 'insufficient_data', message: 'Too short.', ...common } })).toEqual({
      ok: false, status: 'insufficient_data', message: 'Too short.', ticker: 'A', strategy: 'trend', years: 5, api_version: 'v1',
    });
    expect(project({ body: { ok: true, status: null, message: null, ...common } })).toEqual({ ok: true, ...common });
  });
});

describe('entity tags', () => {
  const tag = entityTag('{"a":1}');

  it('are strong, equal for equal bytes and different for others', () => {
    expect(tag).toMatch(/^"[A-Za-z0-9_-]+"$/);
    expect(entityTag(Buffer.from('{"a":1}'))).toBe(tag);
    expect(entityTag('{"a":2}')).not.toBe(tag);
  });

  it.each([[tag, true], [`W/${tag}`, true], ['*', true], [`"x", W/"y" , ${tag}`, true], ['"x"', false], ['', false], [undefined, false], [tag.slice(1, -1), false]])('If-None-Match %s matches: %s', (given, matches) => {
    expect(isUnchanged(given, tag)).toBe(matches);
  });
});
