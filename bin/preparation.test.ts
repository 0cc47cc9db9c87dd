import { describe, expect, it } from '@jest/globals';
import { Preparation } from './preparation.js';

describe('all at once', () => {
  it('does first what every request needs, then the rest in its order, also steps that steps add, with room for other work', async () => {
    const done: string[] = [];
    const preparation = new Preparation();
    preparation.later(() => {
      done.push('one');
      preparation.later(() => done.push('added'));
      setImmediate(() => done.push('other work'));
    });
    preparation.later(() => done.push('two'));
    preparation.first(() => done.push('for all'));
    expect(done).toEqual([]);
    await preparation.runAll();
    expect(done).toEqual(['for all', 'one', 'other work', 'two', 'added']);
    preparation.later(() => done.push('left to its request'));
    await preparation.runAll();
    expect(done).toHaveLength(5);
  });

  it('rejects with the error of a step', async () => {
    const preparation = new Preparation();
    preparation.later(() => {
      throw new Error('The row does not match the graph.');
    });
    await expect(preparation.runAll()).rejects.toThrow('The row does not match the graph.');
  });
});

describe('while a server serves', () => {
  it('only what every request needs comes before; the rest follows, and goes on after a step that fails', async () => {
    const done: string[] = [];
    const errors: unknown[] = [];
    const failure = new Error('The row does not match the graph.');
    const preparation = new Preparation();
    preparation.first(() => done.push('for all'));
    preparation.later(() => {
      throw failure;
    });
    preparation.later(() => done.push('one'));
    await preparation.runFirst();
    expect(done).toEqual(['for all']);
    await preparation.runRest((error) => errors.push(error), 0);
    expect(done).toEqual(['for all', 'one']);
    expect(errors).toEqual([failure]);
    preparation.later(() => done.push('left to its request'));
    await preparation.runRest((error) => errors.push(error), 0);
    expect(done).toHaveLength(2);
  });

  it('ends when it is stopped, in the middle of a pause too', async () => {
    const done: string[] = [];
    const preparation = new Preparation();
    preparation.later(() => done.push('one'));
    preparation.later(() => done.push('two'));
    const running = preparation.runRest(() => undefined, 3_600_000);
    expect(done).toEqual(['one']);
    preparation.stop();
    await running;
    expect(done).toEqual(['one']);
  });
});
