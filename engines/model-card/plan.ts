import { civilOf, firstDayOfMonthIndex, monthIndexOf } from '../../calendar/days.js';
import type { Resolved } from './card-sums.js';
import { CARD, WINDOW_DAYS, type CardWindow } from './constants.js';

/** What is on record; days since 1970-01-01. */
export interface RecordSpan {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly securities: number;
}

/** What a card reads. */
export interface CardPlan {
  readonly window: Resolved;
  /** The first day whose signals matter, if only for probabilities of later ones. */
  readonly fromDay: number;
  /** Calendar years that are read and summed together, both included, oldest first. */
  readonly years: readonly { readonly first: number; readonly last: number }[];
}

/** Calendar days after which a signal is resolved, at most, unless its security does not trade. */
const RESOLVED_WITHIN = 60;
/** Cells at a time, which bounds memory to some 60 MB. */
const MOST_CELLS = 2_500_000;
const DAYS_PER_YEAR = 366;

/** The window ends with the newest recorded session. */
export function cardPlan(window: CardWindow, { firstDay, lastDay, securities }: RecordSpan): CardPlan {
  const after = Math.max(lastDay - WINDOW_DAYS[window], firstDay - 1);
  const firstMonth = monthIndexOf(after - RESOLVED_WITHIN) - CARD.trainingMonths;
  const fromDay = Math.max(firstDay, firstDayOfMonthIndex(firstMonth) - RESOLVED_WITHIN);
  const atOnce = Math.max(1, Math.floor(MOST_CELLS / (DAYS_PER_YEAR * securities)));
  const lastYear = civilOf(lastDay).year;
  const years: CardPlan['years'][number][] = [];
  for (let first = civilOf(fromDay).year; first <= lastYear; first += atOnce)
    years.push({ first, last: Math.min(lastYear, first + atOnce - 1) });
  return { window: { after, until: lastDay }, fromDay, years };
}
