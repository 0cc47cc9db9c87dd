import { ApiError } from '../../access/errors.js';
import { newId, type RandomBytes } from '../../access/secrets.js';
import type { Publishing, TextRules } from '../../store/community-publishing.js';
import type {
  CommunityComment,
  CommunityMember,
  CommunityPost,
  MemberOpening,
  MemberRole,
  PostKind,
} from '../../store/community-tables.js';
import type { Store } from '../../store/open-store.js';
import { moderatePost, type PostText } from './moderation.js';
import { POINTS } from './points.js';
import { COMMUNITY } from './rules.js';
import { cleanPostText } from './text.js';

export interface CommunityOptions {
  readonly store: Pick<Store, 'community' | 'communityActs'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
}

export interface ProfileInput {
  readonly name?: string | null | undefined;
  readonly role?: MemberRole | null | undefined;
  readonly openTo?: readonly MemberOpening[] | null | undefined;
}

export interface PostInput {
  readonly space: string;
  readonly kind: PostKind;
  readonly title: string;
  readonly body: string;
}

export type VoteValue = 'up' | 'down' | 'none';

/** What members do. All methods throw ApiError. */
export interface Community {
  /** Accepts the guidelines; the member that there is stays as it is. */
  join(accountId: string, profile: ProfileInput): Promise<CommunityMember>;
  updateProfile(accountId: string, profile: ProfileInput): Promise<CommunityMember>;
  /** Throws `guidelines_not_accepted`, `member_suspended`, `moderation_blocked`, `post_rate_limited`, `not_found`. */
  post(accountId: string, post: PostInput): Promise<CommunityPost>;
  comment(accountId: string, postId: string, body: string): Promise<CommunityComment>;
  vote(accountId: string, postId: string, value: VoteValue): Promise<CommunityPost>;
  block(accountId: string, memberId: string, isBlocked: boolean): Promise<CommunityMember>;
}

const VOTES = { up: 1, down: -1, none: 0 } as const;

function notFound(what: string, param: string): ApiError {
  return new ApiError('not_found', `The community has no ${what} with this id that the account may see.`, { param });
}

/**
 * A text as it is stored. Throws `invalid_parameter` where nothing of it is visible, and where it is longer than it was
 * sent: one compatibility character may stand for eighteen plain ones.
 */
function visible(given: string, param: string, mostCharacters: number): string {
  const text = cleanPostText(given);
  if (text === '') throw new ApiError('invalid_parameter', `${param} must have a visible character.`, { param });
  const characters = Array.from(text).length;
  if (characters > mostCharacters)
    throw new ApiError(
      'invalid_parameter',
      `${param} must have at most ${mostCharacters} characters in Unicode normalization form NFKC; it has ${characters}.`,
      { param },
    );
  return text;
}

/** A name in one line. Throws `invalid_parameter`. */
function nameOf(given: string): string {
  const name = cleanPostText(given).replace(/\s+/g, ' ').slice(0, COMMUNITY.nameCharacters).trim();
  if (name === '') throw new ApiError('invalid_parameter', 'name must have a visible character.', { param: 'name' });
  if (moderatePost({ title: name, body: '' }).outcome !== 'accepted')
    throw new ApiError(
      'invalid_parameter',
      'name must be that of a person or an organization; this one is against the guidelines.',
      { param: 'name' },
    );
  return name;
}

