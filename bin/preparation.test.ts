import { expect, it } from '@jest/globals';
import { Preparation } from './preparation.js';

it('does the steps in their order, also those that steps add, with room for other work between them', async () => {
  const done: string[] = [];
  const preparation = new Preparation();
  preparation.later(() => {
    done.push('first');
    preparation.later(() => done.push('added'));
    setImmediate(() => done.push('other work'));
  });
  preparation.later(() => done.push('second'));
  expect(done).toEqual([]);
  await preparation.run();
  expect(done).toEqual(['first', 'other work', 'second', 'added']);
  preparation.later(() => done.push('left to its request'));
  await preparation.run();
  expect(done).toHaveLength(4);
});

it('rejects with the error of a step', async () => {
  const preparation = new Preparation();
  preparation.later(() => {
    throw new Error('The row does not match the graph.');
  });
  await expect(preparation.run()).rejects.toThrow('The row does not match the graph.');
});
