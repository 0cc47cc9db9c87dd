import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApolloClient,
  CombinedGraphQLErrors,
  CombinedProtocolErrors,
  gql,
  HttpLink,
  InMemoryCache,
  ServerError,
} from '@apollo/client';
import { until } from '../../access/fixtures/access.js';
import { TIER_LIMITS } from '../../access/tiers.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { APOLLO_ACCEPT, subscribeMultipart, type MultipartStream } from '../support/multipart-stream.js';
import { currentSignal, INCREMENTAL, REFUSED, SIGNAL_STREAM, tickerOf } from '../support/signal-stream.js';

const server = await serverForFile({ SVC_WEB_ORIGINS: 'https://app.example' });
const { store, access } = server.runtime;

const open = (
  key: string | undefined,
  tickers: readonly string[],
  variables: object = {},
  headers?: Readonly<Record<string, string>>,
): Promise<MultipartStream> =>
  subscribeMultipart(server.url, key, { query: SIGNAL_STREAM, variables: { tickers, ...variables } }, headers);
const untilClosed = (): Promise<void> => until(() => server.streams() === 0);

beforeEach(() => server.nextMinute());

describe('Apollo Client, with nothing but its HttpLink', () => {
  interface Told {
    readonly data?: unknown;
    readonly error?: unknown;
  }

  /**
   * What Apollo Client tells of a subscription, until it is over or `isEnough`; `onEach` is called with what it has
   * told so far.
   */
  function follow(
    key: string,
    query: string,
    variables: Record<string, unknown>,
    isEnough: (told: readonly Told[]) => boolean,
    onEach: (told: readonly Told[]) => void = () => undefined,
  ): Promise<{ told: readonly Told[]; isOver: boolean }> {
    const client = new ApolloClient({
      link: new HttpLink({ uri: `${server.url}/graphql`, headers: { 'X-API-Key': key } }),
      cache: new InMemoryCache(),
    });
    const told: Told[] = [];
    return new Promise((resolve) => {
      const subscription = client.subscribe({ query: gql(query), variables }).subscribe({
        next(value) {
          told.push(value);
          onEach(told);
          if (!isEnough(told)) return;
          subscription.unsubscribe();
          resolve({ told, isOver: false });
        },
        complete: () => resolve({ told, isOver: true }),
      });
    });
  }

  it('is told the current signals and each change, and leaves nothing behind when it unsubscribes', async () => {
    const { key } = await server.newKey('pro');
    const { told } = await follow(
      key,
      SIGNAL_STREAM,
      { tickers: ['AAPL', 'brk-b'] },
      ({ length }) => length === 4,
      ({ length }) => {
        if (length === 2 || length === 3) void changeLastClose(store, 'BRK.B', length === 2 ? 0.7 : 1.6);
      },
    );
    expect(told.map(({ data }) => tickerOf(data))).toEqual(['AAPL', 'BRK.B', 'BRK.B', 'BRK.B']);
    expect(told.at(-1)?.data).toMatchObject((await currentSignal(server.graphql, key, 'BRK.B')) as object);
    await untilClosed();
  });

  it('goes on after the error of one event', async () => {
    const { key } = await server.newKey('pro');
    const { told, isOver } = await follow(
      key,
      SIGNAL_STREAM,
      { tickers: ['NOPE', 'AAPL'] },
      ({ length }) => length === 2,
    );
    expect([told.map(({ error, data }) => [codeOf(error), tickerOf(data)]), isOver]).toEqual([
      [
        ['TICKER_NOT_FOUND', undefined],
        [undefined, 'AAPL'],
      ],
      false,
    ]);
    await untilClosed();
  });

  it.each(REFUSED.filter(([code]) => code !== 'GRAPHQL_PARSE_FAILED'))(
    'is refused with the code, and may not try again: %s',
    async (code, tier, query, variables) => {
      const account = await server.newKey(tier);
      const { told, isOver } = await follow(account.key, query, variables as Record<string, unknown>, () => false);
      expect([told.map(({ error }) => CombinedGraphQLErrors.is(error) && codeOf(error)), isOver]).toEqual([
        [code],
        true,
      ]);
      expect([await server.used(account), server.streams()]).toEqual([0, 0]);
    },
  );

  it('is refused with a failed request where waiting helps, which it can repeat', async () => {
    const { key } = await server.newKey('starter', { perMinute: 1 });
    expect((await server.graphql(key, '{ __typename }')).status).toBe(200);
    const { told } = await follow(key, SIGNAL_STREAM, { tickers: ['AAPL'] }, () => false);
    const [{ error } = {}] = told;
    expect(
      ServerError.is(error) && [
        error.statusCode,
        read(JSON.parse(error.bodyText) as object, 'errors', 0, 'extensions', 'code'),
      ],
    ).toEqual([429, 'RATE_LIMITED']);
  });

  it.each([
    ['a revoked key', 'INVALID_KEY', true],
    ['a lower tier', 'TIER_REQUIRED', true],
    // The event still has data.
    ['a month used up', 'MONTHLY_LIMIT_REACHED', false],
  ])('is told of the end by %s', async (_cause, code, isProtocolError) => {
    const { key, accountId, keyId } = await server.newKey(
      'starter',
      code === 'MONTHLY_LIMIT_REACHED' ? { perMonth: 1 } : {},
    );
    const { told, isOver } = await follow(
      key,
      SIGNAL_STREAM,
      { tickers: ['AAPL'] },
      () => false,
      ({ length }) => {
        if (length !== 1) return;
        if (code === 'INVALID_KEY') void access.keys.revoke(accountId, keyId);
        else if (code === 'TIER_REQUIRED') void access.accounts.setTier(accountId, 'free');
        else void changeLastClose(store, 'AAPL', 0.9);
      },
    );
    const [first, last] = told;
    expect([
      tickerOf(first?.data),
      CombinedProtocolErrors.is(last?.error),
      codeOf(last?.error),
      told.length,
      isOver,
    ]).toEqual(['AAPL', isProtocolError, code, 2, true]);
    await untilClosed();
  });
});

