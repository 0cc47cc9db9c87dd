import { byId, theme, type Source } from './suite.js';

export const requires = theme();

const homes = [
  { __typename: 'Home', id: 'a1', city: 'Rome' },
  { __typename: 'Work', id: 'a2', city: 'Oslo', country: 'Norway' },
];

requires.suite(
  'requires-interface',
  () => ({
    a: {
      typeDefs: `type Query { a: User } interface Address { id: ID! } type Home implements Address @key(fields: "id") { id: ID! city: String @shareable } type Work implements Address @key(fields: "id") { id: ID! city: String @shareable }
      type User @key(fields: "id") { id: ID! address: Address @external city: String @requires(fields: "address { id }") country: String @requires(fields: "address { ... on Work { id } }") }`,
      resolvers: {
        Query: { a: () => ({ id: 'u1' }) },
        User: {
          city: ({ address }: { address: Source }) => homes.find((row) => row.id === address['id'])?.city,
          country: ({ address }: { address?: Source }) => homes.find((row) => row.id === address?.['id'])?.country,
        },
        Home: { __resolveReference: byId(homes) },
        Work: { __resolveReference: byId(homes) },
      },
    },
    b: {
      typeDefs: `type Query { b: User } interface Address { id: ID! } type Home implements Address @key(fields: "id") { id: ID! city: String @shareable } type Work implements Address @key(fields: "id") { id: ID! city: String @shareable } type Second implements Address @key(fields: "id") { id: ID! }
      type User @key(fields: "id") { id: ID! address: Address @shareable }`,
      resolvers: {
        Query: { b: () => ({ id: 'u2', address: homes[1] }) },
        User: { __resolveReference: ({ id }: Source) => ({ id, address: homes[id === 'u1' ? 0 : 1] }) },
      },
    },
  }),
  {
    'requires an interface’s field for any type': {
      source: '{ a { city } b { city } }',
      data: { a: { city: 'Rome' }, b: { city: 'Oslo' } },
    },
    'sends nothing for a type that the requirement does not name': {
      source: '{ a { country } }',
      data: { a: { country: null } },
    },
    'sends the field for the type that the requirement names': {
      source: '{ b { country } }',
      data: { b: { country: 'Norway' } },
    },
    'reads an interface from the subgraph where it is not external': {
      source: '{ a { address { __typename id } } b { address { __typename id } } }',
      data: { a: { address: { __typename: 'Home', id: 'a1' } }, b: { address: { __typename: 'Work', id: 'a2' } } },
    },
  },
);

const fields = (text: string, pick: (row: Source) => unknown) =>
  Object.fromEntries(text.split(' ').map((name) => [name, pick]));

requires.suite(
  'requires-requires',
  () => ({
    a: {
      typeDefs: 'type Product @key(fields: "id") { id: ID! price: Float! @inaccessible }',
      resolvers: { Product: { price: () => 699 } },
    },
    b: {
      typeDefs: 'type Query { product: Product } type Product @key(fields: "id") { id: ID! hasDiscount: Boolean! }',
      resolvers: { Query: { product: () => ({ id: 'p1' }) }, Product: { hasDiscount: () => true } },
    },
    c: {
      typeDefs:
        'type Product @key(fields: "id") { id: ID! price: Float! @external hasDiscount: Boolean! @external isDear: Boolean! @requires(fields: "price") isDearOnSale: Boolean! @requires(fields: "hasDiscount") }',
      resolvers: {
        Product: {
          isDear: ({ price }: { price: number }) => price > 500,
          isDearOnSale: ({ hasDiscount }: Source) => hasDiscount === false,
        },
      },
    },
    d: {
      typeDefs: `type Product @key(fields: "id") { id: ID! isDear: Boolean! @external isDearOnSale: Boolean! @external other: String can: Boolean! @requires(fields: "isDear") can2: Boolean! @requires(fields: "isDear")
      canOnSale: Boolean! @requires(fields: "isDearOnSale") canOnSale2: Boolean! @requires(fields: "isDearOnSale") both: Boolean! @requires(fields: "isDearOnSale isDear") both2: Boolean! @requires(fields: "isDear isDearOnSale") }`,
      resolvers: {
        Product: {
          other: () => 'd',
          ...fields('can can2', ({ isDear }) => isDear === false),
          ...fields('canOnSale canOnSale2', ({ isDearOnSale }) => isDearOnSale === false),
          ...fields('both both2', ({ isDear, isDearOnSale }) => isDear === true && isDearOnSale === false),
        },
      },
    },
  }),
  {
    'follows a chain whose first link is hidden from clients': {
      source: '{ product { can } }',
      data: { product: { can: false } },
      asks: ['b', 'a', 'c', 'd'],
    },
    'fetches a field once that two fields require': {
      source: '{ product { can can2 other } }',
      data: { product: { can: false, can2: false, other: 'd' } },
    },
    'merges dependency chains that diverge and converge': {
      source: '{ product { both both2 can canOnSale canOnSale2 } }',
      data: { product: { both: true, both2: true, can: false, canOnSale: true, canOnSale2: true } },
    },
    'returns the intermediate fields too if they are selected': {
      source: '{ product { isDear isDearOnSale hasDiscount can canOnSale } }',
      data: { product: { isDear: true, isDearOnSale: false, hasDiscount: true, can: false, canOnSale: true } },
    },
    'rejects the hidden field itself': { source: '{ product { price } }', errors: 'any' },
  },
);

