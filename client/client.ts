import { readAnswer, type ParsedAnswer, type WireAnswer } from './answer.js';
import type { TextDocument } from './document.js';
import { MarketgraphError } from './error.js';
import { readStream, type StreamOptions } from './stream.js';

export interface ClientOptions {
  /** Where the API listens, such as `https://api.example.com`; `/graphql` is added. */
  readonly url: string;
  /** An API key, sent as `X-API-Key`. */
  readonly key: string;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long an answer may take, milliseconds. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

/** An operation without required variables may be called without any. */
export type Arguments<TVariables, TOptions = CallOptions> = Record<string, never> extends TVariables ? [variables?: TVariables, options?: TOptions] : [variables: TVariables, options?: TOptions];

/** What an operation answered, with the fields that failed beside those that did not. */
export interface PartialAnswer<TResult> {
  /** Null where nothing was executed; a field that failed is null in it. */
  readonly data: TResult | null;
  readonly errors: readonly MarketgraphError[];
}

export interface MarketgraphClient {
  /** The data of an operation. Throws MarketgraphError for the first error, even where other fields have data. */
  query<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables>): Promise<TResult>;
  /** The data of an operation beside its errors, for pages that show what there is. Throws MarketgraphError where no answer came. */
  queryPartial<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables>): Promise<PartialAnswer<TResult>>;
  /**
   * The events of a subscription, each its data beside its errors. Nothing is sent before the first is asked for. A connection that is lost is opened
   * again, as `StreamOptions.retryMs` says; leaving the loop closes it. Throws MarketgraphError where the stream is refused, or ended by an error, which was
   * its last event too.
   */
  subscribe<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables, StreamOptions>): AsyncGenerator<PartialAnswer<TResult>, void, undefined>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Why no answer came. */
function failure(error: unknown, isLate: boolean, timeoutMs: number): MarketgraphError {
  return isLate
    ? new MarketgraphError({ code: 'TIMEOUT', message: `No answer within ${timeoutMs} ms.`, status: 0, requestId: null }, error)
    : new MarketgraphError({ code: 'NETWORK_ERROR', message: 'The server cannot be reached.', status: 0, requestId: null }, error);
}

/** A client of one API with one key. Works in browsers and in Node 20 and newer. */
export function createClient({ url, key, fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS }: ClientOptions): MarketgraphClient {
  const endpoint = `${url.replace(/\/+$/, '')}/graphql`;
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };

  async function send(body: string, signal: AbortSignal | undefined): Promise<WireAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(endpoint, { method: 'POST', headers: { ...headers, Accept: 'application/graphql-response+json, application/json' }, body, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) });
      return { status: response.status, requestId: response.headers.get('X-Request-Id'), text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(error, timeout.aborted, timeoutMs);
    }
  }

  async function ask<TResult, TVariables>({ text }: TextDocument<TResult, TVariables>, [variables, options]: Arguments<TVariables>): Promise<ParsedAnswer> {
    return readAnswer(await send(JSON.stringify({ query: text, variables }), options?.signal));
  }

  return {
    async query<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables>) {
      const { data, errors: [error] } = await ask(document, rest);
      if (error !== undefined) throw error;
      return data as TResult;
    },
    async queryPartial<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables>) {
      const { data, errors } = await ask(document, rest);
      return { data: data as TResult | null, errors };
    },
    async *subscribe<TResult, TVariables>({ text }: TextDocument<TResult, TVariables>, ...[variables, options = {}]: Arguments<TVariables, StreamOptions>) {
      const body = JSON.stringify({ query: text, variables });
      const open = (signal: AbortSignal): Promise<Response> => fetch(endpoint, { method: 'POST', headers: { ...headers, Accept: 'text/event-stream' }, body, signal });
      for await (const { data, errors } of readStream(open, options)) yield { data: data as TResult | null, errors };
    },
  };
}
