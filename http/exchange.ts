import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Request, Response } from 'express';
import { ApiError } from '../access/errors.js';
import { ANONYMOUS, type Identity } from '../access/identity.js';
import { ANONYMOUS_PER_MINUTE } from '../access/tiers.js';
import { monthAt } from '../calendar/utc-periods.js';
import { note } from '../telemetry/request-notes.js';
import { REFUSED } from '../telemetry/topics.js';
import { EVENT_STREAM } from '../gateway/live/event-stream.js';
import { Admission, type OwnLimit } from './admission.js';
import { REST_FORMAT, type Answer, type ResponseFormat } from './answer.js';
import { hasLongBody } from './body.js';
import { ARCHIVE, encodeBody, ReusableBody, type EncodedBody } from './compression.js';
import { isPromise, type Allowance, type Eventually, type HttpContext } from './context.js';
import { retryAfterS } from './error-body.js';
import { apiHeaders, preflightHeaders, type HeaderList } from './headers.js';
import type { HttpOptions } from './options.js';
import { limitHeaders, type RequestLimits } from './request-limits.js';

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const NO_HEADERS: HeaderList = [];
/** Quota of an anonymous caller. */
const NO_QUOTA: Allowance = { limit: 0, remaining: 0, resetsAtMs: 0 };
/** RFC 9110, 11.6.1: a 401 must have a challenge. */
const CHALLENGE: HeaderList = ['WWW-Authenticate', 'Bearer realm="marketgraph"'];
const STARTING = 'The server is starting; retry shortly.';
const STARTING_WAIT_S = 2;

/**
 * One request: runs the checks (`docs/decisions.md`, order of checks) and sends exactly one response. Steps are
 * synchronous where possible, so that a request with cached data completes in the same tick.
 */
export class Exchange<Context extends HttpContext> {
  readonly request: Request;
  readonly nowMs: number;
  readonly requestId: string;
  readonly query: ParsedUrlQuery;
  private readonly options: HttpOptions<Context>;
  private readonly response: Response;
  private readonly format: ResponseFormat;
  private readonly admission: Admission<Context>;
  private known: Context | null = null;
  private abandoned: (() => void)[] | undefined;

  constructor(options: HttpOptions<Context>, request: Request, response: Response, format = REST_FORMAT) {
    this.options = options;
    this.format = format;
    this.request = request;
    this.response = response;
    this.nowMs = options.clock();
    const given = request.headers['x-request-id'];
    this.requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : options.newRequestId();
    const mark = request.url.indexOf('?');
    this.query = mark === -1 ? {} : parse(request.url.slice(mark + 1));
    note(response, { requestId: this.requestId });
    this.admission = new Admission(options, request, this.query, this.nowMs);
  }

  /** The resolvers' context. Throws before the caller is authenticated. */
  get context(): Context {
    if (this.known === null) throw new Error('the caller is not authenticated yet');
    return this.known;
  }

  /** The error to refuse an anonymous caller with. */
  get refusal(): ApiError {
    return this.admission.refusal;
  }

  /** Gives an anonymous caller a context, for fields that need no key. */
  continueAnonymously(): void {
    this.known = this.contextOf(ANONYMOUS);
  }

  get caller(): Identity | null {
    return this.admission.identity;
  }

  /** What the caller is called where its tier is told; undefined for an anonymous one. */
  private get tierLabel(): string | undefined {
    return this.caller === null ? undefined : (this.options.callerLabel ?? this.caller.tier);
  }

  /** Authenticates and rate-limits the caller, then runs `work`; errors become the response. */
  run(isOpen: boolean, work: (exchange: this) => Eventually<void>): void {
    this.answer(
      () => {
        if (this.options.isReady?.() === false)
          throw new ApiError('unavailable', STARTING, { retry_after_s: STARTING_WAIT_S });
        return this.admission.caller(isOpen);
      },
      () => {
        if (this.caller !== null) this.known = this.contextOf(this.caller);
        const { accountId } = this.caller ?? ANONYMOUS;
        note(this.response, { tier: this.tierLabel ?? ANONYMOUS.tier, accountId });
        return work(this);
      },
    );
  }

  /** Runs `work` for a request that needs no key and counts towards a limit of its kind per address. */
  runOfKind(kind: OwnLimit, work: (exchange: this) => Eventually<void>): void {
    this.answer(
      () => this.admission.ofKind(kind),
      () => work(this),
    );
  }

  /** Responds to OPTIONS, mostly a CORS preflight. */
  preflight(headers: HeaderList): void {
    const fixed = preflightHeaders(this.request, this.options.allowedOrigins);
    this.answer(
      () => this.admission.preflight(),
      () => this.send({ status: 204, body: '', cacheControl: 'no-store', headers, fixed }),
    );
  }