const posts = [{ id: 'p1' }, { id: 'p2' }];
const comments = ['c1 p1 a1 yes', 'c2 p1 a1 no', 'c3 p1 a2 spam', 'c4 p2 a1 ok', 'c5 p2 a1 well', 'c6 p2 a1 spam'].map(
  (line) => {
    const [id = '', post = '', author = '', body = ''] = line.split(' ');
    return { id, post, author, body };
  },
);
const goods = [
  { upc: 'p1', name: 'n1', price: 11, weight: 1 },
  { upc: 'p2', name: 'n2', price: 22, weight: 2 },
];

requires.suite(
  'requires-with-argument',
  () => ({
    a: {
      typeDefs:
        'type Product @key(fields: "upc") { upc: String! weight: Int @external price(currency: String!): Int @external shipping: Int @requires(fields: "price(currency: \\"USD\\") weight") }',
      resolvers: {
        Product: { shipping: ({ price, weight }: { price: number; weight: number }) => price * weight * 10 },
      },
    },
    b: {
      typeDefs:
        'type Query { products: [Product] } type Product @key(fields: "upc") { upc: String! name: String price(currency: String!): Int weight: Int }',
      resolvers: {
        Query: { products: () => goods },
        Product: {
          __resolveReference: ({ upc }: Source) => goods.find((row) => row.upc === upc),
          price: ({ price }: { price: number }, { currency }: Source) => (currency === 'USD' ? price : price * 2),
        },
      },
    },
    c: {
      typeDefs: `type Query { feed: [Post] } type Post @key(fields: "id") { id: ID! comments(limit: Int!): [Comment] @external }
      type Comment @key(fields: "id") { id: ID! authorId: ID body: String! onOtherPosts: [Post] @external isSpam: Boolean @requires(fields: "onOtherPosts { comments(limit: 50) { id } }") }`,
      resolvers: {
        Query: { feed: () => posts },
        Comment: {
          __resolveReference: (key: { id: string; onOtherPosts?: { comments: Source[] }[] }) => {
            const row = comments.find(({ id }) => id === key.id);
            const isComplete =
              key.onOtherPosts?.every((post) => post.comments.every(({ id }) => id !== undefined)) ?? false;
            return {
              id: key.id,
              authorId: row?.author,
              body: row?.body,
              isSpam: isComplete && (key.onOtherPosts?.length ?? 0) > 0,
            };
          },
        },
      },
    },
    d: {
      typeDefs: `type Post @key(fields: "id") { id: ID! author: Author @requires(fields: "comments(limit: 3) { authorId }") comments(limit: Int!): [Comment] }
      type Comment @key(fields: "id") { id: ID! authorId: ID @external onOtherPosts: [Post] } type Author { id: ID! }`,
      resolvers: {
        Post: {
          author: (post: { comments?: Source[] }) => {
            if (!Array.isArray(post.comments) || post.comments.length !== 3)
              throw new Error('Expected three comments.');
            return { id: post.comments[2]?.['authorId'] };
          },
          comments: ({ id, comments: required }: Source, { limit }: { limit: number }) =>
            required ??
            comments
              .filter(({ post }) => post === id)
              .slice(0, limit)
              .map((row) => ({ id: row.id })),
        },
        Comment: {
          onOtherPosts: ({ id }: Source) => {
            const own = comments.find((row) => row.id === id);
            return comments
              .filter(({ body, post }) => body === own?.body && post !== own.post)
              .map(({ post }) => ({ id: post }));
          },
        },
      },
    },
  }),
  {
    'requires a field with an argument': {
      source: '{ products { upc name shipping } }',
      data: {
        products: [
          { upc: 'p1', name: 'n1', shipping: 110 },
          { upc: 'p2', name: 'n2', shipping: 440 },
        ],
      },
    },
    'requires a list with an argument, of entities that another subgraph completes': {
      source: '{ feed { author { id } } }',
      data: { feed: [{ author: { id: 'a2' } }, { author: { id: 'a1' } }] },
    },
    'separates the client’s argument from the requirement’s': {
      source: '{ feed { author { id } comments(limit: 1) { id } } }',
      data: {
        feed: [
          { author: { id: 'a2' }, comments: [{ id: 'c1' }] },
          { author: { id: 'a1' }, comments: [{ id: 'c4' }] },
        ],
      },
    },
    'separates them with a variable, in two fragments': {
      source:
        'query ($limit: Int! = 1) { feed { author { id } ...A ...B } } fragment A on Post { comments(limit: $limit) { id } } fragment B on Post { comments(limit: $limit) { id } }',
      data: {
        feed: [
          { author: { id: 'a2' }, comments: [{ id: 'c1' }] },
          { author: { id: 'a1' }, comments: [{ id: 'c4' }] },
        ],
      },
    },
    'requires a path through a list of entities': {
      source: '{ feed { comments(limit: 3) { isSpam } } }',
      data: { feed: [0, 1].map(() => ({ comments: [false, false, true].map((isSpam) => ({ isSpam })) })) },
    },
  },
);

