import { sql, type Kysely, type Transaction } from 'kysely';
import type {
  CommunityMember, MemberOpening, MemberRole, PostKind, PostStatus, Standing,
} from './community-tables.js';
import { seesMember, seesText } from './community-visibility.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** A post or comment to store, judged. */
export interface NewText {
  readonly id: string;
  readonly accountId: string;
  readonly status: Exclude<PostStatus, 'rejected'>;
  readonly reasons: readonly string[];
  readonly body: string;
  readonly at: Date;
}

export interface NewPost extends NewText {
  readonly space: string;
  readonly kind: PostKind;
  readonly title: string;
}

export interface NewComment extends NewText {
  readonly postId: string;
}

/** How many texts of a kind an account may publish since an instant, and what each is worth. */
export interface TextRules {
  readonly most: number;
  readonly since: Date;
  readonly points: number;
}

export type Publishing =
  | { readonly outcome: 'stored' | 'no_member' | 'suspended' | 'no_post' | 'no_space' }
  /** `oldest`: when the first of the counted texts was written. */
  | { readonly outcome: 'too_many'; readonly oldest: Date };

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
  vote(accountId: string, postId: string, value: -1 | 0 | 1, pointsPerVote: number): Promise<'voted' | 'no_member' | 'suspended' | 'no_post' | 'own'>;
  /** Undefined if the account sees no such member, or (to unblock) has blocked none. */
  block(accountId: string, memberId: string, isBlocked: boolean, at: Date): Promise<CommunityMember | undefined>;
  blocked(accountId: string): Promise<readonly CommunityMember[]>;
  held(): Promise<readonly HeldText[]>;
  /** Publishes or rejects a held text; false if none with this id is held. */
  decide(id: string, isPublished: boolean, points: { readonly post: number; readonly comment: number }): Promise<boolean>;
  setStanding(memberId: string, standing: Standing): Promise<CommunityMember | undefined>;
  insertEvent(event: { readonly id: string; readonly title: string; readonly startsAt: Date; readonly url: string | null }): Promise<void>;
  insertSpace(space: { readonly slug: string; readonly name: string; readonly description: string }): Promise<boolean>;
}

type Tx = Transaction<Tables>;

const addPoints = (tx: Kysely<Tables>, accountId: string, points: number) =>
  tx
    .updateTable('community_members')
    .set((set) => ({ points: set('points', '+', points) }))
    .where('accountId', '=', accountId)
    .execute();

/** The member who acts, under a lock that makes acts of one account count each other. */
async function acting(tx: Tx, accountId: string): Promise<CommunityMember | 'no_member' | 'suspended'> {
  const member = await tx.selectFrom('community_members').selectAll().where('accountId', '=', accountId).forUpdate().executeTakeFirst();
  if (member === undefined) return 'no_member';
  return member.standing === 'suspended' ? 'suspended' : member;
}

/** A post that the viewer sees, locked. Posts are locked before members, so that acts on one another do not wait in a circle. */
const lockedPost = (tx: Tx, viewerId: string, id: string) =>
  tx
    .selectFrom('community_posts as p')
    .innerJoin('community_members as m', 'm.accountId', 'p.accountId')
    .selectAll('p')
    .where('p.id', '=', id)
    .where(seesMember(viewerId, 'm'))
    .where(seesText(viewerId, 'p'))
    .forUpdate('p')
    .executeTakeFirst();

