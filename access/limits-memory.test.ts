import { describe, expect, it } from '@jest/globals';
import type { MinuteRow } from '../store/usage.js';
import { createMemoryRateLimiter, type MemoryRateLimiter } from './limits-memory.js';
import { createManualClock, NOON, type ManualClock } from './fixtures/access.js';

/** A `minute_usage` table in memory that can be made to fail. */
function createMinuteTable(): { rows: MinuteRow[]; isDown: boolean } & Parameters<
  typeof createMemoryRateLimiter
>[0]['usage'] {
  const table = {
    rows: [] as MinuteRow[],
    isDown: false,
    readMinutes: (sinceSecond: number) => Promise.resolve(table.rows.filter((row) => row.second > sinceSecond)),
    addToMinutes: (rows: readonly MinuteRow[]) => {
      if (table.isDown) return Promise.reject(new Error('down'));
      table.rows.push(...rows);
      return Promise.resolve();
    },
    deleteMinutes: (beforeSecond: number) => {
      table.rows = table.rows.filter((row) => row.second >= beforeSecond);
      return Promise.resolve();
    },
  };
  return table;
}

async function open(
  maxAddresses = 3,
): Promise<{ limiter: MemoryRateLimiter; clock: ManualClock; table: ReturnType<typeof createMinuteTable> }> {
  const clock = createManualClock();
  const table = createMinuteTable();
  return { limiter: await createMemoryRateLimiter({ usage: table, clock, maxAddresses }), clock, table };
}

describe('the minute in memory', () => {
  it('accepts exactly as many requests as the limit allows within any 60 seconds', async () => {
    const { limiter } = await open();
    const limit = 7;
    const accepted: number[] = [];
    // A fixed pseudo-random walk of arrivals, 0 to 4 s apart.
    let state = 12_345;
    for (let nowMs = NOON, step = 0; step < 2_000; step += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      nowMs += state % 4_000;
      const inWindow = accepted.filter((ms) => ms > nowMs - 60_000).length;
      const { allowed, remaining } = limiter.take('account:a', limit, nowMs);
      expect(allowed).toBe(inWindow < limit);
      expect(remaining).toBe(Math.max(0, limit - inWindow - 1));
      if (allowed) accepted.push(nowMs);
    }
  });

  it('removes idle scopes', async () => {
    const { limiter, clock } = await open();
    for (let index = 0; index < 100; index += 1) limiter.take(`account:${index}`, 5, clock());
    expect(limiter.size).toBe(100);
    clock.advance(60_000);
    await limiter.flush();
    expect(limiter.size).toBe(0);
  });

  it('keeps what was counted while a flush waited for the database', async () => {
    const clock = createManualClock();
    let stored = (): void => undefined;
    const usage = { ...createMinuteTable(), addToMinutes: () => new Promise<void>((resolve) => (stored = resolve)) };
    const limiter = await createMemoryRateLimiter({ usage, clock });
    const flushed = limiter.flush();
    clock.advance(61_000);
    expect(limiter.take('address:a', 5, clock()).remaining).toBe(4);
    stored();
    await flushed;
    expect(limiter.take('address:a', 5, clock()).remaining).toBe(3);
  });

  it('makes a flood of addresses share one limit instead of growing', async () => {
    const { limiter, clock } = await open(3);
    for (const address of ['1', '2', '3']) expect(limiter.take(`address:${address}`, 1, clock()).allowed).toBe(true);
    expect(limiter.take('address:4', 1, clock()).allowed).toBe(true);
    expect(limiter.take('address:5', 1, clock()).allowed).toBe(false);
    expect(limiter.take('account:a', 1, clock()).allowed).toBe(true);
    expect(limiter.size).toBe(5);
  });

  it('stores the counts of a failed flush once, with the next flush', async () => {
    const { limiter, clock, table } = await open();
    limiter.take('account:a', 5, clock());
    table.isDown = true;
    await expect(limiter.flush()).rejects.toThrow('down');
    limiter.take('account:a', 5, clock());
    table.isDown = false;
    await limiter.flush();
    await limiter.flush();
    expect(table.rows).toEqual([{ scope: 'account:a', second: NOON / 1000, requests: 2 }]);
  });

  it('stores no addresses', async () => {
    const { limiter, clock, table } = await open();
    limiter.take('address:203.0.113.7', 60, clock());
    await limiter.flush();
    expect(table.rows).toEqual([]);
  });

  it('does not reject requests for hours after the clock was set back', async () => {
    const { limiter } = await open();
    limiter.take('account:a', 1, NOON);
    expect(limiter.take('account:a', 1, NOON - 3_600_000).allowed).toBe(true);
  });
});
