import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../rest-compat/fixtures/capabilities.js';
import type { Route } from '../rest-compat/route.js';
import { INSTRUMENTS } from '../sources/simulated/instruments.js';
import { startChild } from './child.js';

/*
 * Every GET endpoint over HTTP, one request after the other: cold, the first request for each of the simulated
 * companies, and warm, the sample again and again; beside a bare Express route that sends the same bytes.
 */

const DIST = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const BASE = '/api/v1';
const WARM_REQUESTS = 400;
const COLD_TICKERS = INSTRUMENTS.map(({ symbol }) => symbol)
  .filter((symbol) => symbol !== 'AAPL')
  .slice(0, 25);

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const environment = {
  SVC_DATA_DIR: path.join(scratch, 'data'),
  PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  SVC_SOURCE: 'simulated',
  HOST: '127.0.0.1',
};

/** A key whose limits are not reached. */
function unlimitedKey(): string {
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

function quantile(times: readonly number[], share: number): number {
  return (
    [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(share * times.length))] ??
    Number.NaN
  );
}

async function timed(
  url: string,
  key: string,
): Promise<{ readonly ms: number; readonly body: Buffer; readonly status: number }> {
  const start = performance.now();
  const response = await fetch(url, { headers: { 'X-API-Key': key } });
  const body = Buffer.from(await response.arrayBuffer());
  return { ms: performance.now() - start, body, status: response.status };
}

/** Milliseconds of requests one after the other. */
async function again(url: string, key: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < WARM_REQUESTS; index += 1) times.push((await timed(url, key)).ms);
  return times.slice(WARM_REQUESTS / 4);
}

function addressOf({ path: name, sample }: Route, ticker?: string): string {
  const parameters = Object.entries({ ...sample.parameters, ...(ticker === undefined ? {} : { ticker }) });
  return `${BASE}${name}?${new URLSearchParams(parameters.map(([key, value]): [string, string] => [key, value]))}`;
}

const ours = await startChild('bin/main.js', environment);
try {
  const key = unlimitedKey();
  console.log('| endpoint | bytes | cold p50 ms | cold p95 ms | warm p50 ms | bare Express p50 ms | Express / ours |');
  console.log('|---|---|---|---|---|---|---|');
  for (const { route } of CAPABILITIES.filter(
    ({ route: { method, path: name, sample } }) =>
      method === 'GET' && sample.status === undefined && !name.includes(':'),
  )) {
    const cold: number[] = [];
    for (const ticker of 'ticker' in route.sample.parameters ? COLD_TICKERS : [undefined])
      cold.push((await timed(ours.url + addressOf(route, ticker), key)).ms);
    const { body, status } = await timed(ours.url + addressOf(route), key);
    if (status !== 200) throw new Error(`${addressOf(route)} answered ${status}: ${body.toString()}`);
    const file = path.join(scratch, 'body.json');
    await writeFile(file, body);
    const express = await startChild('bench/peers/bare-server.js', {
      KIND: 'express',
      BODY: file,
      NODE_ENV: 'production',
    });
    const warm = quantile(await again(ours.url + addressOf(route), key), 0.5);
    const bare = quantile(await again(express.url, key), 0.5);
    await express.stop();
    const cells = [
      route.path,
      body.length,
      quantile(cold, 0.5).toFixed(1),
      quantile(cold, 0.95).toFixed(1),
      warm.toFixed(2),
      bare.toFixed(2),
      (bare / warm).toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  await ours.stop();
  await rm(scratch, { recursive: true, force: true });
}