  /** Runs `work` once the caller is admitted; errors become the response. */
  private answer(admit: () => Eventually<void>, work: () => Eventually<void>): void {
    try {
      const admitted = admit();
      const done = isPromise(admitted) ? admitted.then(work) : work();
      if (isPromise(done)) done.catch((error: unknown) => this.refuse(error));
    } catch (error) {
      this.refuse(error);
    }
  }

  private contextOf(identity: Identity): Context {
    const { requestId, nowMs } = this;
    return this.options.newContext({
      identity,
      requestId,
      nowMs,
      client: { address: this.request.ip ?? null, userAgent: this.request.get('user-agent') ?? null },
      onAbandoned: (listener) => this.onAbandoned(listener),
    });
  }

  private onAbandoned(listener: () => void): void {
    // If the client disconnected earlier, there will be no `close` event.
    if (this.response.destroyed && !this.response.writableFinished) return listener();
    this.abandoned ??= this.whenAbandoned();
    this.abandoned.push(listener);
  }

  /** Listeners for a disconnection; one event for all of them. */
  private whenAbandoned(): (() => void)[] {
    const listeners: (() => void)[] = [];
    this.response.once('close', () => {
      if (!this.response.writableFinished) for (const listener of listeners) listener();
    });
    return listeners;
  }

  /** Sends an error; undeclared errors are logged and sent as `internal_error`. */
  refuse(thrown: unknown, headers: HeaderList = NO_HEADERS): void {
    const error = thrown instanceof ApiError ? thrown : this.undeclared(thrown);
    if (error.status >= 500 && error.cause !== undefined)
      this.logFailure(error.cause, 'a part of the service is unavailable');
    const isDue = error.status < 500 && this.known !== null && this.known.unitsDeferred > 0;
    if (isDue) return this.settleThenRefuse(error, headers);
    if (hasLongBody(this.request)) this.response.shouldKeepAlive = false;
    const wait = retryAfterS(error);
    note(this.response, { code: error.code, ...(this.tierLabel === undefined ? {} : { tier: this.tierLabel }) });
    REFUSED.tell({ code: error.code });
    const answer: Answer = {
      status: error.status,
      body: (limits) => JSON.stringify(this.format.describe(error, this.requestId, limits)),
      contentType: this.format.errorType?.(error) ?? this.format.contentType,
      cacheControl: 'no-store',
      headers: [
        ...headers,
        ...(wait === undefined ? NO_HEADERS : ['Retry-After', String(wait)]),
        ...(error.status === 401 ? CHALLENGE : NO_HEADERS),
      ],
    };
    const refunded = error.status >= 500 ? this.refund() : undefined;
    if (isPromise(refunded)) void refunded.then(() => this.send(answer));
    else this.send(answer);
  }

  /** An error that costs a unit is sent once its postponed unit is charged; otherwise the refusal of the charge is. */
  private settleThenRefuse(error: ApiError, headers: HeaderList): void {
    const settle = async (): Promise<void> => this.known?.settle();
    void settle().then(
      () => this.refuse(error, headers),
      (refusal: unknown) => this.refuse(refusal, headers),
    );
  }

  private undeclared(thrown: unknown): ApiError {
    this.logFailure(thrown, 'a request failed');
    return new ApiError('internal_error');
  }

  private logFailure(err: unknown, message: string): void {
    const { method, path } = this.request;
    this.options.log.error({ err, request_id: this.requestId, method, path }, message);
  }

  /** Refunds the request's charges. A failure is logged and does not change the response. */
  refund(): Eventually<void> {
    if (this.known === null || this.known.cost.requests + this.known.cost.transcripts === 0) return undefined;
    const failed = (error: unknown): void => {
      this.options.log.error({ err: error, request_id: this.requestId }, 'a refund failed');
    };
    try {
      const refunded = this.known.refundAll();
      return isPromise(refunded) ? refunded.catch(failed) : undefined;
    } catch (error) {
      return failed(error);
    }
  }

  /** Charges what was postponed. Throws `monthly_limit_reached`. */
  settle(): Eventually<void> {
    return this.known?.settle();
  }

  /** Sends the response with all headers of the contract. Never throws. */
  send(answer: Answer): void {
    const month = this.month();
    if (isPromise(month)) void month.then((known) => this.sendWith(answer, this.limits(known)));
    else this.sendWith(answer, this.limits(month));
  }

  private sendWith(answer: Answer, limits: RequestLimits): void {
    const body = typeof answer.body === 'function' ? answer.body(this.caller === null ? null : limits) : answer.body;
    const encoded = this.encode(body, answer.contentType);
    if (isPromise(encoded)) void encoded.then((made) => this.write(answer, made, limits));
    else this.write(answer, encoded, limits);
  }

