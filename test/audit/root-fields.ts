import { byId, theme, type Source } from './suite.js';

export const rootFields = theme();

const funds = [
  { id: 'f1', group: 'g1', label: 'Alpha' },
  { id: 'f2', group: 'g2', label: 'Beta' },
];

rootFields.suite(
  'shared-root',
  () => {
    const shareable = (field: string, value: unknown) => ({
      typeDefs: `type Query { fund: Fund! @shareable funds: [Fund!]! @shareable } type Fund @shareable { id: ID! ${field}: Fund_${field} } type Fund_${field} { id: ID! ${field}: String }`,
      resolvers: { Query: { fund: () => ({ id: 'f1', [field]: value }), funds: () => [{ id: 'f1', [field]: value }] } },
    });
    return {
      section: shareable('section', { id: 's', section: 'Section' }),
      label: shareable('label', { id: 'l', label: 'Label' }),
      price: shareable('price', { id: 'p', price: 'Price' }),
    };
  },
  {
    'calls every subgraph that shares a root field, and merges': {
      source: '{ fund { id label { id label } section { id section } price { id price } } }',
      data: {
        fund: {
          id: 'f1',
          label: { id: 'l', label: 'Label' },
          section: { id: 's', section: 'Section' },
          price: { id: 'p', price: 'Price' },
        },
      },
    },
    'merges shared lists by index': {
      source: '{ funds { id label { label } section { section } price { price } } }',
      data: {
        funds: [{ id: 'f1', label: { label: 'Label' }, section: { section: 'Section' }, price: { price: 'Price' } }],
      },
    },
  },
);

rootFields.suite(
  'mutations',
  () => {
    let sum = 0;
    const orders = [{ id: 'o1', name: 'first', price: 9 }];
    return {
      a: {
        typeDefs: `type Query { order(id: ID!): Order! } type Mutation { place(input: OrderInput!): Order! multiply(by: Int!): Int! open(name: String!): Account! @shareable }
        input OrderInput { name: String! price: Float! } type Order @key(fields: "id") { id: ID! name: String! price: Float! } type Account @key(fields: "id") { id: ID! }`,
        resolvers: {
          Query: { order: (_: unknown, { id }: Source) => byId(orders)({ id }) },
          Mutation: {
            place: (_: unknown, { input }: { input: { name: string; price: number } }) => {
              const order = { id: `o${orders.length + 1}`, ...input };
              orders.push(order);
              return order;
            },
            multiply: (_: unknown, { by }: { by: number }) => (sum *= by),
            open: (_: unknown, { name }: Source) => ({ id: `acc-${String(name)}` }),
          },
          Order: { __resolveReference: byId(orders) },
        },
      },
      b: {
        typeDefs: `type Mutation { reset: Int! } type Order @key(fields: "id") { id: ID! price: Float! @external isLarge: Boolean! @requires(fields: "price") isOpen: Boolean! }
        type Account @key(fields: "id") { id: ID! name: String }`,
        resolvers: {
          Mutation: {
            reset: () => {
              const last = sum;
              sum = 0;
              return last;
            },
          },
          Order: { isLarge: ({ price }: { price: number }) => price > 100, isOpen: () => true },
          Account: { name: ({ id }: Source) => String(id).slice(4) },
        },
      },
      c: {
        typeDefs:
          'type Mutation { add(number: Int!): Int! open(name: String!): Account! @shareable } type Account @key(fields: "id") { id: ID! }',
        resolvers: {
          Mutation: {
            add: (_: unknown, { number }: { number: number }) => (sum += number),
            open: (_: unknown, { name }: Source) => ({ id: `acc-${String(name)}` }),
          },
        },
      },
    };
  },
  {
    'reads a mutation’s result from other subgraphs, including requirements': {
      source: 'mutation { place(input: { name: "new", price: 599.5 }) { name price isLarge isOpen } }',
      data: { place: { name: 'new', price: 599.5, isLarge: true, isOpen: true } },
    },
    'reads the same type from a query': {
      source: '{ order(id: "o1") { id name price isLarge isOpen } }',
      data: { order: { id: 'o1', name: 'first', price: 9, isLarge: false, isOpen: true } },
    },
    'runs root fields in order, across three subgraphs': {
      source: 'mutation { five: add(number: 5) ten: multiply(by: 2) twelve: add(number: 2) last: reset }',
      data: { five: 5, ten: 10, twelve: 12, last: 12 },
      asks: ['c', 'a', 'c', 'b'],
    },
    'runs a mutation shared by two subgraphs in only one of them': {
      source: 'mutation { open(name: "x") { id name } }',
      data: { open: { id: 'acc-x', name: 'x' } },
    },
  },
);

rootFields.suite(
  'mysterious-external',
  () => ({
    name: {
      typeDefs: 'type Query { fund: Fund } type Fund @key(fields: "id") { id: ID! label: String! }',
      resolvers: { Query: { fund: () => funds[0] }, Fund: { __resolveReference: byId(funds) } },
    },
    price: {
      typeDefs: 'extend type Fund @key(fields: "id") { id: ID! @external fee: Float } type Query { cheapest: Fund }',
      resolvers: {
        Query: { cheapest: () => ({ id: 'f2', fee: 0.5 }) },
        Fund: { __resolveReference: ({ id }: Source) => ({ id, fee: 0.7 }) },
      },
    },
  }),
  {
    'follows an entity from the key’s owner to an extension': {
      source: '{ fund { id label fee } }',
      data: { fund: { id: 'f1', label: 'Alpha', fee: 0.7 } },
    },
    'reads an external key if the extension is the root': {
      source: '{ cheapest { id label fee } }',
      data: { cheapest: { id: 'f2', label: 'Beta', fee: 0.5 } },
    },
  },
);
