import type { RequestContext } from '../../access/request-context.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { earningsCalendar, type EarningsCalendar } from '../../engines/earnings-calendar.js';
import { knownMs, reportsKnownBy } from '../../engines/earnings-known-by.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { Split } from '../../store/series.js';
import { asOfInstant, beforeFirst } from '../as-of.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { kindNotRead } from '../kind-not-read.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** Null for now, else epoch milliseconds. */
interface AsOf {
  readonly instantMs: number | null;
}

/** The calendar as of an instant, or why there is none. */
function calendarAt(
  ticker: string,
  reports: readonly EarningsReport[],
  splits: readonly Split[],
  instantMs: number,
): EarningsCalendar | Error {
  const known = reportsKnownBy(reports, instantMs);
  const times = reports.flatMap((report) => knownMs(report) ?? []);
  if (known.length === 0 && times.length > 0)
    return beforeFirst(`the first report of ${ticker} that is stored`, Math.min(...times));
  return earningsCalendar({ reports: known, splits, today: newYorkTime(instantMs).day });
}

/** One query for all reports, one for all splits. Invented reports are left out beside real prices. */
function calendarReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, AsOf>[],
    context: RequestContext,
  ): Promise<readonly (EarningsCalendar | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const { bars, earnings, securities } = services.store.reading(context.versions);
    const [histories, stored] = await Promise.all([bars.load(tickers), earnings.byTickers(tickers)]);
    const withoutBars = tickers.filter((ticker) => !histories.has(ticker));
    const listed = new Set(withoutBars.length === 0 ? [] : (await securities.bySymbols(withoutBars)).keys());
    const notFound = await notFoundErrors(
      services,
      withoutBars.filter((ticker) => !listed.has(ticker)),
      context,
    );
    return queries.map(({ obj: { ticker }, params: { instantMs } }) => {
      const history = histories.get(ticker);
      if (history === undefined && !listed.has(ticker)) return notFound(ticker);
      const reports = (stored.get(ticker) ?? []).filter(
        ({ source }) => source !== SIMULATED || history?.source === SIMULATED,
      );
      const unread = reports.length > 0 ? null : kindNotRead(services, 'fundamentals', ticker);
      if (unread !== null) return unread;
      for (const { source } of reports) context.dataSources.add(source);
      if (reports.length > 0 && history !== undefined) context.dataSources.add(history.source);
      const splits = history?.splits ?? [];
      return instantMs === null
        ? earningsCalendar({ reports, splits, today: context.today })
        : calendarAt(ticker, reports, splits, instantMs);
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(calendarReader(services));
  return {
    Security: {
      async earningsCalendar(security, args, context) {
        const instantMs = asOfInstant(args, context);
        return {
          id: resultId('earningsCalendar', security, ...(instantMs === null ? [] : [instantMs])),
          ...(await load(security, { instantMs }, context)),
          ticker: security.ticker,
          instantMs,
        };
      },
    },
    EarningsCalendar: {
      reports: ({ earningsHistory, olderReports }, { last }) => [...earningsHistory, ...olderReports].slice(0, last),
    },
  } satisfies Fields;
}
