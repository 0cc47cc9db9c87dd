import { beforeAll, expect, it } from '@jest/globals';
import { createPostgresBackend, withBackend, type PostgresConnectionOptions } from 'bullmq';
import { until } from '../../access/fixtures/access.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { openQueues } from './open-queues.js';

const PATIENTLY = 3_000;

forEachDatabase((_kind, open) => {
  let store: Store;

  beforeAll(async () => {
    store = await open();
  });

  it('a job in progress while the queues close can still put itself back, and no worker remains', async () => {
    const errors: Error[] = [];
    const queues = openQueues({
      store,
      onAway: (error) => errors.push(error),
      onFailed: (error) => errors.push(error),
      onLost: (queue) => errors.push(new Error(`lost ${queue}`)),
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

  it('tells of a job whose process died, without an error, where it is not repeated', async () => {
    const told: string[] = [];
    const queues = openQueues({
      store,
      onAway: (error) => told.push(error.message),
      onFailed: (error) => told.push(error.message),
      onLost: (queue) => told.push(`lost in ${queue}`),
    });
    const queue = queues.queue<object>('others');
    await queue.add('once', {});
    const dead = new (withBackend(createPostgresBackend).Worker)('others', null, {
      autorun: false,
      lockDuration: 1,
      connection: { ...store.poolConfig, schema: 'jobs', max: 1 } as PostgresConnectionOptions,
    });
    expect(await dead.getNextJob('dead')).toMatchObject({ name: 'once' });
    queues.worker<object>('others', () => Promise.reject(new Error('It was repeated.')), {});
    await until(() => told.length > 0, PATIENTLY);
    await dead.close(true);
    await queues.close();
    expect(told).toEqual(['lost in others']);
  });
});
