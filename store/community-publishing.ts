import type { Kysely, Transaction } from 'kysely';
import type { CommunityMember, PostKind, PostStatus } from './community-tables.js';
import { seesMember, seesText } from './community-visibility.js';
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

export type Tx = Transaction<Tables>;

export const addPoints = (tx: Kysely<Tables>, accountId: string, points: number) =>
  tx
    .updateTable('community_members')
    .set((set) => ({ points: set('points', '+', points) }))
    .where('accountId', '=', accountId)
    .execute();

/** The member who acts, under a lock that makes acts of one account count each other. */
async function acting(tx: Tx, accountId: string): Promise<CommunityMember | 'no_member' | 'suspended'> {
  const member = await tx
    .selectFrom('community_members')
    .selectAll()
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (member === undefined) return 'no_member';
  return member.standing === 'suspended' ? 'suspended' : member;
}

/**
 * A post that the viewer sees, locked. Posts are locked before members, so that acts on one another do not wait in a
 * circle.
 */
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
    .select((select) => [
      select.fn.countAll<number>().as('written'),
      select.fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .where('accountId', '=', accountId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
}

export async function publishPost(tx: Tx, post: NewPost, { most, since, points }: TextRules): Promise<Publishing> {
  const member = await acting(tx, post.accountId);
  if (typeof member === 'string') return { outcome: member };
  const space = await tx
    .selectFrom('community_spaces')
    .select('slug')
    .where('slug', '=', post.space)
    .executeTakeFirst();
  if (space === undefined) return { outcome: 'no_space' };
  const { written, oldest } = await countedSince(tx, 'community_posts', post.accountId, since);
  if (written >= most) return { outcome: 'too_many', oldest: oldest ?? post.at };
  const { at, reasons, ...row } = post;
  await tx
    .insertInto('community_posts')
    .values({ ...row, reasons: [...reasons], createdAt: at, activeAt: at })
    .execute();
  if (post.status === 'published') await addPoints(tx, post.accountId, points);
  return { outcome: 'stored' };
}

export async function publishComment(
  tx: Tx,
  comment: NewComment,
  { most, since, points }: TextRules,
): Promise<Publishing> {
  const post = await lockedPost(tx, comment.accountId, comment.postId);
  const member = await acting(tx, comment.accountId);
  if (typeof member === 'string') return { outcome: member };
  if (post === undefined) return { outcome: 'no_post' };
  const { written, oldest } = await countedSince(tx, 'community_comments', comment.accountId, since);
  if (written >= most) return { outcome: 'too_many', oldest: oldest ?? comment.at };
  const { at, reasons, ...row } = comment;
  await tx
    .insertInto('community_comments')
    .values({ ...row, reasons: [...reasons], createdAt: at })
    .execute();
  if (comment.status === 'published') {
    await addPoints(tx, comment.accountId, points);
    await tx.updateTable('community_posts').set({ activeAt: at }).where('id', '=', comment.postId).execute();
  }
  return { outcome: 'stored' };
}

export async function vote(tx: Tx, accountId: string, postId: string, value: -1 | 0 | 1, pointsPerVote: number) {
  const post = await lockedPost(tx, accountId, postId);
  const member = await tx
    .selectFrom('community_members')
    .select('standing')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (member === undefined) return 'no_member';
  if (member.standing === 'suspended') return 'suspended';
  if (post === undefined) return 'no_post';
  if (post.accountId === accountId) return 'own';
  const own = tx
    .selectFrom('community_votes')
    .select('value')
    .where('postId', '=', postId)
    .where('accountId', '=', accountId);
  const before = (await own.executeTakeFirst())?.value ?? 0;
  if (before === value) return 'voted';
  if (value === 0)
    await tx.deleteFrom('community_votes').where('postId', '=', postId).where('accountId', '=', accountId).execute();
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
