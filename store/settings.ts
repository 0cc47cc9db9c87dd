import type { ColumnType, Kysely } from 'kysely';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    settings: {
      name: string;
      value: ColumnType<unknown, string, string>;
    };
  }
}

export interface SettingsRepository {
  /** The stored JSON value; undefined if never set. */
  get(name: string): Promise<unknown>;
  /** Stores any JSON value; pass the transaction it belongs to as `tx`. */
  set(name: string, value: unknown, tx?: Kysely<Tables>): Promise<void>;
  /** Stores the value unless one exists; returns the stored value. */
  setOnce(name: string, value: unknown): Promise<unknown>;
}

/** Internal key-value settings, such as which market is loaded up to which day. */
function createSettingsRepository(db: Kysely<Tables>): SettingsRepository {
  const get = async (name: string): Promise<unknown> => {
    const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value;
  };
  return {
    get,
    async setOnce(name, value) {
      await db
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return get(name);
    },
    set: (name, value, tx = db) => upsert(tx, 'settings', ['name'], [{ name, value: JSON.stringify(value) }]),
  };
}

export const REPOSITORY = {
  create: createSettingsRepository,
  tables: { settings: 'table' },
} as const satisfies RepositoryRow;
