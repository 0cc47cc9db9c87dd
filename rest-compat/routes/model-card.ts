import type { RouteGroup } from '../route.js';

/** Contract 4.3. */
export const GROUP: RouteGroup = {
  position: 35,
  tag: 'Model card',
  description: 'What the composite signal has been worth.',
  isVersioned: true,
  routes: [
    {
      method: 'GET',
      path: '/engine/model-card',
      operation: 'model-card',
      summary: 'Model card of the composite signal',
      sample: { parameters: { window: '365d' }, tier: 'pro', units: 1, source: 'none' },
    },
  ],
};
