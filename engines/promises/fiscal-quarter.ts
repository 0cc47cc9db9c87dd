/** A fiscal quarter as one number, so that later ones are greater: four times the fiscal year, plus 0 to 3. */
export type QuarterIndex = number;

export function quarterIndex(fiscalYear: number, fiscalQuarter: number): QuarterIndex {
  return 4 * fiscalYear + fiscalQuarter - 1;
}

/** Such as `2021Q3`. */
export function quarterName(index: QuarterIndex): string {
  return `${Math.floor(index / 4)}Q${(index % 4) + 1}`;
}

/** The last quarter of a fiscal year. */
export function yearEnd(fiscalYear: number): QuarterIndex {
  return quarterIndex(fiscalYear, 4);
}

export function fiscalYearOf(index: QuarterIndex): number {
  return Math.floor(index / 4);
}

/**
 * The fiscal quarter of a calendar month (1 to 12), given the month in which the fiscal quarter `index` ends in the
 * calendar year `endYear`.
 */
export function quarterOfMonth(
  year: number,
  month: number,
  known: { readonly index: QuarterIndex; readonly endYear: number; readonly endMonth: number },
): QuarterIndex {
  const monthsAfter = 12 * (year - known.endYear) + month - known.endMonth;
  return known.index + Math.ceil(monthsAfter / 3);
}
