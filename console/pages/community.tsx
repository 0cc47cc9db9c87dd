import { useAccount, type Account } from '../app/account.js';
import { moment, whole, words } from '../app/format.js';
import { addressOf, go, keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { textsOf, useAction } from '../app/use-action.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { AcceptGuidelinesDocument, CommunityPageDocument, CreatePostDocument } from '../generated/documents.js';
import type { CommunityMemberRole, CommunityPanelFragment, CommunityPostKind, CommunityPostOrder, CommunityPostsPanelFragment, LeaderboardPanelFragment } from '../generated/types.js';
import { Facts, Panel } from '../parts/panel.js';
import { Empty, Gate, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Post } from './community/post.js';

type Own = NonNullable<CommunityPanelFragment['community']>;
type Posts = NonNullable<CommunityPostsPanelFragment['communityPosts']>;
type Leaders = NonNullable<LeaderboardPanelFragment['communityLeaderboard']>;

const ORDERS: readonly (readonly [CommunityPostOrder, string])[] = [['NEW', 'Newest'], ['TOP', 'Best'], ['ACTIVE', 'Last commented']];
const KINDS: readonly CommunityPostKind[] = ['DISCUSSION', 'QUESTION', 'ANALYSIS', 'RESOURCE'];
const ROLES: readonly CommunityMemberRole[] = ['INVESTOR', 'ANALYST', 'FOUNDER', 'ENGINEER', 'STUDENT', 'OTHER'];

function Join({ own, changed }: { readonly own: Own; readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const { name = '', role } = textsOf(event);
    start(AcceptGuidelinesDocument, { name, role: ROLES.find((each) => each === role) ?? 'OTHER' }, changed);
  };
  return (
    <form class="fields" onSubmit={submit}>
      <ol class="flags">{own.guidelines.map((line) => <li key={line}>{line}</li>)}</ol>
      <div class="inline">
        <label>Name shown to others<input type="text" name="name" maxLength={40} required /></label>
        <label>Role<select name="role">{ROLES.map((role) => <option key={role} value={role}>{words(role)}</option>)}</select></label>
        <button type="submit" class="button primary" disabled={isBusy}>Accept the guidelines and join</button>
      </div>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

function Write({ own }: { readonly own: Own }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const { space = '', kind, title = '', body = '' } = textsOf(event);
    start(CreatePostDocument, { space, kind: KINDS.find((each) => each === kind) ?? 'DISCUSSION', title, body }, ({ createCommunityPost }) => {
      if (createCommunityPost !== null) go(addressOf('community', createCommunityPost.communityPost.id));
    });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <div class="inline">
        <label>Space<select name="space">{own.spaces.map(({ slug, name }) => <option key={slug} value={slug}>{name}</option>)}</select></label>
        <label>Kind<select name="kind">{KINDS.map((kind) => <option key={kind} value={kind}>{words(kind)}</option>)}</select></label>
      </div>
      <label>Title<input type="text" name="title" maxLength={200} required /></label>
      <label>Text<textarea name="body" rows={4} maxLength={10_000} required /></label>
      <button type="submit" class="button primary" disabled={isBusy}>Post</button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

function PostTable({ posts }: { readonly posts: Posts }) {
  if (posts.nodes.length === 0) return <Empty>Nobody has written here yet.</Empty>;
  return (
    <Table caption="Posts" rows={posts.nodes} rowKey={({ id }) => id} columns={[
      { name: 'Post', cell: ({ id, title, body, isHeld }) => <><a href={addressOf('community', id)}>{title}</a>{isHeld && <span class="tag">waits for a moderator</span>}<span class="faint block clip">{body}</span></> },
      { name: 'By', cell: ({ author }) => author?.name ?? 'A former member', isMinor: true },
      { name: 'Score', kind: 'number', cell: ({ score }) => whole(score), by: ({ score }) => score },
      { name: 'Comments', kind: 'number', cell: ({ commentCount }) => whole(commentCount), by: ({ commentCount }) => commentCount, isMinor: true },
      { name: 'Written', cell: ({ createdAt }) => <span class="nowrap">{moment(createdAt)}</span>, by: ({ createdAt }) => createdAt },
    ]} />
  );
}

function Leaderboard({ leaders }: { readonly leaders: Leaders }) {
  if (leaders.nodes.length === 0) return <Empty>Nobody has points yet.</Empty>;
  return (
    <Table caption="Most points" rows={leaders.nodes} rowKey={({ rank, member }) => `${rank} ${member?.name ?? ''}`} columns={[
      { name: 'Rank', kind: 'number', cell: ({ rank }) => rank }, { name: 'Member', cell: ({ member }) => member?.name ?? 'A former member' }, { name: 'Points', kind: 'number', cell: ({ points }) => whole(points) },
    ]} />
  );
}

function Overview({ account }: { readonly account: Account }) {
  const { query } = useStore(place);
  const space = query.get('space') ?? 'all';
  const orderBy = ORDERS.find(([value]) => value === query.get('order'))?.[0] ?? 'NEW';
  const variables = { space, orderBy };
  const { data, errors, isLoading, again } = useQuery(CommunityPageDocument, variables);
  const own = data?.community ?? null;
  const posts = data?.communityPosts ?? null;
  const leaders = data?.communityLeaderboard ?? null;
  const shared = { isLoading, again };
  return (
    <>
      <header class="page-head"><h1>Community</h1><p class="note">What others write, by space.</p></header>
      <div class="stack">
        <Panel {...shared} title="Posts" rows={10} error={posts === null ? errorAt(errors, 'communityPosts') : undefined} source={{ panel: 'CommunityPostsPanel', variables, rest: `community?view=posts&space=${encodeURIComponent(space)}&sort=${orderBy.toLowerCase()}` }}>
          <div class="inline">
            <label>Space<select value={space} onChange={(event) => keepInAddress({ space: event.currentTarget.value, order: orderBy })}><option value="all">All</option>{own?.spaces.map(({ slug, name }) => <option key={slug} value={slug}>{name}</option>)}</select></label>
            <label>Order<select value={orderBy} onChange={(event) => keepInAddress({ space, order: event.currentTarget.value })}>{ORDERS.map(([value, text]) => <option key={value} value={value}>{text}</option>)}</select></label>
          </div>
          {posts !== null && <PostTable posts={posts} />}
        </Panel>
        <Panel {...shared} title="Your part" rows={4} error={own === null ? errorAt(errors, 'community') : undefined} source={{ panel: 'CommunityPanel', rest: 'community' }}>
          {own !== null && (
            <>
              <Facts items={[own.nextLevelPoints === null ? ['Points', whole(own.points)] : ['Points', whole(own.points), `next level at ${whole(own.nextLevelPoints)}`], ['Level', String(own.level)], ['Standing', words(own.standing)]]} />
              <Gate account={account} field="Mutation.createCommunityPost" what="Writing">{own.member === null ? <Join own={own} changed={again} /> : <Write own={own} />}</Gate>
            </>
          )}
        </Panel>
        <Panel {...shared} title="Most points" rows={4} error={leaders === null ? errorAt(errors, 'communityLeaderboard') : undefined} source={{ panel: 'LeaderboardPanel', rest: 'community?view=leaderboard' }}>{leaders !== null && <Leaderboard leaders={leaders} />}</Panel>
      </div>
    </>
  );
}

/** Posts, comments and points of the community. */
export function Community() {
  const { account } = useAccount();
  const { steps: [, post] } = useStore(place);
  if (account === null) return <Loading rows={12} />;
  return post === undefined ? <Overview account={account} /> : <Post key={post} id={post} account={account} />;
}
