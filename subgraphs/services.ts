import type { Access } from '../access/service.js';
import type { Sealer } from '../access/sealing.js';
import type { TargetCheck } from '../outbound/targets.js';
import type { Store } from '../store/open-store.js';
import type { WebhookDelivery, WebhookEndpoint } from '../store/webhooks.js';
import type { Tier } from '../access/tiers.js';
import type { ResultCache } from './result-cache.js';
import type { ErrorLog } from './build/errors.js';

/** A REST endpoint as `/usage` lists it. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly tier: Tier;
}

/** What webhook endpoints stand on. */
export interface WebhookServices {
  /** Opens the key under which secrets are sealed. */
  readonly sealer: () => Promise<Sealer>;
  readonly checkTarget: TargetCheck;
  /** Sends a `webhook.test` at once and answers the attempt as it ended. */
  readonly sendTest: (endpoint: WebhookEndpoint) => Promise<WebhookDelivery>;
}

/** What the subgraphs stand on; made once at start and handed in. */
export interface Services {
  /** Read with the request's `versions`, which then say what its answer rests on. */
  readonly store: Pick<Store, 'reading' | 'versionOf'>;
  readonly access: Access;
  readonly webhooks: WebhookServices;
  readonly results: ResultCache;
  readonly log: ErrorLog;
  /** Registers what is closed when the process stops serving. */
  readonly atEnd: (close: () => Promise<void>) => void;
  /** Every REST endpoint; known once the REST face is compiled. */
  readonly endpoints: () => readonly Endpoint[];
}
