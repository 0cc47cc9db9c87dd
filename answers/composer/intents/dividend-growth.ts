import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { asksDividendGrowth, growthYearsIn } from '../growth-rates.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';

/** The growth that a question without a number of years is answered with. */
const USUAL_YEARS = 5;

const growths = (found: Found, id: string): ReadonlyMap<number, NumberFact> =>
  new Map(
    found.rows('dividends.growth', id).flatMap((row) => {
      const growth = found.number('dividends.growth', id, row);
      return growth === undefined ? [] : [[row, growth] as const];
    }),
  );

/** The years of the growth that is told first: those that are asked for, else the usual ones or the most there are. */
function toldYears(question: Question, found: Found, id: string): number | undefined {
  const known = [...growths(found, id).keys()];
  const asked = growthYearsIn(question) ?? USUAL_YEARS;
  return known.includes(asked) ? asked : known.filter((years) => years <= USUAL_YEARS).at(-1);
}

/** The part of a growth that is told: half of it over other years than those that are asked for. */
export function growthCoverage(question: Question, found: Found, id: string): number {
  const told = toldYears(question, found, id);
  if (told === undefined) return 0.2;
  const asked = growthYearsIn(question);
  return asked === null || asked === told ? 1 : 0.5;
}

/** "from $1.28 a share in 2021 to $1.56 in 2025". */
function fromTo(found: Found, id: string, row: number): Line {
  const [from, first, to, last] = [
    found.date('dividends.growth_from', id, row),
    found.number('dividends.growth_from_total', id, row),
    found.date('dividends.growth_to', id),
    found.number('dividends.growth_to_total', id),
  ];
  return from === undefined || first === undefined || to === undefined || last === undefined
    ? NO_LINE
    : say`from ${first} a share in ${from} to ${last} in ${to}`;
}

/** How fast the dividend grew; no line if the question does not ask for it. */
export function growthLine(question: Question, found: Found, id: string, name: string): Line {
  if (!asksDividendGrowth(question)) return NO_LINE;
  const row = toldYears(question, found, id);
  const growth = row === undefined ? undefined : growths(found, id).get(row);
  if (found.number('dividends.total', id) === undefined) return NO_LINE;
  if (row === undefined || growth === undefined)
    return say`No growth of the dividend of ${name} follows from the dividends that are stored.`;
  const over = row === 1 ? '' : ' a year';
  return say`The regular dividend of ${name} changed by ${signed(growth)}${over}, ${fromTo(found, id, row)}.`;
}

/** Which growth is told at all. */
export const SPANS = ofQuestion(
  'Growth of dividends is told over one, three, five and ten years to the newest whole calendar year, between years with ' +
    'the same number of regular dividends.',
);

/** The growth over other years, and that another one was asked for. */
export function growthLines(question: Question, found: Found, id: string): readonly Line[] {
  if (!asksDividendGrowth(question) || found.number('dividends.total', id) === undefined) return [];
  const told = toldYears(question, found, id);
  const others = [...growths(found, id)].filter(([years]) => years !== told);
  const parts = others.map(([years, growth]) => {
    const from = found.date('dividends.growth_from', id, years);
    return say`${signed(growth)}${years === 1 ? '' : ' a year'} (since ${from ?? ''})`;
  });
  const to = found.date('dividends.growth_to', id);
  return [
    ...(told === undefined ? [SPANS] : []),
    ...(parts.length === 0 || to === undefined
      ? []
      : [say`The change of the regular dividend of ${id} to ${to} was ${listed(parts)}.`]),
  ];
}

/** Whether a growth over other years than those that are asked for is told. */
export function isOtherGrowth(question: Question, found: Found, id: string): boolean {
  const [told, asked] = [toldYears(question, found, id), growthYearsIn(question)];
  return told !== undefined && asked !== null && asked !== told;
}

/** Whose dividend grew fastest over the same years; null of fewer than two. */
export function fastestLine(question: Question, found: Found, securities: readonly Entity[]): Line | null {
  const all = securities
    .flatMap((security) => {
      const row = toldYears(question, found, security.key);
      const growth = row === undefined ? undefined : growths(found, security.key).get(row);
      return row === undefined || growth === undefined ? [] : [{ security, row, growth }];
    })
    .sort((one, other) => other.growth.value - one.growth.value);
  const [first, second] = all;
  if (first === undefined || second === undefined || all.some(({ row }) => row !== first.row)) return null;
  const from = found.date('dividends.growth_from', first.security.key, first.row);
  const over = first.row === 1 ? '' : ' a year';
  const parts = all.map(({ security, growth }) => say`${signed(growth)}${over} for ${fullName(security)}`);
  return say`The dividend of ${first.security.key} grew fastest since ${from ?? ''}: ${listed(parts)}.`;
}
