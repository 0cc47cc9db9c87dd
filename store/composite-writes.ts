import { sql, type Transaction } from 'kysely';
import { mergeComposites, packCompositeYears, unpackCompositeYears, type CompositeSeries } from './packed-composites.js';
import { yearsIn } from './packed-blocks.js';
import type { CompositeLatestTable, Tables } from './tables.js';
import { excluded, upsert } from './upsert.js';

/** Days to add to one security's record. */
export interface CompositesWrite {
  readonly symbol: string;
  /** Where the bars come from; another one than the mark's begins the record anew. */
  readonly source: string;
  /** The security's version whose days are all on record after this; 0 where one of them is still to come. */
  readonly version: number;
  /** What is on record, as it was read; null where nothing is. */
  readonly mark: Readonly<CompositeLatestTable> | null;
  /** Days that are not on record; none where only the version is new. Never empty without a mark. */
  readonly fresh: CompositeSeries;
  /** Of the last fresh day, as `LatestComposite` has them. */
  readonly label: string;
  readonly price: number;
}

const ROWS_PER_STATEMENT = 200;

/** Writes what no other process has written since the marks were read: heads first, whose lock guards the years. */
export async function writeComposites(tx: Transaction<Tables>, writes: readonly CompositesWrite[]): Promise<readonly string[]> {
  if (writes.length === 0) return [];
  // In one order everywhere, so that two writers never wait for each other in a circle.
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

/** The head of the record once `write` is on it. */
function latestAfter(write: CompositesWrite): CompositeLatestTable {
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

/** Of two that write a first mark at once, the second finds the row of the first, and is not answered. */
async function writeLatest(tx: Transaction<Tables>, heads: readonly CompositeLatestTable[]): Promise<readonly string[]> {
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

/** The years that the fresh days lie in, with the days of those years that are on record already. */
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
