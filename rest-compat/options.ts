import type { Express } from 'express';
import type { Gateway } from '../gateway/gateway.js';
import type { HttpContext } from '../http/context.js';
import type { HttpOptions } from '../http/options.js';
import type { EventDescription } from './openapi/webhooks.js';
import type { Capability } from './capability.js';
import type { PageOptions } from './pages/mount.js';
import type { Route } from './route.js';
import type { Sdl } from './sdl.js';

/** The parts of the gateway that REST uses. */
export type RestGateway<Context> = Pick<Gateway<Context>, 'supergraphSdl' | 'prepare' | 'execute'>;

/** The endpoints of the app, as other ways in need them: derived when read, which a start should not do. */
export interface Endpoints {
  readonly capabilities: readonly Capability[];
  readonly sdl: Sdl;
}

/** What the composition root passes to the REST app. */
export interface RestOptions<Context extends HttpContext> extends HttpOptions<Context>, PageOptions {
  readonly gateway: RestGateway<Context>;
  /** Express' `trust proxy`: proxies whose `X-Forwarded-For` is trusted. None by default. */
  readonly trustProxy?: boolean | number | string | readonly string[];
  /** Base URL shown in the OpenAPI document. */
  readonly publicUrl?: string;
  /** Event types that webhooks send, for the OpenAPI document. */
  readonly events?: Readonly<Record<string, EventDescription>>;
  /** Current version of a name in `context.versions`; undefined if unknown. Without it, nothing is cached. */
  readonly versionOf?: (name: string) => number | undefined;
  /** Mounts other endpoints (GraphQL, health) on the same app, before unknown paths are rejected. */
  readonly extend?: (app: Express, endpoints: Endpoints) => void;
  /** The endpoints; the contract's by default. */
  readonly routes?: readonly Route[];
}
