import { describe, expect, it } from '@jest/globals';
import { capabilityFrom, capabilityOf, SDL } from '../fixtures/capabilities.js';
import { entityTag, isUnchanged } from '../../http/etag.js';
import { projection } from './project.js';
import { wireSpelling } from './wire.js';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const request = (variables: Readonly<Record<string, unknown>> = {}) => ({ variables, nowMs: NOW_MS });

describe('wire spelling', () => {
  it('spells enum values as in the contract, in and below lists', () => {
    const project = projection(capabilityOf('GET', '/usage'), SDL);
    expect(
      project.body(
        { body: { tier: 'PRO', endpoints: [{ tier: 'FREE' }, { tier: 'INSTITUTIONAL' }], ai_tokens: {} } },
        request(),
      ),
    ).toEqual({
      tier: 'pro',
      endpoints: [{ tier: 'free' }, { tier: 'institutional' }],
      ai_tokens: {},
    });
  });

  it('uses the aliases of the operation', () => {
    const { body } = capabilityFrom('{ security(ticker: "A") { body: signal { title: label } } }');
    const answer = { title: 'STRONG_SELL' };
    wireSpelling(body, SDL)?.(answer, NOW_MS);
    expect(answer).toEqual({ title: 'Strong Sell' });
  });

  it('does nothing if all spellings are equal', () => {
    expect(
      wireSpelling(capabilityFrom('{ security(ticker: "A") { body: quote { last vwap } } }').body, SDL),
    ).toBeNull();
  });

  it('leaves null and translated values unchanged', () => {
    const rewrite = wireSpelling(capabilityOf('GET', '/signal').body, SDL);
    for (const signal of [null, 'Strong Buy']) {
      const answer = { signal };
      rewrite?.(answer, NOW_MS);
      expect(answer).toEqual({ signal });
    }
  });
});

describe('the form of a value', () => {
  it('a date is epoch milliseconds of its midnight, in every entry of a list', () => {
    const project = projection(capabilityOf('GET', '/dca'), SDL);
    const data = { security: { body: { from: '2026-01-02', series: [{ t: '1970-01-02' }, { t: '2026-01-02' }] } } };
    expect(project.body(data, request({ ticker: 'A' }))).toMatchObject({
      from: '2026-01-02',
      series: [{ t: 86_400_000 }, { t: Date.UTC(2026, 0, 2) }],
    });
  });

  it.each([
    [NOW_MS + 90_000, 90],
    [NOW_MS + 1, 1],
    [NOW_MS, 1],
  ])('an instant (%i) is whole seconds from the request, at least one: %i', (instant, seconds) => {
    const project = projection(capabilityOf('GET', '/usage'), SDL);
    const data = { body: { endpoints: [], ai_tokens: { resets_in_s: new Date(instant).toISOString() } } };
    expect(project.body(data, request())).toMatchObject({ ai_tokens: { resets_in_s: seconds } });
  });

  it('null stays null', () => {
    const { body } = capabilityFrom('{ body: usage { ai_tokens: aiTokens { resets_in_s: resetsAt } } }');
    const answer = { ai_tokens: { resets_in_s: null } };
    wireSpelling(body, SDL)?.(answer, NOW_MS);
    expect(answer).toEqual({ ai_tokens: { resets_in_s: null } });
  });
});

describe('a connection', () => {
  const project = projection(capabilityOf('GET', '/webhooks'), SDL);
  const attempt = { id: 'dlv_1', event_type: 'SIGNAL_FLIP', status: 'FAILED', http_status: null, error: 'Refused.' };

  it('is a list, whose entries have the contract’s words', () => {
    const webhook = (nodes: readonly object[]) => ({
      id: 'we_1',
      events: ['IPO_LISTING'],
      status: 'ACTIVE',
      disabled_reason: null,
      recent_deliveries: { nodes },
    });
    expect(project.body({ webhooks: [webhook([{ ...attempt }]), webhook([])] }, request())).toEqual({
      count: 2,
      total: 2,
      webhooks: [
        {
          id: 'we_1',
          events: ['ipo.listing'],
          status: 'active',
          recent_deliveries: [{ id: 'dlv_1', event_type: 'signal.flip', status: 'failed', error: 'Refused.' }],
        },
        { id: 'we_1', events: ['ipo.listing'], status: 'active', recent_deliveries: [] },
      ],
    });
  });

  it('that is null stays null', () => {
    expect(project.body({ webhooks: [{ recent_deliveries: null }] }, request())).toMatchObject({
      webhooks: [{ recent_deliveries: null }],
    });
  });

  it('of which more than the entries is selected stays as it is', () => {
    const { body } = capabilityFrom('{ body: viewer { watchlists { nodes { name } totalCount } } }');
    expect(wireSpelling(body, SDL)).toBeNull();
  });
});

describe('bodies', () => {
  it('an operation with several root fields is the whole body', () => {
    const project = projection(capabilityFrom('{ one: market { status } two: usage { tier } }'), SDL);
    expect(project.body({ one: { status: 'PRE_MARKET' }, two: { tier: 'FREE' } }, request())).toEqual({
      one: { status: 'pre' },
      two: { tier: 'free' },
    });
  });

  it('a null in place of the body, or of an object above it, gives no body', () => {
    const project = projection(capabilityOf('GET', '/dca'), SDL);
    for (const data of [{ security: { body: null } }, { security: null }, {}])
      expect(project.body(data, request())).toBeNull();
  });

  it('an optional field is omitted if it has no value', () => {
    const project = projection(capabilityOf('GET', '/usage'), SDL);
    expect(project.body({ body: { endpoints: [], ai_tokens: null } }, request())).toEqual({ endpoints: [] });
    expect(project.body({ body: { endpoints: [], ai_tokens: { today_used: 0 } } }, request())).toEqual({
      endpoints: [],
      ai_tokens: { today_used: 0 },
    });
  });

  it('the secret of a new webhook stands in the place of its hint, once', () => {
    const project = projection(capabilityOf('POST', '/webhooks'), SDL);
    const data = {
      registerWebhook: {
        body: { id: 'we_1', secret: 'whsec_…4567', status: 'ACTIVE', recent_deliveries: { nodes: [] } },
        secret: 'whsec_01234567',
      },
    };
    expect(project.body(data, request())).toEqual({
      id: 'we_1',
      secret: 'whsec_01234567',
      status: 'active',
      recent_deliveries: [],
    });
  });
});

describe('entity tags', () => {
  const tag = entityTag('{"a":1}');

  it('are strong, equal for equal bytes and different for others', () => {
    expect(tag).toMatch(/^"[A-Za-z0-9_-]+"$/);
    expect(entityTag(Buffer.from('{"a":1}'))).toBe(tag);
    expect(entityTag('{"a":2}')).not.toBe(tag);
  });

  it.each([
    [tag, true],
    [`W/${tag}`, true],
    ['*', true],
    [' * ', true],
    ['"*"', false],
    ['*, "x"', false],
    [`"x", W/"y" , ${tag}`, true],
    ['"x"', false],
    ['', false],
    [undefined, false],
    [tag.slice(1, -1), false],
  ])('If-None-Match %s matches: %s', (given, matches) => {
    expect(isUnchanged(given, tag)).toBe(matches);
  });
});
