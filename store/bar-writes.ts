import { sql, type Transaction } from 'kysely';
import { mergeBars } from './merge-bars.js';
import { packMinutes, packYears, unpackYears } from './packed-bars.js';
import type { DailyBars, MinuteBars } from '../calendar/bars.js';
import type { Dividend, Split } from './series.js';
import type { Tables } from './tables.js';

/** Notification with comma-separated symbols, or `*` for all; sent on commit. */
export const BARS_CHANGED = 'bars_changed';

/**
 * One security's history to write. `splits` and `dividends` replace the stored ones: all of them, or in a merge those
 * between the first and the last day of `bars`. If absent, the stored ones are kept.
 */
export interface SeriesWrite {
  readonly symbol: string;
  readonly source: string;
  readonly bars: DailyBars;
  readonly splits?: readonly Split[] | undefined;
  readonly dividends?: readonly Dividend[] | undefined;
}

interface YearRow {
  readonly symbol: string;
  readonly year: number;
  readonly bars: number;
  readonly packed: Buffer;
}

/** Several hundred ticker-years per statement, each about 13 KB. */
const ROWS_PER_STATEMENT = 400;
/** Symbols whose stored history a merge loads at once. */
const SYMBOLS_PER_MERGE = 100;
/** PostgreSQL accepts at most 7,999 bytes. */
const PAYLOAD_BYTES = 7_900;

/** The stored years of a symbol, oldest first, as one buffer; none in a replacement, which does not need them. */
interface Stored {
  readonly source: string;
  readonly packed: Buffer | null;
  readonly years: readonly number[];
  /** Bytes of each year in `packed`. */
  readonly sizes: readonly number[];
}

/** Writes daily histories, their securities' days and versions, and the change notification: all in `tx`. */
export async function writeDaily(
  tx: Transaction<Tables>,
  writes: readonly SeriesWrite[],
  mode: 'replace' | 'merge',
): Promise<void> {
  const known = new Set(writes.map(({ symbol }) => symbol));
  if (known.size !== writes.length) throw new RangeError('a symbol occurs twice in one write');
  // Always in the same order, so that two writers cannot deadlock.
  const sorted = [...writes].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
  for (const group of chunks(sorted, SYMBOLS_PER_MERGE)) await writeGroup(tx, group, mode);
  await notifyBarsChanged(
    tx,
    sorted.map(({ symbol }) => symbol),
  );
}

async function writeGroup(
  tx: Transaction<Tables>,
  writes: readonly SeriesWrite[],
  mode: 'replace' | 'merge',
): Promise<void> {
  const stored = await lockStored(tx, writes, mode);
  const isOther = ({ symbol, source }: SeriesWrite): boolean => (stored.get(symbol)?.source ?? source) !== source;
  const merged = writes.map((write) => {
    const packed = isOther(write) ? null : stored.get(write.symbol)?.packed;
    return packed ? { ...write, bars: mergeBars(unpackYears(write.symbol, packed), write.bars) } : write;
  });
  await upsertSecurities(tx, merged);
  const replaced = writes.filter(isOther).map(({ symbol }) => symbol);
  if (replaced.length > 0) {
    for (const table of ['minute_days', 'splits', 'dividends'] as const)
      await tx.deleteFrom(table).where('symbol', 'in', replaced).execute();
  }
  const whole = mode === 'replace' ? writes.map(({ symbol }) => symbol) : replaced;
  if (whole.length > 0) await tx.deleteFrom('bar_years').where('symbol', 'in', whole).execute();
  const years = merged.flatMap((write) => {
    const packed = packYears(write.symbol, write.bars).map((year) => ({ symbol: write.symbol, ...year }));
    return whole.includes(write.symbol) ? packed : changedYears(packed, stored.get(write.symbol));
  });
  for (const rows of chunks(years, ROWS_PER_STATEMENT)) await writeYears(tx, rows);
  await writeSplits(tx, writes, mode);
  await writeDividends(tx, writes, mode);
}

