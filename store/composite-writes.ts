import { sql, type Transaction } from 'kysely';
import {
  mergeComposites,
  packCompositeYears,
  unpackCompositeYears,
  type CompositeSeries,
} from './packed-composites.js';
import { yearsIn } from './packed-blocks.js';
import type { Tables } from './tables.js';
import { excluded, upsert } from './upsert.js';

/** Days to add to one security's record. */
export interface CompositesWrite {
  readonly symbol: string;
  /** Version of the method. */
  readonly method: number;
  /** Source of the bars; if it differs from the mark's, the record starts again. */
  readonly source: string;
  /** The security's version that is fully recorded after this write; 0 if days are still missing. */
  readonly version: number;
  /** The state of the record as read; null if there is none. */
  readonly mark: Readonly<Tables['composite_heads']> | null;
  /** Unrecorded days with a composite; empty if only the version or the covered days are new. */
  readonly fresh: CompositeSeries;
  /** First and number of the sessions that the record covers after this write. */
  readonly covered: { readonly firstDay: number; readonly days: number };
  /**
   * The newest session that this write covers, as in `LatestComposite`; null if only the version is new, never without
   * a mark.
   */
  readonly newest: Pick<Tables['composite_heads'], 'day' | 'score' | 'label' | 'price' | 'knownAt'> | null;
}

const ROWS_PER_STATEMENT = 200;

/**
 * Writes records that no other process has changed since the marks were read. Locks the heads first, then the years.
 */
export async function writeComposites(
  tx: Transaction<Tables>,
  writes: readonly CompositesWrite[],
): Promise<readonly string[]> {
  if (writes.length === 0) return [];
  // Always in the same order, so that two writers cannot deadlock.
  const sorted = [...writes].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
  const standing = await lockRevisions(tx, sorted);
  const unchanged = sorted.filter((write) => standing.get(keyOf(write)) === write.mark?.revision);
  const accepted = new Set(await writeHeads(tx, unchanged.map(headAfter)));
  const kept = unchanged.filter((write) => accepted.has(keyOf(write)));
  for (const { symbol, method } of kept.filter((write) => write.mark !== null && isRestart(write))) {
    await tx.deleteFrom('composite_blocks').where('symbol', '=', symbol).where('method', '=', method).execute();
  }
  const rows = await mergedYears(tx, kept);
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await upsert(tx, 'composite_blocks', ['symbol', 'method', 'year'], rows.slice(from, from + ROWS_PER_STATEMENT));
  }
  return kept.map(({ symbol }) => symbol);
}

const keyOf = ({ symbol, method }: Pick<CompositesWrite, 'symbol' | 'method'>): string => `${symbol} ${String(method)}`;

/** Revisions by {@link keyOf}. */
async function lockRevisions(
  tx: Transaction<Tables>,
  writes: readonly CompositesWrite[],
): Promise<ReadonlyMap<string, number>> {
  const symbols = writes.map(({ symbol }) => symbol);
  const rows = await tx
    .selectFrom('composite_heads')
    .select(['symbol', 'method', 'revision'])
    .where(sql<boolean>`symbol = any(${symbols}::text[])`)
    .orderBy('symbol')
    .orderBy('method')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.revision]));
}

function isRestart({ mark, source }: CompositesWrite): boolean {
  return mark === null || mark.source !== source;
}

/** The head of the record after `write`. */
function headAfter(write: CompositesWrite): Tables['composite_heads'] {
  const { symbol, method, source, version, mark, covered, newest } = write;
  const head = { symbol, method, source, version, revision: (mark?.revision ?? 0) + 1, ...covered };
  if (mark !== null && !isRestart(write))
    return { ...mark, ...head, ...(newest !== null && newest.day > mark.day ? newest : {}) };
  if (newest === null) throw new Error(`A new record of ${symbol} has no session.`);
  return { ...head, ...newest };
}

/** If two processes insert the first mark at once, the second finds the row and returns nothing. */
async function writeHeads(
  tx: Transaction<Tables>,
  heads: readonly Tables['composite_heads'][],
): Promise<readonly string[]> {
  const [first] = heads;
  if (first === undefined) return [];
  const rows = await tx
    .insertInto('composite_heads')
    .values(heads)
    .onConflict((conflict) =>
      conflict
        .columns(['symbol', 'method'])
        .doUpdateSet(excluded(first, ['symbol', 'method']))
        .whereRef('composite_heads.revision', '=', sql`excluded.revision - 1`),
    )
    .returning(['symbol', 'method'])
    .execute();
  return rows.map(keyOf);
}

/** The years of the fresh days, with their days that are already recorded. */
async function mergedYears(tx: Transaction<Tables>, writes: readonly CompositesWrite[]) {
  const touched = writes
    .filter((write) => !isRestart(write))
    .flatMap(({ symbol, method, fresh }) => Array.from(yearsIn(fresh.days), ({ year }) => ({ symbol, method, year })));
  const { rows } =
    touched.length === 0
      ? { rows: [] }
      : await sql<{ symbol: string; method: number; packed: Buffer }>`
    select symbol, method, string_agg(packed, ''::bytea order by year) as packed from composite_blocks
    where (symbol, method, year) in (select * from unnest(
      ${touched.map(({ symbol }) => symbol)}::text[], ${touched.map(({ method }) => method)}::smallint[], ${touched.map(({ year }) => year)}::smallint[]))
    group by symbol, method`.execute(tx);
  const recorded = new Map(rows.map((row) => [keyOf(row), unpackCompositeYears(row.symbol, row.packed)]));
  return writes.flatMap((write) => {
    const { symbol, method, fresh } = write;
    const before = recorded.get(keyOf(write));
    return packCompositeYears(before === undefined ? fresh : mergeComposites(before, fresh)).map((year) => ({
      symbol,
      method,
      ...year,
    }));
  });
}
