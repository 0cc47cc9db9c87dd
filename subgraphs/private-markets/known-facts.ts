import { parseIsoDate } from '../../calendar/days.js';
import type { KnownFact } from '../../store/company-profile.js';

type Facts = Readonly<Record<string, KnownFact>>;

/** The source of a fact that was known on a day; undefined for a later one, or one without a source. */
export function sourceOn(facts: Facts, field: string, today: number) {
  const source = facts[field];
  const asOfDay = source === undefined ? null : parseIsoDate(source.asOf);
  if (source === undefined || asOfDay === null || asOfDay > today) return undefined;
  return { asOfDay, asOfPrecision: source.asOfPrecision ?? 'day', sourceUrl: source.sourceUrl } as const;
}

/** The value of a field, or null where it was not known on the day. */
export function knownOn<Value>(facts: Facts, field: string, value: Value, today: number): Value | null {
  return sourceOn(facts, field, today) === undefined ? null : value;
}