/** The years that are not stored as they are: a merge of one day leaves all but one. */
function changedYears(packed: readonly YearRow[], stored: Stored | undefined): readonly YearRow[] {
  const known = new Map<number, Buffer>();
  let from = 0;
  stored?.years.forEach((year, index) => {
    const to = from + (stored.sizes[index] ?? 0);
    if (stored.packed !== null) known.set(year, stored.packed.subarray(from, to));
    from = to;
  });
  return packed.filter(({ year, packed: block }) => known.get(year)?.equals(block) !== true);
}

async function writeYears(tx: Transaction<Tables>, rows: readonly YearRow[]): Promise<void> {
  await tx
    .insertInto('bar_years')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['symbol', 'year'])
        .doUpdateSet((row) => ({ bars: row.ref('excluded.bars'), packed: row.ref('excluded.packed') })),
    )
    .execute();
}

/**
 * Locks the securities, new ones too, and, for a merge, reads the stored years. In statements of their own: one that
 * has waited for a lock still sees the years as they were before it waited, and a merge would drop what the other one
 * wrote.
 */
async function lockStored(
  tx: Transaction<Tables>,
  writes: readonly SeriesWrite[],
  mode: 'replace' | 'merge',
): Promise<ReadonlyMap<string, Stored>> {
  const symbols = writes.map(({ symbol }) => symbol);
  if (mode === 'merge') {
    const rows = writes.map(({ symbol, source }) => ({
      symbol,
      name: symbol,
      kind: 'unknown' as const,
      source,
      version: 0,
    }));
    await tx
      .insertInto('securities')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const { rows: locked } = await sql<Pick<Stored, 'source'> & { readonly symbol: string }>`
    select symbol, source from securities where symbol = any(${symbols}::text[]) order by symbol for update`.execute(
    tx,
  );
  const years = mode === 'merge' ? await storedYears(tx, symbols) : new Map<string, never>();
  return new Map(locked.map(({ symbol, source }) => [symbol, { source, ...(years.get(symbol) ?? NO_YEARS) }]));
}

const NO_YEARS = { packed: null, years: [], sizes: [] };

async function storedYears(
  tx: Transaction<Tables>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Omit<Stored, 'source'>>> {
  const { rows } = await sql<Omit<Stored, 'source'> & { readonly symbol: string }>`
    select symbol, string_agg(packed, ''::bytea order by year) as packed, array_agg(year order by year) as years,
      array_agg(octet_length(packed) order by year) as sizes
    from bar_years where symbol = any(${symbols}::text[]) group by symbol`.execute(tx);
  return new Map(rows.map(({ symbol, ...stored }) => [symbol, stored]));
}

async function upsertSecurities(tx: Transaction<Tables>, writes: readonly SeriesWrite[]): Promise<void> {
  const rows = writes.map(({ symbol, source, bars }) => ({
    symbol,
    name: symbol,
    kind: 'unknown' as const,
    source,
    firstDay: bars.days[0] ?? null,
    lastDay: bars.days.at(-1) ?? null,
  }));
  await tx
    .insertInto('securities')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('symbol').doUpdateSet((row) => ({
        source: row.ref('excluded.source'),
        firstDay: row.ref('excluded.firstDay'),
        lastDay: row.ref('excluded.lastDay'),
        version: sql<number>`securities.version + 1`,
        updatedAt: sql<Date>`now()`,
      })),
    )
    .execute();
}

async function writeSplits(
  tx: Transaction<Tables>,
  writes: readonly SeriesWrite[],
  mode: 'replace' | 'merge',
): Promise<void> {
  const rows = writes.flatMap(({ symbol, splits }) => (splits ?? []).map(({ day, ratio }) => ({ symbol, day, ratio })));
  await clearDays(
    tx,
    'splits',
    writes.filter(({ splits }) => splits !== undefined),
    mode,
  );
  for (const part of chunks(rows, ROWS_PER_STATEMENT)) {
    await tx
      .insertInto('splits')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['symbol', 'day']).doUpdateSet((row) => ({ ratio: row.ref('excluded.ratio') })),
      )
      .execute();
  }
}

