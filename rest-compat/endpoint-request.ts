import type { LocalRequest } from '../http/local-request.js';
import type { Capability } from './capability.js';
import { BASE_PATH, selectingFields } from './route.js';

type Values = Readonly<Record<string, unknown>>;

/** Halves of characters, which have no form in UTF-8. */
const HALF = /\p{Surrogate}/gu;

/** A value in a URL; what has no form there is sent as JSON, which the endpoint refuses by the parameter's name. */
function inUrl(value: unknown): string {
  if (Array.isArray(value)) return value.map(inUrl).join(',');
  return typeof value === 'string' ? value.replace(HALF, '\uFFFD') : JSON.stringify(value);
}

/** The request to an endpoint, from its parameters by name: where each of them goes, the endpoint knows. */
export function endpointRequest({ route, parameters }: Capability, given: Values): LocalRequest {
  const { method, selector } = route;
  const selecting = selector?.value === undefined ? {} : { [selector.parameter]: selector.value };
  const placed = new Map(parameters.map(({ name, place, header }) => [name, { place, header }]));
  const values = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  const of = (place: string): [string, unknown][] =>
    values.filter(([name]) => (placed.get(name)?.place ?? 'other') === place);
  const inPath = new Map(of('path'));
  const path =
    BASE_PATH + route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(inUrl(inPath.get(name) ?? '')));
  const headers = Object.fromEntries(
    of('header').map(([name, value]) => [(placed.get(name)?.header ?? name).toLowerCase(), inUrl(value)]),
  );
  const rest = [...of('query'), ...of('body'), ...of('form'), ...of('other')];
  if (method === 'POST' || method === 'PATCH')
    return {
      method,
      url: path,
      headers,
      body: JSON.stringify({ ...Object.fromEntries(rest), ...selectingFields(route) }),
    };
  const query = new URLSearchParams(
    Object.entries({ ...Object.fromEntries(rest), ...selecting }).map(([name, value]) => [name, inUrl(value)]),
  );
  return { method, url: query.size === 0 ? path : `${path}?${query.toString()}`, headers };
}

/** The first parameter that selects the endpoint and that `given` lacks: without it another one would be asked. */
export function missingInUrl({ route: { selector }, parameters }: Capability, given: Values): string | undefined {
  const isBlank = (name: string): boolean => given[name] === undefined || given[name] === null || given[name] === '';
  const isSelecting = (name: string): boolean => selector?.value === undefined && selector?.parameter === name;
  return parameters.find(({ name, place }) => (place === 'path' || isSelecting(name)) && isBlank(name))?.name;
}