export function createCommunity({ store, clock, random }: CommunityOptions): Community {
  const { community, communityActs: acts } = store;
  const windowOf = (most: number, points: number): TextRules => ({
    most,
    since: new Date(clock() - COMMUNITY.windowMs),
    points,
  });
  /** Throws for everything but `stored`. */
  const requireStored = (publishing: Publishing, spaceOrPost: 'space' | 'postId'): void => {
    if (publishing.outcome === 'stored') return;
    if (publishing.outcome === 'too_many') {
      const retryAfterS = Math.max(1, Math.ceil((publishing.oldest.getTime() + COMMUNITY.windowMs - clock()) / 1000));
      throw new ApiError('post_rate_limited', undefined, { retry_after_s: retryAfterS });
    }
    if (publishing.outcome === 'no_member') throw new ApiError('guidelines_not_accepted');
    if (publishing.outcome === 'suspended') throw new ApiError('member_suspended');
    throw publishing.outcome === 'no_space'
      ? new ApiError('invalid_parameter', 'space must be the slug of a space; list them first.', { param: 'space' })
      : notFound('post', spaceOrPost);
  };
  /** The membership of somebody who may write. */
  const writer = async (accountId: string): Promise<CommunityMember> => {
    const member = await community.member(accountId);
    if (member === undefined) throw new ApiError('guidelines_not_accepted');
    if (member.standing === 'suspended') throw new ApiError('member_suspended');
    return member;
  };
  /** Judges a text. Throws `moderation_blocked`. */
  const judged = (text: PostText, recent: readonly PostText[] = []) => {
    const { outcome, reasons, title, body } = moderatePost(text, recent);
    if (outcome === 'refused') throw new ApiError('moderation_blocked', undefined, { reasons: [...reasons] });
    return { title, body, reasons, status: outcome === 'held' ? ('held' as const) : ('published' as const) };
  };
  const shownPost = async (accountId: string, id: string): Promise<CommunityPost> => {
    const post = await community.post(accountId, id);
    if (post === undefined) throw notFound('post', 'postId');
    return post;
  };
  return {
    async join(accountId, { name, role, openTo }) {
      const id = newId('mem', random);
      const profile = { name: nameOf(name ?? ''), role: role ?? 'other', openTo: [...new Set(openTo ?? [])] };
      const member = await acts.join(accountId, id, profile, new Date(clock()));
      if (member === undefined) throw new ApiError('not_found');
      return member;
    },
    async updateProfile(accountId, { name, role, openTo }) {
      const member = await acts.updateProfile(accountId, {
        ...(name === null || name === undefined ? {} : { name: nameOf(name) }),
        ...(role === null || role === undefined ? {} : { role }),
        ...(openTo === null || openTo === undefined ? {} : { openTo: [...new Set(openTo)] }),
      });
      if (member === undefined) throw new ApiError('guidelines_not_accepted');
      return member;
    },
    async post(accountId, { space, kind, title: givenTitle, body: givenBody }) {
      await writer(accountId);
      const text = {
        title: visible(givenTitle, 'title', COMMUNITY.titleCharacters),
        body: visible(givenBody, 'body', COMMUNITY.bodyCharacters),
      };
      const recent = await acts.recentPosts(accountId, COMMUNITY.recentPosts);
      const { title, body, reasons, status } = judged(text, recent);
      const id = newId('pst', random);
      const post = { id, accountId, space, kind, title, body, status, reasons, at: new Date(clock()) };
      requireStored(await acts.publishPost(post, windowOf(COMMUNITY.postsPerHour, POINTS.post)), 'space');
      return shownPost(accountId, id);
    },
    async comment(accountId, postId, text) {
      await writer(accountId);
      const comment = visible(text, 'body', COMMUNITY.commentCharacters);
      const { body, reasons, status } = judged({ title: '', body: comment });
      const id = newId('cmt', random);
      const published = { id, accountId, postId, body, status, reasons, at: new Date(clock()) };
      requireStored(
        await acts.publishComment(published, windowOf(COMMUNITY.commentsPerHour, POINTS.comment)),
        'postId',
      );
      const stored = await community.comment(accountId, id);
      if (stored === undefined) throw notFound('post', 'postId');
      return stored;
    },
    async vote(accountId, postId, value) {
      const outcome = await acts.vote(accountId, postId, VOTES[value], POINTS.upvote);
      if (outcome === 'no_member') throw new ApiError('guidelines_not_accepted');
      if (outcome === 'suspended') throw new ApiError('member_suspended');
      if (outcome === 'no_post') throw notFound('post', 'postId');
      if (outcome === 'own')
        throw new ApiError('invalid_parameter', "postId must be of another member's post.", { param: 'postId' });
      return shownPost(accountId, postId);
    },
    async block(accountId, memberId, isBlocked) {
      await writer(accountId);
      const other = await acts.block(accountId, memberId, isBlocked, new Date(clock()));
      if (other === undefined) throw notFound('member', 'memberId');
      return other;
    },
  };
}
