import type { ChartType } from './format.js';

/** One widget: a capability by its operation, and the part of its answer that the widget shows. */
export interface WidgetRow {
  readonly operation: string;
  /** Keys that lead to the list whose entries are the rows, joined by dots; the answer itself without it. */
  readonly rows?: string;
  /** By default the summary of the endpoint. */
  readonly name?: string;
  /** Shown as this chart at first: its category or time, then its series. */
  readonly chart?: { readonly type: ChartType; readonly columns: readonly [string, ...string[]] };
  /** Values at first in place of the default and of the sample's. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Shown as articles. */
  readonly isNewsfeed?: true;
}

/** A company of which the directory knows a stake, a basket and a profile. */
const COMPANY = 'anthropic';

export const WIDGETS: readonly WidgetRow[] = [
  { operation: 'signal' },
  { operation: 'seasonality', rows: 'months', chart: { type: 'column', columns: ['label', 'avg', 'median'] } },
  { operation: 'gap-stats' },
  { operation: 'gap-stats', rows: 'buckets', name: 'Gaps by size' },
  { operation: 'gap-stats', rows: 'largest_up', name: 'Largest gaps up' },
  { operation: 'gap-stats', rows: 'largest_dn', name: 'Largest gaps down' },
  { operation: 'swing-signal' },
  { operation: 'day-signal' },
  { operation: 'microstructure' },
  {
    operation: 'microstructure',
    rows: 'volume_profile',
    name: 'Volume by price',
    chart: { type: 'column', columns: ['price', 'volume'] },
  },
  {
    operation: 'microstructure',
    rows: 'hourly_volume',
    name: 'Volume by hour',
    chart: { type: 'column', columns: ['hour', 'share'] },
  },
  {
    operation: 'microstructure',
    rows: 'cvd',
    name: 'Cumulative volume delta',
    chart: { type: 'line', columns: ['t', 'value'] },
  },
  { operation: 'street-grades' },
  { operation: 'street-grades', rows: 'firms', name: 'Firms by how well their calls did' },
  { operation: 'street-grades', rows: 'recent', name: 'Latest rating actions' },
  { operation: 'earnings-setup' },
  { operation: 'earnings-calendar' },
  {
    operation: 'earnings-calendar',
    rows: 'earnings_history',
    name: 'Reported earnings',
    chart: { type: 'column', columns: ['period_end', 'eps_diluted'] },
  },
  { operation: 'corporate-events', rows: 'upcoming', name: 'Events of a company to come' },
  { operation: 'corporate-events', rows: 'recent', name: 'Latest events of a company' },
  { operation: 'corporate-events', rows: 'related', name: 'Related companies' },
  { operation: 'catalysts', rows: 'events' },
  { operation: 'promise-ledger' },
  { operation: 'promise-ledger', rows: 'promises', name: 'Promises and what became of them' },
  { operation: 'news', rows: 'articles', isNewsfeed: true },
  { operation: 'startup-news', rows: 'articles', isNewsfeed: true },
  { operation: 'dca' },
  {
    operation: 'dca',
    rows: 'series',
    name: 'Growth of monthly purchases',
    chart: { type: 'line', columns: ['t', 'invested', 'value'] },
  },
  { operation: 'backtest' },
  {
    operation: 'backtest',
    rows: 'curve',
    name: 'Equity of a backtest',
    chart: { type: 'line', columns: ['i', 'strat', 'bh'] },
  },
  { operation: 'backtest-library', rows: 'strategies', name: 'Strategies of the backtest' },
  { operation: 'backtest-library', rows: 'metrics', name: 'Metrics of the backtest' },
  { operation: 'model-card' },
  {
    operation: 'model-card',
    rows: 'validation.calibration.bins',
    name: 'Calibration of the composite signal',
    initial: { window: '365d' },
    chart: { type: 'column', columns: ['from', 'predicted', 'risen'] },
  },
  { operation: 'portfolio' },
  { operation: 'portfolio', rows: 'review_priority', name: 'Holdings to review first' },
  {
    operation: 'portfolio',
    rows: 'sector_concentration',
    name: 'Portfolio by sector',
    chart: { type: 'column', columns: ['sector', 'weight_pct'] },
  },
  { operation: 'portfolio-overlay' },
  { operation: 'portfolio-overlay', rows: 'holdings', name: 'Holdings with their signals' },
  { operation: 'portfolio-overlay', rows: 'action_items', name: 'What to look at in a portfolio' },
  { operation: 'readthrough-basket' },
  { operation: 'readthrough-basket', rows: 'constituents', name: 'Listed companies around a private one' },
  { operation: 'private-companies', rows: 'companies' },
  { operation: 'private-company', initial: { slug: COMPANY } },
  { operation: 'private-company', rows: 'leadership', name: 'Leadership of a private company' },
  { operation: 'stake-map-of-company', rows: 'stakes', initial: { slug: COMPANY } },
  { operation: 'stake-map-holders', rows: 'holders' },
  { operation: 'stake-map', rows: 'stakes' },
  { operation: 'private-marks', rows: 'marks' },
  { operation: 'private-marks', rows: 'marks.components', name: 'Evidence of modelled valuations' },
  { operation: 'secondary-tape', rows: 'tape.events' },
  { operation: 'secondary-tape-of-company', rows: 'events' },
  { operation: 'private-liquidity', rows: 'companies' },
  { operation: 'liquidity-of-company' },
  {
    operation: 'liquidity-of-company',
    rows: 'marks',
    name: 'Secondary prices of one private company',
    initial: { slug: 'stripe' },
  },
  { operation: 'ipo-readiness' },
  { operation: 'ipo-readiness-ranking', rows: 'companies' },
  { operation: 'private-company-news', rows: 'articles', isNewsfeed: true },
  { operation: 'investors', rows: 'investors' },
  { operation: 'investor' },
  {
    operation: 'investor',
    rows: 'recent_investments',
    name: 'Latest investments of a firm',
    initial: { slug: 'ardian' },
  },
  { operation: 'investor-fit', rows: 'investors', initial: { sector: 'fintech', stage: 'seed' } },
  { operation: 'usage' },
  { operation: 'agent-runs', rows: 'runs' },
  { operation: 'community-posts', rows: 'posts' },
  { operation: 'community-members', rows: 'members' },
  { operation: 'community-events', rows: 'events' },
  { operation: 'community-leaderboard', rows: 'leaderboard' },
  { operation: 'community-arena', rows: 'arena' },
];

const OF_ONE = 'shows one entry of a list by its id, which no control of a widget offers';
const OF_ACCOUNT = 'is set up and watched in the console, where its owner is signed in';

/** Why the other capabilities that are read by GET have no widget. */
export const WITHOUT_WIDGET: Readonly<Record<string, string>> = {
  agents: OF_ACCOUNT,
  'agent-run-by-id': OF_ONE,
  webhooks: OF_ACCOUNT,
  vault: 'has hosts and names of credentials, which belong in no dashboard that is shared',
  line: 'has private messages, which belong in no dashboard that is shared',
  'line-inbox': 'has private messages, which belong in no dashboard that is shared',
  'line-sent': 'has private messages, which belong in no dashboard that is shared',
  'line-search': 'has private messages, which belong in no dashboard that is shared',
  'line-message': 'has private messages, which belong in no dashboard that is shared',
  community: 'is the standing of the caller among members, which the console shows',
  'community-post': OF_ONE,
  'community-spaces': 'lists the values of a parameter of the posts',
  'community-arena-member': OF_ONE,
  'community-arena-me': 'is 404 for an account without a paper portfolio',
  'community-arena-catalog': 'explains the arena and has no data',
};
