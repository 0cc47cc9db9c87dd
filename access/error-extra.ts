/** One of several invalid parameters. */
export interface ErrorDetail {
  readonly param: string;
  /** As in `ErrorExtra`. */
  readonly path?: readonly (string | number)[];
  readonly message: string;
}

/** Further keys of an error body, next to `error` and `message`; which ones depends on the code. */
export interface ErrorExtra {
  readonly param?: string;
  /** Where `param` is in the arguments of its field; GraphQL only. */
  readonly path?: readonly (string | number)[];
  /** The value of `param` that the error is about, cut to 200 characters; GraphQL only. */
  readonly value?: string;
  readonly details?: readonly ErrorDetail[];
  readonly tier?: string;
  readonly required_tier?: string;
  readonly retry_after_s?: number;
  readonly reset_in_s?: number;
  readonly setup_url?: string;
  readonly cap?: number;
  /** Maximum count that `param` allows. */
  readonly limit?: number;
  /** Count in the request. */
  readonly actual?: number;
  readonly reasons?: readonly string[];
  /** Tickers without a signal. */
  readonly unresolved?: readonly string[];
}
