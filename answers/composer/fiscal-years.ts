import type { Entity } from '../names/entity.js';
import type { Found } from './found.js';
import { listed, NO_LINE, say, type Line } from './line.js';
import { COUNT, countOf } from './periods.js';
import type { Question } from './question.js';
import { fullName, possessive } from './words.js';

/** A quarter, of which the year beside it is a part; and times since which a growth is asked for. */
const OTHER_TIME = /\bq[1-4]\b|\bquarter\b|\bsince\b/;
const YEAR = /\b(?:(?:fy|fiscal(?: year)?) ?)?((?:19|20)\d{2})\b(?!-\d)/g;
const SHORT = /\bfy ?'?(\d{2})\b/g;
/** A year without its number: the newest that is stored whole. */
const WHOLE = /\b(?:annual(?:ly)?|yearly|full[- ]year|(?:last|past|previous|latest) (?:fiscal |financial )?year)\b/;
/** A list of years: the newest that are stored whole. */
const BY_YEAR = new RegExp(
  String.raw`\b(?:by|per|each|every) (?:fiscal |financial )?year\b|` +
    String.raw`\b(?:last|past|latest|previous) ${COUNT} (?:fiscal |financial )?years\b`,
);
const USUAL_COUNT = 5;
const SO_FAR = /\bthis (?:fiscal |financial )?year\b/;

/** A figure of the fiscal year: the end of its key, and its name. */
export interface YearFigure {
  readonly level: string;
  readonly name: string;
}

const QUARTERS = 4;
const dateOf = (found: Found, id: string, year: number) => found.date('earnings.year', id, year);
const key = (level: string): string => `earnings.year_${level}`;

/**
 * Fiscal years that a question asks for, the newest first; null if it asks for none. Of those that are stored, newest
 * first, `whole` have all that a year has.
 */
export function yearsIn(
  { plain }: Pick<Question, 'plain'>,
  stored: readonly number[],
  whole: readonly number[],
): readonly number[] | null {
  if (OTHER_TIME.test(plain)) return null;
  const named = [
    ...Array.from(plain.matchAll(YEAR), ([, year]) => Number(year)),
    ...Array.from(plain.matchAll(SHORT), ([, year]) => 2000 + Number(year)),
  ];
  if (named.length > 0) return [...new Set(named)].sort((one, other) => other - one);
  const list = BY_YEAR.exec(plain);
  if (list !== null) return whole.slice(0, list[1] === undefined ? USUAL_COUNT : countOf(list[1]));
  if (SO_FAR.test(plain)) return stored.slice(0, 1);
  return WHOLE.test(plain) ? (whole.length > 0 ? whole : stored).slice(0, 1) : null;
}

/** The same of the years of which quarters are stored. */
export function fiscalYearsIn(question: Pick<Question, 'plain'>, found: Found, id: string): readonly number[] | null {
  const stored = [...new Set(found.rows('earnings.year', id))].sort((one, other) => other - one);
  const whole = stored.filter(
    (year) =>
      found.number('earnings.year_quarters', id, year)?.value === QUARTERS ||
      found.number('earnings.year_revenue', id, year) !== undefined,
  );
  return yearsIn(question, stored, whole);
}

/** Whether a question asks for fiscal years, whatever is stored. */
export const asksOfYears = ({ plain }: Pick<Question, 'plain'>): boolean =>
  !OTHER_TIME.test(plain) &&
  (plain.search(YEAR) >= 0 ||
    plain.search(SHORT) >= 0 ||
    WHOLE.test(plain) ||
    BY_YEAR.test(plain) ||
    SO_FAR.test(plain));

/** The words of a question for fiscal years. */
export const YEAR_WORDS = new RegExp(
  `${YEAR.source}|${SHORT.source}|${WHOLE.source}|${BY_YEAR.source}|${SO_FAR.source}`,
);

/** Whether the figure of each of the years is known. */
export const areKnown = (found: Found, id: string, level: string, years: readonly number[]): boolean =>
  years.every((year) => found.number(key(level), id, year) !== undefined);

/** "The revenue of fiscal 2025 is not known as a whole: of its quarters, 2 are stored". */
function missingLine(found: Found, security: Entity, { name }: YearFigure, year: number): Line {
  const { key: id } = security;
  const [quarters, of] = [found.number('earnings.year_quarters', id, year), dateOf(found, id, year)];
  if (quarters === undefined || of === undefined) {
    const newest = found.quarter('earnings.quarter', id) ?? '';
    return say`No report of ${fullName(security)} for a fiscal year that the question names is stored; the newest is of ${newest}.`;
  }
  const why =
    quarters.value < QUARTERS
      ? say`of its quarters, ${quarters} ${quarters.value === 1 ? 'is' : 'are'} stored`
      : say`a report of it does not have the figure`;
  return say`The ${name} of ${fullName(security)} in fiscal ${of} is not known as a whole: ${why}.`;
}

/** Which of the years are as annual reports have them, and which are sums of their quarters. */
function fromWhere(count: number, filed: number): string {
  if (filed === count) return '';
  if (filed > 0) return ', some of them the sums of four quarters';
  return count === 1 ? ', the sum of its four quarters' : ', each the sum of four quarters';
}

/** What a company reported in fiscal years, as its annual reports have it, else the sums of quarters. */
export function yearsLine(found: Found, security: Entity, figure: YearFigure, years: readonly number[]): Line {
  const { key: id } = security;
  const missing = years.filter((year) => found.number(key(figure.level), id, year) === undefined);
  const [first] = missing;
  const known = years.filter((year) => !missing.includes(year));
  if (first !== undefined && known.length === 0) return missingLine(found, security, figure, first);
  const others = missing.flatMap((year) => {
    const of = dateOf(found, id, year);
    return of === undefined ? [] : [say`${of}`];
  });
  const gap =
    missing.length === 0
      ? say``
      : others.length === 0
        ? say`; other years that the question names are not stored`
        : say`; that of ${listed(others)} is not known as a whole`;
  const parts = known.map(
    (year) =>
      say`${figure.name} of the fiscal year ${found.date('earnings.year', id, year) ?? ''} was ${found.number(key(figure.level), id, year) ?? ''}`,
  );
  const filed = known.filter((year) => found.text(`${key(figure.level)}_is`, id, year) !== undefined).length;
  return say`${possessive(security.name)} ${listed(parts)}${fromWhere(known.length, filed)}${gap}.`;
}

/** The net income beside the revenue of a year. */
export function incomeLine(found: Found, { key: id }: Entity, years: readonly number[]): Line {
  const parts = years.flatMap((year) => {
    const [income, of] = [found.number('earnings.year_net_income', id, year), found.date('earnings.year', id, year)];
    return income === undefined || of === undefined ? [] : [say`net income of the fiscal year ${of} was ${income}`];
  });
  return parts.length === 0 ? NO_LINE : say`The ${listed(parts)}, of ${id}.`;
}
