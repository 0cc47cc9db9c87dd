import { type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Timestamp } from './column-types.js';
import { joinSymbols } from './bar-writes.js';
import { containing } from './like-pattern.js';
import { ReadThrough } from './read-through.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';
import type { RepositoryOptions, RepositoryRow } from './repository-row.js';

/** Kinds that a security is known to have. */
export const KNOWN_KINDS = ['equity', 'etf', 'index'] as const;
/** A kind is never assumed: `unknown` until a source or the operator says it. */
export const SECURITY_KINDS = [...KNOWN_KINDS, 'unknown'] as const;
export type KnownKind = (typeof KNOWN_KINDS)[number];
export type SecurityKind = (typeof SECURITY_KINDS)[number];

declare module './tables.js' {
  interface Tables {
    securities: {
      symbol: string;
      name: string;
      kind: SecurityKind;
      exchange: string | null;
      sector: string | null;
      industry: string | null;
      currency: Generated<string>;
      source: string;
      firstDay: number | null;
      lastDay: number | null;
      /** Incremented on every change of bars, minutes, splits or dividends; part of all cache keys. */
      version: Generated<number>;
      updatedAt: Timestamp;
    };
  }
}

/** Notification with comma-separated symbols, or `*`, whose name or classification changed; sent on commit. */
export const SECURITIES_CHANGED = 'securities_changed';

export type Security = Readonly<Selectable<Tables['securities']>>;
export type NewSecurity = Pick<Insertable<Tables['securities']>, 'symbol' | 'name' | 'kind' | 'source'> &
  Partial<Pick<Insertable<Tables['securities']>, 'exchange' | 'sector' | 'industry' | 'currency'>>;

export interface SecuritiesPage {
  readonly securities: readonly Security[];
  /** Pass as `after` for the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** The field that a search is sorted by; equal values are sorted by symbol. */
export type SecuritiesOrder = 'symbol' | 'name';

/** Position of a row in a search: the value of the field sorted by, and the symbol. */
export interface SecuritiesPlace {
  readonly value: string;
  readonly symbol: string;
}

export interface SecuritiesSearch {
  /** Place of the last row of the previous page. */
  readonly after?: SecuritiesPlace | undefined;
  readonly limit: number;
  readonly orderBy: SecuritiesOrder;
  readonly isDescending: boolean;
  readonly kind?: Security['kind'] | undefined;
  /** Exact sectors in lower case. */
  readonly sectors?: readonly string[] | undefined;
  /** Part of the symbol or name, ignoring case. */
  readonly q?: string | undefined;
  /** Only these. */
  readonly symbols?: readonly string[] | undefined;
  /** Omits those whose last session is before this day; with `isBefore`, omits all others. */
  readonly lastSession?: { readonly day: number; readonly isBefore: boolean } | undefined;
}

export type SectorMember = Pick<Security, 'symbol' | 'name' | 'sector' | 'industry'>;

export interface SecuritiesRepository {
  /** By symbol, without unknown ones; one query for those not cached. */
  bySymbols(symbols: readonly string[]): Promise<Map<string, Security>>;
  /** By symbol, as the transaction sees them; not cached. */
  within(tx: Kysely<Tables>, symbols: readonly string[]): Promise<Map<string, Security>>;
  /** Creates securities or updates name and classification; never changes `source` of a known one, days or version. */
  upsert(tx: Kysely<Tables>, securities: readonly NewSecurity[]): Promise<void>;
  /** Sorted by symbol; `after` is the last symbol of the previous page. */
  list(options: {
    readonly after?: string | undefined;
    readonly limit: number;
    readonly kind?: Security['kind'] | undefined;
  }): Promise<SecuritiesPage>;
  /** A page of matches and the total number of matches; one query. */
  search(
    search: SecuritiesSearch,
  ): Promise<{ readonly rows: readonly Security[]; readonly hasNext: boolean; readonly total: number }>;
  /** Equities of these sectors with stored sessions, sorted by symbol; one query. Not cached. */
  inSectors(sectors: readonly string[]): Promise<readonly SectorMember[]>;
  count(): Promise<number>;
  /**
   * The newest stored session of the market, days since 1970-01-01: of any security of known kind or, if there is none,
   * of any at all. Null without any. Cached.
   */
  lastDay(): Promise<number | null>;
  /** Symbols and names of all securities, in no order. Not cached. */
  names(): Promise<readonly Pick<Security, 'symbol' | 'name'>[]>;
  /** Symbols of all securities with stored sessions, sorted. Not cached. */
  symbolsWithBars(): Promise<readonly string[]>;
  /** A version of the security in this process, which increases whenever the security changes. */
  versionInMemory(symbol: string): number;
  /** Drops cached securities: of these symbols, or all. */
  forget(symbols?: readonly string[]): void;
}

const CACHE_BYTES = 16 * 1024 * 1024;
const ROW_BYTES = 500;
const DEFAULTS = { exchange: null, sector: null, industry: null, currency: 'USD' };

/** Listed securities: name, classification and stored days. */
function createSecuritiesRepository(
  db: Kysely<Tables>,
  { keptDb = db, onForget }: RepositoryOptions = {},
): SecuritiesRepository {
  const cache = new ReadThrough<Security>({
    maxBytes: CACHE_BYTES,
    sizeOf: () => ROW_BYTES,
    fetch: (symbols) => fetchBySymbols(keptDb, symbols),
  });
  let newest: Promise<number | null> | null = null;
  const forget = (symbols?: readonly string[]): void => {
    onForget?.();
    newest = null;
    cache.forget(symbols);
  };
  const lastDay = (): Promise<number | null> => {
    if (newest !== null) return newest;
    const reading = fetchLastDay(keptDb);
    newest = reading;
    reading.catch(() => {
      if (newest === reading) newest = null;
    });
    return reading;
  };
  return {
    bySymbols: (symbols) => cache.load(symbols),
    within: fetchBySymbols,
    async upsert(tx, securities) {
      const rows = securities.map((security) => ({ ...DEFAULTS, ...security, updatedAt: sql<Date>`now()` }));
      await upsert(tx, 'securities', ['symbol'], rows, ['source']);
      const symbols = securities.map(({ symbol }) => symbol);
      for (const payload of joinSymbols(symbols))
        await sql`select pg_notify(${SECURITIES_CHANGED}, ${payload})`.execute(tx);
      forget(symbols);
    },
    async list({ after, limit, kind }) {
      let query = db
        .selectFrom('securities')
        .selectAll()
        .orderBy(sql`symbol collate "C"`)
        .limit(limit + 1);
      if (after !== undefined) query = query.where(sql<boolean>`symbol collate "C" > ${after}`);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      const rows = await query.execute();
      const securities = rows.slice(0, limit);
      return { securities, nextCursor: rows.length > limit ? (securities.at(-1)?.symbol ?? null) : null };
    },
    async search(search) {
      const { rows } = await searchRows(db, search);
      const found = rows.flatMap(({ total: _total, place: _place, ...row }) =>
        row.symbol === null ? [] : [row as Security],
      );
      return { rows: found.slice(0, search.limit), hasNext: found.length > search.limit, total: rows[0]?.total ?? 0 };
    },
    async inSectors(sectors) {
      return db
        .selectFrom('securities')
        .select(['symbol', 'name', 'sector', 'industry'])
        .where(sql<boolean>`sector = any(${[...sectors]}::text[])`)
        .where('kind', '=', 'equity')
        .where('lastDay', 'is not', null)
        .orderBy(sql`symbol collate "C"`)
        .execute();
    },
    async count() {
      const { total } = await db
        .selectFrom('securities')
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
    lastDay,
    names: () => db.selectFrom('securities').select(['symbol', 'name']).execute(),
    async symbolsWithBars() {
      const rows = await db
        .selectFrom('securities')
        .select('symbol')
        .where('lastDay', 'is not', null)
        .orderBy(sql`symbol collate "C"`)
        .execute();
      return rows.map(({ symbol }) => symbol);
    },
    versionInMemory: (symbol) => cache.versionOf(symbol),
    forget,
  };
}

async function fetchBySymbols(db: Kysely<Tables>, symbols: readonly string[]): Promise<Map<string, Security>> {
  const rows = await db
    .selectFrom('securities')
    .selectAll()
    .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.symbol, row]));
}

