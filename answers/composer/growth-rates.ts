import { GROWTH_YEARS } from '../tools/dividends.js';
import { COUNT, countOf } from './periods.js';
import type { Question } from './question.js';

/** A growth a year: of prices unless the question names what a company reports or pays. */
const RATE = new RegExp(
  String.raw`\bcagr\b|\b(?:ttm|trailing|twelve[- ]months?|(?:last|past) (?:four|4) quarters)\b.*\bgr[eo]w|` +
    String.raw`\bgr[eo]w\w*\b.*\b(?:ttm|trailing|(?:last|past) (?:four|4) quarters)\b|\b(?:compound(?:ed)?|` +
    String.raw`annuali[sz]ed|average|mean|annual|yearly)(?: (?:annual|yearly|net|dividends?|payout|revenue|sales|` +
    String.raw`earnings|eps|income|profits?))* growth\b|` +
    String.raw`\bgrowth rates?\b|\bgrowth\b.*\b(?:a|per|each|every) year\b|\bhow (?:fast|quickly)\b.*\b(?:gr[eo]w\w*)\b|` +
    String.raw`\bgr[eo]w\w* (?:by )?(?:a|per|each|every) year\b|\b(?:1|3|5|10|one|three|five|` +
    String.raw`ten)[- ]years? (?:dividend |revenue |earnings |eps )?growth\b`,
);
const PAID = /\bdividends?\b|\bpay-?outs?\b/;
/** Of a return, dividends are a part. */
const IN_RETURNS = /\breinvest\w*|\b(?:with|without|including|excluding|incl|ex|plus) dividends?\b|\breturns?\b/;
const REPORTED = /\b(?:revenues?|sales|turnover|top line|eps|earnings|net income|profits?)\b/;

/** Whether a question asks how fast dividends grew a year. */
export const asksDividendGrowth = ({ plain }: Pick<Question, 'plain'>): boolean =>
  (RATE.test(plain) || (/\bgr[eo]w\w*/.test(plain) && TOLD_YEARS.includes(growthYearsIn({ plain }) ?? 0))) &&
  PAID.test(plain) &&
  !IN_RETURNS.test(plain);

/** Over one year, the last dividend beside that of a year before is meant. */
const TOLD_YEARS = GROWTH_YEARS.filter((years) => years > 1);
const SPAN = new RegExp(String.raw`\b${COUNT}[- ]?(?:(?:calendar |fiscal )?years?|y(?:rs?)?)\b`);
/** What a growth is of, and no time over which it is asked. */
const A_YEAR = /\b(?:an?|per|each|every) year\b/g;
const ONE = /\b(?:last|past|previous) (?:calendar |fiscal )?year\b/;

/** Years that a growth is asked over; null if the question names none in this way. */
export function growthYearsIn({ plain }: Pick<Question, 'plain'>): number | null {
  const text = plain.replace(A_YEAR, ' ');
  if (/\bdecade\b/.test(text)) return 10;
  const count = SPAN.exec(text)?.[1];
  return count === undefined ? (ONE.test(text) ? 1 : null) : countOf(count);
}

/** The words of a question for the years of a growth. */
export const YEARS_OF_GROWTH = new RegExp(`${SPAN.source}|${ONE.source}|\\bdecade\\b`);

/** Whether a question asks how fast what a company reports grew a year, or over years. */
export const asksReportedGrowth = ({ plain }: Pick<Question, 'plain'>): boolean =>
  (RATE.test(plain) || (/\bgr[eo]w\w*/.test(plain) && SPAN.test(plain.replace(A_YEAR, ' ')))) &&
  (REPORTED.test(plain) || GROWTH_ALONE.test(plain)) &&
  !PAID.test(plain);

/** A growth of no price, and over years. */
const GROWTH_ALONE =
  /^(?!.*\b(?:cagr|prices?|returns?|stocks?|shares?|worth|invest\w*|money|account|portfolio)\b)(?=.*\bgrowth (?:of|over|since|in|rate)\b)/;
