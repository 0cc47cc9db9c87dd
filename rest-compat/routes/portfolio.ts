import { compactHoldings } from '../parameters/url-form.js';
import { constant } from '../projection/shape.js';
import type { Failure, RouteGroup, Sample } from '../route.js';

const noSignals: Failure = { code: 'no_signals', repeats: [], unresolved: true, nullable: ['regime'] };

const rollUp = { path: '/portfolio', operation: 'portfolio', failure: noSignals } as const;
const market = { units: 1, source: 'simulated', mayBeEmpty: ['unresolved', 'stale', 'merged'] } as const;
const rolledUp: Sample = { ...market, parameters: { holdings: 'AAPL:60,MSFT:40' }, tier: 'pro' };
const overlay = {
  path: '/portfolio/overlay',
  operation: 'portfolio-overlay',
  failure: noSignals,
  errors: ['holdings_cap'],
  shape: constant('source', 'manual', 'Origin of the holdings.'),
} as const;
/** On the day of the sample no name of the simulated market is a strong buy. */
const overlaid: Sample = {
  ...market,
  mayBeEmpty: [...market.mayBeEmpty, 'signal_gaps'],
  parameters: { tickers: 'AAPL,MSFT,XOM' },
  tier: 'free',
};

/** Contract 4.5. */
export const GROUP: RouteGroup = {
  position: 40,
  tag: 'Portfolio',
  description: 'Roll-up, overlay and simulation of a portfolio.',
  page: 'portfolio',
  isVersioned: true,
  routes: [
    {
      ...rollUp,
      method: 'GET',
      summary: 'Portfolio roll-up by signal',
      urlForm: compactHoldings('weight'),
      sample: rolledUp,
    },
    {
      ...rollUp,
      method: 'POST',
      summary: 'Portfolio roll-up by signal, with a JSON body',
      sample: {
        ...rolledUp,
        parameters: {
          holdings: [
            { ticker: 'AAPL', weight: 60 },
            { ticker: 'MSFT', weight: 40 },
          ],
        },
      },
    },
    {
      ...overlay,
      method: 'GET',
      summary: 'Holdings compared with their signals',
      urlForm: compactHoldings('value'),
      sample: overlaid,
    },
    {
      ...overlay,
      method: 'POST',
      summary: 'Holdings compared with their signals, with a JSON body',
      sample: {
        ...overlaid,
        parameters: {
          holdings: [
            { ticker: 'AAPL', value: 6000 },
            { ticker: 'MSFT', value: 4000 },
          ],
        },
      },
    },
    {
      method: 'POST',
      path: '/simulate',
      operation: 'simulate',
      summary: 'Monte-Carlo simulation of a portfolio',
      operationId: 'simulate',
      page: 'simulation',
      errors: ['ticker_not_found'],
      sample: {
        parameters: {
          positions: [
            { ticker: 'AAPL', value_usd: 6000 },
            { ticker: 'MSFT', value_usd: 4000 },
          ],
          horizon_days: 126,
          lookback_years: 5,
          regime: 'auto',
        },
        tier: 'institutional',
        units: 1,
        source: 'simulated',
      },
    },
  ],
};
