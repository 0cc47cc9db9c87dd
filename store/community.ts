import { sql, type Kysely } from 'kysely';
import {
  COMMUNITY_MIGRATIONS,
  COMMUNITY_TABLES,
  type CommunityComment,
  type CommunityEvent,
  type CommunityMember,
  type CommunityPost,
  type CommunitySpace,
  type MemberOpening,
  type MemberRole,
} from './community-tables.js';
import { seesMember, seesText } from './community-visibility.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

export type PostSort = 'new' | 'top' | 'active';

export interface PostQuery {
  readonly viewerId: string;
  /** Null for all. */
  readonly space: string | null;
  readonly sort: PostSort;
  readonly before?: Date | undefined;
  /**
   * Only posts after this place in the order: the value that is sorted by (an instant or a score), and the sequence.
   */
  readonly after?: { readonly value: string; readonly seq: number } | undefined;
  readonly first: number;
}

export interface MemberQuery {
  readonly viewerId: string;
  readonly role?: MemberRole | undefined;
  readonly openTo?: MemberOpening | undefined;
  readonly sort: 'joined' | 'points';
  readonly after?: { readonly points: number; readonly seq: number } | undefined;
  readonly first: number;
}

/**
 * What a viewer may see; statements leave out what the viewer may not. Lists have one row more than `first` if there
 * are more.
 */
export interface CommunityRepository {
  /** The account's own membership. */
  member(accountId: string): Promise<CommunityMember | undefined>;
  /** A member by its id. */
  memberById(viewerId: string, id: string): Promise<CommunityMember | undefined>;
  /** Accounts that the viewer does not see: suspended members, and those in a block relationship with the viewer. */
  hiddenFrom(viewerId: string): Promise<readonly string[]>;
  membersOf(viewerId: string, accountIds: readonly string[]): Promise<readonly CommunityMember[]>;
  members(query: MemberQuery): Promise<readonly CommunityMember[]>;
  countMembers(query: Omit<MemberQuery, 'first' | 'after' | 'sort'>): Promise<number>;
  spaces(): Promise<readonly CommunitySpace[]>;
  posts(query: PostQuery): Promise<readonly CommunityPost[]>;
  countPosts(query: Omit<PostQuery, 'first' | 'after' | 'sort'>): Promise<number>;
  post(viewerId: string, id: string): Promise<CommunityPost | undefined>;
  /** Oldest first. */
  comments(
    viewerId: string,
    postId: string,
    page: { readonly afterSeq?: number | undefined; readonly first: number },
  ): Promise<readonly CommunityComment[]>;
  comment(viewerId: string, id: string): Promise<CommunityComment | undefined>;
  /** From an instant on, by start. */
  events(
    from: Date,
    page: { readonly after?: { readonly at: Date; readonly id: string } | undefined; readonly first: number },
  ): Promise<readonly CommunityEvent[]>;
  countEvents(from: Date): Promise<number>;
  event(id: string): Promise<CommunityEvent | undefined>;
}

const PLACE = {
  new: { column: 'created_at', type: 'timestamptz' },
  top: { column: 'score', type: 'integer' },
  active: { column: 'active_at', type: 'timestamptz' },
} as const satisfies Readonly<Record<PostSort, { readonly column: string; readonly type: string }>>;

