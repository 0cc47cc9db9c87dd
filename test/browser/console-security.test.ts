import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { lastClosedSession } from '../../calendar/nyse.js';
import { madeUpBars } from '../../store/fixtures/series.js';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

afterEach(() => server.nextMinute());

const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Titles of the panels that say that their data are simulated, and of those that do not. */
async function taggedOf(page: Page): Promise<{ readonly tagged: string[]; readonly others: string[] }> {
  const panels = await page.locator('.panel-title').evaluateAll((titles) =>
    titles.map((title) => ({
      name: title.querySelector('h2')?.textContent ?? '',
      isTagged: title.querySelector('.tag')?.textContent === 'Simulated data',
    })),
  );
  const named = (isTagged: boolean) => panels.filter((panel) => panel.isTagged === isTagged).map(({ name }) => name);
  return { tagged: named(true), others: named(false) };
}

describeInBrowser('the page of a security', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it.each([
    ['', 'Composite of five factors', []],
    ['/patterns', 'p-values times twelve', []],
    ['/street', 'Revenue growth', []],
    ['/financials', 'Operating cash flow', []],
    ['/company', 'Stakes in private companies', ['Promises of management', 'Stakes in private companies']],
  ])('says on each panel with data of the simulated market that they are: %s', async (tab, shows, others) => {
    const watched = await open();
    await visit(watched, `${server.url}/console/security/AAPL${tab}`);
    await settle(watched.page, shows);
    expect((await taggedOf(watched.page)).others).toEqual(others);
  });

  it('does not say of invented reports that the SEC has them, and nothing of reports that are not stored', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/security/AAPL/street`);
    await settle(page, 'Revenue growth');
    const earnings = panelOf(page, 'Earnings');
    await earnings.getByText('Invented for the simulated market: no company has filed them').waitFor();
    expect(await earnings.innerText()).not.toContain('SEC');
    await page.goto(`${server.url}/console/security/SPY/street`);
    await settle(page, 'No reports are stored.');
    expect([await earnings.locator('.tag').count(), await earnings.locator('.note').count()]).toEqual([0, 0]);
    expect(await panelOf(page, 'Rating actions').innerText()).not.toContain('0 actions');
  });

  it('marks rating actions on the price and tells firm, ratings and target at the pointer', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/security/AAPL/street`);
    await settle(page, 'Revenue growth');
    const chart = panelOf(page, 'Rating actions');
    expect(await chart.locator('.u-legend').innerText()).not.toContain('target');
    const over = chart.locator('.u-over');
    const width = (await over.boundingBox())?.width ?? 0;
    const seen = new Set<string>();
    for (let x = 2; x < width; x += 12) {
      await over.hover({ position: { x, y: 60 } });
      seen.add(await chart.locator('.pointed').innerText());
    }
    const told = [...seen].filter((text) => /: (upgrade|downgrade), .+ → .+, target [\d.]+ USD/.test(text));
    expect(told.length).toBeGreaterThan(1);
    expect(told[0]).toContain('(invented demo firm)');
    await page.mouse.move(2, 2);
    await chart.getByText('▲ upgrade · ▼ downgrade').waitFor();
    expect(watched.consoleErrors).toEqual([]);
  });

  it('has what options and analysts expect of the next report, and growth over the year before', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/security/AAPL/street`, 'PRO');
    await settle(page, 'Revenue growth');
    const setup = panelOf(page, 'Before the next report');
    const { text } = await server.call('/api/v1/earnings-setup?ticker=AAPL', {
      key: (await server.newKey('pro')).key,
    });
    const answer = JSON.parse(text) as { implied_move: { pct: number }; targets: { n: number; consensus: number } };
    const facts = await setup.locator('.facts').innerText();
    expect(facts).toContain(`±${answer.implied_move.pct.toFixed(2)}%`);
    expect(facts).toContain(answer.targets.consensus.toFixed(2));
    expect(facts).toContain(`mean of ${answer.targets.n}`);
    expect(facts).toMatch(/Revisions of 30 days\s+\d+ up, \d+ down/);
    expect(await setup.locator('tbody tr').count()).toBe(8);
    await page.getByRole('button', { name: 'Free', exact: true }).click();
    await setup.getByText('What is expected of the next report is part of Pro and above.').waitFor();
  });

  it('reads the promises when it is asked to, after it has said what that costs', async () => {
    const watched = await open();
    const { page } = watched;
    const key = await server.newKey('free');
    await page.addInitScript((secret) => sessionStorage.setItem('marketgraph:key', secret), key.key);
    await page.goto(`${server.url}/console/security/MSFT/company`);
    await settle(page, 'you have used 0 of');
    await panelOf(page, 'Stakes in private companies').getByText('is part of Pro and above').waitFor();
    expect(await server.used(key)).toBe(0);
    await page.getByRole('button', { name: 'Read the promises (1 unit, 1 transcript)' }).click();
    const promises = panelOf(page, 'Promises of management');
    await promises.getByText('Walked back').first().waitFor();
    expect(await promises.getByText(/^Receipt, call on 20\d\dQ\d, .+: “.+”$/).count()).toBeGreaterThan(0);
    expect(await promises.locator('.tag', { hasText: 'Simulated data' }).count()).toBe(1);
    expect(await server.used(key)).toBe(1);
    const { data } = JSON.parse((await server.graphql(key.key, '{ usage { transcripts { used } } }')).text) as {
      data: { usage: { transcripts: { used: number } } };
    };
    expect(data.usage.transcripts.used).toBe(1);
  });

  it('lists the stakes of the company in private ones, with committed money as committed', async () => {
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/security/MSFT/company`, 'PRO');
    await settle(page, 'OpenAI');
    const stakes = panelOf(page, 'Stakes in private companies');
    expect(await stakes.getByRole('row', { name: /^OpenAI 27.00% \$135B/ }).count()).toBe(1);
    await page.goto(`${server.url}/console/security/NVDA/company`);
    await settle(page, 'committed money is planned or promised');
    expect(await stakes.locator('.tag', { hasText: 'committed' }).count()).toBeGreaterThan(0);
  });
});

