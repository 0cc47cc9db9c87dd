import type { Alongside } from '../store/alongside.js';
import type { Account, AccountsPage, AccountsRepository } from '../store/accounts.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { newId, type RandomBytes } from './secrets.js';
import type { Tier } from './tiers.js';

export type { Account } from '../store/accounts.js';

/** Limits of one customer that replace its tier's; null means the tier's limit. */
export interface Overrides {
  readonly perMinute?: number | null | undefined;
  readonly perMonth?: number | null | undefined;
}

export interface NewAccountOptions extends Overrides {
  readonly name?: string | null | undefined;
  readonly tier: Tier;
}

export interface Accounts {
  /** Throws `invalid_parameter` for an override that is not a whole number in range. */
  create(options: NewAccountOptions): Promise<Account>;
  /** Takes effect in every process immediately; `alongside` is written in the same transaction. Throws `not_found`. */
  setTier(accountId: string, tier: Tier, alongside?: Alongside<Account>): Promise<Account>;
  /** Omitted overrides are unchanged. Throws `not_found`, `invalid_parameter`. */
  setOverrides(accountId: string, overrides: Overrides): Promise<Account>;
  get(accountId: string): Promise<Account | undefined>;
  /** Sorted by id. */
  list(options?: { readonly after?: string | undefined; readonly limit?: number | undefined }): Promise<AccountsPage>;
}

export interface AccountsOptions {
  readonly accounts: AccountsRepository;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Called after a change is committed. */
  readonly onChange: (accountId: string) => void;
}

const PAGE = 100;
const MOST_PER_MINUTE = 100_000;

export function createAccounts({ accounts, clock, random, onChange }: AccountsOptions): Accounts {
  const change = async (...[id, fields, alongside]: Parameters<AccountsRepository['change']>): Promise<Account> => {
    const account = await accounts.change(id, fields, alongside);
    if (account === undefined) throw noAccount();
    onChange(id);
    return account;
  };
  return {
    async create({ name = null, tier, ...overrides }) {
      const account = {
        id: newId('acc', random),
        name,
        tier,
        perMinute: null,
        perMonth: null,
        ...overrideColumns(overrides),
        createdAt: new Date(clock()),
      };
      if (!(await accounts.insert(account))) {
        throw new Error('A new random account id collided with a stored one: the random source is broken.');
      }
      return account;
    },
    setTier: (id, tier, alongside) => change(id, { tier }, alongside),
    async setOverrides(id, overrides) {
      const columns = overrideColumns(overrides);
      if (Object.keys(columns).length > 0) return change(id, columns);
      const account = await accounts.get(id);
      if (account === undefined) throw noAccount();
      return account;
    },
    get: (id) => accounts.get(id),
    list: ({ after, limit = PAGE } = {}) => accounts.list({ after, limit }),
  };
}

function overrideColumns({ perMinute, perMonth }: Overrides): { perMinute?: number | null; perMonth?: number | null } {
  return {
    ...(perMinute === undefined ? {} : { perMinute: checked('perMinute', perMinute, 1, MOST_PER_MINUTE) }),
    ...(perMonth === undefined ? {} : { perMonth: checked('perMonth', perMonth, 0, Number.MAX_SAFE_INTEGER) }),
  };
}

function checked(param: string, value: number | null, least: number, most: number): number | null {
  if (value === null || (Number.isInteger(value) && value >= least && value <= most)) return value;
  throw new ApiError('invalid_parameter', `${param} must be a whole number from ${least} to ${most}.`, { param });
}

function noAccount(): ApiError {
  return new ApiError('not_found', 'No such account.');
}
