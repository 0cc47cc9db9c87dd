import { describe, expect, it } from '@jest/globals';
import { federate, run, scripted } from '../fixtures/federate.js';

type Reference = Record<string, unknown>;

describe('entity fetches', () => {
  it('completes every entity of a list with one request, sending equal entities once', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs: 'type Query { all: [P] } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { all: () => [{ id: '1' }, { id: '2' }, null, { id: '1' }] } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID! box: Box } type Box { n: Int }',
        resolvers: { P: { box: ({ id }: Reference) => ({ n: Number(id) * 10 }) } },
      },
    });
    const { data } = await run(gateway, '{ all { id box { n } } }');
    expect(data).toEqual({
      all: [{ id: '1', box: { n: 10 } }, { id: '2', box: { n: 20 } }, null, { id: '1', box: { n: 10 } }],
    });
    expect(seen.map(({ subgraph, variables }) => [subgraph, variables])).toEqual([
      ['a', {}],
      [
        'b',
        {
          representations: [
            { __typename: 'P', id: '1' },
            { __typename: 'P', id: '2' },
          ],
        },
      ],
    ]);
  });

  it('sends equal entities for each position if a field is metered, by any name in the response', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs: 'type Query { all: [P] } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { all: () => [{ id: '1' }, { id: '1' }] } },
      },
      b: {
        header: `extend schema
          @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@composeDirective"])
          @link(url: "https://example.test/prices/v1.0", import: ["@metered"])
          @composeDirective(name: "@metered")
          directive @metered on FIELD_DEFINITION\n`,
        typeDefs: `type P @key(fields: "id") { id: ID! price: Int @metered name: String }`,
        resolvers: { P: { price: () => 1, name: () => 'n' } },
      },
    });
    expect((await run(gateway, '{ all { other: price } }')).data).toEqual({ all: [{ other: 1 }, { other: 1 }] });
    expect((await run(gateway, '{ all { name } }')).data).toEqual({ all: [{ name: 'n' }, { name: 'n' }] });
    const sent = seen
      .filter(({ subgraph }) => subgraph === 'b')
      .map(({ variables }) => Object.values(variables).map((values) => (values as unknown[]).length));
    expect(sent).toEqual([[2], [1]]);
  });

  it('gives entities with the same representation separate objects', () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { x: P y: P } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { x: () => ({ id: '1' }), y: () => ({ id: '1' }) } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID! box: Box } type Box { n: Int }',
        resolvers: { P: { box: () => ({ n: 1 }) } },
      },
    });
    const prepared = gateway.prepare('{ x { box { n } } y { box { n } } }');
    if ('errors' in prepared) throw prepared.errors[0];
    const { data } = gateway.execute(prepared, undefined, undefined) as {
      data: Record<string, { box: { n: number } }>;
    };
    expect(data).toEqual({ x: { box: { n: 1 } }, y: { box: { n: 1 } } });
    expect(data['x']?.box).not.toBe(data['y']?.box);
  });

  it('finds a route through several keys, compound and nested ones', async () => {
    const { gateway } = federate({
      catalog: {
        typeDefs: 'type Query { item: Item } type Item @key(fields: "sku") { sku: ID! }',
        resolvers: { Query: { item: () => ({ sku: 's1' }) } },
      },
      bridge: {
        typeDefs:
          'type Item @key(fields: "sku") @key(fields: "maker { id } code") { sku: ID! code: Int maker: Maker } type Maker { id: ID! @shareable }',
        resolvers: { Item: { __resolveReference: ({ sku }: Reference) => ({ sku, code: 7, maker: { id: 'm1' } }) } },
      },
      stock: {
        typeDefs:
          'type Item @key(fields: "maker { id } code") { code: Int maker: Maker stock: String } type Maker { id: ID! @shareable }',
        resolvers: {
          Item: { stock: ({ code, maker }: { code: number; maker: { id: string } }) => `${maker.id}-${code}` },
        },
      },
    });
    expect(await run(gateway, '{ item { stock sku } }')).toEqual({ data: { item: { stock: 'm1-7', sku: 's1' } } });
  });

  it('skips an entity whose key is all null and fetches the others', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs: 'type Query { all: [P] } type P @key(fields: "id") { id: ID }',
        resolvers: { Query: { all: () => [{ id: null }, { id: '2' }] } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID name: String }',
        resolvers: { P: { name: ({ id }: Reference) => `n${String(id)}` } },
      },
    });
    expect((await run(gateway, '{ all { name } }')).data).toEqual({ all: [{ name: null }, { name: 'n2' }] });
    expect(seen[1]?.variables).toEqual({ representations: [{ __typename: 'P', id: '2' }] });
  });

  it('sends no request without entities', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs: 'type Query { all: [P] one: P } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { all: () => [], one: () => null } },
      },
      b: { typeDefs: 'type P @key(fields: "id") { id: ID! name: String }' },
    });
    expect((await run(gateway, '{ all { name } one { name } }')).data).toEqual({ all: [], one: null });
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['a']);
  });

  it('leaves fields null for an entity that the subgraph does not know', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { all: [P] } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { all: () => [{ id: '1' }, { id: '2' }] } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID! name: String }',
        resolvers: { P: { __resolveReference: ({ id }: Reference) => (id === '1' ? null : { id, name: 'two' }) } },
      },
    });
    expect(await run(gateway, '{ all { id name } }')).toEqual({
      data: {
        all: [
          { id: '1', name: null },
          { id: '2', name: 'two' },
        ],
      },
    });
  });

  it('reaches a child through its parent if only the parent is an entity', async () => {
    const { gateway } = federate({
      a: {
        typeDefs:
          'type Query { p: P } type P @key(fields: "id") { id: ID! dims: Dims @shareable } type Dims { w: Int @shareable }',
        resolvers: { Query: { p: () => ({ id: '1', dims: { w: 3 } }) } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID! dims: Dims @shareable } type Dims { h: Int w: Int @shareable }',
        resolvers: { P: { dims: () => ({ h: 4, w: 3 }) } },
      },
    });
    const { data } = await run(gateway, '{ p { dims { h } } }');
    expect(data).toEqual({ p: { dims: { h: 4 } } });
  });

  it('reads overridden fields from their new subgraph', async () => {
    const { gateway, seen } = federate({
      old: {
        typeDefs: 'type Query { p: P } type P @key(fields: "id") { id: ID! name: String }',
        resolvers: { Query: { p: () => ({ id: '1', name: 'old' }) } },
      },
      next: {
        typeDefs: 'type P @key(fields: "id") { id: ID! name: String @override(from: "old") }',
        resolvers: { P: { name: () => 'new' } },
      },
      other: {
        typeDefs: 'type P @key(fields: "id") { id: ID! size: Int @override(from: "gone") }',
        resolvers: { P: { size: () => 1 } },
      },
    });
    expect((await run(gateway, '{ p { name size } }')).data).toEqual({ p: { name: 'new', size: 1 } });
    expect(seen.map(({ subgraph }) => subgraph).sort()).toEqual(['next', 'old', 'other']);
  });

  it('supports types extended in federation 1 syntax', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { user: User } type User @key(fields: "id") { id: ID! name: String }',
        resolvers: { Query: { user: () => ({ id: '1', name: 'Ada' }) } },
      },
      b: {
        typeDefs:
          'extend type User @key(fields: "id") { id: ID! @external rid: ID } type Group @extends @key(fields: "id") { id: ID! @external n: Int }',
        resolvers: { User: { rid: ({ id }: Reference) => `r${String(id)}` } },
      },
      c: {
        typeDefs: 'type Group @key(fields: "id") { id: ID! } type Query { group: Group }',
        resolvers: { Query: { group: () => null } },
      },
    });
    expect((await run(gateway, '{ user { id rid name } group { n } }')).data).toEqual({
      user: { id: '1', rid: 'r1', name: 'Ada' },
      group: null,
    });
  });

  it('follows nested lists', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { grid: [[P]] } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { grid: () => [[{ id: '1' }, null], null, [{ id: '2' }]] } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID! n: Int }',
        resolvers: { P: { n: ({ id }: Reference) => Number(id) } },
      },
    });
    expect((await run(gateway, '{ grid { n } }')).data).toEqual({ grid: [[{ n: 1 }, null], null, [{ n: 2 }]] });
  });
});