requires.suite(
  'requires-with-argument-conflict',
  () => ({
    a: {
      typeDefs: `type Product @key(fields: "upc") { upc: String! weight: Int @external price(currency: String!): Int @external category: Category @external shipping: Int @requires(fields: "price(currency: \\"USD\\") weight")
      shippingEur: Int @requires(fields: "price(currency: \\"EUR\\") weight") isDear: Boolean @requires(fields: "category { average(currency: \\"USD\\") }") } type Category @external { average(currency: String!): Int }`,
      resolvers: {
        Product: {
          ...fields('shipping shippingEur', ({ price, weight }) => Number(price) * Number(weight) * 10),
          isDear: ({ category }: { category: { average: number } }) => category.average > 11,
        },
      },
    },
    b: {
      typeDefs:
        'type Query { products: [Product] } type Product @key(fields: "upc") { upc: String! name: String price(currency: String!): Int weight: Int category: Category } type Category { average(currency: String!): Int }',
      resolvers: {
        Query: { products: () => goods },
        Product: {
          __resolveReference: ({ upc }: Source) => goods.find((row) => row.upc === upc),
          price: ({ price }: { price: number }, { currency }: Source) => (currency === 'USD' ? price : price * 2),
          category: ({ price }: Source) => ({ price }),
        },
        Category: {
          average: ({ price }: { price: number }, { currency }: Source) => (currency === 'USD' ? price : price * 2),
        },
      },
    },
  }),
  {
    'supports different arguments in two requirements of one field': {
      source: '{ products { upc shipping shippingEur isDear } }',
      data: {
        products: [
          { upc: 'p1', shipping: 110, shippingEur: 220, isDear: false },
          { upc: 'p2', shipping: 440, shippingEur: 880, isDear: true },
        ],
      },
    },
  },
);

