import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';

const server = await serverForFile();
const AXE = readFileSync(path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core/package.json')), 'axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface ConsolePage {
  readonly address: string;
  /** A text that only the page's data have. */
  readonly shows: string;
  /** The button that asks for them. */
  readonly presses?: string;
}

const PAGES: readonly ConsolePage[] = [
  { address: '/console', shows: 'Advancing / declining' },
  { address: '/console/security', shows: 'Apple Inc.' },
  { address: '/console/security/AAPL', shows: 'Composite of five factors' },
  { address: '/console/security/AAPL/patterns', shows: 'p-values times twelve' },
  { address: '/console/security/AAPL/street', shows: 'Revenue growth' },
  { address: '/console/screener?score=40&order=VOLUME-DESC', shows: 'Save as CSV' },
  { address: '/console/backtest?ticker=MSFT&strategy=TREND', shows: 'Drawdown from the peak', presses: 'Compare all five' },
  { address: '/console/portfolio', shows: 'To review first', presses: 'Compare' },
  { address: '/console/simulator', shows: 'Expected shortfall', presses: 'Simulate' },
  { address: '/console/private-markets', shows: 'Foxglove Launch (invented)' },
  { address: '/console/private-markets/stakes', shows: 'USD of the company in 10,000 USD' },
  { address: '/console/private-markets/company/foxglove-launch', shows: 'What the mark rests on' },
  { address: '/console/calendar', shows: 'trades in Congress by the day of their disclosure' },
  { address: '/console/model-card', shows: 'Rank correlation of each factor' },
  { address: '/console/compare?tickers=AAPL,MSFT,XOM', shows: 'the first session that all have' },
  { address: '/console/ask?q=How+often+do+gaps+in+Tesla+fill?', shows: 'How this was answered', presses: 'Ask 1 unit' },
  { address: '/console/agents', shows: 'Nothing has run yet' },
  { address: '/console/line', shows: 'belongs to the account’s owner' },
  { address: '/console/vault', shows: 'No credentials are stored' },
  { address: '/console/community', shows: 'Nobody has points yet' },
  { address: '/console/webhooks', shows: 'none chosen means all' },
  { address: '/console/usage', shows: 'Requests a minute' },
];

/** Waits until everything that the page shows is there. */
async function settle(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null);
}

/** Violations of the rules of accessibility. The page's policy forbids its script, so the debugger runs it. */
async function violations(page: Page): Promise<readonly string[]> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Runtime.evaluate', { expression: AXE });
  const expression = `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`;
  const { result } = await debug.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  await debug.detach();
  return result.value as readonly string[];
}

/** Signed in as a demo account of the tier. */
async function visit({ page }: WatchedPage, address: string, tier = 'INSTITUTIONAL'): Promise<void> {
  await page.addInitScript((name) => {
    localStorage.setItem('marketgraph:demo-tier', name);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error(`policy: ${violatedDirective} ${blockedURI}`));
  }, tier);
  await page.goto(server.url + address);
}

afterEach(() => server.nextMinute());

/** Contrast depends on the colours alone, and layout on the width alone. */
const LOOKS = [['light', 1440], ['dark', 390]] as const;

