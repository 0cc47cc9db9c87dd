import { TIERS, type Tier } from '../access/tiers.js';
import { capabilityOf } from './capability.js';
import { BASE_PATH, type Method, type Route } from './route.js';
import { ROUTES } from './routes/index.js';
import { readSdl } from './sdl.js';

export interface EndpointRow {
  readonly method: Method;
  /** Full path, with parameters in braces (`/api/v1/private-companies/{slug}`). */
  readonly path: string;
  /** Lowest tier that may call the endpoint. */
  readonly tier: Tier;
}

/** Lowest tier that may read the OpenAPI document; it needs no key either. */
export const OPENAPI_TIER: Tier = 'free';

/** Path of the OpenAPI document, the only endpoint that needs no key. */
export const OPENAPI_PATH = '/openapi';

/** A row's path in OpenAPI notation. */
export function publicPath({ path }: Pick<Route, 'path'>): string {
  return BASE_PATH + path.replace(/:([A-Za-z_]+)/g, '{$1}');
}

/** Every endpoint with its tier, derived from the SDL, so that a subgraph can serve `/usage`. */
export function listEndpoints(supergraphSdl: string, routes: readonly Route[] = ROUTES): readonly EndpointRow[] {
  const sdl = readSdl(supergraphSdl);
  const rows = new Map<string, EndpointRow>();
  for (const route of routes) {
    const row = { method: route.method, path: publicPath(route), tier: capabilityOf(route, sdl).tier };
    const name = `${row.method} ${row.path}`;
    const known = rows.get(name);
    // Rows of one path, with other actions or queries, are listed once, with the lowest of their tiers.
    if (known === undefined || TIERS.indexOf(row.tier) < TIERS.indexOf(known.tier)) rows.set(name, row);
  }
  return [...rows.values(), { method: 'GET', path: BASE_PATH + OPENAPI_PATH, tier: OPENAPI_TIER }];
}
