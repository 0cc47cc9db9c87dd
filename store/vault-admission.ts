import { sql, type Kysely } from 'kysely';
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
 * Admits a use of an item and records it. Counted uses of an account are numbered without gaps: the one that must be an
 * hour old is found by its number, and of several at once each gets a number of its own or is judged again, so that no
 * more are admitted than the hourly cap allows, and one alone by an approval. A refused use is recorded, does not count,
 * and leaves the approval as it is.
 */
export async function admitVaultUse(db: Kysely<Tables>, request: UseRequest): Promise<UseVerdict> {
  for (;;) {
    const asked = await askedItem(db, request);
    const verdict = verdictOn(request, asked);
    if (verdict.outcome !== 'admitted') {
      await recordUse(db, request, asked?.item, { place: null, outcome: verdict.outcome });
      return verdict;
    }
    // Another use has the number if it is not recorded: then this one is judged with that one.
    const place = (asked?.lastPlace ?? 0) + 1;
    const { item } = verdict;
    const isRecorded = item.isApprovalRequired
      ? await recordApproved(db, request, item, place)
      : await recordUse(db, request, item, { place, outcome: null });
    if (isRecorded) return verdict;
  }
}

/** Records a use unless its place is taken; returns whether it is recorded. */
async function recordUse(
  db: Kysely<Tables>,
  { id, accountId, keyId, sessionId, action, method, host, path, at }: UseRequest,
  item: VaultItem | undefined,
  { place, outcome }: { readonly place: number | null; readonly outcome: string | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('vault_uses')
    .values({
      id, accountId, itemId: item?.id ?? null, itemName: item?.name ?? null, keyId, sessionId, action, method, host,
      path, isCounted: place !== null, place, outcome, httpStatus: null, at, durationMs: null,
    })
    .onConflict((conflict) => conflict.columns(['accountId', 'place']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Records a use and ends its approval, or does neither; returns whether it did. */
function recordApproved(db: Kysely<Tables>, request: UseRequest, item: VaultItem, place: number): Promise<boolean> {
  const { approvedUntil } = item;
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('vault_items')
      .set({ approvedUntil: null })
      .where('id', '=', item.id)
      .where('approvedUntil', '=', approvedUntil)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const isRecorded = await recordUse(tx, request, item, { place, outcome: null });
    if (!isRecorded)
      await tx.updateTable('vault_items').set({ approvedUntil }).where('id', '=', item.id).execute();
    return isRecorded;
  });
}

/** An item with what decides about its use. */
interface AskedItem {
  readonly item: VaultItem;
  readonly isStrict: boolean | null;
  readonly unlockedUntil: Date | null;
  /** Number of the newest counted use; null without one. */
  readonly lastPlace: number | null;
  /** The use that must be an hour old before another one is admitted; null if it is, or if fewer were made. */
  readonly lastOfHour: Date | null;
}

async function askedItem(
  db: Kysely<Tables>,
  { accountId, itemId, at, perHour }: UseRequest,
): Promise<AskedItem | undefined> {
  const row = await db
    .with('newest', (newest) =>
      newest
        .selectFrom('vault_uses')
        .select((select) => select.fn.max('place').as('place'))
        .where('accountId', '=', accountId),
    )
    .selectFrom('vault_items')
    .innerJoin('newest', (join) => join.onTrue())
    .leftJoin('vault_states', 'vault_states.accountId', 'vault_items.accountId')
    .leftJoin('vault_uses', (join) =>
      join
        .onRef('vault_uses.accountId', '=', 'vault_items.accountId')
        .on('vault_uses.place', '=', sql<number>`newest.place - ${perHour - 1}`)
        .on('vault_uses.at', '>', new Date(at.getTime() - HOUR_MS)),
    )
    .selectAll('vault_items')
    .select(['vault_states.isStrict', 'vault_states.unlockedUntil'])
    .select(['newest.place as lastPlace', 'vault_uses.at as lastOfHour'])
    .where('vault_items.accountId', '=', accountId)
    .where('vault_items.id', '=', itemId)
    .where('isShared', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { isStrict, unlockedUntil, lastPlace, lastOfHour, ...item } = row;
  return { item, isStrict, unlockedUntil, lastPlace, lastOfHour };
}

function verdictOn({ at, perHour, refusalOf }: UseRequest, asked: AskedItem | undefined): UseVerdict {
  if (asked === undefined) return { outcome: 'not_found' };
  const { item, isStrict, unlockedUntil, lastOfHour } = asked;
  const refusal = refusalOf(item);
  if (refusal !== null) return { outcome: refusal };
  if (isStrict === true && (unlockedUntil === null || unlockedUntil <= at)) return { outcome: 'vault_locked' };
  if (item.isApprovalRequired && (item.approvedUntil === null || item.approvedUntil <= at))
    return { outcome: 'approval_required' };
  const waitsFor = perHour < 1 ? at : lastOfHour;
  if (waitsFor !== null) return { outcome: 'vault_rate_limited', retryAt: new Date(waitsFor.getTime() + HOUR_MS) };
  return { outcome: 'admitted', item };
}
