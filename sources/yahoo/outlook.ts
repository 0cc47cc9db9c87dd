import { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { streetOutlook, type StreetOutlookFields, type StreetQuarter } from '../../store/street-outlooks.js';
import { ReadError } from '../live/read-error.js';

/** The modules of a quoteSummary that an outlook is read from. */
export const OUTLOOK_MODULES = ['calendarEvents', 'earnings', 'earningsHistory'] as const;

const DAY_S = 86_400;

/** Numbers are plain or `{raw, fmt}`; `{}`, null and nothing at all stand for none. */
const figure = z
  .union([z.number(), z.object({ raw: z.number().nullish() }).transform(({ raw }) => raw ?? null)])
  .nullish()
  .transform((given) => given ?? null);

const calendarEvents = z.object({
  earnings: z
    .object({
      earningsDate: z.array(figure).nullish(),
      isEarningsDateEstimate: z.boolean().nullish(),
      earningsAverage: figure,
      earningsLow: figure,
      earningsHigh: figure,
      revenueAverage: figure,
      revenueLow: figure,
      revenueHigh: figure,
    })
    .nullish(),
  exDividendDate: figure,
  dividendDate: figure,
});
const earnings = z.object({ financialCurrency: z.string().nullish() });
const earningsHistory = z.object({
  history: z.array(z.object({ epsActual: figure, epsEstimate: figure, quarter: figure })),
});
const modules = z.object({
  calendarEvents: calendarEvents.nullish(),
  earnings: earnings.nullish(),
  earningsHistory: earningsHistory.nullish(),
});

export interface ReadOutlook {
  readonly outlook: StreetOutlookFields;
  /** What an operator should know of it. */
  readonly notes: readonly string[];
}

/** Yahoo writes days as midnight UTC, and times of the day, such as those of announced reports, as they are. */
function dayOf(seconds: number | null): number | null {
  if (seconds === null) return null;
  return seconds % DAY_S === 0 ? seconds / DAY_S : newYorkTime(seconds * 1000).day;
}

interface Estimate {
  readonly average: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const NO_ESTIMATE: Estimate = { average: null, low: null, high: null };

/** The estimate, unless it contradicts itself. */
function soundEstimate(what: string, given: Estimate, notes: string[]): Estimate {
  const known = [given.low, given.average, given.high].filter((value) => value !== null);
  if (known.every((value, index) => index === 0 || value >= (known[index - 1] ?? value))) return given;
  notes.push(`The estimates of ${what} were left out: the lowest, the average and the highest are not in this order.`);
  return NO_ESTIMATE;
}

/** Quarters that have a date, oldest first; one of each date. */
function quartersOf(history: readonly z.infer<typeof earningsHistory>['history'][number][], notes: string[]) {
  const byEnd = new Map<number, StreetQuarter>();
  for (const { quarter, epsActual, epsEstimate } of history) {
    const periodEnd = dayOf(quarter);
    if (epsActual === null && epsEstimate === null) continue;
    if (periodEnd === null) notes.push('A quarter without a date was left out.');
    else byEnd.set(periodEnd, { periodEnd, epsActual, epsEstimate });
  }
  return [...byEnd.values()].sort((one, other) => one.periodEnd - other.periodEnd);
}

/**
 * The next report, the street's estimates of it, dividend dates and the quarters reported before, in a result of a
 * quoteSummary with any of `OUTLOOK_MODULES`. Figures in another currency than USD are null, with a note. Throws
 * ReadError:
 * `unreadable`, or `unknown_ticker` if there is nothing of all this.
 */
export function readOutlook(result: unknown, ticker: string): ReadOutlook {
  const parsed = modules.safeParse(result);
  if (!parsed.success) throw new ReadError('unreadable', "Yahoo's calendar of events is not as expected.");
  const { data } = parsed;
  if (OUTLOOK_MODULES.every((name) => data[name] === undefined || data[name] === null))
    throw new ReadError('unreadable', `Yahoo's answer has none of ${OUTLOOK_MODULES.join(', ')}.`);
  const notes: string[] = [];
  const { exDividendDate = null, dividendDate = null, earnings: next } = data.calendarEvents ?? {};
  const dates = (next?.earningsDate ?? []).flatMap((each) => dayOf(each) ?? []).sort((one, other) => one - other);
  const [first = null, last = first] = [dates[0], dates.at(-1)];
  const eps = {
    average: next?.earningsAverage ?? null,
    low: next?.earningsLow ?? null,
    high: next?.earningsHigh ?? null,
  };
  const revenue = {
    average: next?.revenueAverage ?? null,
    low: next?.revenueLow ?? null,
    high: next?.revenueHigh ?? null,
  };
  const quarters = quartersOf(data.earningsHistory?.history ?? [], notes);
  const hasFigures =
    quarters.length > 0 || [...Object.values(eps), ...Object.values(revenue)].some((each) => each !== null);
  const currency = data.earnings?.financialCurrency ?? null;
  const isUsd = currency === 'USD';
  if (hasFigures && !isUsd)
    notes.push(`Estimates and reported quarters were left out: ${currency ?? 'no currency'} is told, not USD.`);
  const [soundEps, soundRevenue] = isUsd
    ? [soundEstimate('the earnings', eps, notes), soundEstimate('the revenue', revenue, notes)]
    : [NO_ESTIMATE, NO_ESTIMATE];
  const isRange = first !== null && last !== null && first < last;
  const outlook = streetOutlook.safeParse({
    ticker,
    earningsFirstDay: first,
    earningsLastDay: last,
    // A company announces one date: a range is an estimate, whether or not Yahoo says so.
    isDateEstimate: first === null ? null : isRange ? true : (next?.isEarningsDateEstimate ?? null),
    exDividendDay: dayOf(exDividendDate),
    dividendDay: dayOf(dividendDate),
    epsAverage: soundEps.average,
    epsLow: soundEps.low,
    epsHigh: soundEps.high,
    revenueAverage: soundRevenue.average,
    revenueLow: soundRevenue.low,
    revenueHigh: soundRevenue.high,
    quarters: isUsd ? quarters : [],
  } satisfies StreetOutlookFields);
  if (!outlook.success)
    throw new ReadError('unreadable', `Yahoo's calendar of ${ticker}: ${z.prettifyError(outlook.error)}.`);
  if (first === null && outlook.data.exDividendDay === null && outlook.data.dividendDay === null && !hasFigures)
    throw new ReadError('unknown_ticker', `Yahoo has no dates, estimates and reported quarters of ${ticker}.`);
  return { outlook: outlook.data, notes };
}
