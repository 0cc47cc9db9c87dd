import { createOutbound, type Outbound } from '../outbound/outbound.js';
import { createEdgar, EDGAR, type Edgar } from '../sources/edgar/edgar.js';
import { createFinnhub, FINNHUB, type Finnhub } from '../sources/finnhub/finnhub.js';
import { parseSources } from '../sources/index.js';
import { createEndpoint, type AnyEndpoint } from '../sources/live/endpoint.js';
import { createKindReads, type KindReads } from '../sources/live/kind-reads.js';
import { createLiveReads, type LiveReads, type LiveReadsOptions } from '../sources/live/live-reads.js';
import { createSessionRefresh, type SessionRefresh } from '../sources/live/session-refresh.js';
import { LIVE_SOURCES } from '../sources/live/source-table.js';
import { SIMULATED } from '../sources/simulated/simulated-rows.js';
import { createYahooCloses } from '../sources/yahoo/yahoo-closes.js';
import { createYahooInsiders } from '../sources/yahoo/yahoo-insiders.js';
import { createYahooKinds } from '../sources/yahoo/yahoo-kinds.js';
import { createYahooSession } from '../sources/yahoo/yahoo-session.js';
import { createYahooStatements } from '../sources/yahoo/yahoo-statements.js';
import { createYahoo, YAHOO } from '../sources/yahoo/yahoo.js';
import type { BudgetLimits } from '../store/source-budgets.js';
import type { Store } from '../store/open-store.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';

/** A first connection may be slow; what takes longer leaves the stored data in place. */
const CONNECT_TIMEOUT_MS = 3_000;
const MOST_BYTES = 8 * 1024 * 1024;
const SOCKETS = 8;

type Options = Omit<LiveReadsOptions, 'source' | 'keepsSimulated' | 'store'> & { readonly store: Store };
type LiveConfig = Pick<Config, 'source' | 'sources'>;

