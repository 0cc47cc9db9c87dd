import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '../fixtures/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rest: { demoKey: 'svc_demo_pro', extend: (app) => app.get('/healthz', (_request, response) => void response.json({ ok: true })) } });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(server.url + path, { headers });

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
      expect([file, asset.status, asset.headers.get('cache-control')]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
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
  it('is HTML for browsers and JSON for other clients', async () => {
    expect(await (await get('/', { accept: 'text/html,application/xhtml+xml' })).text()).toContain('href="/docs"');
    expect(await (await get('/', { accept: '*/*' })).json()).toMatchObject({ openapi: '/api/v1/openapi', docs: '/docs' });
  });

  it('can be extended with other endpoints before unknown paths are rejected', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
  });
});
