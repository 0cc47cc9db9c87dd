import { type ColumnType, type Kysely, sql } from 'kysely';
import { createOutboxRepository, type NewEvent, type OutboxRepository } from './outbox.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    /** An event producer's last state for one key. */
    producer_states: {
      producer: string;
      key: string;
      asOf: ColumnType<Date, Date, Date>;
      state: ColumnType<unknown, string, string>;
    };
  }
}

/** A producer's last state for one key. */
export interface ProducerState {
  /** Time of the state; it never decreases. */
  readonly asOf: Date;
  /** JSON in the producer's format. */
  readonly state: unknown;
}

export interface StateChange {
  /** Changed states by key. */
  readonly states: ReadonlyMap<string, ProducerState>;
  /** Events to emit, in order. */
  readonly events: readonly NewEvent[];
}

export interface ProducerStatesRepository {
  /** Last states by key. */
  of(producer: string): Promise<ReadonlyMap<string, ProducerState>>;
  /**
   * Passes the last states to `decide` and stores the returned states and events in one transaction. Locks out other
   * processes for this producer until it ends, so that each change is emitted once.
   */
  change(producer: string, decide: (last: ReadonlyMap<string, ProducerState>) => StateChange): Promise<void>;
}

/** Persistent states of event producers. */
function createProducerStatesRepository(
  db: Kysely<Tables>,
  outbox: Pick<OutboxRepository, 'emit'>,
): ProducerStatesRepository {
  return {
    of: (producer) => statesOf(db, producer),
    async change(producer, decide) {
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`producer ${producer}`}))`.execute(tx);
        const { states, events } = decide(await statesOf(tx, producer));
        await save(tx, producer, states);
        for (const event of events) await outbox.emit(tx, event);
      });
    },
  };
}

async function statesOf(db: Kysely<Tables>, producer: string): Promise<ReadonlyMap<string, ProducerState>> {
  const rows = await db
    .selectFrom('producer_states')
    .select(['key', 'asOf', 'state'])
    .where('producer', '=', producer)
    .execute();
  return new Map(rows.map(({ key, ...state }) => [key, state]));
}

async function save(tx: Kysely<Tables>, producer: string, states: StateChange['states']): Promise<void> {
  const rows = Array.from(states, ([key, { asOf, state }]) => ({ producer, key, asOf, state: JSON.stringify(state) }));
  await upsert(tx, 'producer_states', ['producer', 'key'], rows);
}

export const REPOSITORY = {
  create: (db: Kysely<Tables>) => createProducerStatesRepository(db, createOutboxRepository(db)),
  tables: { producer_states: 'uncached' },
  migrations: {
    '0004-producer-states': [
      `create table producer_states (
        producer text not null, key text not null, as_of timestamptz not null, state jsonb not null, primary key (producer, key))`,
    ],
  },
} as const satisfies RepositoryRow;
