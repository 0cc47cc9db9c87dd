import { byId, never, theme, type Source } from './suite.js';

export const provides = theme();

const tree = { id: 'p1', categories: [{ id: 'c1', name: 'one', children: [{ id: 'c2', name: 'two' }] }] };

provides.suite(
  'nested-provides',
  () => ({
    all: {
      typeDefs:
        'type Query { all: [Product] @shareable } type Product @key(fields: "id") { id: ID! @shareable } type Category @key(fields: "id") { id: ID! name: String @shareable }',
      resolvers: {
        Query: { all: () => [{ id: 'p1' }] },
        Category: { __resolveReference: ({ id }: Source) => ({ id, name: 'owner' }) },
      },
    },
    category: {
      typeDefs: `type Query { products: [Product] @provides(fields: "categories { id name children { id name } }") } type Product @key(fields: "id") { id: ID! categories: [Category] @external }
      type Category @key(fields: "id") { id: ID! name: String @external children: [Category] @external }`,
      resolvers: {
        Query: { products: () => [tree] },
        Product: { __resolveReference: never },
        Category: { __resolveReference: never },
      },
    },
    children: {
      typeDefs:
        'type Product @key(fields: "id") { id: ID! categories: [Category] @shareable } type Category @key(fields: "id") { id: ID! children: [Category] @shareable }',
      resolvers: { Product: { categories: () => tree.categories }, Category: { children: never } },
    },
  }),
  {
    'reads all levels from the one root that provides them': {
      source: '{ products { id categories { id name children { id name } } } }',
      data: { products: [tree] },
      asks: ['category'],
    },
    'calls the owner from a root that provides nothing': {
      source: '{ all { id categories { id name } } }',
      data: { all: [{ id: 'p1', categories: [{ id: 'c1', name: 'owner' }] }] },
    },
  },
);

const animals = [
  { __typename: 'Dog', id: 'a1', name: 'Fido', age: 3 },
  { __typename: 'Cat', id: 'a2', name: 'Tom', age: 4 },
];

provides.suite(
  'provides-on-interface',
  () => ({
    a: {
      typeDefs: `type Query { media: Media @shareable book: Book @provides(fields: "animals { ... on Dog { name } }") } interface Media { id: ID! } interface Animal { id: ID! } type Book implements Media @key(fields: "id") { id: ID! animals: [Animal] @shareable }
      type Dog implements Animal @key(fields: "id") { id: ID! @external name: String @external } type Cat implements Animal @key(fields: "id") { id: ID! @external }`,
      resolvers: {
        Query: { media: () => ({ __typename: 'Book', id: 'm1', animals }), book: () => ({ id: 'm1', animals }) },
        Book: { __resolveReference: () => ({ id: 'm1', animals }) },
      },
    },
    b: {
      typeDefs: `type Query { media: Media @shareable @provides(fields: "animals { id name }") } interface Media { id: ID! animals: [Animal] } interface Animal { id: ID! name: String } type Book implements Media { id: ID! @shareable animals: [Animal] @external }
      type Dog implements Animal { id: ID! @external name: String @external } type Cat implements Animal { id: ID! @external name: String @external }`,
      resolvers: { Query: { media: () => ({ __typename: 'Book', id: 'm1', animals }) } },
    },
    c: {
      typeDefs: `interface Media { id: ID! animals: [Animal] } interface Animal { id: ID! name: String } type Book implements Media @key(fields: "id") { id: ID! animals: [Animal] @shareable }
      type Dog implements Animal @key(fields: "id") { id: ID! name: String @shareable age: Int } type Cat implements Animal @key(fields: "id") { id: ID! name: String @shareable age: Int }`,
      resolvers: {
        Book: { animals: () => animals },
        Dog: { __resolveReference: byId(animals) },
        Cat: { __resolveReference: byId(animals) },
      },
    },
  }),
  {
    'uses fields that are provided through interfaces': {
      source: '{ media { id animals { id name } } }',
      data: { media: { id: 'm1', animals: animals.map(({ id, name }) => ({ id, name })) } },
      asks: ['b'],
    },
    'fetches the rest if a field is provided for one type only': {
      source: '{ book { animals { ... on Dog { name age } ... on Cat { name age } } } }',
      data: {
        book: {
          animals: [
            { name: 'Fido', age: 3 },
            { name: 'Tom', age: 4 },
          ],
        },
      },
    },
  },
);

