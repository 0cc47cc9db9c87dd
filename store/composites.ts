import { sql, type Kysely, type Selectable } from 'kysely';
import { joinSymbols } from './bar-writes.js';
import { writeComposites, type CompositesWrite } from './composite-writes.js';
import { unpackCompositeYears, type CompositeSeries } from './packed-composites.js';
import type { Tables } from './tables.js';
import type { RepositoryOptions, RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    /** The record of one security by one version of the method: its state and newest composite. */
    composite_heads: {
      symbol: string;
      /** Version of the method of the composites. */
      method: number;
      /** Source of the bars of the record. */
      source: string;
      /** The security's version that is fully recorded; 0 while days are missing. */
      version: number;
      /** Incremented on every change of the record, for optimistic locking. */
      revision: number;
      /**
       * First and last session that the record covers, and how many sessions; those without any factor have no
       * composite.
       */
      firstDay: number;
      days: number;
      day: number;
      /** Of the last day; NaN and an empty label if no factor had data. */
      score: number;
      label: string;
      /** Close of the day, USD, split-adjusted as of that day. */
      price: number;
      /** Epoch milliseconds. */
      knownAt: number;
    };
    composite_blocks: {
      symbol: string;
      method: number;
      year: number;
      days: number;
      packed: Buffer;
    };
    /** Tickers that have become another company's: composites of its history were known since then at the earliest. */
    composite_starts: {
      symbol: string;
      /** Epoch milliseconds. */
      knownFrom: number;
    };
    /** What releases before version 2 of the method recorded, and may go on recording beside this one: version 1. */
    composite_latest: {
      symbol: string;
    };
    composite_years: {
      symbol: string;
      year: number;
      packed: Buffer;
    };
  }
}

export type { CompositesWrite } from './composite-writes.js';
export type { CompositeSeries, FactorName } from './packed-composites.js';

/** Version of the method of what is recorded now. */
export const COMPOSITE_METHOD = 4;

/** Notification with comma-separated symbols whose recorded composites changed; sent on commit. */
export const COMPOSITES_RECORDED = 'composites_recorded';

/** State of a security's record, which must be unchanged when composites are added. */
export type CompositesMark = Readonly<Selectable<Tables['composite_heads']>>;

/** Both included. */
export interface CalendarYears {
  readonly first: number;
  readonly last: number;
}

/** The newest recorded composite of a security. */
export interface LatestComposite {
  /** First session of the record, since 1970-01-01. */
  readonly firstDay: number;
  /** Calendar day since 1970-01-01. */
  readonly day: number;
  /** 0 to 100; NaN if no factor had data. */
  readonly score: number;
  /** Empty without a score. */
  readonly label: string;
  /** Close of the day, USD, split-adjusted as of that day. */
  readonly price: number;
  /** Epoch milliseconds. */
  readonly knownAt: number;
  /** Source of the bars it was computed from. */
  readonly source: string;
}

/** Coverage of the record, for `/metrics`. */
export interface CompositesCount {
  readonly recorded: number;
  /** Equities with daily bars. */
  readonly stored: number;
}

