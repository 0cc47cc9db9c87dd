import type { DatePrecision } from '../../calendar/date-precision.js';
import type { FactSource } from '../../store/company-profile.js';

/** How much is known of the day of a fact; null without one. */
export function precisionOf(fact: FactSource | undefined): DatePrecision | null {
  return fact === undefined ? null : (fact.asOfPrecision ?? 'day');
}

interface Dated {
  readonly date: string | null;
  readonly datePrecision?: DatePrecision | undefined;
  readonly asOfPrecision?: DatePrecision | undefined;
}

/** A dated entry of a profile with how much is known of its days; those that say nothing are known to the day. */
export function withPrecisions<Entry extends Dated>(entry: Entry) {
  const { date, datePrecision = 'day', asOfPrecision = 'day' } = entry;
  return { ...entry, datePrecision: date === null ? null : datePrecision, asOfPrecision };
}
