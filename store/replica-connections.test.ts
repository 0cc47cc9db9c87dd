import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { postgresBinaries, startPostgres, type PrivateServer } from './fixtures/databases.js';
import { changingAddress, startOf } from './fixtures/changing-address.js';
import { openReplicaConnections, OtherServerError, type ReplicaConnections } from './replica-connections.js';
import { STARTED } from './replica-samples.js';

const isPossible = postgresBinaries() !== null;
if (!isPossible) console.log('skipped: connections to standbys, without PostgreSQL server binaries');
const START_MS = 120_000;
const MOST = 3;

(isPossible ? describe : describe.skip)('connections to an address of two standbys', () => {
  let servers: readonly PrivateServer[] = [];
  let starts: readonly string[] = [];
  let address: Awaited<ReturnType<typeof changingAddress>>;
  let connections: ReplicaConnections;
  const lost: string[] = [];

  beforeAll(async () => {
    servers = [await startPostgres(), await startPostgres()];
    starts = await Promise.all(servers.map(({ url }) => startOf(url)));
    address = await changingAddress();
    connections = openReplicaConnections(
      { connectionString: `postgres://postgres@127.0.0.1:${String(address.port)}/postgres`, max: MOST },
      { statementMs: 5_000, lost: (why) => lost.push(why) },
    );
  }, START_MS);
  afterAll(async () => {
    await connections.end();
    address.close();
    await Promise.all(servers.map((server) => server.stop()));
  }, START_MS);

  const ask = async (start: string | undefined, text = STARTED): Promise<string> => {
    const { rows } = await connections.query(start, { text });
    return z.array(z.object({ startedAt: z.string() })).parse(rows)[0]?.startedAt ?? '';
  };
  const lead = (which: 0 | 1): string => {
    address.lead(servers[which]?.url ?? '');
    return starts[which] ?? '';
  };

  it('sends a statement to the server that it names, also while others are still connected', async () => {
    const first = lead(0);
    const several = Array.from({ length: 2 * MOST }, () => ask(first));
    expect(new Set(await Promise.all(several))).toEqual(new Set([first]));
    const second = lead(1);
    // The connections that are kept lead to the first server.
    const others = Array.from({ length: 2 * MOST }, () => ask(second));
    expect(new Set(await Promise.all(others))).toEqual(new Set([second]));
    await expect(ask(first)).rejects.toThrow(OtherServerError);
    expect(connections.waitingCount).toBe(0);
    expect(await ask(second)).toBe(second);
  });

  it('keeps its connections after an error of a statement', async () => {
    const second = lead(1);
    expect(await ask(second)).toBe(second);
    await expect(ask(second, 'select 1 / 0')).rejects.toThrow('division by zero');
    lead(0);
    expect(await ask(second)).toBe(second);
    expect(lost).toEqual([]);
  });
});
