import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const programs = programsForFile();
removeScratchAtEnd();

const TICKERS = ['AAPL', 'JPM', 'KO', 'MSFT', 'NVDA', 'XOM'];
const HOLDINGS = 'AAPL $5,000\nMSFT $3,000\nXOM $2,000';

interface ImportedPage {
  readonly address: string;
  /** A text that is there once the page's data are, or once it says why there are none. */
  readonly shows: string;
  /** The button that asks for the data. */
  readonly presses?: string;
}

const PAGES: readonly ImportedPage[] = [
  { address: '', shows: 'Advancing / declining' },
  { address: '/security', shows: 'NVDA' },
  { address: '/security/AAPL', shows: 'Composite of five factors' },
  { address: '/security/AAPL/patterns', shows: 'p-values times twelve' },
  { address: '/security/AAPL/street', shows: 'No rating actions are stored for AAPL' },
  { address: '/screener?score=1', shows: 'Result' },
  { address: '/compare?tickers=AAPL,MSFT,XOM', shows: 'the first session that all have' },
  {
    address: '/backtest?ticker=MSFT&strategy=TREND',
    shows: 'Drawdown from the peak',
    presses: 'Compare all five',
  },
  { address: '/portfolio', shows: 'Against the signals', presses: 'Compare' },
  { address: '/simulator', shows: 'Expected shortfall', presses: 'Simulate' },
  { address: '/calendar', shows: 'New York’s days and times' },
  { address: '/model-card', shows: 'Rank correlation of each factor' },
];

/** Panels that show nothing at all, and words of programs in what is shown. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const bodies = [...document.querySelectorAll<HTMLElement>('.panel')];
    const blank = bodies.filter((panel) => panel.querySelector<HTMLElement>('.panel-body')?.innerText.trim() === '');
    const told = [...document.querySelectorAll<HTMLElement>('.empty')].filter(
      ({ innerText }) => !/\w.*\.$/s.test(innerText.trim()),
    );
    return [
      ...blank.map((panel) => `nothing in ${panel.querySelector('h2')?.textContent ?? 'a panel'}`),
      ...told.map(({ innerText }) => `no reason: ${innerText}`),
      ...[...(main?.innerText ?? '').matchAll(/.*(?:\b(?:NaN|undefined|null|Infinity)\b|\[object).*/g)].map(String),
    ];
  });
}

const describeImported = hasExternalData ? describeInBrowser : describe.skip;

describeImported('the console over an imported history', () => {
  const open = pagesForFile({ viewport: { width: 1440, height: 900 } });
  let url = '';
  beforeAll(async () => {
    const environment = { SVC_DATA_DIR: await scratchDir() };
    const files = [
      ...TICKERS.map((ticker) => externalFile('daily_recent_yahoo', `${ticker}.csv`)),
      externalFile('daily_etf_yahoo', 'SPY.csv'),
    ];
    const { code, stdout } = await programs.run('import', ['bars', ...files], environment);
    if (code !== 0) throw new Error(`the import failed: ${stdout}`);
    ({ url } = await programs.server({ ...environment, SVC_SOURCE: 'none' }));
  });

  it.each(PAGES)(
    '/console$address has no error, asks nobody else, and says why what is empty is empty',
    async ({ address, shows, presses }) => {
      const watched = await open();
      const { page } = watched;
      await page.addInitScript((holdings) => localStorage.setItem('marketgraph:holdings', holdings), HOLDINGS);
      await visit(watched, `${url}/console${address}`);
      if (presses !== undefined) await page.getByRole('button', { name: presses }).click();
      await settle(page, shows);
      expect(await faultsOf(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      expect(await page.locator('[role=alert]').allInnerTexts()).toEqual([]);
      expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
    },
  );
});
