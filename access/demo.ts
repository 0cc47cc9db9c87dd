import type { AccountsRepository } from '../store/accounts.js';
import type { KeysRepository } from '../store/keys.js';
import type { Clock } from '../calendar/utc-periods.js';
import { storeKnownKey } from './keys.js';
import { TIERS, type Tier } from './tiers.js';

/** Well-known keys, one for each tier, that let a newcomer ask at once. */
export const DEMO_KEYS: Readonly<Record<Tier, string>> = {
  free: 'svc_demo_free',
  starter: 'svc_demo_starter',
  pro: 'svc_demo_pro',
  institutional: 'svc_demo_institutional',
};

/** Where the program runs, as far as demo keys depend on it. */
export interface DemoSetting {
  readonly hasDatabaseUrl: boolean;
  /** The address the server listens on. */
  readonly host: string;
  readonly nodeEnv: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Everybody knows these keys, so they work only on the machine of the one who tries the program out. */
export function areDemoKeysAllowed({ hasDatabaseUrl, host, nodeEnv }: DemoSetting): boolean {
  return !hasDatabaseUrl && nodeEnv !== 'production' && LOOPBACK.test(host);
}

/** Whether the secret is a demo key: refused where they are not allowed, even if the database has it from before. */
export function isDemoKey(secret: string): boolean {
  return Object.values(DEMO_KEYS).includes(secret);
}

/** Stores the four accounts and keys where they are missing. */
export async function storeDemoKeys(store: { readonly accounts: AccountsRepository; readonly keys: KeysRepository }, clock: Clock): Promise<void> {
  const at = new Date(clock());
  for (const tier of TIERS) {
    const id = `acc_demo_${tier}`;
    await store.accounts.insert({ id, name: `Demo ${tier}`, tier, perMinute: null, perMonth: null, createdAt: at });
    await storeKnownKey(store.keys, id, DEMO_KEYS[tier], at);
  }
}
