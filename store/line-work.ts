import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from './tables.js';

type LineMessage = Readonly<Omit<Selectable<Tables['line_messages']>, 'search' | 'html'>>;

/** A wish for the next message that waits for a worker. */
export interface LineClaim {
  readonly work: 'answer' | 'deliver';
  /** Id of this attempt. */
  readonly claimId: string;
  readonly at: Date;
  readonly leaseUntil: Date;
}

/**
 * Claims the message that has waited longest. It may be claimed again once the lease has passed: answering has no
 * effect before its end, and delivering none before `startSending`.
 */
export async function claimLineWork(
  db: Kysely<Tables>,
  { work, claimId, at, leaseUntil }: LineClaim,
): Promise<LineMessage | undefined> {
  const isFree = sql`(lease_until is null or lease_until < ${at}) and (work = 'answer' or delivery = 'waiting')`;
  const {
    rows: [claimed],
  } = await sql<LineMessage>`
    update line_messages set claim_id = ${claimId}, lease_until = ${leaseUntil}, attempts = attempts + 1
    where id = (
      select id from line_messages where work = ${work} and due_at <= ${at} and ${isFree}
      order by due_at limit 1 for update skip locked
    )
    returning *`.execute(db);
  return claimed;
}

/** Records that a claimed message begins to leave; from then on it is never sent again unless its outcome is known. */
export async function startSending(
  db: Kysely<Tables>,
  { id, claimId }: { readonly id: string; readonly claimId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('line_messages')
    .set({ delivery: 'sending' })
    .where('id', '=', id)
    .where('claimId', '=', claimId)
    .where('delivery', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records attempts to deliver whose lease has passed as failed: whether they arrived is unknown. */
export async function settleLostDeliveries(db: Kysely<Tables>, at: Date, error: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    update line_messages set delivery = 'failed', work = null, error = ${error}, claim_id = null, lease_until = null
    where work = 'deliver' and delivery = 'sending' and lease_until < ${at}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
