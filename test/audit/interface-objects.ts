import { byId, theme, type Source } from './suite.js';

export const interfaceObjects = theme();

const users = [
  { id: 'u1', name: 'ann', nick: 'a', age: 11 },
  { id: 'u2', name: 'bob', nick: 'b', age: 22 },
];
const named = (pick: (row: (typeof users)[number]) => object) =>
  byId(users, (row) => ({ __typename: 'User', ...pick(row) }));
const staff = [
  { type: 'Admin', id: 's1', name: 'Alice' },
  { type: 'Admin', id: 's2', name: 'Bob' },
  { type: 'Regular', id: 's3', name: 'Carol' },
];

const owner = {
  typeDefs: `type Query { users: [Named!]! } interface Named @key(fields: "id") { id: ID! name: String } type User implements Named @key(fields: "id") { id: ID! name: String age: Int }
    interface Account @key(fields: "id") { id: ID! } type Admin implements Account @key(fields: "id") { id: ID! isMain: Boolean! isActive: Boolean! @shareable } type Regular implements Account @key(fields: "id") { id: ID! isMain: Boolean! }`,
  resolvers: {
    Query: { users: () => users.map((row) => ({ __typename: 'User', ...row })) },
    Named: { __resolveReference: named((row) => row) },
    User: { __resolveReference: named((row) => row) },
    Account: {
      __resolveReference: byId(staff, ({ type, id }) => ({ __typename: type, id, isMain: false, isActive: true })),
    },
    Admin: { __resolveReference: ({ id }: Source) => ({ id, isMain: false, isActive: true }) },
    Regular: { isMain: () => false },
  },
};

interfaceObjects.suite(
  'simple-interface-object',
  () => ({
    a: owner,
    b: {
      typeDefs: `type Query { others: [Named] accounts: [Account] } type Named @interfaceObject @key(fields: "id") { id: ID! nick: String } type Account @interfaceObject @key(fields: "id") { id: ID! name: String! }`,
      resolvers: {
        Query: {
          others: () => users.map(({ id, nick }) => ({ id, nick })),
          accounts: () => staff.map(({ id, name }) => ({ __typename: 'Never', id, name })),
        },
        Named: { __resolveReference: byId(users, ({ id, nick }) => ({ id, nick })) },
        Account: { __resolveReference: byId(staff, ({ id, name }) => ({ id, name })) },
      },
    },
    c: {
      typeDefs: 'type Account @interfaceObject @key(fields: "id") { id: ID! isActive: Boolean! @shareable }',
      resolvers: { Account: { isActive: () => false } },
    },
  }),
  {
    'adds the owner’s fields to an interface object': {
      source: '{ others { id name nick } }',
      data: { others: users.map(({ id, name, nick }) => ({ id, name, nick })) },
      asks: ['b', 'a'],
    },
    'adds an interface object’s fields to the owner’s': {
      source: '{ users { id name nick } }',
      data: { users: users.map(({ id, name, nick }) => ({ id, name, nick })) },
      asks: ['a', 'b'],
    },
    'finds the concrete type of an interface object': {
      source: '{ others { ... on User { age } } }',
      data: { others: [{ age: 11 }, { age: 22 }] },
    },
    'needs no other subgraph for a type known from the owner': {
      source: '{ users { ... on User { age } } }',
      data: { users: [{ age: 11 }, { age: 22 }] },
      asks: ['a'],
    },
    'merges a type’s fragment with the interface’s fields, from either side': {
      source: '{ others { ...U id name } users { ...U id name } } fragment U on User { age id name nick }',
      data: {
        others: users.map(({ age, id, name, nick }) => ({ age, id, name, nick })),
        users: users.map(({ age, id, name, nick }) => ({ age, id, name, nick })),
      },
    },
    'resolves an interface object’s own fields without other subgraphs': {
      source: '{ accounts { name } }',
      data: { accounts: [{ name: 'Alice' }, { name: 'Bob' }, { name: 'Carol' }] },
      asks: ['b'],
    },
    'fetches the type before it resolves a type’s fragment': {
      source: '{ accounts { ... on Admin { name } } }',
      data: { accounts: [{ name: 'Alice' }, { name: 'Bob' }, {}] },
    },
    'returns the owner’s type, not the interface object’s name': {
      source: '{ accounts { name __typename ... on Admin { t: __typename } } }',
      data: {
        accounts: staff.map(({ type, name }) => ({ name, __typename: type, ...(type === 'Admin' ? { t: type } : {}) })),
      },
    },
    'reads a shared field from the interface object': {
      source: '{ accounts { id isActive } }',
      data: { accounts: staff.map(({ id }) => ({ id, isActive: false })) },
    },
    'reads a shared field from the type in a type’s fragment': {
      source: '{ accounts { id ... on Admin { isActive } } }',
      data: { accounts: staff.map(({ type, id }) => (type === 'Admin' ? { id, isActive: true } : { id })) },
    },
  },
);

