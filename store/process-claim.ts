import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from './errors.js';

/** A claim on a PostgreSQL database that lasts as long as its process. */
export interface ProcessClaim {
  release(): Promise<void>;
}

const LOCK = 'marketgraph processes';
const RETRY_MS = 1_000;
/** A process that was killed a moment ago may still be connected. */
const GRACE_MS = 3_000;
const GRACE_STEP_MS = 200;
/** A machine that vanished would hold its claim for hours by the defaults of TCP. */
const KEEPALIVES = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Claims a database for this process alone, or shared with all that claim it shared. Returns null if claims of others
 * forbid that. A claim whose connection was lost is renewed.
 */
export async function claimDatabase(
  config: pg.ClientConfig,
  isShared: boolean,
  log: (message: string) => void,
): Promise<ProcessClaim | null> {
  let client: pg.Client | undefined;
  let isReleased = false;
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';

  const claim = async (): Promise<boolean> => {
    const fresh = new pg.Client({ ...config, keepAlive: true });
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      await fresh.query(KEEPALIVES);
      const { rows } = await fresh.query<{ taken: boolean }>(`select ${take}(hashtext($1)) as taken`, [LOCK]);
      if (rows[0]?.taken === true && !isReleased) {
        client = fresh;
        fresh.once('end', () => void renew());
        return true;
      }
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    await fresh.end();
    return false;
  };
  const renew = async (): Promise<void> => {
    let told = false;
    while (!isReleased) {
      try {
        if (await claim()) return;
        if (!told) log('store: other processes claim this database now; limits are counted by each of them');
        told = true;
      } catch (error) {
        log(`store: the claim on the database was lost (${messageOf(error)}); it is renewed`);
      }
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  };

  for (let waitedMs = 0; !(await claim()); waitedMs += GRACE_STEP_MS) {
    if (waitedMs >= GRACE_MS) return null;
    await sleep(GRACE_STEP_MS);
  }
  return {
    async release() {
      isReleased = true;
      await client?.end().catch(() => undefined);
    },
  };
}
