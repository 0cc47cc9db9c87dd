import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

export type PaperSide = 'buy' | 'sell';

declare module './tables.js' {
  interface Tables {
    /** Portfolios of simulated money, one to a member. What they hold follows from their orders and stored prices. */
    paper_portfolios: {
      id: string;
      accountId: string;
      /** The last session that had closed when it was opened, since 1970-01-01. */
      startedDay: number;
      isShared: Generated<boolean>;
      /** Counts changes of its orders. */
      revision: Generated<number>;
      createdAt: ColumnType<Date, Date, never>;
    };
    paper_orders: {
      id: string;
      seq: Generated<number>;
      portfolioId: string;
      symbol: string;
      side: PaperSide;
      /** Null to sell all. */
      shares: number | null;
      /** The session whose close fills it, or the first one after it with a close. */
      fromDay: number;
      /** When that session closes. */
      closesAt: Timestamp;
      placedAt: ColumnType<Date, Date, never>;
    };
  }
}

export type PaperPortfolio = Readonly<Selectable<Tables['paper_portfolios']>>;
export type PaperOrder = Readonly<Selectable<Tables['paper_orders']>>;
export type NewPaperOrder = Omit<PaperOrder, 'seq' | 'portfolioId'>;

/** How many orders a portfolio may have, and how many of them since an instant. */
export interface OrderLimits {
  readonly most: number;
  readonly mostSince: number;
  readonly since: Date;
}

export type Placing = 'placed' | 'no_portfolio' | 'too_many' | 'too_many_since';

export interface PaperPortfoliosRepository {
  ofAccount(accountId: string): Promise<PaperPortfolio | undefined>;
  ofAccounts(accountIds: readonly string[]): Promise<readonly PaperPortfolio[]>;
  byId(id: string): Promise<PaperPortfolio | undefined>;
  /** Every shared portfolio. */
  shared(): Promise<readonly PaperPortfolio[]>;
  /** Portfolios with an order in one of the securities. */
  withOrdersIn(symbols: readonly string[]): Promise<readonly PaperPortfolio[]>;
  /** Symbols with an order in any portfolio that has not sold all of them since, sorted. */
  symbols(): Promise<readonly string[]>;
  /** Orders by portfolio, oldest first. */
  orders(ids: readonly string[]): Promise<ReadonlyMap<string, readonly PaperOrder[]>>;
  /** The member's portfolio, which may have been there before; undefined if the account is no member. */
  open(portfolio: {
    readonly id: string;
    readonly accountId: string;
    readonly startedDay: number;
    readonly at: Date;
  }): Promise<PaperPortfolio | undefined>;
  /** Replaces the portfolio by an empty one that is not shared; undefined if there is none. */
  restart(portfolio: {
    readonly id: string;
    readonly accountId: string;
    readonly startedDay: number;
    readonly at: Date;
  }): Promise<PaperPortfolio | undefined>;
  place(accountId: string, order: NewPaperOrder, limits: OrderLimits): Promise<Placing>;
  /** Removes an order of the account whose session has not closed at `now`. */
  cancel(accountId: string, orderId: string, now: Date): Promise<boolean>;
  share(accountId: string, isShared: boolean): Promise<PaperPortfolio | undefined>;
}

const revise = (tx: Kysely<Tables>, id: string) =>
  tx
    .updateTable('paper_portfolios')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();

async function place(
  tx: Transaction<Tables>,
  accountId: string,
  order: NewPaperOrder,
  limits: OrderLimits,
): Promise<Placing> {
  const portfolio = await tx
    .selectFrom('paper_portfolios')
    .select('id')
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (portfolio === undefined) return 'no_portfolio';
  const { all, recent } = await tx
    .selectFrom('paper_orders')
    .select([
      sql<number>`count(*)::integer`.as('all'),
      sql<number>`(count(*) filter (where placed_at > ${limits.since}))::integer`.as('recent'),
    ])
    .where('portfolioId', '=', portfolio.id)
    .executeTakeFirstOrThrow();
  if (all >= limits.most) return 'too_many';
  if (recent >= limits.mostSince) return 'too_many_since';
  await tx
    .insertInto('paper_orders')
    .values({ ...order, portfolioId: portfolio.id })
    .execute();
  await revise(tx, portfolio.id);
  return 'placed';
}

