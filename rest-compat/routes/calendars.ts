import { constant } from '../projection/shape.js';
import type { RouteGroup } from '../route.js';

/** Contract 4.2. */
export const GROUP: RouteGroup = {
  position: 30,
  tag: 'Calendars',
  description: 'Reports and events of companies and of the market by date.',
  routes: [
    {
      method: 'GET',
      path: '/earnings-calendar',
      operation: 'earnings-calendar',
      summary: 'Earnings reports and the next one, estimated',
      shape: constant('next_earnings_is_estimate', true, 'Always true: the date is computed from earlier filings.'),
      sample: { parameters: { ticker: 'AAPL' }, tier: 'pro', units: 1, source: 'simulated' },
    },
    {
      method: 'GET',
      path: '/corporate-events',
      operation: 'corporate-events',
      summary: 'Events of a company: reports, dividends, splits, rating actions, insiders, filings',
      words: 'insider trades transactions form 4 upgrades downgrades',
      sample: { parameters: { ticker: 'AAPL' }, tier: 'pro', units: 1, source: 'simulated', mayBeEmpty: ['missing'] },
    },
    {
      method: 'GET',
      path: '/catalysts',
      operation: 'catalysts',
      summary: 'Dated events of the market: reports, IPOs, dividends, splits, macro, expiries, trades of Congress',
      errors: ['ticker_not_found'],
      sample: {
        parameters: { days: 14, types: ['earnings', 'macro', 'opex', 'ipo'] },
        tier: 'free',
        units: 1,
        source: 'curated, simulated',
        // Of `clamped`: nothing of this request is left out for the tier that it is recorded with.
        mayBeEmpty: ['types', 'missing'],
      },
    },
  ],
};
