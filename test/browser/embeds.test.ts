import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../access/fixtures/access.js';
import { serverForFile } from '../support/in-process.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile } from './chromium.js';

const server = await serverForFile();
const DOCS = readFileSync(
  path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'embeds.md'),
  'utf8',
);

/** The rows of the table in the docs. */
const EMBEDS = [...DOCS.matchAll(/^\| `(\/embed\/[^`]+)` .*\| (\d+), (\d+) \|$/gm)].map(
  ([, address = '', narrow, wide]) => ({ address, heights: { 320: Number(narrow), 640: Number(wide) } }),
);
const SNIPPET = /```html\n([\s\S]*?)```/.exec(DOCS)?.[1] ?? '';

/** A text that only the embed's data have. */
const SHOWS: Readonly<Record<string, string>> = {
  signal: 'of the model has data',
  seasonality: 'Returns of calendar months',
  dca: 'Deepest drawdown',
  cone: 'Expected shortfall',
  mark: 'Newest fact',
};
const kindOf = (address: string): string => address.split('/')[2] ?? '';

/** Another site: a page with what it is given. */
async function site(): Promise<{ readonly origin: string; show(html: string): void }> {
  let body = '';
  const pages = createServer(
    (_request, response) =>
      void response
        .setHeader('Content-Type', 'text/html')
        .end(`<!doctype html><link rel="icon" href="data:,"><title>page</title>${body}`),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => pages.close(resolve)));
  return { origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`, show: (html) => void (body = html) };
}
const [partner, stranger] = [await site(), await site()];

async function newPublishable(tier: 'free' | 'institutional', requestsPerMinute: number): Promise<string> {
  const { id } = await server.runtime.access.accounts.create({ tier, perMinute: 1_000, perMonth: 10_000 });
  return (await server.runtime.access.keys.createPublishable(id, { origins: [partner.origin], requestsPerMinute }))
    .secret;
}

async function settled(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

let key = '';
beforeAll(async () => {
  key = await newPublishable('institutional', 500);
});
afterEach(() => server.nextMinute());

describeInBrowser.each([
  ['light', 320],
  ['dark', 640],
] as const)('an embed in %s, %s pixels wide', (colorScheme, width) => {
  const open = pagesForFile({ colorScheme, viewport: { width, height: 300 } });

  it.each(EMBEDS)(
    '$address shows its data, is accessible, fits its frame, moves nothing and asks nobody else',
    async ({ address, heights }) => {
      const { page, strayRequests, consoleErrors } = await open();
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) =>
          shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
        ).observe({ type: 'layout-shift', buffered: true });
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`policy: ${violatedDirective} ${blockedURI}`),
        );
      });
      await page.goto(`${server.url}${address}?key=${key}`);
      await settled(page, SHOWS[kindOf(address)] ?? '');
      expect(await violations(page)).toEqual([]);
      const { scrollWidth, scrollHeight } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        scrollHeight: document.documentElement.scrollHeight,
      }));
      expect([scrollWidth <= width, scrollHeight <= heights[width] ? 'fits' : scrollHeight]).toEqual([true, 'fits']);
      expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
      expect([strayRequests, consoleErrors]).toEqual([[], []]);
    },
  );
});

