import { MarketgraphError } from './error.js';
import { ENDPOINTS, type RestEndpoints, type RestPages } from './generated/rest.js';

export type * from './generated/rest.js';

/** One endpoint as the generated table has it. */
export interface EndpointCall {
  readonly method: string;
  /** Below `/api/v1`, with parameters as `:slug`. */
  readonly path: string;
  /** Names of headers, by the parameter that each is. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is always sent. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The list of an answer in pages. */
  readonly rows?: string;
}

export interface RestOptions {
  /** Base URL of the API, such as `https://api.example.com`; `/api/v1` is appended. */
  readonly url: string;
  /** An API key, sent as `X-API-Key`. */
  readonly key?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of each try in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often a request that is refused for now (429, 503) is sent again after `Retry-After`; 2 by default. */
  readonly maxRetries?: number;
  /** A longer `Retry-After` is an error at once; 60 by default. */
  readonly maxWaitS?: number;
  /** Replaces waiting. */
  readonly sleep?: (ms: number) => Promise<void>;
}

export interface RestCallOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Every endpoint by the name of its operation, and in `pages` those that have pages. */
export type RestClient = RestEndpoints & {
  /** Iterators over the entries of all pages, each page when it is needed. */
  readonly pages: RestPages;
};

type Values = Readonly<Record<string, unknown>>;
type Call = (parameters?: Values, options?: RestCallOptions) => Promise<unknown>;

const RETRIED: ReadonlySet<number> = new Set([429, 503]);

function inUrl(value: unknown): string {
  if (Array.isArray(value)) return value.map(inUrl).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The request of an endpoint; parameters that are undefined are left out. */
function requestOf(base: string, { method, path, headers = {}, fixed = {} }: EndpointCall, given: Values): Sent {
  const values = new Map(
    Object.entries({ ...given, ...fixed }).filter(([, value]) => value !== undefined && value !== null),
  );
  const take = (name: string): unknown => {
    const value = values.get(name);
    values.delete(name);
    return value;
  };
  const place = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = inUrl(take(name) ?? '');
    if (/^\.*$/.test(value)) throw new TypeError(`${name} is a part of the path and must not be empty.`);
    return encodeURIComponent(value);
  });
  const own = Object.fromEntries(
    Object.entries(headers).flatMap(([name, header]) => (values.has(name) ? [[header, inUrl(take(name))]] : [])),
  );
  if (method === 'POST' || method === 'PATCH') {
    const body = JSON.stringify(Object.fromEntries(values));
    return { url: base + place, headers: { ...own, 'Content-Type': 'application/json' }, body };
  }
  const query = new URLSearchParams([...values].map(([name, value]) => [name, inUrl(value)])).toString();
  return { url: `${base}${place}${query === '' ? '' : `?${query}`}`, headers: own, body: undefined };
}

/** The error for what no server of this API answers. */
function noAnswer(message: string, { status, headers }: Response): MarketgraphError {
  return new MarketgraphError({ code: 'INVALID_ANSWER', message, status, requestId: headers.get('X-Request-Id') });
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function errorOf(response: Response, body: unknown): MarketgraphError {
  const { status } = response;
  if (response.ok) return noAnswer('The response is not a JSON object.', response);
  const requestId = response.headers.get('X-Request-Id');
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string')
    return noAnswer(`The server answered ${status} without an error.`, response);
  const { error, ...rest } = body;
  const { message, request_id: _id, ...extra } = rest as Readonly<Record<string, unknown>>;
  return new MarketgraphError({
    code: error.toUpperCase(),
    message: typeof message === 'string' ? message : error,
    status,
    requestId,
    extra,
  });
}

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Seconds to wait before the request is sent again; null if that does not help. */
function waitS(response: Response): number | null {
  const header = response.headers.get('Retry-After');
  return RETRIED.has(response.status) && header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/**
 * Creates a client of the REST API, for browsers and Node 20 or newer: a method for each endpoint. Methods throw
 * MarketgraphError with the declared code in upper case.
 */
export function createRestClient({
  url,
  key,
  fetch = globalThis.fetch,
  timeoutMs = 30_000,
  maxRetries = 2,
  maxWaitS = 60,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: RestOptions): RestClient {
  if (/[?#\s]/.test(url)) throw new TypeError('url is no address of a server, such as http://127.0.0.1:4000.');
  const base = `${url.replace(/\/+$/, '')}/api/v1`;

  async function once(
    method: string,
    { url: address, headers, body }: Sent,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly response: Response; readonly body: unknown }> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const init = {
      method,
      headers: { Accept: 'application/json', ...(key === undefined ? {} : { 'X-API-Key': key }), ...headers },
      redirect: 'error' as const,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body }),
    };
    try {
      const response = await fetch(address, init);
      // A connection that breaks within the body is as good as none.
      return { response, body: parsed(await response.text()) };
    } catch (error) {
      signal?.throwIfAborted();
      const [code, message] = timeout.aborted
        ? ['TIMEOUT', `No response within ${timeoutMs} ms.`]
        : ['NETWORK_ERROR', 'The server is unreachable.'];
      throw new MarketgraphError({ code, message, status: 0, requestId: null }, error);
    }
  }

  async function send(endpoint: EndpointCall, given: Values, { signal }: RestCallOptions): Promise<unknown> {
    const sent = requestOf(base, endpoint, given);
    for (let retries = 0; ; retries += 1) {
      const isLast = retries >= maxRetries;
      const answer = await once(endpoint.method, sent, signal).catch((error: unknown) => {
        // Whether a request that changes something has arrived is not known.
        if (isLast || endpoint.method !== 'GET' || !(error instanceof MarketgraphError)) throw error;
        return null;
      });
      if (answer !== null) {
        const { response, body } = answer;
        if (response.ok && isObject(body)) return body;
        const wait = waitS(response);
        if (isLast || wait === null || wait > maxWaitS) throw errorOf(response, body);
        await sleep(wait * 1000);
      } else await sleep(1000 * 2 ** retries);
      signal?.throwIfAborted();
    }
  }

  async function* entries(call: Call, rows: string, given: Values, options?: RestCallOptions): AsyncGenerator {
    for (let cursor: unknown = given['cursor']; ;) {
      const { [rows]: page, next_cursor: next } = (await call({ ...given, cursor }, options)) as Values;
      const isPage = Array.isArray(page) && (next === null || (typeof next === 'string' && next !== cursor));
      if (!isPage)
        throw new MarketgraphError({
          code: 'INVALID_ANSWER',
          message: `The response is no page of ${rows}.`,
          status: 200,
          requestId: null,
        });
      yield* page as readonly unknown[];
      if (next === null) return;
      cursor = next;
    }
  }

  const table = Object.entries<EndpointCall>(ENDPOINTS);
  const calls = table.map(([name, endpoint]): [string, Call] => [
    name,
    (given = {}, options = {}) => send(endpoint, given, options),
  ]);
  const byName = new Map(calls);
  const pages = table.flatMap(([name, { rows }]) => {
    const call = byName.get(name);
    if (rows === undefined || call === undefined) return [];
    return [[name, (given: Values = {}, options?: RestCallOptions) => entries(call, rows, given, options)] as const];
  });
  return { ...Object.fromEntries(calls), pages: Object.fromEntries(pages) } as unknown as RestClient;
}
