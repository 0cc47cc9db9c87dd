import type { SignInsRepository } from '../store/sign-ins.js';
import type { Clock } from '../calendar/utc-periods.js';
import { ATTEMPTS_WINDOW_MS, type Attempts } from './attempts.js';
import { isDemoAccount } from './demo.js';
import { readEmail } from './email.js';
import { ApiError } from './errors.js';
import type { DeliverMail } from './mail.js';
import { requireGoodPassword, type Passwords } from './passwords.js';
import { hashSecret, newId, newSecret, SECRET_PREFIX, type RandomBytes } from './secrets.js';
import type { CreatedSession, Sessions } from './sessions.js';
import { describeUserAgent } from './user-agent.js';

/** The client of a request, as far as it is known. */
export interface Client {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface SignedIn {
  readonly accountId: string;
  readonly session: CreatedSession;
}

export interface SignUpOptions {
  readonly email: string;
  readonly password: string;
  readonly name?: string | null | undefined;
}

export interface PasswordChange {
  readonly accountId: string;
  /** The session that makes the change, which goes on. */
  readonly sessionId: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Owners' sign-in by e-mail address and password. All but `setPassword` throw `rate_limited` and `unavailable`. */
export interface SignIn {
  /** Creates a Free account and signs it in. Throws `invalid_parameter` and `email_taken`. */
  signUp(options: SignUpOptions, client: Client): Promise<SignedIn>;
  /** Always starts a new session. Throws `invalid_credentials`, the same for an unknown address. */
  signIn(email: string, password: string, client: Client): Promise<SignedIn>;
  /** Ends the account's other sessions. Throws `invalid_credentials` and `invalid_parameter`. */
  changePassword(change: PasswordChange, client: Client): Promise<void>;
  /** Sends a token if the address has an account, after the answer. Throws `invalid_parameter`. */
  requestReset(email: string, client: Client): Promise<void>;
  /** Ends all sessions and starts one. Throws `invalid_parameter`, also for a token that is used or expired. */
  resetPassword(token: string, newPassword: string, client: Client): Promise<SignedIn>;
  /**
   * For operators: sets address and password of an account, `isPublic` if everybody may know it. Throws
   * `invalid_parameter`,
   * `email_taken`, `not_found`.
   */
  setPassword(accountId: string, email: string | undefined, password: string, isPublic?: boolean): Promise<void>;
  /** The account's address; undefined if it has none. */
  emailOf(accountId: string): Promise<string | undefined>;
  /** Deletes expired resets, and attempts that no longer count. */
  deleteExpired(): Promise<void>;
  /** Resolves when mail under way is delivered. */
  settled(): Promise<void>;
}

export interface SignInOptions {
  readonly signIns: SignInsRepository;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly deliverMail: DeliverMail;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Without it nobody signs in to a demo account, whose password is public. */
  readonly areDemoKeysAllowed: boolean;
  readonly onChange: (accountId: string) => void;
  /** Called if mail could not be delivered. */
  readonly onMailError: (error: unknown) => void;
}

/** How long the token of a password reset works. */
const RESET_LIFETIME_MS = 30 * 60_000;
/** Longer texts are no passwords, and not worth a hash. */
const MOST_CHARACTERS = 512;

function wrong(): ApiError {
  return new ApiError('invalid_credentials');
}

function badToken(): ApiError {
  const message = 'token is unknown, used or expired; request another password reset.';
  return new ApiError('invalid_parameter', message, { param: 'token' });
}

function resetText(token: string): string {
  return [
    'Somebody asked to reset the password of the account with this address.',
    '',
    `Token: ${token}`,
    '',
    'Enter it where you asked for the reset, or pass it to resetPassword, within 30 minutes. It works once.',
    'If it was not you, ignore this message: the password stays as it is.',
    '',
  ].join('\n');
}

export function createSignIn(options: SignInOptions): SignIn {
  const {
    signIns,
    sessions,
    passwords,
    attempts,
    deliverMail,
    clock,
    random,
    areDemoKeysAllowed,
    onChange,
    onMailError,
  } = options;
  const underWay = new Set<Promise<void>>();
  const turnOf = ({ address }: Client, key: string): string => address ?? key;
  const start = async (accountId: string, { userAgent }: Client): Promise<SignedIn> => {
    const described = describeUserAgent(userAgent ?? undefined);
    return { accountId, session: await sessions.create(accountId, undefined, described) };
  };
  const sendReset = async (emailKey: string): Promise<void> => {
    const known = await signIns.byEmail(emailKey);
    if (known === undefined) return;
    const { secret, hash } = newSecret('reset', random);
    const createdAt = clock();
    const expiresAt = new Date(createdAt + RESET_LIFETIME_MS);
    await signIns.insertReset({ hash, accountId: known.accountId, createdAt: new Date(createdAt), expiresAt });
    await deliverMail({ to: known.email, subject: 'Reset your password', text: resetText(secret) });
  };
  return {
    async signUp({ email: given, password, name = null }, client) {
      const { email, key } = readEmail(given);
      requireGoodPassword(password, email);
      await attempts.admit('sign-up', key, client.address);
      const passwordHash = await passwords.hash(password, turnOf(client, key));
      const accountId = newId('acc', random);
      const at = new Date(clock());
      const account = { id: accountId, name, tier: 'free', perMinute: null, perMonth: null, createdAt: at };
      const signIn = { accountId, email, emailKey: key, passwordHash, createdAt: at, changedAt: at };
      if ((await signIns.create(account, signIn)) === 'taken') throw new ApiError('email_taken');
      return start(accountId, client);
    },
    async signIn(given, password, client) {
      const { key } = readEmail(given);
      if (password.length > MOST_CHARACTERS) throw wrong();
      const attempt = await attempts.admit('sign-in', key, client.address);
      const stored = await signIns.byEmail(key);
      const isRight = await passwords.verify(password, stored?.passwordHash, turnOf(client, key));
      if (stored === undefined || !isRight || (!areDemoKeysAllowed && isDemoAccount(stored.accountId))) throw wrong();
      await attempt.forgive();
      if (passwords.isOutdated(stored.passwordHash)) {
        const renewed = await passwords.hash(password, turnOf(client, key));
        await signIns.rehash(stored.accountId, stored.passwordHash, renewed);
      }
      const signedIn = await start(stored.accountId, client);
      // A change of the password in the meantime ended all sessions but this one.
      const now = await signIns.byAccount(stored.accountId);
      if (now?.changedAt.getTime() === stored.changedAt.getTime()) return signedIn;
      await sessions.revoke(stored.accountId, signedIn.session.id);
      throw wrong();
    },
    async changePassword({ accountId, sessionId, currentPassword, newPassword }, client) {
      const stored = await signIns.byAccount(accountId);
      requireGoodPassword(newPassword, stored?.email ?? '', 'newPassword');
      if (currentPassword.length > MOST_CHARACTERS) throw wrong();
      const attempt = await attempts.admit('sign-in', stored?.emailKey ?? accountId, client.address);
      const isRight = await passwords.verify(currentPassword, stored?.passwordHash, accountId);
      if (stored === undefined || !isRight) throw wrong();
      await attempt.forgive();
      const passwordHash = await passwords.hash(newPassword, accountId);
      const change = { accountId, passwordHash, at: new Date(clock()), from: stored.passwordHash };
      if (!(await signIns.changePassword({ ...change, exceptSession: sessionId }))) throw wrong();
      onChange(accountId);
    },
    async requestReset(given, client) {
      const { key } = readEmail(given);
      await attempts.admit('reset-request', key, client.address);
      // After the answer, so that its time does not tell whether the address is known.
      const sending = sendReset(key)
        .catch(onMailError)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async resetPassword(token, newPassword, client) {
      await attempts.admit('reset-use', null, client.address);
      const hash = hashSecret(token);
      const accountId = token.startsWith(SECRET_PREFIX.reset)
        ? await signIns.findReset(hash, new Date(clock()))
        : undefined;
      if (accountId === undefined) throw badToken();
      requireGoodPassword(newPassword, (await signIns.byAccount(accountId))?.email ?? '', 'newPassword');
      const passwordHash = await passwords.hash(newPassword, accountId);
      if ((await signIns.useReset(hash, passwordHash, new Date(clock()))) === undefined) throw badToken();
      onChange(accountId);
      return start(accountId, client);
    },
    async setPassword(accountId, given, password, isPublic = false) {
      const text = given ?? (await signIns.byAccount(accountId))?.email;
      if (text === undefined)
        throw new ApiError('missing_parameter', 'The account has no e-mail address yet; give one.', { param: 'email' });
      const { email, key } = readEmail(text);
      requireGoodPassword(password, email);
      const passwordHash = await passwords.hash(password, accountId, isPublic);
      const at = new Date(clock());
      const outcome = await signIns.put({
        accountId,
        email,
        emailKey: key,
        passwordHash,
        createdAt: at,
        changedAt: at,
      });
      if (outcome === 'taken') throw new ApiError('email_taken');
      if (outcome === 'no_account') throw new ApiError('not_found', 'No such account.');
      onChange(accountId);
    },
    emailOf: async (accountId) => (await signIns.byAccount(accountId))?.email,
    deleteExpired: () => signIns.deleteExpired(new Date(clock()), new Date(clock() - ATTEMPTS_WINDOW_MS)),
    async settled() {
      await Promise.all(underWay);
    },
  };
}