describeInBrowser('a frame of another site', () => {
  const open = pagesForFile({ viewport: { width: 900, height: 700 } });
  const snippet = (): string => {
    const html = SNIPPET.replace('http://127.0.0.1:4000', server.url).replace('svc_pub_…', key);
    expect(html.includes(server.url) && html.includes(key)).toBe(true);
    return html;
  };

  it('is the snippet of the docs, in a page of the key’s origins, with numbers as in its locale', async () => {
    const { page, strayRequests, consoleErrors } = await open();
    partner.show(snippet());
    await page.goto(partner.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'AAPL Apple Inc.' }).waitFor();
    const row = frame.getByRole('row').filter({ hasText: 'Mär' });
    expect(await row.innerText()).toMatch(/\d,\d\s%/);
    expect([strayRequests, consoleErrors]).toEqual([[], []]);
  });

  it.each(EMBEDS)('$address writes every number in the digits of its locale', async ({ address }) => {
    const { page } = await open();
    await page.goto(`${server.url}${address}?key=${key}&locale=ar-EG`);
    await settled(page, SHOWS[kindOf(address)] ?? '');
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/[٠-٩]/);
    // Names and what can be passed on are the same in every language; a methodology is a text of the server.
    const others = /\b(?:RSI|SMA) \d+|\d+th\b|Seed [\da-f]+/g;
    const written = text.split('\n').filter((line) => !line.startsWith('Version '));
    expect(written.filter((line) => /\d/.test(line.replaceAll(others, '')))).toEqual([]);
  });

  it('shows nothing in a page of another origin', async () => {
    const { page, consoleErrors } = await open();
    stranger.show(snippet());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(stranger.origin);
    await page.waitForLoadState('networkidle');
    await until(() => consoleErrors.join(' ').includes('frame-ancestors'));
    expect(asked.filter((each) => each === '/graphql')).toEqual([]);
  });

  it('has the colours of its theme, whatever those of the system are', async () => {
    const { page } = await open();
    const background = async (theme: string): Promise<string> => {
      await page.goto(`${server.url}/embed/signal/AAPL?key=${key}&theme=${theme}`);
      await settled(page, 'of the model has data');
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    };
    await page.emulateMedia({ colorScheme: 'dark' });
    const [light, dark, auto] = [await background('light'), await background('dark'), await background('auto')];
    expect([light, dark === auto]).toEqual(['rgb(255, 255, 255)', true]);
    expect(dark).not.toBe(light);
  });

  it.each([
    ['without a key', '/embed/signal/AAPL', 'MISSING_KEY', 'add ?key= with a publishable key'],
    ['with a key that is not known', '/embed/signal/AAPL?key=svc_pub_unknown', 'INVALID_KEY', ''],
    ['for a ticker that is not stored', '/embed/signal/NOPE?key=KEY', 'TICKER_NOT_FOUND', 'NOPE'],
    [
      'with a number that is none',
      '/embed/dca/AAPL?key=KEY&years=ten',
      'INVALID_PARAMETER',
      'years must be a whole number.',
    ],
    ['with a number that is too large', '/embed/dca/AAPL?key=KEY&years=99', 'INVALID_PARAMETER', '15'],
    [
      'with a theme that there is not',
      '/embed/signal/AAPL?key=KEY&theme=drak',
      'INVALID_PARAMETER',
      'theme must be auto, light or dark.',
    ],
    ['with an amount that is too small', '/embed/dca/AAPL?key=KEY&monthly=0', 'INVALID_PARAMETER', 'monthly '],
    ['for a kind that there is not', '/embed/gaps/AAPL?key=KEY', 'NOT_FOUND', 'There is no embed named gaps'],
    [
      'above its account’s tier',
      '/embed/cone/AAPL?key=FREE',
      'TIER_REQUIRED',
      'Simulations of portfolios need the Institutional tier; the key of this frame has Free.',
    ],
    [
      'above its account’s tier, in another locale',
      '/embed/mark/foxglove-launch?key=FREE&locale=de-DE',
      'TIER_REQUIRED',
      'Marks of private companies need the Institutional tier; the key of this frame has Free.',
    ],
  ])('says what is wrong %s', async (_case, address, code, words) => {
    const { page } = await open();
    const free = address.includes('FREE') ? await newPublishable('free', 10) : '';
    partner.show(
      `<iframe src="${server.url}${address.replace('KEY', key).replace('FREE', free)}" title="embed"></iframe>`,
    );
    await page.goto(partner.origin);
    const refusal = page.frameLocator('iframe').locator(`[data-code=${code}]`);
    await refusal.waitFor();
    const text = await refusal.locator('p').first().innerText();
    if (code === 'MISSING_KEY') expect(await refusal.innerText()).toContain('The address has no key');
    expect(text).toContain(words);
    // Readers know neither fields nor arguments.
    expect(text).not.toMatch(/\b[A-Z]\w+\.[a-z]|\b[a-z]+[A-Z]\w*/);
  });

  it.each(['/embed/foo/AAPL', '/embed/signal/AAPL', '/embed/signal/NOPE?key=KEY'])(
    'is accessible where %s is refused',
    async (address) => {
      const { page } = await open();
      await page.goto(`${server.url}${address.replace('KEY', key)}`);
      await page.locator('[data-code]').waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  it('never sends a key that is not publishable', async () => {
    const { page } = await open();
    const { key: secret } = await server.newKey('pro');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/embed/signal/AAPL?key=${secret}`);
    await page.locator('[data-code=SECRET_KEY]').waitFor();
    expect(asked.filter((each) => each === '/graphql')).toEqual([]);
  });

  it('says when to ask again at the limit of its key', async () => {
    const { page } = await open();
    const once = await newPublishable('free', 1);
    await page.goto(`${server.url}/embed/signal/AAPL?key=${once}`);
    await settled(page, 'of the model has data');
    await page.reload();
    const refusal = page.locator('[data-code=RATE_LIMITED]');
    await refusal.waitFor();
    expect(await refusal.getByRole('button').innerText()).toMatch(/^Try again in \d+ s$/);
  });

  it('is shown to thirty readers behind one address in a minute, each of whom loads all its files', async () => {
    const { page: first } = await open();
    const files: string[] = [];
    first.on('request', (request) => files.push(new URL(request.url()).pathname));
    await first.goto(`${server.url}/embed/dca/AAPL?key=${key}`);
    await settled(first, 'Deepest drawdown');
    const assets = files.filter((file) => file.startsWith('/embed/assets/'));
    expect(assets.length).toBeGreaterThan(5);
    for (let reader = 0; reader < 30; reader += 1) await Promise.all(assets.map((file) => server.call(file)));
    const { page } = await open();
    await page.goto(`${server.url}/embed/dca/AAPL?key=${key}`);
    await settled(page, 'Deepest drawdown');
  });

  it('says what to do where its scripts do not come', async () => {
    const { page } = await open();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${server.url}/embed/signal/AAPL?key=${key}`);
    await page.getByText('Reload this page').waitFor();
  });
});
