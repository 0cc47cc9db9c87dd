import { sql, type Kysely } from 'kysely';
import type { NewEvent, OutboxRepository } from './outbox.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** What a producer last saw of one thing. */
export interface ProducerState {
  /** When that was so: a thing never goes back behind it. */
  readonly asOf: Date;
  /** JSON, of the producer's own form. */
  readonly state: unknown;
}

export interface StateChange {
  /** Only what is different now, by key. */
  readonly states: ReadonlyMap<string, ProducerState>;
  /** What it tells, in the order in which it is told. */
  readonly events: readonly NewEvent[];
}

export interface ProducerStatesRepository {
  /** Last states by key. */
  of(producer: string): Promise<ReadonlyMap<string, ProducerState>>;
  /**
   * Hands the last states to `decide` and stores what it answers, states and events in one transaction. Until that ends no
   * other process decides for this producer, so that each change is told once.
   */
  change(producer: string, decide: (last: ReadonlyMap<string, ProducerState>) => StateChange): Promise<void>;
}

/** The memory of what turns stored data into events. */
export function createProducerStatesRepository(db: Kysely<Tables>, outbox: Pick<OutboxRepository, 'emit'>): ProducerStatesRepository {
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
  const rows = await db.selectFrom('producer_states').select(['key', 'asOf', 'state']).where('producer', '=', producer).execute();
  return new Map(rows.map(({ key, ...state }) => [key, state]));
}

async function save(tx: Kysely<Tables>, producer: string, states: StateChange['states']): Promise<void> {
  const rows = Array.from(states, ([key, { asOf, state }]) => ({ producer, key, asOf, state: JSON.stringify(state) }));
  await upsert(tx, 'producer_states', ['producer', 'key'], rows);
}