interfaceObjects.suite(
  'interface-object-with-requires',
  () => ({
    a: owner,
    b: {
      typeDefs:
        'type Query { others: [Named] } type Named @interfaceObject @key(fields: "id") { id: ID! name: String @external nick: String @requires(fields: "name") }',
      resolvers: {
        Query: { others: () => users.map(({ id }) => ({ id })) },
        Named: {
          nick: ({ id, name }: Source) => {
            if (name === undefined) throw new Error('The required name is missing.');
            return users.find((row) => row.id === id)?.nick;
          },
        },
      },
    },
  }),
  {
    'sends an interface object’s required fields': {
      source: '{ others { id name nick } users { id nick } }',
      data: {
        others: users.map(({ id, name, nick }) => ({ id, name, nick })),
        users: users.map(({ id, nick }) => ({ id, nick })),
      },
    },
    'sends them in a type’s fragment': {
      source: '{ others { ... on User { age nick } } users { ... on User { age nick } id } }',
      data: {
        others: users.map(({ age, nick }) => ({ age, nick })),
        users: users.map(({ age, nick, id }) => ({ age, nick, id })),
      },
    },
    // The Guild's composer does not mark an interface object's field as external.
  },
  { onlyBy: 'Apollo' },
);

interfaceObjects.suite(
  'non-resolvable-interface-object',
  () => ({
    a: {
      typeDefs:
        'type Query { a: Node product: Product } interface Node @key(fields: "id") { id: ID! } type Product @interfaceObject @key(fields: "id") { id: ID! }',
      resolvers: { Query: { a: () => ({ __typename: 'Node', id: 'n1' }), product: () => ({ id: 'p1' }) } },
    },
    b: {
      typeDefs: `type Query { b: Node } type Node @interfaceObject @key(fields: "id", resolvable: false) { id: ID! field: String }
      interface Product @key(fields: "id") { id: ID! name: String } type Bread implements Product @key(fields: "id") { id: ID! name: String }`,
      resolvers: {
        Query: { b: () => ({ id: 'n1', field: 'foo' }) },
        Product: { __resolveReference: ({ id }: Source) => ({ __typename: 'Bread', id, name: 'rye' }) },
      },
    },
  }),
  {
    'resolves an interface object that cannot be looked up': {
      source: '{ b { id field } }',
      data: { b: { id: 'n1', field: 'foo' } },
      asks: ['b'],
    },
    'rejects an unreachable field': { source: '{ a { field } }', data: null, errors: 'any' },
    'reports an interface without types': { source: '{ a { id } }', data: { a: null }, errors: ['a'] },
    'reads an interface object of another owner': { source: '{ product { id } }', data: { product: { id: 'p1' } } },
    'finds the concrete type of such an interface object': {
      source: '{ product { name ... on Bread { id } } }',
      data: { product: { name: 'rye', id: 'p1' } },
    },
  },
);

interfaceObjects.suite(
  'interface-object-indirect-extension',
  () => ({
    media: {
      typeDefs: `type Query { media: Media } interface Media @key(fields: "id") { id: ID! title: String } type Video implements Media @key(fields: "id") { id: ID! title: String length: Int } type Article implements Media @key(fields: "id") { id: ID! title: String words: Int }`,
      resolvers: {
        Query: { media: () => ({ __typename: 'Video', id: '1', title: 'one', length: 100 }) },
        Media: { __resolveReference: ({ id }: Source) => ({ __typename: 'Video', id, title: 'one', length: 100 }) },
        Video: { __resolveReference: ({ id }: Source) => ({ id, title: 'one', length: 100 }) },
      },
    },
    author: {
      typeDefs:
        'type Query { author: Author } type Author @key(fields: "id") { id: ID! name: String } extend type Video @key(fields: "id") { id: ID! authorName: String }',
      resolvers: { Query: { author: () => ({ id: '1', name: 'eve' }) }, Video: { authorName: () => 'eve' } },
    },
    playlist: {
      typeDefs:
        'type Query { playlist: Playlist } type Playlist @key(fields: "id") { id: ID! media: Media } type Media @interfaceObject @key(fields: "id") { id: ID! }',
      resolvers: { Query: { playlist: () => ({ id: '1', media: { id: '1' } }) } },
    },
  }),
  {
    'reads an implementation that a third subgraph extends, behind an interface object': {
      source:
        '{ media { id title ... on Video { length authorName } ... on Article { words } } author { id name } playlist { id media { id ... on Video { length authorName } } } }',
      data: {
        media: { id: '1', title: 'one', length: 100, authorName: 'eve' },
        author: { id: '1', name: 'eve' },
        playlist: { id: '1', media: { id: '1', length: 100, authorName: 'eve' } },
      },
    },
  },
);
