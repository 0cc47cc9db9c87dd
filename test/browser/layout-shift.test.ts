import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { serverForFile } from '../support/in-process.js';
import { describeInBrowser, pagesForFile } from './chromium.js';
import { settle, visit } from './console-visit.js';

const server = await serverForFile();
afterEach(() => server.nextMinute());

/** Addresses below /console, with a text that only the page's data have. */
const PAGES: readonly (readonly [address: string, shows: string])[] = [
  ['', 'Advancing / declining'],
  ['/security', 'Apple Inc.'],
  ['/security/AAPL', 'Composite of five factors'],
  ['/security/AAPL/patterns', 'p-values times twelve'],
  ['/security/AAPL/street', 'Revenue growth'],
  ['/security/AAPL/financials', 'Operating cash flow'],
  ['/screener?score=40&order=VOLUME-DESC', 'Save as CSV'],
  ['/backtest?ticker=MSFT&strategy=TREND', 'Drawdown from the peak'],
  ['/portfolio', 'Holdings'],
  ['/simulator', 'Simulate'],
  ['/private-markets', 'Foxglove Launch (invented)'],
  ['/private-markets/stakes', 'USD of the company in 10,000 USD'],
  ['/private-markets/company/foxglove-launch', 'What the mark rests on'],
  ['/private-markets/company/openai', 'Facts and their sources'],
  ['/calendar', 'trades in Congress by the day of their disclosure'],
  ['/model-card', 'Rank correlation of each factor'],
  ['/compare?tickers=AAPL,MSFT,XOM', 'the first session that all have'],
  ['/ask', 'Ask 1 unit'],
  ['/agents', 'Nothing has run yet'],
  ['/line', 'belongs to the account’s owner'],
  ['/vault', 'No credentials are stored'],
  ['/community', 'Nobody has points yet'],
  ['/webhooks', 'none chosen means all'],
  ['/usage', 'Requests a minute'],
  ['/operator', 'Operators have changed nothing'],
  ['/explorer', 'Run the operation'],
];

/** Pages that show less to a lower tier or of a fund, and those that are as long as what is stored. */
const SHORTER: readonly (readonly [address: string, tier: string, shows: string])[] = [
  ['', 'FREE', 'Advancing / declining'],
  ['', 'PRO', 'Advancing / declining'],
  ['/model-card', 'PRO', 'Rank correlation of each factor'],
  ['/security/SPY', 'FREE', 'Composite of five factors'],
  ['/security/SPY/street', 'INSTITUTIONAL', 'No rating actions are stored'],
  ['/security/SPY/street', 'FREE', 'No rating actions are stored'],
  ['/security/AAPL/street', 'FREE', 'actions of'],
  ['/security/AAPL/company', 'FREE', 'part of Pro and above'],
  ['/security/AAPL/financials', 'FREE', 'part of Pro and above'],
  ['/private-markets/company/anthropic', 'INSTITUTIONAL', 'Facts and their sources'],
  ['/private-markets/company/anthropic', 'PRO', 'Facts and their sources'],
  ['/private-markets/company/anthropic', 'FREE', 'The profile is part of Pro'],
  ['/private-markets/company/foxglove-launch', 'FREE', 'The profile is part of Pro'],
];

/** The longest wait for an answer: long enough that what is shown until then is painted. */
const LATENCY_MS = 150;

/** Sizes of screens, with the sum of shifts that no page may exceed. */
const SCREENS = [
  [1440, 900, 0.05],
  [768, 1024, 0.1],
  [390, 844, 0.1],
] as const;

/** Answers that take as long as from a server far away. */
async function farAway(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Network.enable');
  const conditions = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await debug.send('Network.emulateNetworkConditions', conditions);
}

interface Shift {
  readonly value: number;
  /** What moved: the panel's or the element's text, and how far. */
  readonly moved: readonly string[];
}

/** Collects what moves without anybody's input, from the page's beginning. */
async function watchShifts(page: Page): Promise<() => Promise<readonly Shift[]>> {
  await page.addInitScript(() => {
    interface Entry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as readonly Entry[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect: { y: from }, currentRect: { y: to } }) =>
            `${node?.textContent?.slice(0, 30) ?? ''}: ${from} to ${to}`,
        );
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

describeInBrowser.each(SCREENS)('the console while it loads, %s by %s pixels', (width, height, most) => {
  const open = pagesForFile({ viewport: { width, height } });

  it.each([...PAGES.map(([address, shows]) => [address, 'INSTITUTIONAL', shows] as const), ...SHORTER])(
    '/console%s moves little as %s',
    async (address, tier, shows) => {
      const watched = await open();
      const { page } = watched;
      await page.addInitScript(() =>
        localStorage.setItem('marketgraph:holdings', 'AAPL $5,000\nMSFT $3,000\nXOM $2,000'),
      );
      const shifts = await watchShifts(page);
      await farAway(page);
      await visit(watched, `${server.url}/console${address}`, tier);
      await settle(page, shows);
      const seen = await shifts();
      const sum = seen.reduce((total, { value }) => total + value, 0);
      expect(sum < most ? 'little' : seen).toBe('little');
    },
  );
});
