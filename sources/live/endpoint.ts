import type { Outbound, OutboundResponse } from '../../outbound/outbound.js';
import type { BudgetLimits, SourceBudgetsRepository } from '../../store/source-budgets.js';
import { ACCEPTED_ENCODINGS, jsonBody, textBody } from './answer-body.js';
import { BudgetLine } from './budget-line.js';
import { pauseUntilMs, retryAfterMs } from './pauses.js';
import { isFault, READ_FAULTS, ReadError, unanswered, type ReadFault } from './read-error.js';

/** One endpoint of a source: a budget and a breaker of its own, which all processes share. */
export interface Endpoint {
  /**
   * What `read` makes of the JSON of a GET of `path`, for status 200, or for one of `alsoAnswers`. Throws ReadError.
   * `wait` is how long the request may wait for the budget. `read` throws a ReadError for a shape that the source is
   * not known for: it counts as a failure of the endpoint, unless it is that the source does not have the ticker.
   */
  getJson<Result>(path: string, read: (answer: JsonAnswer) => Result, options?: GetOptions): Promise<Result>;
  /** The text of a GET of `path`, for status 200 alone. Throws ReadError. */
  getText(
    path: string,
    options?: Pick<GetOptions, 'waitMs' | 'absent' | 'mostBytes' | 'totalTimeoutMs'>,
  ): Promise<string>;
}

/** An endpoint whose answers are more than their JSON or text: cookies, for example. */
export interface AnyEndpoint extends Endpoint {
  /**
   * What `bodyOf` makes of an answer, within the budget; it throws a ReadError for one that is not as expected, which
   * counts as a failure of the endpoint.
   */
  get<Body>(
    path: string,
    options: GetOptions & { readonly accept: string },
    bodyOf: (response: OutboundResponse) => Promise<Body>,
  ): Promise<{ readonly status: number; readonly body: Body }>;
}

export interface GetOptions {
  readonly waitMs?: number;
  /** Statuses that are answers too, if their body is JSON. */
  readonly alsoAnswers?: readonly number[];
  /** Statuses by which the source says that it does not have this, whatever their body: no failure of the endpoint. */
  readonly absent?: { readonly statuses: readonly number[]; readonly what: string };
  /** Of a body, as sent and decompressed; overrides the limits for all answers. */
  readonly mostBytes?: number;
  /** Until the last byte; overrides the limit for all answers. */
  readonly totalTimeoutMs?: number;
  /** Besides those of the endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface JsonAnswer {
  readonly status: number;
  readonly json: unknown;
}

export interface EndpointOptions {
  /** `yahoo chart`, as operators see it; endpoints of the same name share their budget and breaker. */
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: BudgetLimits;
  readonly outbound: Outbound;
  readonly budgets: SourceBudgetsRepository;
  readonly clock: () => number;
  /** From then on no request is sent, and none waits for the budget. */
  readonly closing?: AbortSignal;
}

/** What statuses mean that refuse. */
const STATUS_FAULTS: Readonly<Record<number, ReadFault>> = { 401: 'refused', 403: 'refused', 429: 'rate_limited' };
/** How long a request waits for the budget by default. */
const BUDGET_WAIT_MS = 20_000;
const OK = 200;

export function createEndpoint(options: EndpointOptions): AnyEndpoint {
  const { name, baseUrl, budgets, limits, clock, outbound } = options;
  const { host } = new URL(baseUrl);
  const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, ...options.headers };

  const line = new BudgetLine(() => budgets.take(name, limits, new Date(clock())), options.closing);

  /** Takes a request from the budget; returns the failures before it. Throws ReadError. */
  const admitted = async (waitMs: number): Promise<number> => {
    const admission = await line.admitted(waitMs);
    if (admission.kind === 'granted') return admission.failures;
    if (admission.kind === 'closed') throw new ReadError('busy', `${name} is not asked any more: the program ends.`);
    if (admission.kind === 'late')
      throw new ReadError('busy', `The budget of ${name} is spent: ${limits.perSecond} requests a second.`);
    const cause = isFault(admission.fault) ? `: ${READ_FAULTS[admission.fault]}` : '';
    throw new ReadError('paused', `${name} is not asked at the moment, because it has failed${cause}.`, {
      waitMs: admission.untilMs - clock(),
    });
  };

  const check = (
    { status, headers: given }: OutboundResponse,
    { alsoAnswers = [], absent }: Pick<GetOptions, 'alsoAnswers' | 'absent'>,
  ): void => {
    if (status === OK || alsoAnswers.includes(status)) return;
    if (absent?.statuses.includes(status) === true)
      throw new ReadError('unknown_ticker', `${host} has no ${absent.what} (status ${status}).`);
    const waitMs = retryAfterMs(given['retry-after'], clock());
    throw new ReadError(STATUS_FAULTS[status] ?? 'http_status', `${host} answered with status ${status}.`, { waitMs });
  };

  /** One request within the budget; `bodyOf` is part of it, so that an unreadable body counts as a failure. */
  const get = async <Body>(
    path: string,
    {
      accept,
      waitMs = BUDGET_WAIT_MS,
      headers: more,
      mostBytes,
      totalTimeoutMs,
      ...statuses
    }: GetOptions & { readonly accept: string },
    bodyOf: (response: OutboundResponse) => Promise<Body>,
  ): Promise<{ readonly status: number; readonly body: Body }> => {
    const failures = await admitted(waitMs);
    try {
      const request = {
        url: baseUrl + path,
        headers: { accept, ...headers, ...more },
        ...(mostBytes === undefined ? {} : { maxBytes: mostBytes }),
        ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
      };
      const response = await outbound.send(request).catch((error: unknown) => {
        throw unanswered(error);
      });
      check(response, statuses);
      const body = await bodyOf(response);
      await budgets.answered(name, new Date(clock()));
      return { status: response.status, body };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      const now = new Date(clock());
      if (error.fault === 'unknown_ticker') {
        await budgets.answered(name, now);
        throw error;
      }
      const untilMs = pauseUntilMs(error, failures + 1, limits, now.getTime());
      await budgets.failed(name, { fault: error.fault, now, openUntil: untilMs === null ? null : new Date(untilMs) });
      throw error;
    }
  };

  return {
    get,
    async getJson(path, read, query) {
      const bodyOf = async (given: OutboundResponse) =>
        read({ status: given.status, json: await jsonBody(given, host, query?.mostBytes) });
      return (await get(path, { accept: 'application/json', ...query }, bodyOf)).body;
    },
    getText: async (path, query) =>
      (await get(path, { accept: '*/*', ...query }, (given) => textBody(given, host, query?.mostBytes))).body,
  };
}
