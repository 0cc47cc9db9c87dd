import { sql, type Kysely } from 'kysely';
import type { CommunityMember, MemberOpening, MemberRole, Standing } from './community-tables.js';
import { seesMember } from './community-visibility.js';
import {
  addPoints,
  publishComment,
  publishPost,
  vote,
  type NewComment,
  type NewPost,
  type Publishing,
  type TextRules,
} from './community-publishing.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

export interface Profile {
  readonly name: string;
  readonly role: MemberRole;
  readonly openTo: readonly MemberOpening[];
}

export interface HeldText {
  readonly id: string;
  readonly kind: 'post' | 'comment';
  readonly accountId: string;
  readonly title: string | null;
  readonly body: string;
  readonly reasons: readonly string[];
  readonly createdAt: Date;
}

/** Acts of members and operators. Each is counted and stored in one transaction, under a lock on the account. */
export interface CommunityActsRepository {
  /** The account's membership, which may have been there before; undefined if there is no such account. */
  join(accountId: string, id: string, profile: Profile, at: Date): Promise<CommunityMember | undefined>;
  updateProfile(accountId: string, changes: Partial<Profile>): Promise<CommunityMember | undefined>;
  /** Title and body of the account's newest posts. */
  recentPosts(accountId: string, count: number): Promise<readonly { readonly title: string; readonly body: string }[]>;
  publishPost(post: NewPost, rules: TextRules): Promise<Publishing>;
  publishComment(comment: NewComment, rules: TextRules): Promise<Publishing>;
  /** Sets or (with 0) takes back a vote on another member's post; its author's points follow. */
  vote(
    accountId: string,
    postId: string,
    value: -1 | 0 | 1,
    pointsPerVote: number,
  ): Promise<'voted' | 'no_member' | 'suspended' | 'no_post' | 'own'>;
  /** Undefined if the account sees no such member, or (to unblock) has blocked none. */
  block(accountId: string, memberId: string, isBlocked: boolean, at: Date): Promise<CommunityMember | undefined>;
  blocked(accountId: string): Promise<readonly CommunityMember[]>;
  held(): Promise<readonly HeldText[]>;
  /** Publishes or rejects a held text; false if none with this id is held. */
  decide(
    id: string,
    isPublished: boolean,
    points: { readonly post: number; readonly comment: number },
  ): Promise<boolean>;
  setStanding(memberId: string, standing: Standing): Promise<CommunityMember | undefined>;
  insertEvent(event: {
    readonly id: string;
    readonly title: string;
    readonly startsAt: Date;
    readonly url: string | null;
  }): Promise<void>;
  insertSpace(space: { readonly slug: string; readonly name: string; readonly description: string }): Promise<boolean>;
}

function createCommunityActsRepository(db: Kysely<Tables>): CommunityActsRepository {
  const memberOf = (accountId: string) =>
    db.selectFrom('community_members').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  return {
    async join(accountId, id, { name, role, openTo }, at) {
      await sql`
        insert into community_members (account_id, id, name, role, open_to, accepted_at)
        select a.id, ${id}, ${name}, ${role}, ${[...openTo]}::text[], ${at} from accounts as a where a.id = ${accountId}
        on conflict (account_id) do nothing`.execute(db);
      return memberOf(accountId);
    },
    updateProfile: (accountId, { openTo, ...changes }) =>
      Object.keys(changes).length === 0 && openTo === undefined
        ? memberOf(accountId)
        : db
            .updateTable('community_members')
            .set({ ...changes, ...(openTo === undefined ? {} : { openTo: [...openTo] }) })
            .where('accountId', '=', accountId)
            .returningAll()
            .executeTakeFirst(),
    recentPosts: (accountId, count) =>
      db
        .selectFrom('community_posts')
        .select(['title', 'body'])
        .where('accountId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .limit(count)
        .execute(),
    publishPost: (post, rules) => db.transaction().execute((tx) => publishPost(tx, post, rules)),
    publishComment: (comment, rules) => db.transaction().execute((tx) => publishComment(tx, comment, rules)),
    vote: (accountId, postId, value, points) =>
      db.transaction().execute((tx) => vote(tx, accountId, postId, value, points)),
    async block(accountId, memberId, isBlocked, at) {
      // A member whom the account has blocked is not seen by it, and yet can be unblocked.
      const isShown = isBlocked
        ? seesMember(accountId, 'm')
        : sql<boolean>`exists (select 1 from community_blocks as b where b.account_id = ${accountId} and b.blocked_id = m.account_id)`;
      const other = await db
        .selectFrom('community_members as m')
        .selectAll('m')
        .where('m.id', '=', memberId)
        .where('m.accountId', '<>', accountId)
        .where(isShown)
        .executeTakeFirst();
      if (other === undefined) return undefined;
      const { accountId: blockedId } = other;
      if (isBlocked)
        await db
          .insertInto('community_blocks')
          .values({ accountId, blockedId, createdAt: at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      else
        await db
          .deleteFrom('community_blocks')
          .where('accountId', '=', accountId)
          .where('blockedId', '=', blockedId)
          .execute();
      return other;
    },
    blocked: (accountId) =>
      db
        .selectFrom('community_blocks as b')
        .innerJoin('community_members as m', 'm.accountId', 'b.blockedId')
        .selectAll('m')
        .where('b.accountId', '=', accountId)
        .orderBy('b.createdAt')
        .execute(),
    async held() {
      const posts = await db
        .selectFrom('community_posts')
        .select(['id', 'accountId', 'title', 'body', 'reasons', 'createdAt'])
        .where('status', '=', 'held')
        .execute();
      const comments = await db
        .selectFrom('community_comments')
        .select(['id', 'accountId', 'body', 'reasons', 'createdAt'])
        .where('status', '=', 'held')
        .execute();
      return [
        ...posts.map((post) => ({ ...post, kind: 'post' as const })),
        ...comments.map((comment) => ({ ...comment, title: null, kind: 'comment' as const })),
      ].toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    },
    decide: (id, isPublished, points) =>
      db.transaction().execute(async (tx) => {
        const status = isPublished ? 'published' : 'rejected';
        for (const [table, worth] of [
          ['community_posts', points.post],
          ['community_comments', points.comment],
        ] as const) {
          const row = await tx
            .updateTable(table)
            .set({ status })
            .where('id', '=', id)
            .where('status', '=', 'held')
            .returning('accountId')
            .executeTakeFirst();
          if (row === undefined) continue;
          if (isPublished) await addPoints(tx, row.accountId, worth);
          return true;
        }
        return false;
      }),
    setStanding: (memberId, standing) =>
      db
        .updateTable('community_members')
        .set({ standing })
        .where('id', '=', memberId)
        .returningAll()
        .executeTakeFirst(),
    async insertEvent(event) {
      await db
        .insertInto('community_events')
        .values(event)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async insertSpace(space) {
      const { numInsertedOrUpdatedRows } = await sql`
        insert into community_spaces (slug, name, description, position)
        select ${space.slug}, ${space.name}, ${space.description}, coalesce(max(position), 0) + 1 from community_spaces
        on conflict do nothing`
        .execute(db)
        .then(({ numAffectedRows }) => ({ numInsertedOrUpdatedRows: numAffectedRows }));
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}

export const REPOSITORY = {
  create: createCommunityActsRepository,
  tables: {},
  alsoReads: [
    'accounts',
    'community_members',
    'community_blocks',
    'community_spaces',
    'community_posts',
    'community_comments',
    'community_votes',
    'community_events',
  ],
} as const satisfies RepositoryRow;
