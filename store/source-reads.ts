import { sql, type Generated, type Kysely, type Selectable } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

/** Kinds of data that live sources are read for. */
export type SourceKind =
  | 'daily'
  | 'minutes'
  | 'news'
  | 'filings'
  | 'fundamentals'
  | 'insiders'
  | 'options'
  | 'outlook'
  | 'profile'
  | 'ratings'
  | 'closes';

declare module './tables.js' {
  interface Tables {
    /** What each ticker's data was last read from a live source with. */
    source_reads: {
      symbol: string;
      kind: SourceKind;
      /** The source that gave what is stored or, before any did, that was asked. */
      source: string;
      /** When the source last gave the data; null if it never has. */
      fetchedAt: NullableTimestamp;
      /** When the source is to be asked again. */
      dueAt: Timestamp;
      /** Readings that have failed since. */
      failures: number;
      /** Why the last reading failed; null if it did not. */
      fault: string | null;
      /** What an operator should know of the stored data. */
      notes: string[];
      /** Until when one process reads it for all. */
      claimedUntil: NullableTimestamp;
      /** The security's name and exchange as the source last told them with daily bars; null if it has not. */
      toldName: Generated<string | null>;
      toldExchange: Generated<string | null>;
    };
  }
}

/** The last reading of a ticker's data. */
export type SourceRead = Readonly<Selectable<Tables['source_reads']>>;

/** The name and exchange of a security as a source tells them. */
export type ToldListing = Pick<SourceRead, 'toldName' | 'toldExchange'>;

/** How a reading ended; without a told listing, the one before stays. */
export type SourceReadOutcome = Omit<SourceRead, 'claimedUntil' | keyof ToldListing> & Partial<ToldListing>;

export interface SourceClaim {
  readonly symbol: string;
  readonly kind: SourceKind;
  readonly source: string;
  readonly now: Date;
  /** Another process may read it from then on, should this one have died. */
  readonly until: Date;
}

export interface SourceReadCount {
  readonly kind: SourceKind;
  /** `unknown` to the source, which is no failure of it. */
  readonly state: 'current' | 'failing' | 'unknown';
  readonly tickers: number;
}

