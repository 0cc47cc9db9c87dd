import { type ColumnType, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import { notifyKeysChanged, type NewAccount } from './accounts.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    sign_ins: {
      accountId: string;
      /** As its owner writes it, and as it is compared. */
      email: string;
      emailKey: string;
      /** With its parameters and salt (`access/passwords.ts`). */
      passwordHash: string;
      createdAt: Timestamp;
      changedAt: ColumnType<Date, Date | string, Date | string>;
    };
    password_resets: {
      /** SHA-256 of the token, which is not stored. */
      hash: Buffer;
      accountId: string;
      createdAt: Timestamp;
      expiresAt: ColumnType<Date, Date | string, Date | string>;
      usedAt: NullableTimestamp;
    };
    sign_in_attempts: {
      id: string;
      scope: string;
      at: ColumnType<Date, Date | string, Date | string>;
    };
  }
}

export type StoredSignIn = Readonly<Selectable<Tables['sign_ins']>>;
export type NewSignIn = Insertable<Tables['sign_ins']>;
export type NewPasswordReset = Insertable<Tables['password_resets']>;

/** A limit of attempts: at most `most` since `after`. */
export interface AttemptLimit {
  readonly scope: string;
  readonly most: number;
}

export interface NewPassword {
  readonly accountId: string;
  readonly passwordHash: string;
  readonly at: Date;
}

export interface SignInsRepository {
  /** Stores an account with its address and password; `taken` if the address has one. */
  create(account: NewAccount, signIn: NewSignIn): Promise<'created' | 'taken'>;
  /** Sets an account's address and password, and ends all its sessions. */
  put(signIn: NewSignIn): Promise<'stored' | 'taken' | 'no_account'>;
  byEmail(emailKey: string): Promise<StoredSignIn | undefined>;
  byAccount(accountId: string): Promise<StoredSignIn | undefined>;
  /** Replaces a hash by another one of the same password, unless the password has changed since. */
  rehash(accountId: string, from: string, to: string): Promise<void>;
  /** Changes the password unless it has changed since `from`; ends all sessions but one, and all unused resets. */
  changePassword(change: NewPassword & { readonly from: string; readonly exceptSession: string }): Promise<boolean>;
  insertReset(reset: NewPasswordReset): Promise<void>;
  /** Whose reset this is; undefined if it is unknown, used or expired. */
  findReset(hash: Buffer, at: Date): Promise<string | undefined>;
  /** Uses a reset once: changes the password, ends all sessions and all other resets. Returns the account. */
  useReset(hash: Buffer, passwordHash: string, at: Date): Promise<string | undefined>;
  /** Counts an attempt in all of the limits, or in none. Null if it is admitted, else when the next one is. */
  admit(id: string, limits: readonly AttemptLimit[], at: Date, windowMs: number): Promise<Date | null>;
  /** Takes one attempt back, and forgets all of a scope. */
  forgive(id: string, scope: string): Promise<void>;
  /** Deletes expired resets and attempts from before `attemptsBefore`. */
  deleteExpired(at: Date, attemptsBefore: Date): Promise<void>;
}

async function endSessions(
  tx: Kysely<Tables>,
  accountId: string,
  at: Date,
  except: string | null = null,
): Promise<void> {
  await sql`update sessions set revoked_at = ${at}
    where account_id = ${accountId} and revoked_at is null and id is distinct from ${except}`.execute(tx);
  await sql`update password_resets set used_at = ${at}
    where account_id = ${accountId} and used_at is null`.execute(tx);
  await notifyKeysChanged(tx, accountId);
}

/** Owners' addresses and passwords, resets, and the attempts that limits count. */
function createSignInsRepository(db: Kysely<Tables>): SignInsRepository {
  return { ...addresses(db), ...resets(db), ...attempts(db) };
}

type Part<Name extends keyof SignInsRepository> = Pick<SignInsRepository, Name>;

