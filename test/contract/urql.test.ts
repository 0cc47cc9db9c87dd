import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  cacheExchange,
  Client,
  fetchExchange,
  gql,
  mapExchange,
  subscriptionExchange,
  type ClientOptions,
  type Exchange,
  type OperationResult,
} from '@urql/core';
import { createClient as createSseClient } from 'graphql-sse';
import { until } from '../../access/fixtures/access.js';
import type { Tier } from '../../access/tiers.js';
import { serverForFile, type AccountOptions } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';

const server = await serverForFile();
const { store } = server.runtime;
const url = `${server.url}/graphql`;

const SECURITIES = gql`query Names($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker name } }`;
const PAGE = gql`query Page($first: Int!, $after: String) { securities(first: $first, after: $after) { totalCount nodes { ticker } pageInfo { hasNextPage endCursor } } }`;
const LISTS = gql`query Lists { viewer { id watchlists { nodes { id name } } } }`;
const CREATE = gql`mutation Create($input: CreateWatchlistInput!) { createWatchlist(input: $input) { watchlist { id name } } }`;
const LIVE = gql`subscription Live($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { id ticker signal { compositeScore } } }`;

interface Page {
  readonly securities: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly ticker: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

interface Told {
  readonly signalChanged: {
    readonly ticker: string;
    readonly signal: { readonly compositeScore: number } | null;
  } | null;
}

/** What went over the wire. */
interface Exchanged {
  readonly method: string;
  readonly path: string;
  readonly accepts: string;
  readonly status: number;
  readonly type: string;
}

interface Options extends AccountOptions {
  readonly key?: string;
  readonly exchanges?: Exchange[];
  readonly settings?: Partial<ClientOptions>;
}

async function clientOf(
  tier: Tier = 'pro',
  { key, exchanges = [cacheExchange, fetchExchange], settings = {}, ...account }: Options = {},
) {
  const headers = { 'X-API-Key': key ?? (await server.newKey(tier, account)).key };
  const exchanged: Exchanged[] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, search } = new URL(response.url);
    exchanged.push({
      method: init?.method ?? '',
      path: pathname + search,
      accepts: new Headers(init?.headers).get('Accept') ?? '',
      status: response.status,
      type: response.headers.get('Content-Type') ?? '',
    });
    return response;
  };
  const client = new Client({
    url,
    fetch: watched,
    fetchOptions: { headers },
    exchanges,
    fetchSubscriptions: true,
    ...settings,
  });
  return { client, exchanged, headers };
}

const refusal = ({ error }: OperationResult): unknown => ({
  status: (error?.response as Response | undefined)?.status,
  network: error?.networkError,
  codes: error?.graphQLErrors.map(({ extensions }) => extensions['code']),
});

beforeEach(() => server.nextMinute());