describe('batch fetches', () => {
  const sdls = {
    a: 'type Query { x: P ys: [P] } type P @key(fields: "id") { id: ID! }',
    b: 'type P @key(fields: "id") { id: ID! n: Int m: Int }',
  };
  const answer = ({ subgraph, variables }: { subgraph: string; variables: Readonly<Record<string, unknown>> }) => {
    if (subgraph === 'a')
      return {
        data: {
          x: { __typename: 'P', id: '1' },
          ys: [
            { __typename: 'P', id: '1' },
            { __typename: 'P', id: '2' },
          ],
        },
      };
    const lists = Object.entries(variables).map(([name, list]) => {
      const alias = name === 'representations' ? '_entities' : `_e${name.replace('__representations', '')}`;
      return [alias, (list as Reference[]).map(({ id }) => ({ n: Number(id), m: -Number(id) }))] as const;
    });
    return { data: Object.fromEntries(lists) };
  };

  it('fetches for several places in one request and merges at every place', async () => {
    const { gateway, seen } = scripted(sdls, answer);
    expect((await run(gateway, '{ x { n } ys { m } }')).data).toEqual({ x: { n: 1 }, ys: [{ m: -1 }, { m: -2 }] });
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['a', 'b']);
    expect(Object.keys(seen[1]?.variables ?? {})).toHaveLength(2);
  });

  it('sends an entity once if two places request the same fields', async () => {
    const { gateway, seen } = scripted(sdls, answer);
    expect((await run(gateway, '{ x { n } ys { n } }')).data).toEqual({ x: { n: 1 }, ys: [{ n: 1 }, { n: 2 }] });
    const [representations] = Object.values(seen[1]?.variables ?? {});
    expect(representations).toHaveLength(2);
  });
});
