import { ApolloGateway, LocalGraphQLDataSource, RemoteGraphQLDataSource } from '@apollo/gateway';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { subgraphSchema, SUBGRAPH_NAMES, worldSupergraph, type UrlOf } from '../gateway-world.js';

/**
 * Other federation gateways over the same subgraphs: in process, or over HTTP if URLs are given. All are dev
 * dependencies.
 */

export function apolloPeer(urlOf?: UrlOf): ApolloGateway {
  return new ApolloGateway({
    supergraphSdl: worldSupergraph(urlOf),
    buildService: ({ name, url = '' }) =>
      urlOf === undefined ? new LocalGraphQLDataSource(subgraphSchema(name)) : new RemoteGraphQLDataSource({ url }),
  });
}

type Executor = (request: { readonly document: DocumentNode }) => ExecutionResult | Promise<ExecutionResult>;

/** A request handler for node:http that also answers Requests. */
export interface HiveRuntime {
  (request: object, response: object): unknown;
  fetch(
    url: string,
    init: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ): Promise<Response>;
}

interface HiveModules {
  readonly createGatewayRuntime: (options: object) => HiveRuntime;
  readonly unifiedGraphHandler: unknown;
  readonly createDefaultExecutor: (schema: GraphQLSchema) => Executor;
}

/** Imported by computed names: these packages' types would augment graphql's types for the whole program. */
async function hiveModules(): Promise<HiveModules> {
  const names: readonly string[] = [
    '@graphql-hive/gateway-runtime',
    '@graphql-hive/router-runtime',
    '@graphql-mesh/transport-common',
  ];
  const modules: unknown[] = await Promise.all(names.map((name) => import(name) as Promise<unknown>));
  return modules.reduce<object>((all, one) => ({ ...all, ...(one as object) }), {}) as HiveModules;
}

/**
 * Hive's gateway, with the JavaScript planner or the native planner and executor; over HTTP it can deduplicate queries.
 */
export async function hivePeer(planner: 'own' | 'native', urlOf?: UrlOf, isSharing = false): Promise<HiveRuntime> {
  const { createGatewayRuntime, createDefaultExecutor, ...router } = await hiveModules();
  const executors = new Map(SUBGRAPH_NAMES.map((name) => [name, createDefaultExecutor(subgraphSchema(name))]));
  return createGatewayRuntime({
    supergraph: worldSupergraph(urlOf),
    ...(planner === 'native' ? { unifiedGraphHandler: router.unifiedGraphHandler } : {}),
    logging: false,
    landingPage: false,
    graphiql: false,
    ...(urlOf === undefined
      ? {
          transports: {
            http: {
              getSubgraphExecutor: ({ subgraphName }: { readonly subgraphName: string }) => executors.get(subgraphName),
            },
          },
        }
      : { transportEntries: { '*.http': { options: { deduplicateInflightRequests: isSharing } } } }),
  });
}
