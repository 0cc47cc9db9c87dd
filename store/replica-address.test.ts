import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { z } from 'zod';
import { changingAddress, startOf, type ChangingAddress } from './fixtures/changing-address.js';
import { postgresBinaries, startPostgres, type PrivateServer } from './fixtures/databases.js';
import { openReplica, type Replica } from './replica.js';
import { STARTED } from './replica-samples.js';

const isPossible = postgresBinaries() !== null;
if (!isPossible) console.log('skipped: an address that moves to another standby, without PostgreSQL server binaries');
const TIMEOUT_MS = 300_000;
const TABLES = ['moved'];

(isPossible ? describe : describe.skip)('an address that moves from one standby to another', () => {
  let [primary, first, second]: [PrivateServer?, PrivateServer?, PrivateServer?] = [];
  let pool: pg.Pool | undefined;
  let address: ChangingAddress | undefined;
  let replica: Replica | undefined;
  afterAll(async () => {
    await replica?.close();
    address?.close();
    await pool?.end();
    await Promise.all([first?.stop(), second?.stop()]);
    await primary?.stop();
  }, TIMEOUT_MS);
  beforeAll(async () => {
    primary = await startPostgres();
    pool = new pg.Pool({ connectionString: primary.url });
    [first, second] = [await startPostgres({ primary }), await startPostgres({ primary })];
    address = await changingAddress();
  }, TIMEOUT_MS);

  it(
    'is followed: reads go on at the other one, after a failure or two',
    async () => {
      if (first === undefined || second === undefined || pool === undefined || address === undefined)
        throw new Error('no server');
      const starts = [await startOf(first.url), await startOf(second.url)];
      address.lead(first.url);
      const logged: string[] = [];
      const url = `postgres://postgres@127.0.0.1:${String(address.port)}/postgres`;
      const opened = await openReplica({ url, maxLagMs: 60_000 }, pool, TABLES, {
        log: (line) => logged.push(line),
        max: 2,
      });
      replica = opened;
      opened.heard();
      /** When the server that a read reached was started; undefined if it is for the primary. */
      const readAt = async (): Promise<string | undefined> => {
        const result = await opened.read(TABLES, STARTED, [])?.catch(() => undefined);
        return z.array(z.object({ startedAt: z.string() })).parse(result?.rows ?? [])[0]?.startedAt;
      };
      const untilReadAt = async (start: string | undefined): Promise<void> => {
        while ((await readAt()) !== start) await pause(20);
      };
      await untilReadAt(starts[0]);
      const { failed } = opened.status().reads;
      address.lead(second.url);
      // Kept connections lead on to the first one; one that is opened from now on does not.
      const several = await Promise.all(Array.from({ length: 8 }, readAt));
      expect(several.filter((start) => start !== undefined && start !== starts[0])).toEqual([]);
      await untilReadAt(starts[1]);
      expect(opened.status().isUsed).toBe(true);
      expect(opened.status().reads.failed - failed).toBeLessThan(10);
      expect(logged.filter((line) => line.includes('is not used')).length).toBeLessThanOrEqual(2);
    },
    TIMEOUT_MS,
  );
});
