import type { RequestContext } from '../access/request-context.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Executor } from '../jobs/workers/agents/executor.js';
import { listEndpoints } from '../rest-compat/endpoints.js';
import { createResultCache } from '../subgraphs/result-cache.js';
import type { LiveTickers, Services } from '../subgraphs/services.js';
import { openExecutor, openQuestions } from './agents.js';
import { modelOpener } from './ai-model.js';
import { openAnswers } from './answers.js';
import { createGraph, readSupergraph } from './graph.js';
import { liveStore } from '../sources/live/live-store.js';
import { createArena } from '../surfaces/community/arena/board.js';
import { createPaperTrading } from '../surfaces/community/arena/paper-trading.js';
import { createCommunity } from '../surfaces/community/community.js';
import { systemRandom } from '../access/secrets.js';
import { openLines } from './line-rules.js';
import type { Runtime } from './runtime.js';

/** The services of the subgraphs, and what workers use of them. */
export interface ProgramServices extends Services {
  readonly agents: Executor;
}

/** Without a source of prices, a ticker that is not stored is read with its filings. */
function filersReads({ kinds }: Runtime['sources']): Pick<LiveTickers, 'ensure' | 'faultOf'> | null {
  if (kinds === null) return null;
  return {
    ensure: (tickers, caller) => kinds.ensure('filings', tickers, caller),
    faultOf: (ticker) => kinds.faultOf('filings', ticker),
  };
}

/** Reads of tickers that are not stored, and why kinds of them have not been read. */
function liveTickers({ live, sources }: Pick<Runtime, 'live' | 'sources'>): Services['live'] {
  const reads = live ?? filersReads(sources);
  if (reads === null) return null;
  return {
    ensure: (tickers, caller) => reads.ensure(tickers, caller),
    faultOf: (ticker) => reads.faultOf(ticker),
    kindFaultOf: (kind, ticker) => sources.kinds?.neverGiven(kind, ticker) ?? null,
    sourcesOf: (kind) => sources.kinds?.sourcesOf(kind) ?? [],
  };
}

/**
 * The services of the subgraphs in this process. `served` is the gateway that answers read through, if all of its
 * subgraphs run here; without it, the first answer creates one.
 */
export function createServices(
  runtime: Runtime,
  served: () => Gateway<RequestContext> | null = () => null,
): ProgramServices {
  const { store, live, sources, access, clock, log, webhooks, vault, screen, atEnd, tagKey, config } = runtime;
  // Before the model is closed, which they may be waiting for.
  atEnd(() => questions.close());
  const model = modelOpener(config.ai, clock);
  atEnd(async () => model?.close());
  let endpoints: ReturnType<typeof listEndpoints> | undefined;
  let own: Gateway<RequestContext> | undefined;
  const gateway = (): Gateway<RequestContext> => served() ?? (own ??= createGraph(services));
  const answers = openAnswers({ store, meter: access.meter, clock, log, model: model?.open }, gateway);
  const executor = openExecutor(runtime, answers, gateway);
  const questions = openQuestions(runtime, executor);
  const arena = createArena({ store, clock });
  const endpointsOf = (): ReturnType<typeof listEndpoints> => (endpoints ??= listEndpoints(readSupergraph()));
  const services: ProgramServices = {
    store: live === null && sources.kinds === null ? store : liveStore(store, { bars: live, kinds: sources.kinds }),
    live: liveTickers(runtime),
    access,
    log,
    atEnd,
    webhooks,
    vault,
    newsSearch: runtime.newsSearch,
    screen,
    results: createResultCache(clock),
    tagKey,
    endpoints: endpointsOf,
    answers,
    agents: executor,
    questions,
    lines: openLines(runtime),
    community: createCommunity({ store, clock, random: systemRandom }),
    arena: { ...arena, trading: createPaperTrading({ store, arena, clock, random: systemRandom }) },
  };
  return services;
}
