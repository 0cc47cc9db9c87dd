import { counted, inTurn, merged, paged } from '../projection/shape.js';
import type { RouteGroup, Sample } from '../route.js';

const read: Sample = { parameters: {}, tier: 'free', units: 1, source: 'none', isExampleWritten: true };
const VIEW = 'What to read; the overview without it.';
const view = (value: string) => ({ parameter: 'view', value, description: VIEW });

/** Contract 4.11. */
export const GROUP: RouteGroup = {
  position: 66,
  tag: 'Community',
  description: 'What members write. Members in a block relationship with the caller and suspended ones are left out.',
  page: 'community',
  routes: [
    {
      method: 'GET', path: '/community', operation: 'community', summary: 'The account\'s standing in the community',
      operationId: 'getCommunity',
      sample: read,
    },
    {
      method: 'GET', path: '/community', operation: 'community-posts', summary: 'Posts of the community',
      operationId: 'listCommunityPosts',
      selector: view('posts'),
      shape: paged('posts'),
      sample: { ...read, parameters: { view: 'posts', space: 'all', sort: 'new', limit: 2 } },
    },
    {
      method: 'GET', path: '/community', operation: 'community-post', summary: 'One post with its comments',
      operationId: 'getCommunityPost',
      selector: view('post'),
      shape: inTurn(merged('comment_page'), paged('comments')),
      errors: ['not_found'],
      sample: { ...read, parameters: { view: 'post', id: 'pst_l4GoUCUiYyDDXZnH' }, status: 404 },
    },
    {
      method: 'GET', path: '/community', operation: 'community-members', summary: 'Members of the community',
      operationId: 'listCommunityMembers',
      selector: view('members'),
      shape: paged('members'),
      sample: { ...read, parameters: { view: 'members', role: 'analyst' } },
    },
    {
      method: 'GET', path: '/community', operation: 'community-events', summary: 'Events of the community',
      operationId: 'listCommunityEvents',
      selector: view('events'),
      shape: paged('events'),
      sample: { ...read, parameters: { view: 'events' } },
    },
    {
      method: 'GET', path: '/community', operation: 'community-leaderboard', summary: 'Members by points',
      operationId: 'listCommunityLeaderboard',
      selector: view('leaderboard'),
      shape: paged('leaderboard'),
      sample: { ...read, parameters: { view: 'leaderboard' } },
    },
    {
      method: 'GET', path: '/community', operation: 'community-spaces', summary: 'Spaces of the community',
      operationId: 'listCommunitySpaces',
      selector: view('spaces'),
      shape: counted('spaces'),
      sample: { ...read, parameters: { view: 'spaces' } },
    },
    {
      method: 'GET', path: '/community', operation: 'community-arena', summary: 'Shared paper portfolios, ranked',
      operationId: 'listArena',
      selector: view('arena'),
      shape: paged('arena', inTurn(merged('portfolio'), merged('member'))),
      sample: { ...read, source: 'simulated', mayBeEmpty: ['next_cursor'], parameters: { view: 'arena', sort: 'score', limit: 5 } },
    },
    {
      method: 'GET', path: '/community', operation: 'community-arena-member', summary: 'The shared paper portfolio of one member',
      operationId: 'getArenaMember',
      selector: view('arena_member'),
      shape: merged('member'),
      errors: ['not_found'],
      sample: { ...read, parameters: { view: 'arena_member', user_id: 'mem_Zk3vQ8pLr1TtYw2a' }, status: 404 },
    },
    {
      method: 'GET', path: '/community', operation: 'community-arena-me', summary: "The account's own paper portfolio",
      operationId: 'getOwnArena',
      selector: view('arena_me'),
      shape: merged('member'),
      errors: ['not_found'],
      sample: { ...read, parameters: { view: 'arena_me' }, status: 404 },
    },
    {
      method: 'GET', path: '/community', operation: 'community-arena-catalog', summary: 'Achievements and weekly quests of the arena',
      operationId: 'getArenaCatalog',
      selector: view('arena_catalog'),
      sample: { ...read, parameters: { view: 'arena_catalog' } },
    },
    {
      method: 'POST', path: '/community', operation: 'community-create-post', summary: 'Publish a post, from a signed-in session',
      operationId: 'createCommunityPost',
      status: 201, errors: ['session_required', 'guidelines_not_accepted', 'member_suspended', 'moderation_blocked', 'post_rate_limited'],
      sample: { ...read, units: 0, parameters: { space: 'markets', kind: 'question', title: 'What do you watch?', body: 'Which series do you look at before the open?' } },
    },
  ],
};
