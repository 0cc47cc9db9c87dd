import { useAccount, type Account } from '../app/account.js';
import { moment, whole, words } from '../app/format.js';
import { addressOf, keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { CommunityPageDocument } from '../generated/documents.js';
import type { CommunityPostOrder, CommunityPostsPanelFragment, LeaderboardPanelFragment } from '../generated/types.js';
import { Facts } from '../parts/facts.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Join, Write } from './community/forms.js';
import { Post } from './community/post.js';

type Posts = NonNullable<CommunityPostsPanelFragment['communityPosts']>;
type Leaders = NonNullable<LeaderboardPanelFragment['communityLeaderboard']>;

const ORDERS: readonly (readonly [CommunityPostOrder, string])[] = [
  ['NEW', 'Newest'],
  ['TOP', 'Best'],
  ['ACTIVE', 'Last commented'],
];
function PostTable({ posts }: { readonly posts: Posts }) {
  if (posts.nodes.length === 0) return <Empty>Nobody has written here yet.</Empty>;
  return (
    <Table
      caption="Posts"
      rows={posts.nodes}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Post',
          cell: ({ id, title, body, isHeld }) => (
            <>
              <a href={addressOf('community', id)}>{title}</a>
              {isHeld && <span class="tag">waits for a moderator</span>}
              <span class="faint block clip">{body}</span>
            </>
          ),
        },
        { name: 'By', cell: ({ author }) => author?.name ?? 'A former member', isMinor: true },
        { name: 'Score', kind: 'number', cell: ({ score }) => whole(score), by: ({ score }) => score },
        {
          name: 'Comments',
          kind: 'number',
          cell: ({ commentCount }) => whole(commentCount),
          by: ({ commentCount }) => commentCount,
          isMinor: true,
        },
        {
          name: 'Written',
          cell: ({ createdAt }) => <span class="nowrap">{moment(createdAt)}</span>,
          by: ({ createdAt }) => createdAt,
        },
      ]}
    />
  );
}

function Leaderboard({ leaders }: { readonly leaders: Leaders }) {
  if (leaders.nodes.length === 0) return <Empty>Nobody has points yet.</Empty>;
  return (
    <Table
      caption="Most points"
      rows={leaders.nodes}
      rowKey={({ rank, member }) => `${rank} ${member?.name ?? ''}`}
      columns={[
        { name: 'Rank', kind: 'number', cell: ({ rank }) => rank },
        { name: 'Member', cell: ({ member }) => member?.name ?? 'A former member' },
        { name: 'Points', kind: 'number', cell: ({ points }) => whole(points) },
      ]}
    />
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
      <header class="page-head">
        <h1>Community</h1>
        <p class="note">What others write, by space.</p>
      </header>
      <div class="stack">
        <Panel
          {...shared}
          title="Posts"
          tall={[165, 215]}
          error={posts === null ? errorAt(errors, 'communityPosts') : undefined}
          source={{
            panel: 'CommunityPostsPanel',
            variables,
            rest: `community?view=posts&space=${encodeURIComponent(space)}&sort=${orderBy.toLowerCase()}`,
          }}
        >
          <div class="inline">
            <label>
              Space
              <select
                value={space}
                onChange={(event) => keepInAddress({ space: event.currentTarget.value, order: orderBy })}
              >
                <option value="all">All</option>
                {own?.spaces.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Order
              <select value={orderBy} onChange={(event) => keepInAddress({ space, order: event.currentTarget.value })}>
                {ORDERS.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {posts !== null && <PostTable posts={posts} />}
        </Panel>
        <Panel
          {...shared}
          title="Your part"
          tall={[140, 204]}
          error={own === null ? errorAt(errors, 'community') : undefined}
          source={{ panel: 'CommunityPanel', rest: 'community' }}
        >
          {own !== null && (
            <>
              <Facts
                items={[
                  own.nextLevelPoints === null
                    ? ['Points', whole(own.points)]
                    : ['Points', whole(own.points), `next level at ${whole(own.nextLevelPoints)}`],
                  ['Level', String(own.level)],
                  ['Standing', words(own.standing)],
                ]}
              />
              <Gate account={account} field="Mutation.createCommunityPost" what="Writing">
                {own.member === null ? <Join own={own} changed={again} /> : <Write own={own} />}
              </Gate>
            </>
          )}
        </Panel>
        <Panel
          {...shared}
          title="Most points"
          rows={4}
          error={leaders === null ? errorAt(errors, 'communityLeaderboard') : undefined}
          source={{ panel: 'LeaderboardPanel', rest: 'community?view=leaderboard' }}
        >
          {leaders !== null && <Leaderboard leaders={leaders} />}
        </Panel>
      </div>
    </>
  );
}

/** Posts, comments and points of the community. */
export function Community() {
  const { account } = useAccount();
  const {
    steps: [, post],
  } = useStore(place);
  if (account === null) return <Loading rows={12} />;
  return post === undefined ? <Overview account={account} /> : <Post key={post} id={post} account={account} />;
}
