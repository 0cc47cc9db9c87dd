import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../calendar/utc-periods.js';
import { readConfig } from '../bin/config.js';
import { storeDemoState } from '../bin/demo/demo-state.js';
import { loadMarket } from '../bin/market.js';
import { openRuntime, type Runtime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';
import { run } from '../jobs/workers/composites/composites-thread.js';
import { recordComposites } from '../jobs/workers/composites/record-composites.js';

export interface ScratchServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Records the composites of all equities, which takes several seconds. */
async function record({ store, clock, log }: Pick<Runtime, 'store' | 'clock' | 'log'>): Promise<void> {
  await recordComposites({ store, clock, log, rng: () => 0, compute: async (tasks) => run(tasks) });
}

/**
 * A complete server on a free loopback port over the demo market as of `clock`, with recorded composites if asked for;
 * its data is deleted with it.
 */
export async function startScratchServer(clock: Clock, { isRecorded = false } = {}): Promise<ScratchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marketgraph-'));
  const runtime = await openRuntime(readConfig({ SVC_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }), clock);
  const server = await startServer(runtime);
  const stopLoading = await loadMarket(runtime, () => undefined);
  await storeDemoState(runtime);
  if (isRecorded) await record(runtime);
  // Requests for a list wait at most seconds for this.
  if (isRecorded) await runtime.screen.table();
  server.readiness.isMarketLoaded = true;
  return {
    url: server.url,
    async close() {
      stopLoading();
      await server.close();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
