import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Request, Response } from 'express';
import { readCredential } from '../access/credential.js';
import { ApiError } from '../access/errors.js';
import type { Identity } from '../access/identity.js';
import { accountScope, addressScope, type MinuteState } from '../access/limits.js';
import { ANONYMOUS_PER_MINUTE } from '../access/tiers.js';
import { EVENT_STREAM } from '../gateway/live/event-stream.js';
import { encodeBody, ReusableBody, type EncodedBody } from './compression.js';
import { isPromise, type Allowance, type Eventually, type HttpContext } from './context.js';
import { errorBody, retryAfterS } from './error-body.js';
import { API_HEADERS, type HeaderList } from './headers.js';
import type { HttpOptions } from './options.js';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const NO_HEADERS: HeaderList = [];
/** Nobody's month. */
const NOTHING: Allowance = { limit: 0, remaining: 0 };
/** RFC 9110, 11.6.1: a 401 says how to authenticate. */
const CHALLENGE: HeaderList = ['WWW-Authenticate', 'Bearer realm="marketgraph"'];
const STARTING = 'The server is starting; try again in a moment.';
const STARTING_WAIT_S = 2;
const JSON_TYPE = 'application/json; charset=utf-8';

/** The body that a refusal is answered with. */
export type DescribeError = (error: ApiError, requestId: string) => object;

/** What one answer says beside the headers that every answer has. */
export interface Answer {
  readonly status: number;
  /** Empty where the status has no body. */
  readonly body: string | Buffer | ReusableBody;
  readonly cacheControl: string;
  /** In place of the exchange's own. */
  readonly contentType?: string;
  readonly headers?: HeaderList;
  /** In place of the headers that every answer of the API has. */
  readonly fixed?: HeaderList;
}

/**
 * One request on its way through the checks (`docs/decisions.md`, order of checks) to exactly one answer.
 * Every step answers at once where what it asks does, so that a warm request stays in its tick.
 */
export class Exchange<Context extends HttpContext> {
  readonly request: Request;
  readonly nowMs: number;
  readonly requestId: string;
  readonly query: ParsedUrlQuery;
  private readonly options: HttpOptions<Context>;
  private readonly response: Response;
  private readonly describe: DescribeError;
  private readonly contentType: string;
  private identity: Identity | null = null;
  private minute: MinuteState | null = null;
  private known: Context | null = null;

  /** `describe` spells a refusal's body, `contentType` what bodies are: REST's unless told otherwise. */
  constructor(options: HttpOptions<Context>, request: Request, response: Response, describe: DescribeError = errorBody, contentType = JSON_TYPE) {
    this.options = options;
    this.describe = describe;
    this.contentType = contentType;
    this.request = request;
    this.response = response;
    this.nowMs = options.clock();
    const given = request.headers['x-request-id'];
    this.requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : options.newRequestId();
    const mark = request.url.indexOf('?');
    this.query = mark === -1 ? {} : parse(request.url.slice(mark + 1));
  }

  /** What the resolvers see; there once a caller with a key is let in. */
  get context(): Context {
    if (this.known === null) throw new Error('the caller is not known yet');
    return this.known;
  }

  get caller(): Identity | null {
    return this.identity;
  }