export interface SourceReadsRepository {
  /** By symbol, without those that were never asked for; one query. */
  bySymbols(symbols: readonly string[], kind: SourceKind): Promise<ReadonlyMap<string, SourceRead>>;
  /** All kinds of each ticker, by kind, without tickers that were never asked for; one query. */
  ofSymbols(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly SourceRead[]>>;
  /** The reading, if this process is to make it: it is due, and no other process is at it. */
  claim(claim: SourceClaim): Promise<SourceRead | null>;
  /** Has what a source gave before `now`, or before `givenBefore`, read again by whoever asks next. */
  makeDue(
    tx: Kysely<Tables>,
    symbols: readonly string[],
    kind: SourceKind,
    now: Date,
    givenBefore?: Date,
  ): Promise<void>;
  /** Has a kind of a ticker read again by whoever asks next, whatever became of its last reading. */
  makeDueAtOnce(tx: Kysely<Tables>, symbol: string, kind: SourceKind, now: Date): Promise<void>;
  /**
   * Forgets that these kinds of a ticker have been read, so that they are read anew; a process that is at one of them
   * stores nothing.
   */
  forget(tx: Kysely<Tables>, symbol: string, kinds: readonly SourceKind[]): Promise<void>;
  /** Claims it until later, if it is claimed until `claimedUntil`: if no other process has taken it over. */
  renew(read: Pick<SourceRead, 'symbol' | 'kind'>, claimedUntil: Date, until: Date): Promise<boolean>;
  /** Notes how the reading claimed until `claimedUntil` ended, and gives up its claim; false if it was taken over. */
  finish(tx: Kysely<Tables>, outcome: SourceReadOutcome, claimedUntil: Date): Promise<boolean>;
  /** Symbols whose data a source has given and that are due, longest due first, without those being read. */
  heldAndDue(kind: SourceKind, now: Date): Promise<readonly string[]>;
  /**
   * Equities without a sector whose daily bars a source has given, and whose profile none has and is not asked for
   * later.
   */
  unclassified(now: Date): Promise<readonly string[]>;
  /** Removes tickers that a source was asked for once and did not have, when it may be asked again. */
  removeForgotten(now: Date): Promise<void>;
  /** Tickers of each kind by how they were read last. */
  count(): Promise<readonly SourceReadCount[]>;
}

/** What a source does not have is no failure of it. */
export const UNKNOWN_TICKER = 'unknown_ticker';
/** What another source gave stays, and is no failure either. */
export const KEPT = 'kept';
/** The source gives what is served, so that nothing of it is compared. */
export const SERVED = 'served';

function createSourceReadsRepository(db: Kysely<Tables>): SourceReadsRepository {
  return {
    async bySymbols(symbols, kind) {
      const rows = await db
        .selectFrom('source_reads')
        .selectAll()
        .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
        .where('kind', '=', kind)
        .execute();
      return new Map(rows.map((row) => [row.symbol, row]));
    },
    async ofSymbols(symbols) {
      const rows = await db
        .selectFrom('source_reads')
        .selectAll()
        .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
        .orderBy('kind')
        .execute();
      return rowsByKey(rows, ({ symbol }) => symbol);
    },
    async claim({ symbol, kind, source, now, until }) {
      const row = { symbol, kind, source, dueAt: now, failures: 0, fault: null, notes: [], claimedUntil: until };
      const claimed = await db
        .insertInto('source_reads')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['symbol', 'kind'])
            .doUpdateSet({ claimedUntil: until })
            .where('source_reads.dueAt', '<=', now)
            .where((where) =>
              where.or([where('source_reads.claimedUntil', 'is', null), where('source_reads.claimedUntil', '<=', now)]),
            ),
        )
        .returningAll()
        .executeTakeFirst();
      return claimed ?? null;
    },
    async makeDue(tx, symbols, kind, now, givenBefore) {
      await tx
        .updateTable('source_reads')
        .set({ dueAt: now })
        .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
        .where('kind', '=', kind)
        .where('fault', 'is', null)
        .where('dueAt', '>', now)
        .$if(givenBefore !== undefined, (query) => query.where('fetchedAt', '<', givenBefore ?? now))
        .execute();
    },
    async makeDueAtOnce(tx, symbol, kind, now) {
      await tx
        .updateTable('source_reads')
        .set({ dueAt: now })
        .where('symbol', '=', symbol)
        .where('kind', '=', kind)
        .where('dueAt', '>', now)
        .execute();
    },
    async forget(tx, symbol, kinds) {
      await tx
        .deleteFrom('source_reads')
        .where('symbol', '=', symbol)
        .where('kind', 'in', [...kinds])
        .execute();
    },
    async renew({ symbol, kind }, claimedUntil, until) {
      const { numUpdatedRows } = await db
        .updateTable('source_reads')
        .set({ claimedUntil: until })
        .where('symbol', '=', symbol)
        .where('kind', '=', kind)
        .where('claimedUntil', '=', claimedUntil)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    async finish(tx, { symbol, kind, ...outcome }, claimedUntil) {
      const { numUpdatedRows } = await tx
        .updateTable('source_reads')
        .set({ ...outcome, notes: [...outcome.notes], claimedUntil: null })
        .where('symbol', '=', symbol)
        .where('kind', '=', kind)
        .where('claimedUntil', '=', claimedUntil)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    async heldAndDue(kind, now) {
      const rows = await db
        .selectFrom('source_reads')
        .select('symbol')
        .where('kind', '=', kind)
        .where('dueAt', '<=', now)
        .where('fetchedAt', 'is not', null)
        .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))
        .orderBy('dueAt')
        .orderBy('symbol')
        .execute();
      return rows.map(({ symbol }) => symbol);
    },
    async unclassified(now) {
      const { rows } = await sql<{ symbol: string }>`
        select symbol from securities s join source_reads d using (symbol)
        where d.kind = 'daily' and d.fetched_at is not null and d.source = s.source and s.kind = 'equity' and s.sector is null
          and not exists (select from source_reads p where p.symbol = s.symbol and p.kind = 'profile'
            and (p.fetched_at is not null or p.due_at > ${now} or p.claimed_until > ${now}))
        order by symbol`.execute(db);
      return rows.map(({ symbol }) => symbol);
    },
    async removeForgotten(now) {
      await db
        .deleteFrom('source_reads')
        .where('fault', '=', UNKNOWN_TICKER)
        .where('fetchedAt', 'is', null)
        .where('dueAt', '<=', now)
        .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))
        .execute();
    },
    async count() {
      const state = sql<SourceReadCount['state']>`
        case when fault is null or fault in (${KEPT}, ${SERVED}) then 'current'
          when fault = ${UNKNOWN_TICKER} then 'unknown' else 'failing' end`;
      const rows = await db
        .selectFrom('source_reads')
        .select(['kind', state.as('state'), (select) => select.fn.countAll<number>().as('tickers')])
        .groupBy(['kind', 'state'])
        .execute();
      return rows;
    },
  };
}

export const REPOSITORY = {
  create: createSourceReadsRepository,
  tables: { source_reads: 'uncached' },
  alsoReads: ['securities'],
  migrations: {
    '0071-source-reads': [
      `create table source_reads (
        symbol text not null, kind text not null, source text not null, fetched_at timestamptz, due_at timestamptz not null,
        failures integer not null, fault text, notes text[] not null, claimed_until timestamptz,
        primary key (symbol, kind))`,
      `create index source_reads_due on source_reads (kind, due_at)`,
    ],
    '0089-told-listings': [`alter table source_reads add column told_name text, add column told_exchange text`],
  },
} as const satisfies RepositoryRow;
