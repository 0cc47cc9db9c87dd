import type { Scope } from './limits.js';

/**
 * Keys of limits and quotas. The hash tag, in braces, puts all that is counted for one account, key or address in one
 * slot of a Redis Cluster, so that a script may use several of its keys; accounts are spread over the nodes.
 */

export function minuteKey(scope: Scope): string {
  return `svc:minute:{${scope}}`;
}

export function monthKey(accountId: string, month: string, meter: string): string {
  return `svc:month:{account:${accountId}}:${month}:${meter}`;
}
