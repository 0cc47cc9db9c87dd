/** The whole fiscal year, however it is called; a year's number is captured. */
const WHOLE_YEAR =
  /\bfull[ -](?:fiscal[ -])?year\b|\b(?:fiscal(?:[ -]year)?|fy) ?['’]?(?:20)?(\d\d)\b|\bfor the (?:fiscal )?year\b|\b(?:for|in|during) 20(\d\d)\b/gi;
const QUARTER = /\b(?:quarter|q[1-4])\b/gi;
/** What another year is named for, right before it. */
const COMPARED =
  /\b(?:versus|vs\.?|compared (?:to|with)|relative to|over|above|below|from|than|against|in line with|consistent with)(?: the| our| its)? $/i;
const LEAD = 30;
/** What joins a quarter and the year it is of. */
const OF = /^[, ]*(?:of |in |for )?(?:the |our )?$/i;
/** A plan for the year, which a result of the quarter may be measured by: "our full-year guidance". */
const PLAN =
  /^[ -]*(?:\w+ ){0,2}(?:guidance|outlook|expectations?|forecasts?|targets?|estimates?|plans?|assumptions?|range)\b/i;

interface Named {
  readonly span: 'quarter' | 'year';
  readonly at: number;
  readonly end: number;
}

/** Where a sentence names the year `fiscalYear` or a later one, without comparing with it. */
function yearsNamed(sentence: string, isNamed: (year: number) => boolean): readonly RegExpExecArray[] {
  return [...sentence.matchAll(WHOLE_YEAR)].filter((match) => {
    const digits = match[1] ?? match[2];
    return (
      (digits === undefined || isNamed(2000 + Number(digits))) &&
      !COMPARED.test(sentence.slice(Math.max(0, match.index - LEAD), match.index))
    );
  });
}

/**
 * Whether a sentence of a call on a quarter of `fiscalYear` speaks of a whole year; one that names no period does if
 * the one before it did.
 */
export function isOnYear(sentence: string, fiscalYear: number, before: boolean): boolean {
  const named = yearsNamed(sentence, (year) => year >= fiscalYear);
  const isQuarter = sentence.search(QUARTER) >= 0;
  return isQuarter && !named.some(([words]) => /full/i.test(words)) ? false : before || named.length > 0;
}

/**
 * The period of a result at `at` of a sentence: the one named last before it, else the first one after it, else the
 * quarter. Null if the sentences before it speak of the year and it names no period: it may be of either.
 */
export function resultSpan(
  sentence: string,
  at: number,
  { fiscalYear, isOnYear: isSpokenYear }: { readonly fiscalYear: number; readonly isOnYear: boolean },
): 'quarter' | 'year' | null {
  const placed = (match: RegExpExecArray, span: Named['span']): Named => {
    return { span, at: match.index, end: match.index + match[0].length };
  };
  const quarters = [...sentence.matchAll(QUARTER)].map((match) => placed(match, 'quarter'));
  const years = yearsNamed(sentence, (year) => year === fiscalYear)
    .filter((match) => !PLAN.test(sentence.slice(match.index + match[0].length)))
    .map((match) => placed(match, 'year'));
  // "the fourth quarter of fiscal 2021" is a quarter.
  const own = years.filter(({ at: of }) => !quarters.some(({ end }) => end <= of && OF.test(sentence.slice(end, of))));
  const named = [...quarters, ...own].sort((one, other) => one.at - other.at);
  const nearest = named.findLast((each) => each.at < at) ?? named[0];
  return nearest?.span ?? (isSpokenYear ? null : 'quarter');
}
