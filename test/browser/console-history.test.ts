import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile, type WatchedPage } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

const holdingsOf = (page: Page) => page.getByRole('textbox', { name: /Holdings/ });
const tickersIn = (page: Page, caption: string): Promise<readonly string[]> =>
  page.getByRole('group', { name: caption, exact: true }).locator('.ticker').allInnerTexts();
const CHANGED = 'The holdings have changed: what is below is of those before.';

/** Bodies of the requests to the graph that ask for a field. */
function asksFor(page: Page, field: string): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes(field) === true) sent.push(request.postData() ?? '');
  });
  return sent;
}

describeInBrowser('the buttons for back and forward', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });
  const opened = async (address: string, tier?: string): Promise<WatchedPage> => {
    const watched = await open();
    await visit(watched, server.url + address, tier);
    return watched;
  };

  it('return to the holdings that were compared before, with their results, which are not asked for again', async () => {
    const watched = await opened('/console/portfolio');
    const { page } = watched;
    const asked = asksFor(page, 'portfolioOverlay');
    const compare = async (text: string, shows: string): Promise<void> => {
      await holdingsOf(page).fill(text);
      await page.getByRole('button', { name: /^Compare/ }).click();
      await page.getByRole('group', { name: 'Holdings and their signals' }).getByText(shows).waitFor();
    };
    await compare('AAPL $6,000\nMSFT $4,000', 'MSFT');
    await compare('xom 10', 'XOM');
    await page.goBack();
    await page.getByRole('group', { name: 'Holdings and their signals' }).getByText('MSFT').waitFor();
    expect([
      (await holdingsOf(page).inputValue()).split('\n'),
      [...(await tickersIn(page, 'Holdings and their signals'))].sort(),
      await page.getByText(CHANGED).count(),
    ]).toEqual([['AAPL $6000', 'MSFT $4000'], ['AAPL', 'MSFT'], 0]);
    await page.goForward();
    await page.getByRole('group', { name: 'Holdings and their signals' }).getByText('XOM').waitFor();
    expect([await holdingsOf(page).inputValue(), asked.length]).toEqual(['XOM 10', 2]);
    const link = page.url();
    await page.reload();
    await settle(page, 'Against the signals');
    expect(await tickersIn(page, 'Holdings and their signals')).toEqual(['XOM']);
    await page.goBack();
    await page.goBack();
    await page.getByText('Compare them to see weights, signals and actions.').waitFor();
    const other = await opened(new URL(link).pathname + new URL(link).hash);
    await settle(other.page, 'Against the signals');
    expect(await tickersIn(other.page, 'Holdings and their signals')).toEqual(['XOM']);
    expect([watched.consoleErrors, other.consoleErrors]).toEqual([[], []]);
  });

  it('return to the simulation before, with its parameters and paths', async () => {
    const watched = await opened('/console/simulator');
    const { page } = watched;
    const asked = asksFor(page, 'simulate(');
    const years = page.getByLabel('Years of history');
    const outcome = (): Promise<string> =>
      page.getByRole('region', { name: 'Fan of outcomes' }).locator('.facts').innerText();
    const simulate = async (text: string, horizon: string, past: string): Promise<string> => {
      await holdingsOf(page).fill(text);
      await page.getByLabel('Horizon').selectOption({ label: horizon });
      await years.fill(past);
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.waitForURL((url) => url.hash.includes(`years=${past}`) && url.hash.includes('seed='));
      await settle(page, 'Expected shortfall');
      return outcome();
    };
    const first = await simulate('AAPL $6,000', '3 months', '3');
    const second = await simulate('XOM $4,000', '1 year', '7');
    expect(first).not.toBe(second);
    await page.goBack();
    await page.waitForURL((url) => url.hash.includes('years=3'));
    await settle(page, 'Expected shortfall');
    expect([
      await holdingsOf(page).inputValue(),
      await page.getByLabel('Horizon').inputValue(),
      await years.inputValue(),
      await outcome(),
    ]).toEqual(['AAPL $6000', '63', '3', first]);
    await page.goForward();
    await page.waitForURL((url) => url.hash.includes('years=7'));
    await settle(page, 'Expected shortfall');
    expect([await holdingsOf(page).inputValue(), await outcome(), asked.length]).toEqual(['XOM $4000', second, 2]);
    await page.reload();
    await settle(page, 'Expected shortfall');
    expect([await years.inputValue(), await outcome()]).toEqual(['7', second]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('return to the operation that ran before, with its variables and answer, and run nothing', async () => {
    const watched = await opened('/console/explorer');
    const { page } = watched;
    const [operation, variables] = [page.getByLabel('GraphQL'), page.getByLabel('Variables, JSON')];
    const run = async (text: string, given: string, shows: string): Promise<void> => {
      await operation.fill(text);
      await variables.fill(given);
      await page.getByRole('button', { name: 'Run the operation' }).click();
      await page.locator('.graph-answer', { hasText: shows }).waitFor();
    };
    const byTicker = 'query ($ticker: Ticker!) { security(ticker: $ticker) { name } }';
    await operation.waitFor();
    const asked = asksFor(page, 'query ($ticker');
    await run(byTicker, '{"ticker": "AAPL"}', 'Apple Inc.');
    await run(byTicker, '{"ticker": "MSFT"}', 'Microsoft Corporation');
    await run('{ market { status } }', '', 'status');
    await page.goBack();
    await page.locator('.graph-answer', { hasText: 'Microsoft Corporation' }).waitFor();
    expect([await operation.inputValue(), await variables.inputValue()]).toEqual([byTicker, '{"ticker": "MSFT"}']);
    await page.goBack();
    await page.locator('.graph-answer', { hasText: 'Apple Inc.' }).waitFor();
    await page.goForward();
    await page.locator('.graph-answer', { hasText: 'Microsoft Corporation' }).waitFor();
    expect(asked.length).toBe(2);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('textarea')[1]?.value === '{"ticker": "MSFT"}');
    expect([await operation.inputValue(), await page.locator('.graph-answer').count(), asked.length]).toEqual([
      byTicker,
      0,
      2,
    ]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('leave the results alone when the link to the content is followed', async () => {
    const watched = await opened('/console/portfolio#holdings=AAPL:10');
    const { page } = watched;
    await settle(page, 'Against the signals');
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual([
      'content',
      '#holdings=AAPL:10',
    ]);
    expect([await tickersIn(page, 'Holdings and their signals'), watched.consoleErrors]).toEqual([['AAPL'], []]);
  });
});
