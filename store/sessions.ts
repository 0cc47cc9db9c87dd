import { type ColumnType, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import { notifyKeysChanged } from './accounts.js';
import type { AccountLimits } from './keys.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    sessions: {
      id: string;
      accountId: string;
      hash: Buffer;
      createdAt: Timestamp;
      expiresAt: ColumnType<Date, Date | string, Date | string>;
      revokedAt: NullableTimestamp;
      lastUsedAt: NullableTimestamp;
      /** Browser and system that signed in, not the whole header. */
      userAgent: ColumnType<string | null, string | null | undefined, string | null>;
    };
  }
}

export type StoredSession = Readonly<Omit<Selectable<Tables['sessions']>, 'hash'>>;
export type NewSession = Insertable<Tables['sessions']>;

export interface SessionsRepository {
  /**
   * Adds a session and ends those used least recently beyond `most` of the account; returns how many it ended,
   * undefined if no account has the id.
   */
  insert(session: NewSession & { readonly createdAt: Date }, most: number): Promise<number | undefined>;
  /** The unrevoked session with this SHA-256, expired or not, with its account's limits. */
  byHash(hash: Buffer): Promise<(StoredSession & AccountLimits) | undefined>;
  /** The same, by id. */
  byId(id: string): Promise<(StoredSession & AccountLimits) | undefined>;
  /** Whether the account has this session; revoking again keeps the first time. */
  revoke(accountId: string, id: string, at: Date): Promise<boolean>;
  /** Newest first, without those that are revoked or expired at `at`. */
  ofAccount(accountId: string, at: Date): Promise<readonly StoredSession[]>;
  /** Revokes all sessions of the account but one; returns how many. */
  revokeOthers(accountId: string, exceptId: string, at: Date): Promise<number>;
  /** Moves `lastUsedAt` forward, all sessions in one statement. */
  touch(lastUsed: ReadonlyMap<string, Date>): Promise<void>;
  /** Deletes sessions that expired before `at`; returns how many. */
  deleteExpired(at: Date): Promise<number>;
}

const COLUMNS = [
  'sessions.id',
  'sessions.accountId',
  'sessions.createdAt',
  'sessions.expiresAt',
  'sessions.revokedAt',
  'sessions.lastUsedAt',
  'sessions.userAgent',
] as const;

/** Web app sessions, looked up by hash. */
function createSessionsRepository(db: Kysely<Tables>): SessionsRepository {
  const unrevoked = () =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
      .select([...COLUMNS, 'accounts.tier', 'accounts.perMinute', 'accounts.perMonth'])
      .where('sessions.revokedAt', 'is', null);
  return {
    insert: (session, most) =>
      db.transaction().execute(async (tx) => {
        const { accountId, createdAt } = session;
        // Sign-ins of one account wait for each other; what refers to the account does not wait for them.
        const account = await tx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', accountId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (account === undefined) return undefined;
        const ended = await tx
          .updateTable('sessions')
          .set({ revokedAt: createdAt })
          .where('id', 'in', (open) =>
            open
              .selectFrom('sessions')
              .select('id')
              .where('accountId', '=', accountId)
              .where('revokedAt', 'is', null)
              .where('expiresAt', '>', createdAt)
              .orderBy(sql`greatest(last_used_at, created_at)`, 'desc')
              .orderBy('id')
              .offset(most - 1),
          )
          .returning('id')
          .execute();
        await tx.insertInto('sessions').values(session).execute();
        if (ended.length > 0) await notifyKeysChanged(tx, accountId);
        return ended.length;
      }),
    byHash: (hash) => unrevoked().where('sessions.hash', '=', hash).executeTakeFirst(),
    byId: (id) => unrevoked().where('sessions.id', '=', id).executeTakeFirst(),
    revoke: (accountId, id, at) =>
      db.transaction().execute(async (tx) => {
        const session = await tx
          .updateTable('sessions')
          .set({ revokedAt: sql`coalesce(revoked_at, ${at})` })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .returning('id')
          .executeTakeFirst();
        if (session !== undefined) await notifyKeysChanged(tx, accountId);
        return session !== undefined;
      }),
    ofAccount: (accountId, at) =>
      db
        .selectFrom('sessions')
        .select(COLUMNS)
        .where('accountId', '=', accountId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', at)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),
    revokeOthers: (accountId, exceptId, at) =>
      db.transaction().execute(async (tx) => {
        const ended = await tx
          .updateTable('sessions')
          .set({ revokedAt: at })
          .where('accountId', '=', accountId)
          .where('id', '!=', exceptId)
          .where('revokedAt', 'is', null)
          .where('expiresAt', '>', at)
          .returning('id')
          .execute();
        if (ended.length > 0) await notifyKeysChanged(tx, accountId);
        return ended.length;
      }),
    async touch(lastUsed) {
      if (lastUsed.size === 0) return;
      await sql`
        update sessions set last_used_at = greatest(sessions.last_used_at, touched.at)
        from unnest(${[...lastUsed.keys()]}::text[], ${[...lastUsed.values()]}::timestamptz[]) as touched (id, at)
        where sessions.id = touched.id`.execute(db);
    },
    async deleteExpired(at) {
      const { numDeletedRows } = await db.deleteFrom('sessions').where('expiresAt', '<', at).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export const REPOSITORY = {
  create: createSessionsRepository,
  tables: { sessions: 'uncached' },
  alsoReads: ['accounts'],
} as const satisfies RepositoryRow;
