import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  ApolloClient,
  CombinedProtocolErrors,
  HttpLink,
  InMemoryCache,
  gql as apolloGql,
  type ApolloLink,
} from '@apollo/client';
import { RetryLink } from '@apollo/client/link/retry';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { cacheExchange, Client, fetchExchange, gql, subscriptionExchange } from '@urql/core';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient, type Client as SocketClient } from 'graphql-ws';
import {
  Environment,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
  type GraphQLResponse,
} from 'relay-runtime';
import { WebSocket } from 'ws';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { createClient, SignalChangedDocument } from '../../client/index.js';
import { freePort } from '../../store/fixtures/free-port.js';
import { writeHistories } from '../chaos/synthetic.js';
import type * as Watch from '../contract/relay/watch.js';
import { connectSocket } from '../support/live-socket.js';
import { subscribeMultipart } from '../support/multipart-stream.js';
import { programsForFile } from '../support/programs.js';
import { compileRelay, documentedRelayConfig, importDocuments } from '../support/relay.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';
import { scoreOf, SIGNAL_STREAM } from '../support/signal-stream.js';

// Apollo's link compares errors with the class of browsers, which Node 20 does not have.
Reflect.set(globalThis, 'WebSocket', WebSocket);

const programs = programsForFile();
removeScratchAtEnd();

const VARIABLES = { tickers: ['STEADY'] };

/** The scores that a client was told, and how it ended, if it did. */
class Told {
  readonly scores: number[] = [];
  end: unknown;
  readonly #waiting = new Map<(isOver: boolean) => void, (scores: readonly number[]) => boolean>();

  readonly next = (data: unknown): void => {
    const score = scoreOf(data);
    if (typeof score === 'number') this.scores.push(score);
    this.#look();
  };
  readonly over = (how: unknown): void => {
    this.end ??= how;
    this.#look();
  };

  #look(): void {
    for (const [settle, isTrue] of this.#waiting)
      if (this.end !== undefined || isTrue(this.scores)) settle(isTrue(this.scores));
  }

  /** Resolves once it holds of the scores; rejects if the stream ends before. */
  until(isTrue: (scores: readonly number[]) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (isMet: boolean): void => {
        this.#waiting.delete(settle);
        if (isMet) resolve();
        else reject(new Error('The stream is over.', { cause: this.end }));
      };
      this.#waiting.set(settle, isTrue);
      this.#look();
    });
  }
}

function socketClient(url: string, key: string): SocketClient {
  return createSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { 'X-API-Key': key },
    webSocketImpl: WebSocket,
    shouldRetry: () => true,
  });
}

function followWithApollo(link: ApolloLink, { next, over }: Told): () => void {
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const subscription = client.subscribe({ query: apolloGql(SIGNAL_STREAM), variables: VARIABLES }).subscribe({
    next({ data, error }) {
      if (error !== undefined) over(error);
      next(data);
    },
    complete: () => over('complete'),
  });
  return () => subscription.unsubscribe();
}

type Follow = (url: string, key: string, told: Told) => Promise<() => void>;

