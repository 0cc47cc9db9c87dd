import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createClient as createSseClient } from 'graphql-sse';
import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getFragment,
  getRefetchableFragment,
  getRequest,
  getSingularSelector,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
  type GraphQLResponse,
  type GraphQLTaggedNode,
  type OperationType,
  type SelectorStoreUpdater,
  type Variables,
} from 'relay-runtime';
import { until } from '../../../access/fixtures/access.js';
import type { Tier } from '../../../access/tiers.js';
import { serverForFile } from '../../support/in-process.js';
import { changeLastClose } from '../../support/live-market.js';
import { compileRelay, documentedRelayConfig, importDocuments } from '../../support/relay.js';
import type * as Watch from './watch.js';

const source = await readFile(path.join(import.meta.dirname, 'watch.ts'), 'utf8');
const project = await compileRelay({ config: JSON.stringify(await documentedRelayConfig()), module: 'watch', source });
const documents = await importDocuments<typeof Watch>(project);

const server = await serverForFile();
const { store: market } = server.runtime;
const url = `${server.url}/graphql`;

async function environmentOf(tier: Tier = 'pro', given?: string) {
  const key = given ?? (await server.newKey(tier)).key;
  const headers = { 'X-API-Key': key };
  const sse = createSseClient({ url, headers, retryAttempts: 0 });
  const sent: Variables[] = [];
  const network = Network.create(
    async ({ text }, variables) => {
      sent.push(variables);
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return (await response.json()) as GraphQLResponse;
    },
    ({ text }, variables) =>
      Observable.create<GraphQLResponse>((sink) =>
        sse.subscribe(
          { query: text ?? '', variables },
          {
            next: (event) => sink.next(event as GraphQLResponse),
            error: (error) => sink.error(error as Error),
            complete: () => sink.complete(),
          },
        ),
      ),
  );
  return { environment: new Environment({ network, store: new Store(new RecordSource()) }), sent };
}

/** What a query's components would be given now, without asking the server. */
function read(environment: Environment, query: GraphQLTaggedNode, variables: Variables): unknown {
  return environment.lookup(createOperationDescriptor(getRequest(query), variables).fragment).data;
}

function readFragment(environment: Environment, fragment: GraphQLTaggedNode, reference: unknown): unknown {
  return environment.lookup(getSingularSelector(getFragment(fragment), reference)).data;
}

/** The query that the compiler has made of a fragment with `@refetchable`. */
function refetchOf(fragment: GraphQLTaggedNode): GraphQLTaggedNode {
  const operation = getRefetchableFragment(fragment)?.metadata.refetch.operation;
  if (operation === undefined || typeof operation === 'string') throw new Error('the fragment has no query of its own');
  return operation;
}

const ask = <T>(environment: Environment, query: GraphQLTaggedNode, variables: Variables = {}): Promise<T> =>
  fetchQuery<OperationType & { readonly response: T }>(environment, query, variables).toPromise() as Promise<T>;

const mutate = (
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: Record<string, unknown>,
  updater?: SelectorStoreUpdater,
): Promise<unknown> =>
  new Promise((resolve, reject) =>
    commitMutation(environment, { mutation, variables, updater, onCompleted: resolve, onError: reject }),
  );

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ nothingWasThrown: value }),
    (error: unknown) => error,
  );

beforeEach(() => server.nextMinute());

describe('relay-compiler', () => {
  it('makes types of our scalars and enums, in the configuration of docs/clients.md', async () => {
    const types = await readFile(
      path.join(project.folder, 'src', '__generated__', 'watchLiveSubscription.graphql.ts'),
      'utf8',
    );
    expect(types).toContain('tickers: ReadonlyArray<string>;');
    expect(types).toContain('readonly compositeScore: number;');
    expect(types).toContain('export type SignalLabel = "BUY" | "NEUTRAL" | "SELL" | "STRONG_BUY" | "STRONG_SELL" |');
  });

  it('takes the id of whatever has one without being told', async () => {
    const artifact = await readFile(
      path.join(project.folder, 'src', '__generated__', 'watchRenameMutation.graphql.ts'),
      'utf8',
    );
    expect(artifact).toContain(String.raw`watchlist {\n      name\n      id\n    }`);
  });

  it('refuses what the schema does not have', async () => {
    const wrong = compileRelay({
      config: JSON.stringify(await documentedRelayConfig()),
      module: 'wrong',
      source: 'export const wrong = graphql`query wrongQuery { security(ticker: "AAPL") { nothing } }`;',
    });
    expect(String(Reflect.get((await errorOf(wrong)) as object, 'stderr'))).toMatch(/nothing/);
  });
});

