import { startChild, type Child } from './child.js';
import { QUERIES } from './gateway-world.js';
import { load, type LoadResult } from './load.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 3);

async function answerOf(child: Child, body: string): Promise<unknown> {
  const response = await fetch(`${child.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return response.json();
}

const best = (runs: readonly LoadResult[]): LoadResult =>
  runs.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));

/** Runs every operation against each kind of gateway over HTTP, alternating rounds, and prints the best rounds. */
export async function race(
  kinds: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const children = new Map<string, Child>();
  try {
    for (const kind of kinds)
      children.set(
        kind,
        await startChild('bench/peers/graphql-server.js', {
          KIND: kind,
          NODE_ENV: 'production',
          LOG_LEVEL: 'error',
          ...environment,
        }),
      );
    for (const [title, query] of Object.entries(QUERIES)) {
      const body = JSON.stringify({ query });
      const answers = new Set<string>();
      for (const child of children.values()) answers.add(JSON.stringify(await answerOf(child, body)));
      if (answers.size !== 1)
        throw new Error(
          `The gateways' responses differ: ${[...answers].map((answer) => answer.slice(0, 300)).join('\n')}`,
        );
      const runs = new Map<string, LoadResult[]>(kinds.map((kind) => [kind, []]));
      // Alternate rounds, so that background load affects all equally.
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [kind, child] of children)
          runs.get(kind)?.push(await load({ url: `${child.url}/graphql`, pid: child.pid, body, seconds: SECONDS }));
      }
      print(title, runs);
    }
  } finally {
    for (const child of children.values()) await child.stop();
  }
}

function print(title: string, runs: ReadonlyMap<string, readonly LoadResult[]>): void {
  const ours = best(runs.get('ours') ?? []);
  console.log(`\n${title}`);
  for (const [kind, results] of runs) {
    const { perSecond, p50Ms, p99Ms, failed, cpuUs } = best(results);
    const ratios = `ours is ${(ours.perSecond / perSecond).toFixed(2)} × as fast, takes ${(ours.cpuUs / cpuUs).toFixed(2)} of its processor`;
    console.log(
      `  ${kind.padEnd(12)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms  ${cpuUs.toFixed(0)} µs of processor each  failed ${failed}  ${ratios}`,
    );
  }
}
