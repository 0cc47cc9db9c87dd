import { BENCHMARK } from '../../engines/benchmark.js';
import type { HoldingInput, WeightRefusal } from '../../engines/portfolio/holdings.js';
import { overlay } from '../../engines/portfolio/overlay.js';
import { rollUp, type NoSignals } from '../../engines/portfolio/roll-up.js';
import { isStrong, type GapCandidate, type SignalGap } from '../../engines/portfolio/signal-gaps.js';
import { fitRegimes, REGIME_YEARS, type RegimeReading } from '../../engines/simulation/regime.js';
import { ApiError, type ErrorDetail } from '../../access/errors.js';
import { locate } from '../../access/parameters/faults.js';
import type { RequestContext } from '../../access/request-context.js';
import { TIER_LIMITS } from '../../access/tiers.js';
import { isoDate } from '../../calendar/days.js';
import type { Security } from '../../store/securities.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField, type SignalReading } from '../signal-field.js';
import { staleTickers, stalenessTest } from '../stale-tickers.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { HoldingInput as HoldingArgument } from '../generated/types.js';
import type { Fields } from './generated/resolver-types.js';

/** How many equities without a recorded composite are read, which only a new market has in its first seconds. */
const MOST_UNRECORDED = 500;

type Holdings = readonly HoldingArgument[];
type IsStale = Awaited<ReturnType<typeof stalenessTest>>;

/** The engines' input for each holding, and which of their tickers are stored. */
interface ReadHoldings {
  readonly inputs: readonly HoldingInput[];
  readonly securities: ReadonlyMap<string, Security>;
}

/** The result, unless the engine has refused. */
function done<Result extends object>(result: Result | NoSignals | WeightRefusal): Result {
  if (!isRefusal(result)) return result;
  if (result.status === 'no_signals')
    throw new ApiError(result.status, result.message, { unresolved: result.unresolved });
  throw new ApiError('invalid_parameter', result.message, {
    param: result.index === null ? 'holdings' : locate('holdings', [result.index]),
    ...(result.details.length === 0 ? {} : { details: result.details.map(detailOf) }),
  });
}

function detailOf({ index, message }: WeightRefusal['details'][number]): ErrorDetail {
  return { param: locate('holdings', [index]), message };
}

function isRefusal(result: object): result is NoSignals | WeightRefusal {
  return 'ok' in result;
}

/** Adds the security, if the ticker is stored. */
function linked<Row extends { readonly ticker: string }>(
  row: Row,
  securities: ReadonlyMap<string, unknown>,
): Row & { readonly security: SecurityRef | null } {
  return { ...row, security: securities.has(row.ticker) ? securityRef(row.ticker) : null };
}

/** One query for all signals, one for all names. */
function holdingReader(services: Services) {
  const signals = signalField(services);
  return async (holdings: Holdings, context: RequestContext): Promise<ReadHoldings> => {
    const tickers = holdings.map(({ ticker }) => ticker);
    const [reads, securities, stale] = await Promise.all([
      signals(
        tickers.map((ticker) => ({ obj: securityRef(ticker), params: {} })),
        context,
      ),
      services.store.reading(context.versions).securities.bySymbols(tickers),
      staleTickers(services, tickers, context),
    ]);
    const inputs = holdings.map((holding, index) =>
      describe(holding, reads[index], securities.get(holding.ticker), stale.get(holding.ticker)),
    );
    return { inputs, securities };
  };
}

