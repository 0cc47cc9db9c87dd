import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileStore, type CompiledStore } from './fixtures/compiled.js';
import { postgresBinaries, postgresDatabase } from './fixtures/databases.js';

/** Takes 20 permits at each instant that it is told, and says how many were granted. */
const TAKER = `
import { createInterface } from 'node:readline';
import { openStore } from './open-store.js';
const store = await openStore({ dataDir: process.argv[2], databaseUrl: process.argv[3], migrates: false });
console.log('open');
for await (const line of createInterface({ input: process.stdin })) {
  const limits = { perSecond: 8, burst: 2, mostFailures: 5 };
  const permits = await Promise.all(
    Array.from({ length: 20 }, () => store.sourceBudgets.take('edgar', limits, new Date(Number(line)))));
  console.log(permits.filter(({ kind }) => kind === 'granted').length);
}
await store.close();`;

const hasPostgres = process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null;

(hasPostgres ? describe : describe.skip)('a budget of requests', () => {
  const open = postgresDatabase();
  let compiled: CompiledStore;
  beforeAll(async () => {
    compiled = await compileStore(os.tmpdir());
  });
  afterAll(() => compiled.remove());

  it('of 8 a second is at most 10 in any second, of two processes together', async () => {
    const store = await open();
    const url = String(store.pool.options.connectionString);
    const script = await compiled.script('taker.mjs', TAKER);
    const processes = [1, 2].map(() =>
      spawn(process.execPath, [script, os.tmpdir(), url], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    try {
      const lines = processes.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]());
      const answers = async () => Promise.all(lines.map(async (each) => String((await each.next()).value)));
      expect(await answers()).toEqual(['open', 'open']);
      const granted: number[] = [];
      // Every 125 ms of two seconds, so that each second has eight instants.
      for (let nowMs = 1_900_000_000_000; granted.length < 16; nowMs += 125) {
        for (const { stdin } of processes) stdin.write(`${nowMs}\n`);
        granted.push((await answers()).reduce((sum, count) => sum + Number(count), 0));
      }
      expect(granted[0]).toBe(2);
      for (let from = 0; from + 8 <= granted.length; from += 1)
        expect(granted.slice(from, from + 8).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
      expect(granted.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(16);
    } finally {
      await Promise.all(
        processes.map(async (child) => {
          const ended = once(child, 'exit');
          child.stdin.end();
          await ended;
        }),
      );
    }
  });
});
