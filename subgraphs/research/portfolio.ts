import { BENCHMARK } from '../../engines/benchmark.js';
import type { HoldingInput } from '../../engines/portfolio/holdings.js';
import { overlay, type Overlay } from '../../engines/portfolio/overlay.js';
import { rollUp, type NoSignals, type RollUp } from '../../engines/portfolio/roll-up.js';
import { isStrong, type GapCandidate } from '../../engines/portfolio/signal-gaps.js';
import type { WeightRefusal } from '../../engines/portfolio/holdings.js';
import { fitRegimes, REGIME_YEARS, type RegimeReading } from '../../engines/simulation/regime.js';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { TIER_LIMITS } from '../../access/tiers.js';
import type { Security } from '../../store/securities.js';
import type { Services } from '../services.js';
import { signalField, type SignalReading } from '../signal-field.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { HoldingInput as HoldingArgument } from '../generated/types.js';
import { API_VERSION } from '../api-version.js';
import type { Fields } from './generated/resolver-types.js';

/** How many equities without a recorded composite are read, which only a new market has in its first seconds. */
const MOST_UNRECORDED = 500;

type Scored = Pick<GapCandidate, 'ticker' | 'score'>;
type Holdings = readonly HoldingArgument[];

function refuse({ message }: WeightRefusal): never {
  throw new ApiError('invalid_parameter', message, { param: 'holdings' });
}

function isRefusal(result: { readonly ok: boolean; readonly status?: string }): result is WeightRefusal {
  return !result.ok && result.status !== 'no_signals';
}

/** The engines' input for each holding: one query for all signals, one for all names. */
function holdingReader(services: Services) {
  const signals = signalField(services);
  return async (holdings: Holdings, context: RequestContext): Promise<readonly HoldingInput[]> => {
    const refs = holdings.map(({ ticker }) => securityRef(ticker));
    const [reads, securities] = await Promise.all([
      signals(refs.map((obj) => ({ obj, params: {} })), context),
      services.store.reading(context.versions).securities.bySymbols(refs.map(({ symbol }) => symbol)),
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
    signal: read === null || read.compositeScore === null ? null : { compositeScore: read.compositeScore, factors: factorsOf(read) },
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

/** Candidate holdings with their scores: all equities with recorded composites, and the first without. */
function candidateReader(services: Services) {
  const signals = signalField(services);
  const unrecorded = async (recorded: ReadonlyMap<string, unknown>, context: RequestContext): Promise<readonly Scored[]> => {
    const first = await services.store.reading(context.versions).securities.list({ limit: MOST_UNRECORDED, kind: 'equity' });
    const symbols = first.securities.map(({ symbol }) => symbol).filter((symbol) => !recorded.has(symbol));
    const reads = await signals(symbols.map((symbol) => ({ obj: securityRef(symbol), params: {} })), context);
    return symbols.flatMap((ticker, index) => {
      const field = reads[index];
      const read = field === undefined || field instanceof Error ? null : field.read;
      return read === null || read.compositeScore === null ? [] : [{ ticker, score: read.compositeScore }];
    });
  };
  return async (context: RequestContext): Promise<readonly GapCandidate[]> => {
    const { composites, securities } = services.store.reading(context.versions);
    const latest = await composites.latest();
    for (const { source } of latest.values()) context.dataSources.add(source);
    const recorded = Array.from(latest, ([ticker, { score }]): Scored => ({ ticker, score }));
    const strong = [...recorded, ...(await unrecorded(latest, context))].filter(isStrong);
    const known = await securities.bySymbols(strong.map(({ ticker }) => ticker));
    return strong.map(({ ticker, score }) => ({ ticker, score, sector: known.get(ticker)?.sector ?? null }));
  };
}

/** Today's regime of the benchmark, computed once per version of its history. */
function regimeReader({ store, results }: Services) {
  return async ({ versions }: RequestContext): Promise<RegimeReading | null> => {
    const series = (await store.reading(versions).bars.load([BENCHMARK])).get(BENCHMARK);
    if (series === undefined) return null;
    const compute = (): { readonly today: RegimeReading | null } => ({ today: fitRegimes(series.bars, REGIME_YEARS)?.today ?? null });
    return results.remember(`regime\u0000${series.version}`, compute).today;
  };
}

export function createFields(services: Services) {
  const read = holdingReader(services);
  const candidates = candidateReader(services);
  const regime = regimeReader(services);
  return {
    Query: {
      async portfolio(_root, { holdings }, context) {
        const result: RollUp | NoSignals | WeightRefusal = rollUp(await read(holdings, context));
        if (isRefusal(result)) return refuse(result);
        return { ...result, apiVersion: API_VERSION };
      },
      async portfolioOverlay(_root, { holdings }, context) {
        requireCap(holdings, context);
        const all = [read(holdings, context), candidates(context), regime(context)] as const;
        const [inputs, names, today] = await Promise.all(all);
        const result: Overlay | NoSignals | WeightRefusal = overlay(inputs, names);
        if (isRefusal(result)) return refuse(result);
        return { ...result, regime: today, apiVersion: API_VERSION };
      },
    },
  } satisfies Fields;
}

function requireCap(holdings: Holdings, { tier }: RequestContext): void {
  const cap = TIER_LIMITS[tier].overlayHoldings;
  if (holdings.length <= cap) return;
  throw new ApiError('holdings_cap', `The ${tier} tier takes ${cap} holdings, not ${holdings.length}.`, { cap });
}
