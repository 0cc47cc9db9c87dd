import { z } from 'zod';
import type { UsageRepository } from '../store/usage.js';
import { MS_PER_DAY } from '../calendar/days.js';
import { monthAt, type Clock } from '../calendar/utc-periods.js';
import { unavailable } from './errors.js';
import type { Identity } from './identity.js';
import { allowanceUsedUp, limitOf, monthState, type Meter, type MeterName, type MonthState } from './meter.js';
import { CHARGE, chargeReply, CLAIM, OUTCOME, SEED } from './meter-redis-scripts.js';
import { createReconciler, type Reconciler, type StoredCharge } from './meter-reconciler.js';
import { createRecentKeys } from './recent-keys.js';
import { bindScript } from './redis.js';
import { monthKey } from './redis-keys.js';
import type { RedisClient } from './redis-servers.js';
import type { RandomBytes } from './secrets.js';

export interface RedisMeterOptions {
  readonly redis: RedisClient;
  readonly usage: Pick<UsageRepository, 'readMonth' | 'addToMonths'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** An account's meter in one month. */
interface Subject {
  readonly accountId: string;
  readonly month: string;
  readonly meter: MeterName;
}

/** Units that this process charged in Redis and has not stored yet. */
interface Pending extends Subject {
  readonly key: string;
  readonly generation: string;
  units: number;
}

const ATTEMPTS = 3;
/** Longer than a replica's lag. */
const RECENT_MS = 60_000;

/**
 * The meter shared by several processes. Redis has the exact count; `flush` stores each process's charges in the
 * database, from which a count that Redis loses is seeded again.
 */
export function createRedisMeter(options: RedisMeterOptions): Meter {
  return new RedisMeter(options);
}

class RedisMeter implements Meter {
  private readonly usage: RedisMeterOptions['usage'];
  private readonly clock: Clock;
  private readonly random: RandomBytes;
  private readonly runCharge: ReturnType<typeof bindScript>;
  private readonly runClaim: ReturnType<typeof bindScript>;
  private readonly runSeed: ReturnType<typeof bindScript>;
  private readonly reconciler: Reconciler;
  private readonly recent = createRecentKeys(RECENT_MS);
  private readonly seeding = new Map<string, Promise<void>>();
  private pending = new Map<string, Pending>();
  private flushing: Promise<void> = Promise.resolve();

  constructor({ redis, usage, clock, random }: RedisMeterOptions) {
    this.usage = usage;
    this.clock = clock;
    this.random = random;
    this.runCharge = bindScript(redis, CHARGE);
    this.runClaim = bindScript(redis, CLAIM);
    this.runSeed = bindScript(redis, SEED);
    this.reconciler = createReconciler(redis);
    // Who answers after a lost connection may be a promoted replica that lacks the latest charges, or have an old copy.
    const doubtRecent = (): void => this.recent.keys().forEach((key) => this.reconciler.doubt(key));
    redis.on('close', doubtRecent);
    redis.on('-node', doubtRecent);
  }

  async charge(identity: Identity, units: number, nowMs: number, meter: MeterName = 'requests'): Promise<MonthState> {
    const month = monthAt(nowMs);
    const limit = limitOf(identity, meter);
    const { isCharged, used } = await this.apply(
      { accountId: identity.accountId, month: month.label, meter },
      units,
      limit,
    );
    if (!isCharged) throw allowanceUsedUp(meter, nowMs);
    return monthState(month, used, limit);
  }

  async refund(identity: Identity, units: number, chargedMonth: string, meter: MeterName = 'requests'): Promise<void> {
    await this.apply({ accountId: identity.accountId, month: chargedMonth, meter }, -units, null);
  }

  async peek(identity: Identity, meter: MeterName = 'requests'): Promise<MonthState> {
    const month = monthAt(this.clock());
    const { used } = await this.apply({ accountId: identity.accountId, month: month.label, meter }, 0, null);
    return monthState(month, used, limitOf(identity, meter));
  }

  flush(): Promise<void> {
    const run = this.flushing.then(() => this.store());
    // Only this caller gets the error; the next flush just waits until this one has ended.
    this.flushing = run.catch(() => undefined);
    return run;
  }

  private async apply(
    subject: Subject,
    units: number,
    limit: number | null,
  ): Promise<{ isCharged: boolean; used: number }> {
    const key = keyOf(subject);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [outcome, used, generation] = await this.send(key, units, limit);
      if (outcome === OUTCOME.refused) return { isCharged: false, used };
      if (outcome === OUTCOME.charged) {
        this.remember(subject, key, generation, units);
        return { isCharged: true, used: Math.max(0, used) };
      }
      await this.seed(subject, key);
    }
    throw unavailable(new Error(`Redis lost ${key} repeatedly while it was seeded.`));
  }

  private async send(key: string, units: number, limit: number | null): Promise<[number, number, string]> {
    // Before the reply, which a lost connection may take away.
    if (units !== 0) this.recent.note(key, this.clock());
    try {
      return chargeReply.parse(await this.runCharge(key, units, limit ?? ''));
    } catch (error) {
      if (units !== 0) this.reconciler.doubt(key);
      throw error;
    }
  }

  private remember(subject: Subject, key: string, generation: string, units: number): void {
    if (units === 0) return;
    const id = `${key} ${generation}`;
    const known = this.pending.get(id);
    if (known === undefined) this.pending.set(id, { ...subject, key, generation, units });
    else known.units += units;
  }

  private seed(subject: Subject, key: string): Promise<void> {
    const underWay = this.seeding.get(key);
    if (underWay !== undefined) return underWay;
    const seed = this.readAndSeed(subject, key).finally(() => this.seeding.delete(key));
    this.seeding.set(key, seed);
    return seed;
  }

  private async readAndSeed(subject: Subject, key: string): Promise<void> {
    try {
      // Store this process's charges to the lost count before the count is read from the database.
      if ([...this.pending.values()].some((pending) => pending.key === key)) await this.flush();
      const nowMs = this.clock();
      const keepMs = monthAt(nowMs).endMs - nowMs + MS_PER_DAY;
      const generation = z.string().parse(await this.runClaim(key, this.random(12).toString('base64url'), keepMs));
      const { used, snapshot } = await this.usage.readMonth(subject.accountId, subject.month, subject.meter);
      await this.runSeed(key, generation, used, snapshot);
    } catch (error) {
      throw unavailable(error);
    }
  }

  private async store(): Promise<void> {
    const pending = [...this.pending.values()].filter(({ units }) => units !== 0);
    this.pending = new Map();
    if (pending.length > 0) {
      const xid = await this.usage.addToMonths(bySubject(pending)).catch((error: unknown) => {
        for (const { units, key, generation, ...subject } of pending) this.remember(subject, key, generation, units);
        throw error;
      });
      this.reconciler.stored(
        pending.map(({ key, generation, units }): StoredCharge => ({ key, generation, units, xid })),
      );
    }
    await this.reconciler.reconcile();
  }
}

function keyOf({ accountId, month, meter }: Subject): string {
  return monthKey(accountId, month, meter);
}

/** One statement must not update a row twice, and a subject may have charges in two generations. */
function bySubject(
  pending: readonly Pending[],
): { accountId: string; month: string; meter: MeterName; units: number }[] {
  const sums = new Map<string, { accountId: string; month: string; meter: MeterName; units: number }>();
  for (const { key, accountId, month, meter, units } of pending) {
    sums.set(key, { accountId, month, meter, units: units + (sums.get(key)?.units ?? 0) });
  }
  return [...sums.values()];
}
