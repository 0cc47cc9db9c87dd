import type { MonthState } from '../../access/meter.js';
import type { MinuteState } from '../../access/limits.js';
import type { OperationCost } from '../../access/request-context.js';
import type { Tier } from '../../access/tiers.js';
import type { WebhookDelivery, WebhookEndpoint } from '../../store/webhooks.js';
import type { Endpoint } from '../services.js';

/** What `/usage` reads, before it is shaped. */
export interface UsageParent {
  /** Id of the key or session that asks. */
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

/** What `rateLimit` reads, before it is shaped. */
export interface RateLimitParent {
  readonly minute: MinuteState;
  readonly tier: Tier;
  readonly operationCost: OperationCost | null;
}

/** An endpoint as it is shown. */
export interface WebhookEndpointParent extends Omit<WebhookEndpoint, 'secret'> {
  /** In full, or masked. */
  readonly secret: string;
}

export type WebhookDeliveryParent = WebhookDelivery;

export interface WebhookListParent {
  readonly endpoints: readonly WebhookEndpointParent[];
}
