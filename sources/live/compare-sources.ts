import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isSession, previousSession } from '../../calendar/nyse.js';
import type { EarningsReport } from '../../store/earnings.js';
import type { StoredSeries } from '../../store/series.js';
import type { Quote } from '../finnhub/company-answers.js';
import type { Surprise } from '../finnhub/earnings-answers.js';
import { closesAgree } from './close-disagreements.js';

/** One figure that two sources give: `served` is what is stored and answered. */
export interface ComparedFigure {
  readonly figure: 'close' | 'eps_diluted';
  /** `YYYY-MM-DD`: the session, or the end of the fiscal quarter. */
  readonly of: string;
  readonly served: { readonly source: string; readonly value: number };
  readonly other: { readonly source: string; readonly value: number };
  readonly agrees: boolean;
}

/** Earnings per share are rounded to a cent. */
const EPS_TOLERANCE = 0.0051;
/** Vendors give the end of the calendar month for the end of a fiscal quarter. */
const PERIOD_DAYS = 15;

/** The session of a quote's last price; epoch day. */
export function sessionOf({ at }: Pick<Quote, 'at'>): number {
  const quotedOn = newYorkTime(Date.parse(at)).day;
  // Vendors date the last price of a week on its Sunday.
  return isSession(quotedOn) ? quotedOn : previousSession(quotedOn);
}

/** The stored close of the newest session and the vendor's price of that session; empty if it has none of it. */
export function comparedClose(
  series: StoredSeries | undefined,
  quote: Quote | undefined,
  other: string,
): readonly ComparedFigure[] {
  const [day, close] = [series?.bars.days.at(-1), series?.bars.close.at(-1)];
  if (series === undefined || quote === undefined || day === undefined || close === undefined) return [];
  const session = sessionOf(quote);
  const value = session === day ? quote.last : previousSession(session) === day ? quote.previousClose : undefined;
  if (value === undefined) return [];
  const agrees = closesAgree(close, value);
  return [
    {
      figure: 'close',
      of: isoDate(day),
      served: { source: series.source, value: close },
      other: { source: other, value },
      agrees,
    },
  ];
}

/** Diluted earnings per share of the quarters that both have, oldest first. Vendors often give adjusted ones. */
export function comparedEarnings(
  reports: readonly EarningsReport[],
  surprises: readonly Surprise[],
  other: string,
): readonly ComparedFigure[] {
  return reports.flatMap(({ periodEnd, epsDiluted, source }): readonly ComparedFigure[] => {
    const same = surprises.find(({ periodEnd: end }) => Math.abs((parseIsoDate(end) ?? 0) - periodEnd) <= PERIOD_DAYS);
    if (epsDiluted === null || same === undefined || same.eps === null) return [];
    const agrees = Math.abs(same.eps - epsDiluted) <= EPS_TOLERANCE;
    const served = { source, value: epsDiluted };
    return [
      { figure: 'eps_diluted', of: isoDate(periodEnd), served, other: { source: other, value: same.eps }, agrees },
    ];
  });
}
