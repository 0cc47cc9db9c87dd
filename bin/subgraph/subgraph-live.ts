import { execute, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../access/request-context.js';
import type { PreparedOperation } from '../../gateway/gateway.js';
import type { GraphqlExchange } from '../../http/graphql/graphql-http.js';
import { EVENT_STREAM_TYPE } from '../../gateway/live/event-stream.js';
import { sseHttp } from '../../http/graphql/sse-http.js';
import type { Live, LiveOptions } from '../../gateway/live/live.js';
import type { AnswerStream } from '../../subgraphs/serve/subgraph-endpoint.js';
import { STREAM_HEADERS } from '../../http/graphql/live-caller.js';
import type { Runtime } from '../runtime.js';

class OwnQuery implements PreparedOperation {
  readonly kind = 'query';
  readonly name = undefined;
  readonly bytes = 0;
  readonly document: DocumentNode;

  constructor(document: DocumentNode) {
    this.document = document;
  }
}

/** One subgraph as its streams see a gateway: each event is a query of its own schema alone. */
export function ownGateway(sdl: string, schema: GraphQLSchema): LiveOptions<RequestContext>['gateway'] {
  return {
    supergraphSdl: sdl,
    publicSchema: schema,
    prepareLater(source) {
      const document = typeof source === 'string' ? parse(source, { noLocation: true }) : source;
      const errors = validate(schema, document);
      return errors.length > 0 ? { errors } : new OwnQuery(document);
    },
    execute(operation, variableValues, contextValue) {
      if (!(operation instanceof OwnQuery)) throw new TypeError('The operation was not prepared here.');
      return execute({ schema, document: operation.document, variableValues, contextValue });
    },
  };
}

/** Opens streams for who brings a signed identity, and ends them once its key or session holds no longer, however long that identity would. */
export function streamAnswers(live: Live, { access, log }: Pick<Runtime, 'access' | 'log'>): AnswerStream {
  const open = sseHttp<RequestContext>({
    live,
    callerOf: (exchange) => ({
      identity: exchange.context.identity,
      requestId: exchange.context.requestId,
      authenticate: () => access.authenticator.recall(exchange.context.identity),
      open: () => exchange.open(EVENT_STREAM_TYPE, STREAM_HEADERS),
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
        response.end(body);
      },
      open: async (contentType, headers) => {
        write(200, contentType, headers);
        return response;
      },
    };
    await open(operation, request, exchange);
  };
}
