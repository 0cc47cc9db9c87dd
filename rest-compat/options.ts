import type { Express } from 'express';
import type { Gateway } from '../gateway/gateway.js';
import type { HttpContext } from '../http/context.js';
import type { HttpOptions } from '../http/options.js';
import type { Route } from './route.js';

/** What REST needs from the gateway: the SDL to derive from, and stored operations to run. */
export type RestGateway<Context> = Pick<Gateway<Context>, 'supergraphSdl' | 'prepare' | 'execute'>;

/** What the composition root passes to the REST app. */
export interface RestOptions<Context extends HttpContext> extends HttpOptions<Context> {
  readonly gateway: RestGateway<Context>;
  /** Express' `trust proxy`: whose `X-Forwarded-For` tells a client's address. Nobody's by default. */
  readonly trustProxy?: boolean | number | string | readonly string[];
  /** Shown in the OpenAPI document: where the API is reached and which version this is. */
  readonly publicUrl?: string;
  readonly version?: string;
  /** Filled into the reference page; only where demo keys are on. */
  readonly demoKey?: string;
  /** Current version under a name of `context.versions`, undefined where none is known. Nothing is cached without it. */
  readonly versionOf?: (name: string) => number | undefined;
  /** Mounts other endpoints (GraphQL, health) on the same app, before unknown paths are refused. */
  readonly extend?: (app: Express) => void;
  /** The endpoints; the contract's by default. */
  readonly routes?: readonly Route[];
}