describeInBrowser('pages over the simulated market', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it.each([
    ['', '70 or more', undefined],
    ['/compare?tickers=AAPL,MSFT', 'the first session that all have', undefined],
    ['/backtest?ticker=AAPL', 'Drawdown from the peak', 'Compare all five'],
    ['/portfolio', 'To review first', 'Compare'],
    ['/simulator', 'Expected shortfall', 'Simulate'],
    ['/screener?score=40', 'Save as CSV', undefined],
    ['/calendar', 'trades in Congress by the day of their disclosure', undefined],
  ])('say so on every panel: %s', async (address, shows, presses) => {
    const watched = await open();
    const { page } = watched;
    await page.addInitScript(() => localStorage.setItem('marketgraph:holdings', 'AAPL $5,000\nMSFT $3,000'));
    await visit(watched, `${server.url}/console${address}`);
    if (presses !== undefined) await page.getByRole('button', { name: presses }).click();
    await settle(page, shows);
    const { tagged, others } = await taggedOf(page);
    expect([tagged.length > 0, others]).toEqual([true, []]);
  });

  it('count one security as one, and name the strongest signals only where there are any', async () => {
    const watched = await open();
    const { page } = watched;
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Today') !== true) return route.continue();
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { screen: { totalCount: number; nodes: { kind: string }[] } } };
      const [first] = answer.data.screen.nodes;
      answer.data.screen = { totalCount: 1, nodes: first === undefined ? [] : [{ ...first, kind: 'UNKNOWN' }] };
      return route.fulfill({ response, json: answer });
    });
    await visit(watched, `${server.url}/console`);
    await settle(page, '1 security by sector');
    await page.getByText('No security that is known to be an equity has a signal.').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('1 securities');
  });

  it('name what is compared without a second full stop', async () => {
    const watched = await open();
    await visit(watched, `${server.url}/console/compare?tickers=AAPL,MSFT`);
    await settle(watched.page, 'the first session that all have');
    await watched.page.getByText('AAPL Apple Inc. · MSFT Microsoft Corporation', { exact: true }).waitFor();
  });
});

// Last, since what all pages of the server show is then of two sources.
describeInBrowser('pages over the simulated market and imported bars', () => {
  const open = pagesForFile({ viewport: { width: 1200, height: 900 } });

  it('tag what rests on imported bars only where it reads others too', async () => {
    const { store } = server.runtime;
    await store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(tx, [{ symbol: 'REAL', name: 'Real', kind: 'equity', source: 'files' }]);
      await store.bars.merge(tx, 'REAL', madeUpBars(lastClosedSession(server.clock.nowMs) - 3_999, 4_000), 'files');
    });
    const watched = await open();
    const { page } = watched;
    await visit(watched, `${server.url}/console/security/REAL/patterns`);
    await settle(page, 'p-values times twelve');
    const tagOf = (title: string) => panelOf(page, title).locator('.tag:visible').allInnerTexts();
    expect([await tagOf('Seasonality'), await tagOf('Overnight gaps'), await tagOf('Monthly purchases')]).toEqual([
      [],
      [],
      ['Partly simulated'],
    ]);
  });
});
