import type { Route } from '../route.js';

/** Contract 4.1, signals. */
export const signals: readonly Route[] = [{ method: 'GET', path: '/signal', operation: 'signal', summary: 'Composite signal of a ticker', tag: 'Signals' }];
