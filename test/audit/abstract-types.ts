import { byId, theme, type Source } from './suite.js';

export const abstractTypes = theme();

const prints = [
  {
    __typename: 'Book',
    id: 'p1',
    sku: 's1',
    title: 'Book 1',
    publisher: { __typename: 'Agency', id: 'a1' },
    author: 'u1',
  },
  {
    __typename: 'Book',
    id: 'p3',
    sku: 's3',
    title: 'Book 3',
    publisher: { __typename: 'Self', mail: 'u1@x' },
    author: 'u2',
  },
  {
    __typename: 'Magazine',
    id: 'p2',
    sku: 's2',
    title: 'Magazine 2',
    publisher: { __typename: 'Group', id: 'g1' },
    author: 'u1',
  },
];
const print = byId(prints);
const REVIEWED = ['p1', 'p1', 'p2'];

abstractTypes.suite(
  'abstract-types',
  () => ({
    agency: {
      typeDefs: `type Agency @key(fields: "id") { id: ID! company: String mail: Mail } type Mail { address: String } type Group @key(fields: "id") { id: ID! name: String mail: String }
      extend union Publisher = Agency | Group`,
      resolvers: {
        Agency: { company: ({ id }: Source) => `company ${String(id)}`, mail: () => ({ address: 'a@x' }) },
        Group: { name: () => 'group', mail: () => 'g@x' },
      },
    },
    books: {
      typeDefs:
        'interface Print { id: ID! title: String } type Book implements Print @key(fields: "id") { id: ID! title: String }',
      resolvers: { Book: { __resolveReference: print } },
    },
    magazines: {
      typeDefs:
        'interface Print { id: ID! title: String } type Magazine implements Print @key(fields: "id") { id: ID! title: String }',
      resolvers: { Magazine: { __resolveReference: print } },
    },
    products: {
      typeDefs:
        `type Query { prints: [Print]! similar(id: ID!): [Print] } interface Print { id: ID! sku: String author: Author @provides(fields: "mail") publisher: Publisher } interface Similar { sku: String }
      type Book implements Print & Similar @key(fields: "id") { id: ID! sku: String author: Author publisher: Publisher } type Magazine implements Print & Similar @key(fields: "id") { id: ID! sku: String author: Author publisher: Publisher }
      union Publisher = Agency | Self type Agency @key(fields: "id") { id: ID! } type Self { mail: String } type Author @key(fields: "mail") { mail: ID! total: Int }`.replace(
          ' @provides(fields: "mail")',
          '',
        ),
      resolvers: {
        Query: {
          prints: () =>
            prints.map(({ publisher, author, ...row }) => ({
              ...row,
              publisher: publisher.__typename === 'Group' ? { __typename: 'Agency', id: 'a2' } : publisher,
              author: { mail: author, total: 2 },
            })),
          similar: (_: unknown, { id }: Source) =>
            prints.filter((row) => row.id !== id && row.__typename === prints.find((one) => one.id === id)?.__typename),
        },
        Book: { __resolveReference: print },
        Magazine: { __resolveReference: print },
      },
    },
    reviews: {
      typeDefs: `interface Print { id: ID! reviews: [Review!]! } type Book implements Print @key(fields: "id") { id: ID! reviews: [Review!]! count: Int! } type Magazine implements Print @key(fields: "id") { id: ID! reviews: [Review!]! count: Int! }
      type Review { id: Int! print: Print }`,
      resolvers: Object.fromEntries(
        ['Book', 'Magazine'].map((type) => [
          type,
          {
            reviews: ({ id }: Source) =>
              REVIEWED.flatMap((print, index) =>
                print === id ? [{ id: index + 1, print: { __typename: type, id } }] : [],
              ),
            count: ({ id }: Source) => REVIEWED.filter((print) => print === id).length,
          },
        ]),
      ),
    },
    inventory: {
      typeDefs: `interface Print { id: ID! size: Size delivery(zip: String): Delivery } type Book implements Print @key(fields: "id") { id: ID! size: Size delivery(zip: String): Delivery } type Magazine implements Print @key(fields: "id") { id: ID! size: Size delivery(zip: String): Delivery }
      type Size { weight: Float } type Delivery { fastest: String }`,
      resolvers: Object.fromEntries(
        ['Book', 'Magazine'].map((type) => [
          type,
          {
            size: () => ({ weight: 0.5 }),
            delivery: (_: Source, { zip }: Source) => ({ fastest: `day to ${String(zip)}` }),
          },
        ]),
      ),
    },
  }),
  {
    'reads an interface’s field from another subgraph than the one that resolved the interface': {
      source: '{ prints { id size { weight } } }',
      data: { prints: ['p1', 'p3', 'p2'].map((id) => ({ id, size: { weight: 0.5 } })) },
    },
    'passes arguments below two aliases of one field': {
      source:
        '{ b: similar(id: "p1") { id delivery(zip: "1") { fastest } } m: similar(id: "p2") { id delivery(zip: "2") { fastest } } }',
      data: { b: [{ id: 'p3', delivery: { fastest: 'day to 1' } }], m: [] },
    },
    'merges overlapping fragments on interfaces and types': {
      source:
        '{ prints { sku ... on Print { sku } ... on Book { sku } ... on Similar { __typename type: __typename } } }',
      data: { prints: prints.map(({ sku, __typename: type }) => ({ sku, __typename: type, type })) },
    },
    'reads one type’s field next to a field of all types': {
      source: '{ prints { by: author { mail total } ... on Magazine { title } } }',
      data: {
        prints: [
          { by: { mail: 'u1', total: 2 } },
          { by: { mail: 'u2', total: 2 } },
          { by: { mail: 'u1', total: 2 }, title: 'Magazine 2' },
        ],
      },
    },
    'comes back to the interface from its reviews': {
      source: '{ prints { id reviews { id print { sku ... on Magazine { title } ... on Book { count } } } } }',
      data: {
        prints: [
          { id: 'p1', reviews: [1, 2].map((id) => ({ id, print: { sku: 's1', count: 2 } })) },
          { id: 'p3', reviews: [] },
          { id: 'p2', reviews: [{ id: 3, print: { sku: 's2', title: 'Magazine 2' } }] },
        ],
      },
    },
    ...Object.fromEntries(
      [
        ['include', true],
        ['include', false],
        ['skip', true],
        ['skip', false],
      ].map(([directive, title]) => [
        `obeys @${String(directive)} on a type’s fragment, with the default ${String(title)}`,
        {
          source: `query ($title: Boolean = ${String(title)}) { prints { reviews { print { id ... on Book @${String(directive)}(if: $title) { title ... on Book { sku } } ... on Magazine { sku } } } } }`,
          data: {
            prints: [
              {
                reviews: [1, 2].map(() => ({
                  print: { id: 'p1', ...((directive === 'include') === title ? { title: 'Book 1', sku: 's1' } : {}) },
                })),
              },
              { reviews: [] },
              { reviews: [{ print: { id: 'p2', sku: 's2' } }] },
            ],
          },
        },
      ]),
    ),
    'resolves a union whose members are spread over subgraphs, below an interface': {
      source:
        '{ prints { publisher { ...P } } } fragment P on Publisher { ... on Agency { id company } ... on Self { mail } ... on Group { name } }',
      data: {
        prints: [
          { publisher: { id: 'a1', company: 'company a1' } },
          { publisher: { mail: 'u1@x' } },
          { publisher: { id: 'a2', company: 'company a2' } },
        ],
      },
    },
    'resolves one response key with a different type for two members': {
      source: '{ prints { publisher { ... on Agency { mail { address } } ... on Self { id: mail } } } }',
      data: {
        prints: [
          { publisher: { mail: { address: 'a@x' } } },
          { publisher: { id: 'u1@x' } },
          { publisher: { mail: { address: 'a@x' } } },
        ],
      },
    },
  },
);

