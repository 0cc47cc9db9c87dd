import type { Express } from 'express';
import type { Logger } from 'pino';
import type { Origin, RestAccess, RestContext, RestGateway } from './context.js';
import type { Route } from './route.js';

/** What the composition root hands in. */
export interface RestOptions<Context extends RestContext> {
  readonly gateway: RestGateway<Context>;
  readonly access: RestAccess;
  /** The context that the resolvers of one request see. */
  readonly newContext: (origin: Origin) => Context;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Ids of requests that bring none. */
  readonly newRequestId: () => string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Origins of the web app, whose pages may use the session cookie. */
  readonly allowedOrigins?: readonly string[];
  /** Express' `trust proxy`: whose `X-Forwarded-For` tells a client's address. Nobody's by default. */
  readonly trustProxy?: boolean | number | string | readonly string[];
  /** Shown in the OpenAPI document: where the API is reached and which version this is. */
  readonly publicUrl?: string;
  readonly version?: string;
  /** Filled into the reference page; only where demo keys are on. */
  readonly demoKey?: string;
  /** Version of a stored history in memory, undefined where none is: what a repeatable answer is kept by. Nothing is kept without it. */
  readonly historyVersion?: (symbol: string) => number | undefined;
  /** Whether data can be answered yet; always, unless told otherwise. */
  readonly isReady?: () => boolean;
  /** Mounts other faces (GraphQL, health) on the same app, before unknown paths are refused. */
  readonly extend?: (app: Express) => void;
  /** The endpoints; the contract's by default. */
  readonly routes?: readonly Route[];
}
