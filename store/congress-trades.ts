import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { amount, oneOf, pageAddress, text, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const ACTIONS = ['purchase', 'sale', 'partial_sale', 'exchange'] as const;

/**
 * A trade that a member of Congress, or a member's family, disclosed. Days since 1970-01-01; `disclosedDay` is null
 * where the source does not tell it. The amount is a range in USD, without an end if that is open.
 */
export const congressTrade = z
  .object({
    /** Null for what has no ticker, such as a municipal bond. */
    ticker: ticker.nullable(),
    member: text('member', 120),
    chamber: oneOf('chamber', ['senate', 'house']).nullable(),
    owner: text('owner', 60).nullable(),
    action: oneOf('transaction', ACTIONS),
    asset: text('asset', 300),
    amountLow: amount('amount').nullable(),
    amountHigh: amount('amount').nullable(),
    day: z.int(),
    disclosedDay: z.int().nullable(),
    /** What the disclosure adds, such as which account it was in. */
    comment: text('comment', 300).nullable(),
    sourceUrl: pageAddress('the address of the source', 500).nullable(),
  })
  .superRefine(({ day, disclosedDay }, context) => {
    if (disclosedDay === null || disclosedDay >= day) return;
    context.addIssue({ code: 'custom', message: 'the disclosure is dated before the trade' });
  });

export type CongressTradeFields = Readonly<z.infer<typeof congressTrade>>;

declare module './tables.js' {
  interface Tables {
    congress_trades: CongressTradeFields & { key: string; source: string };
  }
}

export type CongressTrade = Readonly<Selectable<Tables['congress_trades']>>;
export type NewCongressTrade = Omit<CongressTrade, 'key'>;

export interface CongressTradesRepository {
  /** Trades dated by their disclosure, or by themselves if that is not known, `first` to `last`. */
  between(first: number, last: number): Promise<readonly CongressTrade[]>;
  /** Stores trades of one source with distinct keys, or replaces those with the same keys; removes those of others. */
  save(tx: Kysely<Tables>, trades: readonly NewCongressTrade[]): Promise<void>;
  /** Whether trades from another source than `source` are stored. */
  hasOthers(tx: Kysely<Tables>, source: string): Promise<boolean>;
}

/** The identity of a trade: everything but the date of its disclosure. */
export function congressTradeKey(trade: CongressTradeFields): string {
  const { day, ticker: symbol, asset, member, owner, action, amountLow, amountHigh, comment, sourceUrl } = trade;
  const words = [symbol, asset, member, owner, comment].map((each) => each?.toLowerCase());
  return [day, ...words, action, amountLow, amountHigh, sourceUrl].join('|');
}

/** Disclosed trades of members of Congress. */
function createCongressTradesRepository(db: Kysely<Tables>): CongressTradesRepository {
  return {
    between: (first, last) =>
      db
        .selectFrom('congress_trades')
        .selectAll()
        .where(sql<boolean>`coalesce(disclosed_day, day) between ${first} and ${last}`)
        .execute(),
    async save(tx, trades) {
      const [first] = trades;
      if (first === undefined) return;
      await tx.deleteFrom('congress_trades').where('source', '<>', first.source).execute();
      const rows = trades.map((trade) => ({ ...trade, key: congressTradeKey(trade) }));
      await upsert(tx, 'congress_trades', ['key'], rows);
    },
    async hasOthers(tx, source) {
      const row = await tx
        .selectFrom('congress_trades')
        .select('key')
        .where('source', '<>', source)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export const REPOSITORY = {
  create: createCongressTradesRepository,
  replica: {},
  tables: { congress_trades: 'table' },
  migrations: {
    '0032-congress-trades': [
      `create table congress_trades (
        key text primary key, ticker text, member text not null, chamber text check (chamber in ('senate', 'house')),
        owner text, action text not null check (action in ('purchase', 'sale', 'partial_sale', 'exchange')),
        asset text not null, amount_low double precision, amount_high double precision, day integer not null,
        disclosed_day integer, source_url text, source text not null)`,
      `create index congress_trades_day on congress_trades (coalesce(disclosed_day, day))`,
    ],
    '0046-congress-comments': [
      `alter table congress_trades add column comment text`,
      `update congress_trades set key = concat_ws('|', day, coalesce(lower(ticker), ''), lower(asset), lower(member),
        coalesce(lower(owner), ''), '', action, coalesce(amount_low::text, ''), coalesce(amount_high::text, ''),
        coalesce(source_url, ''))`,
    ],
  },
} as const satisfies RepositoryRow;
