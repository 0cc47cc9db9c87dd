import type { RouteGroup } from '../route.js';

/** Contract 4.6. */
export const GROUP: RouteGroup = {
  position: 45,
  tag: 'AI',
  description: 'Answers from the data of this service, with their sources.',
  page: 'ask',
  routes: [
    {
      method: 'POST',
      path: '/ask',
      operation: 'ask',
      summary: 'A sourced answer to a question',
      operationId: 'ask',
      errors: [
        'ticker_not_found',
        'daily_token_cap_reached',
        'monthly_token_allowance_reached',
        'upstream_failed',
        'upstream_timeout',
      ],
      sample: {
        parameters: { question: 'Is Apple or Microsoft the stronger one?', tickers: ['AAPL', 'MSFT'], mode: 'digest' },
        tier: 'pro',
        units: 1,
        source: 'simulated',
      },
    },
  ],
};
