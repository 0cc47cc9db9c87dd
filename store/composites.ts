import { sql, type Kysely, type Selectable } from 'kysely';
import { joinSymbols } from './bar-writes.js';
import { writeComposites, type CompositesWrite } from './composite-writes.js';
import { unpackCompositeYears, type CompositeSeries } from './packed-composites.js';
import type { CompositeLatestTable, Tables } from './tables.js';

export type { CompositesWrite } from './composite-writes.js';
export type { CompositeSeries, FactorName } from './packed-composites.js';

/** Carries symbols joined by commas whose composites on record changed; sent with the commit. */
export const COMPOSITES_RECORDED = 'composites_recorded';

/** What is on record of a security, as it must still be when the record is added to. */
export type CompositesMark = Readonly<Selectable<CompositeLatestTable>>;

/** The newest composite on record of a security. */
export interface LatestComposite {
  /** Calendar day since 1970-01-01. */
  readonly day: number;
  /** 0 to 100. */
  readonly score: number;
  readonly label: string;
  /** Close of the day, USD, split-adjusted as it was then. */
  readonly price: number;
  /** Epoch milliseconds. */
  readonly knownAt: number;
  /** Source of the bars that it stands on. */
  readonly source: string;
}

/** How much is on record: what `/metrics` shows. */
export interface CompositesCount {
  readonly recorded: number;
  /** Equities with daily bars. */
  readonly stored: number;
}

export interface CompositesRepository {
  /** Records by symbol, symbols without one left out. Nothing is kept in memory: read a whole market some hundred symbols at a time. */
  load(symbols: readonly string[]): Promise<ReadonlyMap<string, CompositeSeries>>;
  /** The newest composite of each of these symbols as it is now, or of every symbol from memory until the next is recorded. */
  latest(symbols?: readonly string[]): Promise<ReadonlyMap<string, LatestComposite>>;
  /** The newest day that any security has on record, and when the last of its composites was known (epoch milliseconds). */
  lastRecordedAt(): Promise<{ readonly day: number; readonly knownAt: number } | null>;
  /** Every symbol on record, sorted. */
  symbols(): Promise<readonly string[]>;
  count(): Promise<CompositesCount>;
  /** Equities whose bars changed since all of them were on record, sorted. */
  pendingSymbols(): Promise<readonly string[]>;
  /** Which of these are pending now, with what is on record of each; null where nothing is. */
  pending(symbols: readonly string[]): Promise<ReadonlyMap<string, CompositesMark | null>>;
  /**
   * Adds to the record in one transaction. A write whose mark is no longer so is left out: another process was first.
   * Answers the symbols written.
   */
  record(writes: readonly CompositesWrite[]): Promise<readonly string[]>;
  /** Takes these symbols off the record, so that it begins anew. */
  remove(symbols: readonly string[]): Promise<void>;
  /** Drops what is kept in memory. */
  forget(): void;
}

const SYMBOLS_PER_QUERY = 100;

/** Daily composites on record, see `docs/decisions.md`: what was recorded of a day stays as it was. */
export function createCompositesRepository(db: Kysely<Tables>): CompositesRepository {
  let market: Promise<ReadonlyMap<string, LatestComposite>> | null = null;
  const forget = (): void => {
    market = null;
  };
  const ofMarket = (): Promise<ReadonlyMap<string, LatestComposite>> => {
    if (market !== null) return market;
    const reading = fetchLatest(db, undefined);
    market = reading;
    reading.catch(() => {
      if (market === reading) market = null;
    });
    return reading;
  };
  const changed = async (tx: Kysely<Tables>, symbols: readonly string[]): Promise<void> => {
    for (const payload of joinSymbols(symbols)) await sql`select pg_notify(${COMPOSITES_RECORDED}, ${payload})`.execute(tx);
  };
  return {
    ...reads(db),
    latest: (symbols) => (symbols === undefined ? ofMarket() : fetchLatest(db, symbols)),
    async record(writes) {
      const written = await db.transaction().execute(async (tx) => {
        const symbols = await writeComposites(tx, writes);
        await changed(tx, symbols);
        return symbols;
      });
      forget();
      return written;
    },
    async remove(symbols) {
      await db.transaction().execute(async (tx) => {
        await sql`delete from composite_latest where symbol = any(${[...symbols]}::text[])`.execute(tx);
        await changed(tx, symbols);
      });
      forget();
    },
    forget,
  };
}

/** Equities whose bars changed since all of their days were on record. */
const PENDING = sql`securities s left join composite_latest c on c.symbol = s.symbol
  where s.kind = 'equity' and s.last_day is not null and (c.symbol is null or c.version <> s.version or c.source <> s.source)`;

function reads(db: Kysely<Tables>): Pick<CompositesRepository, 'load' | 'lastRecordedAt' | 'symbols' | 'count' | 'pending' | 'pendingSymbols'> {
  return {
    async load(symbols) {
      const all = new Map<string, CompositeSeries>();
      for (let from = 0; from < symbols.length; from += SYMBOLS_PER_QUERY) {
        for (const [symbol, packed] of await fetchPacked(db, symbols.slice(from, from + SYMBOLS_PER_QUERY))) all.set(symbol, unpackCompositeYears(symbol, packed));
      }
      return all;
    },
    async lastRecordedAt() {
      const row = await db.selectFrom('composite_latest').select(['day', 'knownAt']).orderBy('day', 'desc').orderBy('knownAt', 'desc').limit(1).executeTakeFirst();
      return row ?? null;
    },
    async symbols() {
      const rows = await db.selectFrom('composite_latest').select('symbol').orderBy(sql`symbol collate "C"`).execute();
      return rows.map(({ symbol }) => symbol);
    },
    async count() {
      const { rows } = await sql<CompositesCount>`
        select (select count(*) from composite_latest) as recorded,
          (select count(*) from securities where kind = 'equity' and last_day is not null) as stored`.execute(db);
      return rows[0] ?? { recorded: 0, stored: 0 };
    },
    async pendingSymbols() {
      const { rows } = await sql<{ symbol: string }>`select s.symbol from ${PENDING} order by s.symbol collate "C"`.execute(db);
      return rows.map(({ symbol }) => symbol);
    },
    async pending(symbols) {
      const { rows } = await sql<{ pending: string } & { [Column in keyof CompositesMark]: CompositesMark[Column] | null }>`
        select s.symbol as pending, c.* from ${PENDING} and s.symbol = any(${[...symbols]}::text[])`.execute(db);
      return new Map(rows.map(({ pending, ...mark }) => [pending, mark.symbol === null ? null : (mark as CompositesMark)]));
    },
  };
}

async function fetchPacked(db: Kysely<Tables>, symbols: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ symbol: string; packed: Buffer }>`
    select symbol, string_agg(packed, ''::bytea order by year) as packed from composite_years
    where symbol = any(${[...symbols]}::text[]) group by symbol`.execute(db);
  return new Map(rows.map(({ symbol, packed }) => [symbol, packed]));
}

async function fetchLatest(db: Kysely<Tables>, symbols: readonly string[] | undefined): Promise<ReadonlyMap<string, LatestComposite>> {
  const query = db.selectFrom('composite_latest').select(['symbol', 'day', 'score', 'label', 'price', 'knownAt', 'source']);
  const rows = await (symbols === undefined ? query : query.where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)).execute();
  return new Map(rows.map(({ symbol, ...latest }) => [symbol, latest]));
}
