import { ApolloGateway, LocalGraphQLDataSource } from '@apollo/gateway';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { subgraphSchema, SUBGRAPH_NAMES, worldSupergraph } from '../gateway-world.js';

/** Other federation gateways over the same subgraphs, in their own process. Development dependencies all. */

export function apolloPeer(): ApolloGateway {
  return new ApolloGateway({ supergraphSdl: worldSupergraph(), buildService: ({ name }) => new LocalGraphQLDataSource(subgraphSchema(name)) });
}

type Executor = (request: { readonly document: DocumentNode }) => ExecutionResult | Promise<ExecutionResult>;

/** A request handler for node:http that also answers Requests. */
export interface HiveRuntime {
  (request: object, response: object): unknown;
  fetch(url: string, init: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: string }): Promise<Response>;
}

interface HiveModules {
  readonly createGatewayRuntime: (options: object) => HiveRuntime;
  readonly unifiedGraphHandler: unknown;
  readonly createDefaultExecutor: (schema: GraphQLSchema) => Executor;
}

/** By names that the compiler does not follow: these packages' types add members to graphql's own, for the whole program. */
async function hiveModules(): Promise<HiveModules> {
  const names: readonly string[] = ['@graphql-hive/gateway-runtime', '@graphql-hive/router-runtime', '@graphql-mesh/transport-common'];
  const modules: unknown[] = await Promise.all(names.map((name) => import(name) as Promise<unknown>));
  return modules.reduce<object>((all, one) => ({ ...all, ...(one as object) }), {}) as HiveModules;
}

/** Hive's gateway: with its own planner in JavaScript, or with the native one and its executor. */
export async function hivePeer(planner: 'own' | 'native'): Promise<HiveRuntime> {
  const { createGatewayRuntime, createDefaultExecutor, ...router } = await hiveModules();
  const executors = new Map(SUBGRAPH_NAMES.map((name) => [name, createDefaultExecutor(subgraphSchema(name))]));
  return createGatewayRuntime({
    supergraph: worldSupergraph(),
    ...(planner === 'native' ? { unifiedGraphHandler: router.unifiedGraphHandler } : {}),
    logging: false,
    landingPage: false,
    graphiql: false,
    transports: { http: { getSubgraphExecutor: ({ subgraphName }: { readonly subgraphName: string }) => executors.get(subgraphName) } },
  });
}
