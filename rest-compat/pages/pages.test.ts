import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeGuide } from '../../tools/guide/write-guide.js';
import { startTestServer, type TestServer } from '../fixtures/server.js';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const guideFolder = mkdtempSync(path.join(tmpdir(), 'marketgraph-guide-'));
writeGuide(ROOT, guideFolder);
afterAll(() => rmSync(guideFolder, { recursive: true }));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    rest: {
      demoKey: 'svc_demo_pro',
      version: '9.8.7',
      publicSdl: () => 'type Query { ok: Boolean }\n',
      guideFolder,
      extend: (app) => app.get('/healthz', (_request, response) => void response.json({ ok: true })),
    },
  });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, { headers });

describe('the reference page', () => {
  it('loads all assets from its own origin, and its CSP allows no other', async () => {
    const page = await get('/docs');
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    const files = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBe(5);
    for (const file of files) {
      const asset = await get(file);
      expect([file, asset.status, asset.headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ]);
      await asset.arrayBuffer();
    }
  });

  it('contains the demo key only if one is configured', async () => {
    const scriptOf = async (url: string): Promise<string> => {
      const html = await (await fetch(`${url}/docs`)).text();
      return (await fetch(url + (/src="([^"]*reference[^"]*\.js)"/.exec(html)?.[1] ?? ''))).text();
    };
    expect(await scriptOf(server.url)).toContain('svc_demo_pro');
    const plain = await startTestServer();
    const script = await scriptOf(plain.url);
    await plain.close();
    expect(script).toContain('SwaggerUIBundle');
    expect(script).not.toContain('svc_');
  });

  it('responds 304 to its ETag', async () => {
    const tag = (await get('/docs')).headers.get('etag') ?? '';
    expect((await get('/docs', { 'if-none-match': tag })).status).toBe(304);
  });
});

describe('the index', () => {
  it('says version, state and what there is, and names the demo key only if one is configured', async () => {
    const html = await (await get('/', { accept: 'text/html' })).text();
    expect(html).toMatch(/Version 9\.8\.7\. Ready\./);
    expect(html).toContain('<code>svc_demo_pro</code>');
    for (const place of ['/guide', '/docs', '/graphql', '/api/v1/openapi', '/schema.graphql', '/healthz'])
      expect(html).toContain(`href="${place}"`);
    const plain = await startTestServer();
    expect(await (await fetch(plain.url, { headers: { accept: 'text/html' } })).text()).not.toContain('svc_demo');
    await plain.close();
  });

  it('has a stylesheet that knows dark pages, and an icon, both from here', async () => {
    const html = await (await get('/', { accept: 'text/html' })).text();
    const [, css = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
    expect(await (await get(css)).text()).toMatch(/^:root \{ color-scheme: light dark;/);
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/svg+xml');
    expect(html).not.toMatch(/<script|style=|https?:\/\//);
  });

  it('is HTML for browsers and JSON for other clients', async () => {
    expect(await (await get('/', { accept: 'text/html,application/xhtml+xml' })).text()).toContain('href="/docs"');
    expect(await (await get('/', { accept: '*/*' })).json()).toMatchObject({
      openapi: '/api/v1/openapi',
      docs: '/docs',
    });
  });

  it('sends browsers to the console while the market is loading, which says so', async () => {
    const loading = await startTestServer({ rest: { home: '/console', isReady: () => false } });
    const at = (accept: string): Promise<Response> => fetch(loading.url, { headers: { accept }, redirect: 'manual' });
    const [page, json] = [await at('text/html,*/*;q=0.8'), await at('application/json')];
    expect([page.status, page.headers.get('location'), json.status]).toEqual([302, '/console', 503]);
    await loading.close();
  });

  it('can be extended with other endpoints before unknown paths are rejected', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
  });
});

describe('the guide', () => {
  const pagesOf = async (): Promise<readonly string[]> => {
    const first = await (await get('/guide')).text();
    return [...first.matchAll(/<li><a href="(\/guide[^"#]*)"/g)].map(([, href]) => href ?? '');
  };

  it('has a page for every document, in one navigation, each with an ETag, without scripts', async () => {
    const pages = await pagesOf();
    expect(pages.slice(0, 3)).toEqual(['/guide', '/guide/start', '/guide/signal']);
    expect(pages.length).toBeGreaterThan(25);
    for (const page of pages) {
      const answer = await get(page);
      expect([page, answer.status, answer.headers.get('content-security-policy')]).toEqual([
        page,
        200,
        expect.stringContaining("script-src 'self'"),
      ]);
      expect(await answer.text()).not.toMatch(/<script|<style| style=| on\w+=/);
      expect((await get(page, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
    }
  });

  it('links to nothing that is not here: pages, their sections, pictures', async () => {
    const pages = await pagesOf();
    const texts = new Map(
      await Promise.all(pages.map(async (page) => [page, await (await get(page)).text()] as const)),
    );
    const statuses = new Map<string, number>();
    const statusOf = async (address: string): Promise<number> => {
      const status = statuses.get(address) ?? (await get(address)).status;
      statuses.set(address, status);
      return status;
    };
    const broken: string[] = [];
    for (const [page, text] of texts) {
      for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^https?:/.test(link) || ['/graphql', '/healthz'].includes(link)) continue;
        const [address = '', anchor] = link.split('#', 2);
        const target = texts.get(address === '' ? page : address);
        const isThere =
          target === undefined
            ? anchor === undefined && (await statusOf(address)) === 200
            : anchor === undefined || target.includes(`id="${anchor}"`);
        if (!isThere) broken.push(`${page}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });
});

describe('the schema', () => {
  it('needs no key, may be read by any page, and is 304 to its ETag', async () => {
    const answer = await get('/schema.graphql');
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('access-control-allow-origin'),
      await answer.text(),
    ]).toEqual([200, 'text/plain; charset=utf-8', '*', 'type Query { ok: Boolean }\n']);
    expect((await get('/schema.graphql', { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await fetch(`${server.url}/schema.graphql`, { method: 'POST' })).status).toBe(405);
  });
});
