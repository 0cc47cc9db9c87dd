import { sql, type Transaction } from 'kysely';
import { mergeComposites, packCompositeYears, unpackCompositeYears, type CompositeSeries } from './packed-composites.js';
import { yearsIn } from './packed-blocks.js';
import type { Tables } from './tables.js';
import { excluded, upsert } from './upsert.js';

/** Days to add to one security's record. */
export interface CompositesWrite {
  readonly symbol: string;
  /** Source of the bars; if it differs from the mark's, the record starts again. */
  readonly source: string;
  /** The security's version that is fully recorded after this write; 0 if days are still missing. */
  readonly version: number;
  /** The state of the record as read; null if there is none. */
  readonly mark: Readonly<Tables['composite_latest']> | null;
  /** Unrecorded days; empty if only the version is new. Never empty without a mark. */
  readonly fresh: CompositeSeries;
  /** For the last fresh day, as in `LatestComposite`. */
  readonly label: string;
  readonly price: number;
}

const ROWS_PER_STATEMENT = 200;

/** Writes records that no other process has changed since the marks were read. Locks the heads first, then the years. */
export async function writeComposites(tx: Transaction<Tables>, writes: readonly CompositesWrite[]): Promise<readonly string[]> {
  if (writes.length === 0) return [];
  // Always in the same order, so that two writers cannot deadlock.
  const sorted = [...writes].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
  const standing = await lockRevisions(tx, sorted.map(({ symbol }) => symbol));
  const unchanged = sorted.filter(({ symbol, mark }) => standing.get(symbol) === mark?.revision);
  const accepted = new Set(await writeLatest(tx, unchanged.map(latestAfter)));
  const kept = unchanged.filter(({ symbol }) => accepted.has(symbol));
  const restarted = kept.filter((write) => write.mark !== null && isRestart(write)).map(({ symbol }) => symbol);
  if (restarted.length > 0) await tx.deleteFrom('composite_years').where('symbol', 'in', restarted).execute();
  const rows = await mergedYears(tx, kept);
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await upsert(tx, 'composite_years', ['symbol', 'year'], rows.slice(from, from + ROWS_PER_STATEMENT));
  }
  return kept.map(({ symbol }) => symbol);
}

async function lockRevisions(tx: Transaction<Tables>, symbols: string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.selectFrom('composite_latest').select(['symbol', 'revision']).where(sql<boolean>`symbol = any(${symbols}::text[])`).orderBy('symbol').forUpdate().execute();
  return new Map(rows.map(({ symbol, revision }) => [symbol, revision]));
}

function isRestart({ mark, source }: CompositesWrite): boolean {
  return mark === null || mark.source !== source;
}

/** The head of the record after `write`. */
function latestAfter(write: CompositesWrite): Tables['composite_latest'] {
  const { symbol, source, version, mark, fresh, label, price } = write;
  const revision = (mark?.revision ?? 0) + 1;
  const last = fresh.days.length - 1;
  const head = { symbol, source, version, revision };
  const added = { day: fresh.days[last] ?? 0, score: fresh.score[last] ?? 0, label, price, knownAt: fresh.knownAt[last] ?? 0 };
  if (mark === null || isRestart(write)) return { ...head, ...added, firstDay: fresh.days[0] ?? 0, days: fresh.days.length };
  return {
    ...mark,
    ...head,
    ...(last >= 0 && added.day > mark.day ? added : {}),
    firstDay: Math.min(mark.firstDay, fresh.days[0] ?? Infinity),
    days: mark.days + fresh.days.length,
  };
}

/** If two processes insert the first mark at once, the second finds the row and returns nothing. */
async function writeLatest(tx: Transaction<Tables>, heads: readonly Tables['composite_latest'][]): Promise<readonly string[]> {
  const [first] = heads;
  if (first === undefined) return [];
  const rows = await tx
    .insertInto('composite_latest')
    .values(heads)
    .onConflict((conflict) =>
      conflict
        .column('symbol')
        .doUpdateSet(excluded(first, ['symbol']))
        .whereRef('composite_latest.revision', '=', sql`excluded.revision - 1`),
    )
    .returning('symbol')
    .execute();
  return rows.map(({ symbol }) => symbol);
}

/** The years of the fresh days, with their days that are already recorded. */
async function mergedYears(tx: Transaction<Tables>, writes: readonly CompositesWrite[]) {
  const touched = writes.filter((write) => !isRestart(write)).flatMap(({ symbol, fresh }) => Array.from(yearsIn(fresh.days), ({ year }) => ({ symbol, year })));
  const { rows } = touched.length === 0 ? { rows: [] } : await sql<{ symbol: string; packed: Buffer }>`
    select symbol, string_agg(packed, ''::bytea order by year) as packed from composite_years
    where (symbol, year) in (select * from unnest(${touched.map(({ symbol }) => symbol)}::text[], ${touched.map(({ year }) => year)}::smallint[]))
    group by symbol`.execute(tx);
  const recorded = new Map(rows.map(({ symbol, packed }) => [symbol, unpackCompositeYears(symbol, packed)]));
  return writes.flatMap(({ symbol, fresh }) => {
    const before = recorded.get(symbol);
    return packCompositeYears(before === undefined ? fresh : mergeComposites(before, fresh)).map((year) => ({ symbol, ...year }));
  });
}
