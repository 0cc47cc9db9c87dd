import { systemRandom } from '../access/secrets.js';
import { compositesProducer } from '../jobs/workers/composites/producer.js';
import { createCohortsPool } from '../jobs/workers/producers/cohorts-pool.js';
import { createEdgeAlertProducers } from '../jobs/workers/producers/edge-alert.js';
import { createMoodProducer } from '../jobs/workers/producers/mood.js';
import { createRegimePool } from '../jobs/workers/producers/regime-pool.js';
import { createArena } from '../surfaces/community/arena/board.js';
import { createSignalFlipProducer, type HoldersOf } from '../jobs/workers/producers/signal-flip.js';
import { startRefreshWorker, type Producer } from '../jobs/workers/refresh/worker.js';
import { screenProducer } from '../jobs/workers/screen/producer.js';
import { createRelinkProducer } from '../jobs/workers/news/relink.js';
import { startNewsWorker, type NewsWorker } from '../jobs/workers/news/worker.js';
import { startMarksWorker } from '../jobs/workers/marks/worker.js';
import { startOverlayWorker } from '../jobs/workers/overlay/worker.js';
import { startSourcesWorker } from '../jobs/workers/sources/worker.js';
import { startWebhookWorker } from '../jobs/workers/webhooks/worker.js';
import { marksToRecord } from '../subgraphs/private-markets/marks-on-record.js';
import { startAgents } from './agents.js';
import { startLines } from './line.js';
import { feedsOf, outboundToFeeds } from './news-feeds.js';
import type { Runtime } from './runtime.js';
import { configurePolls, sourcePolls } from './source-polls.js';
import { createServices, type ProgramServices } from './services.js';

/** The background workers of this process. */
export interface RunningWorkers {
  /** Accepts no new work, and resolves when work in progress has ended. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  readonly sweepEveryMs?: number;
  /** Of the server in this process; without it, runs of agents read through a gateway of their own. */
  readonly services?: ProgramServices;
}

/** Producers that turn newly recorded data into events. */
interface EventProducers {
  /** In the order in which they run. */
  readonly list: readonly Producer[];
  /** Ends their threads; no producer must be running. */
  close(): Promise<void>;
}

function createEventProducers({ store, clock, log }: Runtime): EventProducers {
  const [regimes, cohorts] = [createRegimePool(), createCohortsPool()];
  const random = systemRandom;
  const holders: readonly HoldersOf[] = [
    (symbols) => store.watchlists.holdersOf(symbols),
    (symbols) => store.agents.holdersOf(symbols),
    createArena({ store, clock }).holdersOf,
  ];
  return {
    list: [
      createSignalFlipProducer({ store, holders, random, log }),
      createMoodProducer({ store, random, log }),
      ...createEdgeAlertProducers({ store, readRegimes: regimes.read, cohorts, random, log }),
    ],
    async close() {
      await regimes.close();
      await cohorts.close();
    },
  };
}

/** Reads the configured news feeds. */
async function startNews({ store, queues, clock, log, config }: Runtime): Promise<NewsWorker> {
  const outbound = outboundToFeeds(config);
  const worker = await startNewsWorker({ store, queues, outbound, feeds: feedsOf(config), clock, log });
  return {
    async close() {
      await worker.close();
      outbound.close();
    },
  };
}

/**
 * Starts all workers of this process; any number of processes can run them. If one does not start, those that have are
 * closed, so that no job is in progress while what it uses is closed.
 */
export async function startWorkers(
  runtime: Runtime,
  { services = createServices(runtime), ...options }: WorkersOptions = {},
): Promise<RunningWorkers> {
  const started: RunningWorkers[] = [];
  const close = async (): Promise<void> => {
    for (const worker of started.splice(0).reverse()) await worker.close();
  };
  try {
    for await (const worker of workersOf(runtime, services, options)) started.push(worker);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** Each worker is started when the one before it has. */
async function* workersOf(
  runtime: Runtime,
  services: ProgramServices,
  options: Pick<WorkersOptions, 'sweepEveryMs'>,
): AsyncGenerator<RunningWorkers> {
  const { store, webhooks, queues, screen, clock, log } = runtime;
  const rng = Math.random;
  yield await startWebhookWorker({
    store,
    queues,
    send: webhooks.send,
    clock,
    random: systemRandom,
    rng,
    log,
    ...options,
  });
  const events = createEventProducers(runtime);
  yield events;
  // Composites come first, because event producers read the recorded ones.
  const composites = compositesProducer({ store, clock, rng, log });
  yield composites;
  // The screen comes before the record, because requests wait for it.
  const producers = [screenProducer(screen), composites, ...events.list, createRelinkProducer({ store, log })];
  yield await startRefreshWorker({ store, queues, producers, clock, log });
  yield await startNews(runtime);
  await configurePolls(runtime);
  yield await startSourcesWorker({ queues, polls: sourcePolls(runtime), log });
  yield await startOverlayWorker({ store, queues, clock, log });
  yield await startMarksWorker({ store, queues, marksAt: marksToRecord(services), clock, log });
  yield await startAgents(runtime, services, options);
  yield await startLines(runtime, services, options);
}