  /**
   * The body in an encoding that the client accepts. Event streams are not compressed, because it would delay events,
   * nor are archives, which are compressed already.
   */
  private encode(body: string | Buffer | ReusableBody, contentType = this.format.contentType): Eventually<EncodedBody> {
    const uncompressed: EncodedBody = { bytes: body instanceof ReusableBody ? body.bytes : body, encoding: undefined };
    if (contentType.startsWith(EVENT_STREAM) || contentType === ARCHIVE) return uncompressed;
    const encoded = encodeBody(this.request, body);
    if (!isPromise(encoded)) return encoded;
    return encoded.catch((error: unknown) => {
      this.options.log.error({ err: error, request_id: this.requestId }, 'a response could not be compressed');
      return uncompressed;
    });
  }

  /** Starts a streamed response with the headers of every response. */
  async open(contentType: string, headers: HeaderList): Promise<Response> {
    const limits = this.limits(await this.month());
    const fixed = apiHeaders(this.request, this.options.allowedOrigins);
    const own = [...this.ownHeaders(limits), 'Cache-Control', 'no-store', 'Content-Type', contentType];
    note(this.response, { isStream: true });
    this.response.writeHead(200, [...fixed, ...own, ...headers]);
    return this.response;
  }

  /** The body of an error that ends a streamed response; undeclared errors are logged and told as `internal_error`. */
  failureBody(thrown: unknown): object {
    const error = thrown instanceof ApiError ? thrown : this.undeclared(thrown);
    if (error.status >= 500 && error.cause !== undefined)
      this.logFailure(error.cause, 'a part of the service is unavailable');
    REFUSED.tell({ code: error.code });
    return this.format.describe(error, this.requestId, null);
  }

  /** The monthly quota after the request; shown as used up if it cannot be read. */
  private month(): Eventually<Allowance> {
    const { caller } = this;
    if (caller === null) return NO_QUOTA;
    const unknown = (error: unknown): Allowance => {
      this.options.log.warn({ err: error, request_id: this.requestId }, 'the monthly quota could not be read');
      return { limit: caller.perMonth, remaining: 0, resetsAtMs: monthAt(this.nowMs).endMs };
    };
    try {
      const month = this.known?.month ?? this.options.access.meter.peek(caller);
      return isPromise(month) ? month.catch(unknown) : month;
    } catch (error) {
      return unknown(error);
    }
  }

  private write(answer: Answer, { bytes, encoding }: EncodedBody, limits: RequestLimits): void {
    const { status, cacheControl, contentType = this.format.contentType, headers = NO_HEADERS } = answer;
    const { fixed = apiHeaders(this.request, this.options.allowedOrigins) } = answer;
    const hasBody = status !== 204 && status !== 304;
    try {
      this.response.writeHead(status, [
        ...fixed,
        ...this.ownHeaders(limits),
        'Cache-Control',
        cacheControl,
        ...(encoding === undefined ? headers : withWeakTag(headers)),
        ...(hasBody ? ['Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(bytes))] : NO_HEADERS),
        ...(encoding === undefined ? NO_HEADERS : ['Content-Encoding', encoding]),
      ]);
      this.response.end(bytes);
    } catch (error) {
      this.options.log.error({ err: error, request_id: this.requestId }, 'a response could not be written');
      this.response.destroy();
    }
  }

  private limits(month: Allowance): RequestLimits {
    const { minute } = this.admission;
    const limit = minute?.limit ?? this.caller?.perMinute ?? ANONYMOUS_PER_MINUTE;
    const { remaining = 0, resetAtS = Math.ceil(this.nowMs / 1000) } = minute ?? {};
    return { minute: { limit, remaining, resetAtS }, month, units: this.known?.unitsCharged ?? 0 };
  }

  private ownHeaders(limits: RequestLimits): HeaderList {
    const sources = this.known?.dataSources;
    const ageS = this.known === null ? null : (this.options.dataAgeS?.(this.known.versions.keys()) ?? null);
    const missing = this.known === null ? [] : (this.options.missingKinds?.(this.known.versions.keys()) ?? []);
    return [
      ...limitHeaders(limits),
      'X-API-Tier',
      this.tierLabel ?? 'anonymous',
      'X-Request-Id',
      this.requestId,
      'X-Data-Source',
      sources === undefined || sources.size === 0 ? 'none' : [...sources].sort().join(', '),
      ...(ageS === null ? NO_HEADERS : ['X-Data-Age', String(ageS)]),
      ...(missing.length === 0 ? NO_HEADERS : ['X-Data-Missing', missing.join(', ')]),
    ];
  }
}

/** Weakens the ETag: a strong one implies the same bytes in every encoding (RFC 9110, 8.8.1). */
function withWeakTag(headers: HeaderList): HeaderList {
  return headers.map((value, index) => (headers[index - 1] === 'ETag' && value.startsWith('"') ? `W/${value}` : value));
}
