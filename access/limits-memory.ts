import type { MinuteRow, UsageRepository } from '../store/usage.js';
import { minuteState, WINDOW_MS, type MinuteState, type RateLimiter, type Scope } from './limits.js';
import type { Clock } from '../calendar/utc-periods.js';
import { SlidingLog } from './sliding-log.js';

interface Counter {
  readonly scope: Scope;
  readonly log: SlidingLog;
  /** Number of newest log entries that are not stored yet. */
  unstored: number;
}

/** A limiter whose methods are synchronous. */
export interface MemoryRateLimiter extends RateLimiter {
  take(scope: Scope, limit: number, nowMs: number): MinuteState;
  peek(scope: Scope, limit: number, nowMs: number): MinuteState;
  /** Number of scopes in memory. */
  readonly size: number;
}

export interface MemoryRateLimiterOptions {
  readonly usage: Pick<UsageRepository, 'readMinutes' | 'addToMinutes' | 'deleteMinutes'>;
  readonly clock: Clock;
  /** Maximum number of addresses with separate limits; further ones share one limit until others are idle. */
  readonly maxAddresses?: number;
}

const MAX_ADDRESSES = 100_000;
const SWEEP_MS = 10_000;
const SHARED_ADDRESS: Scope = 'address:*';

/**
 * The rate limiter for a single process. `flush` stores the minutes of accounts, so that a restart does not reset them.
 * Minutes of addresses are not stored: they protect nothing that is charged, and IP addresses stay out of the database.
 */
export async function createMemoryRateLimiter(options: MemoryRateLimiterOptions): Promise<MemoryRateLimiter> {
  const limiter = new MemoryLimiter(options);
  await limiter.restore();
  return limiter;
}

class MemoryLimiter implements MemoryRateLimiter {
  private readonly counters = new Map<Scope, Counter>();
  private readonly usage: MemoryRateLimiterOptions['usage'];
  private readonly clock: Clock;
  private readonly maxAddresses: number;
  private addresses = 0;
  private changed: Counter[] = [];
  private unsaved: readonly MinuteRow[] = [];
  private sweptAtMs = 0;

  constructor(options: MemoryRateLimiterOptions) {
    this.usage = options.usage;
    this.clock = options.clock;
    this.maxAddresses = options.maxAddresses ?? MAX_ADDRESSES;
  }

  get size(): number {
    return this.counters.size;
  }

  async restore(): Promise<void> {
    const nowMs = this.clock();
    for (const row of await this.usage.readMinutes(Math.floor((nowMs - WINDOW_MS) / 1000) - 1)) {
      const { log } = this.counter(row.scope as Scope);
      // Stored with a resolution of one second: assume its last millisecond, but not a time in the future.
      const acceptedMs = Math.min(row.second * 1000 + 999, nowMs);
      for (let count = 0; count < row.requests; count += 1) log.add(acceptedMs);
    }
  }

  take(scope: Scope, limit: number, nowMs: number): MinuteState {
    const counter = this.counter(scope);
    const { log } = counter;
    const counted = log.count(nowMs);
    if (counted >= limit) return refusal(log, counted, limit, nowMs);
    log.add(nowMs);
    if (counter.unstored === 0) this.changed.push(counter);
    counter.unstored += 1;
    return minuteState(true, limit, counted + 1, log.at(0) + WINDOW_MS, nowMs);
  }

  peek(scope: Scope, limit: number, nowMs: number): MinuteState {
    const log = this.counters.get(scope)?.log;
    const counted = log?.count(nowMs) ?? 0;
    if (log === undefined || counted === 0) return minuteState(limit > 0, limit, 0, nowMs, nowMs);
    if (counted >= limit) return refusal(log, counted, limit, nowMs);
    return minuteState(true, limit, counted, log.at(0) + WINDOW_MS, nowMs);
  }

  async flush(): Promise<void> {
    const startedMs = this.clock();
    const rows = merge(this.unsaved, this.takeChanged());
    this.unsaved = rows.filter((row) => row.second * 1000 > startedMs - WINDOW_MS - 1000);
    await this.usage.addToMinutes(this.unsaved);
    this.unsaved = [];
    // A slow database may take longer than a window; to the logs, the time before it would be a clock set back.
    const nowMs = this.clock();
    if (nowMs - this.sweptAtMs < SWEEP_MS) return;
    this.sweptAtMs = nowMs;
    this.sweep(nowMs);
    await this.usage.deleteMinutes(Math.floor((nowMs - WINDOW_MS) / 1000) - 1);
  }

  private counter(scope: Scope): Counter {
    const known = this.counters.get(scope);
    if (known !== undefined) return known;
    const isAddress = scope.startsWith('address:');
    const isFull = this.addresses >= this.maxAddresses;
    if (isAddress && scope !== SHARED_ADDRESS && isFull) return this.counter(SHARED_ADDRESS);
    const counter = { scope, log: new SlidingLog(), unstored: 0 };
    this.counters.set(scope, counter);
    if (isAddress) this.addresses += 1;
    return counter;
  }

  private takeChanged(): MinuteRow[] {
    const rows: MinuteRow[] = [];
    for (const counter of this.changed) {
      if (counter.scope.startsWith('account:')) rows.push(...unstoredRows(counter));
      counter.unstored = 0;
    }
    this.changed = [];
    return rows;
  }

  private sweep(nowMs: number): void {
    for (const [scope, { log }] of this.counters) {
      if (log.count(nowMs) > 0) continue;
      this.counters.delete(scope);
      if (scope.startsWith('address:')) this.addresses -= 1;
    }
  }
}

function refusal(log: SlidingLog, counted: number, limit: number, nowMs: number): MinuteState {
  // After a limit was lowered, more than one request may have to expire before the next is accepted.
  const nextFreeMs = limit > 0 ? log.at(counted - limit) + WINDOW_MS : nowMs + WINDOW_MS;
  return minuteState(false, limit, counted, nextFreeMs, nowMs);
}

function unstoredRows({ scope, log, unstored }: Counter): MinuteRow[] {
  const bySecond = new Map<number, number>();
  for (let index = Math.max(0, log.size - unstored); index < log.size; index += 1) {
    const second = Math.floor(log.at(index) / 1000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  }
  return [...bySecond].map(([second, requests]) => ({ scope, second, requests }));
}

/** One row per scope and second, because one statement must not update a row twice. */
function merge(...lists: readonly (readonly MinuteRow[])[]): MinuteRow[] {
  const rows = new Map<string, MinuteRow>();
  for (const row of lists.flat()) {
    const key = `${row.second} ${row.scope}`;
    rows.set(key, { ...row, requests: row.requests + (rows.get(key)?.requests ?? 0) });
  }
  return [...rows.values()];
}
