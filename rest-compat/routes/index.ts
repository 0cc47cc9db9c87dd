import type { Route, RouteGroup } from '../route.js';
import { account } from './account.js';
import { portfolio } from './portfolio.js';
import { research } from './research.js';
import { signals } from './signals.js';
import { webhooks } from './webhooks.js';

/** All endpoints by group, in display order. */
export const GROUPS: readonly RouteGroup[] = [signals, research, portfolio, webhooks, account];

/** Every endpoint. Rows of one group are tried in order, so a reserved segment precedes a `:slug`. */
export const ROUTES: readonly Route[] = GROUPS.flatMap(({ tag, routes }) => routes.map((route) => ({ ...route, tag })));
