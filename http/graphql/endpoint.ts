import type { Gateway } from '../../gateway/gateway.js';
import type { Guard } from '../../gateway/guards/guard.js';
import { createApolloServer, type ApolloServerOptions } from './apollo-server.js';
import { createDocumentCache, type DocumentCache } from './document-cache.js';
import { GraphqlHttp, type GraphqlHttpOptions } from './graphql-http.js';

type HttpParts = 'readBody' | 'resolveDocument' | 'admit' | 'refuseUnparsed' | 'requestIdOf' | 'requesterOf' | 'poll' | 'stream';

export interface GraphqlEndpointOptions<C> extends ApolloServerOptions<C>, Pick<GraphqlHttpOptions<C>, HttpParts> {
  readonly gateway: Gateway<C>;
  /** Measures operations before they are validated; omitted if they are not limited. */
  readonly guard?: Pick<Guard, 'measure'>;
  /** Maximum number of lexical tokens in a document. */
  readonly maxTokens: number;
}

export interface GraphqlEndpoint<C> {
  readonly http: GraphqlHttp<C>;
  readonly documents: DocumentCache;
  stop(): Promise<void>;
}

/** GraphQL over HTTP for one gateway: one Apollo Server and one document cache. */
export async function createGraphqlEndpoint<C>(options: GraphqlEndpointOptions<C>): Promise<GraphqlEndpoint<C>> {
  const server = await createApolloServer(options);
  const documents = createDocumentCache(options);
  return { http: new GraphqlHttp({ ...options, server, documents }), documents, stop: () => server.stop() };
}
