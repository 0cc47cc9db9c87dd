import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { WarmUp } from './warm-up.js';

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await pause(5);
};

it('does the steps in their order once it is started, also those that steps add, and tells of one that fails', async () => {
  const done: string[] = [];
  const failures: unknown[] = [];
  const warmUp = new WarmUp((error) => failures.push(error));
  warmUp.later(() => {
    done.push('first');
    warmUp.later(() => done.push('added'));
  });
  warmUp.later(() => {
    throw new Error('does not fit');
  });
  await pause(60);
  expect(done).toEqual([]);
  warmUp.start();
  await until(() => done.length === 2);
  expect([done, failures]).toEqual([['first', 'added'], [new Error('does not fit')]]);
  warmUp.later(() => done.push('after the others'));
  await until(() => done.length === 3);
});

it('does nothing more once it is stopped', async () => {
  const done: number[] = [];
  const warmUp = new WarmUp(() => undefined);
  warmUp.later(() => {
    done.push(1);
    warmUp.stop();
  });
  warmUp.later(() => done.push(2));
  warmUp.start();
  await until(() => done.length === 1);
  await pause(60);
  expect(done).toEqual([1]);
});
