import { describe, expect, it } from '@jest/globals';
import { errorsOf, federate, run } from '../fixtures/federate.js';

const shop = () => federate({
  shelf: {
    typeDefs: 'type Query { items: [Item] } type Item @key(fields: "id box { row }") { id: ID! name: String box: Box! @shareable weight: Int } type Box { row: Int! @shareable label: String }',
    resolvers: { Query: { items: () => [{ id: 'a', name: 'Apple', weight: 7, box: { row: 3, label: 'L3' } }] } },
  },
  stock: {
    typeDefs: 'type Item @key(fields: "id box { row }") { id: ID! box: Box! @shareable weight: Int @external count: Int freight: String @requires(fields: "weight") } type Box { row: Int! @shareable }',
    resolvers: {
      Item: {
        count: ({ id, box }: { id: string; box: { row: number } }) => (id === 'a' && box.row === 3 ? 5 : null),
        freight: ({ weight }: { weight: number }) => `for ${weight}`,
      },
    },
  },
});

describe('keys of a client’s own choice', () => {
  it.each([
    ['{ items { id: name count } }', { id: 'Apple', count: 5 }],
    ['{ items { id: __typename count } }', { id: 'Item', count: 5 }],
    ['{ items { box: name count } }', { box: 'Apple', count: 5 }],
    ['{ items { box { row: label } count } }', { box: { row: 'L3' }, count: 5 }],
    ['{ items { weight: name freight } }', { weight: 'Apple', freight: 'for 7' }],
    ['{ items { count: id id: count weight: freight } }', { count: 'a', id: 5, weight: 'for 7' }],
  ])('may be the names of fields that plans read by themselves: %s', async (source, item) => {
    expect(await run(shop().gateway, source)).toEqual({ data: { items: [item] } });
  });

  it('may be the field’s own name, beside the field without it', async () => {
    expect(await run(shop().gateway, '{ items { box: box { row } box { label } } }')).toEqual({ data: { items: [{ box: { row: 3, label: 'L3' } }] } });
  });

  it('are told in the paths of errors', async () => {
    const { gateway } = federate({
      a: { typeDefs: 'type Query { item: Item } type Item @key(fields: "id") { id: ID! }', resolvers: { Query: { item: () => ({ id: '1' }) } } },
      b: { typeDefs: 'type Item @key(fields: "id") { id: ID! broken: Int }', resolvers: { Item: { broken: () => { throw new Error('no'); } } } },
    });
    expect(errorsOf(await run(gateway, '{ item { id: broken } }'))).toEqual([{ message: 'no', path: 'item.id' }]);
  });
});
