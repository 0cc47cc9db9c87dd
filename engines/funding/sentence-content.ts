import { moneyIn, type Money } from './money.js';
import { stagesIn, type StageMention } from './stages.js';
import { roleOf, type MoneyRole } from './valuations.js';
import { AGGREGATES, GAP_WORDS, LISTING, OTHER_MATTERS, PAST_BEFORE, PLANNED_BEFORE, PLANNED_PHRASE } from './words.js';

/** An amount with what it is. */
export interface Amount extends Money {
  readonly role: MoneyRole;
}

/** A sentence with its brackets blanked, and what is in it. */
export interface Parsed {
  readonly text: string;
  readonly amounts: readonly Amount[];
  readonly stages: readonly StageMention[];
}

const BRACKETS = /\([^()]*\)/g;
const LISTED_IN = new RegExp(String.raw`^[^,;]{0,40}\bin (?:\w+ ){0,3}(?:${LISTING})`, 'i');
/** What a listing, an investor's fund and its closing are called. */
export const LISTING_BEFORE = new RegExp(LISTING, 'i');
export const FUND_AFTER = /\b(?:fund(?:\s+(?:[IVX]+|\d+))?|funds? vehicle|vehicle|haul)\b/i;
export const UNTIL_GIVER = /\b(?:from|led|by|with|including|joined|as|after|to fund)\b|[.;]/i;
export const FUND_CLOSE = /\b(?:first|final|second|third|interim) close\b/i;
export const FUND_BEFORE = /\b(?:funds?|vehicle)(?:'s)?(?:\s+\w+ly)?\s*$/i;
const CLAUSE = /;|\b(?:but|while)\b/gi;
const NEAR = 40;
/** Stages that are no security: "Series A preferred shares pay a dividend". */
const IS_SECURITY =
  /^\s+(?:(?:cumulative|convertible|perpetual|redeemable)\s+)*(?:preferred|preference|notes?|bonds?|shares?|stock|warrants?|savings|common)\b/i;

/** "Alder raising $5m" goes on; "which closed, raising $5m" is done. */
const PARTICIPLE_BEFORE = /(?:,|—|\b(?:after|since|having|by|with|announcing|the))\s*$/i;
/** A round that is remembered at a company's end. */
const ENDED =
  /\b(?:shut(?:s|ting)? down|shutter(?:s|ed)?|bankrupt\w*|la(?:ys?|id) off|layoffs?|liquidat\w+|insolven\w+|collaps\w+)\b/i;

export function parsed(sentence: string): Parsed {
  const text = sentence.replace(BRACKETS, (inner) => ' '.repeat(inner.length));
  const isBlank = ({ at }: { readonly at: number }): boolean => text[at] === ' ';
  const amounts = moneyIn(sentence)
    .filter((money) => !isBlank(money))
    .map((money) => ({ ...money, role: roleOf(money, text) }));
  const stages = stagesIn(text).filter(({ end }) => !IS_SECURITY.test(text.slice(end, end + NEAR)));
  return { text, amounts, stages };
}

/** Whether all words between two places belong to a round. */
export function isGap(text: string, from: number, to: number): boolean {
  if (to < from || to - from > 120) return false;
  const words =
    text
      .slice(from, to)
      .toLowerCase()
      .match(/[\p{L}\p{N}$€£+'-]+/gu) ?? [];
  return words.every(
    (word) => GAP_WORDS.has(word) || /^[a-j](?:[-+]\d?|\d)?$/.test(word) || /^series-[a-j]$/.test(word),
  );
}

/** Whether what is said at a place has happened, and is news. */
export function isDone(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at);
  const part = text.slice(0, at).replace(/.*[,;—]/, '');
  if (ENDED.test(text.slice(0, at)) || (/^\w+ing\b/i.test(text.slice(at)) && !PARTICIPLE_BEFORE.test(before)))
    return false;
  return !PLANNED_BEFORE.test(before) && !PAST_BEFORE.test(before) && !PLANNED_PHRASE.test(part);
}

/** Whether an amount goes into an investor's fund, a listing, or something that is bought. */
export function isElsewhere(text: string, { at, end }: Money): boolean {
  const after = text.slice(end, end + 80);
  const [head = ''] = after.split(UNTIL_GIVER);
  if (FUND_AFTER.test(head) || FUND_CLOSE.test(text)) return true;
  return OTHER_MATTERS.test(after) || LISTED_IN.test(after) || LISTING_BEFORE.test(text.slice(0, at));
}

/** Whether many companies are the subject: "UK fintechs raised". */
export function isAggregate(subject: string): boolean {
  const last = subject.replace(/.*[,:;—]/, '');
  const found = AGGREGATES.exec(last);
  return found !== null && !/[\p{Lu}]/u.test(last.slice(found.index + found[0].length));
}

/** Where the clause of a verb begins. */
export function clauseStart(text: string, at: number): number {
  const last = Array.from(text.slice(0, at).matchAll(CLAUSE)).at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}
