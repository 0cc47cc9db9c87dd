import { byId, theme, type Source } from './suite.js';

export const federation1 = theme();

const people = [{ id: 'u1', rank: 'r1', name: 'ann', nick: 'a' }];
const person = people[0];
const owner = (header: object) => ({
  ...header,
  typeDefs:
    'type Query { byId(id: ID): Person } type Person @key(fields: "id") { id: ID! name: String! @shareable nick: String }'.replace(
      'header' in header ? ' @shareable' : /^$/,
      '',
    ),
  resolvers: {
    Query: { byId: (_: unknown, { id }: Source) => byId(people)({ id }) },
    Person: { __resolveReference: byId(people) },
  },
});
const extending = {
  Query: { any: () => ({ id: 'u1', rank: 'r1' }), withName: () => person },
  Person: {
    __resolveReference: byId(people, ({ id, rank }) => ({ id, rank })),
    name: ({ name }: Source) => name ?? 'never',
  },
};
const ROOT = 'type Query { any: Person withName: Person @provides(fields: "name") }';
const FIELDS = '{ id: ID! @external name: String! @external rank: ID }';

const cases = {
  'reads a field from the subgraph where it is not external': {
    source: '{ any { id name } }',
    data: { any: { id: 'u1', name: 'ann' } },
  },
  'uses an external field where it is provided': {
    source: '{ withName { id name } }',
    data: { withName: { id: 'u1', name: 'ann' } },
    asks: ['a'],
  },
  'adds the owner’s fields to the extension’s': {
    source: '{ any { id rank name nick } }',
    data: { any: { id: 'u1', rank: 'r1', name: 'ann', nick: 'a' } },
  },
  'follows an entity from the owner to the extension': {
    source: '{ byId(id: "u1") { id nick rank } }',
    data: { byId: { id: 'u1', nick: 'a', rank: 'r1' } },
  },
};

const fed1 = { header: '' };
federation1.suite(
  'fed1-external-extends',
  () => ({
    a: { ...fed1, typeDefs: `${ROOT} type Person @key(fields: "id") @extends ${FIELDS}`, resolvers: extending },
    b: owner(fed1),
  }),
  cases,
);
federation1.suite(
  'fed1-external-extension',
  () => ({
    a: { ...fed1, typeDefs: `${ROOT} extend type Person @key(fields: "id") ${FIELDS}`, resolvers: extending },
    b: owner(fed1),
  }),
  cases,
);
federation1.suite(
  'fed2-external-extends',
  () => ({
    a: { typeDefs: `${ROOT} type Person @key(fields: "id") @extends ${FIELDS}`, resolvers: extending },
    b: owner({}),
  }),
  cases,
);
federation1.suite(
  'fed2-external-extension',
  () => ({
    a: { typeDefs: `${ROOT} extend type Person @key(fields: "id") ${FIELDS}`, resolvers: extending },
    b: owner({}),
  }),
  cases,
);

const fund = { id: 'p1', pid: 'p1-pid', upc: 'upc1', name: 'one', price: 12.5 };

federation1.suite(
  'fed1-external-extends-resolvable',
  () => ({
    a: {
      ...fed1,
      typeDefs:
        'type Query { inA: Fund } type Fund @key(fields: "id") @key(fields: "pid") @key(fields: "upc") { id: ID! pid: ID! upc: String! name: String }',
      resolvers: { Query: { inA: () => ({ id: fund.id, pid: fund.pid, upc: fund.upc, name: fund.name }) } },
    },
    b: {
      ...fed1,
      typeDefs: `type Query { inB: Fund } extend type Fund @key(fields: "id name") @key(fields: "upc") { id: ID @external name: String @external upc: String @external price: Float! }`,
      resolvers: {
        Query: { inB: () => fund },
        Fund: { __resolveReference: (key: Source) => (key['upc'] === 'upc1' || key['name'] === 'one' ? fund : null) },
      },
    },
  }),
  {
    'resolves an extension by one of several external keys': {
      source: '{ inA { id pid price upc name } }',
      data: { inA: { id: 'p1', pid: 'p1-pid', price: 12.5, upc: 'upc1', name: 'one' } },
    },
  },
);
