import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { ApolloServerPluginInlineTraceDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { ERRORS } from '../access/errors.js';
import type { OperationCost } from '../access/request-context.js';
import { apolloGateway, type ApolloContext } from './apollo-gateway.js';
import type { Gateway } from './gateway.js';
import { mostTokens } from './guards/guard.js';

/** What the server reads of a request's context. */
export interface ServedContext {
  readonly requestId: string;
  readonly operationCost: OperationCost | null;
}

/**
 * Headers that a page of another site cannot send without asking first; a session's cookie alone can be sent without.
 * A key's own header is one of them, so that a plain GET with a key works.
 */
export const CSRF_HEADERS = ['x-api-key', 'authorization', 'x-apollo-operation-name', 'apollo-require-preflight'];

export interface ApolloServerOptions<C extends ServedContext> {
  readonly gateway: Gateway<C>;
  readonly allowsIntrospection: boolean;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>;
}

/** What was not declared is logged in full and shown in brief. */
function shown({ log, allowsIntrospection }: Pick<ApolloServerOptions<ServedContext>, 'log' | 'allowsIntrospection'>) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const code = formatted.extensions?.['code'];
    if (code !== undefined && code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR) return allowsIntrospection ? formatted : withoutSuggestions(formatted);
    log.error({ err: error, path: formatted.path }, 'an operation failed');
    const { message: _message, extensions: _extensions, ...place } = formatted;
    return { ...place, message: ERRORS.internal_error.message, extensions: { code: 'INTERNAL_ERROR' } };
  };
}

/** Values of variables earn suggestions too, which Apollo's own option leaves standing. */
function withoutSuggestions(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, message: error.message.replace(/ ?Did you mean .+\?$/s, '') };
}

/** Tells what an operation cost wherever it was executed. */
function costs<C extends ServedContext>(): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response: { body }, contextValue }) {
        const cost = contextValue.request.operationCost;
        if (body.kind !== 'single' || cost === null || body.singleResult.data === undefined) return;
        const { requested, limit } = cost;
        body.singleResult.extensions = { ...body.singleResult.extensions, cost: { requested, limit, remaining: limit - requested } };
      },
    }),
  };
}

/** Every error names the request, so that a report can be followed to the log. */
function requestIds<C extends ServedContext>(): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response: { body }, contextValue }) {
        if (body.kind !== 'single' || body.singleResult.errors === undefined) return;
        body.singleResult.errors = body.singleResult.errors.map((error) => ({ ...error, extensions: { ...error.extensions, request_id: contextValue.request.requestId } }));
      },
    }),
  };
}

/** Apollo Server over the gateway: GraphQL over HTTP, CSRF prevention, no batching. Started before it is returned. */
export async function createApolloServer<C extends ServedContext>(options: ApolloServerOptions<C>): Promise<ApolloServer<ApolloContext<C>>> {
  const { gateway, allowsIntrospection, log } = options;
  const server = new ApolloServer<ApolloContext<C>>({
    gateway: apolloGateway(gateway),
    introspection: allowsIntrospection,
    csrfPrevention: { requestHeaders: CSRF_HEADERS },
    allowBatchedHttpRequests: false,
    // Documents by hash are resolved before: clients register none here.
    persistedQueries: false,
    parseOptions: { maxLexicalTokens: mostTokens() },
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: !allowsIntrospection,
    stopOnTerminationSignals: false,
    logger: log,
    formatError: shown(options),
    plugins: [ApolloServerPluginInlineTraceDisabled(), requestIds<C>(), costs<C>()],
  });
  await server.start();
  return server;
}