async function fetchLastDay(db: Kysely<Tables>): Promise<number | null> {
  // A file of unknown kind must not make the whole market stale.
  const newest = sql<number | null>`coalesce(max(last_day) filter (where kind <> 'unknown'), max(last_day))`;
  const { day } = await db.selectFrom('securities').select(newest.as('day')).executeTakeFirstOrThrow();
  return day;
}

function lastSessionIn({ day, isBefore }: NonNullable<SecuritiesSearch['lastSession']>) {
  return isBefore ? sql`last_day < ${day}` : sql`(last_day is null or last_day >= ${day})`;
}

/** Without matches, there is one row that only has the total. */
function searchRows(
  db: Kysely<Tables>,
  { after, limit, orderBy, isDescending, kind, sectors, q, symbols, lastSession }: SecuritiesSearch,
) {
  const conditions = [
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(sectors === undefined ? [] : [sql`lower(sector) = any(${[...sectors]}::text[])`]),
    ...(q === undefined || q === '' ? [] : [sql`(symbol ilike ${containing(q)} or name ilike ${containing(q)})`]),
    ...(symbols === undefined ? [] : [sql`symbol = any(${[...symbols]}::text[])`]),
    ...(lastSession === undefined ? [] : [lastSessionIn(lastSession)]),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const key = orderBy === 'name' ? sql`lower(name) collate "C"` : sql`symbol collate "C"`;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const order = sql`${key} ${direction}, symbol collate "C" ${direction}`;
  const behind =
    after === undefined
      ? sql`true`
      : sql`(${key}, symbol collate "C") ${isDescending ? sql`<` : sql`>`} (${orderBy === 'name' ? after.value.toLowerCase() : after.value}, ${after.symbol})`;
  return sql<
    { readonly total: number; readonly place: number | null } & {
      readonly [Column in keyof Security]: Security[Column] | null;
    }
  >`
    with matching as (select * from securities where ${where})
    select counted.total, page.* from (select count(*) as total from matching) counted left join (
      select *, row_number() over (order by ${order}) as place from matching where ${behind} order by place limit ${limit + 1}) page on true
    order by page.place`.execute(db);
}

export const REPOSITORY = {
  create: createSecuritiesRepository,
  replica: { kept: ['bySymbols', 'lastDay', 'versionInMemory', 'forget'] },
  tables: { securities: 'table' },
  migrations: {
    '0010-unknown-kind': [
      `alter table securities drop constraint securities_kind_check`,
      `alter table securities add constraint securities_kind_check check (kind in ('equity', 'etf', 'index', 'unknown'))`,
      // Imports took every ticker without a profile for an equity, and its ticker for its name.
      `update securities set kind = 'unknown' where kind = 'equity' and name = symbol and source = 'files'`,
    ],
  },
} as const satisfies RepositoryRow;
