/** `APRIL` is Apr. */
const monthName = (month: string): string => month.charAt(0) + month.slice(1, 3).toLowerCase();

import { execFile } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { readSupergraph } from '../../bin/graph.js';
import { createClient, SecuritiesByTickerDocument, SignalDocument } from '../../client/index.js';
import { createPlanner } from '../../gateway/planner/planner.js';
import { collectDocuments } from '../../http/trusted-documents/collect-documents.js';
import { printManifest } from '../../http/trusted-documents/manifest.js';
import { serverForFile } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { ROOT, scratchDir } from '../support/scratch.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

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

interface ShowOptions {
  readonly url?: string;
  readonly isLive?: boolean;
  readonly isTrusted?: boolean;
}

/** The page's documents as `npm run trusted-documents -- client/operations --typename` writes them. */
async function writeManifest(): Promise<string> {
  const folder = path.join(ROOT, 'client', 'operations');
  const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
  const manifest = path.join(await scratchDir(), 'manifest.json');
  writeFileSync(
    manifest,
    printManifest(
      collectDocuments(files, { schema: createPlanner(readSupergraph()).publicSchema, addsTypename: true }),
    ),
  );
  return manifest;
}

const server = await serverForFile();
const strict = await serverForFile({ SVC_TRUSTED_DOCUMENTS: await writeManifest(), SVC_TRUSTED_ONLY: 'true' });

describeInBrowser('the Apollo Client example', () => {
  const open = pagesForFile();
  let site: Server | undefined;
  beforeAll(async () => {
    const folder = await scratchDir();
    await promisify(execFile)(process.execPath, [
      path.join(ROOT, 'docs', 'examples', 'apollo-client', 'build.mjs'),
      folder,
    ]);
    site = await serveFolder(folder);
  });
  afterAll(() => void site?.close());

  /** The page with the form sent. */
  async function show(
    key: string,
    tickers: string,
    { url = server.url, isLive = false, isTrusted = false }: ShowOptions = {},
  ): Promise<WatchedPage & { readonly bodies: readonly string[] }> {
    const watched = await open();
    const bodies: string[] = [];
    watched.page.on('request', (request) => void bodies.push(request.postData() ?? ''));
    const { port } = site?.address() as AddressInfo;
    await watched.page.goto(`http://127.0.0.1:${port}/?api=${encodeURIComponent(url)}${isTrusted ? '&trusted' : ''}`);
    await watched.page.getByLabel('Tickers').fill(tickers);
    await watched.page.getByLabel('Key').fill(key);
    if (isLive) await watched.page.getByLabel('Live').check();
    await watched.page.getByRole('button', { name: 'Show' }).click();
    return { ...watched, bodies };
  }

  it('shows the values that the API answers, asked from another origin', async () => {
    const { key } = await server.newKey('pro');
    const { page, strayRequests, consoleErrors } = await show(key, 'AAPL, MSFT, BRK-B');
    await page.getByRole('table').waitFor();
    const { securitiesByTicker: securities } = await createClient({ url: server.url, key }).query(
      SecuritiesByTickerDocument,
      { tickers: ['AAPL', 'MSFT', 'BRK-B'] },
    );
    expect(securities).toHaveLength(3);
    for (const security of securities ?? []) {
      const row = page.locator(`tr[data-ticker="${security?.ticker ?? ''}"]`);
      const cells = (await row.locator('th, td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
      const { quote, signal, seasonality } = security ?? {};
      const changePct = quote?.changePct ?? 0;
      const avgPct = 100 * (seasonality?.strongest?.mean ?? 0);
      expect(cells).toEqual([
        `${security?.ticker ?? ''} ${security?.name ?? ''}`,
        `$${quote?.last.toFixed(2) ?? ''}`,
        `${changePct > 0 ? '+' : ''}${changePct.toFixed(2)} %`,
        (signal?.label ?? '')
          .toLowerCase()
          .replace('_', ' ')
          .replace(/^./, (letter) => letter.toUpperCase()),
        signal?.compositeScore.toFixed(1),
        `${monthName(seasonality?.strongest?.name ?? '')}, ${avgPct > 0 ? '+' : ''}${avgPct.toFixed(1)} %`,
      ]);
      expect(await row.getByRole('meter').getAttribute('aria-valuenow')).toBe(String(signal?.compositeScore));
    }
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('keeps the row of a ticker that fails alone and says why', async () => {
    const { key } = await server.newKey('pro');
    const { page, consoleErrors } = await show(key, 'AAPL NOPE');
    expect(await page.locator('tr[data-ticker="NOPE"]').innerText()).toContain('No data is stored for NOPE');
    expect(await page.locator('tr[data-ticker="AAPL"]').innerText()).toContain('Apple Inc.');
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

  it('changes signals as they change where it is asked to, in the rows that were loaded', async () => {
    const { key } = await server.newKey('pro');
    const { page, strayRequests, consoleErrors } = await show(key, 'BRK-B, NVDA', { isLive: true });
    await page.locator('[role=status][data-code=OPEN]').waitFor();
    const client = createClient({ url: server.url, key });
    const score = async (): Promise<string> =>
      (await client.query(SignalDocument, { ticker: 'BRK.B' })).security?.signal?.compositeScore.toFixed(1) ?? '';
    const shows = (text: string): Promise<void> =>
      page.locator('tr[data-ticker="BRK.B"]').getByText(text, { exact: true }).waitFor();
    const before = await score();
    await shows(before);
    await changeLastClose(server.runtime.store, 'BRK.B', 0.6);
    const after = await score();
    expect(after).not.toBe(before);
    await shows(after);
    expect(server.streams()).toBe(1);
    await page.getByLabel('Live').uncheck();
    await page.getByRole('button', { name: 'Show' }).click();
    await until(() => server.streams() === 0);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it('says which tier live signals need, beside the rows that it has', async () => {
    const { key } = await server.newKey('free');
    const { page } = await show(key, 'AAPL', { isLive: true });
    const status = page.locator('[role=status][data-code=TIER_REQUIRED]');
    await status.waitFor();
    expect(await status.innerText()).toBe('Live signals need the starter tier.');
    expect(await page.locator('tr[data-ticker="AAPL"]').innerText()).toContain('Apple Inc.');
  });

  it('works with a server of trusted documents alone, by the hashes of its operations and live', async () => {
    const { key } = await strict.newKey('pro');
    const { page, bodies, consoleErrors } = await show(key, 'AAPL, MSFT', {
      url: strict.url,
      isLive: true,
      isTrusted: true,
    });
    await page.locator('[role=status][data-code=OPEN]').waitFor();
    const [query] = bodies
      .filter((body) => body.includes('"operationName":"SecuritiesByTicker"'))
      .map((body) => JSON.parse(body) as object);
    expect(query).toMatchObject({
      extensions: { persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(query).not.toHaveProperty('query');
    expect(consoleErrors).toEqual([]);
  });

  it('tells a wrong key and a server that is not there from each other', async () => {
    const wrong = await show('svc_nobody', 'AAPL');
    expect(await wrong.page.getByRole('alert').getAttribute('data-code')).toBe('INVALID_KEY');
    const nobody = await show('svc_nobody', 'AAPL', { url: 'http://127.0.0.1:1' });
    expect(await nobody.page.getByRole('alert').getAttribute('data-code')).toBe('UNREACHABLE');
  });
});
