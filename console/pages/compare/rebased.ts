/** Closes by day, as `barColumns` has them. */
export interface Closes {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
}

export interface Rebased {
  readonly dates: readonly string[];
  /** Percent since the first of the dates, for each of the given columns. */
  readonly series: readonly (readonly number[])[];
}

/** Returns in percent since the first session that all have, over the sessions that all have. */
export function rebased(columns: readonly (Closes | null)[]): Rebased {
  const byDay = columns.map(
    (column) => new Map((column?.dates ?? []).map((date, index) => [date, column?.closes[index] ?? Number.NaN])),
  );
  const [first] = byDay;
  const dates = [...(first?.keys() ?? [])].filter((date) => byDay.every((closes) => closes.has(date))).sort();
  const start = dates[0];
  const series = byDay.map((closes) =>
    dates.map((date) => 100 * ((closes.get(date) ?? Number.NaN) / (closes.get(start ?? '') ?? Number.NaN) - 1)),
  );
  return { dates, series };
}
