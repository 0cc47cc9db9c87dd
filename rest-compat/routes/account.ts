import type { Route } from '../route.js';
import { leaveOutNull } from '../projection/shape.js';

/** Contract 4.7. */
export const account: readonly Route[] = [
  { method: 'GET', path: '/usage', operation: 'usage', summary: 'Usage and limits of the key', tag: 'Account', shape: leaveOutNull('ai_tokens') },
];
