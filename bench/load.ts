import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Result of a load run. */
export interface LoadResult {
  /** Responses per second, mean over the run. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 2xx, and requests without a response. */
  readonly failed: number;
  /** Server CPU time per response, user and system; NaN if not available. */
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

// The package is CommonJS and has no types.
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

/** CPU time of a process in ticks of 10 ms, from Linux's /proc. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return Number(fields?.[11]) + Number(fields?.[12]);
  } catch {
    return Number.NaN;
  }
}

/** Requests one URL of a local server over several connections for some seconds. */
export async function load({
  url,
  pid,
  headers = {},
  body,
  connections = 10,
  seconds = 4,
}: LoadOptions): Promise<LoadResult> {
  const before = ticksOf(pid);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const cpuUs = ((ticksOf(pid) - before) * 10_000) / result.requests.total;
  return {
    cpuUs,
    perSecond: result.requests.mean,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
