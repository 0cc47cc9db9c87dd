import type { Redis } from 'ioredis';
import type { Store } from '../store/open-store.js';
import type { Identity } from './identity.js';
import { createAccess, type Access } from './service.js';
import type { NewAccountOptions } from './accounts.js';

/** The middle of a month, so that a test reaches a month's end only where it means to. */
export const NOON = Date.UTC(2026, 4, 15, 12);

/** A clock that moves only when told to. */
export interface ManualClock {
  (): number;
  set(ms: number): void;
  advance(ms: number): void;
}

export function createManualClock(startMs = NOON): ManualClock {
  let nowMs = startMs;
  return Object.assign(() => nowMs, {
    set: (ms: number) => void (nowMs = ms),
    advance: (ms: number) => void (nowMs += ms),
  });
}

/** One process' access over the store: flushed by the test alone, and following its clock on Redis too. */
export function openAccess(store: Store, clock: ManualClock, redis?: Redis): Promise<Access> {
  const onFlushError = (error: unknown): void => { throw error; };
  return createAccess({ store, redis, clock, flushEveryMs: null, minuteTime: 'caller', onFlushError });
}

export interface TestCustomer {
  readonly accountId: string;
  readonly secret: string;
  readonly identity: Identity;
}

/** A new account with one key, signed in. */
export async function createCustomer(access: Access, options: NewAccountOptions): Promise<TestCustomer> {
  const { id: accountId } = await access.accounts.create(options);
  const { secret } = await access.keys.create(accountId);
  return { accountId, secret, identity: await access.authenticator.authenticate({ kind: 'key', secret }) };
}

/** Asks again until it is so; fails after `attempts` turns of the event loop, 10 ms each. */
export async function until(isSo: () => boolean | Promise<boolean>, attempts = 3_000): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('It never came to be so.');
}
