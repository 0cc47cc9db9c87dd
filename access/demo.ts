import type { AccountsRepository } from '../store/accounts.js';
import type { KeysRepository } from '../store/keys.js';
import type { Clock } from '../calendar/utc-periods.js';
import { storeKnownKey } from './keys.js';
import { TIERS, type Tier } from './tiers.js';

/** Well-known keys, one per tier, to try the API without setup. */
export const DEMO_KEYS: Readonly<Record<Tier, string>> = {
  free: 'svc_demo_free',
  starter: 'svc_demo_starter',
  pro: 'svc_demo_pro',
  institutional: 'svc_demo_institutional',
};

/** The same for the operator's page: the key of an operator, accepted where demo keys are. */
export const DEMO_OPERATOR_KEY = 'svco_demo_operator';

/** The settings that demo keys depend on. */
export interface DemoSetting {
  readonly hasDatabaseUrl: boolean;
  /** The address the server listens on. */
  readonly host: string;
  readonly nodeEnv: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Demo keys are public, so they only work on a loopback address, without a database and outside production. */
export function areDemoKeysAllowed({ hasDatabaseUrl, host, nodeEnv }: DemoSetting): boolean {
  return !hasDatabaseUrl && nodeEnv !== 'production' && LOOPBACK.test(host);
}

/**
 * Whether the secret is a demo key. Where these are not allowed, they are rejected even if they are in the database.
 */
export function isDemoKey(secret: string): boolean {
  return Object.values(DEMO_KEYS).includes(secret);
}

const ACCOUNTS: readonly string[] = TIERS.map((tier) => accountOf(tier));

function accountOf(tier: Tier): string {
  return `acc_demo_${tier}`;
}

/** Whether the account is a demo account, whose keys and password are public. */
export function isDemoAccount(accountId: string): boolean {
  return ACCOUNTS.includes(accountId);
}

/** Stores the four demo accounts and keys unless they exist. */
export async function storeDemoKeys(
  store: { readonly accounts: AccountsRepository; readonly keys: KeysRepository },
  clock: Clock,
): Promise<void> {
  const at = new Date(clock());
  for (const tier of TIERS) {
    const id = accountOf(tier);
    await store.accounts.insert({ id, name: `Demo ${tier}`, tier, perMinute: null, perMonth: null, createdAt: at });
    await storeKnownKey(store.keys, id, DEMO_KEYS[tier], at);
  }
}
