import type { Logger } from 'pino';
import type { HttpAccess, HttpContext, Origin } from './context.js';

/** What every HTTP endpoint is given by the composition root. */
export interface HttpOptions<Context extends HttpContext> {
  readonly access: HttpAccess;
  /** Creates the context that the resolvers of one request see. */
  readonly newContext: (origin: Origin) => Context;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Creates the id of a request that brings none. */
  readonly newRequestId: () => string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Origins of the web app, whose pages may use the session cookie. */
  readonly allowedOrigins?: readonly string[];
  /** Whether data can be answered yet; always, unless told otherwise. */
  readonly isReady?: () => boolean;
}
