/** Prefixes of global ids, by type. Those of stored rows are the rows' own ids (`newId`). */
const PREFIXES = {
  Security: 'sec',
  PrivateCompany: 'pc',
  Investor: 'inv',
  InstitutionalManager: 'im',
  Viewer: 'acc',
  ApiKey: 'key',
  Session: 'ses',
  Webhook: 'we',
  WebhookDelivery: 'dlv',
  Watchlist: 'wl',
  WatchlistEntry: 'wle',
  Agent: 'agt',
  AgentRun: 'run',
  VaultItem: 'vi',
  VaultUse: 'vu',
  LineMessage: 'msg',
  CommunityMember: 'mem',
  CommunityPost: 'pst',
  CommunityComment: 'cmt',
  CommunityEvent: 'cev',
  PaperPortfolio: 'ppf',
  PaperOrder: 'ord',
} as const;

export type NodeType = keyof typeof PREFIXES;

const TYPES = new Map<string, NodeType>(Object.entries(PREFIXES).map(([type, prefix]) => [prefix, type as NodeType]));

/** The id of an object that is identified by `key`: a ticker, a slug, a CIK, or a list's id and a ticker. */
export function nodeId(
  type: 'Security' | 'PrivateCompany' | 'Investor' | 'InstitutionalManager' | 'WatchlistEntry',
  key: string,
): string {
  return `${PREFIXES[type]}_${key}`;
}

/** The type that an id belongs to and what follows its prefix; null if it is no id. */
export function readNodeId(id: string): { readonly type: NodeType; readonly key: string } | null {
  const end = id.indexOf('_');
  const type = TYPES.get(id.slice(0, Math.max(end, 0)));
  return type === undefined || end === id.length - 1 ? null : { type, key: id.slice(end + 1) };
}
