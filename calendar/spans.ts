import { civilOf, dayOf, weekdayOf } from './days.js';

/** Stretches of the calendar: a week is from Monday to Sunday. */
export type SpanUnit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';

/** Its first and last day, since 1970-01-01. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function monthSpan(year: number, month: number): Span {
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  return { from: dayOf(year, month, 1), to: next - 1 };
}

const SPANS: Readonly<Record<SpanUnit, (day: number) => Span>> = {
  DAY: (day) => ({ from: day, to: day }),
  WEEK: (day) => {
    const monday = day - ((weekdayOf(day) + 6) % 7);
    return { from: monday, to: monday + 6 };
  },
  MONTH: (day) => monthSpan(civilOf(day).year, civilOf(day).month),
  QUARTER: (day) => {
    const { year, month } = civilOf(day);
    const first = Math.floor((month - 1) / 3) * 3 + 1;
    return { from: dayOf(year, first, 1), to: monthSpan(year, first + 2).to };
  },
  YEAR: (day) => ({ from: dayOf(civilOf(day).year, 1, 1), to: dayOf(civilOf(day).year, 12, 31) }),
};

/** The stretch that a day is in. */
export const spanOf = (unit: SpanUnit, day: number): Span => SPANS[unit](day);
