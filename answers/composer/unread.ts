import { say, type Line } from './line.js';
import type { Question } from './question.js';

/** Part of a question that kinds of questions do not read: what asks for it, and what an answer that tells it has. */
interface Unread {
  readonly asks: RegExp;
  readonly tells: RegExp;
  readonly note: Line;
}

const MONTHS = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const notUsed = (what: string): Line => say`The question names ${what}, which this answer does not tell; what follows leaves it out.`;

const METRICS: readonly Unread[] = [
  { asks: /\brsi\b|\brelative strength index\b/, tells: /\bRSI\b/, note: notUsed('the RSI') },
  { asks: /\bmoving average\b|\bsma\b/, tells: /\baverages?\b/, note: notUsed('a moving average') },
  { asks: /\bp\/e\b|\bpe ratio\b|\bprice[- ]to[- ]earnings\b/, tells: /\bprice-to-earnings\b/, note: notUsed('a price-to-earnings ratio') },
  { asks: /\bdividend yields?\b/, tells: /\byields?\b/i, note: notUsed('a dividend yield') },
  { asks: /\bmarket caps?\b|\bmarket capitali[sz]ation\b/, tells: /\bmarket (?:cap|value)/i, note: notUsed('a market value') },
];

const PAST = say`The question names a time in the past, of which nothing was read; what follows are the newest values.`;
/** "4 March 2019", "March 4, 2019", "2019-03-04", "in 2023", "two weeks ago". */
const DATES = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS}),? (?:19|20)\\d{2}\\b`
  + `|\\b(?:${MONTHS}) (?:\\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\\d{2}\\b|\\b(?:in|during|of|for) (?:19|20)\\d{2}\\b`
  + '|\\b(?:an?|one|two|three|four|five|six|\\d+) (?:days?|weeks?|months?|years?) ago\\b',
  'g',
);
const YEAR = /\b(?:19|20)\d{2}\b/;

/** Whether a time that a question names lies in the past and no sentence speaks of its year. */
function isPastUnread({ plain, nowMs }: Question, told: readonly Line[]): boolean {
  const thisYear = new Date(nowMs).getUTCFullYear();
  return (plain.match(DATES) ?? []).some((named) => {
    const year = YEAR.exec(named)?.[0];
    if (year === undefined) return true;
    const isDay = /\d{4}-\d{2}-\d{2}|^\d{1,2}\D/.test(named);
    if (Number(year) > thisYear || (Number(year) === thisYear && !isDay)) return false;
    return !told.some(({ text }) => text.includes(year));
  });
}

/** Sentences about parts of a question that the answer does not read: past times and metrics; empty if there are none. */
export function unreadLines(question: Question, told: readonly Line[]): readonly Line[] {
  const metrics = METRICS.filter(({ asks, tells }) => asks.test(question.plain) && !told.some(({ text }) => tells.test(text)));
  return [...(isPastUnread(question, told) ? [PAST] : []), ...metrics.map(({ note }) => note)];
}
