import { beforeAll, describe, expect, it } from '@jest/globals';
import { forEachDatabase } from './fixtures/databases.js';
import type { Store } from './open-store.js';

const ROUNDS = 12;
const RULES = { most: 10_000, since: new Date(0), points: 2 };

forEachDatabase((_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('acts of members on each other', () => {
    it('come together without waiting in a circle, and each counts once', async () => {
      const at = new Date();
      const ids = ['acc_one', 'acc_two'] as const;
      for (const id of ids) {
        await store.accounts.insert({ id, name: null, tier: 'free', perMinute: null, perMonth: null, createdAt: at });
        await store.communityActs.join(id, `mem_${id}`, { name: id, role: 'other', openTo: [] }, at);
        await store.communityActs.publishPost(
          {
            id: `pst_${id}`,
            accountId: id,
            space: 'markets',
            kind: 'question',
            title: id,
            body: id,
            status: 'published',
            reasons: [],
            at,
          },
          { ...RULES, points: 10 },
        );
      }
      const acts = Array.from({ length: ROUNDS }, (_round, round) =>
        ids.flatMap((id, index) => {
          const other = `pst_${ids[1 - index] ?? ''}`;
          const comment = (postId: string, name: string) =>
            store.communityActs.publishComment(
              {
                id: `cmt_${id}_${round}_${name}`,
                accountId: id,
                postId,
                body: 'x',
                status: 'published',
                reasons: [],
                at,
              },
              RULES,
            );
          return [store.communityActs.vote(id, other, 1, 1), comment(other, 'other'), comment(`pst_${id}`, 'own')];
        }),
      );
      const outcomes = await Promise.all(acts.flat());
      expect(new Set(outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.outcome)))).toEqual(
        new Set(['voted', 'stored']),
      );
      const members = await store.community.members({ viewerId: 'acc_one', sort: 'joined', first: 10 });
      expect(members.map(({ points }) => points)).toEqual([10 + 1 + ROUNDS * 4, 10 + 1 + ROUNDS * 4]);
      expect(
        (await store.community.posts({ viewerId: 'acc_one', space: null, sort: 'new', first: 10 })).map(
          ({ score, commentCount }) => [score, commentCount],
        ),
      ).toEqual([
        [1, ROUNDS * 2],
        [1, ROUNDS * 2],
      ]);
    });
  });
});
