import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { serverForFile } from '../support/in-process.js';
import { startReceiver } from '../support/receiver.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile({ SVC_ALLOW_PRIVATE_TARGETS: '1' });

afterEach(() => server.nextMinute());

/** Status of the page that the first such link leads to, and whether it has the place that the link names. */
async function followed(page: Page, href: string): Promise<readonly [number, boolean]> {
  const [path = '', place] = href.split('#');
  const { status, text } = await server.call(path);
  expect(await page.locator(`main a[href="${href}"]`).count()).toBeGreaterThan(0);
  return [status, place === undefined || text.includes(`id="${place}"`)];
}

describeInBrowser('texts of the console', () => {
  const open = pagesForFile({ viewport: { width: 390, height: 900 }, colorScheme: 'dark' });

  it('write names of the graph as code and lead to the pages of the guide that descriptions and errors name', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/explorer`);
    await page.getByLabel('Find a field').fill('securities');
    const about = page
      .locator('.graph-fields > li')
      .filter({ hasText: 'makes the list a screen' })
      .locator('.graph-about');
    await about.first().waitFor();
    expect(await followed(page, '/guide/screener')).toEqual([200, true]);
    await page.getByLabel('Find a field').fill('GET /line');
    await page
      .locator('.graph-about code', { hasText: /^GET \/line\?view=inbox$/ })
      .first()
      .waitFor();
    expect(await page.locator('main').innerText()).not.toContain('`');
    expect([await violations(page), watched.consoleErrors]).toEqual([[], []]);
  });

  it('lead from a failed delivery to the page on webhooks, and from the forms to what they take', async () => {
    const watched = await open();
    const { page } = watched;
    const receiver = await startReceiver();
    const { key } = await server.newKey('pro');
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key);
    await page.goto(`${server.url}/console/webhooks`);
    await settle(page, 'none chosen means all');
    expect(await followed(page, '/guide/webhooks#verifying')).toEqual([200, true]);
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${receiver.url}/hooks`);
    await page.getByRole('button', { name: 'Register 1 unit' }).click();
    await page.getByText(/The signing secret, shown only now: whsec_/).waitFor();
    await receiver.close();
    await page.getByRole('button', { name: /^Send a test/ }).click();
    const links = page.getByRole('link', { name: 'the page on webhooks' });
    await links.nth(1).waitFor();
    expect(await followed(page, '/guide/webhooks')).toEqual([200, true]);
    expect(await violations(page)).toEqual([]);
    server.nextMinute();
    await page.goto(`${server.url}/console/agents`);
    await page.getByRole('combobox', { name: 'Answer' }).selectOption('ALERT');
    expect(await followed(page, '/guide/agents#conditions')).toEqual([200, true]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('mark where the condition of an alert is not right, and keep its grammar folded', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/agents`, 'PRO');
    await page.getByRole('combobox', { name: 'Answer' }).selectOption('ALERT');
    await page.getByLabel('Name').fill('Odd');
    await page.getByRole('textbox', { name: 'Task' }).fill('AAPL gap > 2% and rssi < 30');
    await page.getByRole('button', { name: /Create the agent/ }).click();
    const refusal = page.locator('[data-code=INVALID_PARAMETER]');
    await refusal.getByText('At column 19: "rssi" is no metric; did you mean rsi?').waitFor();
    expect([
      await refusal.locator('.written').innerText(),
      await refusal.locator('mark').innerText(),
      await refusal.getByText('A condition joins tests').isVisible(),
    ]).toEqual(['AAPL gap > 2% and rssi < 30', 'rssi', false]);
    expect(await violations(page)).toEqual([]);
    await refusal.getByText('How a condition is written').click();
    await refusal.getByText('A condition joins tests').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect([await violations(page), watched.consoleErrors]).toEqual([[], []]);
  });
});
