import { compactHoldings } from '../parameters/url-form.js';
import { failureShape } from '../projection/shape.js';
import type { Route } from '../route.js';

const noSignals = failureShape({ failureKeys: ['ok', 'status', 'message', 'unresolved', 'api_version'], failureOnly: ['status', 'message'] });

const rollUp = { path: '/portfolio', operation: 'portfolio', tag: 'Portfolio', shape: noSignals } as const;
const overlay = { path: '/portfolio/overlay', operation: 'portfolio-overlay', tag: 'Portfolio', shape: noSignals, errors: ['holdings_cap'] } as const;

/** Contract 4.5. */
export const portfolio: readonly Route[] = [
  { ...rollUp, method: 'GET', summary: 'Holdings rolled up by their signals', urlForm: compactHoldings('weight') },
  { ...rollUp, method: 'POST', summary: 'Holdings rolled up by their signals, by JSON body', example: { holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT', weight: 40 }] } },
  { ...overlay, method: 'GET', summary: 'Holdings against their signals', urlForm: compactHoldings('value') },
  { ...overlay, method: 'POST', summary: 'Holdings against their signals, by JSON body', example: { holdings: [{ ticker: 'AAPL', value: 6000 }, { ticker: 'MSFT', value: 4000 }] } },
  {
    method: 'POST',
    path: '/simulate',
    operation: 'simulate',
    summary: 'Monte-Carlo simulation of a portfolio',
    tag: 'Portfolio',
    errors: ['ticker_not_found'],
    example: { positions: [{ ticker: 'AAPL', value_usd: 6000 }, { ticker: 'MSFT', value_usd: 4000 }], horizon_days: 126, lookback_years: 5, regime: 'auto' },
  },
];