describe('a connection in Relay’s store', () => {
  interface Page {
    readonly securities: {
      readonly totalCount: number;
      readonly edges: readonly { readonly node: { readonly ticker: string } }[];
      readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
    };
  }
  const pageOf = (environment: Environment, variables: Variables): Page =>
    readFragment(environment, documents.page, read(environment, documents.firstPage, variables)) as Page;
  const symbolsOf = (page: Page): readonly string[] => page.securities.edges.map(({ node }) => node.ticker);
  /** What `usePaginationFragment` does on `loadNext`. */
  const loadNext = async (environment: Environment, variables: Variables): Promise<boolean> => {
    const { endCursor, hasNextPage } = pageOf(environment, variables).securities.pageInfo;
    if (hasNextPage) await ask(environment, refetchOf(documents.page), { ...variables, first: 40, after: endCursor });
    return hasNextPage;
  };

  it('grows page by page until everything is there once, in order', async () => {
    const { environment, sent } = await environmentOf('institutional');
    await ask(environment, documents.firstPage);
    const first = pageOf(environment, {});
    expect(first.securities.edges).toHaveLength(3);
    while (await loadNext(environment, {}));
    const symbols = symbolsOf(pageOf(environment, {}));
    expect(symbols.slice(0, 3)).toEqual(symbolsOf(first));
    expect(symbols).toEqual([...new Set(symbols)].sort());
    expect(symbols).toHaveLength(first.securities.totalCount);
    expect(sent.length).toBe(1 + Math.ceil((symbols.length - 3) / 40));
  });

  it('is another one under another filter', async () => {
    const { environment } = await environmentOf('institutional');
    await ask(environment, documents.firstPage, { filter: { kind: 'ETF' } });
    await ask(environment, documents.firstPage);
    expect(await loadNext(environment, { filter: { kind: 'ETF' } })).toBe(true);
    const [funds, all] = [pageOf(environment, { filter: { kind: 'ETF' } }), pageOf(environment, {})];
    expect([funds.securities.edges.length, all.securities.edges.length]).toEqual([
      Math.min(43, funds.securities.totalCount),
      3,
    ]);
    expect(funds.securities.totalCount).toBeLessThan(all.securities.totalCount);
  });

  it('has nodes whose fragments read what they ask for, with arguments of their own', async () => {
    const { environment } = await environmentOf();
    await ask(environment, documents.firstPage);
    const [edge] = pageOf(environment, {}).securities.edges;
    const security = readFragment(environment, documents.security, edge?.node);
    expect(security).toEqual({
      id: 'sec_AAPL',
      name: expect.any(String),
      bars: [
        { date: '2025-12-31', close: expect.any(Number) },
        { date: '2026-01-02', close: expect.any(Number) },
      ],
    });
  });
});

