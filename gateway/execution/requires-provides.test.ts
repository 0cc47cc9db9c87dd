import { describe, expect, it } from '@jest/globals';
import { errorsOf, federate, run } from '../fixtures/federate.js';

type Source = Record<string, unknown>;

function shipping(weight: unknown = 3) {
  return federate({
    catalog: {
      typeDefs:
        'type Query { p: P ps: [P] } type P @key(fields: "id") { id: ID! weight(unit: String = "kg"): Int size: Size } type Size { w: Int h: Int }',
      resolvers: {
        Query: { p: () => ({ id: '1' }), ps: () => [{ id: '1' }, { id: '2' }] },
        P: {
          weight: (_: Source, { unit }: { unit: string }) => {
            if (weight instanceof Error) throw weight;
            return weight === null ? null : Number(weight) * (unit === 'g' ? 1000 : 1);
          },
          size: () => ({ w: 2, h: 5 }),
        },
      },
    },
    shipping: {
      typeDefs: `type P @key(fields: "id") { id: ID! weight(unit: String = "kg"): Int @external size: Size @external
        inGrams: String @requires(fields: "weight(unit: \\"g\\")") inKilos: String @requires(fields: "weight(unit: \\"kg\\")")
        area: Int @requires(fields: "size { w h }") label: String @requires(fields: "size { w } weight(unit: \\"g\\")") }
        type Size @external { w: Int h: Int }`,
      resolvers: {
        P: {
          inGrams: (p: Source) => `${String(p['weight'])}g`,
          inKilos: (p: Source) => `${String(p['weight'])}kg`,
          area: ({ size }: { size: { w: number; h: number } }) => size.w * size.h,
          label: ({ size, weight: grams }: { size: { w: number }; weight: number }) => `${size.w}/${grams}`,
        },
      },
    },
    tax: {
      typeDefs: 'type P @key(fields: "id") { id: ID! area: Int @external tax: Int @requires(fields: "area") }',
      resolvers: { P: { tax: ({ area }: { area: number }) => area * 100 } },
    },
  });
}

describe('@requires', () => {
  it('fetches required fields without returning them', async () => {
    expect(await run(shipping().gateway, '{ p { area } }')).toEqual({ data: { p: { area: 10 } } });
  });

  it('follows chains of requirements', async () => {
    expect(await run(shipping().gateway, '{ p { tax } }')).toEqual({ data: { p: { tax: 1000 } } });
  });

  it('separates arguments: the client and two requirements may each use different ones', async () => {
    const { gateway } = shipping();
    expect(await run(gateway, '{ p { weight inGrams inKilos } }')).toEqual({
      data: { p: { weight: 3, inGrams: '3000g', inKilos: '3kg' } },
    });
    expect(await run(gateway, '{ p { weight: id inGrams label } }')).toEqual({
      data: { p: { weight: '1', inGrams: '3000g', label: '2/3000' } },
    });
  });

  it('finds a required field that the plan fetched under its plain name', async () => {
    const { data } = await run(shipping().gateway, '{ p { weight(unit: "t") inGrams inKilos } ps { inGrams } }');
    expect(data).toEqual({
      p: { weight: 3, inGrams: '3000g', inKilos: '3kg' },
      ps: [{ inGrams: '3000g' }, { inGrams: '3000g' }],
    });
  });

  it('sends a required null', async () => {
    expect(await run(shipping(null).gateway, '{ p { inKilos } }')).toEqual({ data: { p: { inKilos: 'nullkg' } } });
  });

  it('reports the error of a required field', async () => {
    const result = await run(shipping(new Error('no scale')).gateway, '{ p { id inKilos } }');
    expect(result.data).toEqual({ p: { id: '1', inKilos: 'nullkg' } });
    expect(errorsOf(result)).toEqual([{ message: 'no scale', path: 'p.weight' }]);
  });

  it('skips an entity if the fetch of its required field failed, with a single error', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs: 'type Query { p: P } type P @key(fields: "id") { id: ID! }',
        resolvers: { Query: { p: () => ({ id: '1' }) } },
      },
      b: {
        typeDefs: 'type P @key(fields: "id") { id: ID! price: Int }',
        resolvers: {
          P: {
            __resolveReference: () => {
              throw new Error('b is down');
            },
          },
        },
      },
      c: {
        typeDefs: 'type P @key(fields: "id") { id: ID! price: Int @external tax: Int @requires(fields: "price") }',
        resolvers: { P: { tax: () => 1 } },
      },
    });
    const result = await run(gateway, '{ p { tax } }');
    expect(result.data).toEqual({ p: { tax: null } });
    expect(errorsOf(result)).toEqual([{ message: 'b is down', path: 'p' }]);
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['a', 'b']);
  });

  it('respects fragment types in the requirement', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs: `type Query { ps: [P] } type P @key(fields: "id") { id: ID! part: Part } interface Part { id: ID! }
          type Wheel implements Part { id: ID! spokes: Int } type Frame implements Part { id: ID! alloy: String }`,
        resolvers: {
          Query: {
            ps: () => [
              { id: '1', part: { __typename: 'Wheel', id: 'w', spokes: 8 } },
              { id: '2', part: { __typename: 'Frame', id: 'f', alloy: 'Ti' } },
              { id: '3', part: null },
            ],
          },
        },
      },
      b: {
        typeDefs: `type P @key(fields: "id") { id: ID! part: Part @external text: String @requires(fields: "part { id ... on Wheel { spokes } ... on Frame { alloy } }") }
          interface Part { id: ID! } type Wheel implements Part @external { id: ID! spokes: Int } type Frame implements Part @external { id: ID! alloy: String }`,
        resolvers: { P: { text: ({ part }: Source) => JSON.stringify(part) } },
      },
    });
    const { data } = await run(gateway, '{ ps { id text } }');
    const texts = (data as { ps: { text: string }[] }).ps.map(({ text }) => JSON.parse(text) as Source);
    expect(texts).toEqual([{ id: 'w', spokes: 8 }, { id: 'f', alloy: 'Ti' }, null]);
    expect(seen).toHaveLength(2);
  });

  it('works if the required field was overridden', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { u: U } type U @key(fields: "id") { id: ID! name: String }',
        resolvers: { Query: { u: () => ({ id: '1', name: 'old' }) } },
      },
      b: {
        typeDefs: 'type U @key(fields: "id") { id: ID! name: String @override(from: "a") }',
        resolvers: { U: { name: () => 'new' } },
      },
      c: {
        typeDefs:
          'type U @key(fields: "id") { id: ID! name: String @external hello: String @requires(fields: "name") }',
        resolvers: { U: { hello: ({ name }: Source) => `hello ${String(name)}` } },
      },
    });
    expect((await run(gateway, '{ u { hello } }')).data).toEqual({ u: { hello: 'hello new' } });
  });
});

