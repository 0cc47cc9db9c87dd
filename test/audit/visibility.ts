import { byId, never, theme, type Source } from './suite.js';

export const visibility = theme();

const users = [
  { id: 'u1', type: 'REGULAR' },
  { id: 'u2', type: 'ANONYMOUS' },
];

visibility.suite(
  'enum-intersection',
  () => ({
    a: {
      typeDefs:
        'type Query { users: [User] @shareable } type User @key(fields: "id") { id: ID! type: UserType @shareable } enum UserType { ANONYMOUS @inaccessible REGULAR }',
      resolvers: { Query: { users: () => users }, User: { __resolveReference: byId(users) } },
    },
    b: {
      typeDefs:
        'type Query { usersB: [User] usersByType(type: UserType): [User] } type User @key(fields: "id") { id: ID! type: UserType @shareable } enum UserType { ANONYMOUS @inaccessible REGULAR }',
      resolvers: {
        Query: {
          usersB: () => [users[0], { id: 'u2', type: null }],
          usersByType: (_: unknown, { type }: Source) => users.filter((row) => row.type === type),
        },
        User: { __resolveReference: byId(users) },
      },
    },
  }),
  {
    'reads users without the enum': { source: '{ users { id } }', data: { users: [{ id: 'u1' }, { id: 'u2' }] } },
    'is null with an error for a value hidden from clients': {
      source: '{ users { id type } }',
      data: {
        users: [
          { id: 'u1', type: 'REGULAR' },
          { id: 'u2', type: null },
        ],
      },
      errors: ['users.1.type'],
    },
    'is null without an error if the value was null': {
      source: '{ usersB { id type } }',
      data: {
        usersB: [
          { id: 'u1', type: 'REGULAR' },
          { id: 'u2', type: null },
        ],
      },
    },
    'accepts a visible value as an argument': {
      source: '{ usersByType(type: REGULAR) { id type } }',
      data: { usersByType: [{ id: 'u1', type: 'REGULAR' }] },
    },
    'rejects a hidden value as an argument': { source: '{ usersByType(type: ANONYMOUS) { id } }', errors: 'any' },
    'rejects a hidden value in a variable': {
      source: 'query ($type: UserType) { usersByType(type: $type) { id } }',
      variables: { type: 'ANONYMOUS' },
      errors: 'any',
    },
  },
);

visibility.suite(
  'input-object-intersection',
  () => ({
    a: {
      typeDefs:
        'input Filter { first: Int! } type Query { inA(filter: Filter!): [User] } type User @key(fields: "id") { id: ID! }',
      resolvers: { Query: { inA: () => users } },
    },
    b: {
      typeDefs:
        'input Filter { first: Int! offset: Int } type Query { inB(filter: Filter!): [User] } type User @key(fields: "id") { id: ID! }',
      resolvers: { Query: { inB: (_: unknown, { filter }: { filter: object }) => ('offset' in filter ? [] : users) } },
    },
  }),
  {
    'accepts input fields known to all subgraphs': {
      source: '{ inA(filter: { first: 1 }) { id } inB(filter: { first: 1 }) { id } }',
      data: { inA: [{ id: 'u1' }, { id: 'u2' }], inB: [{ id: 'u1' }, { id: 'u2' }] },
    },
    'rejects an input field that the called subgraph does not know': {
      source: '{ inA(filter: { first: 1, offset: 2 }) { id } }',
      errors: 'any',
    },
    'rejects an input field that only the called subgraph knows': {
      source: '{ inB(filter: { first: 1, offset: 2 }) { id } }',
      errors: 'any',
    },
    'rejects such an input field in a variable': {
      source: 'query ($f: Filter!) { inB(filter: $f) { id } }',
      variables: { f: { first: 1, offset: 2 } },
      errors: 'any',
    },
  },
);

const friend = { u1: 'u2', u2: 'u1' } as Readonly<Record<string, string>>;

