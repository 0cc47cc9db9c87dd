import { RequestContext } from '../access/request-context.js';
import { BENCHMARK } from '../engines/benchmark.js';
import type { ReadKey } from '../gateway/live/followed-keys.js';
import { createHub, type Hub } from '../gateway/live/hub.js';
import { createLive, type Every, type Live, type LiveOptions } from '../gateway/live/live.js';
import { createWatch, type Versions, type Watch } from '../gateway/live/watch.js';
import { KEYS_CHANGED } from '../store/accounts.js';
import { BARS_CHANGED, splitSymbols } from '../store/bar-writes.js';
import { LIVE_EVENTS, parseEvent, publishEvent } from '../store/events.js';
import { barsVersionName } from '../store/recorded-reads.js';
import { TABLE_VERSIONS } from '../store/table-versions.js';
import { signalVersions } from '../subgraphs/equities/signal-versions.js';
import { newsVersions } from '../subgraphs/research/news-versions.js';
import type { Services } from '../subgraphs/services.js';
import { readTicker } from '../subgraphs/tickers.js';
import type { Runtime } from './runtime.js';

/** The live streams of one process, fed by database notifications. */
export interface LiveService extends Live {
  /** Cuts all streams, then stops listening to the database. */
  stop(): Promise<void>;
}

/** Key parsers per type. */
const KEYS: Readonly<Record<string, ReadKey>> = {
  Ticker: readTicker,
};

/** Topics of events about securities, keyed by symbol. */
const SIGNAL = 'signal';
const NEWS = 'news';

/** Tables whose changes may change the news, and the signals, of any ticker. */
const NEWS_TABLES = ['news_links'];
const SIGNAL_TABLES = ['earnings_reports', 'filings'];

/** What is computed from stored data, whose changes become events. */
interface Watches {
  readonly signals: Watch;
  readonly news: Watch;
}

export const regularly: Every = (ms, task) => {
  const timer = setInterval(task, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * The symbols whose signals bars of these may have changed; undefined for all: every signal reads the benchmark's
 * drift.
 */
function changedSignals(symbols: readonly string[] | undefined): readonly string[] | undefined {
  return symbols?.includes(BENCHMARK) === true ? undefined : symbols;
}

/** Resolves once it listens. Nothing is missed before that, because there are no subscribers yet. */
async function listen(
  { store, log }: Runtime,
  hub: Hub,
  { signals, news }: Watches,
  live: Live,
): Promise<() => Promise<void>> {
  const onEvent = (payload: string): void => {
    try {
      hub.deliver(parseEvent(payload));
    } catch (err) {
      log.error({ err }, 'could not parse a live event');
    }
  };
  const onGap = (): void => {
    hub.resync();
    signals.changed();
    news.changed();
    live.recheck();
  };
  const stops = [
    await store.listen(LIVE_EVENTS, onEvent, { onGap }),
    await store.listen(BARS_CHANGED, (payload) => signals.changed(changedSignals(splitSymbols(payload)))),
    await store.listen(TABLE_VERSIONS, (payload) => {
      const [table = ''] = payload.split(' ');
      if (NEWS_TABLES.includes(table)) news.changed();
      if (SIGNAL_TABLES.includes(table)) signals.changed();
    }),
    await store.listen(KEYS_CHANGED, (accountId) => live.recheck(accountId)),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}

/** Starts the live streams of a gateway; `every` schedules their heartbeats. */
export async function startLive(
  runtime: Runtime,
  gateway: LiveOptions<RequestContext>['gateway'],
  services: Services,
  every: Every = regularly,
): Promise<LiveService> {
  const { store, access, clock, log } = runtime;
  const hub = createHub();
  const watchOf = (topic: string, versions: Versions): Watch =>
    createWatch({
      topic,
      hub,
      versions,
      publish: (event) => publishEvent(store.db, event),
      onError: (err) => log.error({ err, topic }, 'could not watch a topic of live events'),
    });
  const watches = {
    signals: watchOf(SIGNAL, signalVersions(services)),
    news: watchOf(NEWS, newsVersions(services)),
  };
  const live = createLive<RequestContext>({
    gateway,
    hub,
    watches: Object.values(watches),
    keys: KEYS,
    clock,
    every,
    log,
    newContext({ topic, key, isPaid, ...origin }) {
      const seen =
        topic === SIGNAL ? new Map([[barsVersionName(key), store.bars.versionInMemory(key) ?? null]]) : undefined;
      const context = new RequestContext({ ...origin, meter: access.meter, seen });
      // What is postponed and never settled costs nothing.
      if (isPaid) context.defer();
      return context;
    },
  });
  const stopListening = await listen(runtime, hub, watches, live);
  return {
    read: live.read,
    open: (...given) => live.open(...given),
    recheck: (accountId) => live.recheck(accountId),
    get size() {
      return live.size;
    },
    counts: () => live.counts(),
    close: () => live.close(),
    async stop() {
      live.close();
      for (const watch of Object.values(watches)) await watch.idle();
      await stopListening().catch((err: unknown) => log.error({ err }, 'could not stop listening to live events'));
    },
  };
}
