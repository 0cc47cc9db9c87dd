import type { RouteGroup } from '../route.js';
import { leaveOutNull } from '../projection/shape.js';

/** Contract 4.7. */
export const account: RouteGroup = {
  tag: 'Account',
  description: 'What the key may do and has done.',
  routes: [
    {
      method: 'GET', path: '/usage', operation: 'usage', summary: 'Usage and limits of the key',
      shape: leaveOutNull('ai_tokens'),
      sample: { parameters: {}, tier: 'free', units: 0, source: 'none' },
    },
  ],
};
