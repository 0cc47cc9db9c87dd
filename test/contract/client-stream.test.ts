import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createClient,
  MarketgraphError,
  NewsPublishedDocument,
  retryMs,
  SignalChangedDocument,
  SignalDocument,
  type RetryMs,
  type SignalLabel,
} from '../../client/index.js';
import { readEvents, type ServerEvent } from '../../client/event-stream.js';
import { until } from '../../access/fixtures/access.js';
import { storeArticles } from '../../sources/news/store-articles.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';

const server = await serverForFile();
const { store, access } = server.runtime;

const clientOf = async (tier: 'free' | 'starter' | 'pro' | 'institutional' = 'institutional', url = server.url) => {
  const account = await server.newKey(tier);
  return { account, client: createClient({ url, key: account.key }) };
};
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing was thrown',
    (reason: unknown) => reason,
  );
const untilClosed = (): Promise<void> => until(() => server.streams() === 0);

beforeEach(() => server.nextMinute());

describe('a subscription of the typed client', () => {
  it('tells the current signal, then each change, in the types of its document, and closes its stream once its reader leaves', async () => {
    const { client } = await clientOf();
    const { security } = await client.query(SignalDocument, { ticker: 'AAPL' });
    const seen: unknown[] = [];
    for await (const { data, errors } of client.subscribe(SignalChangedDocument, { tickers: ['AAPL'] })) {
      expect(errors).toEqual([]);
      const label: SignalLabel | undefined = data?.signalChanged?.signal?.label;
      const score: number | undefined = data?.signalChanged?.signal?.compositeScore;
      seen.push([label, score]);
      if (seen.length === 2) break;
      await changeLastClose(store, 'AAPL', 0.6);
    }
    expect(seen[0]).toEqual([security?.signal?.label, security?.signal?.compositeScore]);
    expect(seen[1]).not.toEqual(seen[0]);
    await untilClosed();
  });

  it('goes on beside an event that failed', async () => {
    const { client } = await clientOf();
    const seen: unknown[] = [];
    for await (const { data, errors } of client.subscribe(SignalChangedDocument, { tickers: ['NOPE', 'MSFT'] })) {
      seen.push([data?.signalChanged?.ticker ?? null, errors.map(({ code }) => code)]);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([
      [null, ['TICKER_NOT_FOUND']],
      ['MSFT', []],
    ]);
    await untilClosed();
  });

  it('is over without an error once its signal says so, before it is opened, while it waits and while it is read', async () => {
    const { client } = await clientOf();
    const gone = client.subscribe(SignalChangedDocument, { tickers: ['AAPL'] }, { signal: AbortSignal.abort() });
    expect(await gone.next()).toEqual({ done: true, value: undefined });

    const reading = new AbortController();
    const stream = client.subscribe(SignalChangedDocument, { tickers: ['MSFT'] }, { signal: reading.signal });
    expect((await stream.next()).value?.data?.signalChanged?.ticker).toBe('MSFT');
    const pending = stream.next();
    reading.abort();
    expect((await pending).done).toBe(true);
    await untilClosed();

    const waiting = new AbortController();
    const nobody = createClient({ url: 'http://127.0.0.1:1', key: 'k' }).subscribe(
      SignalChangedDocument,
      { tickers: ['AAPL'] },
      { signal: waiting.signal, retryMs: () => (waiting.abort(), 3_600_000) },
    );
    expect((await nobody.next()).done).toBe(true);
  });

  it.each([
    ['TIER_REQUIRED', 'free', ['AAPL']],
    ['INVALID_PARAMETER', 'pro', []],
  ] as const)('throws what it is refused for, and asks once: %s', async (code, tier, tickers) => {
    const { client, account } = await clientOf(tier);
    const events: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const { errors } of client.subscribe(SignalChangedDocument, { tickers })) events.push(errors[0]?.code);
    };
    expect(await errorOf(read())).toMatchObject({ name: 'MarketgraphError', code, requestId: expect.any(String) });
    expect(events).toEqual([code]);
    expect(await server.used(account)).toBe(0);
  });

  it('throws a key that is refused, with its status', async () => {
    const stream = createClient({ url: server.url, key: 'svc_nobody' }).subscribe(SignalChangedDocument, {
      tickers: ['AAPL'],
    });
    expect(await errorOf(stream.next())).toMatchObject({ code: 'INVALID_KEY', status: 401 });
  });

  it('throws the error that ended it: a key that is revoked under it', async () => {
    const { client, account } = await clientOf('pro');
    const stream = client.subscribe(SignalChangedDocument, { tickers: ['AAPL'] });
    await stream.next();
    await access.keys.revoke(account.accountId, account.keyId);
    expect((await stream.next()).value?.errors[0]?.code).toBe('INVALID_KEY');
    expect(await errorOf(stream.next())).toMatchObject({ code: 'INVALID_KEY' });
    await untilClosed();
  });

  it('answers a query by one event and the end', async () => {
    const { client } = await clientOf('pro');
    const events: unknown[] = [];
    for await (const { data } of client.subscribe(SignalDocument, { ticker: 'AAPL' }))
      events.push(data?.security?.ticker);
    expect(events).toEqual(['AAPL']);
  });

  it('takes variables and options of the right type alone', () => {
    const { subscribe } = createClient({ url: 'http://127.0.0.1:1', key: 'k' });
    // @ts-expect-error: tickers are needed.
    subscribe(SignalChangedDocument, {});
    // @ts-expect-error: a list of them.
    subscribe(SignalChangedDocument, { tickers: 'AAPL' });
    // @ts-expect-error: a function.
    subscribe(SignalChangedDocument, { tickers: ['AAPL'] }, { retryMs: 5 });
    expect(server.streams()).toBe(0);
  });
});

