import { readSupergraph } from '../../bin/graph.js';
import { describeCapability, type Capability } from '../../rest-compat/capability.js';
import { BASE_PATH, formOf, selectingFields, type Sample } from '../../rest-compat/route.js';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { readSdl } from '../../rest-compat/sdl.js';
import { withQuery, type Call } from '../support/http.js';

export const SDL = readSdl(readSupergraph());

/** A route with what follows from it, and the request that it answers well. */
export interface Endpoint {
  /** `GET /signal`. */
  readonly name: string;
  readonly capability: Capability;
  readonly sample: Sample;
  /** Status of the sample's answer. */
  readonly status: number;
}

/** Every route of the table. */
export const ALL_ENDPOINTS: readonly Endpoint[] = ROUTES.map((route) => ({
  name: `${route.method} ${route.path}${formOf(route) === '' ? '' : ` (${formOf(route)})`}`,
  capability: describeCapability(route, SDL),
  sample: route.sample,
  status: route.sample.status ?? route.status ?? 200,
}));

/** Those that a key may call; those for a session alone are tested by themselves. */
export const ENDPOINTS = ALL_ENDPOINTS.filter(({ capability }) => !capability.isSessionOnly);

/** One of them by its name. Throws where there is none. */
export function endpointNamed(wanted: string): Endpoint {
  const found = ENDPOINTS.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no endpoint ${wanted}`);
  return found;
}

export function takesBody({ capability: { route } }: Endpoint): boolean {
  return route.method === 'POST' || route.method === 'PATCH';
}

/** The sample's request, with some parameters replaced; one set to undefined is left out. */
export function requestOf(
  endpoint: Endpoint,
  changes: Readonly<Record<string, unknown>> = {},
): { readonly path: string; readonly call: Call } {
  const {
    capability: { route },
    sample: { parameters },
  } = endpoint;
  const all: Readonly<Record<string, unknown>> = { ...selectingFields(route), ...parameters, ...changes };
  const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const inPath = new Set(
    route.path
      .split('/')
      .filter((part) => part.startsWith(':'))
      .map((part) => part.slice(1)),
  );
  const path = BASE_PATH + route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.has(name)));
  if (takesBody(endpoint)) return { path, call: { method: route.method, body: rest } };
  return { path: withQuery(path, rest), call: { method: route.method } };
}
