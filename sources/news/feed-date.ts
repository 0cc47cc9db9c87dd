/** A time of day with its zone behind it. Names of zones are those of RFC 5322; JavaScript reads no others. */
const ZONED =
  /:\d{2}(?:[.,]\d+)?\s*(?:[ap]m\s*)?(?:Z|UTC?|GMT|[ECMP][SD]T|(?:UTC?|GMT)?[+-]\d{1,2}(?::?\d{2})?)(?=\s|$)/i;
/** ISO 8601 with a time; without one it is a day of UTC already. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[T ]\s*\d/i;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** RFC 5322 lets a zone's name follow in parentheses. */
const COMMENT = /\s*\([^()]*\)\s*$/;

/**
 * The date of a feed's entry, as leniently as JavaScript reads it, but never in the zone of this machine: a date
 * without a zone is of UTC. Null for what is no date.
 */
export function feedDate(given: string): Date | null {
  const text = given.trim().replace(COMMENT, '');
  const zone = ISO_DAY.test(text) || ZONED.test(text) ? '' : ISO_TIME.test(text) ? 'Z' : ' UTC';
  const date = new Date(text + zone);
  return Number.isNaN(date.valueOf()) ? null : date;
}