/** What stands between a client and the server, and cuts what runs through it. */
async function openPassage(): Promise<{
  readonly url: string;
  cut(): void;
  readonly opened: () => number;
  close(): void;
}> {
  const target = new URL(server.url);
  const sockets = new Set<Socket>();
  let opened = 0;
  const passage: Server = createServer((socket) => {
    opened += 1;
    const onward = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => passage.listen(0, '127.0.0.1', resolve));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(passage.address() as AddressInfo).port}`,
    cut,
    opened: () => opened,
    close() {
      cut();
      passage.close();
    },
  };
}

describe('a connection that is lost', () => {
  const closing: (() => void)[] = [];
  afterAll(() => closing.forEach((close) => close()));
  const openThrough = async (wait: RetryMs) => {
    const passage = await openPassage();
    closing.push(passage.close);
    const { client } = await clientOf('institutional', passage.url);
    return { passage, stream: client.subscribe(SignalChangedDocument, { tickers: ['NVDA'] }, { retryMs: wait }) };
  };

  it('is opened again and sends, and charges, only what has changed', async () => {
    const passage = await openPassage();
    closing.push(passage.close);
    const { client, account } = await clientOf('pro', passage.url);
    const stream = client.subscribe(SignalChangedDocument, { tickers: ['AAPL', 'MSFT'] }, { retryMs: () => 0 });
    const first = [
      (await stream.next()).value?.data?.signalChanged?.ticker,
      (await stream.next()).value?.data?.signalChanged?.ticker,
    ];
    expect([first.sort(), await server.used(account)]).toEqual([['AAPL', 'MSFT'], 2]);
    passage.cut();
    await untilClosed();
    await changeLastClose(store, 'MSFT', 0.4);
    expect((await stream.next()).value?.data?.signalChanged?.ticker).toBe('MSFT');
    await changeLastClose(store, 'MSFT', 2);
    expect((await stream.next()).value?.data?.signalChanged?.ticker).toBe('MSFT');
    expect(await server.used(account)).toBe(4);
    await stream.return();
    await untilClosed();
  });

  it('is opened again and sends only the news that has been published since', async () => {
    const passage = await openPassage();
    closing.push(passage.close);
    const { client, account } = await clientOf('free', passage.url);
    const stream = client.subscribe(NewsPublishedDocument, { tickers: ['CAT', 'JNJ'] }, { retryMs: () => 0 });
    const first = [
      (await stream.next()).value?.data?.newsPublished?.ticker,
      (await stream.next()).value?.data?.newsPublished?.ticker,
    ];
    expect([first.sort(), await server.used(account)]).toEqual([['CAT', 'JNJ'], 2]);
    passage.cut();
    await untilClosed();
    const article = {
      url: 'https://alder.example/1',
      title: 'Caterpillar opens a plant',
      outlet: 'Alder Wire',
      publishedAt: new Date(server.clock.nowMs),
      summary: null,
      givenTickers: ['CAT'],
    };
    await store.db.transaction().execute((tx) => storeArticles(store, tx, [article], 'files'));
    const { data } = (await stream.next()).value ?? {};
    expect([
      data?.newsPublished?.ticker,
      data?.newsPublished?.news?.nodes.map(({ title }) => title),
      await server.used(account),
    ]).toEqual(['CAT', ['Caterpillar opens a plant'], 3]);
    await stream.return();
    await untilClosed();
  });

  it('is opened again, and begins with what the signal is by then', async () => {
    const failures: unknown[] = [];
    const { passage, stream } = await openThrough((attempt, { code }) => (failures.push([attempt, code]), 0));
    const first = await stream.next();
    passage.cut();
    await untilClosed();
    await changeLastClose(store, 'NVDA', 0.5);
    const second = await stream.next();
    expect(second.value?.data?.signalChanged?.ticker).toBe('NVDA');
    expect(second.value?.data).not.toEqual(first.value?.data);
    expect(failures).toEqual([[0, 'NETWORK_ERROR']]);
    expect(passage.opened()).toBe(2);
    await stream.return();
    await untilClosed();
  });

  it('is thrown where nobody wants to wait', async () => {
    const { passage, stream } = await openThrough(() => null);
    await stream.next();
    passage.cut();
    const error = await errorOf(stream.next());
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', status: 0, requestId: expect.any(String) });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(passage.opened()).toBe(1);
    await untilClosed();
  });

  it('is told from a server that is gone for good by the count of attempts alone', async () => {
    const attempts: number[] = [];
    const stream = createClient({ url: 'http://127.0.0.1:1', key: 'k' }).subscribe(
      SignalChangedDocument,
      { tickers: ['AAPL'] },
      { retryMs: (attempt) => (attempts.push(attempt), attempt < 3 ? 0 : null) },
    );
    expect(await errorOf(stream.next())).toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'The server is unreachable.',
    });
    expect(attempts).toEqual([0, 1, 2, 3]);
  });
});

describe('the wait before a stream is opened again', () => {
  const failed = (code: string, status = 0, extra = {}): MarketgraphError =>
    new MarketgraphError({ code, message: '', status, requestId: null, extra });

  it.each([
    [0, 1_000],
    [1, 2_000],
    [4, 16_000],
    [5, 30_000],
    [40, 30_000],
  ])(
    'grows with the attempts up to half a minute, of which at most half is left out: attempt %d',
    (attempt, mostMs) => {
      const waits = Array.from({ length: 50 }, () => retryMs(attempt, failed('NETWORK_ERROR')) ?? 0);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(mostMs / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(mostMs);
      expect(new Set(waits).size).toBeGreaterThan(1);
    },
  );

  it('is at least what the server asks for', () => {
    expect(retryMs(0, failed('RATE_LIMITED', 429, { retry_after_s: 47 }))).toBe(47_000);
    expect(retryMs(0, failed('UNAVAILABLE', 503, { retry_after_s: 2 }))).toBe(2_000);
  });

  it('is none where waiting does not help', () => {
    for (const code of ['INVALID_KEY', 'TIER_REQUIRED', 'STREAMS_CAP', 'GRAPHQL_VALIDATION_FAILED'])
      expect(retryMs(0, failed(code, 200))).toBeNull();
    expect(retryMs(0, failed('MONTHLY_LIMIT_REACHED', 200, { retry_after_s: 900_000 }))).toBeNull();
    expect(retryMs(0, failed('INVALID_ANSWER', 502))).not.toBeNull();
  });
});

describe('server-sent events', () => {
  const read = async (parts: readonly string[]): Promise<readonly ServerEvent[]> => {
    const bytes = parts.map((part) => Uint8Array.from(part, (character) => character.charCodeAt(0)));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of bytes) controller.enqueue(part);
        controller.close();
      },
    });
    const events: ServerEvent[] = [];
    for await (const event of readEvents(body, 60_000, () => undefined)) events.push(event);
    return events;
  };
  /** The bytes of "ü" in UTF-8, one character each. */
  const UMLAUT = '\u00c3\u00bc';
  const text = `retry: 2000\n:\n\nevent: next\ndata: {"a":"${UMLAUT}"}\n\n:\n\nevent: next\r\ndata:1\r\ndata: 2\r\n\r\nevent: complete\ndata:\n\n`;
  const expected = [
    { event: '', data: '' },
    { event: 'next', data: '{"a":"ü"}' },
    { event: '', data: '' },
    { event: 'next', data: '1\n2' },
    { event: 'complete', data: '' },
  ];

  it.each([text.length, 1, 2, 3, 7])('are read wherever the network cuts them: %d bytes at a time', async (size) => {
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    expect(await read(parts)).toEqual(expected);
  });

  it('are silent where nothing comes', async () => {
    const isSilent = await new Promise(
      (resolve) => void readEvents(new ReadableStream<Uint8Array>(), 1, () => resolve(true)).next(),
    );
    expect(isSilent).toBe(true);
  });
});
