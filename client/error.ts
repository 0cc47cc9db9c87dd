/** Parts of an error. */
export interface MarketgraphErrorParts {
  /**
   * A code of docs/errors.md in upper case, or `NETWORK_ERROR`, `TIMEOUT` or `INVALID_ANSWER` from the client itself.
   */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Id of the request in the server's log; null if there was no response. */
  readonly requestId: string | null;
  /** Path of the failed field in the data. */
  readonly path?: readonly (string | number)[];
  /** Further details, depending on the code: `required_tier`, `retry_after_s`, `param` … */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A rejected or failed request, or a failed field. */
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

  /** Seconds to wait before retrying; null if there is no wait time. */
  get retryAfterS(): number | null {
    const seconds = this.extra['retry_after_s'];
    return typeof seconds === 'number' ? seconds : null;
  }
}
