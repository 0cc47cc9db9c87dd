import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_KEYS, DEMO_OPERATOR_KEY } from '../../access/demo.js';
import { storeDemoLines } from '../../bin/demo/line.js';
import { run } from '../../jobs/workers/composites/composites-thread.js';
import { recordComposites } from '../../jobs/workers/composites/record-composites.js';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

describeInBrowser('what readers of the console see', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('finds a security by a name that is nearly right, and leads to the companies for any text', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console`);
    await settle(page, 'Advancing / declining');
    await page.keyboard.press('/');
    await page.keyboard.type('nvdia');
    await page.getByRole('option', { name: /^NVDA / }).waitFor();
    await page.keyboard.press('Control+A');
    // Enter waits for what is found.
    await page.keyboard.type('mircosoft');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'MSFT Microsoft Corporation' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('foxglove');
    await page.getByRole('option', { name: 'foxglove Search private companies' }).click();
    await page.getByRole('link', { name: 'Foxglove Launch (invented)' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=foxglove');
    expect(watched.consoleErrors).toEqual([]);
  });

  it('shows all fields that used units on a day', async () => {
    const watched = await open();
    const { page } = watched;
    const fields = ['signal', 'seasonality', 'gapStats', 'dca', 'streetGrades', 'earningsCalendar'];
    const query = `{ security(ticker: "AAPL") { ${fields.map((field) => `${field} { __typename }`).join(' ')} } }`;
    expect((await server.graphql(DEMO_KEYS.institutional, query)).status).toBe(200);
    // Units are counted at once, and stored by field a moment later.
    const isStored = async (): Promise<boolean> => {
      const { text } = await server.graphql(DEMO_KEYS.institutional, '{ usage { history { fields { field } } } }');
      return fields.every((field) => text.includes(`"Security.${field}"`));
    };
    while (!(await isStored())) await pause(100);
    await visit(watched, `${server.url}/console/usage`);
    await settle(page, 'Requests a minute');
    const day = page.getByRole('table', { name: 'Units by day' }).getByRole('row').nth(1);
    await day.getByText(/^\d+ more fields?$/).click();
    const text = await day.innerText();
    expect(fields.filter((field) => !text.includes(`Security.${field} `))).toEqual([]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('tells the last values of a chart until the pointer is on it, and again after', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/compare?tickers=AAPL,MSFT`);
    await settle(page, 'the first session that all have');
    const legend = page.locator('.u-legend').first();
    const untouched = await legend.innerText();
    expect(untouched).toMatch(/Day[\s:]*Jan 2, 2026[\s\S]*AAPL[\s:]*[+−]?\d/);
    await page
      .locator('.u-over')
      .first()
      .hover({ position: { x: 40, y: 40 } });
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>('.u-legend')?.innerText !== before,
      untouched,
    );
    await page.mouse.move(2, 2);
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>('.u-legend')?.innerText === before,
      untouched,
    );
    expect(watched.consoleErrors).toEqual([]);
  });

  it('says nothing about securities that it has not read yet', async () => {
    const watched = await open();
    const { page } = watched;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Today') === true) await answered;
      await route.continue();
    });
    await visit(watched, `${server.url}/console`);
    await page.getByRole('heading', { name: 'Board' }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('0 securities');
    answer();
    await settle(page, 'Advancing / declining');
    expect(await page.locator('main').innerText()).toMatch(/\d+ securities by sector/);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('has the checkbox of an import beside its text, and the subject of a message above its beginning', async () => {
    const watched = await open();
    const { page } = watched;
    await page.addInitScript((key) => sessionStorage.setItem('marketgraph:operator-key', key), DEMO_OPERATOR_KEY);
    await visit(watched, `${server.url}/console/operator`);
    const label = page.locator('label', { hasText: 'Store nothing if a row is refused' });
    await label.waitFor();
    const box = await label.getByRole('checkbox').boundingBox();
    const around = await label.boundingBox();
    expect([(box?.x ?? 99) - (around?.x ?? 0) < 8, (box?.width ?? 99) < 30, (around?.height ?? 99) < 40]).toEqual([
      true,
      true,
      true,
    ]);
    await storeDemoLines(server.runtime.store, server.clock.nowMs);
    await visit(watched, `${server.url}/console/line`);
    await settle(page, 'Minutes of the harbour meeting');
    const lefts = await page
      .getByRole('group', { name: 'Messages', exact: true })
      .locator('tbody th')
      .first()
      .evaluate((cell) =>
        [...cell.children].map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return Math.round(range.getBoundingClientRect().left);
        }),
      );
    expect([lefts.length, new Set(lefts).size]).toEqual([2, 1]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('writes amounts, acronyms and estimates as people do', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/private-markets/company/stripe`);
    await settle(page, 'Listed holders');
    const facts = page.getByRole('group', { name: 'Facts and their sources' });
    await facts
      .locator('..')
      .getByRole('button', { name: /^Show all/ })
      .click();
    expect(await facts.innerText()).toMatch(/Current valuation\s+\$\d/);
    expect(await facts.innerText()).not.toMatch(/\b(Usd|usd|Ceo|Ipo)\b/);
    await visit(watched, `${server.url}/console/calendar?type=EARNINGS`);
    await settle(page, 'New York’s days and times');
    const event = page.getByRole('group', { name: 'Events', exact: true }).getByText('Quarterly report').first();
    expect(await event.innerText()).toMatch(/^Quarterly report ?estimate\n/);
    expect(watched.consoleErrors).toEqual([]);
  });
});

describeInBrowser('the tables of the console on a phone', () => {
  const open = pagesForFile({ viewport: { width: 390, height: 800 } });
  /** Tables are measured once they are on the page. */
  const untilCut = (page: Page, caption: string, side: string): Promise<void> =>
    page.locator(`[role=group][aria-label="${caption}"][data-cut="${side}"]`).waitFor();

  it('fade at an edge that cuts them off, until they are scrolled there', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/compare?tickers=AAPL,MSFT,XOM,NVDA`);
    await settle(page, 'the first session that all have');
    await untilCut(page, 'Figures side by side', 'right');
    const figures = page.getByRole('group', { name: 'Figures side by side' });
    expect(await figures.evaluate((element) => getComputedStyle(element).maskImage)).toContain('linear-gradient');
    await figures.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await untilCut(page, 'Figures side by side', 'left');
    await visit(watched, `${server.url}/console/calendar?type=EARNINGS`);
    await settle(page, 'New York’s days and times');
    await untilCut(page, 'Events', '');
    expect(watched.consoleErrors).toEqual([]);
  });

  it('keep the prices and sessions of a backtest’s trades', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/backtest?ticker=MSFT&strategy=TREND`);
    await settle(page, 'Drawdown from the peak');
    const heads = await page
      .getByRole('group', { name: 'Trades', exact: true })
      .locator('thead th:visible')
      .allInnerTexts();
    expect(heads.map((text) => text.trim())).toEqual([
      'Bought',
      'Bought at, USD',
      'Sold',
      'Sold at, USD',
      'Sessions',
      'Return',
    ]);
    expect(watched.consoleErrors).toEqual([]);
  });

  it('labels both axes of the calibration plot', async () => {
    const watched = await open();
    const { page } = watched;
    const { store, clock, log } = server.runtime;
    await recordComposites({ store, clock, log, rng: () => 0, compute: async (tasks) => run(tasks) });
    await visit(watched, `${server.url}/console/model-card?window=ALL`);
    await settle(page, 'Rank correlation of each factor');
    const labels = await page.locator('.calibration text').allTextContents();
    const ticks = [0, 25, 50, 75, 100].flatMap((tick) => [`${tick}%`, `${tick}%`]);
    expect(labels).toEqual([...ticks, 'predicted', 'rose']);
    expect(watched.consoleErrors).toEqual([]);
  });
});
