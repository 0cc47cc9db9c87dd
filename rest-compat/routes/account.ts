import type { RouteGroup } from '../route.js';
import { leaveOutNull } from '../projection/shape.js';

/** Contract 4.7. */
export const GROUP: RouteGroup = {
  position: 5,
  tag: 'Account',
  description: 'Usage and limits of the API key.',
  routes: [
    {
      method: 'GET', path: '/usage', operation: 'usage', summary: 'Usage and limits of the API key',
      shape: leaveOutNull('ai_tokens'),
      sample: { parameters: {}, tier: 'free', units: 0, source: 'none' },
    },
  ],
};
