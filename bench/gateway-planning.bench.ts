import { monitorEventLoopDelay } from 'node:perf_hooks';
import { QueryPlanner } from '@graphql-hive/router-query-planner';
import { parse } from 'graphql';
import { NOBODY } from '../access/fair-queue.js';
import { createPlanningThread } from '../gateway/planning-thread/planning-thread.js';
import { createPlanner } from '../gateway/planner/planner.js';
import { planOperation } from '../gateway/planner/plan-operation.js';
import { worldSupergraph } from './gateway-world.js';
import { timesOf } from './probe.js';

/**
 * Planning by size: our planner and the native one, and how long the event loop is held where a thread plans instead.
 */

const SIZES = [1, 50, 250, 500, 1_000, 2_000];
const ROUNDS = 15;
const NS_PER_MS = 1e6;

const supergraphSdl = worldSupergraph();
const planner = createPlanner(supergraphSdl);
const native = new QueryPlanner(supergraphSdl);
const thread = createPlanningThread(supergraphSdl);

/** As many fields of three subgraphs under aliases; `round` makes the text new. */
function operation(fields: number, round: number): string {
  const aliases = Array.from(
    { length: fields },
    (_, index) =>
      `a${round}_${index}: ${['name', 'gapStats { gapCount }', 'seasonality { monthCount }'][index % 3] ?? 'name'}`,
  );
  return `{ securities(first: 1) { symbol ${aliases.join(' ')} } }`;
}

function medianMs(task: (round: number) => void): number {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const startedAt = performance.now();
    task(round);
    return performance.now() - startedAt;
  });
  return timesOf(times).p50;
}

/** The longest time that the event loop was held while a thread planned, milliseconds. */
async function heldMs(fields: number): Promise<number> {
  const held: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const document = parse(operation(fields, round));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await thread.plan([document], NOBODY);
    delay.disable();
    held.push(delay.max / NS_PER_MS);
  }
  return timesOf(held).p50;
}

await thread.plan([parse(operation(1, 0))], NOBODY);
console.log(
  `${'fields'.padStart(8)} ${'ours, ms'.padStart(10)} ${'native, ms'.padStart(11)} ${'ours / native'.padStart(14)} ${"loop held by a thread's plan, ms".padStart(34)}`,
);
for (const fields of SIZES) {
  const documents = Array.from({ length: ROUNDS }, (_, round) => parse(operation(fields, round)));
  const texts = Array.from({ length: ROUNDS }, (_, round) => operation(fields, round));
  const ours = medianMs((round) => void planOperation(documents[round] ?? parse(''), planner));
  const peer = medianMs((round) => void native.plan(texts[round] ?? '', null, new Set(), 0));
  const cells = [
    ours.toFixed(2).padStart(10),
    peer.toFixed(2).padStart(11),
    (ours / peer).toFixed(2).padStart(14),
    (await heldMs(fields)).toFixed(1).padStart(34),
  ];
  console.log(`${String(fields).padStart(8)} ${cells.join(' ')}`);
}
await thread.close();
