import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { oneOf, pageAddress, price, text, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const MOST_RATIO = 1_000;

/**
 * A dividend or a split that a company has announced. Days since 1970-01-01: `day` is the ex-date, or the first session
 * with the new shares. `amount` in USD per share, of a dividend alone; `ratio` is new shares for one, of a split alone.
 */
export const announcedAction = z
  .object({
    ticker,
    kind: oneOf('type', ['dividend', 'split']),
    day: z.int(),
    amount: price('amount').nullable(),
    ratio: z
      .number()
      .min(1 / MOST_RATIO, { error: ({ input }) => `ratio ${String(input)} is below 1 for ${MOST_RATIO}` })
      .max(MOST_RATIO, { error: ({ input }) => `ratio ${String(input)} is above ${MOST_RATIO} for 1` })
      .refine((ratio) => ratio !== 1, 'a split of 1 for 1 changes nothing')
      .nullable(),
    payDay: z.int().nullable(),
    announcedDay: z.int().nullable(),
    note: text('note', 200).nullable(),
    sourceUrl: pageAddress('the address of the source', 500).nullable(),
  })
  .superRefine(({ kind, amount, ratio }, context) => {
    const [given, other] = kind === 'dividend' ? [amount, ratio] : [ratio, amount];
    if (given === null)
      context.addIssue({
        code: 'custom',
        message: kind === 'dividend' ? 'a dividend has an amount' : 'a split has a ratio',
      });
    else if (other !== null) context.addIssue({ code: 'custom', message: 'a row is a dividend or a split, not both' });
  });

export type AnnouncedActionFields = Readonly<z.infer<typeof announcedAction>>;

declare module './tables.js' {
  interface Tables {
    announced_actions: AnnouncedActionFields & { source: string };
  }
}

export type AnnouncedAction = Readonly<Selectable<Tables['announced_actions']>>;

export interface AnnouncedActionsRepository {
  /** Dated `first` to `last`. */
  between(first: number, last: number): Promise<readonly AnnouncedAction[]>;
  /** Those of these tickers, soonest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly AnnouncedAction[]>>;
  /**
   * Stores rows of one source with distinct keys, or replaces those of the same ticker, kind and day. Rows of the same
   * tickers from other sources are removed.
   */
  save(tx: Kysely<Tables>, actions: readonly AnnouncedAction[]): Promise<void>;
  /** Tickers with rows from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
  /** Removes the rows of `source` from `first` on. */
  removeFrom(tx: Kysely<Tables>, source: string, first: number): Promise<void>;
}

/** The identity of a row. */
export function announcedActionKey({ ticker: symbol, kind, day }: AnnouncedActionFields): string {
  return [symbol, kind, day].join('|');
}

/** Announced dividends and splits. */
function createAnnouncedActionsRepository(db: Kysely<Tables>): AnnouncedActionsRepository {
  return {
    between: (first, last) =>
      db.selectFrom('announced_actions').selectAll().where('day', '>=', first).where('day', '<=', last).execute(),
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('announced_actions')
        .selectAll()
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .orderBy('day')
        .orderBy('kind')
        .execute();
      return rowsByKey(rows, (row) => row.ticker);
    },
    async save(tx, actions) {
      const [first] = actions;
      if (first === undefined) return;
      const tickers = [...new Set(actions.map((action) => action.ticker))];
      await tx
        .deleteFrom('announced_actions')
        .where(sql<boolean>`ticker = any(${tickers}::text[])`)
        .where('source', '<>', first.source)
        .execute();
      await upsert(tx, 'announced_actions', ['ticker', 'kind', 'day'], actions);
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('announced_actions')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map((row) => row.ticker));
    },
    async removeFrom(tx, source, first) {
      await tx.deleteFrom('announced_actions').where('source', '=', source).where('day', '>=', first).execute();
    },
  };
}

export const REPOSITORY = {
  create: createAnnouncedActionsRepository,
  replica: {},
  tables: { announced_actions: 'table' },
  migrations: {
    '0031-announced-actions': [
      `create table announced_actions (
        ticker text not null, kind text not null check (kind in ('dividend', 'split')), day integer not null,
        amount double precision, ratio double precision, pay_day integer, announced_day integer, note text,
        source_url text, source text not null, primary key (ticker, kind, day))`,
      `create index announced_actions_day on announced_actions (day)`,
    ],
  },
} as const satisfies RepositoryRow;
