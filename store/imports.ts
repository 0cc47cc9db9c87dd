import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { ColumnType } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

/** A refused row: its line in the file, or its position in a JSON list, and why. */
export interface RefusedImportRow {
  readonly line: number;
  readonly reason: string;
}

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
      /** Name of the operator's key that sent the file; null for an import by the command line. */
      operatorName: ColumnType<string | null, string | null | undefined, string | null>;
      /** Why nothing was stored. */
      problem: ColumnType<string | null, string | null | undefined, string | null>;
      /** The first refused rows of a file that an operator sent: `{line, reason}`. */
      refusals: ColumnType<readonly RefusedImportRow[] | null, string | null | undefined, string | null>;
    };
  }
}

export type ImportRecord = Readonly<Selectable<Tables['imports']>>;

/** The place of an import in their order: its end, to the millisecond, and id. */
export interface ImportPlace {
  readonly at: Date;
  readonly id: string;
}

type ImportCounts = Pick<ImportRecord, 'id' | 'kind' | 'source' | 'subject' | 'rows' | 'refused'>;

export interface ImportsRepository {
  /** Records a finished import in the transaction that writes its rows. */
  record(tx: Transaction<Tables>, finished: ImportCounts): Promise<void>;
  /** Notes who sent the file of an import, and records it if nothing was stored; `refusals` is JSON. */
  attribute(
    tx: Transaction<Tables>,
    sent: ImportCounts & { readonly operatorName: string; readonly problem: string | null; readonly refusals: string },
  ): Promise<void>;
  byIds(ids: readonly string[]): Promise<Map<string, ImportRecord>>;
  /** Newest first. */
  recent(limit: number): Promise<readonly ImportRecord[]>;
  /** A page, newest first; `after` is the place of the last import of the previous page. */
  page(page: { readonly first: number; readonly after: ImportPlace | undefined }): Promise<{
    readonly rows: readonly ImportRecord[];
    readonly hasNext: boolean;
    readonly total: number;
  }>;
}

/** Finished imports. */
function createImportsRepository(db: Kysely<Tables>): ImportsRepository {
  return {
    async record(tx, finished) {
      await tx.insertInto('imports').values(finished).execute();
    },
    async attribute(tx, sent) {
      const { operatorName, problem, refusals } = sent;
      await tx
        .insertInto('imports')
        .values(sent)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ operatorName, problem, refusals }))
        .execute();
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
    async page({ first, after }) {
      // A cursor tells milliseconds alone.
      const at = sql<Date>`date_trunc('milliseconds', finished_at)`;
      const page = db
        .selectFrom('imports')
        .selectAll()
        .orderBy(at, 'desc')
        .orderBy('id', 'desc')
        .limit(first + 1);
      const [rows, { total }] = await Promise.all([
        (after === undefined
          ? page
          : page.where(sql<boolean>`(${at}, id) < (${after.at}::timestamptz, ${after.id})`)
        ).execute(),
        db
          .selectFrom('imports')
          .select((select) => select.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      return { rows: rows.slice(0, first), hasNext: rows.length > first, total };
    },
  };
}

export const REPOSITORY = {
  create: createImportsRepository,
  tables: { imports: 'uncached' },
  migrations: {
    '0084-imports-of-operators': [
      `alter table imports add column operator_name text, add column problem text, add column refusals jsonb`,
    ],
  },
} as const satisfies RepositoryRow;
