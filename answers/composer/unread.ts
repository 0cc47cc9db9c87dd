import { say, type Line } from './line.js';
import { namesTimeToCome } from './future-times.js';
import { dividendPeriod, isDividendTimeToComeTold, isDividendTimeUnread } from './intents/dividends.js';
import { isPastUnread } from './past-times.js';
import type { Question } from './question.js';
import { windowIn } from './slots.js';
import { GENERAL, METRICS } from './unread-metrics.js';
import { wordList } from './words.js';

const PAST = say`The question names a time in the past, of which nothing was read; what follows are the newest values.`;
const FUTURE = say`The question names a time to come, of which nothing is known; what follows are the newest values.`;
const PERIOD = say`The question names a period, which this answer does not use; what follows are the newest values.`;

/** Periods that the windows of returns do not have. */
const OTHER_PERIOD =
  /\bsince (?!when\b)\w+|\b(?:last|past|over|this) (?:\w+ )?(?:weeks?|months?|quarters?|years?|decade)\b|\bover \w+ (?:weeks?|months?|years?)\b|\b(?:weekly|monthly|yearly|annual) (?:gain|loss|return|win|los)\w*/;
/** How answers call a period of each window. */
const TOLD_WINDOWS: Readonly<Record<string, RegExp>> = {
  return_1w: /\bover one week\b/,
  return_1m: /\bover one month\b/,
  return_3m: /\bover three months\b/,
  return_6m: /\bover six months\b/,
  return_ytd: /\bthis year\b/,
  return_1y: /\bover one year\b/,
  return_3y: /\bover three years\b/,
  return_5y: /\bover five years\b/,
  return_10y: /\bover ten years\b/,
};
/** Kinds that answer with values of the last session, or of one period. */
const OF_NOW = ['ranking', 'comparison', 'signal'];
/** Kinds that answer a question for a time only if they read all of it. */
const OF_THEN = [
  'lump-sum',
  'sector-fund',
  'past-price',
  'past-signal',
  'period-ranking',
  'sector-ranking',
  'market-calendar',
  'sector-leaders',
  'period-returns',
];

/** Whether an answer of the newest values is to a question for a period. */
function isPeriodUnread(question: Question, told: readonly Line[], kinds: readonly string[]): boolean {
  if (kinds.includes('dividends')) return isDividendTimeUnread(question);
  if (kinds.some((kind) => !OF_NOW.includes(kind))) return false;
  const window = windowIn(question);
  const tells = window === null ? undefined : TOLD_WINDOWS[window];
  if (tells !== undefined) return !told.some(({ text }) => tells.test(text));
  return OTHER_PERIOD.test(question.plain);
}

/** Of the market, its hours are known ahead. */
const ASKS_HOURS =
  /\b(?:open(?:s|ed|ing)?|clos(?:e|es|ed|ing)|hours|holidays?)\b(?! (?:higher|lower|up|down|green|red|above|below))/;

/** Kinds that know of what is to come: none of prices and signals; of dividends, the announced ex-dates. */
const isTimeToComeUnread = (question: Question, told: readonly Line[], kinds: readonly string[]): boolean =>
  (kinds.some((kind) => GENERAL.includes(kind) && (kind !== 'market-state' || !ASKS_HOURS.test(question.plain))) ||
    (kinds.includes('dividends') && !isDividendTimeToComeTold(question, told))) &&
  namesTimeToCome(question) &&
  !told.some(({ text }) => text.includes('No tool forecasts'));

/** Sentences about parts of a question that the answer does not read: times and measures; empty if there are none. */
export function unreadLines(question: Question, told: readonly Line[], kinds: readonly string[]): readonly Line[] {
  const metrics = METRICS.filter(
    ({ asks, tells, kinds: own }) =>
      asks.test(question.plain) &&
      (own === undefined || kinds.some((kind) => own.includes(kind))) &&
      !told.some(({ text }) => tells.test(text)),
  );
  const isRead = kinds.some(
    (kind) => OF_THEN.includes(kind) || (kind === 'dividends' && dividendPeriod(question) !== null),
  );
  const isPast = !isRead && isPastUnread(question, told);
  const { holdings, securities } = question;
  const left =
    holdings === null || !kinds.some((kind) => kind === 'portfolio' || kind === 'holdings-worth')
      ? []
      : securities.filter(({ key }) => holdings.every(({ ticker }) => ticker !== key));
  const isEqual = holdings !== null && holdings.every(({ weight, value, shares }) => !(weight ?? value ?? shares));
  return [
    ...(isEqual && kinds.includes('portfolio') && /\d/.test(question.plain)
      ? [
          say`The question has numbers that are not read as amounts of each holding, so the portfolio is of equal parts.`,
        ]
      : []),
    ...(left.length === 0
      ? []
      : [
          say`The question gives no amount of ${wordList(left.map(({ key }) => key))} that is read, so the portfolio is without it.`,
        ]),
    ...(isPast ? [PAST] : []),
    ...(isTimeToComeUnread(question, told, kinds) ? [FUTURE] : []),
    ...(!isPast && isPeriodUnread(question, told, kinds) ? [PERIOD] : []),
    ...metrics.map(({ note }) => note),
  ];
}
