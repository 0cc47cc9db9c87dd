import { earningsCalendar, type EarningsCalendar } from '../../engines/earnings-calendar.js';
import { earningsSetup, type EarningsSetup, type SetupValue } from '../../engines/earnings-setup.js';
import type { OptionChain } from '../../engines/implied-move.js';
import type { SignalResult } from '../../engines/signal/signal.js';
import { rowsBeside } from '../../sources/simulated/rows-beside.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { StoredChain } from '../../store/option-quotes.js';
import type { RatingAction } from '../../store/rating-actions.js';
import type { Repositories } from '../../store/repositories.js';
import type { StoredSeries } from '../../store/series.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import { fundamentalsIn } from '../fundamentals-rows.js';
import { unreadKinds, unreadReason, type NeededKind } from '../kind-not-read.js';
import { optionRows } from '../option-rows.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { seriesOfListed } from '../listed-series.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** What is stored of one security, without invented rows beside prices that are not. */
interface Stored {
  readonly series: StoredSeries;
  readonly reports: readonly EarningsReport[];
  readonly actions: readonly RatingAction[];
  readonly calendar: EarningsCalendar;
}

/** The chain, and whether the stored closes belong to it. */
function chainBeside({ source: pricesFrom }: StoredSeries, chain: StoredChain): OptionChain | undefined {
  if (rowsBeside(pricesFrom, [chain]).length === 0) return undefined;
  return { ...chain, hasSpot: (chain.source === SIMULATED) === (pricesFrom === SIMULATED) };
}

function factorScores(signal: SignalResult | null) {
  const { technical, momentum, fundamentals, microstructure, optionsFlow } = signal?.scores ?? {};
  return {
    technical: technical?.score ?? null,
    momentum: momentum?.score ?? null,
    fundamentals: fundamentals?.score ?? null,
    microstructure: microstructure?.score ?? null,
    optionsFlow: optionsFlow?.score ?? null,
    compositeScore: signal?.compositeScore ?? null,
    coverage: signal?.coverage ?? 0,
  };
}

/** The values that rest on each kind of live data. */
const VALUES = {
  fundamentals: ['NEXT_EARNINGS', 'IMPLIED_MOVE', 'REVENUE_GROWTH', 'EPS_GROWTH', 'NET_INCOME_GROWTH', 'FILING_MOVES'],
  options: ['IMPLIED_MOVE'],
  ratings: ['REVISIONS', 'TARGETS'],
} as const satisfies Partial<Record<NeededKind, readonly SetupValue[]>>;

type SetupKind = keyof typeof VALUES;

/** The set-up, which says of values without data whose kind no source has given yet that it was not read. */
function withUnread(setup: EarningsSetup, unread: readonly SetupKind[]): EarningsSetup {
  if (unread.length === 0) return setup;
  // Of two kinds the first one is named: without reports no expiry is looked for.
  const reasons = new Map(
    [...unread].reverse().flatMap((kind) => VALUES[kind].map((value) => [value, unreadReason(kind)])),
  );
  const isMoveUnread = setup.impliedMove === null && reasons.has('IMPLIED_MOVE');
  return {
    ...setup,
    impliedMoveReason: isMoveUnread ? 'not_read' : setup.impliedMoveReason,
    missing: setup.missing.map(({ value, reason }) => ({ value, reason: reasons.get(value) ?? reason })),
  };
}

interface SetupReading extends EarningsSetup {
  readonly factors: ReturnType<typeof factorScores>;
}

