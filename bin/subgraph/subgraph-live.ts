import { execute, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../access/request-context.js';
import type { PreparedOperation } from '../../gateway/gateway.js';
import type { GraphqlExchange } from '../../http/graphql/graphql-http.js';
import { RefusedDocument } from '../../http/graphql/requested-operation.js';
import { subscriptionHttp } from '../../http/graphql/subscription-http.js';
import type { Live, LiveOptions } from '../../gateway/live/live.js';
import { shownAnswer } from '../../gateway/live/shown-answer.js';
import type { ErrorLog } from '../../subgraphs/build/errors.js';
import { withSettledBatches } from '../../subgraphs/settle-batches.js';
import type { AnswerStream } from '../../subgraphs/serve/subgraph-endpoint.js';
import type { Runtime } from '../runtime.js';

class SubgraphQuery implements PreparedOperation {
  readonly kind = 'query';
  readonly name = undefined;
  readonly bytes = 0;
  readonly document: DocumentNode;

  constructor(document: DocumentNode) {
    this.document = document;
  }
}

/** Adapts one subgraph to the gateway interface of live streams: events are resolved against its own schema. */
export function ownGateway(sdl: string, schema: GraphQLSchema, log: ErrorLog): LiveOptions<RequestContext>['gateway'] {
  return {
    supergraphSdl: sdl,
    publicSchema: schema,
    prepareLater(source) {
      const document = typeof source === 'string' ? parse(source, { noLocation: true }) : source;
      const errors = validate(schema, document);
      return errors.length > 0 ? { errors } : new SubgraphQuery(document);
    },
    execute(operation, variableValues, contextValue) {
      if (!(operation instanceof SubgraphQuery)) throw new TypeError('The operation was not prepared here.');
      const result = execute({ schema, document: operation.document, variableValues, contextValue });
      return withSettledBatches(result, contextValue, log);
    },
  };
}

/**
 * Opens streams for callers with a signed identity. A stream ends when the key or session ends, even if the identity is
 * still valid.
 */
export function streamAnswers(live: Live, { access, log }: Pick<Runtime, 'access' | 'log'>): AnswerStream {
  const open = subscriptionHttp<RequestContext>({
    live,
    callerOf: (exchange) => ({
      identity: exchange.context.origin.identity,
      requestId: exchange.context.requestId,
      authenticate: () => access.authenticator.recall(exchange.context.origin.identity),
    }),
    log,
  });
  return async (operation, context, request, response) => {
    const write = (status: number, contentType: string, headers: readonly string[]): void => {
      response.writeHead(status, [...headers, 'Cache-Control', 'no-store', 'Content-Type', contentType]);
    };
    const exchange: GraphqlExchange<RequestContext> = {
      context,
      send({ status, body, contentType, headers }) {
        write(status, contentType, headers);
        response.end(typeof body === 'string' ? body : body(null));
      },
      open: async (contentType, headers) => {
        write(200, contentType, headers);
        return response;
      },
      refund: () => context.refundAll(),
    };
    try {
      await open(operation, request, exchange);
    } catch (error) {
      if (!(error instanceof RefusedDocument)) throw error;
      const body = JSON.stringify(shownAnswer(error.refused, context.requestId, log));
      exchange.send({
        status: 400,
        body,
        contentType: 'application/json; charset=utf-8',
        cacheControl: 'no-store',
        headers: [],
      });
    }
  };
}
