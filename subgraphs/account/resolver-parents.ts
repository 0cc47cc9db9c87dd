import type { MonthState } from '../../access/meter.js';
import type { MinuteState } from '../../access/limits.js';
import type { OperationCost } from '../../access/request-context.js';
import type { Tier } from '../../access/tiers.js';
import type { OrderFill } from '../../engines/arena/orders.js';
import type { CommunityComment, CommunityEvent, CommunityMember, CommunityPost } from '../../store/community-tables.js';
import type { PaperOrder, PaperPortfolio } from '../../store/paper-portfolios.js';
import type { BoardRow } from '../../surfaces/community/arena/board.js';
import type { Line } from '../../store/lines.js';
import type { LineMessage } from '../../store/line-messages.js';
import type { StoredKey } from '../../store/keys.js';
import type { StoredSession } from '../../store/sessions.js';
import type { VaultItem } from '../../store/vault-item.js';
import type { VaultUse } from '../../store/vault-uses.js';
import type { Watchlist, WatchlistEntry } from '../../store/watchlists.js';
import type { WebhookDelivery, WebhookEndpoint } from '../../store/webhooks.js';
import type { Endpoint } from '../services.js';
import type { SecurityRef } from '../tickers.js';

/** Input for the fields of `/usage`. */
export interface UsageParent {
  /** Id of the requesting key or session. */
  readonly credentialId: string;
  readonly tier: Tier;
  readonly requests: MonthState;
  readonly transcripts: MonthState;
  readonly minute: MinuteState;
}

export type EndpointParent = Endpoint;

/** An account's vault. */
export interface VaultParent {
  readonly accountId: string;
  readonly isStrict: boolean;
  readonly unlockedUntil: Date | null;
}

export interface ViewerParent {
  /** Id of the account. */
  readonly id: string;
  readonly tier: Tier;
}

/** Input for the fields of `rateLimit`. */
export interface RateLimitParent {
  readonly minute: MinuteState;
  readonly tier: Tier;
  readonly operationCost: OperationCost | null;
}

/** A webhook as returned to clients. */
export interface WebhookParent extends Omit<WebhookEndpoint, 'secret'> {
  readonly secretHint: string;
}

/** A session, and whether it is the caller's. */
export interface SessionParent extends Pick<
  StoredSession,
  'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent'
> {
  readonly isCurrent: boolean;
}

export type WebhookDeliveryParent = WebhookDelivery;

/** An entry with the batch of the page that it is on. */
export interface WatchlistEntryParent extends WatchlistEntry {
  readonly watchlistId: string;
  readonly batch: string;
}

/** The community as an account has it. */
export interface CommunityParent {
  readonly accountId: string;
  /** Null until the account accepts the guidelines. */
  readonly member: CommunityMember | null;
}

/** A paper portfolio, and its row in the ranking where it was read from there. */
export interface PaperPortfolioParent {
  readonly id: string;
  readonly portfolio: PaperPortfolio;
  readonly member: CommunityMember;
  readonly row?: BoardRow;
}

/** An order, and what became of it. */
export interface PaperOrderParent extends PaperOrder {
  readonly fill: OrderFill;
}

export type LineParent = Line;
export type LineMessageParent = LineMessage;

/** An object with a global id, and its type. */
export type NodeParent =
  | (ViewerParent & { readonly __typename: 'Viewer' })
  | (StoredKey & { readonly __typename: 'ApiKey' })
  | (SessionParent & { readonly __typename: 'Session' })
  | (WebhookParent & { readonly __typename: 'Webhook' })
  | (WebhookDeliveryParent & { readonly __typename: 'WebhookDelivery' })
  | (Watchlist & { readonly __typename: 'Watchlist' })
  | (WatchlistEntryParent & { readonly __typename: 'WatchlistEntry' })
  | (SecurityRef & { readonly __typename: 'Security' })
  | (VaultItem & { readonly __typename: 'VaultItem' })
  | (VaultUse & { readonly __typename: 'VaultUse' })
  | (LineMessageParent & { readonly __typename: 'LineMessage' })
  | (CommunityMember & { readonly __typename: 'CommunityMember' })
  | (CommunityPost & { readonly __typename: 'CommunityPost' })
  | (CommunityComment & { readonly __typename: 'CommunityComment' })
  | (CommunityEvent & { readonly __typename: 'CommunityEvent' })
  | (PaperPortfolioParent & { readonly __typename: 'PaperPortfolio' })
  | (PaperOrderParent & { readonly __typename: 'PaperOrder' })
  | { readonly __typename: 'PrivateCompany'; readonly slug: string }
  | { readonly __typename: 'Investor'; readonly slug: string }
  | { readonly __typename: 'InstitutionalManager'; readonly cik: string }
  | { readonly __typename: 'Agent' | 'AgentRun'; readonly id: string };