describe('@provides', () => {
  it('reads provided fields in place and the rest from the owner', async () => {
    const { gateway, seen } = federate({
      a: {
        typeDefs:
          'type Query { top: [P] @provides(fields: "name box { n }") plain: [P] } type P @key(fields: "id") { id: ID! name: String @external box: Box @external } type Box @external { n: Int }',
        resolvers: { Query: { top: () => [{ id: '1', name: 'near', box: { n: 1 } }], plain: () => [{ id: '1' }] } },
      },
      b: {
        typeDefs:
          'type P @key(fields: "id") { id: ID! name: String @shareable box: Box @shareable stars: Int } type Box { n: Int @shareable }',
        resolvers: { P: { name: () => 'far', box: () => ({ n: 2 }), stars: () => 5 } },
      },
    });
    expect((await run(gateway, '{ top { name box { n } } }')).data).toEqual({ top: [{ name: 'near', box: { n: 1 } }] });
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['a']);
    expect((await run(gateway, '{ plain { name } top { stars name } }')).data).toEqual({
      plain: [{ name: 'far' }],
      top: [{ stars: 5, name: 'near' }],
    });
  });

  it('reads provided fields of union and interface members', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: `type Query { media: Media @provides(fields: "... on Book { title }") node: Node @shareable @provides(fields: "... on Book { title }") } union Media = Book | Film
          interface Node { id: ID! } type Book implements Node @key(fields: "id") { id: ID! title: String @external } type Film implements Node @key(fields: "id") { id: ID! }`,
        resolvers: {
          Query: {
            media: () => ({ __typename: 'Book', id: 'b', title: 'near' }),
            node: () => ({ __typename: 'Film', id: 'f' }),
          },
        },
      },
      b: {
        typeDefs:
          'type Book @key(fields: "id") { id: ID! title: String @shareable } type Film @key(fields: "id") { id: ID! title: String }',
        resolvers: { Book: { title: () => 'far' }, Film: { title: () => 'film' } },
      },
    });
    const title = '... on Book { title } ... on Film { title }';
    expect((await run(gateway, `{ media { ${title} } node { id ${title} } }`)).data).toEqual({
      media: { title: 'near' },
      node: { id: 'f', title: 'film' },
    });
  });
});
