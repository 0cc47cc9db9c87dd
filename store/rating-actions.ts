import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { NullableTimestamp } from './column-types.js';
import { oneOf, price, text, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const RATING_ACTIONS = ['upgrade', 'downgrade', 'initiation', 'reiteration', 'resumption', 'termination'] as const;
const STANCES = ['buy_like', 'hold_like', 'sell_like'] as const;

export type RatingActionKind = (typeof RATING_ACTIONS)[number];
/** What a grade comes to, whatever the firm's scale. */
export type Stance = (typeof STANCES)[number];

const MOST_CHARACTERS = 80;
const stance = z.enum(STANCES).nullable();

/**
 * One rating action of a firm. `day` (since 1970-01-01) is New York's. Grades as the firm words them, with the stance
 * of each, null if its wording is not known. `priceTarget` in USD per share, on that day's share basis.
 */
export const ratingAction = z.object({
  ticker,
  day: z.int(),
  firm: text('firm', MOST_CHARACTERS),
  action: oneOf('action', RATING_ACTIONS),
  fromGrade: text('previous grade', MOST_CHARACTERS).nullable(),
  fromStance: stance,
  toGrade: text('grade', MOST_CHARACTERS),
  toStance: stance,
  priceTarget: price('price target').nullable(),
});

export type RatingActionFields = Readonly<z.infer<typeof ratingAction>>;

declare module './tables.js' {
  interface Tables {
    rating_actions: RatingActionFields & { firmKey: string; source: string; knownAt: NullableTimestamp };
  }
}

/** `knownAt` is null for those of files, and of a source's first reading of the ticker or from before its first one. */
export type RatingAction = Readonly<Selectable<Tables['rating_actions']>>;
export type NewRatingAction = Omit<RatingAction, 'firmKey' | 'knownAt'>;

export interface RatingActionsRepository {
  /** Actions by ticker, oldest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly RatingAction[]>>;
  /** Told that a response uses actions that were kept in memory; where they are read through, they are read if due. */
  noteUse(tickers: readonly string[]): Promise<void>;
  /**
   * Stores actions of one source with distinct keys in `tx`, or replaces those with the same keys. Actions of the same
   * tickers from other sources are removed.
   *
   * @param readAt when a source that is read again and again told them. A new action that is not older than all that is
   *   stored of the ticker is known since then; one that replaces another, since that one was.
   */
  save(tx: Kysely<Tables>, actions: readonly NewRatingAction[], readAt?: Date): Promise<void>;
  /** Removes a source's actions of a ticker. */
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
  /** Tickers with actions from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

/** A firm's name without case, spaces and punctuation: one firm has one key. */
export function firmKey(firm: string): string {
  return firm.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || firm;
}

/** The identity of an action: of one firm, at most one of a kind per ticker and day. */
export function ratingActionKey({ ticker, day, firm, action }: Omit<NewRatingAction, 'source'>): string {
  return [ticker, day, firmKey(firm), action].join('|');
}

/** The day of the first stored action of each ticker that has one. */
async function firstDaysOf(tx: Kysely<Tables>, tickers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('rating_actions')
    .select(({ fn }) => ['ticker', fn.min('day').as('day')])
    .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
    .groupBy('ticker')
    .execute();
  return new Map(rows.map(({ ticker, day }) => [ticker, day]));
}

/** Rating actions of analysts. */
function createRatingActionsRepository(db: Kysely<Tables>): RatingActionsRepository {
  return {
    noteUse: () => Promise.resolve(),
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('rating_actions')
        .selectAll()
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .orderBy('day')
        .orderBy('firmKey')
        .orderBy('action')
        .execute();
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
    async save(tx, actions, readAt) {
      const [first] = actions;
      if (first === undefined) return;
      const tickers = [...new Set(actions.map((action) => action.ticker))];
      await tx
        .deleteFrom('rating_actions')
        .where(sql<boolean>`ticker = any(${tickers}::text[])`)
        .where('source', '<>', first.source)
        .execute();
      const firstDays = readAt === undefined ? new Map<string, number>() : await firstDaysOf(tx, tickers);
      const rows = actions.map((action): RatingAction => ({
        ...action,
        firmKey: firmKey(action.firm),
        knownAt: action.day >= (firstDays.get(action.ticker) ?? Infinity) ? (readAt ?? null) : null,
      }));
      await upsert(tx, 'rating_actions', ['ticker', 'day', 'firmKey', 'action'], rows, ['knownAt']);
    },
    async removeOf(tx, symbol, source) {
      await tx.deleteFrom('rating_actions').where('ticker', '=', symbol).where('source', '=', source).execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('rating_actions')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map((row) => row.ticker));
    },
  };
}

export const REPOSITORY = {
  create: createRatingActionsRepository,
  replica: {},
  tables: { rating_actions: 'table' },
  migrations: {
    '0013-rating-actions': [
      `create table rating_actions (
        ticker text not null, day integer not null, firm_key text not null, firm text not null,
        action text not null check (action in
          ('upgrade', 'downgrade', 'initiation', 'reiteration', 'resumption', 'termination')),
        from_grade text, from_stance text check (from_stance in ('buy_like', 'hold_like', 'sell_like')),
        to_grade text not null, to_stance text check (to_stance in ('buy_like', 'hold_like', 'sell_like')),
        price_target double precision, source text not null, primary key (ticker, day, firm_key, action))`,
    ],
    '0087-known-rating-actions': [`alter table rating_actions add column known_at timestamptz`],
  },
} as const satisfies RepositoryRow;
