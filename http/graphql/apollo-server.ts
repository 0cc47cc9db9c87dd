import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginInlineTraceDisabled } from '@apollo/server/plugin/disabled';
import type { Logger } from 'pino';
import { formatPlugin, type AnswerFormat } from './answer-format.js';
import { apolloGateway, type ApolloContext } from './apollo-gateway.js';
import type { Gateway } from '../../gateway/gateway.js';
import { mostTokens } from '../../gateway/guards/guard.js';

/**
 * Headers that a page of another site cannot send without asking first; a session's cookie alone can be sent without.
 * A key's own header is one of them, so that a plain GET with a key works.
 */
export const CSRF_HEADERS = ['x-api-key', 'x-svc-identity', 'authorization', 'x-apollo-operation-name', 'apollo-require-preflight'];

export interface ApolloServerOptions<C> {
  readonly gateway: Gateway<C>;
  readonly format: AnswerFormat<C>;
  readonly allowsIntrospection: boolean;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>;
}

/** Apollo Server over the gateway: GraphQL over HTTP, CSRF prevention, no batching. Started before it is returned. */
export async function createApolloServer<C>(options: ApolloServerOptions<C>): Promise<ApolloServer<ApolloContext<C>>> {
  const { gateway, format, allowsIntrospection, log } = options;
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
    formatError: (formatted, error) => format.error(formatted, error),
    plugins: [ApolloServerPluginInlineTraceDisabled(), formatPlugin(format)],
  });
  await server.start();
  return server;
}
