import type { RouteGroup, Sample } from '../route.js';
import { constant, counted, paged, within } from '../projection/shape.js';

const apple: Sample = { parameters: { ticker: 'AAPL' }, tier: 'free', units: 1, source: 'simulated' };

const backtest = {
  path: '/backtest',
  operation: 'backtest',
  failure: { code: 'insufficient_data', repeats: ['ticker', 'strategy', 'years'] },
  sample: { ...apple, parameters: { ticker: 'AAPL', strategy: 'trend', years: 1 }, tier: 'starter' },
} as const;

/** Contract 4.1, research. */
export const GROUP: RouteGroup = {
  position: 20,
  tag: 'Research',
  description: 'Statistics and backtests on daily price history.',
  isVersioned: true,
  routes: [
    {
      method: 'GET',
      path: '/seasonality',
      operation: 'seasonality',
      summary: 'Returns by calendar month',
      sample: apple,
    },
    {
      method: 'GET',
      path: '/gap-stats',
      operation: 'gap-stats',
      summary: 'Overnight gap statistics',
      sample: apple,
    },
    {
      method: 'GET',
      path: '/swing-signal',
      operation: 'swing-signal',
      summary: 'Signal for days to weeks',
      sample: { ...apple, tier: 'institutional', mayBeEmpty: ['market_cap'] },
    },
    {
      method: 'GET',
      path: '/day-signal',
      operation: 'day-signal',
      summary: 'Signal for the session at hand',
      sample: { ...apple, tier: 'institutional', mayBeEmpty: ['trade_plan', 'missing'] },
    },
    {
      method: 'GET',
      path: '/microstructure',
      operation: 'microstructure',
      summary: 'How the last session traded',
      sample: { ...apple, tier: 'institutional', mayBeEmpty: ['missing'] },
    },
    {
      method: 'GET',
      path: '/street-grades',
      operation: 'street-grades',
      summary: "What followed analysts' rating actions",
      sample: apple,
    },
    {
      method: 'GET',
      path: '/earnings-setup',
      operation: 'earnings-setup',
      summary: 'What is known before the next earnings report',
      shape: within(
        'next_earnings',
        constant('is_estimate', true, 'Always true: the date is computed from earlier filings.'),
      ),
      sample: { ...apple, tier: 'pro', mayBeEmpty: ['implied_move_reason'] },
    },
    {
      method: 'GET',
      path: '/promise-ledger',
      operation: 'promise-ledger',
      summary: 'Promises of management in earnings calls',
      errors: ['transcript_quota_reached'],
      demo: {
        operation: 'demo-promise-ledger',
        ticker: 'DEMO',
        description: 'With `1`, a ledger of a fictional company, which needs no `ticker` and costs no transcript.',
      },
      sample: apple,
    },
    {
      method: 'GET',
      path: '/readthrough-basket',
      operation: 'readthrough-basket',
      summary: 'Basket of the listed companies around a private one',
      errors: ['not_found'],
      demo: {
        operation: 'demo-readthrough-basket',
        description: 'With `1`, a basket around a fictional company, which needs no `slug`.',
      },
      sample: { parameters: { slug: 'anthropic' }, tier: 'pro', units: 1, source: 'curated, simulated' },
    },
    {
      method: 'GET',
      path: '/news',
      operation: 'news',
      summary: 'News of a company, each story once',
      shape: paged('articles'),
      sample: apple,
    },
    {
      method: 'GET',
      path: '/startup-news',
      operation: 'startup-news',
      summary: 'News of private companies and their funding rounds, each story once',
      shape: paged('articles'),
      sample: {
        parameters: { funding: true, limit: 5 },
        tier: 'free',
        units: 1,
        source: 'simulated',
        mayBeEmpty: ['tickers'],
      },
    },
    {
      method: 'GET',
      path: '/dca',
      operation: 'dca',
      summary: 'Dollar-cost-averaging backtest',
      sample: { ...apple, parameters: { ticker: 'AAPL', monthly: 500, years: 1 } },
    },
    {
      method: 'GET',
      path: '/backtest/library',
      operation: 'backtest-library',
      page: 'backtest',
      summary: 'Strategies and metrics of the backtest',
      shape: counted('strategies'),
      sample: { parameters: {}, tier: 'free', units: 0, source: 'none' },
    },
    { ...backtest, method: 'GET', summary: 'Backtest of a classic strategy' },
    { ...backtest, method: 'POST', summary: 'Backtest of a classic strategy, with a JSON body' },
  ],
};