async function countedSince(tx: Tx, table: 'community_posts' | 'community_comments', accountId: string, since: Date) {
  return tx
    .selectFrom(table)
    .select((select) => [select.fn.countAll<number>().as('written'), select.fn.min<Date | null>('createdAt').as('oldest')])
    .where('accountId', '=', accountId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
}

async function publishPost(tx: Tx, post: NewPost, { most, since, points }: TextRules): Promise<Publishing> {
  const member = await acting(tx, post.accountId);
  if (typeof member === 'string') return { outcome: member };
  const space = await tx.selectFrom('community_spaces').select('slug').where('slug', '=', post.space).executeTakeFirst();
  if (space === undefined) return { outcome: 'no_space' };
  const { written, oldest } = await countedSince(tx, 'community_posts', post.accountId, since);
  if (written >= most) return { outcome: 'too_many', oldest: oldest ?? post.at };
  const { at, reasons, ...row } = post;
  await tx.insertInto('community_posts').values({ ...row, reasons: [...reasons], createdAt: at, activeAt: at }).execute();
  if (post.status === 'published') await addPoints(tx, post.accountId, points);
  return { outcome: 'stored' };
}

async function publishComment(tx: Tx, comment: NewComment, { most, since, points }: TextRules): Promise<Publishing> {
  const post = await lockedPost(tx, comment.accountId, comment.postId);
  const member = await acting(tx, comment.accountId);
  if (typeof member === 'string') return { outcome: member };
  if (post === undefined) return { outcome: 'no_post' };
  const { written, oldest } = await countedSince(tx, 'community_comments', comment.accountId, since);
  if (written >= most) return { outcome: 'too_many', oldest: oldest ?? comment.at };
  const { at, reasons, ...row } = comment;
  await tx.insertInto('community_comments').values({ ...row, reasons: [...reasons], createdAt: at }).execute();
  if (comment.status === 'published') {
    await addPoints(tx, comment.accountId, points);
    await tx.updateTable('community_posts').set({ activeAt: at }).where('id', '=', comment.postId).execute();
  }
  return { outcome: 'stored' };
}

async function vote(tx: Tx, accountId: string, postId: string, value: -1 | 0 | 1, pointsPerVote: number) {
  const post = await lockedPost(tx, accountId, postId);
  const member = await tx.selectFrom('community_members').select('standing').where('accountId', '=', accountId).executeTakeFirst();
  if (member === undefined) return 'no_member';
  if (member.standing === 'suspended') return 'suspended';
  if (post === undefined) return 'no_post';
  if (post.accountId === accountId) return 'own';
  const own = tx.selectFrom('community_votes').select('value').where('postId', '=', postId).where('accountId', '=', accountId);
  const before = (await own.executeTakeFirst())?.value ?? 0;
  if (before === value) return 'voted';
  if (value === 0) await tx.deleteFrom('community_votes').where('postId', '=', postId).where('accountId', '=', accountId).execute();
  else
    await tx
      .insertInto('community_votes')
      .values({ postId, accountId, value })
      .onConflict((conflict) => conflict.columns(['postId', 'accountId']).doUpdateSet({ value }))
      .execute();
  await tx
    .updateTable('community_posts')
    .set((set) => ({ score: set('score', '+', value - before) }))
    .where('id', '=', postId)
    .execute();
  const gained = Number(value === 1) - Number(before === 1);
  if (gained !== 0) await addPoints(tx, post.accountId, gained * pointsPerVote);
  return 'voted';
}

function createCommunityActsRepository(db: Kysely<Tables>): CommunityActsRepository {
  const memberOf = (accountId: string) => db.selectFrom('community_members').selectAll().where('accountId', '=', accountId).executeTakeFirst();
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
      db.selectFrom('community_posts').select(['title', 'body']).where('accountId', '=', accountId).orderBy('createdAt', 'desc').limit(count).execute(),
    publishPost: (post, rules) => db.transaction().execute((tx) => publishPost(tx, post, rules)),
    publishComment: (comment, rules) => db.transaction().execute((tx) => publishComment(tx, comment, rules)),
    vote: (accountId, postId, value, points) => db.transaction().execute((tx) => vote(tx, accountId, postId, value, points)),
    async block(accountId, memberId, isBlocked, at) {
      // A member whom the account has blocked is not seen by it, and yet can be unblocked.
      const isShown = isBlocked
        ? seesMember(accountId, 'm')
        : sql<boolean>`exists (select 1 from community_blocks as b where b.account_id = ${accountId} and b.blocked_id = m.account_id)`;
      const other = await db.selectFrom('community_members as m').selectAll('m').where('m.id', '=', memberId).where('m.accountId', '<>', accountId).where(isShown).executeTakeFirst();
      if (other === undefined) return undefined;
      const { accountId: blockedId } = other;
      if (isBlocked) await db.insertInto('community_blocks').values({ accountId, blockedId, createdAt: at }).onConflict((conflict) => conflict.doNothing()).execute();
      else await db.deleteFrom('community_blocks').where('accountId', '=', accountId).where('blockedId', '=', blockedId).execute();
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
      const posts = await db.selectFrom('community_posts').select(['id', 'accountId', 'title', 'body', 'reasons', 'createdAt']).where('status', '=', 'held').execute();
      const comments = await db.selectFrom('community_comments').select(['id', 'accountId', 'body', 'reasons', 'createdAt']).where('status', '=', 'held').execute();
      return [
        ...posts.map((post) => ({ ...post, kind: 'post' as const })),
        ...comments.map((comment) => ({ ...comment, title: null, kind: 'comment' as const })),
      ].toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    },
    decide: (id, isPublished, points) =>
      db.transaction().execute(async (tx) => {
        const status = isPublished ? 'published' : 'rejected';
        for (const [table, worth] of [['community_posts', points.post], ['community_comments', points.comment]] as const) {
          const row = await tx.updateTable(table).set({ status }).where('id', '=', id).where('status', '=', 'held').returning('accountId').executeTakeFirst();
          if (row === undefined) continue;
          if (isPublished) await addPoints(tx, row.accountId, worth);
          return true;
        }
        return false;
      }),
    setStanding: (memberId, standing) =>
      db.updateTable('community_members').set({ standing }).where('id', '=', memberId).returningAll().executeTakeFirst(),
    async insertEvent(event) {
      await db.insertInto('community_events').values(event).onConflict((conflict) => conflict.doNothing()).execute();
    },
    async insertSpace(space) {
      const { numInsertedOrUpdatedRows } = await sql`
        insert into community_spaces (slug, name, description, position)
        select ${space.slug}, ${space.name}, ${space.description}, coalesce(max(position), 0) + 1 from community_spaces
        on conflict do nothing`.execute(db).then(({ numAffectedRows }) => ({ numInsertedOrUpdatedRows: numAffectedRows }));
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}

export const REPOSITORY = {
  create: createCommunityActsRepository,
  tables: {},
  alsoReads: ['accounts', 'community_members', 'community_blocks', 'community_spaces', 'community_posts', 'community_comments', 'community_votes', 'community_events'],
} as const satisfies RepositoryRow;
