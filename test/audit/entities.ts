import { byId, theme, type Source } from './suite.js';

export const entities = theme();

const people = [
  { id: 'u1', mail: 'u1@example.com', nick: 'one' },
  { id: 'u2', mail: 'u2@example.com', nick: 'two' },
];
const funds = [
  { id: 'f1', group: 'g1', label: 'Alpha' },
  { id: 'f2', group: 'g2', label: 'Beta' },
];

entities.suite(
  'simple-entity-call',
  () => ({
    mail: {
      typeDefs: 'type Query { me: Person } type Person @key(fields: "id") { id: ID! mail: String! @shareable }',
      resolvers: { Query: { me: () => people[0] } },
    },
    nick: {
      typeDefs: 'type Person @key(fields: "mail") { mail: String! @shareable nick: String }',
      resolvers: { Person: { nick: ({ mail }: Source) => people.find((row) => row.mail === mail)?.nick } },
    },
  }),
  {
    'reaches another subgraph by the available key': {
      source: '{ me { id nick } }',
      data: { me: { id: 'u1', nick: 'one' } },
      asks: ['mail', 'nick'],
    },
  },
);

const shares = [
  { id: '1', pid: 'p1', section: 'c1', price: 100 },
  { id: '2', pid: 'p2', section: 'c2', price: 200 },
];
const sections = [
  { id: 'c1', tag: 't1', main: '1' },
  { id: 'c2', tag: 't2', main: '2' },
];
const share = byId(shares);

entities.suite(
  'complex-entity-call',
  () => ({
    products: {
      typeDefs: `type Query { top: Basket! } type Basket @key(fields: "shares { id }") { shares: [Share!]! }
      type Share @extends @key(fields: "id") { id: String! @external section: Section @shareable }
      type Section @key(fields: "id") { main: Share! @shareable id: String! tag: String @shareable }`,
      resolvers: {
        Query: { top: () => ({ shares }) },
        Share: {
          __resolveReference: share,
          section: (row: Source) => sections.find(({ id }) => id === row['section']),
        },
        Section: { main: (row: Source) => share({ id: row['main'] }) },
      },
    },
    link: {
      typeDefs: 'type Share @key(fields: "id") @key(fields: "id pid") { id: String! pid: String! }',
      resolvers: { Share: { __resolveReference: share } },
    },
    list: {
      typeDefs: `type Basket @key(fields: "shares { id pid }") { shares: [Share!]! first: Share @shareable selected: Share @shareable }
      type Share @key(fields: "id pid") { id: String! pid: String }`,
      resolvers: {
        Basket: {
          __resolveReference: (key: { shares: Source[] }) => ({
            shares: key.shares,
            first: key.shares[0],
            selected: key.shares[1],
          }),
        },
        Share: { __resolveReference: share },
      },
    },
    price: {
      typeDefs: `type Basket @key(fields: "shares { id pid section { id tag } } selected { id }") { shares: [Share!]! first: Share @shareable selected: Share @shareable }
      type Share @key(fields: "id pid section { id tag }") { id: String! price: Price pid: String section: Section }
      type Section @key(fields: "id tag") { id: String! tag: String } type Price { amount: Float! }`,
      resolvers: {
        Share: {
          __resolveReference: ({ id, pid, section }: { id: string; pid?: string; section: Source }) =>
            pid === undefined || section['tag'] === undefined ? null : share({ id }),
          price: ({ price }: Source) => ({ amount: price }),
        },
      },
    },
  }),
  {
    'builds keys with nested lists and objects from several subgraphs': {
      source:
        '{ top { shares { id pid price { amount } section { main { id } id tag } } selected { id } first { id } } }',
      data: {
        top: {
          shares: [
            { id: '1', pid: 'p1', price: { amount: 100 }, section: { main: { id: '1' }, id: 'c1', tag: 't1' } },
            { id: '2', pid: 'p2', price: { amount: 200 }, section: { main: { id: '2' }, id: 'c2', tag: 't2' } },
          ],
          selected: { id: '2' },
          first: { id: '1' },
        },
      },
    },
  },
);

entities.suite(
  'parent-entity-call',
  () => ({
    a: {
      typeDefs: 'type Query { funds: [Fund!]! } type Fund @key(fields: "id") { id: ID! }',
      resolvers: { Query: { funds: () => funds.map(({ id }) => ({ id })) } },
    },
    b: {
      typeDefs:
        'type Fund @key(fields: "id") { id: ID! @external group: Group @shareable } type Group { id: ID! @shareable }',
      resolvers: { Fund: { group: ({ id }: Source) => ({ id: funds.find((row) => row.id === id)?.group }) } },
    },
    c: {
      typeDefs:
        'type Fund @key(fields: "id") { id: ID! @external group: Group @shareable } type Group { id: ID! @shareable notes: Int! }',
      resolvers: { Fund: { group: ({ id }: Source) => ({ id: funds.find((row) => row.id === id)?.group, notes: 3 }) } },
    },
  }),
  {
    'reaches a field below an object without a key through the entity above it': {
      source: '{ funds { id group { notes } } }',
      data: {
        funds: [
          { id: 'f1', group: { notes: 3 } },
          { id: 'f2', group: { notes: 3 } },
        ],
      },
    },
  },
);

