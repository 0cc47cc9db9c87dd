import { afterEach, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import { violations } from './axe.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();

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
  { address: '/console/security/AAPL/financials', shows: 'Operating cash flow' },
  {
    address: '/console/security/MSFT/company',
    shows: 'Walked back',
    presses: 'Read the promises (1 unit, 1 transcript)',
  },
  { address: '/console/screener?score=40&order=VOLUME-DESC', shows: 'Save as CSV' },
  {
    address: '/console/backtest?ticker=MSFT&strategy=TREND',
    shows: 'Drawdown from the peak',
    presses: 'Compare all five',
  },
  { address: '/console/portfolio', shows: 'To review first', presses: 'Compare' },
  { address: '/console/simulator', shows: 'Expected shortfall', presses: 'Simulate' },
  { address: '/console/private-markets', shows: 'Foxglove Launch (invented)' },
  { address: '/console/private-markets/stakes', shows: 'USD of the company in 10,000 USD' },
  { address: '/console/private-markets/company/foxglove-launch', shows: 'What the mark rests on' },
  { address: '/console/private-markets/investor/northzone', shows: 'Facts' },
  { address: '/console/private-markets/fit?sector=ai&stage=seed', shows: 'Curated firms, best first' },
  { address: '/console/private-markets/news', shows: 'Stories about private companies' },
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
  { address: '/console/operator', shows: 'Operators have changed nothing' },
  { address: '/console/explorer', shows: 'that an operation may have on', presses: 'Run the operation' },
];

afterEach(() => server.nextMinute());

/** Contrast depends on the colours alone, and layout on the width alone. */
const LOOKS = [
  ['light', 1440],
  ['dark', 390],
] as const;

describeInBrowser.each(LOOKS)('the console in %s, %s pixels wide', (colorScheme, width) => {
  const open = pagesForFile({ colorScheme, viewport: { width, height: 900 } });

  it.each(PAGES)(
    '$address shows its data, is accessible, as wide as the screen, and asks nobody else',
    async ({ address, shows, presses }) => {
      const watched = await open();
      await watched.page.addInitScript(() =>
        localStorage.setItem('marketgraph:holdings', 'AAPL $5,000\nMSFT $3,000\nXOM $2,000'),
      );
      await visit(watched, server.url + address);
      if (presses !== undefined) await watched.page.getByRole('button', { name: presses }).click();
      await settle(watched.page, shows);
      expect(await violations(watched.page)).toEqual([]);
      expect(await watched.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect([watched.strayRequests, watched.consoleErrors]).toEqual([[], []]);
    },
  );
});
