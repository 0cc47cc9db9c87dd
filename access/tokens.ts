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

/** Tokens set aside for one call until `settle` or `release`, or until soon after its process dies. */
export interface TokenReservation {
  /** Null if no token was set aside. */
  readonly id: string | null;
  readonly account: TokenAccount;
  /** Aborts, with the error for the call, where the tokens may no longer be set aside. */
  readonly lost: AbortSignal;
  /** The reservation belongs to a stored run, which ends it: this process need not say any more that it is in use. */
  handOver(): void;
  /** Records durably what was spent, and releases the rest; may be more than was set aside, which then counts too. */
  settle(tokens: number): Promise<void>;
  release(): Promise<void>;
}

export interface Tokens {
  today(identity: Identity): Promise<TokenDay>;
  /**
   * Sets `estimate` tokens aside, the most that a call may spend. Calls at the same time count each other. Throws
   * `daily_token_cap_reached` or `monthly_token_allowance_reached`, both with `reset_in_s`, if fewer are left, or none.
   */
  reserve(identity: Identity, estimate: number): Promise<TokenReservation>;
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

/** What a call that needs more than is left is told. */
function shortOf(needed: number, left: number, reserved: number, until: string): string | undefined {
  if (left <= 0 && reserved === 0) return undefined;
  const inUse = reserved === 0 ? '' : `, ${reserved} of them reserved by calls in progress`;
  return `This call may use ${needed} AI tokens, and ${Math.max(0, left)} are left until ${until}${inUse}.`;
}

export function createTokens({ ledger, clock, random, leases }: TokensOptions): Tokens {
  const refusal = (
    { outcome, state }: TokenReservationOutcome,
    { dailyTokenCap: cap, tier }: Identity,
    estimate: number,
    nowMs: number,
  ): ApiError => {
    const needed = Math.max(1, estimate);
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
    async reserve(identity, estimate) {
      const nowMs = clock();
      const account = accountOf(identity, nowMs);
      const id = newId('rsv', random);
      const reserved = await ledger.reserve({
        id,
        account,
        tokens: wholeTokens(estimate),
        dailyCap: identity.dailyTokenCap,
        at: new Date(nowMs),
        expiresAt: new Date(nowMs + TOKEN_LEASE.lengthMs),
      });
      if (reserved.outcome !== 'reserved') throw refusal(reserved, identity, estimate, nowMs);
      const reservationId = estimate > 0 ? id : null;
      const lease = reservationId === null ? UNLIMITED : leases.hold(id, nowMs + TOKEN_LEASE.lengthMs);
      const end = once((tokens: number) =>
        ledger.charge({ account, reservationId, tokens, isFinal: true }).finally(() => lease.end()),
      );
      return {
        id: reservationId,
        account,
        lost: lease.lost,
        handOver: () => lease.end(),
        settle: async (tokens) => end(wholeTokens(tokens)),
        release: () => end(0),
      };
    },
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