function describe(
  { ticker, weight, value, shares }: HoldingArgument,
  field: SignalReading | Error | undefined,
  security: Security | undefined,
  staleSince: number | undefined,
): HoldingInput {
  const read = field === undefined || field instanceof Error ? null : field.read;
  return {
    ticker,
    weightInput: { weight: weight ?? undefined, value: value ?? undefined, shares: shares ?? undefined },
    priceUsd: read?.quote.last ?? null,
    sector: security?.sector ?? null,
    signal:
      read === null || read.compositeScore === null
        ? null
        : { compositeScore: read.compositeScore, factors: factorsOf(read), session: read.quote.session },
    staleSince: staleSince === undefined ? null : isoDate(staleSince),
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

/**
 * Candidate holdings with their scores: equities with recorded composites, and the first without. Securities of another
 * or an unknown kind and stale ones are no candidates.
 */
function candidateReader(services: Services) {
  const signals = signalField(services);
  const unrecorded = async (
    recorded: ReadonlyMap<string, unknown>,
    isStale: IsStale,
    context: RequestContext,
  ): Promise<readonly SignalGap[]> => {
    const first = await services.store
      .reading(context.versions)
      .securities.list({ limit: MOST_UNRECORDED, kind: 'equity' });
    const symbols = first.securities
      .filter((security) => !recorded.has(security.symbol) && !isStale(security))
      .map(({ symbol }) => symbol);
    const reads = await signals(
      symbols.map((symbol) => ({ obj: securityRef(symbol), params: {} })),
      context,
    );
    return symbols.flatMap((ticker, index) => {
      const field = reads[index];
      const read = field === undefined || field instanceof Error ? null : field.read;
      return read === null || read.compositeScore === null ? [] : [{ ticker, compositeScore: read.compositeScore }];
    });
  };
  return async (context: RequestContext): Promise<readonly GapCandidate[]> => {
    const { composites, securities } = services.store.reading(context.versions);
    const [latest, isStale] = await Promise.all([composites.latest(), stalenessTest(services, context)]);
    for (const { source } of latest.values()) context.dataSources.add(source);
    const recorded = Array.from(latest, ([ticker, { score }]): SignalGap => ({ ticker, compositeScore: score }));
    const strong = [...recorded, ...(await unrecorded(latest, isStale, context))].filter(isStrong);
    const known = await securities.bySymbols(strong.map(({ ticker }) => ticker));
    return strong.flatMap((gap) => {
      const security = known.get(gap.ticker);
      return security?.kind !== 'equity' || isStale(security) ? [] : [{ ...gap, sector: security.sector }];
    });
  };
}

/** Today's regime of the benchmark, computed once per version of its history. */
function regimeReader({ store, results }: Services) {
  return async ({ versions }: RequestContext): Promise<RegimeReading | null> => {
    const series = (await store.reading(versions).bars.load([BENCHMARK])).get(BENCHMARK);
    if (series === undefined) return null;
    const compute = (): { readonly today: RegimeReading | null } => ({
      today: fitRegimes(series.bars, REGIME_YEARS)?.today ?? null,
    });
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
        const { inputs, securities } = await read(holdings, context);
        const result = done(rollUp(inputs));
        const { concentration, reviewPriority } = result;
        return {
          ...result,
          id: rootResultId('portfolio', ...argumentsOf(holdings)),
          concentration: { ...concentration, topPosition: linked(concentration.topPosition, securities) },
          reviewPriority: reviewPriority.map((entry) => linked(entry, securities)),
        };
      },
      async portfolioOverlay(_root, { holdings }, context) {
        requireCap(holdings, context);
        const [{ inputs, securities }, names, today] = await Promise.all([
          read(holdings, context),
          candidates(context),
          regime(context),
        ]);
        const result = done(overlay(inputs, names));
        return {
          ...result,
          id: rootResultId('portfolioOverlay', ...argumentsOf(holdings)),
          holdings: result.holdings.map((holding) => linked(holding, securities)),
          signalGaps: result.signalGaps.map((gap) => ({ ...gap, security: securityRef(gap.ticker) })),
          regime: today,
        };
      },
    },
  } satisfies Fields;
}

/** What a result depends on, in one form. */
function argumentsOf(holdings: Holdings): readonly unknown[] {
  return holdings.map(({ ticker, weight, value, shares }) => [ticker, weight ?? null, value ?? null, shares ?? null]);
}

function requireCap(holdings: Holdings, { tier }: RequestContext): void {
  const cap = TIER_LIMITS[tier].overlayHoldings;
  if (holdings.length <= cap) return;
  throw new ApiError('holdings_cap', `The ${tier} tier takes ${cap} holdings, not ${holdings.length}.`, {
    cap,
    path: ['holdings'],
  });
}
