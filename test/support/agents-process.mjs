/**
 * Executes the runs of agents as a worker does, with a clock that stands until it reads a line with another time.
 * Prints `ready`, and the id of each run that it ends. Run by agent-slots.test.ts, with the settings of a worker in the
 * environment.
 */
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [root, shownMs] = process.argv.slice(2);
let nowMs = Number(shownMs);
createInterface({ input: process.stdin }).on('line', (line) => (nowMs = Number(line)));
const built = (...names) => import(pathToFileURL(path.join(root, 'dist', ...names)).href);
const clock = () => nowMs;
const { readConfig } = await built('bin', 'config.js');
const { openRuntime } = await built('bin', 'runtime.js');
const { createServices } = await built('bin', 'services.js');
const { startAgents } = await built('bin', 'agents.js');
const runtime = await openRuntime(readConfig(process.env, 'worker'), clock);
const { agentRuns } = runtime.store;
const { finish } = agentRuns;
agentRuns.finish = async (run, outcome) => {
  const isEnded = await finish(run, outcome);
  if (isEnded) process.stdout.write(`${run.id}\n`);
  return isEnded;
};
const worker = await startAgents(runtime, createServices(runtime), { sweepEveryMs: 100 });
process.stdout.write('ready\n');
process.once('SIGTERM', async () => {
  await worker.close();
  await runtime.close();
});
