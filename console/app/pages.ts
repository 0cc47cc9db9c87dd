import type { ComponentType } from 'preact';
import { operatorKey } from './operator-key.js';

/** A page: its address below /console, its name, and how it loads. */
export interface Page {
  readonly path: string;
  readonly name: string;
  /** Heading of its group in the navigation. */
  readonly group: string;
  /** Further words that the search finds it by. */
  readonly words: string;
  readonly load: () => Promise<ComponentType>;
  /** Whether it is in the navigation; always by default. Its address works either way. */
  readonly isListed?: () => boolean;
  /** Whether it is shown to nobody in particular: it asks with a credential of its own. */
  readonly hasOwnCredential?: boolean;
}

/** Pages in the order of the navigation. */
const PAGES: readonly Page[] = [
  {
    path: '',
    name: 'Today',
    group: 'Markets',
    words: 'board sectors movers regime overview market home',
    load: () => import('../pages/today.js').then(({ Today }) => Today),
  },
  {
    path: 'security',
    name: 'Security',
    group: 'Markets',
    words: 'ticker stock chart candles signal seasonality gaps dca earnings street news',
    load: () => import('../pages/security.js').then(({ Security }) => Security),
  },
  {
    path: 'screener',
    name: 'Screener',
    group: 'Markets',
    words: 'screen filter sort csv find securities scores',
    load: () => import('../pages/screener.js').then(({ Screener }) => Screener),
  },
  {
    path: 'calendar',
    name: 'Calendar',
    group: 'Markets',
    words: 'events catalysts earnings dividends splits ipo macro congress',
    load: () => import('../pages/calendar.js').then(({ Calendar }) => Calendar),
  },
  {
    path: 'compare',
    name: 'Compare',
    group: 'Markets',
    words: 'side by side relative performance several tickers',
    load: () => import('../pages/compare.js').then(({ Compare }) => Compare),
  },
  {
    path: 'backtest',
    name: 'Backtest',
    group: 'Research',
    words: 'strategy equity drawdown trades golden cross macd rsi trend',
    load: () => import('../pages/backtest.js').then(({ Backtest }) => Backtest),
  },
  {
    path: 'portfolio',
    name: 'Portfolio',
    group: 'Research',
    words: 'holdings overlay roll-up actions weights',
    load: () => import('../pages/portfolio.js').then(({ Portfolio }) => Portfolio),
  },
  {
    path: 'simulator',
    name: 'Simulator',
    group: 'Research',
    words: 'monte carlo fan cone value at risk',
    load: () => import('../pages/simulator.js').then(({ Simulator }) => Simulator),
  },
  {
    path: 'private-markets',
    name: 'Private markets',
    group: 'Research',
    words: 'marks valuations companies secondary tape stakes ipo readiness investors startups',
    load: () => import('../pages/private-markets.js').then(({ PrivateMarkets }) => PrivateMarkets),
  },
  {
    path: 'model-card',
    name: 'Model card',
    group: 'Research',
    words: 'calibration record track verdict factors validation',
    load: () => import('../pages/model-card.js').then(({ ModelCard }) => ModelCard),
  },
  {
    path: 'ask',
    name: 'Ask',
    group: 'Assistant',
    words: 'question answer ai sources',
    load: () => import('../pages/ask.js').then(({ Ask }) => Ask),
  },
  {
    path: 'agents',
    name: 'Agents',
    group: 'Assistant',
    words: 'runs schedule alerts digest committee',
    load: () => import('../pages/agents.js').then(({ AgentsPage }) => AgentsPage),
  },
  {
    path: 'line',
    name: 'Line',
    group: 'Assistant',
    words: 'mail messages texts inbox autopilot',
    load: () => import('../pages/line.js').then(({ Line }) => Line),
  },
  {
    path: 'vault',
    name: 'Vault',
    group: 'Assistant',
    words: 'credentials secrets approvals uses',
    load: () => import('../pages/vault.js').then(({ Vault }) => Vault),
  },
  {
    path: 'community',
    name: 'Community',
    group: 'Account',
    words: 'posts comments members leaderboard',
    load: () => import('../pages/community.js').then(({ Community }) => Community),
  },
  {
    path: 'webhooks',
    name: 'Webhooks',
    group: 'Account',
    words: 'endpoints deliveries events signing secret rotate test',
    load: () => import('../pages/webhooks.js').then(({ Webhooks }) => Webhooks),
  },
  {
    path: 'explorer',
    name: 'Explorer',
    group: 'Account',
    words: 'graphql schema fields tier points cost operation query sdl',
    load: () => import('../pages/explorer.js').then(({ Explorer }) => Explorer),
  },
  {
    path: 'usage',
    name: 'Keys and usage',
    group: 'Account',
    words: 'api keys quota units limits',
    load: () => import('../pages/usage.js').then(({ Usage }) => Usage),
  },
  {
    path: 'operator',
    name: 'Operator',
    group: 'Operator',
    words: 'admin coverage data age accounts tiers jobs queues schedules streams slow operations imports sources',
    load: () => import('../pages/operator.js').then(({ Operator }) => Operator),
    isListed: () => operatorKey.value !== null,
    hasOwnCredential: true,
  },
];

/** Pages that the navigation lists. */
export const listedPages = (): readonly Page[] => PAGES.filter(({ isListed }) => isListed?.() ?? true);

export function pageAt(step: string | undefined): Page | undefined {
  return PAGES.find(({ path }) => path === (step ?? ''));
}
