import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ImportsTable, Tables } from './tables.js';

export type ImportRecord = Readonly<Selectable<ImportsTable>>;

export interface ImportsRepository {
  /** Records a finished import in the transaction that writes its rows. */
  record(tx: Transaction<Tables>, finished: Omit<ImportRecord, 'finishedAt'>): Promise<void>;
  byIds(ids: readonly string[]): Promise<Map<string, ImportRecord>>;
  /** Newest first. */
  recent(limit: number): Promise<readonly ImportRecord[]>;
}

/** Finished imports. */
export function createImportsRepository(db: Kysely<Tables>): ImportsRepository {
  return {
    async record(tx, finished) {
      await tx.insertInto('imports').values(finished).execute();
    },
    async byIds(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('imports').selectAll().where('id', 'in', [...ids]).execute();
      return new Map(rows.map((row) => [row.id, row]));
    },
    recent: (limit) => db.selectFrom('imports').selectAll().orderBy('finishedAt', 'desc').orderBy('id').limit(limit).execute(),
  };
}
