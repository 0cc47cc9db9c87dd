import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { serverForFile } from '../support/in-process.js';
import { SIGNAL_STREAM } from '../support/signal-stream.js';
import { describeInBrowser, pagesForFile } from './chromium.js';

/** An empty page on a port of its own, which makes it another origin. */
async function foreignOrigin(): Promise<string> {
  const pages = createServer(
    (_request, response) =>
      void response
        .setHeader('Content-Type', 'text/html')
        .end('<!doctype html><link rel="icon" href="data:,"><title>page</title>'),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => pages.close(resolve)));
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
}

const [webApp, stranger] = [await foreignOrigin(), await foreignOrigin()];
const server = await serverForFile({ SVC_WEB_ORIGINS: `https://app.example, ${webApp}` });

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: 'include' | 'omit';
}

/** What a script of the page can read of a response; `blocked` if the browser does not let it. */
const ask = (page: Page, { path, ...init }: Sent) =>
  page.evaluate(
    async ([url, given]) => {
      try {
        const response = await fetch(url, given);
        return {
          status: response.status,
          tier: response.headers.get('x-api-tier'),
          body: (await response.json()) as unknown,
        };
      } catch {
        return 'blocked';
      }
    },
    [server.url + path, { credentials: 'include', ...init }] as const,
  );

const QUERY = JSON.stringify({ query: '{ viewer { tier } }' });
const graphql: Sent = {
  path: '/graphql',
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: QUERY,
};

describeInBrowser('a page of another origin', () => {
  const open = pagesForFile();
  let secret = '';
  beforeAll(async () => {
    const { id } = await server.runtime.access.accounts.create({ tier: 'pro' });
    secret = (await server.runtime.access.sessions.create(id)).secret;
  });
  beforeEach(() => server.nextMinute());
  const openAt = async (origin: string): Promise<Page> => {
    const { page } = await open();
    await page.context().addCookies([{ name: 'svc_session', value: secret, url: server.url }]);
    await page.goto(origin);
    return page;
  };

  it('of the web app reads with the session cookie: REST, GraphQL and errors', async () => {
    const page = await openAt(webApp);
    expect(await ask(page, { path: '/api/v1/signal?ticker=AAPL' })).toMatchObject({ status: 200, tier: 'pro' });
    expect(await ask(page, graphql)).toMatchObject({ status: 200, body: { data: { viewer: { tier: 'PRO' } } } });
    expect(await ask(page, { path: '/api/v1/signal?ticker=NOPE' })).toMatchObject({
      status: 404,
      body: { error: 'ticker_not_found' },
    });
    expect(await ask(page, { path: '/api/v1/nothing' })).toMatchObject({
      status: 404,
      body: { error: 'unknown_endpoint' },
    });
    expect(await ask(page, { ...graphql, body: '{' })).toMatchObject({ status: 400 });
  });

  it('of the web app follows a stream with the session cookie', async () => {
    const page = await openAt(webApp);
    const first = await page.evaluate(
      async ([url, body]) => {
        const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };
        const response = await fetch(url, { method: 'POST', credentials: 'include', headers, body });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        while (!text.includes('"data"')) text += (await reader?.read())?.value ?? '';
        await reader?.cancel();
        return text;
      },
      [
        `${server.url}/graphql`,
        JSON.stringify({ query: 'subscription { signalChanged(tickers: ["AAPL"]) { ticker } }' }),
      ] as const,
    );
    expect(first).toContain('{"data":{"signalChanged":{"ticker":"AAPL"}}}');
    await page.goto('about:blank');
  });

  /** What a script of the page is told by a WebSocket: the messages, and the code with which it was closed. */
  const follow = (page: Page, params: object) =>
    page.evaluate(
      ([url, payload, subscription]) =>
        new Promise((resolve) => {
          const socket = new WebSocket(url, 'graphql-transport-ws');
          const told: unknown[] = [];
          socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init', payload }));
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(String(data)) as { type: string };
            told.push(message);
            if (message.type === 'connection_ack')
              socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: subscription }));
            else socket.close(1000);
          };
          socket.onclose = ({ code }) => resolve({ told, code });
        }),
      [
        `${server.url.replace('http', 'ws')}/graphql`,
        params,
        { query: SIGNAL_STREAM, variables: { tickers: ['AAPL'] } },
      ] as const,
    );

  it('of the web app follows a WebSocket with the session cookie, as our own pages do', async () => {
    for (const origin of [webApp, `${server.url}/graphql`]) {
      const page = await openAt(origin);
      expect(await follow(page, {})).toMatchObject({
        told: [{ type: 'connection_ack' }, { type: 'next', payload: { data: { signalChanged: { ticker: 'AAPL' } } } }],
        code: 1000,
      });
    }
  });

  it('of a stranger opens no WebSocket with the cookie, but with a key', async () => {
    const { key } = await server.newKey('pro');
    const page = await openAt(stranger);
    expect(await follow(page, {})).toEqual({ told: [], code: 4401 });
    expect(await follow(page, { 'X-API-Key': key })).toMatchObject({
      told: [{ type: 'connection_ack' }, { type: 'next' }],
      code: 1000,
    });
  });

  it('of a stranger cannot read with the cookie, but with a key, whatever the web app was answered before', async () => {
    const { key } = await server.newKey('pro');
    const app = await openAt(webApp);
    const openApi: Sent = { path: '/api/v1/openapi' };
    expect(await ask(app, openApi)).toMatchObject({ status: 200 });
    // The same browser, so that its cache has the answer to the web app.
    await app.goto(stranger);
    expect(await ask(app, openApi)).toBe('blocked');
    expect(await ask(app, { path: '/api/v1/signal?ticker=AAPL' })).toBe('blocked');
    expect(await ask(app, graphql)).toBe('blocked');
    expect(await ask(app, { ...openApi, credentials: 'omit' })).toMatchObject({ status: 200 });
    expect(
      await ask(app, { path: '/api/v1/signal?ticker=AAPL', headers: { 'X-API-Key': key }, credentials: 'omit' }),
    ).toMatchObject({ status: 200, tier: 'pro' });
    await app.goto(webApp);
    expect(await ask(app, openApi)).toMatchObject({ status: 200 });
  });

  it('sends the headers of Apollo Client, of tracing and of event streams', async () => {
    const { key } = await server.newKey('pro');
    const page = await openAt(stranger);
    const names = [
      'Apollo-Require-Preflight',
      'GraphQL-Preflight',
      'X-Apollo-Operation-Name',
      'X-Apollo-Operation-Id',
      'apollographql-client-name',
      'apollographql-client-version',
      'traceparent',
      'tracestate',
      'baggage',
      'Idempotency-Key',
      'Last-Event-ID',
      'Accept-Language',
      'If-None-Match',
      'X-Request-Id',
      'X-API-Key',
    ];
    const headers = {
      ...Object.fromEntries(names.map((name) => [name, 'x'])),
      'Content-Type': 'application/json',
      'X-API-Key': key,
    };
    expect(await ask(page, { ...graphql, headers, credentials: 'omit' })).toMatchObject({ status: 200 });
    expect(await ask(page, { ...graphql, headers: { ...headers, 'X-Unheard-Of': '1' }, credentials: 'omit' })).toBe(
      'blocked',
    );
  });
});