function createCommunityRepository(db: Kysely<Tables>): CommunityRepository {
  const visiblePosts = (viewerId: string) =>
    db
      .selectFrom('community_posts as p')
      .innerJoin('community_members as m', 'm.accountId', 'p.accountId')
      .where(seesMember(viewerId, 'm'))
      .where(seesText(viewerId, 'p'));
  const shownPosts = (viewerId: string) =>
    visiblePosts(viewerId)
      .selectAll('p')
      .select(
        sql<number>`(
        select count(*) from community_comments as c join community_members as cm on cm.account_id = c.account_id
        where c.post_id = p.id and ${seesText(viewerId, 'c')} and ${seesMember(viewerId, 'cm')})::integer`.as(
          'commentCount',
        ),
      );
  const visibleComments = (viewerId: string) =>
    db
      .selectFrom('community_comments as c')
      .innerJoin('community_members as m', 'm.accountId', 'c.accountId')
      .selectAll('c')
      .where(seesMember(viewerId, 'm'))
      .where(seesText(viewerId, 'c'));
  const visibleMembers = (viewerId: string) => db.selectFrom('community_members as m').where(seesMember(viewerId, 'm'));
  const conditions = ({ space, before }: Pick<PostQuery, 'space' | 'before'>) => sql<boolean>`
    (${space}::text is null or p.space = ${space}) and (${before ?? null}::timestamptz is null or p.created_at < ${before ?? null})`;
  const memberConditions = ({ role, openTo }: Pick<MemberQuery, 'role' | 'openTo'>) => sql<boolean>`
    (${role ?? null}::text is null or m.role = ${role ?? null}) and (${openTo ?? null}::text is null or ${openTo ?? null} = any(m.open_to))`;
  return {
    member: (accountId) =>
      db.selectFrom('community_members').selectAll().where('accountId', '=', accountId).executeTakeFirst(),
    memberById: (viewerId, id) => visibleMembers(viewerId).selectAll('m').where('m.id', '=', id).executeTakeFirst(),
    async hiddenFrom(viewerId) {
      const { rows } = await sql<{ accountId: string }>`
        select account_id from community_members where standing = 'suspended' and account_id <> ${viewerId}
        union select blocked_id from community_blocks where account_id = ${viewerId}
        union select account_id from community_blocks where blocked_id = ${viewerId}`.execute(db);
      return rows.map(({ accountId }) => accountId);
    },
    membersOf: (viewerId, accountIds) =>
      accountIds.length === 0
        ? Promise.resolve([])
        : visibleMembers(viewerId).selectAll('m').where('m.accountId', 'in', accountIds).execute(),
    async members({ viewerId, sort, after, first, ...query }) {
      const rows = visibleMembers(viewerId)
        .selectAll('m')
        .where(memberConditions(query))
        .limit(first + 1);
      if (sort === 'joined')
        return (after === undefined ? rows : rows.where('m.seq', '>', after.seq)).orderBy('m.seq').execute();
      const later =
        after === undefined
          ? rows
          : rows.where(sql<boolean>`(-m.points, m.seq) > (${-after.points}::integer, ${after.seq}::bigint)`);
      return later.orderBy('m.points', 'desc').orderBy('m.seq').execute();
    },
    countMembers: async ({ viewerId, ...query }) =>
      (
        await visibleMembers(viewerId)
          .select(sql<number>`count(*)::integer`.as('n'))
          .where(memberConditions(query))
          .executeTakeFirstOrThrow()
      ).n,
    spaces: () => db.selectFrom('community_spaces').selectAll().orderBy('position').execute(),
    async posts({ viewerId, sort, after, first, ...query }) {
      const { column, type } = PLACE[sort];
      const place = sql.ref(`p.${column}`);
      const rows = shownPosts(viewerId)
        .where(conditions(query))
        .limit(first + 1);
      const later =
        after === undefined
          ? rows
          : rows.where(sql<boolean>`(${place}, p.seq) < (${after.value}::${sql.raw(type)}, ${after.seq}::bigint)`);
      return later
        .orderBy(sql`${place} desc`)
        .orderBy('p.seq', 'desc')
        .execute();
    },
    countPosts: async ({ viewerId, ...query }) =>
      (
        await visiblePosts(viewerId)
          .select(sql<number>`count(*)::integer`.as('n'))
          .where(conditions(query))
          .executeTakeFirstOrThrow()
      ).n,
    post: (viewerId, id) => shownPosts(viewerId).where('p.id', '=', id).executeTakeFirst(),
    comments: (viewerId, postId, { afterSeq, first }) =>
      visibleComments(viewerId)
        .where('c.postId', '=', postId)
        .$if(afterSeq !== undefined, (rows) => rows.where('c.seq', '>', afterSeq ?? 0))
        .orderBy('c.seq')
        .limit(first + 1)
        .execute(),
    comment: (viewerId, id) => visibleComments(viewerId).where('c.id', '=', id).executeTakeFirst(),
    events: (from, { after, first }) =>
      db
        .selectFrom('community_events')
        .selectAll()
        .where('startsAt', '>=', from)
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(starts_at, id) > (${after?.at ?? from}::timestamptz, ${after?.id ?? ''})`),
        )
        .orderBy('startsAt')
        .orderBy('id')
        .limit(first + 1)
        .execute(),
    event: (id) => db.selectFrom('community_events').selectAll().where('id', '=', id).executeTakeFirst(),
    countEvents: async (from) =>
      (
        await db
          .selectFrom('community_events')
          .select(sql<number>`count(*)::integer`.as('n'))
          .where('startsAt', '>=', from)
          .executeTakeFirstOrThrow()
      ).n,
  };
}

export const REPOSITORY = {
  create: createCommunityRepository,
  tables: COMMUNITY_TABLES,
  alsoReads: ['accounts'],
  migrations: COMMUNITY_MIGRATIONS,
} as const satisfies RepositoryRow;
