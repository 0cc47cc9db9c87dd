import type { RouteGroup } from '../route.js';

/** Contract 4.1, signals. */
export const GROUP: RouteGroup = {
  position: 1,
  tag: 'Signals',
  description: 'The composite multi-factor signal.',
  routes: [
    {
      method: 'GET', path: '/signal', operation: 'signal', summary: 'Composite signal for a ticker',
      sample: { parameters: { ticker: 'AAPL' }, tier: 'free', units: 1, source: 'simulated' },
    },
  ],
};
