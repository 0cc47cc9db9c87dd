import type { SignInsRepository } from '../store/sign-ins.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { addressScope } from './limits.js';
import { hashSecret, newId, type RandomBytes } from './secrets.js';

/** What is limited, and how often within `ATTEMPTS_WINDOW_MS`: by account address and by client address. */
export const ATTEMPTS = {
  /** Wrong passwords; a right one takes its attempt back. */
  'sign-in': { perEmail: 10, perAddress: 50 },
  'sign-up': { perEmail: 5, perAddress: 10 },
  'reset-request': { perEmail: 3, perAddress: 20 },
  'reset-use': { perEmail: null, perAddress: 20 },
} as const;

export type AttemptKind = keyof typeof ATTEMPTS;

export const ATTEMPTS_WINDOW_MS = 15 * 60_000;

/** An attempt that has been admitted and counted. */
export interface Attempt {
  /** Takes it back, with all others for its account address. */
  forgive(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts an attempt before its work is done, so that parallel ones cannot pass the limit. Throws `rate_limited`,
   * whether or not the attempt would succeed.
   * @param emailKey the account's address, known or not; null if the attempt names none
   * @param address of the client; null if it is not known
   */
  admit(kind: AttemptKind, emailKey: string | null, address: string | null): Promise<Attempt>;
}

export interface AttemptsOptions {
  readonly signIns: Pick<SignInsRepository, 'admit' | 'forgive'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Limits over all processes, counted in the database; addresses are stored as hashes. */
export function createAttempts({ signIns, clock, random }: AttemptsOptions): Attempts {
  return {
    async admit(kind, emailKey, address) {
      const { perEmail, perAddress } = ATTEMPTS[kind];
      const ofEmail = `${kind} ${hashSecret(`email:${emailKey ?? ''}`).toString('base64url')}`;
      const limits = [
        ...(emailKey === null || perEmail === null ? [] : [{ scope: ofEmail, most: perEmail }]),
        ...(address === null
          ? []
          : [{ scope: `${kind} ${hashSecret(addressScope(address)).toString('base64url')}`, most: perAddress }]),
      ];
      if (limits.length === 0) return { forgive: () => Promise.resolve() };
      const id = newId('att', random);
      const nowMs = clock();
      const until = await signIns.admit(id, limits, new Date(nowMs), ATTEMPTS_WINDOW_MS);
      if (until !== null) {
        const seconds = Math.max(1, Math.ceil((until.getTime() - nowMs) / 1000));
        throw new ApiError('rate_limited', `Too many attempts; retry after ${seconds} seconds.`, {
          retry_after_s: seconds,
        });
      }
      return { forgive: () => signIns.forgive(id, ofEmail) };
    },
  };
}
