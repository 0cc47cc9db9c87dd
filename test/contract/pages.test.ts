import { describe, expect, it } from '@jest/globals';
import { leaveFiles } from '../support/file-limit.js';
import { serverForFile } from '../support/in-process.js';
import type { Answer } from '../support/http.js';

const server = await serverForFile();
const production = await serverForFile({ NODE_ENV: 'production', SVC_CONSOLE: 'false', SVC_EMBEDS: 'false' });
const asked = await serverForFile({
  NODE_ENV: 'production',
  SVC_PAGES: 'true',
  SVC_CONSOLE: 'false',
  SVC_EMBED_ORIGINS: 'https://partner.example',
});

const HTML = { Accept: 'text/html', 'Accept-Encoding': 'br' };
const PAGES = ['/graphql', '/docs'];
/** Smaller files are not compressed. */
const COMPRESSED_FROM = 1_024;
const filesOf = (page: Answer): readonly string[] =>
  [...page.text.matchAll(/(?:src|href)="(\/(?:graphql|docs)\/[^"]+)"/g)].map(([, file]) => file ?? '');

describe.each(PAGES)('the page %s', (path) => {
  const page = (): Promise<Answer> => server.call(path, { headers: { Accept: 'text/html' } });

  it('is small, fits phones, has the project’s icon and scripts from files alone', async () => {
    server.nextMinute();
    const { status, text, headers } = await page();
    expect([
      status,
      text.includes('name="viewport"'),
      /rel="icon" type="image\/svg\+xml" href="[^"]+\/icon\.[\w-]{12}\.svg"/.test(text),
    ]).toEqual([200, true, true]);
    expect(text.length).toBeLessThan(20_000);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(?: blob:)?;/);
    expect(
      (await server.call(path, { headers: { Accept: 'text/html', 'If-None-Match': String(headers.etag) } })).status,
    ).toBe(304);
  });

  it('has files that are kept for ever, compressed, and checked by their ETag', async () => {
    server.nextMinute();
    const files = filesOf(await page());
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) {
      expect(file).toMatch(/\.[\w-]{12}\.(?:js|css|svg)$/);
      const { text } = await server.call(file, { headers: { 'Accept-Encoding': 'identity' } });
      const encoding = text.length >= COMPRESSED_FROM ? 'br' : undefined;
      const { status, headers } = await server.call(file, { headers: HTML });
      expect([file, status, headers['cache-control'], headers['content-encoding']]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
        encoding,
      ]);
      expect((await server.call(file, { headers: { 'If-None-Match': String(headers.etag) } })).status).toBe(304);
    }
    expect((await server.call(`${path}/graphiql.000000000000.js`)).status).toBe(404);
  });

  it('counts towards the limit of the address, and its files towards one of their own', async () => {
    server.nextMinute();
    const answers = await Promise.all(Array.from({ length: 70 }, page));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    const [file = ''] = answers.flatMap((answer) => filesOf(answer));
    await leaveFiles(server, 20);
    const files = await Promise.all(
      Array.from({ length: 30 }, () => server.call(file, { headers: { 'If-None-Match': '*' } })),
    );
    expect(files.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(10);
    server.nextMinute();
  });

  it('is off in production unless asked for', async () => {
    const status = async (at: typeof server): Promise<readonly number[]> => {
      const { status: found, text } = await at.call(path, { headers: { Accept: 'text/html' } });
      return [found, text.length > 500 ? 1 : 0];
    };
    expect(await status(production)).toEqual([path === '/docs' ? 404 : 401, 0]);
    expect(await status(asked)).toEqual([200, 1]);
    const index = async (at: typeof server): Promise<boolean> =>
      (await at.call('/', { headers: { Accept: 'text/html' } })).text.includes('href="/docs"');
    expect([await index(production), await index(asked)]).toEqual([false, true]);
  });
});

