import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';

export interface NewEvent {
  /** `evt_…`, stable over every attempt at every endpoint. */
  readonly id: string;
  readonly type: string;
  /** Null reaches every account that subscribed. */
  readonly accountId: string | null;
  /** What the type carries; JSON. */
  readonly data: object;
  readonly at: Date;
}

export interface FanOut {
  /** Events whose receivers were found. */
  readonly events: number;
  /** Endpoints that have something new to send. */
  readonly endpointIds: readonly string[];
}

/** Tells that events wait for their receivers; sent with the commit of the change they are about. */
export const EVENTS_EMITTED = 'events_emitted';

export interface OutboxRepository {
  /** Stores an event in `tx`, the transaction of the state change that it tells of. */
  emit(tx: Kysely<Tables>, event: NewEvent): Promise<void>;
  /** Finds the receivers of up to `most` events, oldest first; several processes may do so at once. */
  fanOut(options: { readonly tiers: readonly string[]; readonly most: number; readonly at: Date }): Promise<FanOut>;
  /** Deletes up to `most` events older than `before` that nobody waits for, with their attempts. Answers how many. */
  prune(before: Date, most: number): Promise<number>;
}

/** The envelope: these bytes are what is stored, signed and sent. */
export function envelopeOf({ id, type, at, data }: NewEvent): Buffer {
  return Buffer.from(JSON.stringify({ id, type, created_at: at.toISOString(), api_version: 'v1', data }));
}

/** Events, stored with the change that they tell of, on their way to whoever subscribed. */
export function createOutboxRepository(db: Kysely<Tables>): OutboxRepository {
  return {
    async emit(tx, event) {
      await tx.insertInto('events').values({ id: event.id, type: event.type, accountId: event.accountId, body: envelopeOf(event), createdAt: event.at }).execute();
      await sql`select pg_notify(${EVENTS_EMITTED}, '')`.execute(tx);
    },
    fanOut: ({ tiers, most, at }) =>
      db.transaction().execute(async (tx) => {
        const taken = await tx.selectFrom('events').select('id').where('fannedOutAt', 'is', null).orderBy('seq').limit(most).forUpdate().skipLocked().execute();
        if (taken.length === 0) return { events: 0, endpointIds: [] };
        const ids = taken.map(({ id }) => id);
        // The key-share lock leaves out an endpoint that is being deleted.
        const { rows } = await sql<{ endpointId: string }>`
          with targets as (
            select w.id as endpoint_id, e.id as event_id, e.seq
            from events e
            join webhook_endpoints w on w.status = 'active' and e.type = any(w.events) and (e.account_id is null or e.account_id = w.account_id)
            join accounts a on a.id = w.account_id and a.tier = any(${[...tiers]}::text[])
            where e.id = any(${ids}::text[])
            for key share of w
          ), sends as (
            insert into webhook_sends (endpoint_id, event_id, event_seq, next_at)
            select endpoint_id, event_id, seq, ${at}::timestamptz from targets on conflict do nothing
            returning endpoint_id
          )
          select distinct endpoint_id from sends`.execute(tx);
        await tx.updateTable('events').set({ fannedOutAt: at }).where('id', 'in', ids).execute();
        return { events: ids.length, endpointIds: rows.map(({ endpointId }) => endpointId) };
      }),
    async prune(before, most) {
      const { rows } = await sql`
        with old as (
          select id from events e where created_at < ${before} and fanned_out_at is not null
            and not exists (select from webhook_sends s where s.event_id = e.id and s.state in ('waiting', 'sending'))
          order by created_at limit ${most}
        )
        delete from events using old where events.id = old.id returning events.id`.execute(db);
      return rows.length;
    },
  };
}
