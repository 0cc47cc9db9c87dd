import { ADOPT, snapshotSees } from './meter-redis-scripts.js';
import { bindScript } from './redis.js';
import type { RedisClient } from './redis-servers.js';

/** A charge stored in the database by the transaction `xid`. */
export interface StoredCharge {
  readonly key: string;
  /** Generation of the Redis count that was charged. */
  readonly generation: string;
  readonly units: number;
  readonly xid: string;
}

/**
 * Reconciles Redis with the database after Redis loses a count. A process may have charged units to the lost count that
 * were not stored when another process seeded the new count. Once stored, they are added to the new count, unless the
 * database snapshot of its seed already included them. So each unit is counted exactly once.
 */
export interface Reconciler {
  /** A command timed out, so it is unknown whether Redis applied it: the count is dropped and seeded again. */
  doubt(key: string): void;
  stored(charges: readonly StoredCharge[]): void;
  /** Failed charges are retried in the next call. */
  reconcile(): Promise<void>;
}

export function createReconciler(redis: RedisClient): Reconciler {
  const adopt = bindScript(redis, ADOPT);
  const doubtful = new Set<string>();
  let open: StoredCharge[] = [];

  const settle = async (charge: StoredCharge): Promise<boolean> => {
    const [generation, snapshot] = await redis.hmget(charge.key, 'generation', 'snapshot');
    // No generation: the process that claims the next one reads the database afterwards and so includes this charge.
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
        // One command each: the keys of several accounts are in different slots of a cluster.
        const drops = await Promise.allSettled(
          [...doubtful].map(async (key) => {
            await redis.del(key);
            doubtful.delete(key);
          }),
        );
        const failed = drops.find((outcome) => outcome.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
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
