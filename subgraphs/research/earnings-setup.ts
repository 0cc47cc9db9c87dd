import type { RequestContext } from '../../access/request-context.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { earningsCalendar, type EarningsCalendar } from '../../engines/earnings-calendar.js';
import { earningsSetup, type EarningsSetup } from '../../engines/earnings-setup.js';
import type { OptionChain } from '../../engines/implied-move.js';
import type { SignalResult } from '../../engines/signal/signal.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { StoredChain } from '../../store/option-quotes.js';
import type { RatingAction } from '../../store/rating-actions.js';
import type { StoredSeries } from '../../store/series.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { rowsBeside } from '../series-field.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
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

interface SetupReading extends EarningsSetup {
  readonly factors: ReturnType<typeof factorScores>;
}

/** One query for each table: chains after reports, whose estimate says which expiry is read. */
function setupReader(services: Services) {
  const signals = signalField(services);
  const readStored = async (tickers: readonly string[], today: number, { versions }: RequestContext) => {
    const { bars, earnings, ratingActions } = services.store.reading(versions);
    const [histories, reports, actions] = await Promise.all([
      bars.load(tickers),
      earnings.byTickers(tickers),
      ratingActions.byTickers(tickers),
    ]);
    return new Map(
      [...histories].map(([ticker, series]): [string, Stored] => {
        const ownReports = rowsBeside(series.source, reports.get(ticker) ?? []);
        return [
          ticker,
          {
            series,
            reports: ownReports,
            actions: rowsBeside(series.source, actions.get(ticker) ?? []),
            calendar: earningsCalendar({ reports: ownReports, splits: series.splits, today }),
          },
        ];
      }),
    );
  };
  return async (
    queries: readonly FieldQuery<SecurityRef, object>[],
    context: RequestContext,
  ): Promise<readonly (SetupReading | Error)[]> => {
    const today = newYorkTime(context.nowMs).day;
    // Loads the histories too, with the benchmark's.
    const signalReads = await signals(queries, context);
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const stored = await readStored(tickers, today, context);
    const chains = await services.store
      .reading(context.versions)
      .optionQuotes.chains(
        [...stored].flatMap(([ticker, { calendar }]) =>
          calendar.daysUntilEarnings === null ? [] : [{ ticker, after: today + calendar.daysUntilEarnings }],
        ),
      );
    const notFound = await notFoundErrors(
      services,
      tickers.filter((ticker) => !stored.has(ticker)),
      context,
    );
    return queries.map(({ obj: { ticker } }, index): SetupReading | Error => {
      const [known, signal] = [stored.get(ticker), signalReads[index]];
      if (known === undefined) return notFound(ticker);
      if (signal instanceof Error) return signal;
      const { series, reports, actions, calendar } = known;
      const newest = chains.get(ticker);
      const chain = newest === undefined ? undefined : chainBeside(series, newest);
      for (const { source } of [...reports, ...actions]) context.dataSources.add(source);
      if (newest !== undefined && chain !== undefined) context.dataSources.add(newest.source);
      return {
        ...earningsSetup({ ...series, reports, actions, calendar, chain, today }),
        factors: factorScores(signal?.read ?? null),
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
