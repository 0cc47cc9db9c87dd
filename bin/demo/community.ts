import { createCommunity } from '../../surfaces/community/community.js';
import { POINTS } from '../../surfaces/community/points.js';
import { systemRandom } from '../../access/secrets.js';
import type { Runtime } from '../runtime.js';

/** Setting that says that the demo community has been stored, so that what is deleted or changed stays so. */
const STORED = 'demo_community';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Invented members; Pro and Institutional are demo accounts. Free and Starter have not accepted the guidelines. */
const MEMBERS = [
  {
    accountId: 'acc_demo_pro',
    id: 'mem_demo_pro',
    name: 'Pro Demo (invented)',
    role: 'analyst',
    openTo: ['collaboration'],
  },
  {
    accountId: 'acc_demo_institutional',
    id: 'mem_demo_institutional',
    name: 'Institutional Demo (invented)',
    role: 'investor',
    openTo: ['hiring', 'introductions'],
  },
] as const;

const POSTS = [
  {
    id: 'pst_demo_1',
    author: 0,
    space: 'markets',
    kind: 'question',
    title: 'What do you watch before the open?',
    body: 'I look at breadth and at the implied move of the week. What do you add?',
    hoursAgo: 30,
  },
  {
    id: 'pst_demo_2',
    author: 1,
    space: 'research',
    kind: 'analysis',
    title: 'How often the composite changes its label',
    body: 'Over the stored history a label lasted about three weeks; half of the changes were taken back within five sessions.',
    hoursAgo: 20,
  },
  {
    id: 'pst_demo_3',
    author: 1,
    space: 'introductions',
    kind: 'discussion',
    title: 'Hello',
    body: 'We are an invented fund, and read more filings than is healthy.',
    hoursAgo: 10,
  },
] as const;

const COMMENTS = [
  { id: 'cmt_demo_1', post: 'pst_demo_1', author: 1, body: 'The shape of the volatility curve.', hoursAgo: 28 },
  { id: 'cmt_demo_2', post: 'pst_demo_2', author: 0, body: 'Did you count holidays as sessions?', hoursAgo: 18 },
] as const;

/** Stores invented members, posts, comments, a vote and events, once. */
export async function storeDemoCommunity({ store, clock }: Pick<Runtime, 'store' | 'clock'>): Promise<void> {
  if ((await store.settings.get(STORED)) !== undefined) return;
  const nowMs = clock();
  const acts = store.communityActs;
  const always = { most: 1_000, since: new Date(nowMs) };
  const accountOf = (author: 0 | 1): string => MEMBERS[author].accountId;
  for (const { accountId, id, ...profile } of MEMBERS)
    await acts.join(accountId, id, profile, new Date(nowMs - 2 * DAY_MS));
  for (const { author, hoursAgo, ...post } of POSTS)
    await acts.publishPost(
      {
        ...post,
        accountId: accountOf(author),
        status: 'published',
        reasons: [],
        at: new Date(nowMs - hoursAgo * HOUR_MS),
      },
      { ...always, points: POINTS.post },
    );
  for (const { author, hoursAgo, post, ...comment } of COMMENTS)
    await acts.publishComment(
      {
        ...comment,
        postId: post,
        accountId: accountOf(author),
        status: 'published',
        reasons: [],
        at: new Date(nowMs - hoursAgo * HOUR_MS),
      },
      { ...always, points: POINTS.comment },
    );
  await createCommunity({ store, clock, random: systemRandom }).vote('acc_demo_institutional', 'pst_demo_1', 'up');
  await acts.insertEvent({
    id: 'cev_demo_1',
    title: 'Reading a 13F together (invented)',
    startsAt: new Date(nowMs + 7 * DAY_MS),
    url: 'https://example.com/events/13f',
  });
  await store.settings.setOnce(STORED, true);
}
