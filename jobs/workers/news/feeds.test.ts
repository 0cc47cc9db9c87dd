import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOutbound, type Outbound } from '../../../outbound/outbound.js';
import type { FeedMarks } from '../../../sources/news/store-articles.js';
import { embeddedDatabase } from '../../../store/fixtures/databases.js';
import type { Store } from '../../../store/open-store.js';
import { createFeedPool } from './feed-pool.js';
import { refreshFeeds } from './refresh-feeds.js';

const NOW_MS = Date.UTC(2025, 10, 20, 12);
const OPERATOR = { target: 'operator', maxBytes: 1024 * 1024, totalTimeoutMs: 60_000 } as const;

const item = (link: string, title: string, more = ''): string =>
  `<item><title>${title}</title><link>${link}</link><pubDate>Thu, 20 Nov 2025 09:00:00 GMT</pubDate>${more}</item>`;
const rss = (items: string, head = ''): string =>
  `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>Alder &amp; Wire</title><link>https://alder.example/</link>${items}</channel></rss>`;
const ATOM = `<?xml version="1.0" encoding="ISO-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Basalt</title>
  <entry><title type="html">Caf\xe9 &lt;b&gt;chain&lt;/b&gt; opens</title><link rel="alternate" href="/story/7"/>
  <published>2025-11-20T08:00:00Z</published><summary>One &amp;amp; two</summary></entry></feed>`;

let listener: RequestListener;
const asked: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers);
  listener(request, response);
}).listen(0, '127.0.0.1');
const serves = (body: string | Buffer, headers: Record<string, string> = {}): void => {
  listener = (_request, response) => void response.writeHead(200, headers).end(body);
};