/** All but `load` and `remove` are about the records of {@link COMPOSITE_METHOD}. */
export interface CompositesRepository {
  /**
   * Records of a version of the method by symbol, without symbols that have none. Not cached: read a whole market in
   * groups of some hundred symbols.
   */
  load(symbols: readonly string[], method?: number): Promise<ReadonlyMap<string, CompositeSeries>>;
  /** Like `load`, of the calendar years `first` to `last`; symbols without any are omitted. One query. */
  readYears(symbols: readonly string[], years: CalendarYears): Promise<ReadonlyMap<string, CompositeSeries>>;
  /** The newest composite of these symbols; or of all symbols, cached until the next is recorded. */
  latest(symbols?: readonly string[]): Promise<ReadonlyMap<string, LatestComposite>>;
  /** The newest recorded day of any security, and when the last of its composites was known (epoch milliseconds). */
  lastRecordedAt(): Promise<{ readonly day: number; readonly knownAt: number } | null>;
  /** All recorded symbols, sorted. */
  symbols(): Promise<readonly string[]>;
  count(): Promise<CompositesCount>;
  /** Equities whose bars changed since they were fully recorded, sorted. */
  pendingSymbols(): Promise<readonly string[]>;
  /** Which of these are pending, with the state of each record; null if there is none. */
  pending(symbols: readonly string[]): Promise<ReadonlyMap<string, CompositesMark | null>>;
  /**
   * Adds to the record in one transaction. Skips a write if its mark is outdated, since another process was first.
   * Returns the symbols written.
   */
  record(writes: readonly CompositesWrite[]): Promise<readonly string[]>;
  /** Deletes the records of these symbols, of every version. */
  remove(symbols: readonly string[]): Promise<void>;
  /**
   * As `remove`, in `tx`, for a ticker that has become another company's at an instant (epoch milliseconds): what is
   * recorded of its history was known since then at the earliest. What this process has in memory is dropped once the
   * change is notified.
   */
  restart(tx: Kysely<Tables>, symbol: string, knownFrom: number): Promise<void>;
  /** Since when the composites of these symbols can have been known at the earliest, of those that were restarted. */
  starts(symbols: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Clears the cache. */
  forget(): void;
}

const SYMBOLS_PER_QUERY = 100;
const ALL_YEARS: CalendarYears = { first: 0, last: 32_767 };

/** Recorded daily composites, see `docs/decisions.md`: a recorded day never changes. */
function createCompositesRepository(
  db: Kysely<Tables>,
  { keptDb = db, onForget }: RepositoryOptions = {},
): CompositesRepository {
  let market: Promise<ReadonlyMap<string, LatestComposite>> | null = null;
  const forget = (): void => {
    onForget?.();
    market = null;
  };
  const ofMarket = (): Promise<ReadonlyMap<string, LatestComposite>> => {
    if (market !== null) return market;
    const reading = fetchLatest(keptDb, undefined);
    market = reading;
    reading.catch(() => {
      if (market === reading) market = null;
    });
    return reading;
  };
  const removeWithin = async (tx: Kysely<Tables>, symbols: readonly string[]): Promise<void> => {
    for (const table of [sql`composite_heads`, sql`composite_latest`, sql`composite_starts`])
      await sql`delete from ${table} where symbol = any(${[...symbols]}::text[])`.execute(tx);
    await changed(tx, symbols);
  };
  const changed = async (tx: Kysely<Tables>, symbols: readonly string[]): Promise<void> => {
    for (const payload of joinSymbols(symbols))
      await sql`select pg_notify(${COMPOSITES_RECORDED}, ${payload})`.execute(tx);
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
      await db.transaction().execute((tx) => removeWithin(tx, symbols));
      forget();
    },
    async restart(tx, symbol, knownFrom) {
      await removeWithin(tx, [symbol]);
      await tx.insertInto('composite_starts').values({ symbol, knownFrom }).execute();
    },
    forget,
  };
}

/** Equities whose bars changed since they were fully recorded. */
const PENDING = sql`securities s left join composite_heads c on c.symbol = s.symbol and c.method = ${sql.lit(COMPOSITE_METHOD)}
  where s.kind = 'equity' and s.last_day is not null and (c.symbol is null or c.version <> s.version or c.source <> s.source)`;

function reads(
  db: Kysely<Tables>,
): Pick<
  CompositesRepository,
  'load' | 'readYears' | 'lastRecordedAt' | 'symbols' | 'starts' | 'count' | 'pending' | 'pendingSymbols'
