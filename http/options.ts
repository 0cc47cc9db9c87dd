import type { Logger } from 'pino';
import type { HttpAccess, HttpContext, Origin } from './context.js';

/** Options of every HTTP endpoint. */
export interface HttpOptions<Context extends HttpContext> {
  readonly access: HttpAccess;
  /** Creates the resolvers' context for one request. */
  readonly newContext: (origin: Origin) => Context;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Creates the id of a request without `X-Request-Id`. */
  readonly newRequestId: () => string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Secret of the entity tags, the same in every process. */
  readonly tagKey: string;
  /** Origins of the web app, which may use the session cookie. */
  readonly allowedOrigins?: readonly string[];
  /** Age in seconds of the oldest data of live sources among the versions of what was read; null if there is none. */
  readonly dataAgeS?: (versions: Iterable<string>) => number | null;
  /** Kinds of data that a response lacks, among the versions of what was read; none by default. */
  readonly missingKinds?: (versions: Iterable<string>) => readonly string[];
  /** Takes what first requests would wait for, to be done earlier; by default it is done at those requests. */
  readonly later?: (step: () => void) => void;
  /** What callers are called in `X-API-Tier`, logs and metrics; by their tier if undefined. */
  readonly callerLabel?: string;
  /** Whether data can be served yet; always true by default. */
  readonly isReady?: () => boolean;
}
