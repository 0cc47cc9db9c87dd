import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_OPERATOR_KEY } from '../../access/demo.js';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

const table = (page: Page, caption: string) => page.getByRole('group', { name: caption, exact: true });
/** Texts of the tickers in a table, and of those that are links. */
async function tickersOf(page: Page, caption: string): Promise<{ readonly all: string[]; readonly linked: string[] }> {
  const tickers = table(page, caption).locator('.ticker');
  return { all: await tickers.allInnerTexts(), linked: await tickers.and(page.locator('a')).allInnerTexts() };
}

describeInBrowser('where readers of the console are, and where its links lead', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('names the tab after the security, its part, the list or the company that it shows', async () => {
    const watched = await open();
    const { page } = watched;
    const titled = (title: string) => page.waitForFunction((expected) => document.title === expected, title);
    await visit(watched, `${server.url}/console/security/AAPL`);
    await titled('AAPL – Marketgraph');
    await page.getByRole('link', { name: /^Patterns/ }).click();
    await titled('AAPL, patterns – Marketgraph');
    await page.getByRole('link', { name: 'Private markets', exact: true }).click();
    await titled('Marks – Marketgraph');
    await page.getByRole('link', { name: 'Foxglove Launch (invented)' }).click();
    await titled('Foxglove Launch (invented) – Marketgraph');
    await page.getByRole('link', { name: 'Screener', exact: true }).click();
    await titled('Screener – Marketgraph');
    expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
  });

  it('goes back from a screen to the one before it', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console`);
    await page.getByRole('link', { name: 'Screener', exact: true }).click();
    for (const sector of ['Energy', 'Utilities']) {
      await page.getByLabel('Sector').selectOption(sector);
      await page.getByRole('button', { name: 'Screen 1 unit' }).click();
      await page.waitForURL(new RegExp(`sector=${sector}`));
    }
    await page.goBack();
    await page.waitForURL(/sector=Energy/);
    expect(await page.getByLabel('Sector').inputValue()).toBe('Energy');
    await settle(page, 'Save as CSV');
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('goes back from a question to the one before it, and still has the answers after another page', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/ask`, 'PRO');
    const question = page.getByRole('textbox', { name: 'Question' });
    const questions = ['How often do gaps in Tesla fill?', 'When does Apple report?'];
    for (const text of questions) {
      await question.fill(text);
      await page.getByRole('button', { name: 'Ask 1 unit' }).click();
      await page.getByRole('heading', { name: text }).waitFor();
    }
    await page.goBack();
    await page.waitForFunction(
      (first) => (document.querySelector('[name=question]') as HTMLInputElement).value === first,
      questions[0] ?? '',
    );
    await page.getByRole('link', { name: 'Vault', exact: true }).click();
    await page.getByRole('heading', { name: 'Vault' }).waitFor();
    await page.goBack();
    for (const text of questions) await page.getByRole('heading', { name: text }).waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('links the securities that are stored, and no others', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/private-markets/stakes`);
    await settle(page, 'USD of the company in 10,000 USD');
    const stakes = await tickersOf(page, 'Stakes');
    const known = new Set<string>();
    for (const ticker of new Set(stakes.all)) {
      const { status } = await server.call(`/api/v1/signal?ticker=${ticker}`, {
        key: (await server.newKey('pro')).key,
      });
      if (status === 200) known.add(ticker);
    }
    expect([stakes.linked.length > 0, stakes.linked.length < stakes.all.length]).toEqual([true, true]);
    expect(stakes.linked).toEqual(stakes.all.filter((ticker) => known.has(ticker)));

    await visit(watched, `${server.url}/console/calendar?days=60&type=IPO`);
    await settle(page, 'New York’s days and times');
    const { all, linked } = await tickersOf(page, 'Events');
    expect([all.length > 0, linked]).toEqual([true, []]);
    await visit(watched, `${server.url}/console/calendar?type=EARNINGS`);
    await settle(page, 'New York’s days and times');
    expect((await tickersOf(page, 'Events')).linked.length).toBeGreaterThan(0);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('lists what comes apart from the trades in Congress of the days before, and counts each', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/calendar`);
    await settle(page, 'New York’s days and times');
    const counts = await Promise.all(
      ['Events', 'Trades in Congress'].map((caption) => table(page, caption).locator('tbody tr').count()),
    );
    expect(counts.every((count) => count > 0)).toBe(true);
    const note = await page.getByRole('region', { name: 'Events' }).locator('.note').innerText();
    expect(note).toMatch(new RegExp(`^${counts[0]} in 21 days from .*, and ${counts[1]} of the 21 days before;`));
    const today = /from (\w+ \d+),/.exec(note)?.[1] ?? '';
    const first = await table(page, 'Events').locator('tbody th').first().innerText();
    const at = (text: string) => Date.parse(`${text.replace(/^\w+, /, '')}, 2026`);
    expect(at(first)).toBeGreaterThanOrEqual(at(today));
    expect(watched.consoleErrors).toEqual([]);
  });

  it('compares a security that nobody has called a fund without calling it one', async () => {
    const watched = await open();
    const { page } = watched;
    const { status } = await server.call('/admin/imports?kind=securities&name=list.csv', {
      method: 'POST',
      headers: { 'X-API-Key': DEMO_OPERATOR_KEY, 'Content-Type': 'application/octet-stream' },
      body: 'ticker,name\nZQUX,Quux Works',
    });
    expect(status).toBe(200);
    await visit(watched, `${server.url}/console/compare?tickers=SPY,ZQUX`);
    await settle(page, 'Figures');
    const sectors = table(page, 'Figures side by side').getByRole('row', { name: /^Sector/ });
    expect(await sectors.getByRole('cell').allInnerTexts()).toEqual(['Fund', '–']);
    expect(watched.consoleErrors).toEqual([]);
  });
});
