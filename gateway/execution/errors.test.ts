import { describe, expect, it } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { errorsOf, federate, run, scripted, type SeenRequest } from '../fixtures/federate.js';
import type { SubgraphResponse } from './subgraph.js';

const ENTITY = 'type Query { p: P ps: [P!] } type P @key(fields: "id") { id: ID! name: String }';
const DETAIL = 'type P @key(fields: "id") { id: ID! stock: Int! note: String box: Box } type Box { n: Int! }';
const p = (id: string) => ({ __typename: 'P', id, name: `n${id}` });

function graph(detail: (request: SeenRequest) => SubgraphResponse | Promise<SubgraphResponse>) {
  return scripted({ a: ENTITY, b: DETAIL }, (request) =>
    request.subgraph === 'a'
      ? { data: { p: p('1'), one: p('1'), ps: [p('1'), p('2')], x: [p('1'), p('2')] } }
      : detail(request),
  );
}

describe('errors', () => {
  it('of a root field keep message, extensions and the path of the client’s aliases and indexes', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { items: [Item] } type Item { name: String }',
        resolvers: {
          Query: { items: () => [{}, {}] },
          Item: {
            name: () => {
              throw new GraphQLError('no name', { extensions: { code: 'NO_NAME' } });
            },
          },
        },
      },
    });
    const result = await run(gateway, '{ all: items { title: name } }');
    expect(result).toEqual({
      data: { all: [{ title: null }, { title: null }] },
      errors: [0, 1].map((index) => ({
        message: 'no name',
        path: ['all', index, 'title'],
        extensions: { code: 'NO_NAME' },
      })),
    });
  });

  it('of one entity are reported at every place that shares it', async () => {
    const { gateway } = graph(({ variables }) => {
      const entries = Object.keys(variables).map((name) =>
        name === 'representations' ? '_entities' : `_e${name.slice(-1)}`,
      );
      const [first = ''] = entries;
      const slot = Object.values(variables).map((list) => (list as { id: string }[]).findIndex(({ id }) => id === '1'));
      return {
        data: Object.fromEntries(entries.map((alias) => [alias, [{ note: 'x' }, { note: 'x' }]])),
        errors: [{ message: 'no note', path: [first, slot[0] ?? 0, 'note'], extensions: { code: 'X' } }],
      };
    });
    const result = await run(gateway, '{ one: p { note } x: ps { note } }');
    expect(
      errorsOf(result)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['one.note', 'x.0.note']);
  });

  it('that remove an entity explain all its fields', async () => {
    const { gateway } = graph(() => ({
      data: { _entities: [null, { stock: 2, note: 'ok' }] },
      errors: [{ message: 'no stock', path: ['_entities', 0, 'stock'] }],
    }));
    const result = await run(gateway, '{ ps { note name } }');
    expect(result.data).toEqual({
      ps: [
        { note: null, name: 'n1' },
        { note: 'ok', name: 'n2' },
      ],
    });
    expect(errorsOf(result)).toEqual([{ message: 'no stock', path: 'ps.0.stock' }]);
    const bubbled = await run(gateway, '{ ps { note stock } }');
    expect(bubbled.data).toEqual({ ps: null });
    expect(errorsOf(bubbled)).toEqual([{ message: 'no stock', path: 'ps.0.stock' }]);
  });

  it('of a whole fetch are reported once, at the path up to the first list', async () => {
    const { gateway } = graph(() => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:4001');
    });
    const result = await run(gateway, '{ ps { name note } }');
    expect(result.data).toEqual({
      ps: [
        { name: 'n1', note: null },
        { name: 'n2', note: null },
      ],
    });
    expect(result.errors).toEqual([
      {
        message: 'The subgraph "b" did not answer.',
        path: ['ps'],
        extensions: { code: 'SUBGRAPH_FAILED', subgraph: 'b' },
      },
    ]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('gone'))],
    ['returns nothing', () => ({})],
    ['returns only errors', () => ({ errors: [{ message: 'gone' }] })],
    ['omits the entities', () => ({ data: {}, errors: [{ message: 'gone' }] })],
    [
      'returns null for the list',
      () => ({ data: { _entities: null }, errors: [{ message: 'gone', path: ['_entities'] }] }),
    ],
  ] as const)(
    'of a subgraph that %s are reported once, and its non-null fields bubble without further errors',
    async (_, answer) => {
      const result = await run(graph(answer as () => SubgraphResponse).gateway, '{ p { name } ps { name stock } }');
      expect(result.data).toEqual({ p: { name: 'n1' }, ps: null });
      expect(errorsOf(result).map(({ path }) => path)).toEqual(['ps']);
    },
  );

  it('of a failed root fetch do not affect other root fields', async () => {
    const { gateway } = scripted({ a: 'type Query { a: Int } ', b: 'type Query { b: Int c: Int }' }, ({ subgraph }) =>
      subgraph === 'a' ? { data: { a: 1 } } : { data: null, errors: [{ message: 'down' }] },
    );
    expect(await run(gateway, '{ a b c }')).toEqual({
      data: { a: 1, b: null, c: null },
      errors: [{ message: 'down' }],
    });
  });

  it('are reported for a missing non-null field, and the null bubbles to the nearest nullable parent', async () => {
    const { gateway } = graph(() => ({
      data: {
        _entities: [
          { b: { n: null }, note: 'x' },
          { b: { n: 1 }, note: 'y' },
        ],
      },
    }));
    const result = await run(gateway, '{ ps { note b: box { n } } }');
    expect(result.data).toEqual({
      ps: [
        { note: 'x', b: null },
        { note: 'y', b: { n: 1 } },
      ],
    });
    expect(errorsOf(result)).toEqual([
      { message: 'Cannot return null for non-nullable field Box.n.', path: 'ps.0.b.n' },
    ]);
  });

  it('do not arise from another fetch’s null: values win over nulls', async () => {
    const shared = 'type Query { v: V @shareable } type V @key(fields: "id") { id: ID! x: Int @shareable';
    const { gateway } = scripted({ a: `${shared} y: Int }`, b: `${shared} z: Int }` }, ({ subgraph }) =>
      subgraph === 'a'
        ? { data: { v: { __typename: 'V', id: '1', x: 1, y: 2 }, _entities: [{ y: 2, x: 1 }] } }
        : { data: { v: { __typename: 'V', id: '1', z: 3, x: 1 }, _entities: [{ z: 3, x: null }] } },
    );
    expect((await run(gateway, '{ v { x y z } }')).data).toEqual({ v: { x: 1, y: 2, z: 3 } });
  });

  it('are reported for a value that does not fit its type', async () => {
    const { gateway } = scripted({ a: 'type Query { list: [Int] object: V } type V { n: Int }' }, () => ({
      data: { list: 'x', object: 7 },
    }));
    const result = await run(gateway, '{ list object { n } }');
    expect(result.data).toEqual({ list: null, object: null });
    expect(errorsOf(result).map(({ path }) => path)).toEqual(['list', 'object']);
  });

  it('keep the thrown error for the log', async () => {
    const thrown = new Error('boom');
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { a: Int }',
        resolvers: {
          Query: {
            a: () => {
              throw thrown;
            },
          },
        },
      },
    });
    const prepared = gateway.prepare('{ a }');
    if ('errors' in prepared) throw prepared.errors[0];
    const { errors } = await gateway.execute(prepared, {}, undefined);
    expect(errors?.[0]?.originalError).toBe(thrown);
  });
});
