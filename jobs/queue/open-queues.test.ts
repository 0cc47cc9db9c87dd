import { expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { openQueues } from './open-queues.js';

const PATIENTLY = 3_000;

forEachDatabase((_kind, open) => {
  it('a job in progress while the queues close can still put itself back, and no worker remains', async () => {
    const store = await open();
    const errors: Error[] = [];
    const queues = openQueues({
      store,
      onAway: (error) => errors.push(error),
      onFailed: (error) => errors.push(error),
    });
    const queue = queues.queue<object>('things');
    const state = { isStarted: false, isPutBack: false };
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const worker = queues.worker<object>(
      'things',
      async () => {
        state.isStarted = true;
        await gate;
        await queue.add('again', {});
        state.isPutBack = true;
      },
      {},
    );
    await queue.add('once', {});
    await until(() => state.isStarted, PATIENTLY);
    const closing = queues.close();
    goOn();
    await closing;
    await until(() => state.isPutBack && !worker.isRunning(), PATIENTLY);
    expect(errors).toEqual([]);
  });
});