describe('things that Relay’s store knows', () => {
  interface List {
    readonly id: string;
    readonly name: string;
    readonly entries: {
      readonly nodes: readonly { readonly ticker: string; readonly addedAt: string; readonly security: unknown }[];
    };
  }
  const listsOf = (environment: Environment): readonly List[] => {
    const { viewer } = read(environment, documents.lists, {}) as { viewer: unknown };
    return (readFragment(environment, documents.viewer, viewer) as { watchlists: { nodes: readonly List[] } })
      .watchlists.nodes;
  };
  const create = async (environment: Environment, name: string, tickers: readonly string[]): Promise<string> => {
    server.nextMinute();
    const made = (await mutate(environment, documents.create, { input: { name, tickers } })) as {
      createWatchlist: { watchlist: { id: string } };
    };
    return made.createWatchlist.watchlist.id;
  };

  it('are changed wherever they are read by a mutation that answers them', async () => {
    const { environment } = await environmentOf();
    const id = await create(environment, 'Before', ['AAPL']);
    await ask(environment, documents.lists);
    await mutate(environment, documents.rename, { input: { id, name: 'After' } });
    expect(listsOf(environment)).toMatchObject([
      { id, name: 'After', entries: { nodes: [{ ticker: 'AAPL', security: { ticker: 'AAPL', name: 'Apple Inc.' } }] } },
    ]);
  });

  it('are gone where @deleteRecord names the id of a payload', async () => {
    const { environment } = await environmentOf();
    const [kept, removed] = [await create(environment, 'Kept', []), await create(environment, 'Removed', [])];
    await ask(environment, documents.lists);
    await mutate(environment, documents.remove, { input: { id: removed } });
    expect(listsOf(environment).map((list: List | null) => list?.id)).toEqual([kept, undefined]);
  });

  it('are refetched through their viewer', async () => {
    const { environment } = await environmentOf();
    await ask(environment, documents.lists);
    expect(listsOf(environment)).toEqual([]);
    const id = await create(environment, 'Later', []);
    await ask(environment, refetchOf(documents.viewer));
    expect(listsOf(environment)).toMatchObject([{ id, name: 'Later' }]);
  });

  it('are not taken for one another: a ticker on two lists was added to each at a time of its own', async () => {
    const { environment } = await environmentOf();
    await create(environment, 'One', ['AAPL']);
    await create(environment, 'Two', ['AAPL']);
    await ask(environment, documents.lists);
    const times = listsOf(environment).map(({ entries }) => entries.nodes[0]?.addedAt);
    expect([times.length, new Set(times).size]).toEqual([2, 2]);
  });

  it('are refetched by their global ids', async () => {
    const { environment } = await environmentOf();
    await ask(environment, documents.named, { ticker: 'AAPL' });
    const { security } = read(environment, documents.named, { ticker: 'AAPL' }) as { security: unknown };
    await ask(environment, refetchOf(documents.security), { id: 'sec_AAPL', bars: 3 });
    expect(readFragment(environment, documents.security, security)).toMatchObject({ name: 'Apple Inc.' });
    expect(environment.getStore().getSource().get('sec_AAPL')).toMatchObject({ 'bars(last:3)': expect.anything() });
  });

  it('follow a stream: the signal of a security is the one that an event tells', async () => {
    const { environment } = await environmentOf('institutional');
    const scoreOf = (): unknown =>
      (read(environment, documents.signal, { ticker: 'AAPL' }) as { security: { signal: { compositeScore: number } } })
        .security.signal.compositeScore;
    await ask(environment, documents.signal, { ticker: 'AAPL' });
    const before = scoreOf();
    const told: unknown[] = [];
    const stream = requestSubscription(environment, {
      subscription: documents.live,
      variables: { tickers: ['AAPL'] },
      onNext: (event) => told.push(event),
    });
    await until(() => told.length === 1);
    expect(scoreOf()).toBe(before);
    await changeLastClose(market, 'AAPL', 0.7);
    await until(() => told.length === 2);
    expect(told[1]).toEqual({
      signalChanged: { ticker: 'AAPL', signal: { label: expect.any(String), compositeScore: scoreOf() } },
    });
    expect(scoreOf()).not.toBe(before);
    stream.dispose();
    await until(() => server.streams() === 0);
  });
});

describe('an error that Relay is answered', () => {
  it.each([
    ['INVALID_KEY', 'svc_nobody', (environment: Environment) => ask(environment, documents.lists)],
    ['INVALID_PARAMETER', undefined, (environment: Environment) => ask(environment, documents.several)],
  ] as const)('is thrown with its code where nothing was executed: %s', async (code, key, act) => {
    const { environment } = await environmentOf('pro', key);
    expect(await errorOf(act(environment))).toMatchObject({ source: { errors: [{ extensions: { code } }] } });
  });

  it('leaves what there is beside it', async () => {
    const { environment } = await environmentOf();
    expect(await ask(environment, documents.several, { tickers: ['AAPL', 'NOPE'] })).toEqual({
      securitiesByTicker: [{ ticker: 'AAPL', name: 'Apple Inc.' }, null],
    });
  });

  it('is found by @catch with its code', async () => {
    const { environment } = await environmentOf();
    expect(await ask(environment, documents.caught, { ticker: 'NOPE' })).toMatchObject({
      security: { ok: false, errors: [{ extensions: { code: 'TICKER_NOT_FOUND' } }] },
    });
  });

  it('keeps another account’s list from whoever knows its id', async () => {
    const owner = await environmentOf();
    const { createWatchlist } = (await mutate(owner.environment, documents.create, {
      input: { name: 'Mine', tickers: ['KO'] },
    })) as { createWatchlist: { watchlist: { id: string } } };
    const { id } = createWatchlist.watchlist;
    expect(await ask(owner.environment, documents.one, { id })).toEqual({
      viewer: { watchlist: { name: 'Mine', entries: { nodes: [{ ticker: 'KO' }] } } },
    });
    const stranger = await environmentOf();
    expect(await ask(stranger.environment, documents.one, { id })).toEqual({ viewer: { watchlist: null } });
  });

  it('ends a stream that is refused', async () => {
    const { environment } = await environmentOf('free');
    const ended = new Promise((resolve, reject) =>
      requestSubscription(environment, {
        subscription: documents.live,
        variables: { tickers: ['AAPL'] },
        onCompleted: () => resolve('completed'),
        onError: reject,
      }),
    );
    expect(await errorOf(ended)).toMatchObject({ source: { errors: [{ extensions: { code: 'TIER_REQUIRED' } }] } });
    await until(() => server.streams() === 0);
  });
});
