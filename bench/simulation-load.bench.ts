import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from './child.js';
import { load, type LoadResult } from './load.js';
import { probe, timed, timesOf, unlimitedKey, type Times } from './probe.js';

const POSITIONS = 30;
const HOLDINGS = 25;
const ROUNDS = 3;
const ROLL_UPS = 300;

type Post = (address: string, body: object) => Promise<Response>;

/** Tickers of the demo market, the maximum for a simulation. */
async function someTickers(post: Post): Promise<readonly string[]> {
  const answer = await post('/graphql', {
    query: `{ securities(first: ${POSITIONS}, filter: { kind: EQUITY }) { nodes { ticker } } }`,
  });
  const { data } = (await answer.json()) as {
    readonly data: { readonly securities: { readonly nodes: readonly { readonly ticker: string }[] } };
  };
  return data.securities.nodes.map(({ ticker }) => ticker);
}

/** Sends simulations sequentially until stopped; returns how many completed. */
function simulating(post: Post, tickers: readonly string[]): () => Promise<number> {
  const state = { isStopped: false, answered: 0 };
  const positions = tickers.map((ticker, index) => ({ ticker, value_usd: 1_000 + index }));
  const run = (async () => {
    while (!state.isStopped) {
      const response = await post('/api/v1/simulate', { positions, horizon_days: 126, regime: 'auto' });
      if (response.status !== 200) throw new Error(`/simulate answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      state.answered += 1;
    }
    return state.answered;
  })();
  return () => {
    state.isStopped = true;
    return run;
  };
}

/** Sequential roll-ups, each with another weight, so that no response is cached. */
async function rollUps(post: Post, tickers: readonly string[]): Promise<Times> {
  const times: number[] = [];
  for (let index = 0; index < ROLL_UPS; index += 1) {
    const holdings = tickers.slice(0, HOLDINGS).map((ticker, at) => ({ ticker, weight: 1 + at + index }));
    times.push(await timed(() => post('/api/v1/portfolio', { holdings })));
  }
  return timesOf(times.slice(ROLL_UPS / 3));
}

function lowest<T>(runs: readonly T[], p99: (run: T) => number): T {
  return runs.reduce((one, other) => (p99(other) < p99(one) ? other : one));
}

function line(name: string, { perSecond, p50Ms, p99Ms, failed }: LoadResult): void {
  console.log(
    `  ${name.padEnd(26)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms  failed ${failed}`,
  );
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const environment = {
  SVC_DATA_DIR: path.join(scratch, 'data'),
  PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  SVC_SOURCE: 'simulated',
  HOST: '127.0.0.1',
};
const server = await startChild('bin/main.js', environment);
try {
  const key = unlimitedKey(environment);
  const post: Post = (address, body) =>
    fetch(server.url + address, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const tickers = await someTickers(post);
  const warm = await post('/api/v1/simulate', { positions: tickers.map((ticker) => ({ ticker, value_usd: 1_000 })) });
  if (warm.status !== 200) throw new Error(`/simulate answered ${warm.status}: ${await warm.text()}`);

  const { p50, p99 } = await rollUps(post, tickers);
  console.log(
    `/portfolio, 25 holdings, warm, one after the other  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  (aim: below 5 ms)`,
  );

  const ask = { url: `${server.url}/api/v1/signal?ticker=AAPL`, pid: server.pid, connections: 2, seconds: 3 };
  const measured = {
    idle: { loads: [] as LoadResult[], probes: [] as Times[] },
    busy: { loads: [] as LoadResult[], probes: [] as Times[] },
  };
  const measure = async ({ loads, probes }: (typeof measured)['idle']): Promise<void> => {
    // A new key each time because of the rate limit.
    probes.push(await probe(ask.url, unlimitedKey(environment)));
    loads.push(await load({ ...ask, headers: { 'X-API-Key': unlimitedKey(environment) } }));
  };
  let simulations = 0;
  // Alternating, so that background load affects both equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(measured.idle);
    const stop = simulating(post, tickers);
    await measure(measured.busy);
    simulations += await stop();
  }
  const [idle, busy] = [lowest(measured.idle.probes, (run) => run.p99), lowest(measured.busy.probes, (run) => run.p99)];
  console.log(`/signal, lowest p99 of ${ROUNDS} rounds; ${simulations} simulations were answered meanwhile`);
  console.log(`  one after the other, idle       p50 ${idle.p50.toFixed(2)} ms  p99 ${idle.p99.toFixed(2)} ms`);
  console.log(
    `  while simulations run           p50 ${busy.p50.toFixed(2)} ms  p99 ${busy.p99.toFixed(2)} ms  ratio of p99 ${(busy.p99 / idle.p99).toFixed(2)} (aim: at most 2)`,
  );
  // The load generator's latencies are whole milliseconds, too coarse for a ratio, and it uses a whole CPU.
  line(
    'as fast as 2 ask, idle',
    lowest(measured.idle.loads, ({ p99Ms }) => p99Ms),
  );
  line(
    'while simulations run',
    lowest(measured.busy.loads, ({ p99Ms }) => p99Ms),
  );
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