const accounts = [
  { __typename: 'User', id: 'u1', name: 'ann' },
  { __typename: 'Admin', id: 'a1', name: 'bob' },
];

abstractTypes.suite(
  'child-type-mismatch',
  () => ({
    a: {
      typeDefs:
        'type Query { users: [User!]! } type User @key(fields: "id") { id: ID @shareable name: String @shareable }',
      resolvers: { Query: { users: () => [accounts[0]] } },
    },
    b: {
      typeDefs: `type Query { accounts: [Account!]! } union Account = User | Admin type User @key(fields: "id") { id: ID! @shareable name: String! @shareable similar: [Account!]! }
      type Admin { id: ID name: String similar: [Account!]! }`,
      resolvers: {
        Query: { accounts: () => accounts },
        User: { similar: () => accounts },
        Admin: { similar: () => accounts },
      },
    },
  }),
  {
    'reads fields of one name whose types differ in nullability, at the root and in a union': {
      source: '{ users { id name } accounts { ... on User { id name } ... on Admin { id name } } }',
      data: {
        users: [{ id: 'u1', name: 'ann' }],
        accounts: [
          { id: 'u1', name: 'ann' },
          { id: 'a1', name: 'bob' },
        ],
      },
    },
    'reads them again two levels down': {
      source:
        '{ accounts { ...A } } fragment A on Account { ... on User { id name similar { ...B } } ... on Admin { id name similar { ...B } } } fragment B on Account { ... on User { name similar { ...C } } ... on Admin { name similar { ...C } } } fragment C on Account { ... on User { id name } ... on Admin { id name } }',
      data: {
        accounts: accounts.map(({ id, name }) => ({
          id,
          name,
          similar: accounts.map((one) => ({
            name: one.name,
            similar: accounts.map((two) => ({ id: two.id, name: two.name })),
          })),
        })),
      },
    },
  },
);

