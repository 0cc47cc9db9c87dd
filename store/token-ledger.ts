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
  /** Tokens that a reservation sets aside; 0 if there is none. */
  setAside(id: string): Promise<number>;
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
    reserve: (request) => reserve(db, request),
    async charge(charge) {
      await chargeTokens(db, charge);
      if (charge.tokens > 0) TOKENS_CHARGED.tell({ tokens: charge.tokens });
    },
    async setAside(id) {
      const row = await db.selectFrom('token_reservations').select('tokens').where('id', '=', id).executeTakeFirst();
      return row?.tokens ?? 0;
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

async function readState(db: Kysely<Tables>, account: TokenAccount, at: Date): Promise<TokenState> {
  const { accountId, keyId, day, month } = account;
  const {
    rows: [row],
  } = await sql<TokenState>`
    select * from token_state(${accountId}, ${keyId}, ${day}, ${month}, ${at})`.execute(db);
  return row ?? NOTHING;
}

async function reserve(
  db: Kysely<Tables>,
  { id, account, tokens, dailyCap, at, expiresAt }: TokenReservationRequest,
): Promise<TokenReservationOutcome> {
  const { accountId, keyId, day, month, monthlyAllowance } = account;
  const {
    rows: [row],
  } = await sql<TokenState & Pick<TokenReservationOutcome, 'outcome'>>`
    select * from reserve_tokens(${id}, ${accountId}, ${keyId}, ${day}, ${month}, ${monthlyAllowance}, ${tokens}, ${dailyCap},
      ${at}, ${expiresAt})`.execute(db);
  if (row === undefined) throw new Error('The reservation of tokens has no outcome.');
  const { outcome, ...state } = row;
  return { outcome, state };
}

/** Records spent tokens in `db`'s transaction, or else in one of its own; nothing if the account is gone. */
export async function chargeTokens(
  db: Kysely<Tables>,
  { account, reservationId, tokens, isFinal }: TokenCharge,
): Promise<void> {
  const { accountId, keyId, day, month, monthlyAllowance } = account;
  if (tokens === 0 && reservationId === null) return;
  await sql`
    select charge_tokens(${reservationId}, ${accountId}, ${keyId}, ${day}, ${month}, ${monthlyAllowance}, ${tokens}, ${isFinal})
  `.execute(db);
}

/** Lets a reservation count as long as the run that it belongs to, which ends it. */
export async function extendReservation(tx: Kysely<Tables>, id: string, until: Date): Promise<void> {
  await sql`update token_reservations set expires_at = greatest(expires_at, ${until}) where id = ${id}`.execute(tx);
}

/**
 * Both in the database, so that each is one round trip; their statements see what was committed before the lock was
 * theirs, and concurrent reservations and charges of an account wait for each other.
 */
const FUNCTIONS = [
  `create function token_state(of_account text, of_key text, on_day integer, in_month text, at timestamptz)
    returns table (day_used bigint, day_reserved bigint, month_used bigint, from_credits bigint, credits bigint, reserved bigint)
    language sql stable as $$
      select
        coalesce((select used from token_usage where key_id = of_key and day = on_day), 0)::bigint,
        coalesce(sum(r.tokens) filter (where r.key_id = of_key and r.day = on_day), 0)::bigint,
        coalesce((select m.used from token_months m where m.account_id = of_account and m.month = in_month), 0)::bigint,
        coalesce((select m.from_credits from token_months m where m.account_id = of_account and m.month = in_month), 0)::bigint,
        (coalesce((select sum(c.tokens) from token_credits c where c.account_id = of_account), 0)
          - coalesce((select sum(m.from_credits) from token_months m where m.account_id = of_account), 0))::bigint,
        coalesce(sum(r.tokens), 0)::bigint
      from token_reservations r where r.account_id = of_account and r.expires_at > at
    $$`,
  // Reservations of other months count too: they may take credits.
  `create function reserve_tokens(
      new_id text, of_account text, of_key text, on_day integer, in_month text, allowance bigint, wanted bigint,
      daily_cap bigint, at timestamptz, until timestamptz,
      out outcome text, out day_used bigint, out day_reserved bigint, out month_used bigint, out from_credits bigint,
      out credits bigint, out reserved bigint)
    language plpgsql as $$
    declare
      needed bigint := greatest(1, wanted);
      state record;
      is_known boolean;
    begin
      perform from accounts where id = of_account for no key update;
      is_known := found;
      select * into state from token_state(case when is_known then of_account end, case when is_known then of_key end, on_day, in_month, at);
      day_used := state.day_used; day_reserved := state.day_reserved; month_used := state.month_used;
      from_credits := state.from_credits; credits := state.credits; reserved := state.reserved;
      if daily_cap - day_used - day_reserved < needed then
        outcome := 'day_full';
      elsif not is_known or greatest(0, allowance - (month_used - from_credits)) + credits - reserved < needed then
        outcome := 'month_full';
      else
        outcome := 'reserved';
        if wanted > 0 then
          insert into token_reservations (id, account_id, key_id, day, month, tokens, expires_at)
            values (new_id, of_account, of_key, on_day, in_month, wanted, until);
        end if;
      end if;
    end $$`,
  // Reservations play no part in what is spent.
  `create function charge_tokens(
      reservation text, of_account text, of_key text, on_day integer, in_month text, allowance bigint, spent bigint,
      is_final boolean)
    returns void language plpgsql as $$
    declare
      state record;
      taken bigint;
    begin
      if spent > 0 then
        perform from accounts where id = of_account for no key update;
        if not found then return; end if;
      end if;
      if is_final then
        delete from token_reservations where id = reservation;
      else
        update token_reservations set tokens = greatest(0, tokens - spent) where id = reservation;
      end if;
      if spent = 0 then return; end if;
      insert into token_usage (key_id, account_id, day, used) values (of_key, of_account, on_day, spent)
        on conflict (key_id, day) do update set used = token_usage.used + excluded.used;
      select * into state from token_state(of_account, of_key, on_day, in_month, 'epoch');
      taken := least(greatest(0, state.credits), greatest(0, spent - greatest(0, allowance - (state.month_used - state.from_credits))));
      insert into token_months (account_id, month, used, from_credits) values (of_account, in_month, spent, taken)
        on conflict (account_id, month) do update
          set used = token_months.used + excluded.used, from_credits = token_months.from_credits + excluded.from_credits;
    end $$`,
];

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
    '0074-token-functions': FUNCTIONS,
  },
} as const satisfies RepositoryRow;
