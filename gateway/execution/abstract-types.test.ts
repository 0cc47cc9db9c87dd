import { describe, expect, it } from '@jest/globals';
import { composeParts, errorsOf, federate, run, scripted } from '../fixtures/federate.js';

type Source = Record<string, unknown>;

const catalog = {
  typeDefs: `type Query { media: [Media] node: Node any: Any hidden: Node }
    interface Node { id: ID! } interface Media implements Node { id: ID! title: String }
    type Book implements Node & Media @key(fields: "id") { id: ID! title: String pages: Int }
    type Film implements Node & Media @key(fields: "id") { id: ID! title: String minutes: Int }
    type Secret implements Node @inaccessible { id: ID! }
    union Any = Book | Film`,
  resolvers: {
    Query: {
      media: () => [
        { __typename: 'Book', id: 'b', title: 'B', pages: 9 },
        { __typename: 'Film', id: 'f', title: 'F', minutes: 90 },
        null,
      ],
      node: () => ({ __typename: 'Film', id: 'f', minutes: 90 }),
      any: () => ({ __typename: 'Book', id: 'b', pages: 9 }),
      hidden: () => ({ __typename: 'Secret', id: 's' }),
    },
  },
};
const ratings = {
  typeDefs: 'type Book @key(fields: "id") { id: ID! stars: Int } type Film @key(fields: "id") { id: ID! stars: Int }',
  resolvers: { Book: { stars: () => 5 }, Film: { stars: () => 3 } },
};

describe('interfaces and unions', () => {
  it('resolves fields by the type of each value, including entities of each type', async () => {
    const { gateway } = federate({ catalog, ratings });
    const { data } = await run(
      gateway,
      '{ media { __typename title ... on Book { pages stars } ... on Film { minutes s: stars } } }',
    );
    expect(data).toEqual({
      media: [
        { __typename: 'Book', title: 'B', pages: 9, stars: 5 },
        { __typename: 'Film', title: 'F', minutes: 90, s: 3 },
        null,
      ],
    });
  });

  it('applies named fragments and fragments on intermediate interfaces', async () => {
    const { gateway } = federate({ catalog, ratings });
    const { data } = await run(
      gateway,
      '{ node { ... on Media { id ...F } } any { ... on Node { id } ...F } } fragment F on Film { minutes stars }',
    );
    expect(data).toEqual({ node: { id: 'f', minutes: 90, stars: 3 }, any: { id: 'b' } });
  });

  it('returns an empty object for a value that no fragment matches', async () => {
    const { gateway } = federate({ catalog, ratings });
    expect(await run(gateway, '{ any { ... on Film { minutes } } }')).toEqual({ data: { any: {} } });
  });

  it('makes a value of an inaccessible type null', async () => {
    const { gateway } = federate({ catalog, ratings });
    expect(await run(gateway, '{ hidden { id ... on Media { title } } }')).toEqual({ data: { hidden: null } });
    expect(errorsOf(await run(gateway, '{ node { ... on Secret { id } } }'))[0]?.message).toContain(
      'Unknown type "Secret"',
    );
  });

  it('finds the type by an alias of `__typename` that names another field elsewhere', async () => {
    const { gateway } = federate({ catalog, ratings });
    expect(await run(gateway, '{ x: any { x: __typename } }')).toEqual({ data: { x: { x: 'Book' } } });
  });

  it('allows one response key for different fields on mutually exclusive types', async () => {
    const { gateway } = federate({ catalog, ratings });
    const { data } = await run(gateway, '{ media { ... on Book { x: pages } ... on Film { x: minutes } } }');
    expect(data).toEqual({ media: [{ x: 9 }, { x: 90 }, null] });
  });

  it('reads a value without a type, or with the interface as its type, by the interface’s fields', async () => {
    const sdl =
      'type Query { a: Media b: Media c: Media } interface Media { id: ID! } type Book implements Media { id: ID! pages: Int }';
    const media = (typename: string | undefined) => ({ __typename: typename, id: '1', pages: 2 });
    const { gateway } = scripted({ s: sdl }, () => ({
      data: { a: media(undefined), b: media('Media'), c: media('Nobody') },
    }));
    expect(
      (await run(gateway, '{ a { id ... on Book { pages } } b { id ... on Book { pages } } c { id } }')).data,
    ).toEqual({ a: { id: '1' }, b: { id: '1' }, c: null });
  });

  it('returns the members known to each subgraph for unions that differ', async () => {
    const { gateway } = federate({
      a: {
        typeDefs:
          'type Query { a: U } union U = X | Y type X @key(fields: "id") { id: ID! n: Int @shareable } type Y { m: Int }',
        resolvers: { Query: { a: () => ({ __typename: 'X', id: '1', n: 1 }) } },
      },
      b: {
        typeDefs:
          'type Query { b: U } union U = X | Z type X @key(fields: "id") { id: ID! n: Int @shareable extra: Int } type Z { k: Int }',
        resolvers: { Query: { b: () => ({ __typename: 'Z', k: 3 }) }, X: { extra: () => 7 } },
      },
    });
    const fields = '__typename ... on X { n extra } ... on Y { m } ... on Z { k }';
    expect((await run(gateway, `{ a { ${fields} } b { ${fields} } }`)).data).toEqual({
      a: { __typename: 'X', n: 1, extra: 7 },
      b: { __typename: 'Z', k: 3 },
    });
  });

  it('makes an enum value outside the public schema null, with an error', async () => {
    const { gateway } = federate({
      a: {
        typeDefs: 'type Query { kinds: [Kind] kind: Kind! ok: Kind } enum Kind { OPEN HIDDEN @inaccessible }',
        resolvers: { Query: { kinds: () => ['OPEN', 'HIDDEN'], kind: () => 'HIDDEN', ok: () => 'OPEN' } },
      },
    });
    const result = await run(gateway, '{ kinds ok }');
    expect(result.data).toEqual({ kinds: ['OPEN', null], ok: 'OPEN' });
    expect(errorsOf(result).map(({ path }) => path)).toEqual(['kinds.1']);
    expect((await run(gateway, '{ kind }')).data).toBeNull();
  });
});