visibility.suite(
  'simple-inaccessible',
  () => ({
    age: {
      typeDefs: 'type Query { inAge: [User!]! } type User @key(fields: "id") { id: ID! age: Int }',
      resolvers: { Query: { inAge: () => users.map(({ id }) => ({ id })) } },
    },
    friends: {
      typeDefs: `type Query { inFriends: [User!]! } type User @key(fields: "id") { id: ID! friends(type: Tie = FAMILY @inaccessible): [User!]! tie: Tie @shareable } enum Tie { FAMILY @inaccessible FRIEND }`,
      resolvers: {
        Query: { inFriends: () => users.map(({ id }) => ({ id })) },
        User: {
          friends: ({ id }: Source, { type }: Source) =>
            type === 'FAMILY' ? [{ id: friend[String(id)], tie: null }] : [],
        },
      },
    },
  }),
  {
    'uses a hidden argument’s default': {
      source: '{ inAge { id friends { id } } }',
      data: {
        inAge: [
          { id: 'u1', friends: [{ id: 'u2' }] },
          { id: 'u2', friends: [{ id: 'u1' }] },
        ],
      },
    },
    'uses it at the argument’s own root': {
      source: '{ inFriends { id friends { id tie } } }',
      data: {
        inFriends: [
          { id: 'u1', friends: [{ id: 'u2', tie: null }] },
          { id: 'u2', friends: [{ id: 'u1', tie: null }] },
        ],
      },
    },
    'rejects the hidden argument': { source: '{ inFriends { friends(type: FRIEND) { id } } }', errors: 'any' },
    'hides the enum’s hidden value in introspection': {
      source: '{ __type(name: "Tie") { enumValues { name } } }',
      data: { __type: { enumValues: [{ name: 'FRIEND' }] } },
    },
  },
);

const feed = [
  { id: 'p1', at: 'new' },
  { id: 'p2', at: 'new' },
];

visibility.suite(
  'simple-override',
  () => ({
    a: {
      typeDefs:
        'type Query { feed: [Post] @shareable aFeed: [Post] } type Post @key(fields: "id") { id: ID! at: String! }',
      resolvers: { Query: { feed: () => feed, aFeed: () => [{ id: 'p2' }] }, Post: { at: never } },
    },
    b: {
      typeDefs:
        'type Query { feed: [Post] @shareable bFeed: [Post] } type Post @key(fields: "id") { id: ID! at: String! @override(from: "a") }',
      resolvers: { Query: { feed: () => feed, bFeed: () => [feed[0]] }, Post: { __resolveReference: byId(feed) } },
    },
  }),
  {
    'never calls the overridden field, even from its own root': {
      source: '{ aFeed { id at } bFeed { id at } }',
      data: { aFeed: [feed[1]], bFeed: [feed[0]] },
    },
    'reads an overridden field from a shared root': { source: '{ feed { id at } }', data: { feed } },
  },
);

visibility.suite(
  'unavailable-override',
  () => ({
    a: {
      typeDefs:
        'type Query { feed: [Post] @shareable aFeed: [Post] } type Post @key(fields: "id") { id: ID! at: String! @shareable }',
      resolvers: { Query: { feed: () => feed, aFeed: () => [feed[1]] }, Post: { __resolveReference: byId(feed) } },
    },
    b: {
      typeDefs:
        'type Query { feed: [Post] @shareable bFeed: [Post] } type Post @key(fields: "id") { id: ID! at: String! @override(from: "nobody") @shareable }',
      resolvers: { Query: { feed: () => feed, bFeed: () => [feed[0]] }, Post: { __resolveReference: byId(feed) } },
    },
  }),
  {
    'reads a field that overrides an unknown subgraph': {
      source: '{ feed { id at } aFeed { at } bFeed { at } }',
      data: { feed, aFeed: [{ at: 'new' }], bFeed: [{ at: 'new' }] },
    },
  },
);

visibility.suite(
  'override-type-interface',
  () => ({
    a: {
      typeDefs:
        'type Query { feed: [Post] } interface Post { id: ID! at: String! } type Image implements Post @key(fields: "id") { id: ID! at: String! }',
      resolvers: { Query: { feed: () => feed.map(({ id }) => ({ __typename: 'Image', id })) }, Image: { at: never } },
    },
    b: {
      typeDefs: `type Query { other: [OtherPost] } interface Post { id: ID! at: String! } interface OtherPost { id: ID! at: String! } type Text implements Post @key(fields: "id") { id: ID! at: String! body: String! }
      type Image implements OtherPost @key(fields: "id") { id: ID! at: String! @override(from: "a") }`,
      resolvers: {
        Query: { other: () => feed.map((row) => ({ __typename: 'Image', ...row })) },
        Image: { __resolveReference: byId(feed) },
      },
    },
  }),
  {
    'reads an overridden field through an interface': { source: '{ feed { id at } }', data: { feed } },
    'returns nothing for a type that the root’s subgraph does not have': {
      source: '{ feed { ... on Text { id body } } }',
      data: { feed: [{}, {}] },
      asks: ['a'],
    },
    'calls only the overriding subgraph': {
      source: '{ other { at id ... on Image { at id } } }',
      data: { other: feed.map(({ id, at }) => ({ at, id })) },
      asks: ['b'],
    },
  },
);