requires.suite(
  'requires-with-fragments',
  () => ({
    a: {
      typeDefs: `type Query { a: User } interface Profile { display: String! } interface Account implements Profile { display: String! kind: String! }
      type Admin implements Profile & Account @inaccessible @shareable { display: String! kind: String! level: String! } type Guest implements Profile & Account @shareable { display: String! kind: String! token: String! }
      type User @key(fields: "id") { id: ID! profile: Profile }`,
      resolvers: {
        Query: { a: () => ({ id: 'u1', profile: { __typename: 'Guest', display: 'ann', kind: 'guest', token: 't' } }) },
        User: {
          __resolveReference: ({ id }: Source) => ({
            id,
            profile:
              id === 'u2'
                ? { __typename: 'Admin', display: 'bob', kind: 'admin', level: 'top' }
                : { __typename: 'Guest', display: 'ann', kind: 'guest', token: 't' },
          }),
        },
      },
    },
    b: {
      typeDefs: `type Query { b: User bb: User } interface Profile { display: String! } interface Account implements Profile { display: String! kind: String! }
      type Admin implements Profile & Account @inaccessible @shareable { display: String! kind: String! level: String! } type Guest implements Profile & Account @shareable { display: String! kind: String! token: String! }
      type User @key(fields: "id") { id: ID! profile: Profile @external basic: String! @requires(fields: "profile { ... on Profile { display } }")
        permissions: String! @requires(fields: "profile { display ... on Account { kind ... on Admin { level } ... on Guest { token } } }") }`,
      resolvers: {
        Query: { b: () => ({ id: 'u2' }), bb: () => ({ id: 'u1' }) },
        User: {
          permissions: ({ profile }: { profile: Source }) =>
            [profile['display'], profile['kind'], profile['level'], profile['token']].map(String).join(' '),
          basic: ({ profile }: { profile: Source }) => String(profile['display']),
        },
      },
    },
  }),
  {
    'hides a value whose type is inaccessible': {
      source: '{ b { id profile { __typename } } bb { id profile { __typename } } }',
      data: { b: { id: 'u2', profile: null }, bb: { id: 'u1', profile: { __typename: 'Guest' } } },
    },
    'sends nested fragments by the value’s type': {
      source: '{ a { permissions } bb { permissions } }',
      data: { a: { permissions: 'ann guest undefined t' }, bb: { permissions: 'ann guest undefined t' } },
    },
    'sends a type that is hidden from clients': {
      source: '{ b { permissions basic } }',
      data: { b: { permissions: 'bob admin top undefined', basic: 'bob' } },
    },
    'requires a field in a fragment on the interface itself': {
      source: '{ bb { profile { __typename } basic } }',
      data: { bb: { profile: { __typename: 'Guest' }, basic: 'ann' } },
    },
    // The Guild's composer rejects a requirement with nested fragments.
  },
  { onlyBy: 'Apollo' },
);

const authors = [
  { id: 'w1', years: 1 },
  { id: 'w2', years: 9 },
];

requires.suite(
  'requires-circular',
  () => ({
    a: {
      typeDefs: `type Query { feed: [Post] } type Post @key(fields: "id") { id: ID! byNovice: Boolean! @external byExpert: Boolean! @requires(fields: "byNovice") } type Author @key(fields: "id") { id: ID! years: Int! }`,
      resolvers: {
        Query: { feed: () => posts },
        Post: { byExpert: ({ byNovice }: Source) => byNovice === false },
        Author: { __resolveReference: byId(authors) },
      },
    },
    b: {
      typeDefs: `type Post @key(fields: "id") { id: ID! author: Author! byNovice: Boolean! @requires(fields: "author { years }") } type Author @key(fields: "id") { id: ID! years: Int! @external }`,
      resolvers: {
        Post: {
          author: ({ id, author }: Source) => author ?? { id: id === 'p1' ? 'w1' : 'w2' },
          byNovice: ({ author }: { author: { years: number } }) => author.years < 2,
        },
      },
    },
  }),
  {
    'requires a field of an entity found by the same subgraph': {
      source: '{ feed { byNovice } }',
      data: { feed: [{ byNovice: true }, { byNovice: false }] },
    },
    'resolves a chain of requirements that returns to the first subgraph': {
      source: '{ feed { byExpert } }',
      data: { feed: [{ byExpert: false }, { byExpert: true }] },
    },
  },
);