entities.suite(
  'parent-entity-call-complex',
  () => ({
    a: {
      typeDefs:
        'type Fund @key(fields: "id") { id: ID @external group: Group @shareable } type Group { details: String }',
      resolvers: { Fund: { group: ({ id }: Source) => ({ details: `details of ${String(id)}` }) } },
    },
    b: {
      typeDefs:
        'type Fund @key(fields: "id") { id: ID @external group: Group @shareable } type Group { id: ID @shareable }',
      resolvers: { Fund: { group: ({ id }: Source) => ({ id: funds.find((row) => row.id === id)?.group }) } },
    },
    c: {
      typeDefs: 'type Group @key(fields: "id") { id: ID @shareable name: String }',
      resolvers: { Group: { name: ({ id }: Source) => `name of ${String(id)}` } },
    },
    d: {
      typeDefs: 'type Query { fund(id: ID!): Fund } type Fund @key(fields: "id") { id: ID label: String }',
      resolvers: { Query: { fund: (_: unknown, { id }: Source) => byId(funds)({ id }) } },
    },
  }),
  {
    'merges fields from three subgraphs into one object without a key': {
      source: '{ fund(id: "f1") { id label group { id name details } } }',
      data: { fund: { id: 'f1', label: 'Alpha', group: { id: 'g1', name: 'name of g1', details: 'details of f1' } } },
    },
  },
);

const composite = { one: '1', two: '2', three: '3' };

entities.suite(
  'keys-mashup',
  () => ({
    a: {
      typeDefs: `type A @key(fields: "id", resolvable: true) @key(fields: "pId", resolvable: false) @key(fields: "compositeId { one two }", resolvable: false)
      @key(fields: "id compositeId { two three }", resolvable: false) { id: ID! pId: ID! compositeId: CompositeId! name: String! }
      type CompositeId { one: ID! two: ID! three: ID! }`,
      resolvers: {
        A: {
          __resolveReference: ({ id }: Source) => ({ id, pId: 'p', compositeId: composite, name: `a.${String(id)}` }),
        },
      },
    },
    b: {
      typeDefs: `type Query { b: B } type B @key(fields: "id") { id: ID! a: [A!]! }
      type A @key(fields: "compositeId { one two }", resolvable: false) @key(fields: "id compositeId { two three }", resolvable: true)
      @key(fields: "pId", resolvable: false) @key(fields: "id", resolvable: false) {
        id: ID! pId: ID! compositeId: CompositeId! name: String! @external inB: String! @requires(fields: "name") }
      type CompositeId { one: ID! two: ID! three: ID! }`,
      resolvers: {
        Query: { b: () => ({ id: '100', a: [{ id: '1', pId: 'p', compositeId: composite }] }) },
        A: {
          __resolveReference: (key: { id: string; compositeId: { two: string; three: string }; name: string }) => {
            if (key.compositeId.two !== '2' || key.compositeId.three !== '3')
              throw new Error('The key is not complete.');
            return { ...key, compositeId: composite };
          },
          inB: ({ name }: { name?: string }) => (name === undefined ? null : `b knows ${name}`),
        },
      },
    },
  }),
  {
    'uses different keys in each direction, only resolvable ones': {
      source: '{ b { id a { id name inB } } }',
      data: { b: { id: '100', a: [{ id: '1', name: 'a.1', inB: 'b knows a.1' }] } },
    },
  },
);

const books = [
  { id: '1', upc: 'b1' },
  { id: '2', upc: 'b2' },
  { id: '3', upc: 'b3' },
];

entities.suite(
  'null-keys',
  () => ({
    a: {
      typeDefs: 'type Query { shelves: [Shelf] } type Shelf { book: Book } type Book @key(fields: "upc") { upc: ID! }',
      resolvers: { Query: { shelves: () => books.map(({ upc }) => ({ book: { upc } })) } },
    },
    b: {
      typeDefs: 'type Book @key(fields: "id") @key(fields: "upc") { id: ID! upc: ID! }',
      resolvers: {
        Book: {
          __resolveReference: ({ upc }: Source) => books.find((row) => row.upc === upc && row.id !== '3') ?? null,
        },
      },
    },
    c: {
      typeDefs: 'type Book @key(fields: "id") { id: ID! author: Author } type Author { name: String }',
      resolvers: {
        Book: {
          __resolveReference: ({ id }: { id?: string | null }) => {
            if (id === null || id === undefined) throw new Error('A key without a value.');
            return { id, author: { name: `author of ${id}` } };
          },
        },
      },
    },
  }),
  {
    'leaves fields null behind an entity that an intermediate subgraph does not know': {
      source: '{ shelves { book { upc author { name } } } }',
      data: {
        shelves: [
          { book: { upc: 'b1', author: { name: 'author of 1' } } },
          { book: { upc: 'b2', author: { name: 'author of 2' } } },
          { book: { upc: 'b3', author: null } },
        ],
      },
    },
  },
);

