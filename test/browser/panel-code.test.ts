import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_KEYS } from '../../access/demo.js';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

/** The command of a panel's code in a language. */
async function codeOf(page: Page, panel: string, language = 'curl'): Promise<string> {
  await page.getByRole('button', { name: `${panel} as code` }).click();
  const dialog = page.getByRole('dialog', { name: `${panel} as code` });
  await dialog.getByRole('button', { name: language }).click();
  return dialog.locator('code').innerText();
}

/** Sends the GraphQL request of a command as curl would. */
async function sent(command: string, key: string): Promise<unknown> {
  const [, url] = /curl (\S+\/graphql) /.exec(command) ?? [];
  const [, body] = /-d '(.*)'/.exec(command) ?? [];
  if (url === undefined || body === undefined) throw new Error(`This is no request: ${command}`);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: body.replaceAll("'\\''", "'"),
  });
  return answer.json();
}

describeInBrowser('the code of a panel', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it.each([
    ['/calendar', 'Events', 'catalysts'],
    ['/calendar?types=EARNINGS', 'Events', 'catalysts'],
    ['/community', 'Posts', 'communityPosts'],
    ['/security/AAPL/patterns', 'Seasonality', 'security'],
    ['/private-markets', 'Marks', 'privateMarks'],
    ['/private-markets/investor/northzone', 'Portfolio', 'investor'],
    ['/private-markets/fit?sector=ai&geo=US', 'Investor fit', 'investorFit'],
    ['/private-markets/news?topic=ai', 'News', 'startupNews'],
  ])('runs as it is copied: %s, %s', async (address, panel, field) => {
    const watched = await open();
    await visit(watched, `${server.url}/console${address}`);
    await watched.page.getByRole('button', { name: `${panel} as code` }).waitFor();
    const answer = await sent(await codeOf(watched.page, panel), DEMO_KEYS.institutional);
    expect(answer).toEqual(expect.objectContaining({ data: { [field]: expect.any(Object) } }));
    expect(answer).not.toHaveProperty('errors');
  });

  it('runs as it is copied for an operator: securities by a filter', async () => {
    const watched = await open();
    const { page } = watched;
    const { secret } = await server.runtime.access.operators.create({ name: 'Ada' });
    await page.addInitScript((key) => sessionStorage.setItem('marketgraph:operator-key', key), secret);
    await visit(watched, `${server.url}/console/operator`);
    await settle(page, 'As Ada.');
    await page.getByRole('button', { name: 'Securities as code' }).waitFor();
    expect(await sent(await codeOf(page, 'Securities'), secret)).toMatchObject({
      data: { securityCoverage: { nodes: expect.any(Array) } },
    });
  });

  it('has a REST request only for what REST answers: a backtest without costs', async () => {
    const watched = await open();
    const { page } = watched;
    const asked = async (cost: number): Promise<string> => {
      await page.goto(`${server.url}/console/backtest?ticker=AAPL&strategy=TREND&years=5&cost=${cost}`);
      await page.getByRole('button', { name: 'Equity as code' }).waitFor();
      return codeOf(page, 'Equity');
    };
    await visit(watched, `${server.url}/console`);
    expect(await asked(0)).toContain('/api/v1/backtest?ticker=AAPL&strategy=trend&years=5');
    const costly = await asked(5);
    expect(costly).not.toContain('/api/v1/');
    expect(costly).toContain('"costBasisPoints":5');
  });
});

describeInBrowser('the code of a panel on a phone', () => {
  const open = pagesForFile();

  it.each([390, 375, 320])('of %d px can be read and closed', async (width) => {
    const watched = await open();
    const { page } = watched;
    await page.setViewportSize({ width, height: 700 });
    await visit(watched, `${server.url}/console/security/AAPL/patterns`);
    await settle(page, 'p-values times twelve');
    await codeOf(page, 'Seasonality');
    const dialog = page.getByRole('dialog', { name: 'Seasonality as code' });
    for (const name of ['Copy', 'Close']) {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width - 12);
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('is selected to be copied where the clipboard is closed to the page', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/security/AAPL/patterns`);
    await settle(page, 'p-values times twelve');
    // As on pages without TLS.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    const code = await codeOf(page, 'Seasonality');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Selected: press Ctrl+C or ⌘C' }).waitFor();
    expect((await page.evaluate(() => String(getSelection()))).trim()).toBe(code.trim());
    expect(watched.consoleErrors).toEqual([]);
  });
});
