import { readSupergraph } from '../../bin/graph.js';
import { describeCapability, type Capability } from '../../rest-compat/capability.js';
import { BASE_PATH } from '../../rest-compat/route.js';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { readSdl } from '../../rest-compat/sdl.js';
import { withQuery, type Call } from '../support/http.js';
import { SAMPLES, type Sample } from './samples.js';

const SDL = readSdl(readSupergraph());

/** A route with what follows from it, and the request that it answers well. */
export interface Endpoint {
  /** `GET /signal`. */
  readonly name: string;
  readonly capability: Capability;
  readonly sample: Sample;
}

/** Routes whose operation has no sample: there should be none. */
export const UNSAMPLED = ROUTES.filter(({ operation }) => SAMPLES[operation] === undefined).map(({ method, path }) => `${method} ${path}`);

/** Every route of the table that has a sample. */
export const ENDPOINTS: readonly Endpoint[] = ROUTES.flatMap((route) => {
  const sample = SAMPLES[route.operation];
  return sample === undefined ? [] : [{ name: `${route.method} ${route.path}${route.action === undefined ? '' : ` (${route.action})`}`, capability: describeCapability(route, SDL), sample }];
});

export function takesBody({ capability: { route } }: Endpoint): boolean {
  return route.method === 'POST' || route.method === 'PATCH';
}

/** The sample's request, with some parameters replaced; one set to undefined is left out. */
export function requestOf(endpoint: Endpoint, changes: Readonly<Record<string, unknown>> = {}): { readonly path: string; readonly call: Call } {
  const { capability: { route }, sample } = endpoint;
  const base = takesBody(endpoint) ? sample.parameters : (sample.query ?? sample.parameters);
  const values = Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== undefined));
  const inPath = new Set(route.path.split('/').filter((part) => part.startsWith(':')).map((part) => part.slice(1)));
  const path = BASE_PATH + route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.has(name)));
  if (takesBody(endpoint)) return { path, call: { method: route.method, body: rest } };
  return { path: withQuery(path, rest), call: { method: route.method } };
}
