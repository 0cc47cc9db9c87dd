import type { Redis } from 'ioredis';
import { ADOPT, snapshotSees } from './meter-redis-scripts.js';
import { bindScript } from './redis.js';

/** A charge that stands in the database, stored by the transaction `xid`. */
export interface StoredCharge {
  readonly key: string;
  /** The generation of the Redis count it was charged to. */
  readonly generation: string;
  readonly units: number;
  readonly xid: string;
}

/**
 * Keeps Redis and the database in step when Redis loses a count. A process may have charged units to the lost count that
 * it had not stored when another process seeded the new one; once stored, they are added to the new count, unless the
 * snapshot its seed was read from saw them already. So each unit is counted once.
 */
export interface Reconciler {
  /** Whether Redis applied a command is unknown (it timed out): its count is dropped, to be seeded from the database. */
  doubt(key: string): void;
  stored(charges: readonly StoredCharge[]): void;
  /** What fails here is kept for the next time. */
  reconcile(): Promise<void>;
}

export function createReconciler(redis: Redis): Reconciler {
  const adopt = bindScript(redis, ADOPT);
  const doubtful = new Set<string>();
  let open: StoredCharge[] = [];

  const settle = async (charge: StoredCharge): Promise<boolean> => {
    const [generation, snapshot] = await redis.hmget(charge.key, 'generation', 'snapshot');
    // None: whoever opens the next one reads the database afterwards, so it will see this charge.
    if (generation === null || generation === undefined || generation === charge.generation) return true;
    if (snapshot === null || snapshot === undefined) return false;
    if (snapshotSees(snapshot, charge.xid)) return true;
    return (await adopt(charge.key, generation, charge.units)) === 1;
  };

  return {
    doubt: (key) => void doubtful.add(key),
    stored: (charges) => void open.push(...charges),
    async reconcile() {
      if (doubtful.size > 0) {
        const keys = [...doubtful];
        await redis.del(...keys);
        for (const key of keys) doubtful.delete(key);
      }
      const charges = open;
      open = [];
      const outcomes = await Promise.allSettled(charges.map(settle));
      open.push(...charges.filter((_, index) => !isSettled(outcomes[index])));
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure !== undefined) throw failure.reason;
    },
  };
}

function isSettled(outcome: PromiseSettledResult<boolean> | undefined): boolean {
  return outcome?.status === 'fulfilled' && outcome.value;
}
