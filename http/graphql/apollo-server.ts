import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import type { Logger } from 'pino';
import { messageOf } from '../../access/echo.js';
import type { Gateway, PreparedOperation } from '../../gateway/gateway.js';
import type { AnswerFormat } from './answer-format.js';
import type { CachedOperation } from './document-cache.js';

/**
 * Headers that another site cannot send without a preflight, unlike the session cookie. They include the headers of
 * keys, so that a plain GET with a key works.
 */
export const CSRF_HEADERS = [
  'x-api-key',
  'x-svc-identity',
  'authorization',
  'x-apollo-operation-name',
  'apollo-require-preflight',
];

/** Apollo Server's context. The request's context is nested, because Apollo Server copies the outer object. */
export interface ApolloContext<C> {
  readonly request: C;
  /** The prepared operation; absent if the request has no document. */
  readonly operation?: CachedOperation & { readonly prepared: PreparedOperation };
}

export interface ApolloServerOptions<C> {
  readonly gateway: Gateway<C>;
  readonly format: AnswerFormat<C>;
  readonly allowsIntrospection: boolean;
  /** Request headers that prove a preflight; Apollo Server's list by default. */
  readonly csrfHeaders?: readonly string[];
  readonly log: Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>;
}

/**
 * Starts Apollo Server for the gateway: GraphQL over HTTP, CSRF prevention, no batching. It neither parses nor
 * validates, because requests contain their prepared operation.
 */
export async function createApolloServer<C>({
  gateway,
  format,
  allowsIntrospection,
  csrfHeaders,
  log,
}: ApolloServerOptions<C>): Promise<ApolloServer<ApolloContext<C>>> {
  const server = new ApolloServer<ApolloContext<C>>({
    gateway: apolloGateway(gateway),
    introspection: allowsIntrospection,
    csrfPrevention: csrfHeaders === undefined ? true : { requestHeaders: [...csrfHeaders] },
    allowBatchedHttpRequests: false,
    // Documents by hash are already resolved; clients cannot register documents.
    persistedQueries: false,
    documentStore: null,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    formatError: (formatted, error) => format.error({ ...formatted, message: messageOf(formatted) }, error),
    plugins: [ApolloServerPluginInlineTraceDisabled(), ApolloServerPluginLandingPageDisabled(), documentPlugin()],
  });
  await server.start();
  return server;
}

/** Sets the parsed and validated document, so that Apollo Server does neither. */
function documentPlugin<C>(): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async () => ({
      async didResolveSource(request) {
        const { operation } = request.contextValue;
        if (operation !== undefined) Object.assign(request, { document: operation.document });
      },
    }),
  };
}

/** Adapts our gateway to Apollo Server's interface; it executes the request's prepared operation. */
function apolloGateway<C>(gateway: Gateway<C>): GatewayInterface {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: gateway.publicSchema, coreSupergraphSdl: gateway.supergraphSdl });
      return () => undefined;
    },
    async load() {
      return {
        executor: async ({ request, context, operation: resolved }) => {
          const { operation, request: own } = context as unknown as ApolloContext<C>;
          // Only run the operation that was admitted and that Apollo Server checked.
          if (operation === undefined || operation.node !== resolved)
            throw new Error('The prepared operation differs from the resolved one.');
          return gateway.execute(operation.prepared, request.variables, own);
        },
      };
    },
    stop: () => Promise.resolve(),
  };
}
