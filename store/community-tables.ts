import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { Tables } from './tables.js';

/** Whether a member may post. Suspended members are shown to nobody but themselves. */
export type Standing = 'good' | 'suspended';
/** A held post or comment is shown to its author alone, until an operator decides. */
export type PostStatus = 'published' | 'held' | 'rejected';
export type PostKind = 'discussion' | 'question' | 'analysis' | 'resource';
export type MemberRole = 'investor' | 'analyst' | 'founder' | 'engineer' | 'student' | 'other';
export type MemberOpening = 'collaboration' | 'hiring' | 'work' | 'mentoring' | 'introductions';

declare module './tables.js' {
  interface Tables {
    /** Accounts that have accepted the guidelines. */
    community_members: {
      accountId: string;
      id: string;
      seq: Generated<number>;
      name: string;
      role: MemberRole;
      openTo: MemberOpening[];
      standing: ColumnType<Standing, Standing | undefined, Standing>;
      /** Points for what is stored of the member; see `surfaces/community/points.ts`. */
      points: Generated<number>;
      acceptedAt: Timestamp;
    };
    community_blocks: {
      accountId: string;
      blockedId: string;
      createdAt: Timestamp;
    };
    community_spaces: {
      slug: string;
      name: string;
      description: string;
      position: number;
    };
    community_posts: {
      id: string;
      seq: Generated<number>;
      accountId: string;
      space: string;
      kind: PostKind;
      title: string;
      body: string;
      status: PostStatus;
      /** Codes of the rules that held it. */
      reasons: string[];
      /** Votes for it minus those against. */
      score: Generated<number>;
      createdAt: ColumnType<Date, Date, never>;
      /** When it or its newest comment was published. */
      activeAt: Timestamp;
    };
    community_comments: {
      id: string;
      seq: Generated<number>;
      postId: string;
      accountId: string;
      body: string;
      status: PostStatus;
      reasons: string[];
      createdAt: ColumnType<Date, Date, never>;
    };
    community_votes: {
      postId: string;
      accountId: string;
      value: number;
    };
    community_events: {
      id: string;
      title: string;
      startsAt: Timestamp;
      url: string | null;
    };
  }
}

type Row<Name extends keyof Tables> = Readonly<Selectable<Tables[Name]>>;
export type CommunityMember = Row<'community_members'>;
export type CommunitySpace = Row<'community_spaces'>;
export type CommunityEvent = Row<'community_events'>;
export type CommunityComment = Row<'community_comments'>;
/** A post as a viewer sees it. */
export type CommunityPost = Row<'community_posts'> & {
  /** Comments that the viewer sees. */
  readonly commentCount: number;
};

export const COMMUNITY_TABLES = {
  community_members: 'uncached',
  community_blocks: 'uncached',
  community_spaces: 'uncached',
  community_posts: 'uncached',
  community_comments: 'uncached',
  community_votes: 'uncached',
  community_events: 'uncached',
} as const;

export const COMMUNITY_MIGRATIONS = {
  '0064-community': [
    `create table community_members (
      account_id text primary key references accounts on delete cascade, id text not null unique, seq bigint generated always as identity,
      name text not null, role text not null, open_to text[] not null default '{}',
      standing text not null default 'good' check (standing in ('good', 'suspended')), points integer not null default 0,
      accepted_at timestamptz not null)`,
    `create index community_members_points on community_members (points desc, seq)`,
    `create table community_blocks (
      account_id text not null references community_members on delete cascade,
      blocked_id text not null references community_members on delete cascade,
      created_at timestamptz not null, primary key (account_id, blocked_id))`,
    `create index community_blocks_other on community_blocks (blocked_id, account_id)`,
    `create table community_spaces (slug text primary key, name text not null, description text not null, position integer not null)`,
    `insert into community_spaces values
      ('markets', 'Markets', 'Signals, prices and what moves them.', 1),
      ('research', 'Research', 'Methods, back tests and filings.', 2),
      ('private-markets', 'Private markets', 'Private companies, rounds and secondaries.', 3),
      ('agents', 'Agents', 'Agents, prompts and automation.', 4),
      ('introductions', 'Introductions', 'Who members are and what they work on.', 5)`,
    `create table community_posts (
      id text primary key, seq bigint generated always as identity,
      account_id text not null references community_members on delete cascade, space text not null references community_spaces,
      kind text not null, title text not null, body text not null,
      status text not null check (status in ('published', 'held', 'rejected')), reasons text[] not null default '{}',
      score integer not null default 0, created_at timestamptz not null, active_at timestamptz not null)`,
    `create index community_posts_new on community_posts (created_at desc, seq desc)`,
    `create index community_posts_top on community_posts (score desc, seq desc)`,
    `create index community_posts_active on community_posts (active_at desc, seq desc)`,
    `create index community_posts_author on community_posts (account_id, created_at desc)`,
    `create table community_comments (
      id text primary key, seq bigint generated always as identity,
      post_id text not null references community_posts on delete cascade,
      account_id text not null references community_members on delete cascade, body text not null,
      status text not null check (status in ('published', 'held', 'rejected')), reasons text[] not null default '{}',
      created_at timestamptz not null)`,
    `create index community_comments_post on community_comments (post_id, seq)`,
    `create index community_comments_author on community_comments (account_id, created_at desc)`,
    `create table community_votes (
      post_id text not null references community_posts on delete cascade,
      account_id text not null references community_members on delete cascade,
      value smallint not null check (value in (-1, 1)), primary key (post_id, account_id))`,
    `create table community_events (
      id text primary key, title text not null, starts_at timestamptz not null, url text)`,
    `create index community_events_start on community_events (starts_at, id)`,
  ],
} as const;
