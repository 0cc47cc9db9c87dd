import type { SessionsRepository, StoredSession } from '../store/sessions.js';
import { MS_PER_DAY } from '../calendar/days.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { newId, newSecret, type RandomBytes } from './secrets.js';

export interface CreatedSession {
  /** `svcs_…`, for the cookie `svc_session` or `Authorization: Bearer`; shown only once. */
  readonly secret: string;
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
}

export interface Sessions {
  /**
   * Signs the account in for `lifetimeMs`, from a browser and system by their names. Throws `not_found` if there is no
   * such account. An account has 50 sessions at most: one more ends the one that was used least recently.
   */
  create(accountId: string, lifetimeMs?: number, userAgent?: string | null): Promise<CreatedSession>;
  /** Newest first, without those that have ended. */
  list(accountId: string): Promise<readonly StoredSession[]>;
  /** Ends all sessions but one in every process; returns how many. */
  revokeOthers(accountId: string, exceptId: string): Promise<number>;
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
/** Sessions of one account at a time. */
export const MOST_SESSIONS = 50;

export function createSessions({ sessions, clock, random, onChange }: SessionsOptions): Sessions {
  return {
    async create(accountId, lifetimeMs = SESSION_LIFETIME_MS, userAgent = null) {
      const { secret, hash } = newSecret('session', random);
      const id = newId('ses', random);
      const createdAt = new Date(clock());
      const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
      const row = { id, accountId, hash, createdAt, expiresAt, userAgent };
      const ended = await sessions.insert(row, MOST_SESSIONS);
      if (ended === undefined) throw new ApiError('not_found', 'No such account.');
      if (ended > 0) onChange(accountId);
      return { secret, id, createdAt, expiresAt, userAgent };
    },
    async revoke(accountId, sessionId) {
      if (!(await sessions.revoke(accountId, sessionId, new Date(clock())))) {
        throw new ApiError('not_found', 'The account has no session with this id.', { param: 'id' });
      }
      onChange(accountId);
    },
    list: (accountId) => sessions.ofAccount(accountId, new Date(clock())),
    async revokeOthers(accountId, exceptId) {
      const ended = await sessions.revokeOthers(accountId, exceptId, new Date(clock()));
      if (ended > 0) onChange(accountId);
      return ended;
    },
    deleteExpired: () => sessions.deleteExpired(new Date(clock())),
  };
}