> {
  return {
    async load(symbols, method = COMPOSITE_METHOD) {
      const all = new Map<string, CompositeSeries>();
      for (let from = 0; from < symbols.length; from += SYMBOLS_PER_QUERY) {
        for (const [symbol, packed] of await fetchPacked(
          db,
          symbols.slice(from, from + SYMBOLS_PER_QUERY),
          method,
          ALL_YEARS,
        ))
          all.set(symbol, unpackCompositeYears(symbol, packed));
      }
      return all;
    },
    async readYears(symbols, years) {
      const packed = await fetchPacked(db, symbols, COMPOSITE_METHOD, years);
      return new Map(Array.from(packed, ([symbol, blocks]) => [symbol, unpackCompositeYears(symbol, blocks)]));
    },
    async lastRecordedAt() {
      const row = await heads(db)
        .select(['day', 'knownAt'])
        .orderBy('day', 'desc')
        .orderBy('knownAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    async symbols() {
      const rows = await heads(db)
        .select('symbol')
        .orderBy(sql`symbol collate "C"`)
        .execute();
      return rows.map(({ symbol }) => symbol);
    },
    async starts(symbols) {
      const rows = await db
        .selectFrom('composite_starts')
        .selectAll()
        .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
        .execute();
      return new Map(rows.map(({ symbol, knownFrom }) => [symbol, knownFrom]));
    },
    async count() {
      const { rows } = await sql<CompositesCount>`
          select (select count(*) from composite_heads join securities using (symbol) where method = ${COMPOSITE_METHOD} and kind = 'equity') as recorded,
          (select count(*) from securities where kind = 'equity' and last_day is not null) as stored`.execute(db);
      return rows[0] ?? { recorded: 0, stored: 0 };
    },
    async pendingSymbols() {
      const { rows } = await sql<{
        symbol: string;
      }>`select s.symbol from ${PENDING} order by s.symbol collate "C"`.execute(db);
      return rows.map(({ symbol }) => symbol);
    },
    async pending(symbols) {
      const { rows } = await sql<
        { pending: string } & { [Column in keyof CompositesMark]: CompositesMark[Column] | null }
      >`
        select s.symbol as pending, c.* from ${PENDING} and s.symbol = any(${[...symbols]}::text[])`.execute(db);
      return new Map(
        rows.map(({ pending, ...mark }) => [pending, mark.symbol === null ? null : (mark as CompositesMark)]),
      );
    },
  };
}

function heads(db: Kysely<Tables>) {
  return db.selectFrom('composite_heads').where('method', '=', COMPOSITE_METHOD);
}

async function fetchPacked(
  db: Kysely<Tables>,
  symbols: readonly string[],
  method: number,
  { first, last }: CalendarYears,
): Promise<ReadonlyMap<string, Buffer>> {
  const blocks = method === 1 ? sql`composite_years where` : sql`composite_blocks where method = ${method} and`;
  const { rows } = await sql<{ symbol: string; packed: Buffer }>`
    select symbol, string_agg(packed, ''::bytea order by year) as packed from ${blocks}
    symbol = any(${[...symbols]}::text[]) and year between ${first} and ${last} group by symbol`.execute(db);
  return new Map(rows.map(({ symbol, packed }) => [symbol, packed]));
}

async function fetchLatest(
  db: Kysely<Tables>,
  symbols: readonly string[] | undefined,
): Promise<ReadonlyMap<string, LatestComposite>> {
  const query = heads(db).select(['symbol', 'firstDay', 'day', 'score', 'label', 'price', 'knownAt', 'source']);
  const rows = await (
    symbols === undefined ? query : query.where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
  ).execute();
  return new Map(rows.map(({ symbol, ...latest }) => [symbol, latest]));
}

export const REPOSITORY = {
  create: createCompositesRepository,
  replica: { kept: ['latest', 'forget'] },
  tables: {
    composite_heads: 'table',
    composite_blocks: 'table',
    composite_latest: 'table',
    composite_years: 'table',
    composite_starts: 'table',
  },
  alsoReads: ['securities'],
  migrations: {
    '0003-composites': [
      `create table composite_latest (
        symbol text primary key references securities on delete cascade, source text not null, version bigint not null,
        revision bigint not null, first_day integer not null, days integer not null, day integer not null,
        score double precision not null, label text not null, price double precision not null, known_at bigint not null)`,
      `create table composite_years (
        symbol text not null references composite_latest on delete cascade, year smallint not null,
        days integer not null, packed bytea not null, primary key (symbol, year))`,
      // Scores barely compress: compression costs more than it saves.
      `alter table composite_years alter column packed set storage external`,
    ],
    '0011-composite-methods': [
      `create table composite_heads (
        symbol text references securities on delete cascade, method smallint, source text not null, version bigint not null,
        revision bigint not null, first_day integer not null, days integer not null, day integer not null,
        score double precision not null, label text not null, price double precision not null, known_at bigint not null,
        primary key (symbol, method))`,
      `create table composite_blocks (
        symbol text not null, method smallint not null, year smallint not null, days integer not null, packed bytea not null,
        primary key (symbol, method, year), foreign key (symbol, method) references composite_heads on delete cascade)`,
      `alter table composite_blocks alter column packed set storage external`,
    ],
    '0089-composite-starts': [
      `create table composite_starts (
        symbol text primary key references securities on delete cascade, known_from bigint not null)`,
    ],
  },
} as const satisfies RepositoryRow;
