import type { SessionsRepository } from '../store/sessions.js';
import { MS_PER_DAY } from '../calendar/days.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { newId, newSecret, type RandomBytes } from './secrets.js';

export interface CreatedSession {
  /** `svcs_…`, for the cookie `svc_session` or `Authorization: Bearer`; shown only once. */
  readonly secret: string;
  readonly id: string;
  readonly expiresAt: Date;
}

export interface Sessions {
  /** Signs the account in for `lifetimeMs`. Throws `not_found` if there is no such account. */
  create(accountId: string, lifetimeMs?: number): Promise<CreatedSession>;
  /** Signs out in every process. Throws `not_found`. */
  revoke(accountId: string, sessionId: string): Promise<void>;
  /** Deletes expired sessions and returns their number. */
  deleteExpired(): Promise<number>;
}

export interface SessionsOptions {
  readonly sessions: SessionsRepository;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Called after a change is committed. */
  readonly onChange: (accountId: string) => void;
}

/** 30 days. */
const SESSION_LIFETIME_MS = 30 * MS_PER_DAY;

export function createSessions({ sessions, clock, random, onChange }: SessionsOptions): Sessions {
  return {
    async create(accountId, lifetimeMs = SESSION_LIFETIME_MS) {
      const { secret, hash } = newSecret('session', random);
      const id = newId('ses', random);
      const createdAt = clock();
      const expiresAt = new Date(createdAt + lifetimeMs);
      const row = { id, accountId, hash, createdAt: new Date(createdAt), expiresAt };
      if (!(await sessions.insert(row))) throw new ApiError('not_found', 'No such account.');
      return { secret, id, expiresAt };
    },
    async revoke(accountId, sessionId) {
      if (!(await sessions.revoke(accountId, sessionId, new Date(clock())))) {
        throw new ApiError('not_found', 'The account has no such session.');
      }
      onChange(accountId);
    },
    deleteExpired: () => sessions.deleteExpired(new Date(clock())),
  };
}
