import type { Tier } from '../access/tiers.js';
import { describeCapability } from './capability.js';
import { BASE_PATH, type Method, type Route } from './route.js';
import { ROUTES } from './routes/index.js';
import { readSdl } from './sdl.js';

export interface EndpointRow {
  readonly method: Method;
  /** Whole path, parameters in braces (`/api/v1/private-companies/{slug}`). */
  readonly path: string;
  /** Lowest tier that may call it. */
  readonly tier: Tier;
}

/** Path that describes the whole surface; the one that needs no key. */
export const OPENAPI_PATH = '/openapi';

/** A row's path as OpenAPI and people write it. */
export function publicPath({ path }: Pick<Route, 'path'>): string {
  return BASE_PATH + path.replace(/:([A-Za-z_]+)/g, '{$1}');
}

/** Every endpoint with its tier, from the SDL alone, so that `/usage` can be answered by a subgraph. */
export function listEndpoints(supergraphSdl: string, routes: readonly Route[] = ROUTES): readonly EndpointRow[] {
  const sdl = readSdl(supergraphSdl);
  const rows = new Map<string, EndpointRow>();
  for (const route of routes) {
    const row = { method: route.method, path: publicPath(route), tier: describeCapability(route, sdl).tier };
    const name = `${row.method} ${row.path}`;
    // Of rows that the body's action tells apart, the first speaks for all.
    if (!rows.has(name)) rows.set(name, row);
  }
  return [...rows.values(), { method: 'GET', path: BASE_PATH + OPENAPI_PATH, tier: 'free' }];
}
