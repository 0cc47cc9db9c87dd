import type { Entity } from '../names/entity.js';
import type { Found } from './found.js';
import { growthYearsIn, YEARS_OF_GROWTH } from './growth-rates.js';
import { share, type Section } from './intent.js';
import { kept } from './intents/signal.js';
import { NO_LINE, ofQuestion, say, signed, type Line } from './line.js';
import type { Question } from './question.js';
import { possessive } from './words.js';

interface Figure {
  readonly level: string;
  readonly name: string;
}

/** Whose figure grew, over how many years. */
interface YearlyGrowth {
  readonly told: readonly Entity[];
  readonly figure: Figure;
  readonly asked: number;
}

/** The growth over years that a question without a number of them is answered with. */
export const USUAL_YEARS = 5;

/** The years of the growth that is told: those that are asked for, else the most that are known and not more. */
function toldYears(found: Found, id: string, level: string, asked: number): number | undefined {
  const known = found.rows(`earnings.growth_${level}`, id);
  return known.includes(asked) ? asked : known.filter((years) => years > 1 && years <= Math.max(asked, 3)).at(-1);
}

/** How fast a figure grew a year over fiscal years, from which sum to which. */
function yearlyLine(found: Found, { key: id, name: company }: Entity, { level, name }: Figure, asked: number): Line {
  const years = toldYears(found, id, level, asked);
  const [growth, from, to] = [
    years === undefined ? undefined : found.number(`earnings.growth_${level}`, id, years),
    found.date('earnings.growth_from', id, years),
    found.date('earnings.growth_to', id),
  ];
  if (growth === undefined || from === undefined || to === undefined) return NO_LINE;
  const sumOf = (year: string) => found.number(`earnings.year_${level}`, id, Number(year));
  const [first, last] = [sumOf(from.value), sumOf(to.value)];
  if (first === undefined || last === undefined) return NO_LINE;
  const fromTo = say`from ${first} in the fiscal year ${from} to ${last} in the fiscal year ${to}`;
  return say`${possessive(company)} ${name} changed by ${signed(growth)} a year, ${fromTo}.`;
}

export const SPANS =
  'Growth of what companies report is told over one, three, five and ten fiscal years to the newest that is ' +
  'stored whole.';

/** What companies grew by over years; null if none of it is stored. */
export function ofYearlyGrowth(
  question: Question,
  found: Found,
  { told, figure, asked }: YearlyGrowth,
  beside: (security: Entity) => Line,
): Section | null {
  const [first, ...others] = kept(told.map((security) => yearlyLine(found, security, figure, asked)));
  if (first === undefined) return null;
  const isOther = told.some(({ key }) => toldYears(found, key, figure.level, asked) !== asked);
  const isAsked = growthYearsIn(question) !== null;
  return {
    headline: first,
    lines: kept([...others, ...told.map(beside)]),
    coverage:
      (isOther && isAsked ? 0.5 : 1) * share(told, (each) => yearlyLine(found, each, figure, asked).text !== ''),
    ...(isOther && isAsked ? { unread: [ofQuestion(SPANS)] } : {}),
    timeRead: YEARS_OF_GROWTH,
  };
}