describe('a query of urql', () => {
  it.each([
    [false, 'POST'],
    ['within-url-limit', 'GET'],
    ['force', 'GET'],
    [undefined, 'GET'],
  ] as const)(
    'is answered with its variables as JSON, though it would take streams and parts too: preferGetMethod %s',
    async (preferGetMethod, method) => {
      const { client, exchanged } = await clientOf('pro', {
        settings: preferGetMethod === undefined ? {} : { preferGetMethod },
      });
      const { data, error } = await client.query<unknown>(SECURITIES, { tickers: ['AAPL', 'brk-b'] });
      expect(error).toBeUndefined();
      expect(data).toEqual({
        securitiesByTicker: [
          { __typename: 'Security', ticker: 'AAPL', name: 'Apple Inc.' },
          { __typename: 'Security', ticker: 'BRK.B', name: 'Berkshire Hathaway Inc. Class B' },
        ],
      });
      expect(exchanged).toEqual([
        {
          method,
          path: expect.stringMatching(method === 'GET' ? /\?query=query\+Names.*&variables=/ : /graphql$/),
          accepts: expect.stringMatching(/event-stream, multipart/),
          status: 200,
          type: 'application/graphql-response+json; charset=utf-8',
        },
      ]);
    },
  );

  it('goes by POST where its address would be too long', async () => {
    const { client, exchanged } = await clientOf();
    const long = gql(
      `query Long { ${Array.from({ length: 45 }, (_, index) => `s${index}: security(ticker: "AAPL") { ticker }`).join(' ')} }`,
    );
    const { data } = await client.query<Record<string, unknown>>(long, {});
    expect([Object.keys(data ?? {}).length, exchanged.map(({ method }) => method)]).toEqual([45, ['POST']]);
  });

  it('shows what there is beside the error of what there is not, with code and path', async () => {
    const { client } = await clientOf();
    const { data, error } = await client.query<{ securitiesByTicker: unknown[] }>(SECURITIES, {
      tickers: ['AAPL', 'NOPE'],
    });
    expect(data?.securitiesByTicker).toEqual([{ __typename: 'Security', ticker: 'AAPL', name: 'Apple Inc.' }, null]);
    expect(error?.graphQLErrors).toMatchObject([
      { path: ['securitiesByTicker', 1], extensions: { code: 'TICKER_NOT_FOUND', request_id: expect.any(String) } },
    ]);
    expect(error?.networkError).toBeUndefined();
  });

  it.each([false, 'force'] as const)(
    'that is refused as a whole shows the status and the code: preferGetMethod %s',
    async (preferGetMethod) => {
      const settings = { preferGetMethod };
      const wrongKey = await (await clientOf('pro', { key: 'svc_nobody', settings })).client.query(LISTS, {});
      expect(refusal(wrongKey)).toEqual({ status: 401, network: undefined, codes: ['INVALID_KEY'] });
      const { client } = await clientOf('pro', { perMinute: 2, settings });
      expect(refusal(await client.query(gql`{ nothing }`, {}))).toEqual({
        status: 400,
        network: undefined,
        codes: ['GRAPHQL_VALIDATION_FAILED'],
      });
      expect((await client.query(LISTS, {})).error).toBeUndefined();
      const limited = await client.query(SECURITIES, { tickers: ['AAPL'] });
      expect(refusal(limited)).toEqual({ status: 429, network: undefined, codes: ['RATE_LIMITED'] });
      expect(limited.error?.graphQLErrors[0]?.extensions['retry_after_s']).toBeGreaterThan(0);
    },
  );

  it('that is read a second time comes from urql’s cache, until a mutation tells of the same type', async () => {
    const { client, exchanged } = await clientOf();
    // A list that is empty does not say what it is a list of.
    const read = async () =>
      client.query<{ viewer: { watchlists: { nodes: { name: string }[] } } }>(
        LISTS,
        {},
        { additionalTypenames: ['Watchlist'] },
      );
    const names = async (): Promise<unknown> => (await read()).data?.viewer.watchlists.nodes.map(({ name }) => name);
    expect([await names(), await names()]).toEqual([[], []]);
    expect(exchanged.map(({ method }) => method)).toEqual(['GET']);
    await client.mutation(CREATE, { input: { name: 'Chips', tickers: [] } });
    expect([await names(), await names()]).toEqual([['Chips'], ['Chips']]);
    expect(exchanged.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('pages through a connection with the cursor of the page before', async () => {
    const { client } = await clientOf('institutional');
    const symbols: string[] = [];
    let total = -1;
    for (let after: string | null | undefined = null; after !== undefined;) {
      const result: OperationResult<Page> = await client.query<Page>(PAGE, { first: 25, after });
      if (result.data === undefined) throw new Error('there is no page', { cause: result.error });
      const { nodes, pageInfo, totalCount } = result.data.securities;
      symbols.push(...nodes.map(({ ticker }) => ticker));
      total = totalCount;
      after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
    }
    expect(total).toBeGreaterThan(25);
    expect(symbols).toEqual([...new Set(symbols)].sort());
    expect(symbols).toHaveLength(total);
  });

  it('by a hash that no trusted document has is refused in the words by which urql’s persistedExchange knows to send the text', async () => {
    const hash = mapExchange({
      onOperation: (operation) => ({
        ...operation,
        extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } },
      }),
    });
    const { client } = await clientOf('pro', { exchanges: [hash, fetchExchange] });
    const { error } = await client.query(LISTS, {});
    expect(error?.graphQLErrors).toMatchObject([
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ]);
  });

  it('with a file among its variables is refused in a sentence, for nothing is uploaded here', async () => {
    const { client, exchanged } = await clientOf('pro', { settings: { preferGetMethod: false } });
    const result = await client.query(PAGE, { first: 1, after: new Blob(['x']) });
    expect(exchanged).toMatchObject([{ method: 'POST', status: 415 }]);
    expect(refusal(result)).toEqual({ status: 415, network: undefined, codes: [expect.any(String)] });
    expect(result.error?.message).toMatch(/application\/json/);
  });
});

describe('a subscription of urql', () => {
  const overFetch = async (tier?: Tier, options?: Options) => (await clientOf(tier, options)).client;
  /** As the manual of urql has it, over the client of another package. */
  const overExchange = async (tier?: Tier, options: Options = {}) => {
    const { headers } = await clientOf(tier, options);
    const sse = createSseClient({ url, headers, retryAttempts: 0 });
    const forward = subscriptionExchange({
      forwardSubscription: ({ query = '', variables = {} }) => ({
        subscribe: ({ next, error, complete }) => ({
          unsubscribe: sse.subscribe(
            { query, variables },
            {
              next: (result) =>
                next({
                  data: result.data ?? null,
                  ...(result.errors === undefined ? {} : { errors: [...result.errors] }),
                }),
              error,
              complete,
            },
          ),
        }),
      }),
    });
    return (
      await clientOf(tier, {
        ...options,
        exchanges: [cacheExchange, forward, fetchExchange],
        settings: { fetchSubscriptions: false },
      })
    ).client;
  };
  const ways = [
    ['fetchSubscriptions', overFetch],
    ['subscriptionExchange', overExchange],
  ] as const;
  const follow = (client: Client, tickers: readonly string[]) => {
    const told: OperationResult<Told>[] = [];
    const { unsubscribe } = client.subscription<Told>(LIVE, { tickers }).subscribe((result) => told.push(result));
    return { told, unsubscribe, until: (count: number) => until(() => told.length >= count) };
  };
  const untilClosed = (): Promise<void> => until(() => server.streams() === 0);

  it.each(ways)(
    'begins with the signal, tells a change, and closes its stream once nobody listens: %s',
    async (way, connect) => {
      const stream = follow(await connect('institutional'), ['AAPL']);
      await stream.until(1);
      // Down for the one and up for the other: a second fall would not move a score at its end.
      await changeLastClose(store, 'AAPL', way === 'fetchSubscriptions' ? 0.7 : 1.5);
      await stream.until(2);
      const [before, after] = stream.told.map(({ data }) => data?.signalChanged);
      expect([before?.ticker, after?.ticker]).toEqual(['AAPL', 'AAPL']);
      expect(after?.signal?.compositeScore).not.toBe(before?.signal?.compositeScore);
      stream.unsubscribe();
      await untilClosed();
    },
  );

  it.each(ways)('goes on beside an event that failed: %s', async (_way, connect) => {
    const stream = follow(await connect('institutional'), ['NOPE', 'MSFT']);
    await stream.until(2);
    const [failed, told] = stream.told;
    expect([
      failed?.data,
      failed?.error?.graphQLErrors[0]?.extensions['code'],
      told?.data?.signalChanged?.ticker,
    ]).toEqual([{ signalChanged: null }, 'TICKER_NOT_FOUND', 'MSFT']);
    stream.unsubscribe();
    await untilClosed();
  });

  it.each(ways)('is told why it is refused: %s', async (_way, connect) => {
    const stream = follow(await connect('free'), ['AAPL']);
    await stream.until(1);
    expect(stream.told[0]?.error?.graphQLErrors[0]?.extensions).toMatchObject({
      code: 'TIER_REQUIRED',
      required_tier: 'starter',
    });
    stream.unsubscribe();
    await untilClosed();
  });

  it('is refused by status where its key is', async () => {
    const stream = follow(await overFetch('pro', { key: 'svc_nobody' }), ['AAPL']);
    await stream.until(1);
    expect(stream.told.map(refusal)).toEqual([{ status: 401, network: undefined, codes: ['INVALID_KEY'] }]);
    stream.unsubscribe();
  });
});
