import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { getMainDefinition } from '@apollo/client/utilities';
import { createClient, MarketgraphError, textDocument } from '@marketgraph/client';
import { print, type GraphQLFormattedError } from 'graphql';

export interface ConnectionOptions {
  /** URL of the API. */
  readonly api: string;
  readonly key: string;
  /** Sends the hash of each query instead of its text, for servers that run only trusted documents. */
  readonly isTrusted: boolean;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function formatted({ message, path, code, requestId, extra }: MarketgraphError): GraphQLFormattedError {
  return { message, path, extensions: { ...extra, code, request_id: requestId } };
}

/** The end of a stream in the shape of a field error. */
function ended(error: unknown): unknown {
  return error instanceof MarketgraphError
    ? new CombinedGraphQLErrors({ data: null, errors: [formatted(error)] })
    : error;
}

/** Subscriptions through the typed client, which knows when to reconnect. */
function streamLink({ api, key }: ConnectionOptions): ApolloLink {
  const client = createClient({ url: api, key });
  return new ApolloLink(({ query, variables }) => new Observable<ApolloLink.Result>((observer) => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const events = client.subscribe(
        textDocument<Record<string, unknown>, Record<string, unknown>>(print(query)),
        variables,
        { signal: stop.signal },
      );
      for await (const { data, errors } of events)
        observer.next(errors.length === 0 ? { data } : { data, errors: errors.map(formatted) });
    };
    read().then(() => observer.complete(), (error: unknown) => observer.error(ended(error)));
    return () => stop.abort();
  }));
}

export function connect(options: ConnectionOptions): ApolloClient {
  const http = new HttpLink({ uri: `${options.api}/graphql`, headers: { 'X-API-Key': options.key } });
  const isSubscription = ({ query }: { readonly query: Parameters<typeof getMainDefinition>[0] }): boolean => {
    const definition = getMainDefinition(query);
    return definition.kind === 'OperationDefinition' && definition.operation === 'subscription';
  };
  const queries = options.isTrusted ? new PersistedQueryLink({ sha256 }).concat(http) : http;
  return new ApolloClient({
    link: ApolloLink.split(isSubscription, streamLink(options), queries),
    cache: new InMemoryCache(),
  });
}
