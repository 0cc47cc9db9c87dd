import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    imports: {
      id: string;
      kind: string;
      source: string;
      subject: string;
      rows: number;
      refused: number;
      finishedAt: Timestamp;
    };
  }
}

export type ImportRecord = Readonly<Selectable<Tables['imports']>>;

export interface ImportsRepository {
  /** Records a finished import in the transaction that writes its rows. */
  record(tx: Transaction<Tables>, finished: Omit<ImportRecord, 'finishedAt'>): Promise<void>;
  byIds(ids: readonly string[]): Promise<Map<string, ImportRecord>>;
  /** Newest first. */
  recent(limit: number): Promise<readonly ImportRecord[]>;
}

/** Finished imports. */
function createImportsRepository(db: Kysely<Tables>): ImportsRepository {
  return {
    async record(tx, finished) {
      await tx.insertInto('imports').values(finished).execute();
    },
    async byIds(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('imports')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    },
    recent: (limit) =>
      db.selectFrom('imports').selectAll().orderBy('finishedAt', 'desc').orderBy('id').limit(limit).execute(),
  };
}

export const REPOSITORY = {
  create: createImportsRepository,
  tables: { imports: 'uncached' },
} as const satisfies RepositoryRow;
