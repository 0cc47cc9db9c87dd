import type { RequestContext } from '../../access/request-context.js';
import { earningsCalendar, type EarningsCalendar } from '../../engines/earnings-calendar.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** One query for all reports, one for all splits. Invented reports are left out beside real prices. */
function calendarReader(services: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, object>[],
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
    const today = context.today;
    return queries.map(({ obj: { ticker } }) => {
      const history = histories.get(ticker);
      if (history === undefined && !listed.has(ticker)) return notFound(ticker);
      const reports = (stored.get(ticker) ?? []).filter(
        ({ source }) => source !== SIMULATED || history?.source === SIMULATED,
      );
      for (const { source } of reports) context.dataSources.add(source);
      if (reports.length > 0 && history !== undefined) context.dataSources.add(history.source);
      return earningsCalendar({ reports, splits: history?.splits ?? [], today });
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(calendarReader(services));
  return {
    Security: {
      earningsCalendar: async (security, _args, context) => ({
        id: resultId('earningsCalendar', security),
        ...(await load(security, {}, context)),
      }),
    },
  } satisfies Fields;
}
