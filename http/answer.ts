import type { ApiError } from '../access/errors.js';
import type { ReusableBody } from './compression.js';
import { errorBody } from './error-body.js';
import type { HeaderList } from './headers.js';
import type { LimitedBody, RequestLimits } from './request-limits.js';

/** How an endpoint's responses look. */
export interface ResponseFormat {
  readonly contentType: string;
  /** Creates the body of an error response; `limits` is null for a caller that is not authenticated. */
  readonly describe: (error: ApiError, requestId: string, limits: RequestLimits | null) => object;
  /** The content type of an error response, if it differs. */
  readonly errorType?: (error: ApiError) => string;
}

export const REST_FORMAT: ResponseFormat = { contentType: 'application/json; charset=utf-8', describe: errorBody };

/** One response, without the headers that every response has. */
export interface Answer {
  readonly status: number;
  /** Empty if the status has no body. */
  readonly body: string | Buffer | ReusableBody | LimitedBody;
  readonly cacheControl: string;
  /** Overrides the exchange's content type. */
  readonly contentType?: string;
  readonly headers?: HeaderList;
  /** Overrides the headers of every response. */
  readonly fixed?: HeaderList;
}
