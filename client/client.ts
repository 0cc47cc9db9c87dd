import { readAnswer, type ParsedAnswer, type WireAnswer } from './answer.js';
import type { TextDocument } from './document.js';
import { MarketgraphError } from './error.js';
import { lastVersions } from './last-versions.js';
import { readStream, type StreamOptions } from './stream.js';

export interface ClientOptions {
  /** Base URL of the API, such as `https://api.example.com`; `/graphql` is appended. */
  readonly url: string;
  /** An API key, sent as `X-API-Key`; without one, a page of the server's own sends its session's cookie. */
  readonly key?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Variables are optional if the operation has no required ones. */
export type Arguments<TVariables, TOptions = CallOptions> =
  Record<string, never> extends TVariables
    ? [variables?: TVariables, options?: TOptions]
    : [variables: TVariables, options?: TOptions];

/** Result of an operation, which may have both data and errors. */
export interface PartialAnswer<TResult> {
  /** Null if nothing was executed; failed fields are null. */
  readonly data: TResult | null;
  readonly errors: readonly MarketgraphError[];
}

export interface MarketgraphClient {
  /**
   * Runs an operation and returns its data. Throws MarketgraphError for the first error, even if other fields have
   * data.
   */
  query<TResult, TVariables>(
    document: TextDocument<TResult, TVariables>,
    ...rest: Arguments<TVariables>
  ): Promise<TResult>;
  /** Runs an operation and returns its data and errors. Throws MarketgraphError if there is no response. */
  queryPartial<TResult, TVariables>(
    document: TextDocument<TResult, TVariables>,
    ...rest: Arguments<TVariables>
  ): Promise<PartialAnswer<TResult>>;
  /**
   * Subscribes when the first event is requested, and yields the data and errors of each event. A lost connection is
   * reopened according to `StreamOptions.retryMs`; leaving the loop closes it. Throws MarketgraphError if the stream is
   * rejected or ended by an error, which was also its last event.
   */
  subscribe<TResult, TVariables>(
    document: TextDocument<TResult, TVariables>,
    ...rest: Arguments<TVariables, StreamOptions>
  ): AsyncGenerator<PartialAnswer<TResult>, void, undefined>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** The error if there is no response. */
function failure(error: unknown, isLate: boolean, timeoutMs: number): MarketgraphError {
  return isLate
    ? new MarketgraphError(
        { code: 'TIMEOUT', message: `No response within ${timeoutMs} ms.`, status: 0, requestId: null },
        error,
      )
    : new MarketgraphError(
        { code: 'NETWORK_ERROR', message: 'The server is unreachable.', status: 0, requestId: null },
        error,
      );
}

/** Creates a client for one API and one key, for browsers and Node 20 or newer. */
export function createClient({
  url,
  key,
  fetch = globalThis.fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: ClientOptions): MarketgraphClient {
  const endpoint = `${url.replace(/\/+$/, '')}/graphql`;
  const headers = { 'Content-Type': 'application/json', ...(key === undefined ? {} : { 'X-API-Key': key }) };

  async function send(body: string, signal: AbortSignal | undefined): Promise<WireAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, Accept: 'application/graphql-response+json, application/json' },
        body,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return { status: response.status, requestId: response.headers.get('X-Request-Id'), text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(error, timeout.aborted, timeoutMs);
    }
  }

  async function ask<TResult, TVariables>(
    { text }: TextDocument<TResult, TVariables>,
    [variables, options]: Arguments<TVariables>,
  ): Promise<ParsedAnswer> {
    return readAnswer(await send(JSON.stringify({ query: text, variables }), options?.signal));
  }

  return {
    async query<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables>) {
      const {
        data,
        errors: [error],
      } = await ask(document, rest);
      if (error !== undefined) throw error;
      return data as TResult;
    },
    async queryPartial<TResult, TVariables>(
      document: TextDocument<TResult, TVariables>,
      ...rest: Arguments<TVariables>
    ) {
      const { data, errors } = await ask(document, rest);
      return { data: data as TResult | null, errors };
    },
    async *subscribe<TResult, TVariables>(
      { text }: TextDocument<TResult, TVariables>,
      ...[variables, options = {}]: Arguments<TVariables, StreamOptions>
    ) {
      const last = lastVersions(text);
      const open = (signal: AbortSignal): Promise<Response> => {
        const body = JSON.stringify({
          query: text,
          variables: last.variables(variables as Readonly<Record<string, unknown>> | undefined),
        });
        return fetch(endpoint, { method: 'POST', headers: { ...headers, Accept: 'text/event-stream' }, body, signal });
      };
      for await (const answer of readStream(open, options)) {
        last.note(answer);
        yield { data: answer.data as TResult | null, errors: answer.errors };
      }
    },
  };
}
