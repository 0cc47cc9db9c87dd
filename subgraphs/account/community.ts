import type { RequestContext } from '../../access/request-context.js';
import type { CommunityComment, CommunityEvent, CommunityMember, CommunityPost } from '../../store/community-tables.js';
import type { CommunityRepository, PostSort } from '../../store/community.js';
import { levelOf } from '../../surfaces/community/points.js';
import { GUIDELINES } from '../../surfaces/community/rules.js';
import { ApiError } from '../../access/errors.js';
import { connectionOf, cursorsOf, type Connection } from '../connections.js';
import type { CommunityMemberFilter, CommunityPostFilter } from '../generated/types.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import { memberLoader } from './community-members.js';
import type { Fields } from './generated/resolver-types.js';
import type { CommunityParent } from './resolver-parents.js';

interface Page {
  readonly first: number;
  readonly after?: string | null | undefined;
}

const SEQUENCE = /^\d{1,15}$/;
const INTEGER = /^-?\d{1,9}$/;
const ALL_SPACES = 'all';
const DAY_MS = 86_400_000;

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text));

const PLACES = {
  new: { valueOf: (post: CommunityPost) => post.createdAt.toISOString(), isValue: isInstant },
  active: { valueOf: (post: CommunityPost) => post.activeAt.toISOString(), isValue: isInstant },
  top: { valueOf: (post: CommunityPost) => String(post.score), isValue: (text: string) => INTEGER.test(text) },
} as const satisfies Readonly<Record<PostSort, object>>;

/** Data access for the resolvers; authors of a request are read together. */
function createLoaders({ store }: Pick<Services, 'store'>) {
  const of = ({ versions }: RequestContext): CommunityRepository => store.reading(versions).community;
  const author = memberLoader({ store });
  const today = ({ nowMs }: RequestContext): Date => new Date(Math.floor(nowMs / DAY_MS) * DAY_MS);
  return {
    author: ({ accountId }: { readonly accountId: string }, context: RequestContext) => author(accountId, context),
    async own(context: RequestContext): Promise<CommunityParent> {
      const { accountId } = context.identity;
      return { accountId, member: (await of(context).member(accountId)) ?? null };
    },
    async posts(
      { space, before }: Partial<CommunityPostFilter>,
      sort: PostSort,
      { first, after }: Page,
      context: RequestContext,
    ): Promise<Connection<CommunityPost>> {
      const { accountId: viewerId } = context.identity;
      const { valueOf, isValue } = PLACES[sort];
      const cursors = cursorsOf('communityPosts', viewerId, sort, space, before?.toString());
      const isPlace = ([value = '', seq = '']: readonly string[]): boolean => isValue(value) && SEQUENCE.test(seq);
      const [value = '', seq] = cursors.after(after, 2, { isPlace }) ?? [];
      const query = {
        viewerId,
        space: space === ALL_SPACES || space === undefined ? null : space,
        ...(before === null || before === undefined ? {} : { before: new Date(before) }),
      };
      if (query.space !== null && !(await of(context).spaces()).some(({ slug }) => slug === query.space))
        throw new ApiError('invalid_parameter', 'space must be all or the slug of a space; list them first.', {
          param: 'space',
        });
      const [rows, total] = await Promise.all([
        of(context).posts({
          ...query,
          sort,
          first,
          ...(seq === undefined ? {} : { after: { value, seq: Number(seq) } }),
        }),
        of(context).countPosts(query),
      ]);
      return connectionOf(
        { rows: rows.slice(0, first), hasNext: rows.length > first, total },
        cursors,
        seq === undefined,
        (row) => [valueOf(row), String(row.seq)],
        (row) => row,
      );
    },
    async post(id: string, context: RequestContext): Promise<CommunityPost> {
      const post = await of(context).post(context.identity.accountId, id);
      if (post === undefined)
        throw new ApiError('not_found', 'The community has no post with this id that the account may see.', {
          param: 'id',
        });
      return post;
    },
    async comments(
      { id, commentCount }: CommunityPost,
      { first, after }: Page,
      context: RequestContext,
    ): Promise<Connection<CommunityComment>> {
      const { accountId: viewerId } = context.identity;
      const cursors = cursorsOf('communityComments', viewerId, id);
      const [seq] = cursors.after(after, 1, { isPlace: ([place = '']) => SEQUENCE.test(place) }) ?? [];
      const rows = await of(context).comments(viewerId, id, {
        first,
        ...(seq === undefined ? {} : { afterSeq: Number(seq) }),
      });
      return connectionOf(
        { rows: rows.slice(0, first), hasNext: rows.length > first, total: commentCount },
        cursors,
        seq === undefined,
        (row) => [String(row.seq)],
        (row) => row,
      );
    },
    async members(
      { role, openTo }: Partial<CommunityMemberFilter>,
      { first, after }: Page,
      context: RequestContext,
    ): Promise<Connection<CommunityMember>> {
      const { accountId: viewerId } = context.identity;
      const cursors = cursorsOf('communityMembers', viewerId, role, openTo);
      const [seq] = cursors.after(after, 1, { isPlace: ([place = '']) => SEQUENCE.test(place) }) ?? [];
      const query = {
        viewerId,
        ...(role === null || role === undefined ? {} : { role }),
        ...(openTo === null || openTo === undefined ? {} : { openTo }),
      };
      const [rows, total] = await Promise.all([
        of(context).members({
          ...query,
          sort: 'joined',
          first,
          ...(seq === undefined ? {} : { after: { points: 0, seq: Number(seq) } }),
        }),
        of(context).countMembers(query),
      ]);
      return connectionOf(
        { rows: rows.slice(0, first), hasNext: rows.length > first, total },
        cursors,
        seq === undefined,
        (row) => [String(row.seq)],
        (row) => row,
      );
    },
    async leaderboard({ first, after }: Page, context: RequestContext) {
      const { accountId: viewerId } = context.identity;
      const cursors = cursorsOf('communityLeaderboard', viewerId);
      const isPlace = ([rank = '', points = '', seq = '']: readonly string[]): boolean =>
        SEQUENCE.test(rank) && INTEGER.test(points) && SEQUENCE.test(seq);
      const [rank = '0', points, seq] = cursors.after(after, 3, { isPlace }) ?? [];
      const place = seq === undefined ? {} : { after: { points: Number(points), seq: Number(seq) } };
      const [rows, total] = await Promise.all([
        of(context).members({ viewerId, sort: 'points', first, ...place }),
        of(context).countMembers({ viewerId }),
      ]);
      const ranked = rows
        .slice(0, first)
        .map((member, index) => ({ rank: Number(rank) + index + 1, member, points: member.points }));
      return connectionOf(
        { rows: ranked, hasNext: rows.length > first, total },
        cursors,
        seq === undefined,
        (row) => [String(row.rank), String(row.points), String(row.member.seq)],
        (row) => row,
      );
    },
    async events({ first, after }: Page, context: RequestContext): Promise<Connection<CommunityEvent>> {
      const cursors = cursorsOf('communityEvents');
      const isPlace = ([at = '', id = '']: readonly string[]): boolean => isInstant(at) && id !== '';
      const [at = '', id] = cursors.after(after, 2, { isPlace }) ?? [];
      const from = today(context);
      const [rows, total] = await Promise.all([
        of(context).events(from, { first, ...(id === undefined ? {} : { after: { at: new Date(at), id } }) }),
        of(context).countEvents(from),
      ]);
      return connectionOf(
        { rows: rows.slice(0, first), hasNext: rows.length > first, total },
        cursors,
        id === undefined,
        (row) => [row.startsAt.toISOString(), row.id],
        (row) => row,
      );
    },
  };
}

