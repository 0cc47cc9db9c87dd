import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../calendar/utc-periods.js';
import { readConfig } from '../bin/config.js';
import { loadMarket } from '../bin/market.js';
import { openRuntime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';

export interface ScratchServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A complete server on a free loopback port over the demo market as of `clock`; its data is deleted with it. */
export async function startScratchServer(clock: Clock): Promise<ScratchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marketgraph-'));
  const runtime = await openRuntime(readConfig({ SVC_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }), clock);
  const server = await startServer(runtime);
  const stopLoading = await loadMarket(runtime, () => undefined);
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