async function writeDividends(
  tx: Transaction<Tables>,
  writes: readonly SeriesWrite[],
  mode: 'replace' | 'merge',
): Promise<void> {
  const rows = writes.flatMap(({ symbol, dividends }) =>
    (dividends ?? []).map(({ day, amount }) => ({ symbol, day, amount })),
  );
  await clearDays(
    tx,
    'dividends',
    writes.filter(({ dividends }) => dividends !== undefined),
    mode,
  );
  for (const part of chunks(rows, ROWS_PER_STATEMENT)) {
    await tx
      .insertInto('dividends')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['symbol', 'day']).doUpdateSet((row) => ({ amount: row.ref('excluded.amount') })),
      )
      .execute();
  }
}

async function clearDays(
  tx: Transaction<Tables>,
  table: 'splits' | 'dividends',
  writes: readonly SeriesWrite[],
  mode: 'replace' | 'merge',
): Promise<void> {
  if (writes.length === 0) return;
  const ranges = writes.map(({ symbol, bars }) => ({
    symbol,
    from: mode === 'merge' ? (bars.days[0] ?? 0) : -1_000_000,
    to: mode === 'merge' ? (bars.days.at(-1) ?? -1) : 1_000_000,
  }));
  await sql`
    delete from ${sql.table(table)} as old using unnest(
      ${ranges.map(({ symbol }) => symbol)}::text[], ${ranges.map(({ from }) => from)}::int[], ${ranges.map(({ to }) => to)}::int[]
    ) as range(symbol, first_day, last_day)
    where old.symbol = range.symbol and old.day between range.first_day and range.last_day`.execute(tx);
}

/**
 * Writes sessions of minute bars, each replacing the stored one for its day, and sends the notification: all in `tx`.
 */
export async function writeMinutes(
  tx: Transaction<Tables>,
  writes: ReadonlyMap<string, readonly MinuteBars[]>,
): Promise<void> {
  const symbols = [...writes.keys()].sort();
  if (symbols.length === 0) return;
  await tx
    .updateTable('securities')
    .set({ version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('symbol', 'in', symbols)
    .execute();
  const rows = symbols.flatMap((symbol) =>
    (writes.get(symbol) ?? []).map((session) => ({
      symbol,
      day: session.day,
      bars: session.minutes.length,
      packed: packMinutes(symbol, session),
    })),
  );
  for (const part of chunks(rows, ROWS_PER_STATEMENT)) {
    await tx
      .insertInto('minute_days')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['symbol', 'day'])
          .doUpdateSet((row) => ({ bars: row.ref('excluded.bars'), packed: row.ref('excluded.packed') })),
      )
      .execute();
  }
  await notifyBarsChanged(tx, symbols);
}

export async function removeMinutesBefore(tx: Transaction<Tables>, symbol: string, day: number): Promise<void> {
  await tx.deleteFrom('minute_days').where('symbol', '=', symbol).where('day', '<', day).execute();
}

/** Notifies all processes, when `tx` commits, that these symbols changed. */
async function notifyBarsChanged(tx: Transaction<Tables>, symbols: readonly string[]): Promise<void> {
  for (const payload of joinSymbols(symbols)) await sql`select pg_notify(${BARS_CHANGED}, ${payload})`.execute(tx);
}

/** Joins symbols with commas into as few notification payloads as possible. */
export function joinSymbols(symbols: readonly string[]): string[] {
  const payloads: string[] = [];
  let current = '';
  for (const symbol of symbols) {
    if (current !== '' && Buffer.byteLength(current) + Buffer.byteLength(symbol) + 1 > PAYLOAD_BYTES) {
      payloads.push(current);
      current = '';
    }
    current = current === '' ? symbol : `${current},${symbol}`;
  }
  return current === '' ? payloads : [...payloads, current];
}

/** The symbols of a notification's payload; undefined means all. */
export function splitSymbols(payload: string): string[] | undefined {
  return payload === '*' ? undefined : payload.split(',');
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
