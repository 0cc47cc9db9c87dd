import type { ParsedUrlQuery } from 'node:querystring';
import type { Express, Request, Response } from 'express';
import { encodeBody } from '../http/compression.js';
import type { HttpContext } from '../http/context.js';
import { weak } from '../http/etag.js';
import type { Exchange } from '../http/exchange.js';
import { requestLocally, type LocalAnswer, type LocalRequest } from '../http/local-request.js';
import type { Capability } from '../rest-compat/capability.js';
import { requireTier } from '../rest-compat/handler.js';
import type { Row } from './rows.js';

/** What a view asks REST, and what it makes of the answer. */
export interface RestView {
  /** The endpoint, if not all tiers may call it. */
  readonly capability?: Capability;
  /** Throws a declared error for what has no endpoint. */
  readonly request: (given: ParsedUrlQuery) => LocalRequest;
  readonly rows: (body: unknown) => readonly Row[];
  /** The request for the next page of a list whose rows are wanted all, null after the last one. */
  readonly next?: (body: unknown) => LocalRequest | null;
}

export interface Asked<Context extends HttpContext> {
  readonly app: Express;
  readonly exchange: Exchange<Context>;
  readonly request: Request;
  readonly response: Response;
  /** Differs where the same answer of REST has other rows, as after an upgrade. */
  readonly revision: string;
}

/** Headers of REST's answer that are about its bytes or its connection. */
const OF_BYTES: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'content-type',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'etag',
]);
const JSON_TYPE = 'application/json; charset=utf-8';
/** REST has `"ok": false` with 200, which a table would show as no rows. */
const UNPROCESSABLE = 422;

/** The rows in place of a success; what is no success is passed on. */
function shown({ status, text }: LocalAnswer, { rows }: RestView): { readonly status: number; readonly text: string } {
  if (status !== 200) return { status, text };
  const body: unknown = JSON.parse(text);
  if ((body as { readonly ok?: unknown }).ok === false) return { status: UNPROCESSABLE, text };
  return { status, text: JSON.stringify(rows(body)) };
}

async function relay<C extends HttpContext>(
  { request, response, revision }: Asked<C>,
  answer: LocalAnswer,
  view: RestView,
): Promise<void> {
  const { status, text } = shown(answer, view);
  const { bytes, encoding } = await encodeBody(request, text);
  const tag = answer.headers['etag'];
  const hasBody = status !== 304;
  response.writeHead(status, {
    ...Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_BYTES.has(name))),
    ...(tag === undefined ? {} : { etag: weak(tag.replace(/^W\//, '').replace(/"$/, `.${revision}"`)) }),
    ...(hasBody ? { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(bytes) } : {}),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  });
  response.end(hasBody ? bytes : undefined);
}

/** Each page costs a request of the month, so that a longer list is cut. */
const MOST_PAGES = 25;

/** All pages from the first one as one answer, without a tag, since that of a page says nothing of the others. */
async function withNextPages(
  first: LocalAnswer,
  { rows, next }: RestView,
  ask: (request: LocalRequest) => Promise<LocalAnswer>,
): Promise<{ readonly answer: LocalAnswer; readonly rows: readonly Row[] }> {
  const all: Row[] = [];
  let answer = first;
  for (let page = 1; answer.status === 200; page += 1) {
    const body: unknown = JSON.parse(answer.text);
    all.push(...rows(body));
    const following = page < MOST_PAGES ? (next?.(body) ?? null) : null;
    if (following === null) break;
    answer = await ask(following);
  }
  const { etag: _etag, ...headers } = answer.headers;
  return { answer: { ...answer, headers }, rows: all };
}

/** REST's tags of the rows that the client has, of this revision. */
function ownTags(ifNoneMatch = '', revision: string): string {
  const ending = `.${revision}"`;
  return ifNoneMatch
    .split(',')
    .flatMap((tag) => (tag.trim().endsWith(ending) ? [`${tag.trim().slice(0, -ending.length)}"`] : []))
    .join(', ');
}

/**
 * Answers with rows of REST's answer to a request in the client's name: its key, tier, limits, price and errors are
 * those of the endpoint, and so are the headers. Never throws.
 */
export function answerFromRest<Context extends HttpContext>(asked: Asked<Context>, view: RestView): void {
  const { app, exchange, request, response, revision } = asked;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const send = async (): Promise<void> => {
    const known = view.next === undefined ? ownTags(request.headers['if-none-match'], revision) : '';
    const headers = { 'x-request-id': exchange.requestId, ...(known === '' ? {} : { 'if-none-match': known }) };
    const ask = (of: LocalRequest): Promise<LocalAnswer> =>
      requestLocally(app, request, { ...of, headers }, gone.signal);
    const first = await ask(view.request(exchange.query));
    if (view.next === undefined) return relay(asked, first, view);
    const { answer, rows } = await withNextPages(first, view, ask);
    await relay(asked, answer, { ...view, rows: () => rows });
  };
  send().catch((error: unknown) => {
    if (gone.signal.aborted) return;
    // As REST does: key and tier first, then what is wrong with the request.
    exchange.run(false, () => {
      if (view.capability !== undefined) requireTier(exchange, view.capability);
      exchange.refuse(error);
    });
  });
}