/** By ticker, without unknown ones. */
async function readStored(
  repositories: Repositories,
  tickers: readonly string[],
  {
    reports: allReports,
    withoutBars,
    today,
  }: {
    readonly reports: ReadonlyMap<string, readonly EarningsReport[]>;
    readonly withoutBars: ReadonlyMap<string, StoredSeries>;
    readonly today: number;
  },
): Promise<Map<string, Stored>> {
  const { bars, ratingActions } = repositories;
  const [histories, allActions] = await Promise.all([bars.load(tickers), ratingActions.byTickers(tickers)]);
  return new Map(
    [...withoutBars, ...histories].map(([ticker, series]): [string, Stored] => {
      const reports = rowsBeside(series.source, allReports.get(ticker) ?? []);
      const actions = rowsBeside(series.source, allActions.get(ticker) ?? []);
      return [
        ticker,
        { series, reports, actions, calendar: earningsCalendar({ reports, splits: series.splits, today }) },
      ];
    }),
  );
}

function tickersOfErrors(
  queries: readonly { readonly obj: SecurityRef }[],
  answers: readonly unknown[],
): readonly string[] {
  return [
    ...new Set(queries.flatMap(({ obj: { ticker } }, index) => (answers[index] instanceof Error ? [ticker] : []))),
  ];
}

/** Chains with the nearest expiry after each estimated date. */
function readChains({ optionQuotes }: Repositories, stored: ReadonlyMap<string, Stored>, today: number) {
  return optionQuotes.chains(
    [...stored].flatMap(
      ([
        ticker,
        {
          calendar: { daysUntilEarnings },
        },
      ]) => (daysUntilEarnings === null ? [] : [{ ticker, after: today + daysUntilEarnings }]),
    ),
  );
}

/** One query for each table: chains after reports, whose estimate says which expiry is read. */
function setupReader(services: Services): BatchedField<SetupReading, SecurityRef, object> {
  const signals = signalField(services);
  return async (queries, context) => {
    const today = context.today;
    const repositories = services.store.reading(context.versions);
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const [reports, options] = await Promise.all([
      repositories.earnings.byTickers(tickers),
      optionRows(services).load(repositories, tickers),
    ]);
    const fundamentals = fundamentalsIn(reports);
    const beside = new Map(
      tickers.map((ticker) => [ticker, [...(fundamentals.get(ticker) ?? []), ...(options.get(ticker) ?? [])]]),
    );
    // Loads the histories too, with the benchmark's.
    const signalReads = await signals(queries, context, beside);
    const withoutBars = await seriesOfListed(services, tickersOfErrors(queries, signalReads), context);
    const stored = await readStored(repositories, tickers, { reports, withoutBars, today });
    const chains = await readChains(repositories, stored, today);
    const unknown = tickers.filter((ticker) => !stored.has(ticker));
    const notFound = await notFoundErrors(services, unknown, context);
    return queries.map(({ obj: { ticker } }, index): SetupReading | Error => {
      const [known, signal] = [stored.get(ticker), signalReads[index]];
      if (known === undefined) return notFound(ticker);
      if (signal instanceof Error && !withoutBars.has(ticker)) return signal;
      const { series, reports, actions, calendar } = known;
      const newest = chains.get(ticker);
      const chain = newest === undefined ? undefined : chainBeside(series, newest);
      for (const { source } of [...reports, ...actions]) context.dataSources.add(source);
      if (newest !== undefined && chain !== undefined) context.dataSources.add(newest.source);
      const hasChain = chain !== undefined || rowsBeside(series.source, options.get(ticker) ?? []).length > 0;
      const unread = unreadKinds(services, context, ticker, [
        ...(reports.length > 0 ? [] : ['fundamentals' as const]),
        ...(hasChain ? [] : ['options' as const]),
        ...(actions.length > 0 ? [] : ['ratings' as const]),
      ]);
      return {
        ...withUnread(earningsSetup({ ...series, reports, actions, calendar, chain, today }), unread),
        factors: factorScores(signal === undefined || signal instanceof Error ? null : signal.read),
      };
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(setupReader(services));
  return {
    Security: {
      earningsSetup: async (security, _args, context) => ({
        id: resultId('earningsSetup', security),
        ...(await load(security, {}, context)),
      }),
    },
  } satisfies Fields;
}
