import { setTimeout as sleep } from 'node:timers/promises';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { buildSchema, GraphQLObjectType, parse, printSchema, type GraphQLSchema } from 'graphql';
import { compose } from '../gateway/fixtures/federate.js';

/** Five subgraphs over invented securities, and the operations of the gateway benchmarks. */

const HEADER = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])\n';

const SDLS: Readonly<Record<string, string>> = {
  equities: `type Query { status: String! securities(first: Int!): [Security!]! signals(first: Int!): [Signal!]! head: Security! }
    type Security @key(fields: "symbol") { symbol: ID! name: String! sector: String quote: Quote } type Quote { current: Float! changePct: Float }
    type Signal { ticker: String! score: Float security: Security! }`,
  research: `type Security @key(fields: "symbol") { symbol: ID! gapStats: GapStats issuer: Issuer } type GapStats { gapCount: Int! gapFrequency: Float up: GapSide } type GapSide { n: Int! fillRate: Float }
    type Issuer @key(fields: "id") { id: ID! }`,
  calendar:
    'type Security @key(fields: "symbol") { symbol: ID! seasonality: Seasonality slow: Int } type Seasonality { monthCount: Int! }',
  issuers:
    'type Issuer @key(fields: "id") { id: ID! name: String! agency: Agency } type Agency @key(fields: "id") { id: ID! }',
  agencies:
    'type Agency @key(fields: "id") { id: ID! name: String! country: Country } type Country @key(fields: "code") { code: ID! }',
  countries: 'type Country @key(fields: "code") { code: ID! name: String! region: String! }',
};

export const SUBGRAPH_NAMES = Object.keys(SDLS);

export const QUERIES: Readonly<Record<string, string>> = {
  'one field': '{ status }',
  '50 securities over two subgraphs':
    '{ securities(first: 50) { symbol name sector quote { current changePct } gapStats { gapCount gapFrequency up { n fillRate } } } }',
  '50 + 50 entities over three':
    '{ securities(first: 50) { symbol name gapStats { gapCount } seasonality { monthCount } } signals(first: 50) { ticker score security { name seasonality { monthCount } } } status }',
  'five hops': '{ head { symbol issuer { name agency { name country { name region } } } } }',
  'five hops beside a slow branch': '{ head { symbol slow issuer { name agency { name country { name region } } } } }',
  '1,000 entities over two': '{ securities(first: 1000) { symbol name gapStats { gapCount } } }',
};

type Resolvers = Readonly<
  Record<string, Readonly<Record<string, (source: unknown, args: Readonly<Record<string, unknown>>) => unknown>>>
>;

const symbolAt = (index: number) => ({
  symbol: `T${index}`,
  name: `Name of T${index}`,
  sector: 'Tech',
  quote: { current: 10.5, changePct: 1.25 },
});
const first = ({ first: count }: Readonly<Record<string, unknown>>): number[] =>
  Array.from({ length: Number(count) }, (_, index) => index);
const GAP_STATS = { gapCount: 12, gapFrequency: 0.1, up: { n: 4, fillRate: 0.5 } };

/** How long the slow branch's subgraph takes. */
const SLOW_MS = 20;

const RESOLVERS: Readonly<Record<string, Resolvers>> = {
  equities: {
    Query: {
      status: () => 'open',
      head: () => symbolAt(0),
      securities: (_, args) => first(args).map(symbolAt),
      signals: (_, args) =>
        first(args).map((index) => ({ ticker: `T${index}`, score: 61.5, security: symbolAt(index) })),
    },
  },
  research: { Security: { gapStats: () => GAP_STATS, issuer: () => ({ id: 'i1' }) } },
  calendar: { Security: { seasonality: () => ({ monthCount: 180 }), slow: () => sleep(SLOW_MS, 1) } },
  issuers: { Issuer: { name: () => 'Issuer', agency: () => ({ id: 'a1' }) } },
  agencies: { Agency: { name: () => 'Agency', country: () => ({ code: 'c1' }) } },
  countries: { Country: { name: () => 'Country', region: () => 'Region' } },
};

export function subgraphSchema(name: string): GraphQLSchema {
  return buildSubgraphSchema([
    { typeDefs: parse(HEADER + (SDLS[name] ?? '')), resolvers: (RESOLVERS[name] ?? {}) as never },
  ]);
}

/** URLs of the subgraphs by name. */
export type UrlOf = (name: string) => string;

export function worldSupergraph(urlOf?: UrlOf): string {
  return compose(Object.fromEntries(Object.entries(SDLS).map(([name, sdl]) => [name, HEADER + sdl])), urlOf);
}

/** One ordinary schema with the same resolvers. */
export function mergedSchema(publicSchema: GraphQLSchema): GraphQLSchema {
  const schema = buildSchema(printSchema(publicSchema), { assumeValidSDL: true });
  for (const resolvers of Object.values(RESOLVERS)) {
    for (const [typeName, fields] of Object.entries(resolvers)) {
      const type = schema.getType(typeName);
      if (!(type instanceof GraphQLObjectType)) continue;
      for (const [name, resolve] of Object.entries(fields)) {
        const field = type.getFields()[name];
        if (field !== undefined) field.resolve = resolve;
      }
    }
  }
  return schema;
}
