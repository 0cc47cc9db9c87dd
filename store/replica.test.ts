import { describe, expect, it } from '@jest/globals';
import { isRead } from './replica-pool.js';
import { positionOf, ReplicaPosition } from './replica-position.js';

/** A replica of two tables on a clock that is set by hand, which has heard. */
function position() {
  const clock = { ms: 0 };
  const replica = new ReplicaPosition(['bars', 'news'], () => clock.ms);
  replica.heard();
  return { clock, replica };
}

describe('what a replica has', () => {
  it('is nothing before changes are noticed, and then what it has replayed of the position that the primary had later', () => {
    const { replica } = position();
    expect(new ReplicaPosition(['bars'], () => 0).has(['bars'])).toBe(false);
    replica.asking()('0/100');
    replica.replayed('0/FF');
    expect([replica.has(['bars']), replica.isBehind]).toEqual([false, true]);
    replica.replayed('0/100');
    expect([replica.has(['bars', 'news']), replica.isBehind]).toEqual([true, false]);
    replica.changed(['news']);
    replica.replayed('0/200');
    expect([replica.has(['bars']), replica.has(['bars', 'news'])]).toEqual([true, false]);
  });

  it('does not include a change that was noticed while the primary was asked: it may lie behind the answer', () => {
    const { replica } = position();
    const answered = replica.asking();
    replica.changed(['bars']);
    answered('1/0');
    replica.replayed('1/0');
    expect([replica.has(['bars']), replica.has(['news'])]).toEqual([false, true]);
    replica.asking()('1/8');
    replica.replayed('1/8');
    expect(replica.has(['bars'])).toBe(true);
  });

  it('is nothing while changes go unnoticed, and has to be proved again afterwards', () => {
    const { replica } = position();
    replica.asking()('0/1');
    replica.replayed('0/1');
    replica.deaf();
    expect([replica.has(['news']), replica.isDeaf]).toEqual([false, true]);
    replica.heard();
    expect(replica.has(['news'])).toBe(false);
    replica.asking()('0/1');
    replica.replayed('0/1');
    expect(replica.has(['news'])).toBe(true);
  });

  it('lags by the age of the first position that it lacks, also if the primary is idle or the replica away', () => {
    const { clock, replica } = position();
    const lag = (): number | null => {
      replica.measure();
      return replica.lagMs;
    };
    expect(lag()).toBeNull();
    const ask = (ms: number, end: string): void => {
      clock.ms = ms;
      replica.asking()(end);
    };
    ask(0, '0/10');
    replica.replayed('0/10');
    expect(lag()).toBe(0);
    ask(1_000, '0/10');
    expect(lag()).toBe(0);
    ask(2_000, '0/20');
    ask(5_000, '0/30');
    expect(lag()).toBe(3_000);
    replica.replayed('0/20');
    expect(lag()).toBe(0);
    clock.ms = 9_000;
    expect(lag()).toBe(4_000);
    for (let at = 0; at < 5_000; at += 1) ask(10_000 + at, `1/${at.toString(16)}`);
    expect(lag()).toBe(14_999 - 5_000);
    // A primary that was restored from a backup.
    ask(20_000, '0/15');
    replica.replayed('0/20');
    expect(lag()).toBe(0);
  });

  it('compares positions as PostgreSQL does', () => {
    expect(positionOf('1/0') > positionOf('0/FFFFFFFF')).toBe(true);
    expect(positionOf('16/B374D848')).toBe(97_500_059_720n);
  });
});

it.each<[string, boolean]>([
  ['select * from securities', true],
  ['\n  /* planned once */ select 1', true],
  ['with matching as (select 1) select * from matching', true],
  ['WITH moved AS (DELETE FROM news_articles RETURNING 1) SELECT * FROM moved', false],
  ['select symbol from securities for update skip locked', false],
  ['select symbol from securities for no key update', false],
  ["select pg_notify('a', 'b')", false],
  ['select pg_advisory_xact_lock(1)', false],
  ["select set_config('a', 'b', true)", false],
  ['begin', false],
  ['insert into securities select * from others', false],
])('%s is a read: %p', (text, expected) => {
  expect(isRead(text)).toBe(expected);
});
