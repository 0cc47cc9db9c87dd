import type { GatewayInterface } from '@apollo/server-gateway-interface';
import { LRUCache } from 'lru-cache';
import type { Gateway, PreparedOperation, RefusedOperation } from '../../gateway/gateway.js';

/** Our gateway behind a standard Apollo Server, which parses and validates itself. */
export function apolloGatewayOf(gateway: Gateway<object>): GatewayInterface {
  const prepared = new LRUCache<string, PreparedOperation | RefusedOperation>({ max: 1_000 });
  const prepare = (source: string): PreparedOperation | RefusedOperation => {
    const known = prepared.get(source) ?? gateway.prepare(source);
    prepared.set(source, known);
    return known;
  };
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: gateway.publicSchema, coreSupergraphSdl: gateway.supergraphSdl });
      return () => undefined;
    },
    async load() {
      return {
        executor: async ({ source, request, context }) => {
          const operation = prepare(source);
          return 'errors' in operation
            ? { errors: operation.errors }
            : gateway.execute(operation, request.variables, context);
        },
      };
    },
    stop: () => Promise.resolve(),
  };
}
