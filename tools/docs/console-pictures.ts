import { table } from './markdown-table.js';

/** What a picture of a page of the console shows. */
export interface PicturedPage {
  /** Its path in the table of `console/app/pages.ts`; empty for the first page. */
  readonly path: string;
  readonly name: string;
  /** What is seen, for those who do not see it. */
  readonly alternative: string;
  /** Below `/console`. */
  readonly address: string;
  /** A text that only the page's data have. */
  readonly shows: string;
  /** The button that asks for them. */
  readonly presses?: string;
  /** The panel that is scrolled to where it is not seen at first. */
  readonly panel?: string;
}

export const PICTURED_PAGES: readonly PicturedPage[] = [
  {
    path: '',
    name: 'Today',
    alternative: 'sectors coloured by score, breadth and movers',
    address: '',
    shows: 'Advancing / declining',
  },
  {
    path: 'security',
    name: 'Security',
    alternative: 'candles of AAPL beside its signal and factors',
    address: '/security/AAPL',
    shows: 'Composite of five factors',
  },
  {
    path: 'screener',
    name: 'Screener',
    alternative: 'conditions above the securities that match them',
    address: '/screener?score=40&order=VOLUME-DESC',
    shows: 'Save as CSV',
    panel: 'Result',
  },
  {
    path: 'calendar',
    name: 'Calendar',
    alternative: 'dated events by day and type',
    address: '/calendar',
    shows: 'trades in Congress by the day of their disclosure',
  },
  {
    path: 'compare',
    name: 'Compare',
    alternative: 'returns of three securities since a common session',
    address: '/compare?tickers=AAPL,MSFT,XOM',
    shows: 'the first session that all have',
  },
  {
    path: 'backtest',
    name: 'Backtest',
    alternative: 'equity of a strategy against buy and hold, with its drawdown',
    address: '/backtest?ticker=MSFT&strategy=TREND',
    shows: 'Drawdown from the peak',
  },
  {
    path: 'portfolio',
    name: 'Portfolio',
    alternative: 'holdings against their signals',
    address: '/portfolio#holdings=AAPL:$5000,MSFT:$3000,XOM:$2000',
    shows: 'To review first',
    panel: 'Against the signals',
  },
  {
    path: 'simulator',
    name: 'Simulator',
    alternative: 'the fan of outcomes of a portfolio',
    address: '/simulator',
    shows: 'Expected shortfall',
    presses: 'Simulate',
    panel: 'Fan of outcomes',
  },
  {
    path: 'private-markets',
    name: 'Private markets',
    alternative: 'modelled valuations with their ranges',
    address: '/private-markets',
    shows: 'Foxglove Launch (invented)',
  },
  {
    path: 'model-card',
    name: 'Model card',
    alternative: 'verdict, calibration and health of the factors',
    address: '/model-card',
    shows: 'Rank correlation of each factor',
  },
  {
    path: 'ask',
    name: 'Ask',
    alternative: 'an answer with numbered sources',
    address: '/ask?q=How+often+do+gaps+in+Tesla+fill?',
    shows: 'How this was answered',
    presses: 'Ask 1 unit',
  },
  {
    path: 'agents',
    name: 'Agents',
    alternative: 'tasks that run by a schedule, and their runs',
    address: '/agents',
    shows: 'Pause',
  },
  {
    path: 'line',
    name: 'Line',
    alternative: 'the assistant’s address and its messages',
    address: '/line',
    shows: 'Minutes of the harbour meeting',
    panel: 'Messages',
  },
  {
    path: 'vault',
    name: 'Vault',
    alternative: 'credentials without their secrets',
    address: '/vault',
    shows: 'Broker (invented)',
  },
  {
    path: 'community',
    name: 'Community',
    alternative: 'posts by space and order',
    address: '/community',
    shows: 'points',
  },
  {
    path: 'webhooks',
    name: 'Webhooks',
    alternative: 'the form for an endpoint, with the events that it gets',
    address: '/webhooks',
    shows: 'none chosen means all',
  },
  {
    path: 'explorer',
    name: 'Explorer',
    alternative: 'the graph field by field beside an operation and its points',
    address: '/explorer',
    shows: 'that an operation may have on',
  },
  {
    path: 'usage',
    name: 'Keys and usage',
    alternative: 'limits, and units by day',
    address: '/usage',
    shows: 'Requests a minute',
  },
  {
    path: 'operator',
    name: 'Operator',
    alternative: 'coverage and age of the data',
    address: '/operator',
    shows: 'Operators have changed nothing',
  },
];

/** Screens in pixels. */
export const SCREENS = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'phone', width: 390, height: 844 },
] as const;

export const SCHEMES = ['light', 'dark'] as const;

/** In `docs/pictures/console/`. */
export function pictureName({ path }: Pick<PicturedPage, 'path'>, screen: string, scheme: string): string {
  return `${path === '' ? 'today' : path}-${screen}-${scheme}.webp`;
}

/** A row for each page, with its picture on each screen, in light and dark. */
export function consolePictures(): string {
  const looks = SCREENS.flatMap(({ name }) => SCHEMES.map((scheme) => ({ screen: name, scheme })));
  const rows = PICTURED_PAGES.map((page) => [
    page.name,
    ...looks.map(({ screen, scheme }) => {
      const file = `pictures/console/${pictureName(page, screen, scheme)}`;
      return `[![${page.name} on a ${screen}, ${scheme}: ${page.alternative}](${file})](${file})`;
    }),
  ]);
  return table(['page', ...looks.map(({ screen, scheme }) => `${screen}, ${scheme}`)], rows);
}
