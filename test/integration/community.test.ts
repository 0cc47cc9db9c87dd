import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const server = await serverForFile();
const PATH = '/api/v1/community';

interface Member extends TestKey {
  readonly id: string;
  readonly session: string;
}

const get = ({ key }: TestKey, query = ''): Promise<Answer> => server.call(`${PATH}${query}`, { key });
const told = (answer: Answer): unknown[] => [answer.status, read(answer, 'error')];
const sessionOf = async ({ accountId }: TestKey): Promise<string> =>
  (await server.runtime.access.sessions.create(accountId)).secret;
const bySession = (session: string, query: string, variables: object = {}): Promise<Answer> =>
  server.call('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
    body: { query, variables },
  });
const write = (session: string, body: object): Promise<Answer> =>
  server.call(PATH, { method: 'POST', headers: { Authorization: `Bearer ${session}` }, body });
const outsider = async (): Promise<TestKey & { readonly session: string }> => {
  const key = await server.newKey('free', { perMinute: 10_000, perMonth: 10_000 });
  return { ...key, session: await sessionOf(key) };
};

const JOIN =
  'mutation($input: AcceptCommunityGuidelinesInput!) { acceptCommunityGuidelines(input: $input) { communityMember { id name role openTo level points } } }';
async function newMember(name: string, more: object = {}): Promise<Member> {
  const key = await outsider();
  const answer = await bySession(key.session, JOIN, { input: { name, ...more } });
  return { ...key, id: String(read(answer, 'data', 'acceptCommunityGuidelines', 'communityMember', 'id')) };
}

let written = 0;
const text = (): { title: string; body: string } => ({
  title: `Note ${++written}`,
  body: `What do you think of series ${written}?`,
});
async function newPost({ session }: Pick<Member, 'session'>, more: object = {}): Promise<string> {
  return String(read(await write(session, { space: 'markets', kind: 'question', ...text(), ...more }), 'id'));
}
const COMMENT =
  'mutation($input: CreateCommunityCommentInput!) { createCommunityComment(input: $input) { communityComment { id isHeld author { name } } } }';
const comment = async ({ session }: Member, postId: string): Promise<string> =>
  String(
    read(
      await bySession(session, COMMENT, { input: { postId, body: `A comment ${++written}` } }),
      'data',
      'createCommunityComment',
      'communityComment',
      'id',
    ),
  );
const BLOCK =
  'mutation($input: BlockCommunityMemberInput!) { blockCommunityMember(input: $input) { communityMember { id } } }';
const UNBLOCK =
  'mutation($input: UnblockCommunityMemberInput!) { unblockCommunityMember(input: $input) { communityMember { id } } }';
const VOTE =
  'mutation($input: VoteOnCommunityPostInput!) { voteOnCommunityPost(input: $input) { communityPost { score } } }';
const codeOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');
const idsIn = (answer: Answer, list: string): readonly string[] =>
  ((read(answer, list) ?? []) as readonly { id: string }[]).map(({ id }) => id);