function addresses(db: Kysely<Tables>): Part<'create' | 'put' | 'byEmail' | 'byAccount' | 'rehash' | 'changePassword'> {
  return {
    create: (account, signIn) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${signIn.emailKey}`}))`.execute(tx);
        const held = await tx
          .selectFrom('sign_ins')
          .select('accountId')
          .where('emailKey', '=', signIn.emailKey)
          .executeTakeFirst();
        if (held !== undefined) return 'taken';
        await tx.insertInto('accounts').values(account).execute();
        await tx.insertInto('sign_ins').values(signIn).execute();
        return 'created';
      }),
    put: (signIn) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${signIn.emailKey}`}))`.execute(tx);
        const account = await tx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', signIn.accountId)
          .forUpdate()
          .executeTakeFirst();
        if (account === undefined) return 'no_account';
        const held = await tx
          .selectFrom('sign_ins')
          .select('accountId')
          .where('emailKey', '=', signIn.emailKey)
          .executeTakeFirst();
        if (held !== undefined && held.accountId !== signIn.accountId) return 'taken';
        const { email, emailKey, passwordHash, changedAt } = signIn;
        await tx
          .insertInto('sign_ins')
          .values(signIn)
          .onConflict((conflict) =>
            conflict.column('accountId').doUpdateSet({ email, emailKey, passwordHash, changedAt }),
          )
          .execute();
        await endSessions(tx, signIn.accountId, new Date(signIn.changedAt));
        return 'stored';
      }),
    byEmail: (emailKey) => db.selectFrom('sign_ins').selectAll().where('emailKey', '=', emailKey).executeTakeFirst(),
    byAccount: (accountId) =>
      db.selectFrom('sign_ins').selectAll().where('accountId', '=', accountId).executeTakeFirst(),
    async rehash(accountId, from, to) {
      await db
        .updateTable('sign_ins')
        .set({ passwordHash: to })
        .where('accountId', '=', accountId)
        .where('passwordHash', '=', from)
        .execute();
    },
    changePassword: ({ accountId, passwordHash, at, from, exceptSession }) =>
      db.transaction().execute(async (tx) => {
        const changed = await tx
          .updateTable('sign_ins')
          .set({ passwordHash, changedAt: at })
          .where('accountId', '=', accountId)
          .where('passwordHash', '=', from)
          .returning('accountId')
          .executeTakeFirst();
        if (changed !== undefined) await endSessions(tx, accountId, at, exceptSession);
        return changed !== undefined;
      }),
  };
}

function resets(db: Kysely<Tables>): Part<'insertReset' | 'findReset' | 'useReset'> {
  return {
    async insertReset(reset) {
      await db.insertInto('password_resets').values(reset).execute();
    },
    async findReset(hash, at) {
      const row = await db
        .selectFrom('password_resets')
        .select('accountId')
        .where('hash', '=', hash)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', at)
        .executeTakeFirst();
      return row?.accountId;
    },
    useReset: (hash, passwordHash, at) =>
      db.transaction().execute(async (tx) => {
        const used = await tx
          .updateTable('password_resets')
          .set({ usedAt: at })
          .where('hash', '=', hash)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', at)
          .returning('accountId')
          .executeTakeFirst();
        if (used === undefined) return undefined;
        await tx
          .updateTable('sign_ins')
          .set({ passwordHash, changedAt: at })
          .where('accountId', '=', used.accountId)
          .execute();
        await endSessions(tx, used.accountId, at);
        return used.accountId;
      }),
  };
}

function attempts(db: Kysely<Tables>): Part<'admit' | 'forgive' | 'deleteExpired'> {
  return {
    admit: (id, limits, at, windowMs) =>
      db.transaction().execute(async (tx) => {
        const since = new Date(at.getTime() - windowMs);
        // In a fixed order, so that two requests cannot wait for each other.
        for (const { scope, most } of limits.toSorted((one, other) => (one.scope < other.scope ? -1 : 1))) {
          await sql`select pg_advisory_xact_lock(hashtext(${`attempt ${scope}`}))`.execute(tx);
          const blocking = await tx
            .selectFrom('sign_in_attempts')
            .select('at')
            .where('scope', '=', scope)
            .where('at', '>', since)
            .orderBy('at', 'desc')
            .offset(most - 1)
            .limit(1)
            .executeTakeFirst();
          if (blocking !== undefined) return new Date(blocking.at.getTime() + windowMs);
        }
        await tx
          .insertInto('sign_in_attempts')
          .values(limits.map(({ scope }) => ({ id, scope, at })))
          .execute();
        return null;
      }),
    async forgive(id, scope) {
      await db
        .deleteFrom('sign_in_attempts')
        .where((where) => where.or([where('id', '=', id), where('scope', '=', scope)]))
        .execute();
    },
    async deleteExpired(at, attemptsBefore) {
      await db.deleteFrom('password_resets').where('expiresAt', '<', at).execute();
      await db.deleteFrom('sign_in_attempts').where('at', '<', attemptsBefore).execute();
    },
  };
}

export const REPOSITORY = {
  create: createSignInsRepository,
  tables: { sign_ins: 'uncached', password_resets: 'uncached', sign_in_attempts: 'uncached' },
  alsoReads: ['accounts', 'sessions'],
  migrations: {
    '0061-sign-in': [
      `create table sign_ins (
        account_id text primary key references accounts on delete cascade, email text not null,
        email_key text not null unique, password_hash text not null,
        created_at timestamptz not null, changed_at timestamptz not null)`,
      `create table password_resets (
        hash bytea primary key, account_id text not null references accounts on delete cascade,
        created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz)`,
      `create index password_resets_account on password_resets (account_id)`,
      `create table sign_in_attempts (
        id text not null, scope text not null, at timestamptz not null, primary key (id, scope))`,
      `create index sign_in_attempts_scope on sign_in_attempts (scope, at)`,
      `alter table sessions add column last_used_at timestamptz, add column user_agent text`,
      `create index sessions_account on sessions (account_id)`,
      `alter table api_keys add column old_hash bytea unique, add column old_until timestamptz`,
    ],
  },
} as const satisfies RepositoryRow;
