import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { DAY, tickers } from './inputs.js';

/** Days before a period in which there is a session, whatever holidays. */
const DAYS_BEFORE = 15;

/** Securities, and a past day or a stretch of days; dates are `YYYY-MM-DD`. */
export interface PastPeriod {
  readonly tickers: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Of one day alone. */
  readonly isDay: boolean;
}

/** A stretch of days, and what one purchase at its start would have become: US dollars. */
export interface HeldPeriod extends PastPeriod {
  readonly amountUsd?: number | null | undefined;
}

export const pastPeriod = z.object({
  tickers,
  from: z.string().regex(DAY).describe('First day.'),
  to: z.string().regex(DAY).describe('Last day.'),
  isDay: z.boolean().default(false).describe('Of the last day alone.'),
});

const MOST_USD = 1e12;
export const heldPeriod = pastPeriod.extend({
  amountUsd: z
    .number()
    .positive()
    .max(MOST_USD)
    .nullish()
    .describe('USD of a purchase at the close before the period.'),
});

/** The earliest day that is read for a period. */
export const readFrom = (from: string): string => isoDate((parseIsoDate(from) ?? 0) - DAYS_BEFORE);

/** Between which sessions a price changed. */
export interface Between {
  readonly startOn: string;
  readonly endOn: string;
}

/** Names over the same sessions: those of most, so that a change over fewer is not put beside them. */
export function ofSameSessions<Name extends Between>(all: readonly Name[]): readonly Name[] {
  const groups = new Map<string, Name[]>();
  for (const each of all) {
    const key = `${each.startOn} ${each.endOn}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [each]);
    else known.push(each);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length)[0] ?? [];
}
