import { DATE_PRECISIONS, type DatePrecision } from '../../calendar/date-precision.js';

const FIRST_OF_MONTH = /^\d{4}-\d\d-01$/;
const FIRST_OF_YEAR = /^\d{4}-01-01$/;
const DATES = ['asOf', 'date'] as const;

interface Fault {
  readonly path: (string | number)[];
  readonly message: string;
}

/** What is wrong with how much a date says that is known; null for nothing. */
function faultOf(date: string, precision: unknown): string | null {
  if (precision === undefined)
    return FIRST_OF_MONTH.test(date)
      ? `${date} may stand for a month or a year: say how much the page tells (year, month or day)`
      : null;
  const isFirst: Readonly<Record<DatePrecision, boolean>> = {
    year: FIRST_OF_YEAR.test(date),
    month: FIRST_OF_MONTH.test(date),
    day: true,
  };
  const named = DATE_PRECISIONS.find((each) => each === precision);
  return named === undefined || isFirst[named] ? null : `${date} is not the first day of a ${named}`;
}

/** Each date in a file that may stand for a month or a year and does not say so, or says what it cannot be. */
export function wrongPrecisions(value: unknown, path: readonly (string | number)[] = []): readonly Fault[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => wrongPrecisions(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const known = new Map<string, unknown>(entries);
  return entries.flatMap(([key, inner]: [string, unknown]): readonly Fault[] => {
    if (typeof inner !== 'string' || !(DATES as readonly string[]).includes(key))
      return wrongPrecisions(inner, [...path, key]);
    const name = `${key}Precision`;
    const message = faultOf(inner, known.get(name));
    return message === null ? [] : [{ path: [...path, name], message }];
  });
}
