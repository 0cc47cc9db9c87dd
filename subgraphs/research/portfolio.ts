import type { HoldingInput } from '../../engines/portfolio/holdings.js';
import { overlay, type Overlay } from '../../engines/portfolio/overlay.js';
import { rollUp, type NoSignals, type RollUp } from '../../engines/portfolio/roll-up.js';
import type { GapCandidate } from '../../engines/portfolio/signal-gaps.js';
import type { WeightRefusal } from '../../engines/portfolio/holdings.js';
import { fitRegimes, type RegimeReading } from '../../engines/simulation/regime.js';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { TIER_LIMITS } from '../../access/tiers.js';
import type { Security } from '../../store/securities.js';
import type { Services } from '../services.js';
import { signalField, type SignalReading } from '../signal-field.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import { BENCHMARK } from './benchmark.js';
import type { HoldingInput as HoldingArgument } from './generated/resolver-types.js';
import { API_VERSION } from '../api-version.js';
import type { OverlayParent, PortfolioParent } from './parents.js';

/** Stored equities among which strong names that are not held are looked for. */
const CANDIDATES = 500;
/** Years of the benchmark that today's regime is read from. */
const REGIME_YEARS = 5;

type Holdings = readonly HoldingArgument[];

function refuse({ message }: WeightRefusal): never {
  throw new ApiError('invalid_parameter', message, { param: 'holdings' });
}

function isRefusal(result: { readonly ok: boolean; readonly status?: string }): result is WeightRefusal {
  return !result.ok && result.status !== 'no_signals';
}

/** What the engines know of each holding: one query for all signals, one for all names. */
function holdingReader(services: Services) {
  const signals = signalField(services);
  return async (holdings: Holdings, context: RequestContext): Promise<readonly HoldingInput[]> => {
    const refs = holdings.map(({ ticker }) => securityRef(ticker));
    const [reads, securities] = await Promise.all([
      signals(refs.map((obj) => ({ obj, params: {} })), context),
      services.store.securities.bySymbols(refs.map(({ symbol }) => symbol)),
    ]);
    return holdings.map((holding, index) => describe(holding, refs[index], reads[index], securities));
  };
}

function describe(
  { ticker, weight, value, shares }: HoldingArgument,
  ref: SecurityRef | undefined,
  field: SignalReading | Error | undefined,
  securities: ReadonlyMap<string, Security>,
): HoldingInput {
  const read = field === undefined || field instanceof Error ? null : field.read;
  return {
    ticker,
    weightInput: { weight: weight ?? undefined, value: value ?? undefined, shares: shares ?? undefined },
    priceUsd: read?.price.current ?? null,
    sector: ref === undefined ? null : (securities.get(ref.symbol)?.sector ?? null),
    signal: read === null ? null : { compositeScore: read.compositeScore, factors: factorsOf(read) },
  };
}

function factorsOf({ scores }: NonNullable<SignalReading['read']>) {
  const { technical, momentum, fundamentals, microstructure, optionsFlow } = scores;
  return {
    technical: technical?.score ?? null,
    momentum: momentum?.score ?? null,
    fundamentals: fundamentals?.score ?? null,
    microstructure: microstructure?.score ?? null,
    optionsFlow: optionsFlow?.score ?? null,
  };
}

/** Names that could be held, with their scores: the stored equities, in batches like any other. */
function candidateReader(services: Services) {
  const signals = signalField(services);
  return async (context: RequestContext): Promise<readonly GapCandidate[]> => {
    const { securities } = await services.store.securities.list({ limit: CANDIDATES, kind: 'equity' });
    const reads = await signals(securities.map(({ symbol }) => ({ obj: securityRef(symbol), params: {} })), context);
    return securities.flatMap(({ symbol, sector }, index) => {
      const field = reads[index];
      const read = field === undefined || field instanceof Error ? null : field.read;
      return read === null ? [] : [{ ticker: symbol, score: read.compositeScore, sector }];
    });
  };
}

/** Today's regime of the benchmark, read once for each version of its history. */
function regimeReader({ store, results }: Services) {
  return async (): Promise<RegimeReading | null> => {
    const series = (await store.bars.load([BENCHMARK])).get(BENCHMARK);
    if (series === undefined) return null;
    const compute = (): { readonly today: RegimeReading | null } => ({ today: fitRegimes(series.bars, REGIME_YEARS)?.today ?? null });
    return results.remember(`regime\u0000${series.version}`, compute).today;
  };
}

/** What portfolio resolvers call. */
export function createPortfolioLoaders(services: Services) {
  const read = holdingReader(services);
  const candidates = candidateReader(services);
  const regime = regimeReader(services);
  return {
    async portfolio(holdings: Holdings, context: RequestContext): Promise<PortfolioParent> {
      requireSome(holdings);
      const result: RollUp | NoSignals | WeightRefusal = rollUp(await read(holdings, context));
      if (isRefusal(result)) return refuse(result);
      return { ...result, apiVersion: API_VERSION };
    },
    async portfolioOverlay(holdings: Holdings, context: RequestContext): Promise<OverlayParent> {
      requireSome(holdings);
      requireCap(holdings, context);
      const [inputs, names, today] = await Promise.all([read(holdings, context), candidates(context), regime()]);
      const result: Overlay | NoSignals | WeightRefusal = overlay(inputs, names);
      if (isRefusal(result)) return refuse(result);
      return { ...result, regime: today, apiVersion: API_VERSION };
    },
  };
}

function requireSome(holdings: Holdings): void {
  if (holdings.length === 0) throw new ApiError('invalid_parameter', 'holdings needs at least one entry.', { param: 'holdings' });
}

function requireCap(holdings: Holdings, { identity: { tier } }: RequestContext): void {
  const cap = TIER_LIMITS[tier].overlayHoldings;
  if (holdings.length <= cap) return;
  throw new ApiError('holdings_cap', `The ${tier} tier takes ${cap} holdings, not ${holdings.length}.`, { cap });
}
