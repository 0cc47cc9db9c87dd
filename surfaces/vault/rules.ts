/** Limits of the vault; those per hour are in the table of tiers. */
export const VAULT = {
  itemsPerAccount: 50,
  hostsPerItem: 20,
  /** How long an approval of the next use is valid (contract 3.3). */
  approvalMs: 10 * 60_000,
  /** How long the audit log is kept. */
  auditDays: 365,
} as const;

/** Methods of requests through the vault. */
export const VAULT_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type VaultMethod = (typeof VAULT_METHODS)[number];

/** Methods that agents may use on every tier. */
const READING: readonly VaultMethod[] = ['GET', 'HEAD'];

export function isWrite(method: VaultMethod): boolean {
  return !READING.includes(method);
}

/** Headers that are part of the connection, or that the vault sets itself. */
const OWN_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** Whether a credential may be sent in the header of this name. */
export function isCredentialHeader(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/.test(name) && !OWN_HEADERS.has(name.toLowerCase());
}
