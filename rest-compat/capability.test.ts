import { describe, expect, it } from '@jest/globals';
import { describeCapability } from './capability.js';
import { formOf } from './route.js';
import { listEndpoints } from './endpoints.js';
import { capabilityFrom, capabilityOf, CAPABILITIES, testRoute } from './fixtures/capabilities.js';
import { SUPERGRAPH_SDL } from './fixtures/supergraph.js';
import { readSdl } from './sdl.js';

describe('derived from operation and SDL', () => {
  it.each(CAPABILITIES)('tier and cost of $route.path match its sample', ({ tier, isMetered, route: { sample } }) => {
    expect([tier, isMetered]).toEqual([sample.tier, sample.units === 1]);
  });

  it("parameters have the contract's bounds and defaults", () => {
    expect(capabilityOf('GET', '/dca').parameters).toMatchObject([
      { name: 'ticker', isRequired: true, place: 'query', shape: { kind: 'ticker' } },
      { name: 'monthly', isRequired: false, defaultValue: 500, shape: { kind: 'integer', min: 10, max: 1_000_000 } },
      { name: 'years', isRequired: false, defaultValue: 10, shape: { kind: 'integer', min: 1, max: 15 } },
    ]);
    expect(capabilityOf('POST', '/backtest').parameters).toMatchObject([
      { name: 'ticker', place: 'body' },
      { name: 'strategy', isRequired: true, shape: { kind: 'enum' } },
      { name: 'years', isRequired: false, defaultValue: 10, shape: { min: 1, max: 10 } },
      { name: 'bypass_cache', argument: 'bypassCache', isRequired: false, defaultValue: false },
    ]);
  });

  it('a name in the path is a path parameter', () => {
    const capability = capabilityFrom('query Q($slug: String!) { body: privateCompany(slug: $slug) { name } }', {
      path: '/private-companies/:slug',
    });
    expect(capability.parameters).toMatchObject([
      { name: 'slug', place: 'path', isRequired: true, shape: { kind: 'text', maxLength: 80 } },
    ]);
    expect(capability.tier).toBe('free');
  });

  it("a variable in an input object has the bounds of the input's field", () => {
    expect(capabilityOf('DELETE', '/webhooks').parameters).toMatchObject([
      { name: 'id', argument: 'id', place: 'query', isRequired: true, shape: { kind: 'text', maxLength: 80 } },
    ]);
  });

  it('the body is the field with the alias body, at the root or below single objects; without one, the whole data', () => {
    const placeOf = (method: 'GET' | 'POST', path: string) => {
      const { root, path: keys } = capabilityOf(method, path);
      return [root?.field.name ?? null, keys];
    };
    expect(placeOf('GET', '/usage')).toEqual(['usage', []]);
    expect(placeOf('GET', '/dca')).toEqual(['dca', ['security']]);
    expect(placeOf('GET', '/signal')).toEqual(['signal', ['security']]);
    expect(placeOf('POST', '/webhooks')).toEqual(['webhook', ['registerWebhook']]);
    expect(placeOf('GET', '/webhooks')).toEqual([null, []]);
  });

  it('the tier is the highest of all selected fields, except under a section', () => {
    const sdl = readSdl(
      'enum Tier { FREE PRO INSTITUTIONAL } directive @tier(atLeast: Tier!) on FIELD_DEFINITION directive @section on FIELD_DEFINITION type Query { a: A @tier(atLeast: FREE) } type A { b: Int @tier(atLeast: PRO) c: Int @section @tier(atLeast: INSTITUTIONAL) d: Int }',
    );
    const tierOf = (fields: string): string => describeCapability(testRoute(), sdl, `{ body: a { ${fields} } }`).tier;
    expect([tierOf('d'), tierOf('b d'), tierOf('c d')]).toEqual(['free', 'pro', 'free']);
  });

  it.each([
    ['{ body: nonsense }', 'no field nonsense'],
    ['query Q($x: Int) { body: backtestLibrary { metrics { unit } } }', '$x'],
    ['query A { usage { tier } } query B { usage { tier } }', 'exactly one operation'],
  ])('%s fails at startup', (source, reason) => {
    expect(() => capabilityFrom(source)).toThrow(reason);
  });
});

/** Sides of the market, which the contract spells like this (2.7). */
const CAPITALISED = new Set(['Bullish', 'Neutral', 'Bearish']);

describe('the table', () => {
  it('has each method, path and action once', () => {
    const names = CAPABILITIES.map(({ route }) => `${route.method} ${route.path} ${formOf(route)}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has only snake_case keys in bodies', () => {
    // A page's `page_info` is not in the body: `next_cursor` takes its place.
    const keys = (selected: (typeof CAPABILITIES)[number]['body']): readonly string[] =>
      selected.flatMap(({ key, children }) => (key === 'page_info' ? [] : [key, ...keys(children)]));
    for (const { body } of CAPABILITIES)
      for (const key of keys(body).filter((name) => !CAPITALISED.has(name)))
        expect(key).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });

  it('lists every endpoint with its tier, and the OpenAPI document', () => {
    const rows = listEndpoints(SUPERGRAPH_SDL);
    expect(rows).toContainEqual({ method: 'POST', path: '/api/v1/backtest', tier: 'starter' });
    expect(rows).toContainEqual({ method: 'GET', path: '/api/v1/openapi', tier: 'free' });
    expect(rows).toHaveLength(new Set(CAPABILITIES.map(({ route }) => `${route.method} ${route.path}`)).size + 1);
  });
});
