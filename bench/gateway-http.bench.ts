import { startChild, type Child } from './child.js';
import { QUERIES } from './gateway-world.js';
import { load, type LoadResult } from './load.js';

/** Throughput of gateways over HTTP, each in a process of its own with its subgraphs: ours as `npm run gateway` serves it, all but Hive's besides by Apollo Server on Express. */

const KINDS = ['ours', 'ours-express', 'merged', 'apollo', 'hive', 'hive-native'];
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 3);

async function answerOf(child: Child, body: string): Promise<unknown> {
  const response = await fetch(`${child.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.json();
}

const best = (runs: readonly LoadResult[]): LoadResult => runs.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));

const children = new Map<string, Child>();
try {
  for (const kind of KINDS) children.set(kind, await startChild('bench/peers/graphql-server.js', { KIND: kind, NODE_ENV: 'production', LOG_LEVEL: 'error' }));
  for (const [title, query] of Object.entries(QUERIES)) {
    const body = JSON.stringify({ query });
    const answers = new Set<string>();
    for (const child of children.values()) answers.add(JSON.stringify(await answerOf(child, body)));
    if (answers.size !== 1) throw new Error(`The gateways answer differently: ${[...answers].map((answer) => answer.slice(0, 300)).join('\n')}`);
    const runs = new Map<string, LoadResult[]>(KINDS.map((kind) => [kind, []]));
    // Rounds of all in turn, so that what else the machine does falls on each alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, child] of children) runs.get(kind)?.push(await load({ url: `${child.url}/graphql`, pid: child.pid, body, seconds: SECONDS }));
    }
    const ours = best(runs.get('ours') ?? []);
    console.log(`\n${title}`);
    for (const [kind, results] of runs) {
      const { perSecond, p50Ms, p99Ms, failed, cpuUs } = best(results);
      console.log(`  ${kind.padEnd(12)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms  ${cpuUs.toFixed(0)} µs of processor each  failed ${failed}  ours is ${(ours.perSecond / perSecond).toFixed(2)} × as fast`);
    }
  }
} finally {
  for (const child of children.values()) await child.stop();
}
