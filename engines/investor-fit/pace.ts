import { knownDate, type DatePrecision } from '../../calendar/date-precision.js';
import type { Axis } from './axis.js';

/** A dated investment: the day since 1970-01-01, and the company by any key that is the same for all its rounds. */
export interface DatedInvestment {
  readonly day: number;
  readonly dayPrecision?: DatePrecision | undefined;
  readonly company: string;
}

/** Investments older than this tell nothing about today's pace. */
const PACE_WINDOW_DAYS = 1_095;
/** An investment counts half after this many days. */
const PACE_HALF_LIFE_DAYS = 365;
/** Weighted investments that give a pace of one half. */
const PACE_HALF = 3;
/** Reports of one company within so many days are about one round. */
const SAME_ROUND_DAYS = 45;

/** Known up to a day, oldest first, each round once. */
function distinctInvestments(investments: readonly DatedInvestment[], today: number): readonly DatedInvestment[] {
  const lastOf = new Map<string, number>();
  return investments
    .filter(({ day }) => day <= today)
    .toSorted((one, other) => one.day - other.day)
    .filter(({ company, day }) => {
      const last = lastOf.get(company);
      if (last !== undefined && day - last <= SAME_ROUND_DAYS) return false;
      lastOf.set(company, day);
      return true;
    });
}

/** Deployment pace: w / (w + 3), w the investments of three years, each halved with every year since. */
export function paceAxis(investments: readonly DatedInvestment[], today: number): Axis {
  const known = distinctInvestments(investments, today);
  const newest = known.at(-1);
  if (newest === undefined) return { score: null, reason: 'Pace: no dated investment is known.' };
  const recent = known.filter(({ day }) => today - day <= PACE_WINDOW_DAYS);
  const weight = recent.reduce((sum, { day }) => sum + 0.5 ** ((today - day) / PACE_HALF_LIFE_DAYS), 0);
  const count = `${recent.length} known ${recent.length === 1 ? 'investment' : 'investments'} in three years`;
  const { day: last, dayPrecision = 'day' } = newest;
  const on = dayPrecision === 'day' ? 'on' : 'in';
  return {
    score: weight / (weight + PACE_HALF),
    reason: `Pace: ${count}, the newest ${on} ${knownDate(last, dayPrecision)}.`,
  };
}
