/** What an error of the API says of itself. */
export interface MarketgraphErrorParts {
  /** `TIER_REQUIRED`, `RATE_LIMITED` … as docs/errors.md lists them; `NETWORK_ERROR`, `TIMEOUT` and `INVALID_ANSWER` are the client's own. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Names the request in the server's log; null where no answer came. */
  readonly requestId: string | null;
  /** Where in the data the field is that failed. */
  readonly path?: readonly (string | number)[];
  /** What else the code tells: `required_tier`, `retry_after_s`, `param` … */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A refused or failed request, or a field of it. */
export class MarketgraphError extends Error {
  override readonly name = 'MarketgraphError';
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly path: readonly (string | number)[];
  readonly extra: Readonly<Record<string, unknown>>;

  constructor({ code, message, status, requestId, path = [], extra = {} }: MarketgraphErrorParts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.path = path;
    this.extra = extra;
  }

  /** Seconds to wait before asking again; null where waiting does not help. */
  get retryAfterS(): number | null {
    const seconds = this.extra['retry_after_s'];
    return typeof seconds === 'number' ? seconds : null;
  }
}
