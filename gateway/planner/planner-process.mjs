/**
 * A process that runs the native planner and nothing else: what the planner deems impossible ends this process instead of
 * the server's. Plain JavaScript, so that it loads alike from the sources and from a build.
 *
 * in:  { supergraphSdl: string } once, then { source: string } one at a time
 * out: { isReady: true }, then { plan } | { error: string } for each source
 */
import { QueryPlanner } from '@graphql-hive/router-query-planner';

let planner;

async function answer({ supergraphSdl, source }) {
  if (supergraphSdl !== undefined) {
    planner = new QueryPlanner(supergraphSdl);
    return { isReady: true };
  }
  try {
    // Off the event loop, so that a lost parent is noticed while a plan takes long.
    return { plan: await planner.planAsync(source, null, new Set(), 0) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', async (message) => {
  const reply = await answer(message);
  if (process.connected) process.send(reply);
});
// An exit would wait for the planner's thread.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The parent decides when to end; a terminal sends its signals to both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
