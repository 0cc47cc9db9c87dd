import { asksOfYears, YEAR_WORDS, yearsIn } from './fiscal-years.js';
import type { Found } from './found.js';
import { COUNT, countOf } from './periods.js';
import type { Question } from './question.js';

const QUARTER = /\bq([1-4]),? ?(?:of )?(?:fiscal |fy ?)?((?:19|20)\d{2})\b/g;
const OF_QUARTERS = /\bquarter(?:s|ly)?\b|\bq[1-4]\b/;
const FOUR_QUARTERS = /\b(?:last|past) (?:4|four) quarters\b/;
/** A list of quarters: of a fiscal year that is named, else the newest. */
const BY_QUARTER = new RegExp(
  String.raw`\b(?:by|per|each|every) quarter\b|\bquarterly\b|\b(?:last|past|latest|previous) ${COUNT} quarters\b`,
);
const USUAL_QUARTERS = 8;
const YEAR = /\b((?:19|20)\d{2})\b/;
/** Words of a question for the times that are read. */
export const TIMES = new RegExp(`${YEAR_WORDS.source}|${QUARTER.source}|${OF_QUARTERS.source}`, 'g');

const RANGE =
  /\b((?:19|20)\d{2}) ?(?:to|through|until|till|-|–|—) ?(?:fy ?|fiscal )?((?:19|20)\d{2})\b|\bbetween (?:fy ?)?((?:19|20)\d{2}) and (?:fy ?)?((?:19|20)\d{2})\b/;
const SINCE = /\bsince (?:fy ?|fiscal )?((?:19|20)\d{2})\b/;
/** The year that is not over. */
export const UNDER_WAY = /\b(?:this|current) (?:fiscal |financial )?year\b|\bso far\b|\byear to date\b|\bytd\b/;
/** Times that statements are not told by. */
export const UNREAD_TIME =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december|half|calendar|h[12]|\w+ quarters? ago|(?:two|three|four|five|\d+) years ago)\b|\b[1-4]q ?\d\d\b|\b(?:before|during|after) (?:the )?(?:covid|pandemic|crisis)\b/;

export type Period = 'QUARTER' | 'YEAR' | 'TRAILING_YEAR';

/** What a question asks for: quarters, fiscal years, or the four quarters to the newest one. */
export function periodOf(question: Pick<Question, 'plain'>): Period {
  if (OF_QUARTERS.test(question.plain) && !FOUR_QUARTERS.test(question.plain)) return 'QUARTER';
  const { plain } = question;
  const isOfYears = asksOfYears(question) || RANGE.test(plain) || SINCE.test(plain) || UNDER_WAY.test(plain);
  return isOfYears ? 'YEAR' : 'TRAILING_YEAR';
}

/** The rows of a company that a question asks for, the newest first; empty if none of them is stored. */
export function rowsOf(question: Pick<Question, 'plain'>, found: Found, id: string, period: Period): readonly number[] {
  const { plain } = question;
  const stored = [...new Set(found.rows('statements.end', id))];
  if (period === 'YEAR') {
    const [, ...ends] = RANGE.exec(plain) ?? [];
    const years = ends.flatMap((end: string | undefined) => (end === undefined ? [] : [Number(end)]));
    const since = SINCE.exec(plain)?.[1];
    if (years.length > 0) return stored.filter((year) => year >= Math.min(...years) && year <= Math.max(...years));
    if (since !== undefined) return stored.filter((year) => year >= Number(since));
    return (yearsIn(question, stored, stored) ?? stored.slice(0, 1)).filter((year) => stored.includes(year));
  }
  if (period === 'TRAILING_YEAR') return stored.slice(0, 1);
  const rowsIn = (year: number, quarter?: number): readonly number[] =>
    stored.filter((row) => {
      const own = found.quarter('statements.quarter', id, row);
      return own?.year === year && (quarter === undefined || own.quarter === quarter);
    });
  const named = [...plain.matchAll(QUARTER)];
  if (named.length > 0) return named.flatMap(([, quarter, year]) => rowsIn(Number(year), Number(quarter)));
  const alone = /\bq([1-4])\b/.exec(plain)?.[1];
  if (alone !== undefined)
    return stored.filter((row) => found.quarter('statements.quarter', id, row)?.quarter === Number(alone)).slice(0, 1);
  const list = BY_QUARTER.exec(plain);
  if (list === null) return stored.slice(0, 1);
  const year = YEAR.exec(plain)?.[1];
  if (year !== undefined) return rowsIn(Number(year));
  return stored.slice(0, list[1] === undefined ? USUAL_QUARTERS : countOf(list[1]));
}
