import type { MonthState } from '../../access/meter.js';
import type { MinuteState } from '../../access/limits.js';
import type { OperationCost } from '../../access/request-context.js';
import type { Tier } from '../../access/tiers.js';
import type { WebhookDelivery, WebhookEndpoint } from '../../store/webhooks.js';
import type { Endpoint } from '../services.js';

/** Input for the fields of `/usage`. */
export interface UsageParent {
  /** Id of the requesting key or session. */
  readonly id: string;
  readonly tier: Tier;
  readonly requests: MonthState;
  readonly transcripts: MonthState;
  readonly minute: MinuteState;
}

export type EndpointParent = Endpoint;

export interface ViewerParent {
  readonly accountId: string;
  readonly tier: Tier;
}

/** Input for the fields of `rateLimit`. */
export interface RateLimitParent {
  readonly minute: MinuteState;
  readonly tier: Tier;
  readonly operationCost: OperationCost | null;
}

/** An endpoint as returned to clients. */
export interface WebhookEndpointParent extends Omit<WebhookEndpoint, 'secret'> {
  /** In full, or masked. */
  readonly secret: string;
}

export type WebhookDeliveryParent = WebhookDelivery;

export interface WebhookListParent {
  readonly endpoints: readonly WebhookEndpointParent[];
}
