import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOutbound, type Outbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { createNewsSearcher, type NewsSearcher, type NewsSearcherOptions } from './ask-web.js';
import { createRssSearch } from './web-search.js';

const NOW_MS = Date.UTC(2025, 10, 20, 12);
const rss = (...items: readonly (readonly [url: string, title: string])[]): string =>
  `<rss version="2.0"><channel><title>Results</title>${items.map(([url, title]) => `<item><title>${title}</title><link>${url}</link><pubDate>Thu, 20 Nov 2025 09:00:00 GMT</pubDate></item>`).join('')}</channel></rss>`;

let listener: RequestListener;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  listener(request, response);
}).listen(0, '127.0.0.1');

describe('the search of the web', () => {
  const openStore = embeddedDatabase();
  const open: Outbound[] = [];
  const clock = { nowMs: NOW_MS };
  const lines: string[] = [];
  let store: Store;
  let template: string;
  beforeAll(async () => {
    store = await openStore();
    if (!server.listening) await once(server, 'listening');
    template = `http://127.0.0.1:${(server.address() as AddressInfo).port}/find?key=secret&q={q}&again={q}`;
  });
  beforeEach(() => {
    asked.splice(0);
    lines.splice(0);
  });
  afterAll(() => {
    open.forEach((outbound) => outbound.close());
    server.closeAllConnections();
    server.close();
  });
  const outboundOf = (options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound => {
    const outbound = createOutbound({ target: 'operator', maxBytes: 64 * 1024, totalTimeoutMs: 60_000, ...options });
    open.push(outbound);
    return outbound;
  };
  const searcher = (
    options: Partial<NewsSearcherOptions> = {},
    outbound: Pick<Outbound, 'send'> = outboundOf(),
  ): NewsSearcher => {
    const note = (details: object, message: string): void => void lines.push(`${message} ${JSON.stringify(details)}`);
    const search = createRssSearch({ urlTemplate: template, outbound, clock: () => clock.nowMs });
    return createNewsSearcher({ search, store, log: { warn: note, error: note }, waitMs: 60_000, ...options });
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const stored = async (): Promise<readonly string[]> => {
    const rows = await store.db
      .selectFrom('news_articles')
      .select(['key', 'title', 'outlet', 'source', 'sourceKey'])
      .orderBy('key')
      .execute();
    return rows.map((row) => Object.values(row).join(' | '));
  };

  it('stores what answers under the host of each article, and leaves stored articles as they are', async () => {
    listener = (_request, response) =>
      void response.end(
        rss(
          ['https://www.elm.example/1', 'Birch &amp; Co opens'],
          ['https://ash.example/2', 'Co-owner of Birch'],
          ['https://oak.example/3', 'Another birch'],
        ),
      );
    expect(await searcher().ask('Bïrch & “Co” \ud800', clock.nowMs)).toEqual({ fault: null });
    expect(asked).toEqual([
      '/find?key=secret&q=B%C3%AFrch%20%26%20%E2%80%9CCo%E2%80%9D%20%EF%BF%BD&again=B%C3%AFrch%20%26%20%E2%80%9CCo%E2%80%9D%20%EF%BF%BD',
    ]);
    const first = [
      'ash.example/2 | Co-owner of Birch | ash.example | web-search | web-search',
      'elm.example/1 | Birch & Co opens | elm.example | web-search | web-search',
    ];
    expect(await stored()).toEqual(first);
    listener = (_request, response) =>
      void response.end(
        rss(
          ['https://elm.example/1', 'Another title'],
          ['https://elm.example/3', 'A cedar'],
          ['https://elm.example/4', 'Another tree'],
        ),
      );
    expect(await searcher().ask('cedar', clock.nowMs)).toEqual({ fault: null });
    expect(await stored()).toEqual([...first, 'elm.example/3 | A cedar | elm.example | web-search | web-search']);
  });

  it('is asked once for requests at a time and for spellings of one search, and again after a quarter of an hour', async () => {
    listener = (_request, response) => void response.end(rss());
    const one = searcher();
    const reports = await Promise.all(
      ['Oak Lamps', 'oak lamp', 'OAK, LAMPS!', 'Oak Lamps'].map((q) => one.ask(q, clock.nowMs)),
    );
    expect([reports, asked.length]).toEqual([Array.from({ length: 4 }, () => ({ fault: null })), 1]);
    clock.nowMs += 14 * 60_000;
    // Another process knows of it too.
    expect([(await searcher().ask('oak lamps', clock.nowMs)).fault, asked.length]).toEqual([null, 1]);
    clock.nowMs += 61_000;
    expect([(await one.ask('oak lamps', clock.nowMs)).fault, asked.length]).toEqual([null, 2]);
  });

  it.each<[string, string, RequestListener]>([
    ['an error', 'http_status', (_request, response) => void response.writeHead(503).end()],
    ['HTML', 'not_a_feed', (_request, response) => void response.end('<!doctype html><p>No</p>')],
    ['a cut document', 'not_a_feed', (_request, response) => void response.end('<rss><channel>')],
    [
      'entities that expand',
      'not_a_feed',
      (_request, response) => void response.end('<!DOCTYPE rss [<!ENTITY a "aa">]><rss/>'),
    ],
    ['nothing', 'not_a_feed', (_request, response) => void response.end()],
    [
      'a huge document',
      'too_large',
      (_request, response) => void response.end(rss(['https://elm.example/9', 'x'.repeat(100_000)])),
    ],
    [
      'redirects without end',
      'too_many_redirects',
      (_request, response) => void response.writeHead(302, { location: '/find' }).end(),
    ],
    ['a broken connection', 'unreachable', (request) => request.socket.destroy()],
    ['a response that does not end', 'timeout', (_request, response) => void response.write('<rss>')],
    ['nothing at all', 'timeout', () => undefined],
  ])(
    'that answers with %s is told as %s, stores nothing, and is asked again after a minute',
    async (name, fault, answer) => {
      const before = await stored();
      listener = answer;
      const outbound = outboundOf();
      const limit = { totalTimeoutMs: fault === 'timeout' ? 1_000 : 60_000 };
      const one = searcher({}, { send: (request) => outbound.send({ ...request, ...limit }) });
      expect(await one.ask(name, clock.nowMs)).toEqual({ fault });
      const times = asked.length;
      expect([await one.ask(name, clock.nowMs), asked.length]).toEqual([{ fault }, times]);
      expect(await stored()).toEqual(before);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^the search for news failed /);
      expect(lines[0]).not.toContain('secret');
      clock.nowMs += 61_000;
      listener = (_request, response) => void response.end(rss());
      limit.totalTimeoutMs = 60_000;
      expect(await one.ask(name, clock.nowMs)).toEqual({ fault: null });
    },
  );

  it('never follows a redirect to an address that is not public', async () => {
    listener = (_request, response) => void response.writeHead(302, { location: 'https://10.0.0.1/latest' }).end();
    const checked = outboundOf({ target: 'customer' });
    // The first address is public in this test; the check of every address is the real one.
    const outbound: Pick<Outbound, 'send'> = {
      send: (request) =>
        String(request.url).startsWith('http://127.0.0.1') ? outboundOf().send(request) : checked.send(request),
    };
    expect(await searcher({}, outbound).ask('redirected', clock.nowMs)).toEqual({ fault: 'refused_address' });
    expect(asked).toHaveLength(1);
    expect(await searcher({}, checked).ask('not public', clock.nowMs)).toEqual({ fault: 'refused_address' });
    expect(asked).toHaveLength(1);
  });

  it('that is slow is told as a timeout at once, and what it finds later is there for the next request', async () => {
    let send = (): void => undefined;
    listener = (_request, response) => {
      send = () => void response.end(rss(['https://elm.example/7', 'Late news']));
    };
    const one = searcher({ waitMs: 50 });
    expect(await one.ask('late', clock.nowMs)).toEqual({ fault: 'timeout' });
    await until(() => asked.length === 1);
    send();
    await one.close();
    expect(await one.ask('late', clock.nowMs)).toEqual({ fault: null });
    expect([asked.length, (await stored()).some((row) => row.includes('Late news'))]).toEqual([1, true]);
  });

  it('runs four times at a time and sixty times a minute; more are told as busy and are not held against the search', async () => {
    clock.nowMs += 3_600_000;
    const held: (() => void)[] = [];
    listener = (_request, response) => void held.push(() => void response.end(rss()));
    const one = searcher();
    const told: unknown[] = [];
    const asking = Array.from({ length: 6 }, async (_, index) => {
      const { fault } = await one.ask(`many ${index}`, clock.nowMs);
      told.push(fault);
    });
    await until(() => held.length === 4 && told.length === 2);
    expect(told).toEqual(['busy', 'busy']);
    held.forEach((send) => send());
    await Promise.all(asking);
    expect([held.length, told]).toEqual([4, ['busy', 'busy', null, null, null, null]]);
    listener = (_request, response) => void response.end(rss());
    const patient = searcher();
    const faults: unknown[] = [];
    for (let index = 0; index < 62; index += 1) faults.push((await patient.ask(`each ${index}`, clock.nowMs)).fault);
    expect(faults).toEqual([...Array.from({ length: 60 }, () => null), 'busy', 'busy']);
    clock.nowMs += 60_000;
    expect((await patient.ask('each 61', clock.nowMs)).fault).toBeNull();
  });

  it('forgets old searches, so that what customers search for does not pile up', async () => {
    clock.nowMs += 3_600_000;
    await searcher().ask('last', clock.nowMs);
    expect(await store.db.selectFrom('news_searches').select('q').execute()).toEqual([{ q: 'last' }]);
  });
});
