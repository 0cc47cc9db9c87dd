import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ScreenTable } from '../../engines/screen/screen-table.js';
import type { Security } from '../../store/securities.js';
import { readyTable } from './ready-table.js';

describe('a request for the screen', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const table = new ScreenTable<Security>([], []);

  it('waits for what changed, and leaves no timer', async () => {
    let answer: (ready: typeof table) => void = () => undefined;
    const ready = readyTable({ table: () => new Promise((resolve) => (answer = resolve)), progress: () => null });
    await jest.advanceTimersByTimeAsync(9_999);
    answer(table);
    expect([await ready, jest.getTimerCount()]).toEqual([table, 0]);
  });

  it('is refused after ten seconds, and told how far it is', async () => {
    const ready = readyTable({
      table: () => new Promise(() => undefined),
      progress: () => ({ done: 1_200, of: 5_000 }),
    });
    const refused = expect(ready).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('1200 of 5000'),
      extra: { retry_after_s: 5 },
    });
    await jest.advanceTimersByTimeAsync(10_000);
    await refused;
  });
});