describe('a post', () => {
  it('has all its comments, page by page', async () => {
    const [author, reader] = [await newMember('Author'), await newMember('Reader')];
    const id = await newPost(author);
    const written = [await comment(author, id), await comment(reader, id), await comment(author, id)];
    const first = await get(reader, `?view=post&id=${id}&limit=2`);
    const next = await get(reader, `?view=post&id=${id}&limit=2&cursor=${String(read(first, 'next_cursor'))}`);
    expect([
      idsIn(first, 'comments'),
      idsIn(next, 'comments'),
      read(next, 'next_cursor'),
      read(next, 'comment_count'),
    ]).toEqual([written.slice(0, 2), written.slice(2), null, 3]);
    expect(told(await get(reader, `?view=post&id=${id}&cursor=garbage`))).toEqual([400, 'invalid_parameter']);
    // The order of the posts says nothing here, and is no error.
    expect((await get(reader, `?view=post&id=${id}&sort=new`)).status).toBe(200);
    expect([
      (await get(reader, '?sort=new')).status,
      (await get(reader, '?sort=return')).status,
      told(await get(reader, '?sort=loudest')),
    ]).toEqual([200, 200, [400, 'invalid_parameter']]);
  });

  it('needs a session, then guidelines, and comes back as it is listed', async () => {
    const key = await outsider();
    expect(
      told(
        await server.call(PATH, {
          method: 'POST',
          key: key.key,
          body: { space: 'markets', kind: 'question', ...text() },
        }),
      ),
    ).toEqual([403, 'session_required']);
    const unread = await server.call(PATH, { method: 'POST', key: key.key, body: {} });
    expect(told(unread)).toEqual([403, 'session_required']);
    expect([await server.used(key), unread.headers['x-ratelimit-remaining']]).toEqual([0, '9998']);
    expect(told(await write(key.session, { space: 'markets', kind: 'question', ...text() }))).toEqual([
      428,
      'guidelines_not_accepted',
    ]);
    expect(read(await get(key), 'can_post')).toBe(false);
    const joined = await bySession(key.session, JOIN, {
      input: { name: ' Ines\u200b ', role: 'ANALYST', openTo: ['HIRING', 'HIRING'] },
    });
    expect(read(joined, 'data', 'acceptCommunityGuidelines', 'communityMember')).toEqual({
      id: expect.stringMatching(/^mem_/),
      name: 'Ines',
      role: 'ANALYST',
      openTo: ['HIRING'],
      level: 1,
      points: 0,
    });
    const again = await bySession(key.session, JOIN, { input: { name: 'Other' } });
    expect(read(again, 'data', 'acceptCommunityGuidelines', 'communityMember', 'name')).toBe('Ines');
    const posted = await write(key.session, {
      space: 'markets',
      kind: 'question',
      title: 'A <b>title</b>',
      body: 'One line\nanother',
    });
    const row = {
      id: expect.stringMatching(/^pst_/),
      space: 'markets',
      kind: 'question',
      title: 'A <b>title</b>',
      body: 'One line\nanother',
      author: { id: expect.stringMatching(/^mem_/), name: 'Ines' },
      created_at: expect.any(String),
      score: 0,
      comment_count: 0,
      held: false,
    };
    expect([posted.status, JSON.parse(posted.text)]).toEqual([201, row]);
    const other = await outsider();
    const one = await get(other, `?view=post&id=${String(read(posted, 'id'))}`);
    expect([one.status, JSON.parse(one.text)]).toEqual([
      200,
      { ...(JSON.parse(posted.text) as object), count: 0, comments: [], next_cursor: null },
    ]);
    expect(read(await get(key), 'points')).toBe(10);
    expect(read(await get(key), 'can_post')).toBe(true);
  });

  it('is refused with the reasons, and in unknown spaces, and neither counts', async () => {
    const member = await newMember('Rolf');
    const spam = await write(member.session, {
      space: 'markets',
      kind: 'question',
      title: 'Deal',
      body: 'Click here: a.com b.com c.com d.com',
    });
    expect([...told(spam), read(spam, 'reasons')]).toEqual([422, 'moderation_blocked', ['too_many_links', 'spam']]);
    expect([...told(await write(member.session, { space: 'nowhere', kind: 'question', ...text() }))]).toEqual([
      400,
      'invalid_parameter',
    ]);
    for (let sent = 0; sent < 5; sent++)
      expect((await write(member.session, { space: 'research', kind: 'analysis', ...text() })).status).toBe(201);
    const late = await write(member.session, { space: 'research', kind: 'analysis', ...text() });
    expect([...told(late), Number(read(late, 'retry_after_s')) > 3_000]).toEqual([429, 'post_rate_limited', true]);
    expect(late.headers['retry-after']).toBe(String(read(late, 'retry_after_s')));
  });

  it('has at most as many characters as its limit also once compatibility characters are written out', async () => {
    const { session } = await newMember('Calligrapher');
    const post = { space: 'markets', kind: 'question', title: 'A ligature' };
    const [tooLong, emoji] = [
      await write(session, { ...post, body: '\ufdfa'.repeat(1_112) }),
      await write(session, { ...post, body: `What do you think? ${'\u{1f600} '.repeat(9_990)}` }),
    ];
    expect([...told(tooLong), read(tooLong, 'param'), emoji.status]).toEqual([400, 'invalid_parameter', 'body', 201]);
    expect(read(tooLong, 'message')).toBe(
      'body must have at most 20000 characters in Unicode normalization form NFKC; it has 20016.',
    );
  });

  it('of twenty at once, five are stored', async () => {
    const member = await newMember('Many');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => write(member.session, { space: 'agents', kind: 'resource', ...text() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 15 }, () => 429),
    ]);
    expect(read(await get(member), 'points')).toBe(50);
  });

  it('that is borderline is seen by its author alone, until it is published', async () => {
    const [author, reader] = [await newMember('Moon'), await outsider()];
    const posted = await write(author.session, {
      space: 'markets',
      kind: 'discussion',
      title: 'Moon',
      body: 'This goes to the moon',
    });
    const id = String(read(posted, 'id'));
    expect([posted.status, read(posted, 'held'), read(await get(author), 'points')]).toEqual([201, true, 0]);
    expect(told(await get(reader, `?view=post&id=${id}`))).toEqual([404, 'not_found']);
    expect(idsIn(await get(reader, '?view=posts&limit=100'), 'posts')).not.toContain(id);
    expect(idsIn(await get(author, '?view=posts&limit=100'), 'posts')).toContain(id);
    expect(
      codeOf(await bySession((await newMember('Voter')).session, VOTE, { input: { postId: id, value: 'UP' } })),
    ).toBe('NOT_FOUND');
    expect((await server.runtime.store.communityActs.held()).map((held) => [held.id, held.reasons])).toContainEqual([
      id,
      ['advice_to_act'],
    ]);
    expect(await server.runtime.store.communityActs.decide(id, true, { post: 10, comment: 2 })).toBe(true);
    expect(await server.runtime.store.communityActs.decide(id, true, { post: 10, comment: 2 })).toBe(false);
    expect([read(await get(reader, `?view=post&id=${id}`), 'held'), read(await get(author), 'points')]).toEqual([
      false,
      10,
    ]);
  });
});

