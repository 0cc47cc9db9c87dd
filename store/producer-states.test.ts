import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from './open-store.js';
import type { ProducerState, StateChange } from './producer-states.js';
import { forEachDatabase } from './fixtures/databases.js';

const at = (ms: number): Date => new Date(Date.UTC(2026, 4, 15, 12) + ms);

forEachDatabase((_, open) => {
  let store: Store;
  let serial = 0;
  beforeAll(async () => {
    store = await open();
  });

  const event = () => ({
    id: `evt_${String((serial += 1))}`,
    type: 'mood.band_change',
    accountId: null,
    data: {},
    at: at(0),
  });
  const events = async (): Promise<number> => (await store.db.selectFrom('events').select('id').execute()).length;
  const state = (value: unknown, ms = 0): ProducerState => ({ asOf: at(ms), state: value });
  const change = (entries: readonly (readonly [string, ProducerState])[], count = 0): StateChange => ({
    states: new Map(entries),
    events: Array.from({ length: count }, event),
  });

  describe('the states of a producer', () => {
    it('are the last stored, separate per producer', async () => {
      await store.producerStates.change('one', () =>
        change([
          ['a', state({ band: 'fear' }, 1)],
          ['b', state('x', 2)],
        ]),
      );
      await store.producerStates.change('one', () => change([['b', state(null, 3)]]));
      await store.producerStates.change('other', () => change([['a', state(7)]]));
      expect(await store.producerStates.of('one')).toEqual(
        new Map([
          ['a', state({ band: 'fear' }, 1)],
          ['b', state(null, 3)],
        ]),
      );
      expect(await store.producerStates.of('other')).toEqual(new Map([['a', state(7)]]));
      expect(await store.producerStates.of('nobody')).toEqual(new Map());
    });

    it('can be stored by the thousand', async () => {
      const many = Array.from({ length: 5_001 }, (_value, index) => [`T${index}`, state(index, index)] as const);
      await store.producerStates.change('many', () => change(many));
      expect(await store.producerStates.of('many')).toEqual(new Map(many));
    });

    it('change atomically with their events', async () => {
      const before = await events();
      const failing = { ...event(), accountId: 'acc_nobody' };
      await expect(
        store.producerStates.change('undone', () => ({
          states: new Map([['a', state(1)]]),
          events: [event(), failing],
        })),
      ).rejects.toThrow();
      expect([await store.producerStates.of('undone'), await events()]).toEqual([new Map(), before]);
    });

    it('are decided by one process at a time: of twenty concurrent first runs, one emits', async () => {
      const before = await events();
      const first = () =>
        store.producerStates.change('race', (last) => (last.has('a') ? change([]) : change([['a', state(1)]], 1)));
      await Promise.all(Array.from({ length: 20 }, first));
      expect((await events()) - before).toBe(1);
    });
  });
});
