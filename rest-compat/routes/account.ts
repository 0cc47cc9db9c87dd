import type { RouteGroup } from '../route.js';
import { leaveOutNull } from '../projection/shape.js';

/** Usage without what moves with each request or second, which would change the ETag each time. */
function tagged({ per_minute: _minute, ai_tokens: tokens, ...usage }: Readonly<Record<string, unknown>>): unknown {
  return [usage, typeof tokens === 'object' && tokens !== null ? { ...tokens, resets_in_s: 0 } : null];
}

/** Contract 4.7. */
export const GROUP: RouteGroup = {
  position: 60,
  tag: 'Account',
  description: 'Usage and limits of the API key.',
  routes: [
    {
      method: 'GET',
      path: '/usage',
      operation: 'usage',
      summary: 'Usage and limits of the API key',
      words: 'quota left remaining units rate',
      shape: leaveOutNull('ai_tokens'),
      tagged,
      sample: { parameters: {}, tier: 'free', units: 0, source: 'none' },
    },
  ],
};