function createPaperPortfoliosRepository(db: Kysely<Tables>): PaperPortfoliosRepository {
  const portfolios = () => db.selectFrom('paper_portfolios').selectAll();
  const ofAccount = (accountId: string) => portfolios().where('accountId', '=', accountId).executeTakeFirst();
  return {
    ofAccount,
    ofAccounts: (accountIds) =>
      portfolios()
        .where(sql<boolean>`account_id = any(${[...accountIds]}::text[])`)
        .execute(),
    byId: (id) => portfolios().where('id', '=', id).executeTakeFirst(),
    async symbols() {
      const { rows } = await sql<{ symbol: string }>`
        select distinct symbol from (
          select distinct on (portfolio_id, symbol) symbol, side, shares
          from paper_orders order by portfolio_id, symbol, seq desc) newest
        where side = 'buy' or shares is not null order by symbol`.execute(db);
      return rows.map(({ symbol }) => symbol);
    },
    shared: () => portfolios().where('isShared', '=', true).orderBy('id').execute(),
    withOrdersIn: (symbols) =>
      portfolios()
        .where(sql<boolean>`id in (select portfolio_id from paper_orders where symbol = any(${[...symbols]}::text[]))`)
        .orderBy('accountId')
        .execute(),
    async orders(ids) {
      const rows = await db
        .selectFrom('paper_orders')
        .selectAll()
        .where(sql<boolean>`portfolio_id = any(${[...ids]}::text[])`)
        .orderBy('seq')
        .execute();
      return rowsByKey(rows, ({ portfolioId }) => portfolioId);
    },
    async open({ id, accountId, startedDay, at }) {
      await sql`
        insert into paper_portfolios (id, account_id, started_day, created_at)
        select ${id}, m.account_id, ${startedDay}, ${at} from community_members as m where m.account_id = ${accountId}
        on conflict (account_id) do nothing`.execute(db);
      return ofAccount(accountId);
    },
    restart: ({ id, accountId, startedDay, at }) =>
      db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('paper_portfolios')
          .where('accountId', '=', accountId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return undefined;
        return tx
          .insertInto('paper_portfolios')
          .values({ id, accountId, startedDay, createdAt: at })
          .returningAll()
          .executeTakeFirst();
      }),
    place: (accountId, order, limits) => db.transaction().execute((tx) => place(tx, accountId, order, limits)),
    cancel: (accountId, orderId, now) =>
      db.transaction().execute(async (tx) => {
        const own = await tx
          .selectFrom('paper_portfolios')
          .select('id')
          .where('accountId', '=', accountId)
          .forUpdate()
          .executeTakeFirst();
        if (own === undefined) return false;
        const { numDeletedRows } = await tx
          .deleteFrom('paper_orders')
          .where('id', '=', orderId)
          .where('portfolioId', '=', own.id)
          .where('closesAt', '>', now)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await revise(tx, own.id);
        return numDeletedRows > 0n;
      }),
    share: (accountId, isShared) =>
      db
        .updateTable('paper_portfolios')
        .set({ isShared })
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst(),
  };
}

export const REPOSITORY = {
  create: createPaperPortfoliosRepository,
  tables: { paper_portfolios: 'table', paper_orders: 'uncached' },
  alsoReads: ['community_members'],
  migrations: {
    '0065-paper-portfolios': [
      `create table paper_portfolios (
        id text primary key, account_id text not null unique references community_members on delete cascade,
        started_day integer not null, is_shared boolean not null default false, revision integer not null default 0,
        created_at timestamptz not null)`,
      `create table paper_orders (
        id text primary key, seq bigint generated always as identity,
        portfolio_id text not null references paper_portfolios on delete cascade, symbol text not null,
        side text not null check (side in ('buy', 'sell')), shares double precision check (shares > 0), from_day integer not null,
        closes_at timestamptz not null, placed_at timestamptz not null)`,
      `create index paper_orders_portfolio on paper_orders (portfolio_id, seq)`,
      `create index paper_orders_symbol on paper_orders (symbol, portfolio_id)`,
      `create index community_members_suspended on community_members (account_id) where standing = 'suspended'`,
    ],
  },
} as const satisfies RepositoryRow;
