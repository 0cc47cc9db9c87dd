import type { MonthlyDelta, UsageRepository } from '../store/usage.js';
import { monthAt, type Clock } from '../calendar/utc-periods.js';
import { unavailable } from './errors.js';
import type { Identity } from './identity.js';
import { allowanceUsedUp, limitOf, monthState, type Meter, type MeterName, type MonthState } from './meter.js';

interface Count {
  readonly accountId: string;
  readonly month: string;
  readonly meter: MeterName;
  used: number;
  /** Units not stored yet; negative if refunds exceed charges. */
  unstored: number;
  /** Whether a flush is storing it. */
  storing: boolean;
  changedAtMs: number;
}

type Ledger = Map<string, Count>;

const IDLE_MS = 600_000;
const SWEEP_MS = 60_000;

export interface MemoryMeterOptions {
  readonly usage: Pick<UsageRepository, 'readMonth' | 'addToMonths'>;
  readonly clock: Clock;
}

/**
 * The meter for a single process: an account's count is read once and then cached; `flush` stores its increments. A
 * kill -9 only loses what was charged since the last flush.
 */
export function createMemoryMeter(options: MemoryMeterOptions): Meter {
  return new MemoryMeter(options);
}

class MemoryMeter implements Meter {
  private readonly usage: MemoryMeterOptions['usage'];
  private readonly clock: Clock;
  /** By month and meter, then by account. */
  private readonly ledgers: Record<MeterName, Map<string, Ledger>> = { requests: new Map(), transcripts: new Map() };
  private readonly loading = new Map<string, Promise<Count>>();
  private changed = new Set<Count>();
  private sweptAtMs = 0;

  constructor(options: MemoryMeterOptions) {
    this.usage = options.usage;
    this.clock = options.clock;
  }

  charge(
    identity: Identity,
    units: number,
    nowMs: number,
    meter: MeterName = 'requests',
  ): MonthState | Promise<MonthState> {
    const month = monthAt(nowMs);
    const count = this.known(identity.accountId, month.label, meter);
    if (count !== undefined) return this.chargeTo(count, identity, units, nowMs);
    return this.load(identity.accountId, month.label, meter).then((loaded) =>
      this.chargeTo(loaded, identity, units, nowMs),
    );
  }

  refund(identity: Identity, units: number, chargedMonth: string, meter: MeterName = 'requests'): void | Promise<void> {
    const count = this.known(identity.accountId, chargedMonth, meter);
    if (count !== undefined) return this.add(count, -Math.min(units, count.used));
    return this.load(identity.accountId, chargedMonth, meter).then((loaded) =>
      this.add(loaded, -Math.min(units, loaded.used)),
    );
  }

  peek(identity: Identity, meter: MeterName = 'requests'): MonthState | Promise<MonthState> {
    const month = monthAt(this.clock());
    const limit = limitOf(identity, meter);
    const count = this.known(identity.accountId, month.label, meter);
    if (count !== undefined) return monthState(month, count.used, limit);
    return this.load(identity.accountId, month.label, meter).then((loaded) => monthState(month, loaded.used, limit));
  }

  async flush(): Promise<void> {
    const counts = [...this.changed].filter((count) => count.unstored !== 0);
    this.changed = new Set();
    const deltas: MonthlyDelta[] = counts.map(({ accountId, month, meter, unstored }) => ({
      accountId,
      month,
      meter,
      units: unstored,
    }));
    for (const count of counts) {
      count.unstored = 0;
      count.storing = true;
    }
    try {
      if (deltas.length > 0) await this.usage.addToMonths(deltas);
    } catch (error) {
      counts.forEach((count, index) => this.markUnstored(count, deltas[index]?.units ?? 0));
      throw error;
    } finally {
      for (const count of counts) count.storing = false;
    }
    this.sweep(this.clock());
  }

  private chargeTo(count: Count, identity: Identity, units: number, nowMs: number): MonthState {
    const limit = limitOf(identity, count.meter);
    if (limit !== null && count.used + units > limit) throw allowanceUsedUp(count.meter, nowMs);
    this.add(count, units);
    return monthState(monthAt(nowMs), count.used, limit);
  }

  private add(count: Count, units: number): void {
    count.used += units;
    count.changedAtMs = this.clock();
    this.markUnstored(count, units);
  }

  private markUnstored(count: Count, units: number): void {
    this.changed.add(count);
    count.unstored += units;
  }

  private known(accountId: string, month: string, meter: MeterName): Count | undefined {
    return this.ledgers[meter].get(month)?.get(accountId);
  }

  private load(accountId: string, month: string, meter: MeterName): Promise<Count> {
    const key = `${meter} ${month} ${accountId}`;
    const underWay = this.loading.get(key);
    if (underWay !== undefined) return underWay;
    const load = this.read(accountId, month, meter).finally(() => this.loading.delete(key));
    this.loading.set(key, load);
    return load;
  }

  private async read(accountId: string, month: string, meter: MeterName): Promise<Count> {
    const { used } = await this.usage.readMonth(accountId, month, meter).catch((error: unknown) => {
      throw unavailable(error);
    });
    const count: Count = { accountId, month, meter, used, unstored: 0, storing: false, changedAtMs: this.clock() };
    const ledger = this.ledgers[meter].get(month) ?? new Map<string, Count>();
    this.ledgers[meter].set(month, ledger.set(accountId, count));
    return count;
  }

  /** Removes idle counts that are stored; they are read again when needed. */
  private sweep(nowMs: number): void {
    if (nowMs - this.sweptAtMs < SWEEP_MS) return;
    this.sweptAtMs = nowMs;
    for (const ledgers of Object.values(this.ledgers)) {
      for (const [month, ledger] of ledgers) {
        for (const [accountId, count] of ledger) {
          if (count.unstored === 0 && !count.storing && nowMs - count.changedAtMs > IDLE_MS) ledger.delete(accountId);
        }
        if (ledger.size === 0) ledgers.delete(month);
      }
    }
  }
}