const twins = [
  { __typename: 'Book', id: '1', price: 10.5 },
  { __typename: 'Book', id: '3', price: 10.5 },
];
const twin = ({ id }: Source): unknown => twins.find((row) => row.id !== id);

abstractTypes.suite(
  'circular-reference-interface',
  () => ({
    a: {
      typeDefs: `type Query { product: Product } interface Product { twin: Product }
      type Book implements Product @key(fields: "id") { id: ID! twin: Book @provides(fields: "price") price: Float @external }`,
      resolvers: { Query: { product: () => twins[0] }, Book: { twin } },
    },
    b: {
      typeDefs: 'type Book @key(fields: "id") { id: ID! price: Float @shareable }',
      resolvers: { Book: { __resolveReference: byId(twins) } },
    },
  }),
  {
    'follows an interface that leads to itself': {
      source: '{ product { twin { ... on Product { twin { __typename } } } } }',
      data: { product: { twin: { twin: { __typename: 'Book' } } } },
    },
    'reads provided and own fields on the way round': {
      source:
        '{ product { __typename twin { __typename ... on Book { id } twin { __typename ... on Book { id } } } ... on Book { id price twin { id price } } } }',
      data: {
        product: {
          __typename: 'Book',
          twin: { __typename: 'Book', id: '3', twin: { __typename: 'Book', id: '1' }, price: 10.5 },
          id: '1',
          price: 10.5,
        },
      },
    },
  },
);

const media = { __typename: 'Book', title: 'Rings' };

