import { sql, type ColumnType, type Kysely } from 'kysely';
import { TOKENS_CHARGED } from '../telemetry/topics.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    /** Tokens by key and day. */
    token_usage: {
      keyId: string;
      accountId: string;
      /** Calendar day since 1970-01-01, UTC. */
      day: number;
      used: number;
    };
    /** Tokens by account and month. */
    token_months: {
      accountId: string;
      /** `YYYY-MM`, UTC. */
      month: string;
      used: number;
      /** The part of `used` that was taken from purchased credits. */
      fromCredits: number;
    };
    /** Purchases of credits; what is left of them is their sum without that of `fromCredits`. */
    token_credits: {
      id: string;
      accountId: string;
      tokens: number;
      note: string | null;
      createdAt: ColumnType<Date, Date, never>;
    };
    /** Tokens set aside for calls in progress. */
    token_reservations: {
      id: string;
      accountId: string;
      keyId: string;
      day: number;
      month: string;
      tokens: number;
      expiresAt: ColumnType<Date, Date, never>;
    };
  }
}

/** Whose tokens, and in which day and month they are counted. */
export interface TokenAccount {
  readonly accountId: string;
  /** The key, or a name for all sessions of the account. */
  readonly keyId: string;
  /** Calendar day since 1970-01-01, UTC. */
  readonly day: number;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  /** Tokens of the account's plan per month. */
  readonly monthlyAllowance: number;
}

/** Counts of a key's day and an account's month. */
export interface TokenState {
  readonly dayUsed: number;
  /** Set aside by calls of the key in progress on the day. */
  readonly dayReserved: number;
  readonly monthUsed: number;
  /** Part of `monthUsed`. */
  readonly fromCredits: number;
  /** Purchased tokens that are left. */
  readonly credits: number;
  /** Set aside by all calls of the account in progress. */
  readonly reserved: number;
}

export interface TokenReservationRequest {
  readonly id: string;
  readonly account: TokenAccount;
  /** 0 checks only that tokens are left, and stores nothing. */
  readonly tokens: number;
  readonly dailyCap: number;
  readonly at: Date;
  /** When the reservation no longer counts, if it is not settled before. */
  readonly expiresAt: Date;
}

export interface TokenReservationOutcome {
  readonly outcome: 'reserved' | 'day_full' | 'month_full';
  /** The counts before this reservation. */
  readonly state: TokenState;
}

/** Tokens that were spent, and the reservation they were set aside in. */
export interface TokenCharge {
  readonly account: TokenAccount;
  readonly reservationId: string | null;
  readonly tokens: number;
  /** Whether the rest of the reservation is released. */
  readonly isFinal: boolean;
}

export interface CreditPurchase {
  readonly id: string;
  readonly accountId: string;
  readonly tokens: number;
  readonly note: string | null;
  readonly createdAt: Date;
}

export interface TokenLedgerRepository {
  read(account: TokenAccount, at: Date): Promise<TokenState>;
  /** Sets tokens aside unless the day or the month would exceed its limit; concurrent calls count each other. */
  reserve(request: TokenReservationRequest): Promise<TokenReservationOutcome>;
  /** Lets reservations count until an instant at least; returns those that still count. */
  renew(ids: readonly string[], at: Date, expiresAt: Date): Promise<readonly string[]>;
  /** Records spent tokens: those of the plan first, then credits. */
  charge(charge: TokenCharge): Promise<void>;
  /** Returns whether the account exists. */
  addCredits(purchase: CreditPurchase): Promise<boolean>;
  /** Oldest first. */
  purchases(accountId: string): Promise<readonly CreditPurchase[]>;
  /** Deletes reservations that expired before an instant; returns how many. */
  prune(before: Date): Promise<number>;
}

const NOTHING: TokenState = { dayUsed: 0, dayReserved: 0, monthUsed: 0, fromCredits: 0, credits: 0, reserved: 0 };

