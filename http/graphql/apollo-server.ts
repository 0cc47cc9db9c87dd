import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginInlineTraceDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import type { Logger } from 'pino';
import type { Gateway, PreparedOperation } from '../../gateway/gateway.js';
import type { AnswerFormat } from './answer-format.js';
import type { CachedOperation } from './document-cache.js';

/**
 * Headers that a page of another site cannot send without a preflight; it can send a session's cookie without one.
 * A key's own header is one of them, so that a plain GET with a key works.
 */
export const CSRF_HEADERS = ['x-api-key', 'x-svc-identity', 'authorization', 'x-apollo-operation-name', 'apollo-require-preflight'];

/** What Apollo Server passes on for each request: an object, since it copies the outer one. */
export interface ApolloContext<C> {
  readonly request: C;
  /** The operation, parsed and prepared; absent where the request names no document. */
  readonly operation?: CachedOperation & { readonly prepared: PreparedOperation };
}

export interface ApolloServerOptions<C> {
  readonly gateway: Gateway<C>;
  readonly format: AnswerFormat<C>;
  readonly allowsIntrospection: boolean;
  /** Request headers that prove that a page asked before; Apollo Server's own list if left out. */
  readonly csrfHeaders?: readonly string[];
  readonly log: Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>;
}

/**
 * Apollo Server over the gateway: GraphQL over HTTP, CSRF prevention, no batching. It neither parses nor validates: requests
 * bring their operation prepared. Started before it is returned.
 */
export async function createApolloServer<C>({ gateway, format, allowsIntrospection, csrfHeaders, log }: ApolloServerOptions<C>): Promise<ApolloServer<ApolloContext<C>>> {
  const server = new ApolloServer<ApolloContext<C>>({
    gateway: apolloGateway(gateway),
    introspection: allowsIntrospection,
    csrfPrevention: csrfHeaders === undefined ? true : { requestHeaders: [...csrfHeaders] },
    allowBatchedHttpRequests: false,
    // Documents by hash are resolved before: clients register none here.
    persistedQueries: false,
    documentStore: null,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    formatError: (formatted, error) => format.error(formatted, error),
    plugins: [ApolloServerPluginInlineTraceDisabled(), ApolloServerPluginLandingPageDisabled(), documentPlugin(), formatPlugin(format)],
  });
  await server.start();
  return server;
}

/** Gives Apollo Server the document that is parsed and validated already, so that it does neither. */
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

/** Completes what Apollo Server executed. */
function formatPlugin<C>(format: AnswerFormat<C>): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response: { body }, contextValue }) {
        if (body.kind === 'single') body.singleResult = format.complete(body.singleResult, contextValue.request);
      },
    }),
  };
}

/** Our gateway as Apollo Server takes one: it executes the operation that the request brought. */
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
          // What was admitted is what runs: never another operation than the one that Apollo Server checked.
          if (operation === undefined || operation.node !== resolved) throw new Error('The request brought another operation.');
          return gateway.execute(operation.prepared, request.variables, own);
        },
      };
    },
    stop: () => Promise.resolve(),
  };
}
