import { createOutbound } from '../outbound/outbound.js';
import { parseSources } from '../sources/index.js';
import { createEndpoint } from '../sources/live/endpoint.js';
import { createLiveReads, type LiveReads, type LiveReadsOptions } from '../sources/live/live-reads.js';
import { LIVE_SOURCES } from '../sources/live/source-table.js';
import { SIMULATED } from '../sources/simulated/simulated-rows.js';
import { createYahoo, YAHOO } from '../sources/yahoo/yahoo.js';
import type { Store } from '../store/open-store.js';
import type { Config } from './config.js';

/** A first connection may be slow; what takes longer leaves the stored data in place. */
const TIMEOUTS = { connectTimeoutMs: 3_000, totalTimeoutMs: 15_000 } as const;
const MOST_BYTES = 8 * 1024 * 1024;
const SOCKETS = 8;

type Options = Omit<LiveReadsOptions, 'source' | 'keepsSimulated' | 'store'> & { readonly store: Store };

/** The live source of prices that `SVC_SOURCE` asks for; null without one. Its address is the operator's, unchecked. */
export function openLiveSources(config: Pick<Config, 'source' | 'sources'>, options: Options): LiveReads | null {
  const names = parseSources(config.source);
  if (!names.includes(YAHOO)) return null;
  const { baseUrl, limits } = LIVE_SOURCES[YAHOO];
  const outbound = createOutbound({ target: 'operator', ...TIMEOUTS, maxBytes: MOST_BYTES, maxSockets: SOCKETS });
  const chart = createEndpoint({
    name: `${YAHOO} chart`,
    baseUrl: config.sources.urls.get(YAHOO) ?? baseUrl,
    headers: { 'user-agent': config.sources.userAgent },
    limits: limits.chart,
    outbound,
    budgets: options.store.sourceBudgets,
    clock: options.clock,
  });
  const live = createLiveReads({ ...options, source: createYahoo(chart), keepsSimulated: names.includes(SIMULATED) });
  return {
    counts: live.counts,
    ensure: (tickers) => live.ensure(tickers),
    used: (ticker) => live.used(ticker),
    faultOf: (ticker) => live.faultOf(ticker),
    ageS: (tickers) => live.ageS(tickers),
    silent: () => live.silent(),
    async close() {
      const closing = live.close();
      // Requests under way end with their connections.
      outbound.close();
      await closing;
    },
  };
}

/** Says in one line which sources do not answer; the program runs on with what is stored. */
export async function saySilentSources(live: LiveReads | null, say: (line: string) => void): Promise<void> {
  const silent = await live?.silent();
  if (silent === undefined || silent.size === 0) return;
  const reasons = [...silent].map(([name, reason]) => `${name} (${reason.replace(/\.$/, '')})`);
  say(`Sources that do not answer: ${reasons.join(', ')}. What is stored is served.`);
}
