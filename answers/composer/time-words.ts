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
/** "12/25/2024": two numbers of which either may be the month, and a year. */
export const SLASHED = '(?<![\\d/])(\\d{1,2})/(\\d{1,2})/((?:19|20)?\\d{2})(?![\\d/])';

/** The number of the month that a text begins with; 0 if there is none. */
export const monthOf = (text: string | undefined): number =>
  MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith((text ?? '').slice(0, 3))) + 1;

/** Of "12/25" or "25/12", the month and the date: the month first, unless only the second number can be one. */
export const monthAndDate = (first: string, second: string): readonly [month: string, date: string] =>
  Number(first) > 12 ? [second, first] : [first, second];