const followers: Readonly<Record<string, Follow>> = {
  async 'graphql-sse'(url, key, { next, over }) {
    const streams = createSseClient({ url: `${url}/graphql`, headers: { 'X-API-Key': key } });
    return streams.subscribe(
      { query: SIGNAL_STREAM, variables: VARIABLES },
      { next: ({ data }) => next(data), error: over, complete: () => over('complete') },
    );
  },
  async 'urql over graphql-sse'(url, key, { next, over }) {
    const headers = { 'X-API-Key': key };
    const streams = createSseClient({ url: `${url}/graphql`, headers });
    const exchange = subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: streams.subscribe(
            { query, variables: variables ?? {} },
            sink as Parameters<typeof streams.subscribe>[1],
          ),
        }),
      }),
    });
    const client = new Client({
      url: `${url}/graphql`,
      fetchOptions: { headers },
      exchanges: [cacheExchange, exchange, fetchExchange],
    });
    const { unsubscribe } = client.subscription(gql(SIGNAL_STREAM), VARIABLES).subscribe(({ data, error }) => {
      if (error?.networkError !== undefined) over(error);
      next(data);
    });
    return unsubscribe;
  },
  async 'Relay over graphql-sse'(url, key, { next, over }) {
    const source = await readFile(path.join(ROOT, 'test', 'contract', 'relay', 'watch.ts'), 'utf8');
    const project = await compileRelay({
      config: JSON.stringify(await documentedRelayConfig()),
      module: 'watch',
      source,
    });
    const { live } = await importDocuments<typeof Watch>(project);
    const streams = createSseClient({ url: `${url}/graphql`, headers: { 'X-API-Key': key } });
    const network = Network.create(
      () => Promise.reject(new Error('There are no queries.')),
      ({ text }, variables) =>
        Observable.create<GraphQLResponse>((sink) =>
          streams.subscribe(
            { query: text ?? '', variables },
            {
              next: (event) => sink.next(event as GraphQLResponse),
              error: (error) => sink.error(error as Error),
              complete: () => sink.complete(),
            },
          ),
        ),
    );
    const environment = new Environment({ network, store: new Store(new RecordSource()) });
    const stream = requestSubscription(environment, {
      subscription: live,
      variables: VARIABLES,
      onNext: next,
      onError: over,
      onCompleted: () => over('complete'),
    });
    return () => stream.dispose();
  },
  async 'Apollo Client over a response in parts'(url, key, told) {
    const retry = new RetryLink({
      delay: { initial: 1_000, max: 10_000 },
      attempts: {
        max: Infinity,
        retryIf: (error, { operationType }) => operationType === 'subscription' && !CombinedProtocolErrors.is(error),
      },
    });
    return followWithApollo(retry.concat(new HttpLink({ uri: `${url}/graphql`, headers: { 'X-API-Key': key } })), told);
  },
  async 'graphql-ws'(url, key, { next, over }) {
    return socketClient(url, key).subscribe(
      { query: SIGNAL_STREAM, variables: VARIABLES },
      { next: ({ data }) => next(data), error: over, complete: () => over('complete') },
    );
  },
  async 'Apollo Client over graphql-ws'(url, key, told) {
    return followWithApollo(new GraphQLWsLink(socketClient(url, key)), told);
  },
  async 'the typed client'(url, key, { next, over }) {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      for await (const { data } of createClient({ url, key }).subscribe(SignalChangedDocument, VARIABLES, {
        signal: stop.signal,
      }))
        next(data);
    };
    read().then(() => over('complete'), over);
    return () => stop.abort();
  },
};

describe('a stream over a restart of the server', () => {
  it('goes on with news in every client, which opens it again by itself', async () => {
    const [dataDir, port] = [await scratchDir(), String(await freePort())];
    const environment = { SVC_DATA_DIR: dataDir, PORT: port };
    const first = await programs.server(environment);
    const importDays = async (days: number): Promise<void> => {
      const folder = await scratchDir();
      await writeHistories(folder, ['STEADY'], days, 10);
      expect(
        await forwardCommand(dataDir, 'import', ['bars', folder], {
          print: () => undefined,
          error: () => undefined,
          progress: () => undefined,
        }),
      ).toBe(0);
    };
    await importDays(300);
    const { key } = await programs.newKey(environment, '--tier', 'pro');
    const followed = await Promise.all(
      Object.entries(followers).map(async ([name, follow]) => {
        const told = new Told();
        return { name, told, leave: await follow(first.url, key, told) };
      }),
    );
    await Promise.all(followed.map(({ told }) => told.until(({ length }) => length === 1)));
    const [before] = followed[0]?.told.scores ?? [];
    const lost = new Told();
    followWithApollo(new HttpLink({ uri: `${first.url}/graphql`, headers: { 'X-API-Key': key } }), lost);
    await lost.until(({ length }) => length === 1);
    const socket = await connectSocket(first.url, { apiKey: key });
    const parts = await subscribeMultipart(first.url, key, { query: SIGNAL_STREAM, variables: VARIABLES });
    await parts.part(0);

    expect(await first.signal('SIGTERM')).toMatchObject({ code: 0, signal: null });
    expect(await socket.closed).toEqual({ code: 1012, reason: expect.stringMatching(/^UNAVAILABLE: /) });
    await parts.ended;
    expect(parts.text()).toMatch(/--graphql$/);
    // Without a RetryLink, Apollo Client passes the lost connection on.
    await expect(lost.until(({ length }) => length === 2)).rejects.toThrow('The stream is over.');
    expect(lost.end).toMatchObject({ message: 'terminated' });
    await programs.server(environment);
    // The typed client sends the version that it saw last: an unchanged signal is not sent again.
    const isResumed = (name: string): boolean => name === 'the typed client';
    await Promise.all(
      followed.filter(({ name }) => !isResumed(name)).map(({ told }) => told.until(({ length }) => length === 2)),
    );
    await importDays(317);
    await Promise.all(followed.map(({ told }) => told.until((scores) => scores.at(-1) !== before)));
    const after = followed[0]?.told.scores.at(-1);
    expect(followed.map(({ name, told }) => [name, told.scores, told.end])).toEqual(
      Object.keys(followers).map((name) => [
        name,
        isResumed(name) ? [before, after] : [before, before, after],
        undefined,
      ]),
    );
    for (const { leave } of followed) leave();
  }, 240_000);
});
