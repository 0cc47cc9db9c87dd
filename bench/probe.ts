import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DIST = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const PROBES = 3_000;
const LONGEST_PROBE_MS = 6_000;

/** A key whose limits are not reached during the load. */
export function unlimitedKey(environment: Readonly<Record<string, string>>): string {
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

/** Of one processor, what a server at rest takes in a second. */
const AT_REST_S = 0.15;
const LONGEST_REST_S = 120;

async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** Waits until a server has prepared and recorded what it does after its start. Throws if it does not come to rest. */
export async function untilAtRest(url: string): Promise<void> {
  let before = await processorSeconds(url);
  for (let second = 0; second < LONGEST_REST_S; second += 1) {
    await sleep(1_000);
    const now = await processorSeconds(url);
    if (now - before < AT_REST_S) return;
    before = now;
  }
  throw new Error(`The server at ${url} is still busy after ${LONGEST_REST_S} s.`);
}

export interface Times {
  readonly p50: number;
  readonly p99: number;
}

export function timesOf(milliseconds: readonly number[]): Times {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export async function timed(send: () => Promise<Response>): Promise<number> {
  const start = performance.now();
  const response = await send();
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}.`);
  return performance.now() - start;
}

/** Latency for one client: sequential requests over one connection, in fractions of a millisecond. */
export async function probe(url: string, key: string): Promise<Times> {
  const times: number[] = [];
  const end = performance.now() + LONGEST_PROBE_MS;
  while (times.length < PROBES && performance.now() < end)
    times.push(await timed(() => fetch(url, { headers: { 'X-API-Key': key } })));
  return timesOf(times);
}
