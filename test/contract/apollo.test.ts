import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  Observable,
  type TypedDocumentNode,
} from '@apollo/client';
import { print } from 'graphql';
import { until } from '../../access/fixtures/access.js';
import type { Tier } from '../../access/tiers.js';
import { typePolicies } from '../../client/apollo.js';
import { createClient, textDocument } from '../../client/index.js';
import {
  AddToWatchlistDocument,
  CreateWatchlistDocument,
  DeleteWatchlistDocument,
  SecuritiesByTickerDocument,
  SignalChangedDocument,
  UpdateWatchlistDocument,
  WatchlistsDocument,
  type WatchlistsQuery,
} from '../../client/nodes.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';

const server = await serverForFile();
const clients: ApolloClient[] = [];
beforeEach(() => server.nextMinute());
afterEach(() => clients.splice(0).forEach((client) => client.stop()));

/** Subscriptions over the typed client. */
function streamLink(key: string): ApolloLink {
  const typed = createClient({ url: server.url, key });
  return new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const stop = new AbortController();
        const read = async (): Promise<void> => {
          const document = textDocument<Record<string, unknown>, Record<string, unknown>>(print(query));
          for await (const { data } of typed.subscribe(document, variables, { signal: stop.signal }))
            observer.next({ data });
        };
        read().then(
          () => observer.complete(),
          (error: unknown) => observer.error(error),
        );
        return () => stop.abort();
      }),
  );
}

/** A client with the default cache, and the names of the queries and mutations that it has sent. */
async function clientOf(tier: Tier, cache: InMemoryCache = new InMemoryCache()) {
  const account = await server.newKey(tier, { perMinute: 1_000 });
  const sent: string[] = [];
  const counted = new ApolloLink((operation, forward) => {
    sent.push(operation.operationName ?? '');
    return forward(operation);
  });
  const http = new HttpLink({ uri: `${server.url}/graphql`, headers: { 'X-API-Key': account.key } });
  const link = ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    streamLink(account.key),
    counted.concat(http),
  );
  const client = new ApolloClient({ link, cache });
  clients.push(client);
  return { client, sent, used: () => server.used(account) };
}

/** What `useQuery` does in a component: the data that it shows now. */
function componentOf<Data>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, Record<string, never>>,
): { readonly shown: () => unknown } {
  let shown: unknown;
  client.watchQuery({ query }).subscribe(({ data, dataState }) => {
    if (dataState === 'complete') shown = data;
  });
  return { shown: () => shown };
}

const HEAD = gql`query Head { security(ticker: "AAPL") { id name quote { id last } signal { id label } } }`;
const BODY = gql`query Body { security(ticker: "AAPL") { id ticker quote { id changePct } signal { id compositeScore confidence version } } }`;
const BOTH: TypedDocumentNode<
  { readonly security: object },
  Record<string, never>
> = gql`query Both { security(ticker: "AAPL") { id name ticker quote { id last changePct } signal { id label compositeScore } } }`;

const signalIn = (shown: unknown): unknown => (shown as { security: { signal: object } } | undefined)?.security.signal;

describe('components that read one security, in the default cache of Apollo Client', () => {
  it('share what they read: each field is charged once, and neither takes the other’s from the cache', async () => {
    const { client, sent, used } = await clientOf('pro');
    const head = componentOf(client, HEAD);
    await until(() => head.shown() !== undefined);
    const body = componentOf(client, BODY);
    await until(() => body.shown() !== undefined);
    const { data } = await client.query({ query: BOTH });
    expect(data?.security).toMatchObject({
      name: 'Apple Inc.',
      ticker: 'AAPL',
      signal: { ...(signalIn(head.shown()) as object), compositeScore: expect.any(Number) },
    });
    expect([sent, await used()]).toEqual([['Head', 'Body'], 2]);
  });

  it('all show the signal that an event brings, without a request', async () => {
    const { client, sent, used } = await clientOf('institutional');
    const [head, body] = [componentOf(client, HEAD), componentOf(client, BODY)];
    await until(() => head.shown() !== undefined && body.shown() !== undefined);
    const before = signalIn(body.shown());
    const events: unknown[] = [];
    const stream = client
      .subscribe({ query: SignalChangedDocument, variables: { tickers: ['AAPL'], initial: false } })
      .subscribe(({ data }) => events.push(data?.signalChanged?.signal));
    await until(() => server.streams() === 1);
    await changeLastClose(server.runtime.store, 'AAPL', 0.6);
    await until(() => events.length === 1);
    const { label, compositeScore } = events[0] as Readonly<Record<string, unknown>>;
    await until(() => signalIn(body.shown()) !== before);
    expect([signalIn(head.shown()), signalIn(body.shown())]).toMatchObject([{ label }, { compositeScore }]);
    expect([sent, await used()]).toEqual([['Head', 'Body'], 3]);
    stream.unsubscribe();
  });
});