abstractTypes.suite(
  'union-intersection',
  () => ({
    a: {
      typeDefs: `type Query { media: Media @shareable book: Media @shareable song: Media viewer: Viewer @shareable } union Media = Book | Song union ViewerMedia = Book | Song
      type Book { title: String! @shareable } type Song { title: String! } type Viewer { media: ViewerMedia @shareable book: ViewerMedia @shareable song: ViewerMedia }`,
      resolvers: {
        Query: {
          media: () => media,
          book: () => media,
          song: () => ({ __typename: 'Song', title: 'Tune' }),
          viewer: () => ({ media, book: media, song: { __typename: 'Song', title: 'Tune' } }),
        },
      },
    },
    b: {
      typeDefs: `type Query { media: Media @shareable book: Media @shareable viewer: Viewer @shareable } union Media = Book | Movie union ViewerMedia = Book | Movie
      type Book { title: String! @shareable } type Movie { title: String! @shareable } type Viewer { media: ViewerMedia @shareable book: ViewerMedia @shareable }`,
      resolvers: { Query: { media: () => media, book: () => media, viewer: () => ({ media, book: media }) } },
    },
  }),
  {
    'returns nothing for a member that is not the value’s type': {
      source: '{ media { ... on Movie { title } } }',
      data: { media: {} },
    },
    'reads the member that both subgraphs know': {
      source: '{ media { ... on Book { title } } book { ... on Movie { title } ... on Book { title } } }',
      data: { media: { title: 'Rings' }, book: { title: 'Rings' } },
    },
    'calls each subgraph only for its own members': {
      source:
        '{ viewer { media { ...M } book { ...M } song { ...M } } } fragment M on ViewerMedia { __typename ... on Song { title } ... on Movie { title } ... on Book { title } }',
      data: {
        viewer: {
          media: { __typename: 'Book', title: 'Rings' },
          book: { __typename: 'Book', title: 'Rings' },
          song: { __typename: 'Song', title: 'Tune' },
        },
      },
    },
    'calls each subgraph only for its own members at the root': {
      source:
        '{ media { ...M } song { ...M } } fragment M on Media { __typename ... on Song { title } ... on Movie { title } ... on Book { title } }',
      data: { media: { __typename: 'Book', title: 'Rings' }, song: { __typename: 'Song', title: 'Tune' } },
    },
  },
);

const goods = [
  { __typename: 'Oven', id: '1' },
  { __typename: 'Toaster', id: '2', warranty: 3 },
];
const toaster = goods[1];

abstractTypes.suite(
  'union-interface-distributed',
  () => ({
    a: {
      typeDefs: `type Query { products: [Product] node(id: ID!): Node nodes: [Node] toasters: [Toaster] } union Product = Oven | Toaster interface Node { id: ID! } interface Warranted { warranty: Int }
      type Oven @key(fields: "id") { id: ID! } type Toaster implements Node & Warranted @key(fields: "id") { id: ID! warranty: Int }`,
      resolvers: {
        Query: {
          products: () => goods,
          node: (_: unknown, { id }: Source) => byId(goods)({ id }),
          nodes: () => [toaster],
          toasters: () => [toaster],
        },
      },
    },
    b: {
      typeDefs:
        'interface Node { id: ID! } interface Warranted { warranty: Int } type Oven implements Node & Warranted @key(fields: "id") { id: ID! warranty: Int }',
      resolvers: { Oven: { warranty: () => 1 } },
    },
  }),
  {
    'reads members that implement an interface in different subgraphs': {
      source: '{ products { ... on Oven { id warranty } ... on Toaster { id warranty } } }',
      data: {
        products: [
          { id: '1', warranty: 1 },
          { id: '2', warranty: 3 },
        ],
      },
    },
    'resolves an interface within the union': {
      source: '{ products { __typename ... on Node { id } ... on Warranted { warranty } } }',
      data: {
        products: [
          { __typename: 'Oven', id: '1', warranty: 1 },
          { __typename: 'Toaster', id: '2', warranty: 3 },
        ],
      },
    },
    'reads the interface at the root': {
      source: '{ nodes { id ... on Toaster { warranty } ... on Oven { warranty } } toasters { ... on Node { id } } }',
      data: { nodes: [{ id: '2', warranty: 3 }], toasters: [{ id: '2' }] },
    },
    'reads one node by its id': {
      source: '{ node(id: "2") { __typename id ... on Toaster { warranty } } }',
      data: { node: { __typename: 'Toaster', id: '2', warranty: 3 } },
    },
    'is null with an error if a subgraph returns a type that it does not define as a node': {
      source: '{ node(id: "1") { id } }',
      data: { node: null },
      errors: ['node'],
    },
  },
);

