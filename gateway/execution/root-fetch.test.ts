import { describe, expect, it } from '@jest/globals';
import { errorsOf, federate, run, scripted } from '../fixtures/federate.js';

const security = { symbol: 'ACME', name: 'Acme' };

function shop() {
  return federate({
    listings: {
      typeDefs:
        'type Query { security(symbol: String = "ACME"): Security @shareable securities(symbols: [String!]!): [Security] } type Security { symbol: String! name: String }',
      resolvers: {
        Query: {
          security: (_: unknown, args: { symbol: string }) => ({ ...security, symbol: args.symbol }),
          securities: (_: unknown, args: { symbols: string[] }) =>
            args.symbols.map((symbol) => (symbol === 'NONE' ? null : { symbol, name: symbol })),
        },
      },
    },
    people: {
      typeDefs: 'type Query { person: Person } type Person { name: String meta: Meta } scalar Meta',
      resolvers: { Query: { person: () => ({ name: 'Ada', meta: { tags: ['x'], deep: { n: 1 } } }) } },
    },
  });
}

describe('root fetches', () => {
  it('fetches one field of one subgraph with one request', async () => {
    const { gateway, seen } = shop();
    expect(await run(gateway, '{ security { symbol name } }')).toEqual({ data: { security } });
    expect(seen.map((request) => request.subgraph)).toEqual(['listings']);
  });

  it('merges root fields of several subgraphs in the client’s order', async () => {
    const { gateway } = shop();
    const { data } = await run(
      gateway,
      '{ person { name } a: security { symbol } b: security(symbol: "B") { symbol } __typename }',
    );
    expect(JSON.stringify(data)).toBe(
      '{"person":{"name":"Ada"},"a":{"symbol":"ACME"},"b":{"symbol":"B"},"__typename":"Query"}',
    );
  });

  it('resolves the root’s __typename without a request', async () => {
    const { gateway, seen } = shop();
    expect(await run(gateway, '{ t: __typename }')).toEqual({ data: { t: 'Query' } });
    expect(seen).toEqual([]);
  });

  it('returns a JSON scalar unchanged', async () => {
    const { gateway } = shop();
    expect(await run(gateway, '{ person { meta } }')).toEqual({
      data: { person: { meta: { tags: ['x'], deep: { n: 1 } } } },
    });
  });

  it('returns synchronously if every subgraph does', () => {
    const { gateway } = shop();
    const prepared = gateway.prepare('{ security { symbol } person { name } }');
    expect('errors' in prepared).toBe(false);
    if ('errors' in prepared) return;
    expect(gateway.execute(prepared, {}, undefined)).toEqual({
      data: { security: { symbol: 'ACME' }, person: { name: 'Ada' } },
    });
  });

  it('coerces variables once against the public schema, including defaults', async () => {
    const { gateway, seen } = shop();
    const source = 'query ($symbols: [String!]! = ["A"]) { securities(symbols: $symbols) { symbol } }';
    expect(await run(gateway, source)).toEqual({ data: { securities: [{ symbol: 'A' }] } });
    expect(await run(gateway, source, { symbols: 'B' })).toEqual({ data: { securities: [{ symbol: 'B' }] } });
    expect(seen.map((request) => request.variables)).toEqual([{ symbols: ['A'] }, { symbols: ['B'] }]);
  });

  it('rejects a variable of the wrong type before any request', async () => {
    const { gateway, seen } = shop();
    const result = await run(gateway, 'query ($symbols: [String!]!) { securities(symbols: $symbols) { symbol } }', {
      symbols: [1],
    });
    expect(result.data).toBeUndefined();
    expect(errorsOf(result)[0]?.message).toContain('$symbols');
    expect(seen).toEqual([]);
  });

  it('sends a subgraph only the variables that its operation uses', async () => {
    const { gateway, seen } = shop();
    await run(
      gateway,
      'query ($s: String, $unset: String) { security(symbol: $s) { symbol } o: security(symbol: $unset) { symbol } person { name } }',
      { s: 'Q' },
    );
    expect(new Map(seen.map((request) => [request.subgraph, request.variables]))).toEqual(
      new Map([
        ['listings', { s: 'Q' }],
        ['people', {}],
      ]),
    );
  });

  it('rejects fields missing from the public schema before any request', async () => {
    const { gateway, seen } = shop();
    expect(errorsOf(await run(gateway, '{ security { nope } }'))[0]?.message).toContain('Cannot query field "nope"');
    expect(errorsOf(await run(gateway, '{ security {'))[0]?.message).toContain('Syntax Error');
    expect(seen).toEqual([]);
  });

  it('merges two fetches of one object field by field and of one list by index', async () => {
    const sdl = (field: string) =>
      `type Query { box: Box @shareable } type Box @key(fields: "id") { id: ID! items: [Item!] @shareable } type Item @shareable { ${field}: Int n: Int }`;
    const { gateway } = scripted({ a: sdl('x'), b: sdl('y') }, ({ subgraph }) => {
      const item = (n: number) => (subgraph === 'a' ? { n, x: n } : { n, y: -n });
      const box = { __typename: 'Box', id: '1', items: [item(1), item(2)] };
      return { data: { box, _entities: [box] } };
    });
    expect(await run(gateway, '{ box { items { x y n } } }')).toEqual({
      data: {
        box: {
          items: [
            { x: 1, y: -1, n: 1 },
            { x: 2, y: -2, n: 2 },
          ],
        },
      },
    });
  });
});
