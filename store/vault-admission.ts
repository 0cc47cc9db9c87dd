import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';
import type { VaultItem } from './vault-item.js';
import type { VaultAction } from './vault-uses.js';

/** A use of the vault that an agent asks for. */
export interface UseRequest {
  readonly id: string;
  readonly accountId: string;
  readonly itemId: string;
  readonly keyId: string | null;
  readonly sessionId: string | null;
  readonly action: VaultAction;
  readonly method: string;
  readonly host: string | null;
  readonly path: string | null;
  readonly at: Date;
  /** Uses that the account may make within an hour. */
  readonly perHour: number;
  /** Why the item may not be used so; null if it may. */
  readonly refusalOf: (item: VaultItem) => 'host_not_allowed' | 'writes_tier' | 'not_found' | null;
}

/** Whether the use is admitted; all but the last are recorded as refused. */
export type UseVerdict =
  | { readonly outcome: 'not_found' | 'host_not_allowed' | 'writes_tier' | 'vault_locked' | 'approval_required' }
  | { readonly outcome: 'vault_rate_limited'; readonly retryAt: Date }
  | { readonly outcome: 'admitted'; readonly item: VaultItem };

const HOUR_MS = 3_600_000;

/**
 * Admits a use of an item and records it in one transaction, under a lock on the account: of several at once, no more are
 * admitted than the hourly cap allows, and one alone by an approval. A refused use is recorded, does not count, and leaves
 * the approval as it is.
 */
export function admitVaultUse(db: Kysely<Tables>, request: UseRequest): Promise<UseVerdict> {
  const { accountId, itemId, at } = request;
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();
    const item = await tx
      .selectFrom('vault_items')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('id', '=', itemId)
      .where('isShared', '=', true)
      .executeTakeFirst();
    const verdict = await verdictOn(tx, request, item);
    const isAdmitted = verdict.outcome === 'admitted';
    const { id, keyId, sessionId, action, method, host, path } = request;
    await tx
      .insertInto('vault_uses')
      .values({
        id, accountId, itemId: item?.id ?? null, itemName: item?.name ?? null, keyId, sessionId, action, method, host, path,
        isCounted: isAdmitted, outcome: isAdmitted ? null : verdict.outcome, httpStatus: null, at, durationMs: null,
      })
      .execute();
    if (isAdmitted && verdict.item.isApprovalRequired)
      await tx.updateTable('vault_items').set({ approvedUntil: null }).where('id', '=', itemId).execute();
    return verdict;
  });
}

async function verdictOn(
  tx: Kysely<Tables>,
  { accountId, at, perHour, refusalOf }: UseRequest,
  item: VaultItem | undefined,
): Promise<UseVerdict> {
  if (item === undefined) return { outcome: 'not_found' };
  const refusal = refusalOf(item);
  if (refusal !== null) return { outcome: refusal };
  const state = await tx
    .selectFrom('vault_states').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  if (state?.isStrict === true && (state.unlockedUntil === null || state.unlockedUntil <= at))
    return { outcome: 'vault_locked' };
  if (item.isApprovalRequired && (item.approvedUntil === null || item.approvedUntil <= at))
    return { outcome: 'approval_required' };
  // The use that must be an hour old before another one is admitted.
  const last = await tx
    .selectFrom('vault_uses')
    .select('at')
    .where('accountId', '=', accountId)
    .where('isCounted', '=', true)
    .where('at', '>', new Date(at.getTime() - HOUR_MS))
    .orderBy('at', 'desc')
    .offset(perHour - 1)
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined) return { outcome: 'vault_rate_limited', retryAt: new Date(last.at.getTime() + HOUR_MS) };
  return { outcome: 'admitted', item };
}
