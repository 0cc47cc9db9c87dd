import { MS_PER_DAY, utcDay } from '../calendar/days.js';
import { monthAt, secondsUntil, type Clock } from '../calendar/utc-periods.js';
import type {
  CreditPurchase,
  TokenAccount,
  TokenLedgerRepository,
  TokenReservationOutcome,
  TokenState,
} from '../store/token-ledger.js';
import { ApiError } from './errors.js';
import type { Identity } from './identity.js';
import { newId, type RandomBytes } from './secrets.js';
import { CREDIT_PURCHASE, TIER_LIMITS, TOKEN_LEASE } from './tiers.js';
import type { TokenLease, TokenLeases } from './token-leases.js';

/** AI token usage of a key on the current UTC day, and of its account in the current UTC month. */
export interface TokenDay {
  readonly used: number;
  readonly cap: number;
  readonly remaining: number;
  /** Set aside by calls of the key in progress. */
  readonly reserved: number;
  /** Midnight UTC, epoch milliseconds. */
  readonly resetsAtMs: number;
  readonly month: TokenMonth;
}

export interface TokenMonth {
  readonly used: number;
  /** Tokens of the plan per month. */
  readonly allowance: number;
  /** Purchased tokens that are left. */
  readonly credits: number;
  /** What is left of the plan's, and the credits. */
  readonly remaining: number;
  /** The first of the next month UTC, epoch milliseconds. */
  readonly resetsAtMs: number;
}

/** What a call needs of AI tokens at least, and may spend at most. */
export interface TokenNeed {
  readonly least: number;
  readonly most: number;
}

/** Tokens set aside for one call until `settle` or `release`, or until soon after its process dies. */
export interface TokenReservation {
  /** Null if no token was set aside. */
  readonly id: string | null;
  /** How many are set aside: what the call may spend. */
  readonly tokens: number;
  readonly account: TokenAccount;
  /** Aborts, with the error for the call, where the tokens may no longer be set aside. */
  readonly lost: AbortSignal;
  /** The reservation belongs to a stored run, which ends it: this process need not say any more that it is in use. */
  handOver(): void;
  /**
   * Records durably what was spent, and releases the rest; may be more than was set aside, which then counts too. Ends
   * the reservation once: later calls wait for the same record.
   */
  settle(tokens: number): Promise<void>;
  release(): Promise<void>;
}

export interface Tokens {
  today(identity: Identity): Promise<TokenDay>;
  /**
   * Sets aside the most tokens that a call may spend, or what is left if that is less but enough. Calls at the same
   * time count each other. Throws `daily_token_cap_reached` or `monthly_token_allowance_reached`, both with
   * `reset_in_s`, if fewer than the least are left, or none.
   */
  reserve(identity: Identity, need: TokenNeed): Promise<TokenReservation>;
  /** Tokens that a reservation still sets aside; 0 once it has ended. */
  setAside(reservationId: string): Promise<number>;
  /** Adds purchased tokens, which do not expire. Throws `invalid_parameter` and `not_found`. */
  addCredits(accountId: string, tokens: number, note?: string | null): Promise<CreditPurchase>;
  /** Oldest first. */
  purchases(accountId: string): Promise<readonly CreditPurchase[]>;
}

export interface TokensOptions {
  readonly ledger: TokenLedgerRepository;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly leases: TokenLeases;
}

/** All sessions of an account share one count, so that signing in again does not reset it. */
function spender({ keyId, accountId }: Identity): string {
  return keyId ?? `session:${accountId}`;
}

function accountOf(identity: Identity, nowMs: number): TokenAccount {
  return {
    accountId: identity.accountId,
    keyId: spender(identity),
    day: utcDay(nowMs),
    month: monthAt(nowMs).label,
    monthlyAllowance: TIER_LIMITS[identity.tier].aiTokensPerMonth,
  };
}

function monthOf({ monthUsed, fromCredits, credits }: TokenState, allowance: number, nowMs: number): TokenMonth {
  const ofPlan = Math.max(0, allowance - (monthUsed - fromCredits));
  const remaining = ofPlan + Math.max(0, credits);
  return { used: monthUsed, allowance, credits, remaining, resetsAtMs: monthAt(nowMs).endMs };
}

/** Tokens that a further call could set aside. */
function leftOf(state: TokenState, { monthlyAllowance }: TokenAccount, dailyCap: number, nowMs: number): number {
  const { remaining } = monthOf(state, monthlyAllowance, nowMs);
  return Math.min(dailyCap - state.dayUsed - state.dayReserved, remaining - state.reserved);
}

/** Whoever spends while a reservation is made leaves less; then it is tried again with that. */
const RESERVE_ATTEMPTS = 4;

