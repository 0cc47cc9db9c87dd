import type { Route } from '../route.js';
import { account } from './account.js';
import { portfolio } from './portfolio.js';
import { research } from './research.js';
import { signals } from './signals.js';
import { webhooks } from './webhooks.js';

/** Every endpoint. Rows of one room are tried in order, so a reserved segment stands before a `:slug`. */
export const ROUTES: readonly Route[] = [...signals, ...research, ...portfolio, ...webhooks, ...account];
