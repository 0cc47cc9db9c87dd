import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { StreetOutlook } from '../../store/street-outlooks.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import type { EarningsCalendarParent } from './resolver-parents.js';

const dateOf = (day: number | null): string | null => (day === null ? null : isoDate(day));

const NO_ESTIMATES = {
  epsAverage: null,
  epsLow: null,
  epsHigh: null,
  revenueAverage: null,
  revenueLow: null,
  revenueHigh: null,
} as const;

function estimatesOf(outlook: StreetOutlook) {
  const { epsAverage, epsLow, epsHigh, revenueAverage, revenueLow, revenueHigh } = outlook;
  return { epsAverage, epsLow, epsHigh, revenueAverage, revenueLow, revenueHigh };
}

/**
 * As it is shown on a day of New York: of a range the days that are left; a report that has passed is no next one, and
 * its estimates are not those of the next one.
 */
function shown(outlook: StreetOutlook, today: number) {
  const { earningsFirstDay: first, earningsLastDay: last, isDateEstimate } = outlook;
  const isToCome = last !== null && last >= today;
  const hasPassed = last !== null && last < today;
  return {
    earningsDate: isToCome ? dateOf(Math.max(first ?? today, today)) : null,
    lastEarningsDate: isToCome ? dateOf(last) : null,
    isDateEstimate: isToCome ? isDateEstimate : null,
    exDividendDate: dateOf(outlook.exDividendDay),
    dividendDate: dateOf(outlook.dividendDay),
    ...(hasPassed ? NO_ESTIMATES : estimatesOf(outlook)),
    quarters: outlook.quarters
      .toReversed()
      .map(({ periodEnd, ...quarter }) => ({ ...quarter, periodEnd: isoDate(periodEnd) })),
    source: outlook.source,
    knownAt: outlook.knownAt.toISOString(),
  };
}

/** Those of vendors; invented ones alone where there is no other, and only beside invented prices. */
function outlooksBeside(prices: string | undefined, outlooks: readonly StreetOutlook[]): readonly StreetOutlook[] {
  const told = outlooks.filter(({ source }) => source !== SIMULATED);
  return told.length > 0 || prices !== SIMULATED ? told : outlooks;
}

/** One query for all tickers; of each the newest outlook that was known at the instant. */
function outlookReader({ store }: Services) {
  return async (
    queries: readonly FieldQuery<SecurityRef, Pick<EarningsCalendarParent, 'instantMs'>>[],
    context: RequestContext,
  ) => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const { securities, streetOutlooks } = store.reading(context.versions);
    const [stored, listed] = await Promise.all([streetOutlooks.byTickers(tickers), securities.bySymbols(tickers)]);
    return queries.map(({ obj: { ticker }, params: { instantMs } }) => {
      const known = outlooksBeside(listed.get(ticker)?.source, stored.get(ticker) ?? []).findLast(
        ({ knownAt }) => instantMs === null || knownAt.getTime() <= instantMs,
      );
      if (known === undefined) return null;
      context.dataSources.add(known.source);
      return shown(known, instantMs === null ? context.today : newYorkTime(instantMs).day);
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(outlookReader(services));
  return {
    EarningsCalendar: {
      street: ({ ticker, instantMs }, _args, context) => load(securityRef(ticker), { instantMs }, context),
    },
  } satisfies Fields;
}
