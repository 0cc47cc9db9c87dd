import { GROUP_ROWS } from '../generated/groups.js';
import type { Route, RouteGroup } from '../route.js';

/** All endpoints by group, in display order: each file of this folder that exports a `GROUP`. */
export const GROUPS = Object.values<RouteGroup>(GROUP_ROWS).sort((one, other) => one.position - other.position);

/** Every endpoint. Rows of one group are tried in order, so a reserved segment precedes a `:slug`. */
export const ROUTES: readonly Route[] = GROUPS.flatMap(({ tag, page, isVersioned = false, routes }) =>
  routes.map((route) => ({ ...(page === undefined ? {} : { page }), ...route, tag, isVersioned })),
);