it('with the policies of the typed client, components share the parts of a result that have no id', async () => {
  const { client, sent, used } = await clientOf('pro', new InMemoryCache({ typePolicies }));
  const technical = gql`query Technical { security(ticker: "AAPL") { id signal { id scores { technical { score } } } } }`;
  const momentum = gql`query Momentum { security(ticker: "AAPL") { id signal { id scores { momentum { score } } } } }`;
  const first = componentOf(client, technical);
  await until(() => first.shown() !== undefined);
  const second = componentOf(client, momentum);
  await until(() => second.shown() !== undefined);
  const both = gql`query Both { security(ticker: "AAPL") { id signal { id scores { technical { score } momentum { score } } } } }`;
  expect((await client.query({ query: both, fetchPolicy: 'cache-only' })).data).toMatchObject({
    security: { signal: { scores: { momentum: { score: expect.any(Number) } } } },
  });
  expect([sent, await used()]).toEqual([['Technical', 'Momentum'], 2]);
});

it('the watchlists of a page follow mutations in the default cache of Apollo Client', async () => {
  const { client, sent } = await clientOf('free');
  const lists = componentOf<WatchlistsQuery>(client, WatchlistsDocument);
  const shown = (): unknown =>
    (lists.shown() as WatchlistsQuery | undefined)?.viewer?.watchlists?.nodes.map(({ name, entries }) => [
      name,
      ...(entries?.nodes ?? []).map(({ ticker }) => ticker),
    ]);
  await until(() => shown() !== undefined);
  const made = await client.mutate({
    mutation: CreateWatchlistDocument,
    variables: { input: { name: 'Chips', tickers: ['NVDA'] } },
  });
  expect(shown()).toEqual([['Chips', 'NVDA']]);
  const id = made.data?.createWatchlist?.watchlist.id ?? '';
  await client.mutate({ mutation: AddToWatchlistDocument, variables: { input: { id, tickers: ['AMD'] } } });
  await client.mutate({
    mutation: UpdateWatchlistDocument,
    variables: { input: { id, name: 'Processors', tickers: ['AMD'] } },
  });
  expect(shown()).toEqual([['Processors', 'AMD', 'NVDA']]);
  await client.mutate({ mutation: DeleteWatchlistDocument, variables: { input: { id } } });
  expect(shown()).toEqual([]);
  expect(sent).toEqual(['Watchlists', 'CreateWatchlist', 'AddToWatchlist', 'UpdateWatchlist', 'DeleteWatchlist']);
});

it('Apollo Client answers what there is beside the error of what there is not', async () => {
  const { client } = await clientOf('pro');
  const { data, error } = await client.query({
    query: SecuritiesByTickerDocument,
    variables: { tickers: ['AAPL', 'NOPE'] },
    errorPolicy: 'all',
  });
  expect(data?.securitiesByTicker?.map((security) => security?.ticker ?? null)).toEqual(['AAPL', null]);
  expect(CombinedGraphQLErrors.is(error) ? error.errors : []).toMatchObject([
    { path: ['securitiesByTicker', 1], extensions: { code: 'TICKER_NOT_FOUND' } },
  ]);
});
