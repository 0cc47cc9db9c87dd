/** Access tiers, ascending. */
export const TIERS = ['free', 'starter', 'pro', 'institutional'] as const;
export type Tier = (typeof TIERS)[number];

/** Limits of a tier; `null` is unlimited. */
export interface TierLimits {
  readonly perMinute: number;
  readonly perMonth: number | null;
  readonly lineSendsPerHour: number;
  readonly vaultUsesPerHour: number;
  readonly agents: number;
  readonly transcriptsPerMonth: number | null;
  /** AI tokens per account and month; 0 if the tier has no AI. */
  readonly aiTokensPerMonth: number;
  /** AI tokens per key and UTC day, unless set on the key. */
  readonly dailyTokenCap: number;
  /** Holdings per portfolio overlay. */
  readonly overlayHoldings: number;
  /** Open live streams per account and process. */
  readonly liveStreams: number;
  /** Days of catalysts; a request for more is narrowed. */
  readonly catalystDays: number;
  /** Types of catalysts; null is every type. */
  readonly catalystTypes: readonly ('earnings' | 'macro' | 'opex')[] | null;
}

/** The built-in limits (contract section 8; `docs/decisions.md` for values that the contract leaves open). */
const BUILT_IN: Readonly<Record<Tier, TierLimits>> = {
  free: {
    perMinute: 5,
    perMonth: 100,
    lineSendsPerHour: 5,
    vaultUsesPerHour: 10,
    agents: 0,
    transcriptsPerMonth: 5,
    aiTokensPerMonth: 0,
    dailyTokenCap: 0,
    overlayHoldings: 8,
    liveStreams: 1,
    catalystDays: 7,
    catalystTypes: ['earnings', 'macro', 'opex'],
  },
  starter: {
    perMinute: 20,
    perMonth: 2_500,
    lineSendsPerHour: 10,
    vaultUsesPerHour: 30,
    agents: 0,
    transcriptsPerMonth: 25,
    aiTokensPerMonth: 0,
    dailyTokenCap: 0,
    overlayHoldings: 25,
    liveStreams: 3,
    catalystDays: 21,
    catalystTypes: null,
  },
  pro: {
    perMinute: 60,
    perMonth: 10_000,
    lineSendsPerHour: 30,
    vaultUsesPerHour: 120,
    agents: 10,
    transcriptsPerMonth: 250,
    aiTokensPerMonth: 2_000_000,
    dailyTokenCap: 250_000,
    overlayHoldings: 25,
    liveStreams: 10,
    catalystDays: 60,
    catalystTypes: null,
  },
  institutional: {
    perMinute: 300,
    perMonth: null,
    lineSendsPerHour: 100,
    vaultUsesPerHour: 600,
    agents: 50,
    transcriptsPerMonth: null,
    aiTokensPerMonth: 10_000_000,
    dailyTokenCap: 1_000_000,
    overlayHoldings: 25,
    liveStreams: 50,
    catalystDays: 60,
    catalystTypes: null,
  },
};

const current = { ...BUILT_IN };

/** The limits in force: read them when they are needed, since an operator may change them while the process runs. */
export const TIER_LIMITS: Readonly<Record<Tier, TierLimits>> = current;

/** Replaces earlier changes: what is not in `changes` is as built in. */
export function changeTierLimits(changes: Readonly<Partial<Record<string, Partial<TierLimits>>>>): void {
  for (const tier of TIERS) current[tier] = { ...BUILT_IN[tier], ...changes[tier] };
}

/** Limits of one GraphQL operation; `docs/graphql-limits.md` explains how each is counted. */
export interface OperationLimits {
  /** Lexical tokens in the whole document. */
  readonly tokens: number;
  /** Aliased fields. */
  readonly aliases: number;
  /** Applied directives. */
  readonly directives: number;
  /** Root fields. */
  readonly rootFields: number;
  /** Fields, counting those of a fragment at each spread. */
  readonly fields: number;
  /** Nesting depth of fields, except introspection. */
  readonly depth: number;
  /** Points by the schema's `@cost` and `@listSize`. */
  readonly cost: number;
}

/** The lowest tier allows a full history of bars (5,000), Pro a year of bars for a full batch (100 tickers). */
export const OPERATION_LIMITS: Readonly<Record<Tier, OperationLimits>> = {
  free: { tokens: 2_000, aliases: 30, directives: 30, rootFields: 10, fields: 1_000, depth: 10, cost: 6_000 },
  starter: { tokens: 4_000, aliases: 60, directives: 60, rootFields: 20, fields: 2_000, depth: 12, cost: 12_000 },
  pro: { tokens: 8_000, aliases: 150, directives: 120, rootFields: 50, fields: 4_000, depth: 15, cost: 30_000 },
  institutional: {
    tokens: 16_000,
    aliases: 300,
    directives: 240,
    rootFields: 100,
    fields: 8_000,
    depth: 18,
    cost: 150_000,
  },
};

/** Requests per minute from one IP address without a valid key. */
export const ANONYMOUS_PER_MINUTE = 60;

/** Requests per minute of an operator's key. */
export const OPERATOR_PER_MINUTE = 300;

/**
 * Requests per minute and address for files of pages. A page has up to 20, and an office behind one address opens many
 * pages at once.
 */
export const PAGE_FILES_PER_MINUTE = 3_000;

/** Messages per minute and address at /mcp; the calls among them also count towards the account's limit. */
export const MCP_MESSAGES_PER_MINUTE = 600;

/** Bounds of a key's daily AI token cap. */
export const DAILY_TOKEN_CAP = { min: 10_000, max: 5_000_000 } as const;

/** Bounds of one purchase of AI tokens. */
export const CREDIT_PURCHASE = { min: 1, max: 1_000_000_000 } as const;

/** AI tokens stay set aside for a call as long as its process says that it runs, or the run that they belong to. */
export const TOKEN_LEASE = { lengthMs: 30_000, renewEveryMs: 5_000 } as const;

/** What agents of lower tiers may not be set to. */
export const AGENT_ENTITLEMENTS: Readonly<Partial<Record<string, Tier>>> = {
  committee: 'institutional',
  intraday: 'institutional',
};

/** Maximum number of unrevoked keys per account. */
export const KEYS_PER_ACCOUNT = 20;

/** Hours that the old secret of a rotated key works beside the new one. */
export const KEY_OVERLAP_HOURS = { min: 0, max: 168, default: 24 } as const;

/** Maximum number of watchlists per account and of tickers per list. */
export const WATCHLISTS = { perAccount: 10, tickersEach: 100 } as const;

export function isTier(value: string): value is Tier {
  return (TIERS as readonly string[]).includes(value);
}

/** Whether `tier` is `required` or above. */
export function reaches(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}