abstractTypes.suite(
  'typename',
  () => ({
    a: {
      typeDefs: `type Query { union: Product interface: Node users: [User] } union Product = Oven | Toaster interface Node { id: ID! } type Oven implements Node @key(fields: "id") { id: ID! } type Toaster implements Node @key(fields: "id") { id: ID! }
      interface User @key(fields: "id") { id: ID! } type Admin implements User @key(fields: "id") { id: ID! }`,
      resolvers: {
        Query: {
          union: () => goods[0],
          interface: () => toaster,
          users: () => ['u1', 'u2'].map((id) => ({ __typename: 'Admin', id })),
        },
        User: { __resolveReference: ({ id }: Source) => ({ __typename: 'Admin', id }) },
      },
    },
    b: {
      typeDefs: 'type Query { found: [User] } type User @interfaceObject @key(fields: "id") { id: ID! visits: Int }',
      resolvers: { Query: { found: () => [{ id: 'u1' }] }, User: { visits: () => 7 } },
    },
  }),
  {
    'returns a type’s name under each alias': {
      source: '{ union { __typename typename: __typename } interface { id __typename t: __typename } }',
      data: {
        union: { __typename: 'Oven', typename: 'Oven' },
        interface: { id: '2', __typename: 'Toaster', t: 'Toaster' },
      },
    },
    'returns a type’s name within fragments': {
      source:
        '{ union { ... on Oven { t: __typename } ... on Toaster { t: __typename } } interface { ... on Oven { t: __typename } ... on Toaster { t: __typename } } }',
      data: { union: { t: 'Oven' }, interface: { t: 'Toaster' } },
    },
    'returns the concrete type of a value from an interface object': {
      source: '{ users { __typename visits } found { __typename id } }',
      data: {
        users: [
          { __typename: 'Admin', visits: 7 },
          { __typename: 'Admin', visits: 7 },
        ],
        found: [{ __typename: 'Admin', id: 'u1' }],
      },
    },
    'returns the name of the root type': {
      source: '{ __typename q: __typename }',
      data: { __typename: 'Query', q: 'Query' },
      asks: [],
    },
  },
);

const actions = [
  { __typename: 'Alpha', id: '1', value: 'v' },
  { __typename: 'Beta', id: '2', name: 'n' },
  { __typename: 'Gamma', id: '3', label: 'l' },
];

abstractTypes.suite(
  'partial-union',
  () => ({
    a: {
      typeDefs: `type Query { answer: Answer } type Answer @shareable { actions: [Action!]! message: String } union Action = Alpha | Beta | Gamma
      type Alpha @shareable { id: ID! value: String } type Beta { id: ID! name: String } type Gamma { id: ID! label: String }`,
      resolvers: { Query: { answer: () => ({ message: 'm', actions }) } },
    },
    b: {
      typeDefs:
        'type Answer @shareable { actions: [Action!]! message: String } union Action = Alpha type Alpha @shareable { id: ID! value: String }',
    },
  }),
  {
    'returns members that another subgraph’s union does not have': {
      source:
        '{ answer { message actions { __typename ... on Alpha { id value } ... on Beta { id name } ... on Gamma { label } } } }',
      data: { answer: { message: 'm', actions: [actions[0], actions[1], { __typename: 'Gamma', label: 'l' }] } },
      asks: ['a'],
    },
  },
);

