import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient, SecuritiesDocument } from '../../client/index.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT, scratchDir } from '../support/scratch.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

/** The built page on a port of its own, so that the browser asks the API across origins. */
async function serveFolder(folder: string): Promise<Server> {
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = path.join(folder, path.basename(pathname === '/' ? 'index.html' : pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return site;
}

const server = await serverForFile();

describeInBrowser('the Apollo Client example', () => {
  const open = pagesForFile();
  let site: Server | undefined;
  beforeAll(async () => {
    const folder = await scratchDir();
    await promisify(execFile)(process.execPath, [path.join(ROOT, 'docs', 'examples', 'apollo-client', 'build.mjs'), folder]);
    site = await serveFolder(folder);
  });
  afterAll(() => void site?.close());

  /** The page with the form sent. */
  async function show(key: string, tickers: string, url?: string): Promise<WatchedPage> {
    const watched = await open();
    const { port } = site?.address() as AddressInfo;
    await watched.page.goto(`http://127.0.0.1:${port}/?api=${encodeURIComponent(url ?? server.url)}`);
    await watched.page.getByLabel('Tickers').fill(tickers);
    await watched.page.getByLabel('Key').fill(key);
    await watched.page.getByRole('button', { name: 'Show' }).click();
    return watched;
  }

  it('shows the values that the API answers, asked from another origin', async () => {
    const { key } = await server.newKey('pro');
    const { page, strayRequests, consoleErrors } = await show(key, 'AAPL, MSFT, BRK-B');
    await page.getByRole('table').waitFor();
    const { securities } = await createClient({ url: server.url, key }).query(SecuritiesDocument, { symbols: ['AAPL', 'MSFT', 'BRK-B'] });
    expect(securities).toHaveLength(3);
    for (const security of securities ?? []) {
      const row = page.locator(`tr[data-symbol="${security?.symbol ?? ''}"]`);
      const cells = (await row.locator('th, td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
      const { quote, signal, seasonality } = security ?? {};
      const changePct = quote?.changePct ?? 0;
      const avgPct = 100 * (seasonality?.strongest?.avg ?? 0);
      expect(cells).toEqual([
        `${security?.symbol ?? ''} ${security?.name ?? ''}`,
        `$${quote?.current.toFixed(2) ?? ''}`,
        `${changePct > 0 ? '+' : ''}${changePct.toFixed(2)} %`,
        (signal?.signal ?? '').toLowerCase().replace('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
        signal?.compositeScore.toFixed(1),
        `${seasonality?.strongest?.label ?? ''}, ${avgPct > 0 ? '+' : ''}${avgPct.toFixed(1)} %`,
      ]);
      expect(await row.getByRole('meter').getAttribute('aria-valuenow')).toBe(String(signal?.compositeScore));
    }
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('keeps the row of a ticker that fails alone and says why', async () => {
    const { key } = await server.newKey('pro');
    const { page, consoleErrors } = await show(key, 'AAPL NOPE');
    expect(await page.locator('tr[data-symbol="NOPE"]').innerText()).toContain('No data is stored for NOPE');
    expect(await page.locator('tr[data-symbol="AAPL"]').innerText()).toContain('Apple Inc.');
    expect(consoleErrors).toEqual([]);
  });

  it('says which tier is needed where the key is below it', async () => {
    const { key } = await server.newKey('free');
    const { page } = await show(key, 'AAPL, MSFT');
    const notice = page.getByRole('alert');
    expect(await notice.getAttribute('data-code')).toBe('TIER_REQUIRED');
    expect(await notice.innerText()).toContain('pro tier');
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('says how long to wait at the limit of the minute, and lets nobody ask before', async () => {
    const { key } = await server.newKey('pro', { perMinute: 1 });
    await server.call('/api/v1/usage', { key });
    const { page } = await show(key, 'AAPL');
    const notice = page.getByRole('alert');
    expect(await notice.getAttribute('data-code')).toBe('RATE_LIMITED');
    expect(await notice.getByRole('button').innerText()).toMatch(/^Again in \d+ s$/);
    expect(await notice.getByRole('button').isDisabled()).toBe(true);
  });

  it('tells a wrong key and a server that is not there from each other', async () => {
    const wrong = await show('svc_nobody', 'AAPL');
    expect(await wrong.page.getByRole('alert').getAttribute('data-code')).toBe('INVALID_KEY');
    const nobody = await show('svc_nobody', 'AAPL', 'http://127.0.0.1:1');
    expect(await nobody.page.getByRole('alert').getAttribute('data-code')).toBe('UNREACHABLE');
  });
});