/** What a call that needs more than is left is told. */
function shortOf(needed: number, left: number, reserved: number, until: string): string | undefined {
  if (left <= 0 && reserved === 0) return undefined;
  const inUse = reserved === 0 ? '' : `, ${reserved} of them reserved by calls in progress`;
  return `This call needs ${needed} AI tokens, and ${Math.max(0, left)} are left until ${until}${inUse}.`;
}

export function createTokens({ ledger, clock, random, leases }: TokensOptions): Tokens {
  const refusal = (
    { outcome, state }: TokenReservationOutcome,
    { dailyTokenCap: cap, tier }: Identity,
    least: number,
    nowMs: number,
  ): ApiError => {
    const needed = Math.max(1, least);
    if (outcome === 'day_full') {
      const message = shortOf(needed, cap - state.dayUsed, state.dayReserved, 'midnight UTC');
      return new ApiError('daily_token_cap_reached', message, {
        reset_in_s: secondsUntil((utcDay(nowMs) + 1) * MS_PER_DAY, nowMs),
      });
    }
    const month = monthOf(state, TIER_LIMITS[tier].aiTokensPerMonth, nowMs);
    const message = shortOf(needed, month.remaining, state.reserved, 'the end of the month (UTC)');
    return new ApiError('monthly_token_allowance_reached', message, {
      reset_in_s: secondsUntil(month.resetsAtMs, nowMs),
    });
  };
  return {
    async today(identity) {
      const nowMs = clock();
      const account = accountOf(identity, nowMs);
      const state = await ledger.read(account, new Date(nowMs));
      return {
        used: state.dayUsed,
        cap: identity.dailyTokenCap,
        remaining: Math.max(0, identity.dailyTokenCap - state.dayUsed),
        reserved: state.dayReserved,
        resetsAtMs: (account.day + 1) * MS_PER_DAY,
        month: monthOf(state, account.monthlyAllowance, nowMs),
      };
    },
    async reserve(identity, { least, most }) {
      const nowMs = clock();
      const account = accountOf(identity, nowMs);
      const id = newId('rsv', random);
      const request = {
        id,
        account,
        dailyCap: identity.dailyTokenCap,
        at: new Date(nowMs),
        expiresAt: new Date(nowMs + TOKEN_LEASE.lengthMs),
      };
      let tokens = wholeTokens(most);
      let reserved = await ledger.reserve({ ...request, tokens });
      for (let attempt = 1; reserved.outcome !== 'reserved' && attempt < RESERVE_ATTEMPTS; attempt += 1) {
        const left = leftOf(reserved.state, account, identity.dailyTokenCap, nowMs);
        if (left < Math.max(1, least) || left >= tokens) break;
        tokens = left;
        reserved = await ledger.reserve({ ...request, tokens });
      }
      if (reserved.outcome !== 'reserved') throw refusal(reserved, identity, least, nowMs);
      const reservationId = tokens > 0 ? id : null;
      const lease = reservationId === null ? UNLIMITED : leases.hold(id, nowMs + TOKEN_LEASE.lengthMs);
      const end = once((tokens: number) =>
        ledger.charge({ account, reservationId, tokens, isFinal: true }).finally(() => lease.end()),
      );
      return {
        id: reservationId,
        tokens,
        account,
        lost: lease.lost,
        handOver: () => lease.end(),
        settle: async (tokens) => end(wholeTokens(tokens)),
        release: () => end(0),
      };
    },
    setAside: (reservationId) => ledger.setAside(reservationId),
    async addCredits(accountId, tokens, note = null) {
      const { min, max } = CREDIT_PURCHASE;
      if (!Number.isInteger(tokens) || tokens < min || tokens > max)
        throw new ApiError('invalid_parameter', `tokens must be a whole number from ${min} to ${max}.`, {
          param: 'tokens',
        });
      const purchase = { id: newId('crd', random), accountId, tokens, note, createdAt: new Date(clock()) };
      if (!(await ledger.addCredits(purchase))) throw new ApiError('not_found', 'No account has this id.');
      return purchase;
    },
    purchases: (accountId) => ledger.purchases(accountId),
  };
}

/** Of a call that needs no token. */
const UNLIMITED: TokenLease = { lost: new AbortController().signal, end: () => undefined };

function wholeTokens(tokens: number): number {
  if (tokens >= 0 && Number.isFinite(tokens)) return Math.ceil(tokens);
  throw new RangeError(`A call cannot have used ${tokens} tokens.`);
}

/** A reservation ends once, however it is ended first. */
function once(end: (tokens: number) => Promise<void>): (tokens: number) => Promise<void> {
  let ending: Promise<void> | undefined;
  return (tokens) => (ending ??= end(tokens));
}
