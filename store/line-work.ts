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
 * Claims the message that has waited longest. An attempt to deliver becomes `sending`, and is never made again unless its
 * outcome is known; answering, which has no effect before its end, may be claimed again once the lease has passed.
 */
export async function claimLineWork(
  db: Kysely<Tables>,
  { work, claimId, at, leaseUntil }: LineClaim,
): Promise<LineMessage | undefined> {
  const isFree = work === 'deliver' ? sql`delivery = 'waiting'` : sql`(lease_until is null or lease_until < ${at})`;
  const { rows: [claimed] } = await sql<LineMessage>`
    update line_messages set claim_id = ${claimId}, lease_until = ${leaseUntil}, attempts = attempts + 1,
      delivery = case when work = 'deliver' then 'sending' else delivery end
    where id = (
      select id from line_messages where work = ${work} and due_at <= ${at} and ${isFree}
      order by due_at limit 1 for update skip locked
    )
    returning *`.execute(db);
  return claimed;
}

/** Records attempts to deliver whose lease has passed as failed: whether they arrived is unknown. */
export async function settleLostDeliveries(db: Kysely<Tables>, at: Date, error: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    update line_messages set delivery = 'failed', work = null, error = ${error}, claim_id = null, lease_until = null
    where work = 'deliver' and delivery = 'sending' and lease_until < ${at}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
