import { describe, expect, it } from '@jest/globals';
import { createUseEnds } from './use-ends.js';

type Ends = ReadonlyMap<string, { readonly outcome: string }>;

const end = (outcome: string) => ({ outcome, httpStatus: null, durationMs: 1 });

describe('the ends of uses', () => {
  it('are stored together while others are being stored, and all of them before settled() resolves', async () => {
    const written: (readonly string[])[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const write = async (ends: Ends): Promise<void> => {
      written.push([...ends.keys()]);
      if (written.length === 1) await held;
    };
    const ends = createUseEnds({ write, onError: () => undefined });
    await ends.settled();
    ends.note('first', end('succeeded'));
    const settled = ends.settled();
    while (written.length === 0) await new Promise(setImmediate);
    ends.note('second', end('succeeded'));
    ends.note('third', end('upstream_failed'));
    release();
    await settled;
    expect(written).toEqual([['first'], ['second', 'third']]);
  });

  it('are tried again with the next ones after a failure, which is reported', async () => {
    const stored = new Map<string, string>();
    const errors: unknown[] = [];
    let isAway = true;
    const write = (ends: Ends): Promise<void> => {
      if (isAway) return Promise.reject(new Error('away'));
      for (const [id, { outcome }] of ends) stored.set(id, outcome);
      return Promise.resolve();
    };
    const ends = createUseEnds({ write, onError: (error) => errors.push(error) });
    ends.note('one', end('succeeded'));
    await ends.settled();
    expect([stored.size, errors]).toEqual([0, [new Error('away')]]);
    isAway = false;
    ends.note('other', end('upstream_timeout'));
    await ends.settled();
    expect([...stored]).toEqual([
      ['one', 'succeeded'],
      ['other', 'upstream_timeout'],
    ]);
  });
});
