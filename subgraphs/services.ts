import type { Answers } from '../answers/answers.js';
import type { Identity } from '../access/identity.js';
import type { Access } from '../access/service.js';
import type { Sealer } from '../access/sealing.js';
import type { TargetCheck } from '../outbound/targets.js';
import type { ScreenTable } from '../engines/screen/screen-table.js';
import type { KindReads } from '../sources/live/kind-reads.js';
import type { LiveReads } from '../sources/live/live-reads.js';
import type { NewsSearcher } from '../sources/news/ask-web.js';
import type { AgentTask } from '../jobs/queue/agent-task.js';
import type { AgentRun } from '../store/agent-run-rows.js';
import type { Agent } from '../store/agents.js';
import type { Store } from '../store/open-store.js';
import type { Arena } from '../surfaces/community/arena/board.js';
import type { PaperTrading } from '../surfaces/community/arena/paper-trading.js';
import type { Community } from '../surfaces/community/community.js';
import type { Lines } from '../surfaces/line/line.js';
import type { Security } from '../store/securities.js';
import type { WebhookDelivery, WebhookEndpoint } from '../store/webhooks.js';
import type { Tier } from '../access/tiers.js';
import type { VaultOwners } from '../surfaces/vault/owners.js';
import type { Vault } from '../surfaces/vault/vault.js';
import type { ResultCache } from './result-cache.js';
import type { ErrorLog } from './build/errors.js';

/** A REST endpoint as `/usage` lists it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tier: Tier;
}

/** Services for webhook endpoints. */
export interface WebhookServices {
  /** Opens the key that encrypts secrets. */
  readonly sealer: () => Promise<Sealer>;
  readonly checkTarget: TargetCheck;
  /** Sends a `webhook.test` immediately and returns the finished attempt. */
  readonly sendTest: (endpoint: WebhookEndpoint) => Promise<WebhookDelivery>;
}

/** The vault, as agents use it and as owners change it. */
export interface VaultServices {
  readonly agents: Vault;
  readonly owners: VaultOwners;
}

/** Paper portfolios, as they are read and as their owners change them. */
export interface ArenaServices extends Arena {
  readonly trading: PaperTrading;
}

/** The values that securities are screened by. */
export interface ScreenServices {
  /**
   * Every security as of the versions of data that this process knows, or newer; waits until what changed is computed.
   */
  table(): Promise<ScreenTable<Security>>;
  /** How many of the changed securities are computed; null while none is being computed. */
  progress(): { readonly done: number; readonly of: number } | null;
}

/** A run that a request asks for. */
export interface AgentRunRequest {
  /** Null for a draft. */
  readonly agent: Agent | null;
  readonly task: AgentTask;
  readonly identity: Identity;
  readonly requestId: string;
  /** Ends when the client has left. */
  readonly signal: AbortSignal;
  /** Told of each source of the data that was read. */
  readonly onDataSource: (source: string) => void;
}

/** Runs of agents. */
export interface AgentServices {
  /** Runs now and resolves with the ended run. Throws ApiError, also for what the run failed with. */
  run(request: AgentRunRequest): Promise<AgentRun>;
  /** Stores a run of a saved agent for a worker. Throws ApiError. */
  start(request: AgentRunRequest & { readonly agent: Agent }): Promise<AgentRun>;
  /** Ends runs of an account that are past their time, or whose process is gone. */
  settleLost(accountId: string): Promise<void>;
}

/** A question whose answer is followed. */
export interface FollowedQuestion extends Pick<AgentRunRequest, 'task' | 'identity' | 'requestId'> {
  /** The client's name of the question, which is asked once. */
  readonly requestKey: string | null;
}

/** Questions that are answered in the background. */
export interface QuestionServices {
  /** Stores the run of a question and begins to answer it; the run there is if it was asked before. Throws ApiError. */
  ask(request: FollowedQuestion): Promise<AgentRun>;
}

/** Reads tickers that are not stored, in the turn of the account that asks for them. */
export interface LiveTickers extends Pick<LiveReads, 'faultOf'> {
  ensure(tickers: readonly string[], caller: string): Promise<void>;
  /** Why no source has ever given a kind of a ticker, for now; null if one has, none has it, or none is asked. */
  readonly kindFaultOf: KindReads['neverGiven'];
  /** Names of the sources that are asked for a kind. */
  readonly sourcesOf: KindReads['sourcesOf'];
}

/** Services of the subgraphs, created once at start. */
export interface Services {
  /** Read with the request's `versions`, which record the data that the response depends on. */
  readonly store: Pick<Store, 'reading' | 'versionOf'>;
  /**
   * Reads tickers from a live source that are not stored; null if none is configured. Histories are read without it.
   */
  readonly live: LiveTickers | null;
  readonly access: Access;
  readonly webhooks: WebhookServices;
  readonly vault: VaultServices;
  /** Searches the web for news that is not stored; null if no search is configured. */
  readonly newsSearch: Pick<NewsSearcher, 'ask'> | null;
  readonly screen: ScreenServices;
  /** Answers questions with the graph's own operations. */
  readonly answers: Answers;
  readonly agents: AgentServices;
  readonly questions: QuestionServices;
  readonly lines: Lines;
  readonly community: Community;
  readonly arena: ArenaServices;
  readonly results: ResultCache;
  /** Secret of the versions that clients are given, the same in every process. */
  readonly tagKey: string;
  readonly log: ErrorLog;
  /** Registers a function to run when the process stops serving. */
  readonly atEnd: (close: () => Promise<void>) => void;
  /** All REST endpoints. */
  readonly endpoints: () => readonly Endpoint[];
}