describe('interface objects', () => {
  // Sorts before the interface object's subgraph, since plans depend on that order.
  const accounts = {
    typeDefs: `type Query { users: [Person!]! } interface Person @key(fields: "id") { id: ID! name: String }
      type Guest implements Person @key(fields: "id") { id: ID! name: String }
      type Member implements Person @key(fields: "id") { id: ID! name: String since: Int }`,
    resolvers: {
      Query: {
        users: () => [
          { __typename: 'Guest', id: 'g', name: 'G' },
          { __typename: 'Member', id: 'm', name: 'M', since: 3 },
        ],
      },
      Person: {
        __resolveType: ({ __typename }: Source) => __typename as string,
        __resolveReference: ({ id }: Source) =>
          id === 'g' ? { __typename: 'Guest', id, name: 'G' } : { __typename: 'Member', id, name: 'M', since: 3 },
      },
    },
  };
  const clubs = {
    typeDefs: `type Query { others: [Person] } type Person @interfaceObject @key(fields: "id") { id: ID! nick(n: Int = 0): String }`,
    resolvers: {
      Query: { others: () => [{ id: 'm' }, { id: 'g' }] },
      Person: { nick: ({ id }: Source, { n }: { n: number }) => `${String(id)}${n}` },
    },
  };

  it('extend every implementation, from either side', async () => {
    const { gateway } = federate({ accounts, clubs });
    expect((await run(gateway, '{ users { name nick } }')).data).toEqual({
      users: [
        { name: 'G', nick: 'g0' },
        { name: 'M', nick: 'm0' },
      ],
    });
    expect((await run(gateway, '{ others { nick } }')).data).toEqual({ others: [{ nick: 'm0' }, { nick: 'g0' }] });
  });

  it('find the concrete type if the client selects it, under any alias', async () => {
    const { gateway } = federate({ accounts, clubs });
    const { data } = await run(gateway, '{ others { t: __typename nick ... on Member { since } } }');
    expect(data).toEqual({
      others: [
        { t: 'Member', nick: 'm0', since: 3 },
        { t: 'Guest', nick: 'g0' },
      ],
    });
    expect((await run(gateway, '{ others { t: __typename } }')).data).toEqual({
      others: [{ t: 'Member' }, { t: 'Guest' }],
    });
  });

  it('resolve fields selected on one implementation only', async () => {
    const { gateway } = federate({ accounts, clubs });
    expect((await run(gateway, '{ users { ... on Member { nick } } }')).data).toEqual({ users: [{}, { nick: 'm0' }] });
  });

  it('resolve different fields and arguments on different implementations', async () => {
    const { gateway } = federate({ accounts, clubs });
    const { data } = await run(
      gateway,
      '{ others { ... on Guest { nick(n: 1) } ... on Member { nick(n: 2) since } } }',
    );
    expect(data).toEqual({ others: [{ nick: 'm2', since: 3 }, { nick: 'g1' }] });
  });

  it('can require fields of the implementations', async () => {
    const badges = {
      typeDefs:
        'type Query { others: [Person] } type Person @interfaceObject @key(fields: "id") { id: ID! name: String @external badge: String @requires(fields: "name") }',
      resolvers: {
        Query: { others: () => [{ id: 'm' }] },
        Person: { badge: ({ name }: Source) => `<${String(name)}>` },
      },
    };
    const parts = { accounts, badges };
    // The composer does not mark an interface object's field as external.
    const owner = 'name: String @join__field(graph: ACCOUNTS) @join__field(graph: BADGES, external: true)\n  badge';
    const supergraphSdl = composeParts(parts).replace(/name: String\n {2}badge(?=: String @join__field\(graph)/, owner);
    const { gateway } = federate(parts, { supergraphSdl });
    expect((await run(gateway, '{ users { badge } others { badge } }')).data).toEqual({
      users: [{ badge: '<G>' }, { badge: '<M>' }],
      others: [{ badge: '<M>' }],
    });
  });

  it('make __typename null with an error if no subgraph resolves it', async () => {
    const { gateway } = federate({
      accounts: {
        ...accounts,
        resolvers: { ...accounts.resolvers, Person: { ...accounts.resolvers.Person, __resolveReference: () => null } },
      },
      clubs,
    });
    const result = await run(gateway, '{ others { __typename nick } }');
    expect(result.data).toEqual({ others: [null, null] });
    expect(errorsOf(result).map(({ path }) => path)).toEqual(['others.0.__typename', 'others.1.__typename']);
  });

  it('report field errors only on types that the client selected the field on', async () => {
    const { gateway } = federate({
      accounts,
      clubs: {
        ...clubs,
        resolvers: {
          ...clubs.resolvers,
          Person: {
            ...clubs.resolvers.Person,
            nick: ({ id }: Source) => {
              throw new Error(`no nick for ${String(id)}`);
            },
          },
        },
      },
    });
    const result = await run(gateway, '{ others { ... on Guest { nick } ... on Member { since } } }');
    expect(result.data).toEqual({ others: [{ since: 3 }, { nick: null }] });
    expect(errorsOf(result)).toEqual([{ message: 'no nick for g', path: 'others.1.nick' }]);
  });
});
