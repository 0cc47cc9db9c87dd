import { describe, expect, it } from '@jest/globals';
import { federate, run } from '../fixtures/federate.js';

type Source = Record<string, unknown>;

function shop() {
  return federate({
    a: {
      typeDefs: 'type Query { p: P ps: [P!]! } type P @key(fields: "id") { id: ID! name: String price: Int }',
      resolvers: {
        Query: { p: () => ({ id: '1', name: 'one', price: 5 }), ps: () => [{ id: '1', name: 'one', price: 5 }] },
      },
    },
    b: {
      typeDefs:
        'type P @key(fields: "id") { id: ID! price: Int @external stock: Int taxed: Int @requires(fields: "price") }',
      resolvers: { P: { stock: () => 4, taxed: ({ price }: Source) => Number(price) * 2 } },
    },
  });
}

describe('@skip and @include', () => {
  it.each([
    [true, { p: { id: '1', stock: 4 } }, ['a', 'b']],
    [false, { p: { id: '1' } }, ['a']],
  ])('call a subgraph only if the condition is true (%s)', async (show, data, subgraphs) => {
    for (const field of [
      'stock @include(if: $show)',
      'stock @skip(if: $hide)',
      '... @include(if: $show) { stock }',
      '...F @skip(if: $hide)',
    ]) {
      const { gateway, seen } = shop();
      const fragment = field.startsWith('...F') ? 'fragment F on P { stock }' : '';
      const head = [
        field.includes('$show') ? '$show: Boolean!' : '',
        field.includes('$hide') ? '$hide: Boolean!' : '',
      ].join('');
      expect(await run(gateway, `query (${head}) { p { id ${field} } } ${fragment}`, { show, hide: !show })).toEqual({
        data,
      });
      expect(seen.map(({ subgraph }) => subgraph)).toEqual(subgraphs);
    }
  });

  it('use the defaults of their variables', async () => {
    const { gateway } = shop();
    const source = 'query ($show: Boolean! = false) { p { id name @include(if: $show) } }';
    expect((await run(gateway, source)).data).toEqual({ p: { id: '1' } });
    expect((await run(gateway, source, { show: true })).data).toEqual({ p: { id: '1', name: 'one' } });
  });

  it('nest and combine', async () => {
    const { gateway } = shop();
    const source =
      'query ($x: Boolean!, $y: Boolean!) { ps { id ... on P @include(if: $x) { stock @skip(if: $y) ...F } ...F @include(if: $y) } } fragment F on P { taxed @include(if: $y) name }';
    const ask = async (x: boolean, y: boolean) => (await run(gateway, source, { x, y })).data;
    expect(await ask(true, true)).toEqual({ ps: [{ id: '1', taxed: 10, name: 'one' }] });
    expect(await ask(true, false)).toEqual({ ps: [{ id: '1', stock: 4, name: 'one' }] });
    expect(await ask(false, true)).toEqual({ ps: [{ id: '1', taxed: 10, name: 'one' }] });
    expect(await ask(false, false)).toEqual({ ps: [{ id: '1' }] });
  });

  it('omit the required fields of an omitted field', async () => {
    const { gateway, seen } = shop();
    const source = 'query ($t: Boolean!) { p { stock taxed @include(if: $t) } }';
    expect((await run(gateway, source, { t: false })).data).toEqual({ p: { stock: 4 } });
    expect(seen[1]?.variables).toEqual({ representations: [{ __typename: 'P', id: '1' }] });
    expect((await run(gateway, source, { t: true })).data).toEqual({ p: { stock: 4, taxed: 10 } });
  });

  it('can empty an operation, a field or a list', async () => {
    const { gateway } = shop();
    expect(await run(gateway, '{ p @include(if: false) { id } }')).toEqual({ data: {} });
    expect(
      await run(gateway, 'query ($n: Boolean!) { p { id @skip(if: $n) } ps { ... @skip(if: $n) { stock } } }', {
        n: true,
      }),
    ).toEqual({ data: { p: {}, ps: [{}] } });
  });

  it('apply to introspection and to __typename', async () => {
    const { gateway } = shop();
    const source =
      'query ($n: Boolean!) { __typename @skip(if: $n) __schema @skip(if: $n) { queryType { name } } p { id } }';
    expect(await run(gateway, source, { n: true })).toEqual({ data: { p: { id: '1' } } });
    expect(await run(gateway, source, { n: false })).toEqual({
      data: { __typename: 'Query', __schema: { queryType: { name: 'Query' } }, p: { id: '1' } },
    });
  });
});
