import type { Gateway } from '../../gateway/gateway.js';
import type { Guard } from '../../gateway/guards/guard.js';
import type { AnswerFormat } from './answer-format.js';
import { createApolloServer, type ApolloServerOptions } from './apollo-server.js';
import { createDocumentCache, type DocumentCache } from './document-cache.js';
import { GraphqlHttp, type GraphqlHttpOptions } from './graphql-http.js';
import { createOperationReader, type OperationReader, type OperationReaderOptions } from './requested-operation.js';

type HttpOptions<C> = Pick<GraphqlHttpOptions<C>, 'readBody' | 'requestIdOf' | 'requesterOf' | 'poll' | 'stream'>;

export interface GraphqlEndpointOptions<C> extends ApolloServerOptions<C>, HttpOptions<C>, OperationReaderOptions<C> {
  readonly gateway: Gateway<C>;
  /** Measures operations before they are validated; omitted if they are not limited. */
  readonly guard?: Pick<Guard, 'measure'>;
  /** Maximum number of lexical tokens in a document. */
  readonly maxTokens: number;
  /** Maximum estimated size of the document cache in bytes; its own default if omitted. */
  readonly maxBytes?: number;
}

export interface GraphqlEndpoint<C> {
  readonly http: GraphqlHttp<C>;
  readonly documents: DocumentCache;
  readonly readOperation: OperationReader<C>;
  readonly format: AnswerFormat<C>;
  stop(): Promise<void>;
}

/** GraphQL over HTTP for one gateway: one Apollo Server and one document cache. */
export async function createGraphqlEndpoint<C>(options: GraphqlEndpointOptions<C>): Promise<GraphqlEndpoint<C>> {
  const server = await createApolloServer(options);
  const documents = createDocumentCache(options);
  const readOperation = createOperationReader(documents, options);
  const http = new GraphqlHttp({ ...options, server, readOperation });
  return { http, documents, readOperation, format: options.format, stop: () => server.stop() };
}
