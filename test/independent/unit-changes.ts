/** Daily closes, as the graph tells them. */
export interface DailyCloses {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  readonly adjustedCloses: readonly number[];
}

export interface UnitChange {
  /** Its first day of the calendar. */
  readonly firstDay: string;
  readonly startOn: string;
  readonly endOn: string;
  readonly pct: number;
  readonly withDividendsPct: number;
}

/** By the text of a date. */
function firstDayOf(unit: string, date: string): string {
  switch (unit) {
    case 'YEAR':
      return `${date.slice(0, 4)}-01-01`;
    case 'MONTH':
      return `${date.slice(0, 7)}-01`;
    case 'QUARTER':
      return `${date.slice(0, 5)}${['01', '04', '07', '10'][Math.floor((Number(date.slice(5, 7)) - 1) / 3)] ?? ''}-01`;
    case 'WEEK': {
      const at = new Date(`${date}T00:00:00Z`);
      at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
      return at.toISOString().slice(0, 10);
    }
    default:
      return date;
  }
}

/** The change of each period that has sessions, but the first, which no close stands before. */
export function unitChanges(unit: string, { dates, closes, adjustedCloses }: DailyCloses): readonly UnitChange[] {
  const ends = new Map<string, number>();
  dates.forEach((date, at) => ends.set(firstDayOf(unit, date), at));
  const firstDays = [...ends.keys()];
  return firstDays.slice(1).map((firstDay, at) => {
    const [base, end] = [ends.get(firstDays[at] ?? '') ?? 0, ends.get(firstDay) ?? 0];
    const pctOf = (values: readonly number[]): number =>
      100 * ((values[end] ?? Number.NaN) / (values[base] ?? Number.NaN) - 1);
    return {
      firstDay,
      startOn: dates[base] ?? '',
      endOn: dates[end] ?? '',
      pct: pctOf(closes),
      withDividendsPct: pctOf(adjustedCloses),
    };
  });
}

/** The median: half of the values are on either side of it. */
export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
