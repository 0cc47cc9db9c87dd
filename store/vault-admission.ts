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
    const asked = await askedItem(tx, request);
    const item = asked?.item;
    const verdict = verdictOn(request, asked);
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

/** An item with what decides about its use. */
interface AskedItem {
  readonly item: VaultItem;
  readonly isStrict: boolean | null;
  readonly unlockedUntil: Date | null;
  /** The use that must be an hour old before another one is admitted; null if fewer were made. */
  readonly lastOfHour: Date | null;
}

async function askedItem(tx: Kysely<Tables>, { accountId, itemId, at, perHour }: UseRequest): Promise<AskedItem | undefined> {
  const row = await tx
    .selectFrom('vault_items')
    .leftJoin('vault_states', 'vault_states.accountId', 'vault_items.accountId')
    .selectAll('vault_items')
    .select(['vault_states.isStrict', 'vault_states.unlockedUntil'])
    .select((select) =>
      select
        .selectFrom('vault_uses')
        .select('vault_uses.at')
        .where('vault_uses.accountId', '=', accountId)
        .where('isCounted', '=', true)
        .where('vault_uses.at', '>', new Date(at.getTime() - HOUR_MS))
        .orderBy('vault_uses.at', 'desc')
        .offset(perHour - 1)
        .limit(1)
        .as('lastOfHour'),
    )
    .where('vault_items.accountId', '=', accountId)
    .where('vault_items.id', '=', itemId)
    .where('isShared', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { isStrict, unlockedUntil, lastOfHour, ...item } = row;
  return { item, isStrict, unlockedUntil, lastOfHour };
}

function verdictOn({ at, refusalOf }: UseRequest, asked: AskedItem | undefined): UseVerdict {
  if (asked === undefined) return { outcome: 'not_found' };
  const { item, isStrict, unlockedUntil, lastOfHour } = asked;
  const refusal = refusalOf(item);
  if (refusal !== null) return { outcome: refusal };
  if (isStrict === true && (unlockedUntil === null || unlockedUntil <= at)) return { outcome: 'vault_locked' };
  if (item.isApprovalRequired && (item.approvedUntil === null || item.approvedUntil <= at))
    return { outcome: 'approval_required' };
  if (lastOfHour !== null) return { outcome: 'vault_rate_limited', retryAt: new Date(lastOfHour.getTime() + HOUR_MS) };
  return { outcome: 'admitted', item };
}