const titles = [
  { __typename: 'Book', id: 'm1', title: 'Book' },
  { __typename: 'Movie', id: 'm2', title: 'Movie' },
];

provides.suite(
  'provides-on-union',
  () => ({
    a: {
      typeDefs:
        'type Query { media: [Media] @shareable } union Media = Book | Movie type Book @key(fields: "id") { id: ID! } type Movie @key(fields: "id") { id: ID! }',
      resolvers: { Query: { media: () => titles.map(({ __typename, id }) => ({ __typename, id })) } },
    },
    b: {
      typeDefs:
        'type Query { media: [Media] @shareable @provides(fields: "... on Book { title }") } union Media = Book | Movie type Book @key(fields: "id") { id: ID! title: String @external } type Movie @key(fields: "id") { id: ID! }',
      resolvers: { Query: { media: () => titles } },
    },
    c: {
      typeDefs:
        'type Book @key(fields: "id") { id: ID! title: String @shareable } type Movie @key(fields: "id") { id: ID! title: String @shareable }',
      resolvers: { Book: { __resolveReference: never }, Movie: { __resolveReference: byId(titles) } },
    },
  }),
  {
    'uses a member’s field from the root that provides it': {
      source: '{ media { ... on Book { id title } ... on Movie { id } } }',
      data: { media: [{ id: 'm1', title: 'Book' }, { id: 'm2' }] },
      asks: ['b'],
    },
    'fetches the other member only': {
      source: '{ media { ... on Book { title } ... on Movie { title } } }',
      data: { media: [{ title: 'Book' }, { title: 'Movie' }] },
      asks: ['b', 'c'],
    },
  },
);

provides.suite(
  'provides-only-requested-fields',
  () => ({
    a: {
      typeDefs:
        'type Entity @key(fields: "id") { id: ID! name: String! @shareable description: String! @shareable extra: String! }',
      resolvers: { Entity: { name: never, description: never, extra: ({ id }: Source) => `extra of ${String(id)}` } },
    },
    b: {
      typeDefs: `type Query { entity: Entity @provides(fields: "name description") entities: [Entity!]! @provides(fields: "name description") } type Entity @key(fields: "id") { id: ID! name: String! @external description: String! @external }`,
      resolvers: {
        Query: {
          entity: () => ({ id: 'e1', name: 'One' }),
          entities: () => [
            { id: 'e1', name: 'One' },
            { id: 'e2', name: 'Two' },
          ],
        },
        Entity: { description: never },
      },
    },
  }),
  {
    'does not fetch a provided field that is not selected': {
      source: '{ entity { id label: name } entities { id ... on Entity { name } } }',
      data: {
        entity: { id: 'e1', label: 'One' },
        entities: [
          { id: 'e1', name: 'One' },
          { id: 'e2', name: 'Two' },
        ],
      },
      asks: ['b'],
    },
    'does not fetch a provided field whose condition is false': {
      source:
        '{ entity { id ... on Entity @skip(if: true) { description } ... on Entity @include(if: false) { description } } }',
      data: { entity: { id: 'e1' } },
      asks: ['b'],
    },
    'does not fetch a provided field from the owner, which resolves another field': {
      source: '{ entities { id ... { name } ... { extra } } }',
      data: {
        entities: [
          { id: 'e1', name: 'One', extra: 'extra of e1' },
          { id: 'e2', name: 'Two', extra: 'extra of e2' },
        ],
      },
      asks: ['b', 'a'],
    },
  },
);