const [common, onlyA, onlyB] = [
  { __typename: 'Common', label: 'c' },
  { __typename: 'OnlyA', a: 'a' },
  { __typename: 'OnlyB', b: 'b' },
];
const inSubgraph = (own: unknown) => ({
  id: 'k',
  wrapper: { actions: [common, own] },
  bWrapper: { actions: [common, onlyB] },
});
const actionFields = 'wrapper { actions { __typename ... on Common { label } ... on OnlyA { a } ... on OnlyB { b } } }';

abstractTypes.suite(
  'partial-union-complex',
  () => ({
    a: {
      typeDefs: `type Query { rootA: Box shared: Box @shareable } type Box @key(fields: "id") { id: ID! wrapper: Wrapper @shareable } type Wrapper @shareable { actions: [Action!]! }
      union Action = Common | OnlyA type Common @shareable { label: String } type OnlyA { a: String }`,
      resolvers: {
        Query: { rootA: () => inSubgraph(onlyA), shared: () => ({ id: 'k', wrapper: { actions: [common] } }) },
        Box: { __resolveReference: () => inSubgraph(onlyA) },
      },
    },
    b: {
      typeDefs: `type Query { rootB: Box shared: Box @shareable } type Box @key(fields: "id") { id: ID! wrapper: Wrapper @shareable bWrapper: Wrapper } type Wrapper @shareable { actions: [Action!]! }
      union Action = Common | OnlyB type Common @shareable { label: String } type OnlyB { b: String }`,
      resolvers: {
        Query: { rootB: () => inSubgraph(onlyB), shared: () => ({ id: 'k', wrapper: { actions: [common] } }) },
        Box: { __resolveReference: () => inSubgraph(onlyB) },
      },
    },
  }),
  {
    'does not mix in the members of the other subgraph': {
      source: '{ rootA { wrapper { actions { __typename ... on OnlyB { b } } } } }',
      data: { rootA: { wrapper: { actions: [{ __typename: 'Common' }, { __typename: 'OnlyA' }] } } },
    },
    'returns no member that another subgraph could not have returned': {
      source: `{ rootA { ${actionFields} } }`,
      data: { rootA: { wrapper: { actions: [common, { ...onlyA, a: null }] } } },
      asks: ['a'],
    },
    'returns no such member from the other root either': {
      source: `{ rootB { ${actionFields} } }`,
      data: { rootB: { wrapper: { actions: [common, { ...onlyB, b: null }] } } },
      asks: ['b'],
    },
    'returns no member that is not shared, from either root': {
      source:
        '{ rootA { wrapper { actions { ... on OnlyA { a } } } } rootB { wrapper { actions { ... on OnlyB { b } } } } }',
      data: { rootA: { wrapper: { actions: [{}, { a: null }] } }, rootB: { wrapper: { actions: [{}, { b: null }] } } },
    },
    'reads what is shared from either': {
      source: `{ shared { ${actionFields} } }`,
      data: { shared: { wrapper: { actions: [common] } } },
    },
    'reads a field that only the other subgraph has': {
      source: `{ rootA { b${actionFields.replace('wrapper', 'Wrapper')} } }`,
      data: { rootA: { bWrapper: { actions: [common, onlyB] } } },
    },
  },
);

abstractTypes.suite(
  'union-overfetching',
  () => ({
    a: {
      typeDefs:
        'type Query { review: Review } union Review = Named | Unnamed type Named { product: Product } type Unnamed { product: Product } type Product @key(fields: "id") { id: ID! }',
      resolvers: { Query: { review: () => ({ __typename: 'Unnamed', product: { id: '1' } }) } },
    },
    ...Object.fromEntries(
      ['b', 'c', 'd'].map((name) => [
        name,
        {
          typeDefs: `type Product @key(fields: "id") { id: ID! ${name}: String! }`,
          resolvers: { Product: { [name]: () => name } },
        },
      ]),
    ),
  }),
  {
    'fetches only what is selected on the value’s own type': {
      source: '{ review { ... on Named { product { b c } } ... on Unnamed { product { c d } } } }',
      data: { review: { product: { c: 'c', d: 'd' } } },
    },
  },
);