const [cheap, dear] = [
  { upc: '1', weight: 100, price: 899, inStock: true, name: 'Table' },
  { upc: '2', weight: 1000, price: 1299, inStock: false, name: 'Couch' },
];
const ware = ({ upc }: Source): unknown => (upc === '1' ? cheap : dear);
const reviews = [
  { id: 'r1', body: 'Love it', user: 'u1', upc: '1' },
  { id: 'r2', body: 'Dear', user: 'u1', upc: '2' },
];
const reviewOf = ({ id, body, user, upc }: (typeof reviews)[number]) => ({
  id,
  body,
  author: { id: user, username: 'from reviews' },
  product: { upc },
});

requires.suite(
  'simple-requires-provides',
  () => ({
    accounts: {
      typeDefs:
        'type Query { me: User } type User @key(fields: "id") { id: ID! name: String username: String @shareable }',
      resolvers: {
        Query: { me: () => ({ id: 'u1', name: 'Ada', username: 'ada' }) },
        User: { __resolveReference: ({ id }: Source) => ({ id, name: 'Ada', username: 'ada' }) },
      },
    },
    inventory: {
      typeDefs:
        'type Product @key(fields: "upc") { upc: String! weight: Int @external price: Int @external inStock: Boolean shipping: Int @requires(fields: "price weight") tag: String @requires(fields: "price weight") }',
      resolvers: {
        Product: {
          inStock: ({ upc }: Source) => upc === '1',
          shipping: ({ price, weight }: { price: number; weight: number }) => (price > 1000 ? 0 : weight * 0.5),
          tag: ({ price, weight }: Source) => `#${String(price)}/${String(weight)}`,
        },
      },
    },
    products: {
      typeDefs:
        'type Query { products: [Product] } type Product @key(fields: "upc") { upc: String! weight: Int price: Int name: String }',
      resolvers: { Query: { products: () => [cheap, dear] }, Product: { __resolveReference: ware } },
    },
    reviews: {
      typeDefs: `type Product @key(fields: "upc") { upc: String! reviews: [Review] } type Review @key(fields: "id") { id: ID! body: String author: User @provides(fields: "username") product: Product }
      type User @key(fields: "id") { id: ID! username: String @external reviews: [Review] }`,
      resolvers: {
        Product: { reviews: ({ upc }: Source) => reviews.filter((row) => row.upc === upc).map(reviewOf) },
        User: { reviews: ({ id }: Source) => reviews.filter((row) => row.user === id).map(reviewOf) },
      },
    },
  }),
  {
    'reads required fields without returning them': {
      source: '{ products { shipping } }',
      data: { products: [{ shipping: 50 }, { shipping: 0 }] },
    },
    'returns them if they are selected too': {
      source: '{ products { price weight shipping tag inStock } }',
      data: {
        products: [
          { price: 899, weight: 100, shipping: 50, tag: '#899/100', inStock: true },
          { price: 1299, weight: 1000, shipping: 0, tag: '#1299/1000', inStock: false },
        ],
      },
    },
    'uses a provided field in place': {
      source: '{ products { reviews { author { username } } } }',
      data: { products: [0, 1].map(() => ({ reviews: [{ author: { username: 'from reviews' } }] })) },
      asks: ['products', 'reviews'],
    },
    'calls the owner for fields that are not provided': {
      source: '{ products { reviews { author { name } } } }',
      data: { products: [0, 1].map(() => ({ reviews: [{ author: { name: 'Ada' } }] })) },
    },
    'requires two hops away from the root': {
      source: '{ me { username reviews { body product { name shipping inStock } } } }',
      data: {
        me: {
          username: 'ada',
          reviews: [
            { body: 'Love it', product: { name: 'Table', shipping: 50, inStock: true } },
            { body: 'Dear', product: { name: 'Couch', shipping: 0, inStock: false } },
          ],
        },
      },
    },
    'resolves the same entity under several response keys': {
      source: '{ a: products { upc s: shipping } b: products { upc reviews { id product { shipping } } } }',
      data: {
        a: [
          { upc: '1', s: 50 },
          { upc: '2', s: 0 },
        ],
        b: [
          { upc: '1', reviews: [{ id: 'r1', product: { shipping: 50 } }] },
          { upc: '2', reviews: [{ id: 'r2', product: { shipping: 0 } }] },
        ],
      },
    },
  },
);
