import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { QueryPlanner } from '@graphql-hive/router-query-planner';
import { buildASTSchema, parse } from 'graphql';
import { z } from 'zod';
import { readSupergraph } from '../bin/graph.js';
import { createGateway } from '../gateway/gateway.js';
import { createPlanner } from '../gateway/planner/planner.js';
import { timesOf } from './probe.js';

/** Startup cost of a gateway over this project's supergraph, and of its parts, each measured in separate processes. */

const STEPS: Readonly<Record<string, (sdl: string) => unknown>> = {
  'the supergraph as a schema in graphql-js': (sdl) => buildASTSchema(parse(sdl), { assumeValidSDL: true }),
  'native planner alone': (sdl) => new QueryPlanner(sdl),
  'planner and public schema': createPlanner,
  'the whole gateway': (supergraphSdl) => createGateway({ supergraphSdl, subgraphs: [] }),
};
const PROCESSES = 7;
const COST = z.object({ ms: z.number(), mb: z.number() });

function measure(step: (sdl: string) => unknown): z.infer<typeof COST> {
  const sdl = readSupergraph();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  const held = step(sdl);
  const ms = performance.now() - startedAt;
  globalThis.gc?.();
  const mb = (process.memoryUsage.rss() - before) / 2 ** 20;
  if (held === undefined) throw new Error('There is nothing to keep in memory.');
  return { ms, mb };
}

const asked = STEPS[process.argv[2] ?? ''];
if (asked !== undefined) {
  console.log(JSON.stringify(measure(asked)));
  process.exit(0);
}
console.log(`Supergraph of ${(readSupergraph().length / 1024).toFixed(0)} KiB, median of ${PROCESSES} processes`);
for (const step of Object.keys(STEPS)) {
  const costs = Array.from({ length: PROCESSES }, () => {
    const { stdout } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), step], {
      encoding: 'utf8',
    });
    return COST.parse(JSON.parse(stdout));
  });
  const median = (values: readonly number[]): string => timesOf(values).p50.toFixed(1);
  console.log(
    `  ${step.padEnd(42)} ${median(costs.map(({ ms }) => ms)).padStart(8)} ms  ${median(costs.map(({ mb }) => mb)).padStart(6)} MB`,
  );
}
