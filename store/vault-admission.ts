import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { LRUCache } from 'lru-cache';
import { plannedOnce } from './planned-once.js';
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

/** Items as they were read for a use, by account and id; the credential is encrypted. */
export type KnownItems = LRUCache<string, KnownItem>;

interface KnownItem {
  readonly item: VaultItem;
  /** Differs after every change of the row. */
  readonly version: string;
}

/**
 * Admits a use of an item and records it. Counted uses of an account are numbered without gaps: the one that must be an
 * hour old is found by its number, and of several at once each gets a number of its own or is judged again, so that no
 * more are admitted than the hourly cap allows, and one alone by an approval. A refused use is recorded, does not
 * count, and leaves the approval as it is.
 *
 * An item that needs no approval and is still as it was for the use before takes one statement.
 */
export async function admitVaultUse(db: Kysely<Tables>, known: KnownItems, request: UseRequest): Promise<UseVerdict> {
  const key = JSON.stringify([request.accountId, request.itemId]);
  for (;;) {
    const before = known.get(key);
    if (before !== undefined && (await recordUnchanged(db, request, before)))
      return { outcome: 'admitted', item: before.item };
    const asked = await askedItem(db, request);
    if (asked === undefined) known.delete(key);
    else known.set(key, asked);
    const verdict = verdictOn(request, asked);
    if (verdict.outcome !== 'admitted') {
      await recordRefused(db, request, asked?.item, verdict.outcome);
      return verdict;
    }
    // Another use has the number if it is not recorded: then this one is judged with that one.
    const { item } = verdict;
    if (item.isApprovalRequired && (await recordApproved(db, request, item, (asked?.lastPlace ?? 0) + 1)))
      return verdict;
  }
}

const RECORD_UNCHANGED = plannedOnce(`
  insert into vault_uses (id, account_id, item_id, item_name, key_id, session_id, action, method, host, path, is_counted, place, at)
  select $1, $2, item.id, item.name, $4, $5, $6, $7, $8, $9, true, next.place, $10
  from vault_items as item,
    (select coalesce((select max(place) from vault_uses where account_id = $2), 0) + 1 as place) as next
  where item.id = $3 and item.account_id = $2 and item.xmin::text = $11
    and not exists (
      select from vault_states where account_id = $2 and is_strict and (unlocked_until is null or unlocked_until <= $10))
    and not exists (
      select from vault_uses where account_id = $2 and place = next.place - $12::bigint and at > $13)
  on conflict (account_id, place) do nothing`);

/**
 * Records a use as admitted if the item is the known one and may be used without an approval, the vault is not locked,
 * the hourly cap is not reached, and no other use has its number; returns whether it did.
 */
async function recordUnchanged(
  db: Kysely<Tables>,
  request: UseRequest,
  { item, version }: KnownItem,
): Promise<boolean> {
  const { id, accountId, keyId, sessionId, action, method, host, path, at, perHour } = request;
  if (perHour < 1 || item.isApprovalRequired || request.refusalOf(item) !== null) return false;
  const hourAgo = new Date(at.getTime() - HOUR_MS);
  const { numAffectedRows = 0n } = await db.executeQuery(
    CompiledQuery.raw(RECORD_UNCHANGED, [
      id,
      accountId,
      item.id,
      keyId,
      sessionId,
      action,
      method,
      host,
      path,
      at,
      version,
      perHour,
      hourAgo,
    ]),
  );
  return numAffectedRows > 0n;
}

async function recordRefused(
  db: Kysely<Tables>,
  request: UseRequest,
  item: VaultItem | undefined,
  outcome: string,
): Promise<void> {
  await db
    .insertInto('vault_uses')
    .values({ ...recordOf(request, item), isCounted: false, place: null, outcome })
    .execute();
}

function recordOf(
  { id, accountId, keyId, sessionId, action, method, host, path, at }: UseRequest,
  item: VaultItem | undefined,
) {
  return {
    id,
    accountId,
    itemId: item?.id ?? null,
    itemName: item?.name ?? null,
    keyId,
    sessionId,
    action,
    method,
    host,
    path,
    at,
    httpStatus: null,
    durationMs: null,
  };
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
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('vault_uses')
      .values({ ...recordOf(request, item), isCounted: true, place, outcome: null })
      .onConflict((conflict) => conflict.columns(['accountId', 'place']).doNothing())
      .executeTakeFirst();
    const isRecorded = numInsertedOrUpdatedRows > 0n;
    if (!isRecorded) await tx.updateTable('vault_items').set({ approvedUntil }).where('id', '=', item.id).execute();
    return isRecorded;
  });
}

/** An item with what decides about its use. */
interface AskedItem extends KnownItem {
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
    .select(sql<string>`vault_items.xmin::text`.as('version'))
    .select(['vault_states.isStrict', 'vault_states.unlockedUntil'])
    .select(['newest.place as lastPlace', 'vault_uses.at as lastOfHour'])
    .where('vault_items.accountId', '=', accountId)
    .where('vault_items.id', '=', itemId)
    .where('isShared', '=', true)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { isStrict, unlockedUntil, lastPlace, lastOfHour, version, ...item } = row;
  return { item, version, isStrict, unlockedUntil, lastPlace, lastOfHour };
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
