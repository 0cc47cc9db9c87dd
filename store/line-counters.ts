import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** The counter of each folder's messages. */
export const COUNTERS = { inbox: 'inboxCount', sent: 'sentCount', drafts: null } as const;

/** Changes one of the counters of an account's line. */
export async function count(
  tx: Kysely<Tables>,
  accountId: string,
  counter: 'inboxCount' | 'sentCount' | 'unreadCount',
  change: 1 | -1,
): Promise<void> {
  await tx
    .updateTable('lines')
    .set((set) => ({ [counter]: set(counter, '+', change) }))
    .where('accountId', '=', accountId)
    .execute();
}