function codeOf(error: unknown): unknown {
  const errors = CombinedGraphQLErrors.is(error) || CombinedProtocolErrors.is(error) ? error.errors : [];
  return errors[0]?.extensions?.['code'];
}

describe('a stream of parts', () => {
  it('has the headers of every response, and is not compressed', async () => {
    const stream = await open((await server.newKey('pro')).key, ['AAPL'], {}, { 'Accept-Encoding': 'gzip, br' });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-api-tier': 'pro',
      'x-ratelimit-remaining': '59',
    });
    expect(stream.headers).not.toHaveProperty('content-encoding');
    expect(read((await stream.part(0)) as object, 'payload', 'data', 'signalChanged', 'ticker')).toBe('AAPL');
    stream.leave();
    await untilClosed();
  });

  it('beats with empty parts', async () => {
    const stream = await open((await server.newKey('pro')).key, ['AAPL'], { initial: false });
    server.beat();
    server.beat();
    await stream.part(1);
    expect(stream.text()).toBe(`\r\n--graphql${'\r\nContent-Type: application/json\r\n\r\n{}\r\n--graphql'.repeat(2)}`);
    stream.leave();
    await untilClosed();
  });

  it('costs a request of the minute, and one of the month for each event', async () => {
    const account = await server.newKey('pro');
    const stream = await open(account.key, ['AAPL', 'MSFT']);
    await stream.part(1);
    server.beat();
    await stream.part(2);
    expect(await server.used(account)).toBe(2);
    stream.leave();
    await untilClosed();
  });

  it('takes a slot of its account like any other stream', async () => {
    const { key } = await server.newKey('starter');
    const streams = await Promise.all(
      Array.from({ length: TIER_LIMITS.starter.liveStreams }, () => open(key, ['AAPL'], { initial: false })),
    );
    const refused = await open(key, ['AAPL']);
    await refused.ended;
    expect([refused.status, refused.headers['content-type']]).toEqual([
      403,
      'application/graphql-response+json; charset=utf-8',
    ]);
    expect(read(JSON.parse(refused.text()) as object, 'errors', 0, 'extensions')).toMatchObject({
      code: 'STREAMS_CAP',
      cap: TIER_LIMITS.starter.liveStreams,
    });
    for (const stream of streams) stream.leave();
    await untilClosed();
  });

  it.each([
    [undefined, 401, 'MISSING_KEY', 'application/graphql-response+json; charset=utf-8'],
    ['svc_unknown', 401, 'INVALID_KEY', 'application/graphql-response+json; charset=utf-8'],
  ])('is refused by status without a valid key: %s', async (key, status, code, type) => {
    const refused = await open(key, ['AAPL']);
    await refused.ended;
    expect([
      refused.status,
      refused.headers['content-type'],
      read(JSON.parse(refused.text()) as object, 'errors', 0, 'extensions', 'code'),
    ]).toEqual([status, type, code]);
  });

  it.each(INCREMENTAL)('has each event as a whole: %s', async (query, message) => {
    const refused = await subscribeMultipart(server.url, (await server.newKey('pro')).key, { query });
    await refused.ended;
    expect([refused.status, read(JSON.parse(refused.text()) as object, 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  it('may be asked for by GET, where a page of another site cannot', async () => {
    const { accountId } = await server.newKey('pro');
    const cookie = `svc_session=${(await access.sessions.create(accountId)).secret}`;
    const search = new URLSearchParams({ query: SIGNAL_STREAM, variables: JSON.stringify({ tickers: ['1!'] }) });
    const ask = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const answer = await server.call(`/graphql?${search.toString()}`, {
        headers: { Accept: APOLLO_ACCEPT, Cookie: cookie, ...headers },
      });
      return [
        answer.status,
        read(answer, 'errors', 0, 'extensions', 'param') ?? read(answer, 'errors', 0, 'extensions', 'code'),
      ];
    };
    expect(await ask({ Origin: 'https://app.example' })).toEqual([400, 'tickers[0]']);
    expect(await ask({})).toEqual([400, 'Apollo-Require-Preflight']);
    expect(await ask({ Origin: 'https://evil.example' })).toEqual([401, 'MISSING_KEY']);
  });
});
