/** Words that questions name times with, as patterns with one group each; and how answers write months. */

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
export const YEAR = '((?:19|20)\\d{2})';
export const DATE = '(\\d{1,2})(?:st|nd|rd|th)?';
/** "First", "1st" or "last", before "quarter". */
export const QUARTER = '(first|second|third|fourth|last|[1-4](?:st|nd|rd|th))';
/** "H1" or "first half", before a year. */
export const HALF = '(h[12]|(?:first|1st|second|2nd|last) half)';
/** "12/25/2024": two numbers of which either may be the month, and a year. */
export const SLASHED = '(?<![\\d/])(\\d{1,2})/(\\d{1,2})/((?:19|20)?\\d{2})(?![\\d/])';

/** The number of the month that a text begins with; 0 if there is none. */
export const monthOf = (text: string | undefined): number =>
  MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith((text ?? '').slice(0, 3))) + 1;

/** Of "12/25" or "25/12", the month and the date: the month first, unless only the second number can be one. */
export const monthAndDate = (first: string, second: string): readonly [month: string, date: string] =>
  Number(first) > 12 ? [second, first] : [first, second];

const QUARTERS = ['first', 'second', 'third', 'fourth'];
/** The number of a quarter, 1 to 4, that `QUARTER` reads. */
export function quarterOf(word: string): number {
  if (word === 'last') return 4;
  return QUARTERS.includes(word) ? QUARTERS.indexOf(word) + 1 : Number(word.slice(0, 1));
}

/** Whether `HALF` reads the first half of a year. */
export const isFirstHalf = (word: string): boolean => /^(?:h1|first|1st)/.test(word);
