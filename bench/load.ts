import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a load run found. */
export interface LoadResult {
  /** Answers a second, mean over the run. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers outside 2xx, and requests without an answer. */
  readonly failed: number;
  /** Processor time of the server for one answer, user and system; NaN where the system does not tell. */
  readonly cpuUs: number;
}

interface AutocannonResult {
  readonly requests: { readonly mean: number; readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
}

type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}) => Promise<AutocannonResult>;

// The package is CommonJS and carries no types.
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;

export interface LoadOptions {
  readonly url: string;
  /** The server's process. */
  readonly pid: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections?: number;
  readonly seconds?: number;
}

/** Clock ticks of 10 ms that a process has run, from Linux' /proc. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return Number(fields?.[11]) + Number(fields?.[12]);
  } catch {
    return Number.NaN;
  }
}

/** Asks one URL of our own loopback server from several connections for some seconds. */
export async function load({ url, pid, headers = {}, body, connections = 10, seconds = 4 }: LoadOptions): Promise<LoadResult> {
  const before = ticksOf(pid);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const cpuUs = ((ticksOf(pid) - before) * 10_000) / result.requests.total;
  return { cpuUs, perSecond: result.requests.mean, p50Ms: result.latency.p50, p99Ms: result.latency.p99, failed: result.non2xx + result.errors };
}