export function createFields(services: Services) {
  const { community, store } = services;
  const load = createLoaders(services);
  const isHeld = ({ status }: { readonly status: string }): boolean => status === 'held';
  return {
    Query: {
      community: (_root, _args, context) => load.own(context),
      communityPosts: (_root, { filter, orderBy, ...page }, context) =>
        load.posts(filter ?? {}, orderBy, page, context),
      communityPost: (_root, { id }, context) => load.post(id, context),
      communityMembers: (_root, { filter, ...page }, context) => load.members(filter ?? {}, page, context),
      communityEvents: (_root, page, context) => load.events(page, context),
      communityLeaderboard: (_root, page, context) => load.leaderboard(page, context),
    },
    Mutation: {
      acceptCommunityGuidelines: async (_root, { input }, context) => ({
        communityMember: await community.join(context.identity.accountId, input),
        viewer: viewerOf(context),
      }),
      updateCommunityProfile: async (_root, { input }, context) => ({
        communityMember: await community.updateProfile(context.identity.accountId, input),
        viewer: viewerOf(context),
      }),
      createCommunityPost: async (_root, { input }, context) => ({
        communityPost: await community.post(context.identity.accountId, { ...input, kind: input.kind ?? 'discussion' }),
        viewer: viewerOf(context),
      }),
      createCommunityComment: async (_root, { input: { postId, body } }, context) => ({
        communityComment: await community.comment(context.identity.accountId, postId, body),
        viewer: viewerOf(context),
      }),
      voteOnCommunityPost: async (_root, { input: { postId, value } }, context) => ({
        communityPost: await community.vote(context.identity.accountId, postId, value),
        viewer: viewerOf(context),
      }),
      blockCommunityMember: async (_root, { input: { memberId } }, context) => ({
        communityMember: await community.block(context.identity.accountId, memberId, true),
        viewer: viewerOf(context),
      }),
      unblockCommunityMember: async (_root, { input: { memberId } }, context) => ({
        communityMember: await community.block(context.identity.accountId, memberId, false),
        viewer: viewerOf(context),
      }),
    },
    Community: {
      points: ({ member }) => member?.points ?? 0,
      level: ({ member }) => levelOf(member?.points ?? 0).level,
      nextLevelPoints: ({ member }) => levelOf(member?.points ?? 0).nextLevelPoints,
      progress: ({ member }) => levelOf(member?.points ?? 0).progress,
      standing: ({ member }) => member?.standing ?? 'good',
      isPostingAllowed: ({ member }) => member?.standing === 'good',
      guidelines: () => GUIDELINES,
      blockedMembers: ({ accountId }, _args, { versions }) => store.reading(versions).communityActs.blocked(accountId),
      spaces: (_community, _args, { versions }) => store.reading(versions).community.spaces(),
    },
    CommunityMember: {
      level: ({ points }) => levelOf(points).level,
    },
    CommunityPost: {
      author: (post, _args, context) => load.author(post, context),
      isHeld,
      comments: (post, page, context) => load.comments(post, page, context),
    },
    CommunityComment: {
      author: (comment, _args, context) => load.author(comment, context),
      isHeld,
    },
  } satisfies Fields;
}