describe('lists of posts', () => {
  it('are sorted, paged and filtered', async () => {
    const members = [await newMember('A'), await newMember('B'), await newMember('C')] as const;
    server.clock.nowMs += 3_600_000;
    const ids: string[] = [];
    for (let each = 0; each < 5; each++) {
      server.clock.nowMs += 1_000;
      ids.push(await newPost(members[0], { space: 'introductions' }));
    }
    for (const voter of [members[1], members[2]])
      await bySession(voter.session, VOTE, { input: { postId: ids[2] ?? '', value: 'UP' } });
    await bySession(members[1].session, VOTE, { input: { postId: ids[4] ?? '', value: 'DOWN' } });
    server.clock.nowMs += 1_000;
    await comment(members[1], ids[0] ?? '');
    const list = async (query: string): Promise<Answer> => get(members[2], `?view=posts&space=introductions&${query}`);
    const paged = async (sort: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list(`sort=${sort}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        found.push(...idsIn(page, 'posts'));
        cursor = (read(page, 'next_cursor') ?? null) as string | null;
      }
      return found.map((id) => String(ids.indexOf(id)));
    };
    expect([await paged('new'), await paged('top'), await paged('active')]).toEqual([
      ['4', '3', '2', '1', '0'],
      ['2', '3', '1', '0', '4'],
      ['0', '4', '3', '2', '1'],
    ]);
    const second = await list('limit=2');
    const before = await list(`limit=10&before=${String(read(second, 'posts', 1, 'created_at'))}`);
    expect([read(second, 'total'), idsIn(before, 'posts').length, read(before, 'total')]).toEqual([5, 3, 3]);
    expect(told(await get(members[2], '?view=posts&space=nowhere'))).toEqual([400, 'invalid_parameter']);
    expect(told(await get(members[2], '?view=posts&sort=best'))).toEqual([400, 'invalid_parameter']);
    expect(told(await get(members[2], '?view=nothing'))).toEqual([400, 'invalid_parameter']);
  });

  it('takes null for a filter as none', async () => {
    const member = await newMember('Null');
    const graph = await server.graphql(
      member.key,
      'query($filter: CommunityPostFilter, $members: CommunityMemberFilter) { communityPosts(filter: $filter, first: 1) { totalCount } communityMembers(filter: $members, first: 1) { totalCount } }',
      { filter: null, members: null },
    );
    expect([read(graph, 'errors'), Number(read(graph, 'data', 'communityMembers', 'totalCount')) > 0]).toEqual([
      undefined,
      true,
    ]);
  });

  it('votes count once for each member, are taken back, and are not for own posts', async () => {
    const [author, voter] = [await newMember('Author'), await newMember('Voter')];
    const id = await newPost(author);
    const cast = async (value: string): Promise<unknown> =>
      read(
        await bySession(voter.session, VOTE, { input: { postId: id, value } }),
        'data',
        'voteOnCommunityPost',
        'communityPost',
        'score',
      );
    expect([
      await cast('UP'),
      await cast('UP'),
      read(await get(author), 'points'),
      await cast('DOWN'),
      read(await get(author), 'points'),
      await cast('NONE'),
    ]).toEqual([1, 1, 11, -1, 10, 0]);
    expect(codeOf(await bySession(author.session, VOTE, { input: { postId: id, value: 'UP' } }))).toBe(
      'INVALID_PARAMETER',
    );
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => cast('UP')));
    expect([...new Set(atOnce)]).toEqual([1]);
  });
});

describe('blocks and suspensions', () => {
  type Relation = 'blocks' | 'is blocked' | 'is suspended' | 'none';
  const VIEWS = ['posts', 'post', 'comment', 'count', 'members', 'leaderboard', 'node', 'total'] as const;

  it.each([
    ['blocks', false],
    ['is blocked', false],
    ['is suspended', false],
    ['none', true],
  ] as const)('a member who %s: everything of theirs is shown is %s', async (relation: Relation, isShown) => {
    const [viewer, other, third] = [
      await newMember('Viewer'),
      await newMember(`Other ${relation}`),
      await newMember('Third'),
    ];
    const [own, theirs] = [await newPost(third), await newPost(other)];
    const answer = await comment(other, own);
    if (relation === 'blocks') await bySession(other.session, BLOCK, { input: { memberId: viewer.id } });
    if (relation === 'is blocked') await bySession(viewer.session, BLOCK, { input: { memberId: other.id } });
    if (relation === 'is suspended') await server.runtime.store.communityActs.setStanding(other.id, 'suspended');
    const posts = await get(viewer, '?view=posts&limit=100');
    const shown = await get(viewer, `?view=post&id=${own}`);
    const members = await get(viewer, '?view=members&limit=100');
    const leaders = await get(viewer, '?view=leaderboard&limit=100');
    const graph = await server.graphql(
      viewer.key,
      `{ node(id: "${theirs}") { id } other: node(id: "${other.id}") { id } third: node(id: "${answer}") { id } communityPost(id: "${theirs}") { id } }`,
    );
    const nodes = (read(graph, 'data') ?? {}) as Record<string, unknown>;
    const found: Record<(typeof VIEWS)[number], boolean> = {
      posts: idsIn(posts, 'posts').includes(theirs),
      post: (await get(viewer, `?view=post&id=${theirs}`)).status === 200,
      comment: idsIn(shown, 'comments').includes(answer),
      count: read(shown, 'comment_count') === 1,
      members: idsIn(members, 'members').includes(other.id),
      leaderboard: leaders.text.includes(other.id),
      node: Object.values(nodes).some((value) => value !== null),
      total:
        Number(read(members, 'total')) === idsIn(members, 'members').length &&
        Number(read(posts, 'total')) === idsIn(posts, 'posts').length,
    };
    expect(found).toEqual({ ...Object.fromEntries(VIEWS.map((view) => [view, isShown])), total: true });
    // Their own view is whole.
    expect((await get(other, `?view=post&id=${theirs}`)).status).toBe(200);
    // A third member sees both sides, unless the other is suspended.
    expect((await get(third, `?view=post&id=${theirs}`)).status).toBe(relation === 'is suspended' ? 404 : 200);
    if (relation === 'is suspended')
      expect(told(await write(other.session, { space: 'markets', kind: 'question', ...text() }))).toEqual([
        403,
        'member_suspended',
      ]);
    // Neither votes nor comments on what they do not see.
    const vote = await bySession(viewer.session, VOTE, { input: { postId: theirs, value: 'UP' } });
    expect(codeOf(vote)).toBe(isShown ? undefined : 'NOT_FOUND');
    expect(codeOf(await bySession(viewer.session, COMMENT, { input: { postId: theirs, body: 'Hello' } }))).toBe(
      isShown ? undefined : 'NOT_FOUND',
    );
  });

  it('end where they were set, and by whom', async () => {
    const [one, other] = [await newMember('One'), await newMember('Two')];
    expect(codeOf(await bySession(one.session, UNBLOCK, { input: { memberId: other.id } }))).toBe('NOT_FOUND');
    await bySession(one.session, BLOCK, { input: { memberId: other.id } });
    const listed = await bySession(one.session, '{ community { blockedMembers { id } } }');
    expect(read(listed, 'data', 'community', 'blockedMembers')).toEqual([{ id: other.id }]);
    expect(codeOf(await server.graphql(one.key, '{ community { blockedMembers { id } } }'))).toBe('SESSION_REQUIRED');
    expect(codeOf(await bySession(other.session, UNBLOCK, { input: { memberId: one.id } }))).toBe('NOT_FOUND');
    expect(codeOf(await bySession(one.session, UNBLOCK, { input: { memberId: other.id } }))).toBe(undefined);
    expect(idsIn(await get(one, '?view=members&limit=100'), 'members')).toContain(other.id);
    expect(codeOf(await bySession(one.session, BLOCK, { input: { memberId: one.id } }))).toBe('NOT_FOUND');
  });
});

describe('members and events', () => {
  it('are filtered, ranked by points and paged', async () => {
    const member = await newMember('Founder', { role: 'FOUNDER', openTo: ['MENTORING', 'WORK'] });
    const found = await get(member, '?view=members&role=founder&open_to=work');
    expect([read(found, 'count'), read(found, 'members', 0)]).toEqual([
      1,
      { id: member.id, name: 'Founder', role: 'founder', open_to: ['mentoring', 'work'], level: 1 },
    ]);
    const ranks: unknown[] = [];
    const points: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await get(member, `?view=leaderboard&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      for (const row of read(page, 'leaderboard') as readonly { rank: number; points: number }[]) {
        ranks.push(row.rank);
        points.push(row.points);
      }
      cursor = (read(page, 'next_cursor') ?? null) as string | null;
    }
    expect(ranks).toEqual(ranks.map((_, index) => index + 1));
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    const at = (days: number): Date => new Date(server.clock.nowMs + days * 86_400_000);
    for (const [id, days] of [
      ['cev_b', 3],
      ['cev_a', 1],
      ['cev_past', -3],
    ] as const)
      await server.runtime.store.communityActs.insertEvent({ id, title: id, startsAt: at(days), url: null });
    expect(idsIn(await get(member, '?view=events'), 'events')).toEqual(['cev_a', 'cev_b']);
  });

  it('points equal those of the acts that are stored', async () => {
    const { db } = server.runtime.store;
    const members = await db.selectFrom('community_members').selectAll().execute();
    const posts = await db.selectFrom('community_posts').selectAll().where('status', '=', 'published').execute();
    const comments = await db.selectFrom('community_comments').selectAll().where('status', '=', 'published').execute();
    const votes = await db.selectFrom('community_votes').selectAll().where('value', '=', 1).execute();
    const counted = members.map(({ accountId }) => {
      const own = posts.filter((post) => post.accountId === accountId);
      return (
        own.length * 10 +
        comments.filter((each) => each.accountId === accountId).length * 2 +
        votes.filter(({ postId }) => own.some(({ id }) => id === postId)).length
      );
    });
    expect(members.length).toBeGreaterThan(10);
    expect(members.map(({ points }) => points)).toEqual(counted);
  });
});
