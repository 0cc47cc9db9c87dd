import type { GatewayInterface } from '@apollo/server-gateway-interface';
import type { Gateway } from '../../gateway/gateway.js';

/** What Apollo Server carries for each request: one object, since it copies the outer one. */
export interface ApolloContext<C> {
  readonly request: C;
}

/** Our gateway as Apollo Server takes one: it executes what the server has parsed and validated. */
export function apolloGateway<C>(gateway: Gateway<C>): GatewayInterface {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: gateway.publicSchema, coreSupergraphSdl: gateway.supergraphSdl });
      return () => undefined;
    },
    async load() {
      return {
        executor: async ({ source, operationName, request, context }) => {
          const prepared = await gateway.prepareSafely(source, operationName ?? undefined);
          if ('errors' in prepared) return { errors: prepared.errors };
          return gateway.execute(prepared, request.variables, (context as unknown as ApolloContext<C>).request);
        },
      };
    },
    stop: async () => gateway.close(),
  };
}
