import { beforeAll, expect, it } from '@jest/globals';
import { LIVE_EVENTS, parseEvent, publishEvent, type LiveEvent } from './events.js';
import type { Store } from './open-store.js';
import { allHeard, forEachDatabase } from './fixtures/databases.js';

forEachDatabase((_, open) => {
  let store: Store;
  const heard: LiveEvent[] = [];
  beforeAll(async () => {
    store = await open();
    await store.listen(LIVE_EVENTS, (payload) => heard.push(parseEvent(payload)));
  });

  it('an event arrives unchanged, and only if its transaction commits', async () => {
    const told: LiveEvent = { topic: 'run', key: 'run_"1"', accountId: 'acc_1', version: 'fired' };
    await store.db.transaction().execute((tx) => publishEvent(tx, told));
    const undone = store.db.transaction().execute(async (tx) => {
      await publishEvent(tx, { topic: 'run', key: 'run_2' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await publishEvent(store.db, { topic: 'signal', key: 'AAPL' });
    await allHeard(store);
    expect(heard).toEqual([told, { topic: 'signal', key: 'AAPL' }]);
  });

  it.each(['', '{', '[]', '{"topic":"signal"}'])('an invalid event is refused: %s', (payload) => {
    expect(() => parseEvent(payload)).toThrow();
  });
});
