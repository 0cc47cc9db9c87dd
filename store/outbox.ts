import { type ColumnType, type Generated, type Kysely, sql } from 'kysely';
import type { NullableTimestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    events: {
      id: string;
      /** Order of emission. */
      seq: Generated<number>;
      type: string;
      /** Null for all subscribed accounts. */
      accountId: string | null;
      /** The envelope, exactly as signed and sent. */
      body: Buffer;
      createdAt: ColumnType<Date, Date, never>;
      /** Null until its receivers have been determined. */
      fannedOutAt: NullableTimestamp;
    };
  }
}

export interface NewEvent {
  /** `evt_…`, stable over every attempt at every endpoint. */
  readonly id: string;
  readonly type: string;
  /** Null for all subscribed accounts. */
  readonly accountId: string | null;
  /** JSON data for the type. */
  readonly data: object;
  readonly at: Date;
}

export interface FanOut {
  /** Events whose receivers were determined. */
  readonly events: number;
  /** Endpoints with new deliveries. */
  readonly endpointIds: readonly string[];
}

/** Notification that events wait for fan-out; sent on commit. */
export const EVENTS_EMITTED = 'events_emitted';

export interface OutboxRepository {
  /** Stores an event in `tx`, the transaction of its state change. */
  emit(tx: Kysely<Tables>, event: NewEvent): Promise<void>;
  /** Determines the receivers of up to `most` events, oldest first; safe to run in several processes at once. */
  fanOut(options: { readonly tiers: readonly string[]; readonly most: number; readonly at: Date }): Promise<FanOut>;
  /** Deletes up to `most` finished events older than `before`, with their attempts. Returns how many. */
  prune(before: Date, most: number): Promise<number>;
}

/** The envelope: these bytes are stored, signed and sent. */
export function envelopeOf({ id, type, at, data }: NewEvent): Buffer {
  return Buffer.from(JSON.stringify({ id, type, created_at: at.toISOString(), api_version: 'v1', data }));
}

/** Transactional outbox: events are stored with their state change and fanned out to subscribers. */
export function createOutboxRepository(db: Kysely<Tables>): OutboxRepository {
  return {
    async emit(tx, event) {
      await tx
        .insertInto('events')
        .values({
          id: event.id,
          type: event.type,
          accountId: event.accountId,
          body: envelopeOf(event),
          createdAt: event.at,
        })
        .execute();
      await sql`select pg_notify(${EVENTS_EMITTED}, '')`.execute(tx);
    },
    fanOut: ({ tiers, most, at }) =>
      db.transaction().execute(async (tx) => {
        const taken = await tx
          .selectFrom('events')
          .select('id')
          .where('fannedOutAt', 'is', null)
          .orderBy('seq')
          .limit(most)
          .forUpdate()
          .skipLocked()
          .execute();
        if (taken.length === 0) return { events: 0, endpointIds: [] };
        const ids = taken.map(({ id }) => id);
        // The key-share lock skips an endpoint that is being deleted.
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

export const REPOSITORY = {
  create: createOutboxRepository,
  tables: { events: 'uncached' },
  alsoReads: ['webhook_endpoints', 'accounts', 'webhook_sends'],
} as const satisfies RepositoryRow;
