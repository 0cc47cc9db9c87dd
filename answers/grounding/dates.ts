/** A date that a text tells; what it does not tell is null. */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly quarter: number | null;
  /** A time of day, `HH:MM`. */
  readonly time: string | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const YEAR = '((?:19|20|21)\\d{2})';
const DAY = '([0-3]?\\d)(?:st|nd|rd|th)?';
const QUARTERS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4 };
/** What may stand after a year; after any other word, four digits are a number. */
const COUNTED =
  /^[\s-]+(?:sessions?|trading|days?|shares?|companies|firms|points?|times|million|billion|trillion|thousand|articles?|stories|months?|gaps?|trades?|reports?|employees|dollars|years?)\b/i;

type Found = Partial<Pick<DateMention, 'year' | 'month' | 'day' | 'quarter' | 'time'>>;

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** `26` is 2026. */
const yearOf = (digits: string | undefined): number | null =>
  digits === undefined ? null : digits.length === 2 ? 2000 + Number(digits) : Number(digits);

interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[]) => Found | null;
}

const FORMS: readonly Form[] = [
  {
    pattern: /(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+Z?)?/g,
    read: ([year = '', month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    pattern: new RegExp(`${DAY} (?:of )?${MONTH}(?:,? ${YEAR})?`, 'g'),
    read: ([day, month = '', year]) => ({ day: Number(day), month: monthOf(month), year: yearOf(year) }),
  },
  {
    pattern: new RegExp(`${MONTH}\\.? ${YEAR}`, 'g'),
    read: ([month = '', year]) => ({ month: monthOf(month), year: yearOf(year) }),
  },
  {
    pattern: new RegExp(`${MONTH}\\.? ${DAY}(?!\\d)(?:,? ${YEAR})?`, 'g'),
    read: ([month = '', day, year]) => ({ month: monthOf(month), day: Number(day), year: yearOf(year) }),
  },
  { pattern: /(\d{4})-(\d{2})/g, read: ([year = '', month]) => ({ year: Number(year), month: Number(month) }) },
  {
    pattern: /Q([1-4])(?:[ /-]?(?:of )?(?:fiscal |FY ?)?(?:'(\d{2})|(\d{4})))?/g,
    read: ([quarter, short, year]) => ({ quarter: Number(quarter), year: yearOf(short ?? year) }),
  },
  {
    pattern: /(first|second|third|fourth)[ -](?:fiscal )?quarter(?: of)?(?: fiscal)?(?: (\d{4}))?/gi,
    read: ([quarter = '', year]) => ({ quarter: QUARTERS[quarter.toLowerCase()] ?? null, year: yearOf(year) }),
  },
  { pattern: /(?:fiscal(?: year)?|FY) ?'?(\d{4}|\d{2})/gi, read: ([year]) => ({ year: yearOf(year) }) },
  {
    pattern: /([01]?\d|2[0-3]):([0-5]\d)/g,
    read: ([hour = '', minute = '']) => ({ time: `${hour.padStart(2, '0')}:${minute}` }),
  },
  { pattern: new RegExp(`${YEAR}s?`, 'g'), read: ([year]) => ({ year: yearOf(year) }) },
];

const isPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_$€£¥]/u.test(character);

/** Whether digits stand alone: no amount, no decimal, no count. */
function isAlone(text: string, start: number, end: number, isBareYear: boolean): boolean {
  if (isPart(text[start - 1]) || isPart(text[end])) return false;
  if (/[\d][.,:]$/.test(text.slice(Math.max(0, start - 2), start)) || /^[.,:]\d/.test(text.slice(end, end + 2)))
    return false;
  return !isBareYear || !(/^\s?%|^\s(?:percent|bps)/.test(text.slice(end)) || COUNTED.test(text.slice(end)));
}

/** The dates that a text tells, in its order; years, quarters and times of day too. */
export function datesIn(text: string): readonly DateMention[] {
  const found: DateMention[] = [];
  for (const [index, { pattern, read }] of FORMS.entries()) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const isBareYear = index === FORMS.length - 1;
      if (!isAlone(text, start, end, isBareYear) || found.some((other) => start < other.end && end > other.start))
        continue;
      const parts = read(match.slice(1));
      if (parts === null) continue;
      found.push({
        start,
        end,
        raw: match[0],
        year: null,
        month: null,
        day: null,
        quarter: null,
        time: null,
        ...parts,
      });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Whether a day, month or year, `YYYY-MM-DD` or its beginning, is what a text tells. */
export function agreesWith({ year, month, day }: DateMention, value: string): boolean {
  const [y, m, d] = value.split('-').map(Number);
  const isSame = (written: number | null, actual: number | undefined): boolean =>
    written === null || written === actual;
  return isSame(year, y) && isSame(month, m) && isSame(day, d);
}