describe('feeds of news', () => {
  const lines: { level: string; reason: unknown; message: string }[] = [];
  const pool = createFeedPool();
  const open: Outbound[] = [];
  let store: Store;
  let feed: string;
  const openStore = embeddedDatabase();
  beforeAll(async () => {
    store = await openStore();
    if (!server.listening) await once(server, 'listening');
    feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml?key=secret`;
  });
  beforeEach(() => {
    lines.splice(0);
    asked.splice(0);
  });
  afterAll(async () => {
    open.forEach((outbound) => outbound.close());
    await pool.close();
    server.closeAllConnections();
    server.close();
  });

  const outboundOf = (options: Parameters<typeof createOutbound>[0]): Outbound => {
    const outbound = createOutbound(options);
    open.push(outbound);
    return outbound;
  };
  const refresh = async (
    outbound: Pick<Outbound, 'send'> = outboundOf(OPERATOR),
    feeds = [feed],
    marks: FeedMarks = { isStartup: false },
  ): Promise<void> => {
    const note =
      (level: string) =>
      (details: object, message: string): void => {
        lines.push({ level, message, reason: Reflect.get(details, 'reason') });
      };
    const log = { debug: note('debug'), info: note('info'), warn: note('warn') };
    await refreshFeeds(
      { store, outbound, pool, feeds: feeds.map((url) => ({ url, ...marks })), clock: () => NOW_MS, log },
      () => false,
    );
  };
  const stored = async (): Promise<readonly object[]> =>
    store.db
      .selectFrom('news_articles')
      .select(['key', 'title', 'outlet', 'summary', 'source'])
      .orderBy('key')
      .execute();
  const reason = async (outbound?: Pick<Outbound, 'send'>): Promise<unknown> => {
    const before = await stored();
    await refresh(outbound);
    expect(await stored()).toEqual(before);
    const [line] = lines.splice(0);
    expect([line?.level, line?.message]).toEqual([
      'warn',
      'a news feed could not be read; it is tried again next time',
    ]);
    expect(JSON.stringify(line)).not.toContain('secret');
    return line?.reason;
  };

  it('are told in one line if none of several can be read, else one by one', async () => {
    listener = ({ url = '' }, response) => {
      if (url.endsWith('&good')) response.end(rss(''));
      else response.writeHead(503).end();
    };
    const told = () => lines.splice(0).flatMap(({ level, message }) => (level === 'warn' ? [message] : []));
    await refresh(outboundOf(OPERATOR), [`${feed}&one`, `${feed}&two`, `${feed}&three`]);
    expect(told()).toEqual(['no news feed could be read; they are tried again next time']);
    await refresh(outboundOf(OPERATOR), [`${feed}&one`, `${feed}&two`, `${feed}&good`]);
    const one = 'a news feed could not be read; it is tried again next time';
    expect(told()).toEqual([one, one]);
  });

  it('are stored as plain text, each address once, and asked for again only if they have changed', async () => {
    const items = [
      item(
        'https://alder.example/1?utm_source=rss',
        'Shares &lt;i&gt;rise&lt;/i&gt; at AT&amp;amp;T',
        '<description><![CDATA[<p>Up <script>x</script>5%</p>]]></description>',
      ),
      item('https://alder.example/1', 'The same page again'),
      item('', 'No link'),
    ].join('');
    serves(rss(items), { etag: '"v1"', 'last-modified': 'Thu, 20 Nov 2025 09:30:00 GMT' });
    await refresh();
    expect(await stored()).toEqual([
      {
        key: 'alder.example/1',
        title: 'Shares rise at AT&T',
        outlet: 'Alder & Wire',
        summary: 'Up 5%',
        source: 'feeds',
      },
    ]);
    expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'warn entries of a news feed were refused',
      'info stored news of a feed',
    ]);
    listener = (_request, response) => void response.writeHead(304).end();
    await refresh();
    expect(asked.at(-1)).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Thu, 20 Nov 2025 09:30:00 GMT',
    });
    expect(await stored()).toHaveLength(1);
  });

  it('may have a key and be about startups: then all of their stories are startup news', async () => {
    serves(
      rss(
        item('https://elm.example/1', 'The year ahead for founders') +
          item('https://elm.example/2', 'Alder Lamps raises $5 million seed round led by Oak Capital'),
      ),
    );
    await refresh(outboundOf(OPERATOR), [feed], { key: 'elm', isStartup: true });
    const { rows } = await store.startupStories.page({ sourceKey: 'elm', limit: 5 });
    expect(
      rows.map(({ article, hasRound, company, amountUsd, leadInvestors }) => [
        article.title,
        hasRound,
        company,
        amountUsd,
        leadInvestors,
      ]),
    ).toEqual([
      ['Alder Lamps raises $5 million seed round led by Oak Capital', true, 'Alder Lamps', 5e6, ['Oak Capital']],
      ['The year ahead for founders', false, null, null, []],
    ]);
    serves(rss(item('https://elm.example/3', 'Nothing about any company')));
    await refresh(outboundOf(OPERATOR), [`${feed}&other`], { key: 'elm', isStartup: false });
    expect((await store.startupStories.page({ limit: 5 })).total).toBe(2);
    await store.startupStories.removeSource(store.db, 'feeds');
    await store.db.deleteFrom('news_articles').where('sourceKey', '=', 'elm').execute();
  });

  it('may be Atom, in the encoding that they declare, with links relative to the address after a redirect', async () => {
    listener = (request, response) => {
      if (request.url?.startsWith('/feed') === true) response.writeHead(301, { location: '/moved/atom' }).end();
      else response.end(Buffer.from(ATOM, 'latin1'));
    };
    await refresh();
    const port = (server.address() as AddressInfo).port;
    expect((await stored())[0]).toMatchObject({
      key: `127.0.0.1:${port}/story/7`,
      title: 'Café chain opens',
      summary: 'One & two',
    });
  });

  it('pass on no user or password: relative links have none, and links with one are refused', async () => {
    const links = [
      '/elm/1',
      'https://jane:secret@elm.example/2',
      'https://elm.example@oak.example/3',
      'javascript:alert(1)//elm.example/4',
    ];
    serves(
      rss(links.map((link) => item(link, `Story at ${link}`)).join('')).replace(
        '<link>https://alder.example/</link>',
        '',
      ),
    );
    await refresh(outboundOf(OPERATOR), [feed.replace('http://', 'http://reader:secret@')], {
      key: 'elm',
      isStartup: false,
    });
    const ofFeed = store.db.selectFrom('news_articles').select('url').where('sourceKey', '=', 'elm');
    expect(await ofFeed.execute()).toEqual([{ url: `${new URL(feed).origin}/elm/1` }]);
    await store.db.deleteFrom('news_articles').where('sourceKey', '=', 'elm').execute();
  });

  it('may have links to their own host in a private network, and to no other one', async () => {
    const links = [
      '/ash/1',
      'http://localhost/ash/2',
      'http://10.0.0.1/ash/3',
      'http://[::1]/ash/4',
      'https://wiki.corp/ash/5',
      'http://printer/ash/6',
      'https://ash.example/7',
    ];
    serves(
      rss(links.map((link) => item(link, `Ash story at ${link}`)).join('')).replace(
        '<link>https://alder.example/</link>',
        '',
      ),
    );
    await refresh(outboundOf(OPERATOR), [feed], { key: 'ash', isStartup: false });
    const ofFeed = store.db.selectFrom('news_articles').select('url').where('sourceKey', '=', 'ash').orderBy('url');
    expect(await ofFeed.execute()).toEqual([
      { url: `${new URL(feed).origin}/ash/1` },
      { url: 'https://ash.example/7' },
    ]);
    await store.db.deleteFrom('news_articles').where('sourceKey', '=', 'ash').execute();
  });

  it('are read in a thread above 64 KiB', async () => {
    const items = Array.from({ length: 600 }, (_, i) =>
      item(`https://big.example/${i}`, `Story number ${i} of a long list`),
    );
    const body = rss(items.join(''));
    expect(body.length).toBeGreaterThan(64 * 1024);
    serves(body);
    await refresh();
    expect(await stored()).toHaveLength(602);
  });

  it.each([
    ['HTML', '<!doctype html><html><body><p>Not found</body></html>'],
    ['text', 'Service unavailable'],
    ['nothing', ''],
    ['XML of another kind', '<?xml version="1.0"?><catalog><book/></catalog>'],
    ['a cut document', rss(item('https://cut.example/1', 'Cut')).slice(0, -30)],
    [
      'entities that expand',
      rss(item('https://bomb.example/1', '&b;'), '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'),
    ],
    ['elements without end', `<rss>${'<a>'.repeat(20_000)}`],
  ])('that are %s are refused, and leave what is stored as it is', async (_, body) => {
    serves(body);
    expect(await reason()).toMatch(/^The (feed|document) .*/);
  });

  it('that are too large, too slow, in error, or redirect without end are refused', async () => {
    serves(rss('x'.repeat(2 * 1024 * 1024)));
    expect(await reason()).toMatch(/is larger than 1048576 bytes\.$/);
    listener = (_request, response) => void response.writeHead(200).write('<rss>');
    const hurried = outboundOf({ ...OPERATOR, totalTimeoutMs: 1_500 });
    expect(await reason(hurried)).toMatch(/did not respond within 1500 ms\.$/);
    listener = (_request, response) => void response.writeHead(500).end();
    expect(await reason()).toBe('The server answered with status 500.');
    listener = (_request, response) => void response.writeHead(302, { location: '/feed.xml' }).end();
    expect(await reason()).toBe('It redirects more than 5 times.');
  });

  it('that redirect to an address that is not public are never asked there', async () => {
    listener = (_request, response) => void response.writeHead(302, { location: 'https://10.0.0.1/latest' }).end();
    // The first address is public in this test; the check of every address is the real one.
    const checked = outboundOf({ ...OPERATOR, target: 'customer' });
    const outbound: Pick<Outbound, 'send'> = {
      send: (request) => (request.url === feed ? outboundOf(OPERATOR).send(request) : checked.send(request)),
    };
    expect(await reason(outbound)).toBe(
      'After a redirect: The target was refused: the URL must contain a host name, not an address.',
    );
    expect(asked).toHaveLength(1);
    expect(await reason(checked)).toBe('The target was refused: the URL must start with https://.');
  });
});