describe('the console', () => {
  const page = (headers: Record<string, string> = {}): Promise<Answer> =>
    server.call('/console', { headers: { Accept: 'text/html', ...headers } });
  const assetsOf = ({ text }: Answer): readonly string[] =>
    [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');

  it('is where browsers are sent that open the server’s address; others get the index', async () => {
    server.nextMinute();
    const { status, headers } = await server.call('/', {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([status, headers.location]).toEqual([302, '/console']);
    expect((await server.call('/', { headers: { Accept: '*/*' } })).text).toContain('"name":"Marketgraph"');
  });

  it('is one page for all its addresses, under a policy without inline scripts and styles', async () => {
    server.nextMinute();
    const { text, headers } = await page();
    expect(headers['content-security-policy']).toMatch(/script-src 'self';style-src 'self';/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style=|https?:\/\//);
    // Compressed, its tag is a weak one.
    expect((await server.call('/console/security/AAPL', { headers: { Accept: 'text/html' } })).headers.etag).toBe(
      headers.etag,
    );
    expect((await page({ 'If-None-Match': String(headers.etag) })).status).toBe(304);
  });

  it('has files that are kept for ever and were compressed by the build', async () => {
    server.nextMinute();
    const files = assetsOf(await page());
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) {
      for (const encoding of ['br', 'gzip']) {
        const { status, headers } = await server.call(file, { headers: { 'Accept-Encoding': encoding } });
        expect([file, status, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
        expect(['br', 'gzip', undefined]).toContain(headers['content-encoding']);
      }
    }
    expect((await server.call('/console/assets/main.AAAAAAAA.js')).status).toBe(404);
  });

  it('has the demo keys in it only where they are valid, and is not there if it is turned off', async () => {
    expect((await page()).text).toContain('svc_demo_free svc_demo_starter svc_demo_pro svc_demo_institutional');
    expect((await production.call('/console', { headers: HTML })).status).toBe(404);
    expect((await asked.call('/', { headers: { Accept: 'text/html' } })).status).toBe(200);
  });
});

describe('an embed', () => {
  const ORIGIN = 'https://app.example.com';
  const newPublishable = async (at: typeof server) => {
    const { id } = await at.runtime.access.accounts.create({ tier: 'free' });
    const { secret, key } = await at.runtime.access.keys.createPublishable(id, { origins: [ORIGIN] });
    return {
      secret,
      revoke: () => at.runtime.access.keys.revoke(id, key.id),
      move: (origin: string) => at.runtime.access.keys.update(id, key.id, { origins: [origin] }),
    };
  };
  const ancestors = async (at: typeof server, key: string): Promise<string | undefined> => {
    const { headers } = await at.call(`/embed/signal/AAPL?key=${key}`, { headers: { Accept: 'text/html' } });
    return /frame-ancestors (.*)$/.exec(String(headers['content-security-policy']))?.[1];
  };

  it('may be shown by pages of its key’s origins and of the configuration, as they are now', async () => {
    const [{ secret, move, revoke }, other] = [await newPublishable(server), await newPublishable(asked)];
    expect([await ancestors(server, secret), await ancestors(asked, other.secret)]).toEqual([
      `'self' ${ORIGIN}`,
      `'self' ${ORIGIN} https://partner.example`,
    ]);
    await move('https://new.example.com');
    expect(await ancestors(server, secret)).toBe("'self' https://new.example.com");
    await revoke();
    expect(await ancestors(server, secret)).toBe('*');
  });

  it('is under the policy of the key that the page reads, however its address is written', async () => {
    const { secret } = await newPublishable(server);
    const queries = [
      `key=${secret}&key=x`,
      `key=${secret}&key=`,
      `${'a&'.repeat(2_000)}key=${secret}`,
      `k%65y=${secret}`,
      `a=%ff&key=${secret}`,
    ];
    for (const query of queries) {
      // As the page reads its address.
      expect([query, new URL(`http://localhost/?${query}`).searchParams.get('key')]).toEqual([query, secret]);
      const { headers } = await server.call(`/embed/signal/AAPL?${query}`, { headers: HTML });
      expect([query, /frame-ancestors (.*)$/.exec(String(headers['content-security-policy']))?.[1]]).toEqual([
        query,
        `'self' ${ORIGIN}`,
      ]);
    }
  });

  it('is under the policy of a key with blanks around it, which a header would lose', async () => {
    const { secret } = await newPublishable(server);
    for (const blank of ['%20', '+', '%09', '%0A', '%C2%A0'])
      expect([blank, await ancestors(server, secret + blank)]).toEqual([blank, `'self' ${ORIGIN}`]);
  });

  it('may be shown anywhere without a publishable key, also with one that is malformed', async () => {
    const { key } = await server.newKey('pro');
    for (const each of ['', key, 'svc_pub_', 'svc_pub_%0d%0aX:%20y', 'svc_demo_pro'])
      expect([each, await ancestors(server, each)]).toEqual([each, '*']);
  });

  it('is under a policy without inline scripts and styles, is small, and is never kept', async () => {
    server.nextMinute();
    const { text, headers, status } = await server.call('/embed/dca/AAPL', { headers: HTML });
    expect([status, headers['cache-control'], headers['x-frame-options'], headers['set-cookie']]).toEqual([
      200,
      'no-store',
      undefined,
      undefined,
    ]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
    const plain = (await server.call('/embed/dca/AAPL', { headers: { 'Accept-Encoding': 'identity' } })).text;
    expect(plain).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style=|https?:\/\//);
    expect([text.length < 3_000, plain.length < 3_000]).toEqual([true, true]);
    const files = [...plain.matchAll(/(?:src|href)="(\/embed\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files)
      expect([file, (await server.call(file)).headers['cache-control']]).toEqual([
        file,
        'public, max-age=31536000, immutable',
      ]);
    expect([(await server.call('/embed/nothing/AAPL')).status, (await server.call('/embed/signal')).status]).toEqual([
      404, 404,
    ]);
  });

  it('is not there if it is turned off', async () => {
    expect([
      (await production.call('/embed/signal/AAPL')).status,
      (await asked.call('/embed/signal/AAPL')).status,
    ]).toEqual([404, 200]);
  });
});
