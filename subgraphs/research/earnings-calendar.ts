import type { RequestContext } from '../../access/request-context.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { earningsCalendar, type EarningsCalendar } from '../../engines/earnings-calendar.js';
import { knownMs, reportsKnownBy } from '../../engines/earnings-known-by.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { Split } from '../../store/series.js';
import { asOfInstant, beforeFirst } from '../as-of.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { reportedRows } from './reported-rows.js';

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

function calendarReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, AsOf>[],
    context: RequestContext,
  ): Promise<readonly (EarningsCalendar | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const reported = await reportedRows(services, tickers, ({ earnings }) => earnings.byTickers(tickers), context);
    return queries.map(({ obj: { ticker }, params: { instantMs } }) => {
      const own = reported(ticker);
      if (own instanceof Error) return own;
      const { rows: reports, splits } = own;
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
