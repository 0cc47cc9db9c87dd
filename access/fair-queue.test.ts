import { describe, expect, it } from '@jest/globals';
import { FairQueue, SharedRequester, type FairQueueOptions, type Requester } from './fair-queue.js';

class NotStarted extends Error {}

const stays = (turn: string): Requester => ({ turn, onAbandoned: () => undefined });

/** A request whose client can go away. */
function leaving(turn: string): Requester & { readonly leave: () => void } {
  const listeners: (() => void)[] = [];
  return {
    turn,
    onAbandoned: (listener) => void listeners.push(listener),
    leave: () => listeners.forEach((listener) => listener()),
  };
}

/** A queue whose work ends when told to. */
function queue(options: Partial<FairQueueOptions> = {}) {
  const fair = new FairQueue({ running: 1, waiting: 100, waitingEach: 10, busy: () => new NotStarted(), ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, requester: Requester = stays(name.charAt(0))): Promise<string> =>
    fair
      .run(
        requester,
        () =>
          new Promise<string>((resolve) => {
            started.push(name);
            ends.set(name, () => resolve(name));
          }),
      )
      .catch((error: unknown): string | Promise<never> =>
        error instanceof NotStarted ? `${name} was not started` : Promise.reject(error as Error),
      );
  return { fair, run, started, end: (name: string) => ends.get(name)?.() };
}

describe('a fair queue', () => {
  it('takes turns between requesters, whoever came first with how much', async () => {
    const { run, started, end } = queue();
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name));
    for (let index = 0; index < all.length; index += 1) {
      const name = started[index] ?? '';
      end(name);
      await all[['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].indexOf(name)];
    }
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('runs no more at a time than allowed, altogether and of one requester', () => {
    const { run, started } = queue({ running: 3, runningEach: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void run(name);
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  it('refuses the work of a requester with too much waiting, and of nobody else', async () => {
    const { run } = queue({ waitingEach: 2 });
    const results = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => run(name));
    expect(await results[3]).toBe('a4 was not started');
    expect(await Promise.race([results[4], Promise.resolve('waits')])).toBe('waits');
  });

  it('gives the place of the newest work of the longest line to another requester once it is full', async () => {
    const { run, started, end } = queue({ waiting: 3 });
    const results = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => run(name));
    expect(await results[3]).toBe('a4 was not started');
    for (const [name, result] of [
      ['a1', results[0]],
      ['a2', results[1]],
    ] as const) {
      end(name);
      await result;
    }
    end('b1');
    expect(await results[4]).toBe('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('drops waiting work whose request has gone away', async () => {
    const { run, started, end } = queue();
    const gone = leaving('a');
    const [running, dropped, next] = [run('a1'), run('a2', gone), run('a3')];
    gone.leave();
    expect(await dropped).toBe('a2 was not started');
    end('a1');
    await running;
    end('a3');
    expect(await next).toBe('a3');
    expect(started).toEqual(['a1', 'a3']);
  });

  it('passes failures on and continues, also if the work fails at once', async () => {
    const { fair, run, started } = queue();
    const failed = fair.run(stays('a'), () => Promise.reject(new Error('later')));
    const thrown = fair.run(stays('a'), () => {
      throw new Error('at once');
    });
    await expect(failed).rejects.toThrow('later');
    await expect(thrown).rejects.toThrow('at once');
    void run('b1');
    expect(started).toEqual(['b1']);
  });
});

describe('work that several requests wait for', () => {
  it('is abandoned once all of them have gone away', () => {
    const [one, two] = [leaving('a'), leaving('b')];
    const shared = new SharedRequester(one);
    shared.join(two);
    const seen: string[] = [];
    shared.onAbandoned(() => seen.push('abandoned'));
    one.leave();
    expect(seen).toEqual([]);
    two.leave();
    expect(seen).toEqual(['abandoned']);
  });
});