  /** Runs the checks of the caller, then `work`; whatever is thrown on the way becomes the answer. */
  run(isOpen: boolean, work: (exchange: this) => Eventually<void>): void {
    try {
      if (this.options.isReady?.() === false) throw new ApiError('unavailable', STARTING, { retry_after_s: STARTING_WAIT_S });
      const admitted = this.admit(isOpen);
      const done = isPromise(admitted) ? admitted.then(() => work(this)) : work(this);
      if (isPromise(done)) done.catch((error: unknown) => this.refuse(error));
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Answers a browser's question what it may send. It counts nothing: a page's calls would cost an address twice. */
  preflight(headers: HeaderList, fixed: HeaderList): void {
    const answer = (minute: MinuteState): void => {
      this.minute = minute;
      this.send({ status: 204, body: '', cacheControl: 'no-store', headers, fixed });
    };
    try {
      const minute = this.options.access.limiter.peek(this.address(), ANONYMOUS_PER_MINUTE, this.nowMs);
      if (isPromise(minute)) minute.then(answer).catch((error: unknown) => this.refuse(error));
      else answer(minute);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** 1 key, 2 minute. What is open to all lets a caller without a valid key in as nobody. */
  private admit(isOpen: boolean): Eventually<void> {
    try {
      const credential = readCredential(this.request.headers, this.query, { allowedOrigins: this.options.allowedOrigins ?? [] });
      if (credential === null && isOpen) return this.admitNobody(null);
      const identity = this.options.access.authenticator.authenticate(credential);
      if (!isPromise(identity)) return this.admitCaller(identity);
      return identity.then(
        (known) => this.admitCaller(known),
        (error: unknown) => this.admitNobody(error, isOpen),
      );
    } catch (error) {
      return this.admitNobody(error, isOpen);
    }
  }

  private admitCaller(identity: Identity): Eventually<void> {
    this.identity = identity;
    this.known = this.options.newContext({ identity, requestId: this.requestId, nowMs: this.nowMs, onAbandoned: (listener) => this.onAbandoned(listener) });
    const minute = this.options.access.limiter.take(accountScope(identity.accountId), identity.perMinute, this.nowMs);
    return isPromise(minute) ? minute.then((state) => this.settleMinute(state, null)) : this.settleMinute(minute, null);
  }

  /** Counts on the address; `refusal` is what a caller without a valid key meets, unless the path is open. */
  private admitNobody(refusal: unknown, isOpen = true): Eventually<void> {
    const isNobody = refusal === null || (refusal instanceof ApiError && refusal.status === 401);
    if (this.identity !== null || !isNobody) throw refusal;
    const minute = this.options.access.limiter.take(this.address(), ANONYMOUS_PER_MINUTE, this.nowMs);
    const then = isOpen ? null : refusal;
    return isPromise(minute) ? minute.then((state) => this.settleMinute(state, then)) : this.settleMinute(minute, then);
  }

  private onAbandoned(listener: () => void): void {
    // Whoever left while the data was being loaded is gone already: no event will tell.
    if (this.response.destroyed && !this.response.writableFinished) return listener();
    this.response.once('close', () => {
      if (!this.response.writableFinished) listener();
    });
  }

  private address(): ReturnType<typeof addressScope> {
    return addressScope(this.request.ip ?? 'unknown');
  }

  private settleMinute(minute: MinuteState, refusal: ApiError | null): void {
    this.minute = minute;
    if (!minute.allowed) throw new ApiError('rate_limited', undefined, { retry_after_s: minute.retryAfterS });
    if (refusal !== null) throw refusal;
  }

  /** Sends the error that was thrown; what is not declared is logged in full and shown as `internal_error`. */
  refuse(thrown: unknown, headers: HeaderList = NO_HEADERS): void {
    const error = thrown instanceof ApiError ? thrown : this.undeclared(thrown);
    const wait = retryAfterS(error);
    const answer: Answer = {
      status: error.status,
      body: JSON.stringify(this.describe(error, this.requestId)),
      cacheControl: 'no-store',
      headers: [...headers, ...(wait === undefined ? NO_HEADERS : ['Retry-After', String(wait)]), ...(error.status === 401 ? CHALLENGE : NO_HEADERS)],
    };
    const refunded = error.status >= 500 ? this.refund() : undefined;
    if (isPromise(refunded)) void refunded.then(() => this.send(answer));
    else this.send(answer);
  }

  private undeclared(thrown: unknown): ApiError {
    this.options.log.error({ err: thrown, request_id: this.requestId, method: this.request.method, path: this.request.path }, 'a request failed');
    return new ApiError('internal_error');
  }

  /** Gives back what the request was charged, for answers that cost nothing. A failure is logged: the answer stands all the same. */
  refund(): Eventually<void> {
    if (this.known === null || this.known.unitsCharged === 0) return undefined;
    const failed = (error: unknown): void => this.options.log.error({ err: error, request_id: this.requestId }, 'a unit could not be given back');
    try {
      const refunded = this.known.refund();
      return isPromise(refunded) ? refunded.catch(failed) : undefined;
    } catch (error) {
      return failed(error);
    }
  }

  /** Sends the answer with every header that the contract promises. Never throws. */
  send(answer: Answer): void {
    const month = this.month();
    const encoded = this.encode(answer);
    if (!isPromise(month) && !isPromise(encoded)) return this.write(answer, encoded, month);
    void Promise.all([encoded, month]).then(([body, allowance]) => this.write(answer, body, allowance));
  }

  /** The body as the client accepts it; a stream of events is never compressed, since each event is to arrive at once. */
  private encode({ body, contentType = this.contentType }: Answer): Eventually<EncodedBody> {
    const asItIs: EncodedBody = { bytes: body instanceof ReusableBody ? body.bytes : body, encoding: undefined };
    if (contentType.startsWith(EVENT_STREAM)) return asItIs;
    const encoded = encodeBody(this.request, body);
    if (!isPromise(encoded)) return encoded;
    return encoded.catch((error: unknown) => {
      this.options.log.error({ err: error, request_id: this.requestId }, 'a response could not be compressed');
      return asItIs;
    });
  }

  /** Begins an answer that is written piece by piece, with the headers of any other. Rejects where it cannot. */
  async open(contentType: string, headers: HeaderList): Promise<Response> {
    const month = await this.month();
    this.response.writeHead(200, [...API_HEADERS, ...this.ownHeaders(month), 'Cache-Control', 'no-store', 'Content-Type', contentType, ...headers]);
    return this.response;
  }

  /** The month as the request left it; a count that cannot be read is shown as used up. */
  private month(): Eventually<Allowance> {
    if (this.identity === null) return NOTHING;
    const { perMonth } = this.identity;
    const unknown = (error: unknown): Allowance => {
      this.options.log.warn({ err: error, request_id: this.requestId }, 'the month could not be read');
      return { limit: perMonth, remaining: 0 };
    };
    try {
      const month = this.known?.month ?? this.options.access.meter.peek(this.identity);
      return isPromise(month) ? month.catch(unknown) : month;
    } catch (error) {
      return unknown(error);
    }
  }

  private write({ status, cacheControl, contentType = this.contentType, headers = NO_HEADERS, fixed = API_HEADERS }: Answer, { bytes, encoding }: EncodedBody, month: Allowance): void {
    const hasBody = status !== 204 && status !== 304;
    try {
      this.response.writeHead(status, [
        ...fixed, ...this.ownHeaders(month), 'Cache-Control', cacheControl, ...(encoding === undefined ? headers : withWeakTag(headers)),
        ...(hasBody ? ['Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(bytes))] : NO_HEADERS),
        ...(encoding === undefined ? NO_HEADERS : ['Content-Encoding', encoding]),
      ]);
      this.response.end(bytes);
    } catch (error) {
      this.options.log.error({ err: error, request_id: this.requestId }, 'an answer could not be written');
      this.response.destroy();
    }
  }

  private ownHeaders(month: Allowance): HeaderList {
    const limit = this.identity?.perMinute ?? ANONYMOUS_PER_MINUTE;
    const sources = this.known?.dataSources;
    return [
      'X-RateLimit-Limit', String(limit),
      'X-RateLimit-Remaining', String(this.minute?.remaining ?? 0),
      'X-RateLimit-Reset', String(this.minute?.resetAtS ?? Math.ceil(this.nowMs / 1000)),
      'X-RateLimit-Monthly', amount(month.limit),
      'X-RateLimit-Monthly-Remaining', amount(month.limit === null ? null : month.remaining),
      'X-API-Tier', this.identity?.tier ?? 'anonymous',
      'X-Request-Id', this.requestId,
      'X-Data-Source', sources === undefined || sources.size === 0 ? 'none' : [...sources].sort().join(', '),
    ];
  }
}

/** RFC 9110, 8.8.1: a strong tag would promise the same bytes in every encoding. */
function withWeakTag(headers: HeaderList): HeaderList {
  return headers.map((value, index) => (headers[index - 1] === 'ETag' && value.startsWith('"') ? `W/${value}` : value));
}

function amount(value: number | null): string {
  return value === null ? 'unlimited' : String(value);
}
