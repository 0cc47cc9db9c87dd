import { existingDay, MS_PER_DAY } from '../../calendar/days.js';

const MS_PER_MINUTE = 60_000;
/** Of any place; the largest is that of Kiribati. */
const MOST_OFFSET_MINUTES = 14 * 60;
const ZONE = String.raw`(?<zone>Z|GMT|UTC?|[+-]\d{2}:?\d{2})`;
const CLOCK = String.raw`(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`;
/** ISO 8601, also with a space for the `T`. */
const ISO = new RegExp(
  String.raw`^(?<year>[1-9]\d{3})-(?<month>\d{2})-(?<day>\d{2})[T ]${CLOCK} ?(?<zone>Z|[+-]\d{2}:?\d{2})$`,
  'i',
);
/** RFC 5322, as feeds have it: `Mon, 28 Jul 2025 09:00:00 GMT`. */
const MAIL = new RegExp(
  String.raw`^(?:[a-z]{3}, ?)?(?<day>\d{1,2}) (?<name>[a-z]{3}) (?<year>[1-9]\d{3}) ${CLOCK} ${ZONE}$`,
  'i',
);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Minutes ahead of UTC; NaN for no offset of any place. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  const offset = Number(hours) * 60 + Number(minutes);
  const exists = Number(minutes) < 60 && offset <= MOST_OFFSET_MINUTES;
  return exists ? (sign === '-' ? -offset : offset) : NaN;
}

/** Epoch milliseconds of a matched instant; NaN if its day, time or zone does not exist. */
function msOf(parts: Readonly<Record<string, string | undefined>>): number {
  const { year, month, name = '', day, hour, minute, second = '0', fraction = '', zone = '' } = parts;
  const epochDay = existingDay(Number(year), Number(month ?? MONTHS.indexOf(name.toLowerCase()) + 1), Number(day));
  if (epochDay === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return NaN;
  const minutes = Number(hour) * 60 + Number(minute) - offsetOf(zone);
  const ms = Number(second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return epochDay * MS_PER_DAY + minutes * MS_PER_MINUTE + ms;
}

/**
 * Epoch milliseconds of an ISO 8601 instant with its zone; NaN for anything else, and for a day that does not exist.
 */
export function isoInstantMs(text: string): number {
  return msOf(ISO.exec(text)?.groups ?? {});
}

/** The same for the dates of feeds: RFC 5322 with its zone. */
export function mailInstantMs(text: string): number {
  return msOf(MAIL.exec(text)?.groups ?? {});
}