describeInBrowser.each(LOOKS)('the console in %s, %s pixels wide', (colorScheme, width) => {
  const open = pagesForFile({ colorScheme, viewport: { width, height: 900 } });

  it.each(PAGES)('$address shows its data, is accessible, as wide as the screen, and asks nobody else', async ({ address, shows, presses }) => {
    const watched = await open();
    await watched.page.addInitScript(() => localStorage.setItem('marketgraph:holdings', 'AAPL $5,000\nMSFT $3,000\nXOM $2,000'));
    await visit(watched, address);
    if (presses !== undefined) await watched.page.getByRole('button', { name: presses }).click();
    await settle(watched.page, shows);
    expect(await violations(watched.page)).toEqual([]);
    expect(await watched.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
    await watched.page.context().close();
  });
});

describeInBrowser('the console', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('finds a ticker by its name with the keyboard alone, and goes back', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, '/console');
    await settle(page, 'Advancing / declining');
    await page.keyboard.press('/');
    await page.keyboard.type('micros');
    await page.getByRole('option', { name: /MSFT/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'MSFT Microsoft Corporation' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/security/MSFT');
    await page.goBack();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('shows what Free sees, and says which tier a panel needs before it asks', async () => {
    const watched = await open();
    const { page } = watched;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await visit(watched, '/console/security/AAPL/street', 'FREE');
    const gate = page.locator('.gate');
    await gate.waitFor();
    expect(await gate.innerText()).toContain('The earnings calendar is part of Pro and above.');
    const variables = asked.filter((body) => body.includes('query StreetPage')).map((body) => (JSON.parse(body) as { variables: { withEarnings: boolean } }).variables.withEarnings);
    expect(variables).toEqual([false]);
    await gate.getByRole('button', { name: 'Look as Pro' }).click();
    await settle(page, 'Revenue growth');
    expect(watched.consoleErrors).toEqual([]);
  });

  it('keeps a screen in the address, and saves it as CSV', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, '/console/screener');
    await settle(page, 'Save as CSV');
    await page.getByLabel('Sector').selectOption('Energy');
    await page.getByRole('button', { name: 'Screen' }).click();
    const found = page.getByText(/^\d securities$/);
    await found.waitFor();
    expect(new URL(page.url()).search).toContain('sector=Energy');
    const count = Number.parseInt(await found.innerText(), 10);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const rows = readFileSync(await (await saved).path(), 'utf8').trim().split('\r\n');
    expect([rows.length, rows[0]?.split(',').slice(0, 2)]).toEqual([count + 1, ['ticker', 'name']]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('says which lines of pasted holdings it cannot read, and that the simulator needs values', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, '/console/simulator');
    await page.getByRole('textbox', { name: /Holdings/ }).fill('10 AAPL\nMSFT 3');
    await page.getByText('Not read: 10 AAPL').waitFor();
    await page.getByRole('textbox', { name: /Holdings/ }).fill('MSFT 3');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('needs the value of each holding in USD, such as AAPL $5,000: MSFT').waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('says when to ask again at the limit of the minute, and then does', async () => {
    const watched = await open();
    const { page } = watched;
    const { key } = await server.newKey('pro', { perMinute: 2 });
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key);
    await page.goto(`${server.url}/console`);
    await settle(page, 'Advancing / declining');
    await page.getByRole('link', { name: 'Security', exact: true }).click();
    const refusal = page.locator('[data-code=RATE_LIMITED]');
    await refusal.waitFor();
    expect(await refusal.getByRole('button').innerText()).toMatch(/^Try again in \d+ s$/);
    expect(await refusal.getByRole('button').isDisabled()).toBe(true);
  });

  it('signs in by the account’s address and password, and out again', async () => {
    const watched = await open();
    const { page } = watched;
    await server.runtime.access.signIn.signUp({ email: 'reader@example.com', password: 'four unrelated words here' }, { address: null, userAgent: null });
    await visit(watched, '/console');
    await settle(page, 'Advancing / declining');
    const account = page.locator('.account');
    await account.click();
    await page.getByLabel('E-mail address').fill('reader@example.com');
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('.problem').waitFor();
    await page.getByLabel('Password').fill('four unrelated words here');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await account.getByText('reader@example.com').waitFor();
    await settle(page, 'Advancing / declining');
    expect(await page.locator('.nav-foot').innerText()).toContain('Free');
    await account.click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await account.getByText('Demo Pro').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_session');
  });

  it('creates and revokes a key of the owner’s, whose secret is shown once', async () => {
    const watched = await open();
    const { page } = watched;
    const email = 'owner@example.com';
    await server.runtime.access.signIn.signUp({ email, password: 'four unrelated words here' }, { address: null, userAgent: null });
    await visit(watched, '/console/usage', 'FREE');
    await page.getByText('belongs to the account’s owner').waitFor();
    await page.locator('.account').click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('four unrelated words here');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Name').fill('Charts');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const secret = await page.locator('.gate code').innerText();
    expect((await server.call('/api/v1/usage', { key: secret })).status).toBe(200);
    server.nextMinute();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke Charts for good' }).click();
    await page.getByText(/^revoked /).waitFor();
    expect((await server.call('/api/v1/usage', { key: secret })).status).toBe(401);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('shows each panel’s operation in four languages, and the operation runs', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, '/console/security/AAPL/patterns');
    await settle(page, 'p-values times twelve');
    await page.getByRole('button', { name: 'Seasonality as code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Seasonality as code' });
    const operation = await dialog.locator('code').innerText();
    const { key } = await server.newKey('free');
    const { text } = await server.graphql(key, operation, { ticker: 'AAPL' });
    expect(JSON.parse(text)).toMatchObject({ data: { security: { seasonality: { months: expect.any(Array) } } } });
    for (const [language, contains] of [['curl', '/api/v1/seasonality?ticker=AAPL'], ['TypeScript', 'createClient'], ['Python', 'urllib.request']] as const) {
      await dialog.getByRole('button', { name: language }).click();
      expect(await dialog.locator('code').innerText()).toContain(contains);
    }
    expect(watched.consoleErrors).toEqual([]);
  });
});