entities.suite(
  'node',
  () => ({
    node: {
      typeDefs:
        'type Query { first: Node } interface Node { id: ID! } type Fund implements Node @key(fields: "id") { id: ID! } type Desk implements Node @key(fields: "id") { id: ID! }',
      resolvers: { Query: { first: () => ({ __typename: 'Fund', id: 'f1' }) } },
    },
    'node-two': {
      typeDefs:
        'type Query { second: Node } interface Node { id: ID! } type Fund implements Node @key(fields: "id") { id: ID! } type Desk implements Node @key(fields: "id") { id: ID! }',
      resolvers: { Query: { second: () => ({ __typename: 'Desk', id: 'd1' }) } },
    },
    types: {
      typeDefs:
        'type Fund @key(fields: "id") { id: ID! label: String } type Desk @key(fields: "id") { id: ID! floor: Int }',
      resolvers: { Fund: { label: ({ id }: Source) => `label ${String(id)}` }, Desk: { floor: () => 4 } },
    },
  }),
  {
    'reads an interface of several subgraphs whose fields are in yet another': {
      source:
        '{ first { ...N } second { ...N } } fragment N on Node { __typename id ... on Fund { label } ... on Desk { floor } }',
      data: {
        first: { __typename: 'Fund', id: 'f1', label: 'label f1' },
        second: { __typename: 'Desk', id: 'd1', floor: 4 },
      },
    },
  },
);

const holders = [{ id: 'a1', name: 'ann' }];
const chats = [
  { id: 'c1', text: 'hi', holder: 'a1' },
  { id: 'c2', text: 'ho', holder: 'a1' },
];

entities.suite(
  'corrupted-supergraph-node-id',
  () => ({
    a: {
      typeDefs: `type Query { node(id: ID!): Node @shareable holder(id: String!): Holder } interface Node { id: ID! }
      type Holder implements Node @key(fields: "id") { id: ID! name: String! } type Chat implements Node @key(fields: "id") { id: ID! @external holder: Holder! }`,
      resolvers: {
        Query: {
          node: (_: unknown, { id }: Source) =>
            holders.some((row) => row.id === id)
              ? { __typename: 'Holder', ...holders[0] }
              : { __typename: 'Chat', id, holder: holders[0] },
          holder: (_: unknown, { id }: Source) => byId(holders)({ id }),
        },
        Holder: { __resolveReference: byId(holders) },
        Chat: { __resolveReference: byId(chats, ({ id }) => ({ id, holder: holders[0] })) },
      },
    },
    b: {
      typeDefs: `type Query { node(id: ID!): Node @shareable chat(id: String!): Chat } interface Node { id: ID! }
      type Holder implements Node @key(fields: "id") { id: ID! @external chats: [Chat!]! } type Chat implements Node @key(fields: "id") { id: ID! text: String! }`,
      resolvers: {
        Query: {
          node: (_: unknown, { id }: Source) =>
            holders.some((row) => row.id === id)
              ? { __typename: 'Holder', id }
              : { __typename: 'Chat', ...chats.find((row) => row.id === id) },
          chat: (_: unknown, { id }: Source) => byId(chats)({ id }),
        },
        Holder: { chats: () => chats },
        Chat: { __resolveReference: byId(chats) },
      },
    },
  }),
  {
    'reads a type from the subgraph that owns its key': {
      source: '{ holder(id: "a1") { id name } chat(id: "c1") { id text } }',
      data: { holder: { id: 'a1', name: 'ann' }, chat: { id: 'c1', text: 'hi' } },
    },
    'follows references between two types in both directions': {
      source:
        '{ holder(id: "a1") { chats { id text holder { id name } } } chat(id: "c2") { holder { name chats { id } } } }',
      data: {
        holder: {
          chats: [
            { id: 'c1', text: 'hi', holder: { id: 'a1', name: 'ann' } },
            { id: 'c2', text: 'ho', holder: { id: 'a1', name: 'ann' } },
          ],
        },
        chat: { holder: { name: 'ann', chats: [{ id: 'c1' }, { id: 'c2' }] } },
      },
    },
    'reads each type through the interface at the root, from the subgraph that owns the field': {
      source: '{ h: node(id: "a1") { ... on Holder { id name } } c: node(id: "c1") { ... on Chat { id text } } }',
      data: { h: { id: 'a1', name: 'ann' }, c: { id: 'c1', text: 'hi' } },
    },
    'returns nothing for a fragment on another type than the value’s': {
      source: '{ h: node(id: "a1") { ... on Chat { id } } c: node(id: "c1") { __typename ... on Holder { id } } }',
      data: { h: {}, c: { __typename: 'Chat' } },
    },
    'rejects an interface field that no single subgraph has for all types': {
      source: '{ node(id: "a1") { id } }',
      errors: 'any',
    },
    'returns only the type': { source: '{ node(id: "c1") { __typename } }', data: { node: { __typename: 'Chat' } } },
  },
);