visibility.suite(
  'override-with-requires',
  () => ({
    a: {
      typeDefs:
        'type Query { inA: User } type User @key(fields: "id") { id: ID! name: String! @external aName: String! @requires(fields: "name") }',
      resolvers: { Query: { inA: () => ({ id: 'u1' }) }, User: { aName: ({ name }: Source) => `a ${String(name)}` } },
    },
    b: {
      typeDefs: 'type Query { inB: User } type User @key(fields: "id") { id: ID! name: String! @override(from: "c") }',
      resolvers: {
        Query: { inB: () => ({ id: 'u1', name: 'ann' }) },
        User: { __resolveReference: ({ id }: Source) => ({ id, name: 'ann' }) },
      },
    },
    c: {
      typeDefs:
        'type Query { inC: User } type User @key(fields: "id") { id: ID! name: String! cName: String! @requires(fields: "name") }'.replace(
          'name: String! cName',
          'name: String! @external cName',
        ),
      resolvers: { Query: { inC: () => ({ id: 'u1' }) }, User: { cName: ({ name }: Source) => `c ${String(name)}` } },
    },
  }),
  {
    'requires an overridden field from its new subgraph': {
      source: '{ inA { id name aName cName } inC { id name aName cName } }',
      data: {
        inA: { id: 'u1', name: 'ann', aName: 'a ann', cName: 'c ann' },
        inC: { id: 'u1', name: 'ann', aName: 'a ann', cName: 'c ann' },
      },
    },
    'resolves both requirements from the new subgraph': {
      source: '{ inB { name aName cName } }',
      data: { inB: { name: 'ann', aName: 'a ann', cName: 'c ann' } },
    },
  },
);

visibility.suite(
  'include-skip',
  () => ({
    a: {
      typeDefs: 'type Query { product: Product } type Product @key(fields: "id") { id: ID! price: Float! }',
      resolvers: {
        Query: { product: () => ({ id: 'p1', price: 699.5 }) },
        Product: { __resolveReference: ({ id }: Source) => ({ id, price: 699.5 }) },
      },
    },
    b: {
      typeDefs:
        'type Product @key(fields: "id") { id: ID! price: Float! @external isDear: Boolean! @requires(fields: "price") }',
      resolvers: { Product: { isDear: ({ price }: { price: number }) => price > 500 } },
    },
    c: {
      typeDefs:
        'type Product @key(fields: "id") { id: ID! isDear: Boolean! @external seen: Boolean! @requires(fields: "isDear") unseen: Boolean! @requires(fields: "isDear") }',
      resolvers: { Product: { seen: ({ isDear }: Source) => typeof isDear === 'boolean', unseen: never } },
    },
  }),
  {
    'calls no subgraph for a field that is not included by default': {
      source: 'query ($b: Boolean = false) { product { price unseen @include(if: $b) } }',
      data: { product: { price: 699.5 } },
      asks: ['a'],
    },
    'calls no subgraph for a field that is skipped by default': {
      source: 'query ($b: Boolean = true) { product { price unseen @skip(if: $b) } }',
      data: { product: { price: 699.5 } },
      asks: ['a'],
    },
    'reads a chain for a field that is included': {
      source: 'query ($b: Boolean = true) { product { price seen @include(if: $b) } }',
      data: { product: { price: 699.5, seen: true } },
    },
    'reads a chain for a field that is not skipped': {
      source: 'query ($b: Boolean = false) { product { price seen @skip(if: $b) } }',
      data: { product: { price: 699.5, seen: true } },
    },
  },
);

const access = (
  scopeDefault: string,
) => `extend schema @link(url: "https://specs.apollo.dev/federation/v2.1", import: ["@key", "@composeDirective"]) @link(url: "https://specs.example.com/access/v1.0", import: ["@access"]) @composeDirective(name: "@access")
  directive @access(scope: Scope!${scopeDefault}) on FIELD enum Scope { PUBLIC PRIVATE } `;

visibility.suite(
  'executable-directive-definition-default-arguments',
  () => ({
    a: { header: access(' = PUBLIC'), typeDefs: 'type Query { a: String }', resolvers: { Query: { a: () => 'a' } } },
    b: { header: access(' = PUBLIC'), typeDefs: 'type Query { b: String }', resolvers: { Query: { b: () => 'b' } } },
  }),
  {
    'accepts a client’s own directive with its default argument': {
      source: '{ a @access b @access }',
      data: { a: 'a', b: 'b' },
    },
  },
);