/** AI tokens: spent per key and day, spent per account and month, purchased, and set aside. */
function createTokenLedgerRepository(db: Kysely<Tables>): TokenLedgerRepository {
  return {
    read: (account, at) => readState(db, account, at),
    reserve: (request) => db.transaction().execute((tx) => reserve(tx, request)),
    async charge(charge) {
      await db.transaction().execute((tx) => chargeTokens(tx, charge));
      if (charge.tokens > 0) TOKENS_CHARGED.tell({ tokens: charge.tokens });
    },
    async renew(ids, at, expiresAt) {
      const { rows } = await sql<{ id: string }>`
        update token_reservations set expires_at = greatest(expires_at, ${expiresAt})
        where id = any(${[...ids]}::text[]) and expires_at > ${at} returning id`.execute(db);
      return rows.map(({ id }) => id);
    },
    async addCredits(purchase) {
      const { rows } = await sql`
        insert into token_credits (id, account_id, tokens, note, created_at)
        select ${purchase.id}, id, ${purchase.tokens}, ${purchase.note}, ${purchase.createdAt}
        from accounts where id = ${purchase.accountId} returning id`.execute(db);
      return rows.length > 0;
    },
    purchases: (accountId) =>
      db
        .selectFrom('token_credits')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    async prune(before) {
      const { numDeletedRows } = await db
        .deleteFrom('token_reservations')
        .where('expiresAt', '<', before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Makes concurrent reservations and charges of an account wait for each other. */
async function lockAccount(tx: Kysely<Tables>, accountId: string): Promise<boolean> {
  const row = await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function readState(db: Kysely<Tables>, account: TokenAccount, at: Date): Promise<TokenState> {
  const { accountId, keyId, day, month } = account;
  const { rows: [row] } = await sql<TokenState>`
    select
      coalesce((select used from token_usage where key_id = ${keyId} and day = ${day}), 0)::bigint as "dayUsed",
      coalesce(sum(tokens) filter (where key_id = ${keyId} and day = ${day}), 0)::bigint as "dayReserved",
      coalesce((select used from token_months where account_id = ${accountId} and month = ${month}), 0)::bigint
        as "monthUsed",
      coalesce((select from_credits from token_months where account_id = ${accountId} and month = ${month}), 0)::bigint
        as "fromCredits",
      (coalesce((select sum(tokens) from token_credits where account_id = ${accountId}), 0)
        - coalesce((select sum(from_credits) from token_months where account_id = ${accountId}), 0))::bigint as credits,
      coalesce(sum(tokens), 0)::bigint as reserved
    from token_reservations where account_id = ${accountId} and expires_at > ${at}`.execute(db);
  return row ?? NOTHING;
}

function planLeft({ monthlyAllowance }: TokenAccount, { monthUsed, fromCredits }: TokenState): number {
  return Math.max(0, monthlyAllowance - (monthUsed - fromCredits));
}

async function reserve(
  tx: Kysely<Tables>,
  { id, account, tokens, dailyCap, at, expiresAt }: TokenReservationRequest,
): Promise<TokenReservationOutcome> {
  const isKnown = await lockAccount(tx, account.accountId);
  const state = isKnown ? await readState(tx, account, at) : NOTHING;
  const needed = Math.max(1, tokens);
  if (dailyCap - state.dayUsed - state.dayReserved < needed) return { outcome: 'day_full', state };
  // Reservations of other months count too: they may take credits.
  if (!isKnown || planLeft(account, state) + state.credits - state.reserved < needed)
    return { outcome: 'month_full', state };
  if (tokens > 0) {
    const { accountId, keyId, day, month } = account;
    await tx.insertInto('token_reservations').values({ id, accountId, keyId, day, month, tokens, expiresAt }).execute();
  }
  return { outcome: 'reserved', state };
}

/** Records spent tokens in `tx`; nothing if the account is gone. */
export async function chargeTokens(
  tx: Kysely<Tables>,
  { account, reservationId, tokens, isFinal }: TokenCharge,
): Promise<void> {
  const { accountId, keyId, day, month } = account;
  if (tokens > 0 && !(await lockAccount(tx, accountId))) return;
  if (reservationId !== null) await reduceReservation(tx, reservationId, isFinal ? Infinity : tokens);
  if (tokens === 0) return;
  await tx
    .insertInto('token_usage')
    .values({ keyId, accountId, day, used: tokens })
    .onConflict((conflict) =>
      conflict.columns(['keyId', 'day']).doUpdateSet({ used: sql`token_usage.used + excluded.used` }),
    )
    .execute();
  // Reservations play no part in what is spent.
  const state = await readState(tx, account, new Date(0));
  const fromCredits = Math.min(Math.max(0, state.credits), Math.max(0, tokens - planLeft(account, state)));
  await tx
    .insertInto('token_months')
    .values({ accountId, month, used: tokens, fromCredits })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'month']).doUpdateSet({
        used: sql`token_months.used + excluded.used`,
        fromCredits: sql`token_months.from_credits + excluded.from_credits`,
      }),
    )
    .execute();
}

/** Lets a reservation count as long as the run that it belongs to, which ends it. */
export async function extendReservation(tx: Kysely<Tables>, id: string, until: Date): Promise<void> {
  await sql`update token_reservations set expires_at = greatest(expires_at, ${until}) where id = ${id}`.execute(tx);
}

async function reduceReservation(tx: Kysely<Tables>, id: string, tokens: number): Promise<void> {
  if (Number.isFinite(tokens))
    await tx
      .updateTable('token_reservations')
      .set({ tokens: sql`greatest(0, tokens - ${tokens})` })
      .where('id', '=', id)
      .execute();
  else await tx.deleteFrom('token_reservations').where('id', '=', id).execute();
}

export const REPOSITORY = {
  create: createTokenLedgerRepository,
  tables: {
    token_usage: 'uncached',
    token_months: 'uncached',
    token_credits: 'uncached',
    token_reservations: 'uncached',
  },
  alsoReads: ['accounts'],
  migrations: {
    '0050-token-ledger': [
      `create table token_months (
        account_id text not null references accounts on delete cascade, month text not null,
        used bigint not null, from_credits bigint not null, primary key (account_id, month))`,
      `create table token_credits (
        id text primary key, account_id text not null references accounts on delete cascade,
        tokens bigint not null check (tokens > 0), note text, created_at timestamptz not null)`,
      `create index token_credits_account on token_credits (account_id)`,
      `create table token_reservations (
        id text primary key, account_id text not null references accounts on delete cascade, key_id text not null,
        day integer not null, month text not null, tokens bigint not null, expires_at timestamptz not null)`,
      `create index token_reservations_account on token_reservations (account_id)`,
      `create index token_reservations_age on token_reservations (expires_at)`,
      // Tokens counted before months were.
      `insert into token_months (account_id, month, used, from_credits)
        select account_id, to_char(date '1970-01-01' + day, 'YYYY-MM'), sum(used), 0
        from token_usage group by 1, 2 having sum(used) > 0`,
    ],
  },
} as const satisfies RepositoryRow;
