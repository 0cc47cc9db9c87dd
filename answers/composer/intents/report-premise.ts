import { isoDate } from '../../../calendar/days.js';
import type { DateFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { dayAheadIn } from '../future-times.js';
import { say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';

const NAME = String.raw`@s(?:'s)?`;
/** "Apple reports before Microsoft", "is Apple's report after that of Microsoft". */
export const ORDER = new RegExp(
  String.raw`(?:${NAME}(?: (?!before|after)[\w-]+){0,4}? (?:reports?|reporting|earnings|results)(?: (?!before|after)[\w-]+){0,4}?|\b(?:reports?|earnings|results) of ${NAME}(?: [\w-]+)?) (before|after|earlier than|later than|sooner than|ahead of)(?: (?:that|those|the (?:report|earnings|results)) of)? ${NAME}`,
);
/** Before the name of who reports in "does Apple report", or at the end: "…, doesn't it?". */
const ASSERTS =
  /^(?:so |but |and )?(?:@s|does|do|will|is|are|isn't|doesn't|won't)\b|\b(?:doesn't|isn't|won't) it\b|\bright\s*\?*$/;

const next = (found: Found, { key }: Entity): DateFact | undefined => found.date('earnings.next', key);

/** "Yes: A reports before B" or "No": what the question takes for granted of the order of two reports. */
function orderLine({ plain, securities }: Question, found: Found): Line | null {
  const [, word = ''] = ORDER.exec(plain) ?? [];
  const [one, other, ...more] = securities;
  if (word === '' || one === undefined || other === undefined || more.length > 0) return null;
  const [own, others] = [next(found, one), next(found, other)];
  if (own === undefined || others === undefined) return null;
  if (own.value === others.value)
    return say`No: ${fullName(one)} and ${fullName(other)} are both estimated to report on ${own}.`;
  const isFirst = own.value < others.value;
  const isSo = isFirst === /^(?:before|earlier|sooner|ahead)/.test(word);
  const [first, firstOn, last, lastOn] = isFirst ? [one, own, other, others] : [other, others, one, own];
  return say`${isSo ? 'Yes' : 'No'}: ${fullName(first)} is estimated to report on ${firstOn}, before ${fullName(last)} on ${lastOn}.`;
}

/** Whether the day that a question gives for a report is the one that is estimated. */
function dayLine(question: Question, found: Found): Line | null {
  const [security, ...more] = question.securities;
  const day = dayAheadIn(question);
  if (security === undefined || more.length > 0 || day === null || !ASSERTS.test(question.plain)) return null;
  const on = next(found, security);
  if (on === undefined) return null;
  const days = found.number('earnings.days', security.key);
  const until = days === undefined ? say`` : say`, in ${days} days`;
  return say`${on.value === isoDate(day) ? 'Yes' : 'No'}: ${fullName(security)} is estimated to report next on ${on}${until}.`;
}

/** The answer to what a question takes for granted of the days of reports; null if it takes nothing for granted. */
export const reportPremise = (question: Question, found: Found): Line | null =>
  orderLine(question, found) ?? dayLine(question, found);