/** The live sources that `SVC_SOURCE` asks for; each part is null without a source that gives it. */
export interface LiveSources {
  /** Daily bars. */
  readonly live: LiveReads | null;
  /** Other kinds of data. */
  readonly kinds: KindReads | null;
  /** Documents and the latest filings of the SEC. */
  readonly edgar: Edgar | null;
  /** Answers of Finnhub that are of no ticker, or not stored. */
  readonly finnhub: Finnhub | null;
  /** Reads ahead of requests what is due; null without a source of tickers. */
  readonly refresh: SessionRefresh | null;
  /** Why sources do not answer, by name. */
  silent(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

interface Place {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: BudgetLimits;
}

type OpenEndpoint = (place: Place) => AnyEndpoint;

/** Yahoo's daily bars, and its other kinds of data, which share the endpoint of charts. */
function openYahoo({ sources: { urls, userAgent } }: LiveConfig, open: OpenEndpoint, store: Store) {
  const { baseUrl, dataUrl, limits } = LIVE_SOURCES[YAHOO];
  const own = urls.get(YAHOO);
  const endpoint = (name: keyof typeof limits, url: string = baseUrl): AnyEndpoint =>
    open({ name: `${YAHOO} ${name}`, baseUrl: own ?? url, headers: { 'user-agent': userAgent }, limits: limits[name] });
  const chart = endpoint('chart');
  const session = createYahooSession({ cookies: endpoint('crumb', dataUrl), crumbs: endpoint('crumb') });
  const endpoints = { chart, summary: endpoint('summary'), options: endpoint('options') };
  return {
    daily: createYahoo(chart),
    kinds: createYahooKinds({ session, endpoints, store }),
    closes: createYahooCloses(chart, store),
    withoutFilings: [
      createYahooInsiders({ session, endpoints, store }),
      createYahooStatements({ session, endpoints, store }),
    ],
  };
}

function openEdgar({ sources: { urls, secUserAgent } }: LiveConfig, open: OpenEndpoint, store: Store): Edgar {
  if (secUserAgent === undefined)
    throw new Failure(
      'SVC_SOURCE has edgar, and the SEC asks who sends requests: set SVC_SEC_USER_AGENT to a name and an e-mail ' +
        'address, such as "Example Corp admin@example.com", or leave edgar out of SVC_SOURCE.',
    );
  const { baseUrl, dataUrl, limits } = LIVE_SOURCES[EDGAR];
  const shared = { name: EDGAR, headers: { 'user-agent': secUserAgent }, limits: limits.edgar };
  const own = urls.get(EDGAR);
  const [www, data] = [open({ ...shared, baseUrl: own ?? baseUrl }), open({ ...shared, baseUrl: own ?? dataUrl })];
  return createEdgar({ www, data }, store);
}

function openFinnhub(
  { sources: { urls, userAgent, finnhubKey } }: LiveConfig,
  open: OpenEndpoint,
  store: Store,
): Finnhub {
  if (finnhubKey === undefined)
    throw new Failure(
      'SVC_SOURCE has finnhub: set SVC_FINNHUB_KEY to your key of finnhub.io, or leave finnhub out of SVC_SOURCE.',
    );
  const { baseUrl, limits } = LIVE_SOURCES[FINNHUB];
  // Never in the address, which logs of proxies have.
  const headers = { 'user-agent': userAgent, 'x-finnhub-token': finnhubKey };
  return createFinnhub(
    open({ name: FINNHUB, baseUrl: urls.get(FINNHUB) ?? baseUrl, headers, limits: limits.finnhub }),
    store,
  );
}

/**
 * Opens the configured sources. Their addresses are the operator's, unchecked. Throws Failure if a setting is missing.
 */
export function openLiveSources(config: LiveConfig, options: Options): LiveSources {
  const names = parseSources(config.source);
  const keepsSimulated = names.includes(SIMULATED);
  let outbound: Outbound | undefined;
  let asking: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();
  const open: OpenEndpoint = (place) => {
    outbound ??= createOutbound({
      target: 'operator',
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      totalTimeoutMs: config.sources.timeoutMs,
      maxBytes: MOST_BYTES,
      maxSockets: SOCKETS,
    });
    const { store, clock } = options;
    return createEndpoint({ ...place, outbound, budgets: store.sourceBudgets, clock, closing: closing.signal });
  };
  const yahoo = names.includes(YAHOO) ? openYahoo(config, open, options.store) : null;
  const finnhub = names.includes(FINNHUB) ? openFinnhub(config, open, options.store) : null;
  const edgar = names.includes(EDGAR) ? openEdgar(config, open, options.store) : null;
  // A kind that several give is asked for in the order of SVC_SOURCE.
  const opened = [edgar, finnhub, yahoo?.kinds ?? null, yahoo?.closes ?? null];
  // What is told without the filings that tell it is asked for last.
  const kindSources = [
    ...names.flatMap((name) => opened.filter((source) => source?.name === name)),
    ...(yahoo?.withoutFilings ?? []),
  ].filter((source) => source !== null);
  const kinds = kindSources.length > 0 ? createKindReads({ ...options, sources: kindSources, keepsSimulated }) : null;
  const onOtherCompany = (ticker: string): void => kinds?.forget(ticker);
  const live =
    yahoo === null ? null : createLiveReads({ ...options, source: yahoo.daily, keepsSimulated, onOtherCompany });
  return {
    live,
    kinds,
    edgar,
    finnhub,
    refresh: live === null && kinds === null ? null : createSessionRefresh({ ...options, live, kinds }),
    async silent() {
      const asked = Promise.allSettled([live?.silent(), kinds?.silent()]);
      asking = asked;
      const reasons = (await asked).flatMap((each) => {
        if (each.status === 'rejected') throw each.reason;
        return [...(each.value ?? [])];
      });
      // A program that ends has not been answered, which says nothing of the sources.
      return new Map(closing.signal.aborted ? [] : reasons);
    },
    async close() {
      const ended = Promise.all([live?.close(), kinds?.close(), asking]);
      closing.abort();
      // Requests under way end with their connections.
      outbound?.close();
      await ended;
    },
  };
}

/** Says in one line which sources do not answer; the program runs on with what is stored. */
export async function saySilentSources(
  sources: readonly Pick<LiveSources, 'silent'>[],
  say: (line: string) => void,
): Promise<void> {
  const asked = await Promise.all(sources.map((source) => source.silent()));
  const silent = new Map(asked.flatMap((each) => [...each]));
  if (silent.size === 0) return;
  const reasons = [...silent].map(([name, reason]) => `${name} (${reason.replace(/\.$/, '')})`);
  say(`Sources that do not answer: ${reasons.join(', ')}. What is stored is served.`);
}
