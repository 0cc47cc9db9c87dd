import { civilOf } from '../../calendar/days.js';
import type { Fact } from './facts.js';

/** One filing: its form, and the newest period it reports, which is its own; the others are comparisons. */
export interface OwnFiling {
  readonly accession: string;
  readonly form: string;
  readonly filed: number;
  readonly end: number;
  readonly filingYear: number | null;
  readonly filingPeriod: string | null;
}

export interface FiscalQuarter {
  readonly year: number;
  readonly quarter: number;
}

const YEAR_DAYS = 365.25;
const QUARTER_DAYS = YEAR_DAYS / 4;
const HALF_YEAR = 182;
/** How far a quarter's end may be from an even division of the year: quarters of 12 and 16 weeks are 22 days off. */
const MOST_DAYS_OFF = 25;
/** A year of 52 or 53 weeks may end some days into January. */
const MOST_DAYS_INTO_JANUARY = 7;
const ANNUAL = /^(10-K|20-F|40-F)/;

/** The filing in which each period was reported first, by the period's end. */
export function ownFilings(facts: readonly Fact[]): ReadonlyMap<number, OwnFiling> {
  const filings = new Map<string, OwnFiling>();
  for (const { accession, form, filed, end, filingYear, filingPeriod } of facts) {
    const known = filings.get(accession);
    if (known === undefined || known.end < end)
      filings.set(accession, { accession, form, filed, end, filingYear, filingPeriod });
  }
  const first = new Map<number, OwnFiling>();
  for (const filing of filings.values()) {
    const known = first.get(filing.end);
    if (known === undefined || filing.filed < known.filed) first.set(filing.end, filing);
  }
  return first;
}

interface YearEnd {
  readonly day: number;
  /** The filer's name of the year that ends then. */
  readonly year: number;
}

/** The fiscal quarter that ends on a day, if any; a filer may change the end of its year. */
export function fiscalCalendar(own: ReadonlyMap<number, OwnFiling>): (end: number) => FiscalQuarter | undefined {
  const ends = yearEnds([...own.values()]);
  return (end) => {
    const nearest = ends.reduce<YearEnd | undefined>(
      (best, each) => (best === undefined || Math.abs(end - each.day) <= Math.abs(end - best.day) ? each : best),
      undefined,
    );
    return nearest === undefined ? undefined : quarterBeside(nearest, end);
  };
}

/** The fiscal quarter that ends on a day, counted from the end of a fiscal year; undefined if none does. */
function quarterBeside({ day, year }: YearEnd, end: number): FiscalQuarter | undefined {
  const quarters = Math.round((end - day) / QUARTER_DAYS);
  if (Math.abs(end - day - quarters * QUARTER_DAYS) > MOST_DAYS_OFF) return undefined;
  return { year: year + Math.ceil(quarters / 4), quarter: ((((quarters - 1) % 4) + 4) % 4) + 1 };
}

/**
 * The same where a filer's names of its years are not known: each is named after the calendar year in which it ends.
 */
export const quarterByYearEnd = (yearEnd: number, end: number): FiscalQuarter | undefined =>
  quarterBeside({ day: yearEnd, year: civilOf(yearEnd - MOST_DAYS_INTO_JANUARY).year }, end);

/** The ends of the years that have an annual report, oldest first; without any, those that the quarters imply. */
function yearEnds(filings: readonly OwnFiling[]): readonly YearEnd[] {
  const annual = filings.filter(({ form }) => ANNUAL.test(form));
  const days =
    annual.length > 0
      ? annual.map(({ end, filingYear }) => ({ day: end, year: filingYear }))
      : filings.flatMap(({ end, filingYear, filingPeriod }) => {
          const quarter = Number(/^Q([1-3])$/.exec(filingPeriod ?? '')?.[1] ?? NaN);
          return Number.isNaN(quarter)
            ? []
            : [{ day: Math.round(end + (4 - quarter) * QUARTER_DAYS), year: filingYear }];
        });
  const named = days.flatMap(({ day, year }) => (year === null ? [] : [{ day, offset: year - middleYear(day) }]));
  const offsetAt = (end: number): number =>
    mostCommon(named.filter(({ day }) => isWholeYears(day - end)).map(({ offset }) => offset)) ?? 0;
  return days
    .map(({ day }) => ({ day, year: middleYear(day) + offsetAt(day) }))
    .sort((one, other) => one.day - other.day);
}

/** The calendar year of the fiscal year's middle: a year of 52 or 53 weeks may end some days into January. */
function middleYear(end: number): number {
  return civilOf(end - HALF_YEAR).year;
}

/** Whether two ends of years are of the same fiscal calendar, which a filer may change. */
function isWholeYears(days: number): boolean {
  return Math.abs(days - Math.round(days / YEAR_DAYS) * YEAR_DAYS) <= MOST_DAYS_OFF;
}

/** A filer names its years alike as long as it keeps their end; some names in the facts are wrong. */
function mostCommon(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}
