import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.js';
import { load, type LoadResult } from './load.js';

const DIST = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const REQUESTS = ['/api/v1/signal?ticker=AAPL', '/api/v1/seasonality?ticker=AAPL'];
const ROUNDS = 3;

/** A key whose limits are not reached during the load. */
function unlimitedKey(environment: Readonly<Record<string, string>>): string {
  const args = [
    path.join(DIST, 'bin/admin.js'),
    'keys',
    'create',
    '--tier',
    'institutional',
    '--per-minute',
    '100000',
    '--json',
  ];
  const { stdout } = spawnSync(process.execPath, args, { env: { ...process.env, ...environment }, encoding: 'utf8' });
  return (JSON.parse(stdout) as { readonly key: string }).key;
}

const best = (runs: readonly LoadResult[]): LoadResult =>
  runs.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const environment = {
  SVC_DATA_DIR: path.join(scratch, 'data'),
  PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  SVC_SOURCE: 'simulated',
  HOST: '127.0.0.1',
};
const ours = await startChild('bin/main.js', environment);
try {
  for (const request of REQUESTS) {
    const bytes = Buffer.from(
      await (await fetch(ours.url + request, { headers: { 'X-API-Key': unlimitedKey(environment) } })).arrayBuffer(),
    );
    const file = path.join(scratch, 'body.json');
    await writeFile(file, bytes);
    const express = await startChild('bench/peers/bare-server.js', {
      KIND: 'express',
      BODY: file,
      NODE_ENV: 'production',
    });
    const http = await startChild('bench/peers/bare-server.js', { KIND: 'http', BODY: file, NODE_ENV: 'production' });
    const runs: Record<'ours' | 'express' | 'http', LoadResult[]> = { ours: [], express: [], http: [] };
    // Alternate rounds, so that background load affects all three equally.
    for (let round = 0; round < ROUNDS; round += 1) {
      const headers = { 'X-API-Key': unlimitedKey(environment) };
      runs.ours.push(await load({ url: ours.url + request, pid: ours.pid, headers }));
      runs.express.push(await load({ url: express.url, pid: express.pid, headers }));
      runs.http.push(await load({ url: http.url, pid: http.pid, headers }));
    }
    await express.stop();
    await http.stop();
    const [mine, peer, floor] = [best(runs.ours), best(runs.express), best(runs.http)];
    console.log(`${request}  ${bytes.length} bytes`);
    for (const [name, { perSecond, p50Ms, p99Ms, failed, cpuUs }] of [
      ['ours', mine],
      ['bare Express', peer],
      ['bare node:http', floor],
    ] as const) {
      console.log(
        `  ${name.padEnd(15)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms  ${cpuUs.toFixed(0)} µs of processor each  failed ${failed}`,
      );
    }
    console.log(
      `  ratio to bare Express ${(mine.perSecond / peer.perSecond).toFixed(2)}, to node:http ${(mine.perSecond / floor.perSecond).toFixed(2)}; processor time of bare Express to ours ${(peer.cpuUs / mine.cpuUs).toFixed(2)}`,
    );
  }
} finally {
  await ours.stop();
  await rm(scratch, { recursive: true, force: true });
}
