import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from './tables.js';

/** Notification with the id of an endpoint with something to send; sent on commit. */
export const SENDS_DUE = 'webhook_sends_due';

export interface Redelivery {
  readonly accountId: string;
  readonly eventId: string;
  /** Null for every endpoint of the account. */
  readonly endpointId: string | null;
  /** Failures that the attempt counts as having had, so that it is the last one of the schedule. */
  readonly lastFailures: number;
  readonly at: Date;
}

export type RetryOfGivenUp = Pick<Redelivery, 'lastFailures' | 'at'> & { readonly id: string };

/** How many events are sent once more, and the status of the endpoint. */
export interface RetriedEvents {
  readonly status: Selectable<Tables['webhook_endpoints']>['status'] | 'unknown';
  readonly events: number;
}

export async function notifySendsDue(tx: Kysely<Tables>, endpointId: string): Promise<void> {
  await sql`select pg_notify(${SENDS_DUE}, ${endpointId})`.execute(tx);
}

/**
 * Requests one more attempt to send an event to the account's active endpoints that were sent it, or to one of them. An
 * event already waiting becomes due now. Returns the ids of those endpoints.
 */
export async function redeliver(
  db: Kysely<Tables>,
  { accountId, eventId, endpointId, lastFailures, at }: Redelivery,
): Promise<readonly string[]> {
  return db.transaction().execute(async (tx) => {
    let asked = tx
      .selectFrom('webhook_endpoints')
      .innerJoin('webhook_sends', 'webhook_sends.endpointId', 'webhook_endpoints.id')
      .select('webhook_endpoints.id')
      .where('webhook_endpoints.accountId', '=', accountId)
      .where('webhook_endpoints.status', '=', 'active')
      .where('webhook_sends.eventId', '=', eventId);
    if (endpointId !== null) asked = asked.where('webhook_endpoints.id', '=', endpointId);
    const ids = (await asked.orderBy('webhook_endpoints.id').execute()).map(({ id }) => id);
    for (const id of ids) {
      await tx.selectFrom('webhook_endpoints').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      await tx
        .updateTable('webhook_sends')
        .set({
          nextAt: at,
          failures: sql`case when state = 'waiting' then failures else ${lastFailures}::integer end`,
          state: 'waiting',
        })
        .where('endpointId', '=', id)
        .where('eventId', '=', eventId)
        // An attempt in progress schedules its own retry.
        .where('state', '<>', 'sending')
        .execute();
      await notifySendsDue(tx, id);
    }
    return ids;
  });
}

/** Requests one more attempt for each given-up event of an endpoint of any account. */
export async function retryGivenUp(
  db: Kysely<Tables>,
  { id, lastFailures, at }: RetryOfGivenUp,
): Promise<RetriedEvents> {
  return db.transaction().execute(async (tx) => {
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select('status')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (endpoint?.status !== 'active') return { status: endpoint?.status ?? 'unknown', events: 0 };
    const { numUpdatedRows } = await tx
      .updateTable('webhook_sends')
      .set({ state: 'waiting', nextAt: at, failures: lastFailures })
      .where('endpointId', '=', id)
      .where('state', '=', 'given_up')
      .executeTakeFirst();
    await notifySendsDue(tx, id);
    return { status: 'active', events: Number(numUpdatedRows) };
  });
}
