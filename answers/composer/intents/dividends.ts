import { isoDate } from '../../../calendar/days.js';
import type { DateFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import { namesTimeToCome } from '../future-times.js';
import { namesTime, periodIn, type Period } from '../periods.js';
import type { Question } from '../question.js';
import { windowAheadIn } from '../slots.js';
import { MONTH } from '../time-words.js';
import { fullName } from '../words.js';
import { asksDividendGrowth, growthYearsIn } from '../growth-rates.js';
import { fastestLine, growthCoverage, growthLine, growthLines, isOtherGrowth, SPANS } from './dividend-growth.js';
import { recordLine, recordLines } from './dividend-record.js';
import { kept } from './signal.js';

const EX_DATES = say`Dividends count on their ex-date, the first session without the right to them, and are adjusted for splits; days of payment are not stored.`;
const CHANGES = /\b(?:rais\w*|increas\w*|hik\w*|cut\w*|grow\w*|grew|lower\w*|reduc\w*|chang\w*|higher)\b/;
const IS_AHEAD = new RegExp(
  String.raw`\b(?:next|upcoming|coming|will|going to|going ex)\b|` +
    String.raw`^(?:is|are|does|do) (?!.*\b(?:ever|usually|normally|always|typically)\b).*\b(?:in|this) ${MONTH}\b(?! (?:19|20)\d{2})`,
);
const MAY_BE_AHEAD = /\bwhen (?:does|do|is|are)\b/;
/** What a payer pays to holders is a dividend where nothing else is said to be paid. */
const PAYER = String.raw`(?:@s|it|they|th(?:is|e|ese|ose) (?:stocks?|company|companies|funds?|etfs?))`;
const PAYERS = String.raw`${PAYER}(?:(?:,|,? and|,? or) ${PAYER})*`;
const THEN = `(?:${[
  '(?: an?| per| each| every) (?:share|year|quarter|month)',
  ' out',
  ' so far',
  ' to (?:its |the )?(?:share|stock)?holders',
  '(?: or)? (?:quarterly|monthly|yearly|annually)',
].join('|')})*`;
const PERIOD_NAME = String.raw`(?:19|20)\d{2}|${MONTH}|last|past|this|previous|current|q[1-4]|spring|summer|autumn|fall|winter`;
const WHEN = `(?:${[
  String.raw` *(?:[?.!,;]|$)`,
  String.raw` (?:on|next|last|this|today|tomorrow|yesterday)\b`,
  String.raw` (?:in|during|for|since|of|from|between|over|throughout|until|by) (?:the )?(?:${PERIOD_NAME})\b`,
].join('|')})`;
const ADVERBS = String.raw`(?: (?:ever|last|first|usually|normally|also|still|already|again|next|actually))*`;
export const PAYS = new RegExp(
  String.raw`\b(?:(?:did|does|do|has|have|had|will) ${PAYERS}${ADVERBS} |(?:what|how much|when) (?:has |have )?${PAYERS}${ADVERBS} )pa(?:y|ys|id)\b${THEN}${WHEN}`,
);

const number = (found: Found, name: string, id: string, row?: number) => found.number(`dividends.${name}`, id, row);
const date = (found: Found, name: string, id: string, row?: number) => found.date(`dividends.${name}`, id, row);

const isAhead = ({ plain, today }: Question, period: Period | null): boolean =>
  IS_AHEAD.test(plain) || (MAY_BE_AHEAD.test(plain) && (period === null || period.to >= today));

/** The past days of which a question asks for dividends; null for one that asks for what is to come, or for no time. */
export function dividendPeriod(question: Question): { readonly from: string; readonly to: string } | null {
  const period = periodIn(question);
  // Of a distance in time, the day alone is read.
  if (period === null || asksDividendGrowth(question) || /\bago\b/.test(question.plain) || isAhead(question, period))
    return null;
  return { from: isoDate(period.from), to: isoDate(period.to) };
}

/** Times of which the newest dividends and their sums by year tell. */
const ANY_TIME = /\b(?:an?|per|each|every|by|the) (?:month|quarter|year)\b|\b(?:most )?recent(?:ly)?\b|\blately\b/g;

/** Whether a question names a time that is not read: neither a period, nor one to come. */
export const isDividendTimeUnread = (question: Question): boolean =>
  (!asksDividendGrowth(question) || growthYearsIn(question) === null) &&
  dividendPeriod(question) === null &&
  !isAhead(question, null) &&
  !namesTimeToCome(question) &&
  namesTime(question.plain.replace(ANY_TIME, ' '));

/** Whether a time to come is told of: near ones by the announced ex-date, months by one in them. */
export function isDividendTimeToComeTold(question: Question, told: readonly Line[]): boolean {
  const coming = told.filter(({ text }) => text.includes('next ex-dividend'));
  const month = new RegExp(`\\b${MONTH},? (?:of )?(20\\d{2})\\b`).exec(question.plain);
  if (month === null) return windowAheadIn(question) !== null && coming.length > 0;
  const named = new RegExp(`\\b${month[1]?.slice(0, 3) ?? ''}\\w* ${month[2] ?? ''}\\b`, 'i');
  return coming.some(({ text }) => named.test(text));
}

/** "from 1 January 2024 to 31 December 2024". */
function spanOf(found: Found, id: string): Line {
  const [from, to] = [date(found, 'from', id), date(found, 'to', id)];
  if (from === undefined || to === undefined) return NO_LINE;
  return from.value === to.value ? say` on ${from}` : say` from ${from} to ${to}`;
}

/** The last dividend against that of a year before, or the last of a period against the last before it. */
function changeLine(found: Found, id: string, name: string): Line {
  const [last, lastOn, before, change, on] = [
    number(found, 'last', id),
    date(found, 'last_on', id),
    number(found, 'before', id),
    number(found, 'change', id),
    date(found, 'before_on', id),
  ];
  if (last === undefined || lastOn === undefined || before === undefined || change === undefined || on === undefined)
    return NO_LINE;
  if (date(found, 'from', id) === undefined)
    return change.value === 0
      ? say`The last dividend of ${name} is unchanged: ${last} a share on ${lastOn}, as on ${on}.`
      : say`The last dividend of ${name} is ${last} a share, against ${before} on ${on}: ${signed(change)}.`;
  return change.value === 0
    ? say`The dividend of ${name} was unchanged: ${last} a share on ${lastOn}, as on ${on}.`
    : say`The dividend of ${name} was ${last} a share on ${lastOn}, against ${before} on ${on}: ${signed(change)}.`;
}

function yearsLine(found: Found, id: string): Line {
  const years = found.rows('dividends.year', id).flatMap((row) => {
    const [year, total] = [date(found, 'year', id, row), number(found, 'year_total', id, row)];
    if (year === undefined || total === undefined) return [];
    const state = found.text('dividends.year_state', id, row);
    return [say`${total} (${year}${state === undefined ? '' : say` ${state}`})`];
  });
  return years.length < 2 ? NO_LINE : say`Dividends a share of ${id} by year: ${listed(years)}.`;
}

function newestLine(found: Found, id: string): Line {
  const newest = found.rows('dividends.ex_date', id).flatMap((row) => {
    const [on, amount] = [date(found, 'ex_date', id, row), number(found, 'amount', id, row)];
    return on === undefined || amount === undefined ? [] : [say`${amount} a share on ${on}`];
  });
  return newest.length === 0 ? NO_LINE : say`The newest dividends of ${id}: ${listed(newest.slice(0, 4))}.`;
}

/** An announced ex-date that is to come. */
function comingOn(found: Found, id: string): DateFact | undefined {
  const rows = found.rows('events.upcoming_kind', id);
  const row = rows.find((each) => found.text('events.upcoming_kind', id, each)?.value === 'dividend');
  return row === undefined ? undefined : found.date('events.upcoming_on', id, row);
}

function comingLine(found: Found, id: string): Line {
  const on = comingOn(found, id);
  return on === undefined
    ? say`No coming ex-dividend date of ${id} is announced.`
    : say`The next ex-dividend date of ${id} is ${on}.`;
}

/** The sum of a period. */
function paidLine(found: Found, id: string, name: string): Line {
  const [count, total] = [number(found, 'count', id), number(found, 'total', id)];
  const span = spanOf(found, id);
  if (count === undefined) return NO_LINE;
  if (total !== undefined)
    return say`${name} paid ${count} ${count.value === 1 ? 'dividend' : 'dividends'}${span}, ${total} a share in all.`;
  const [first, to] = [date(found, 'stored_from', id), date(found, 'to', id)];
  return first === undefined || to === undefined || first.value <= to.value
    ? say`No dividend of ${name}${span} is stored.`
    : say`No dividend of ${name}${span} is stored: its first stored session is ${first}.`;
}

/** What of a period is missing, or what is left out. */
function partLine(found: Found, id: string): Line {
  const [most, cutOn] = [number(found, 'most_read', id), date(found, 'cut_on', id)];
  if (most !== undefined && cutOn !== undefined)
    return say`Only the ${most} newest dividends of ${id} are read, from ${cutOn} on; earlier ones are left out.`;
  const [first, total] = [date(found, 'stored_from', id), number(found, 'total', id)];
  return first === undefined || total === undefined
    ? NO_LINE
    : say`The first stored session of ${id} is ${first}, so a part of the period is missing.`;
}

/** The last dividend before a period without one. */
function earlierLine(found: Found, id: string): Line {
  const [before, on, total] = [number(found, 'before', id), date(found, 'before_on', id), number(found, 'total', id)];
  return before === undefined || on === undefined || total !== undefined
    ? NO_LINE
    : say`The last dividend of ${id} before that was ${before} a share on ${on}.`;
}

function headlineOf(question: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const name = fullName(security);
  const [count, last, on] = [number(found, 'count', id), number(found, 'last', id), date(found, 'last_on', id)];
  if (count === undefined) return NO_LINE;
  const record = recordLine(question, found, id, name);
  if (record.text !== '') return record;
  const growth = growthLine(question, found, id, name);
  if (growth.text !== '') return growth;
  const change = CHANGES.test(question.plain) ? changeLine(found, id, name) : NO_LINE;
  if (change.text !== '') return change;
  const isPast = date(found, 'from', id) !== undefined;
  if (isPast || last === undefined || on === undefined) return paidLine(found, id, name);
  const coming = isAhead(question, periodIn(question)) ? comingOn(found, id) : undefined;
  return coming === undefined
    ? say`${name} was last ex-dividend on ${on}, with ${last} a share.`
    : say`${name} is next ex-dividend on ${coming}; it was last on ${on}, with ${last} a share.`;
}

function linesOf(question: Question, found: Found, { key: id }: Entity): readonly Line[] {
  const hasChange = CHANGES.test(question.plain);
  const period = dividendPeriod(question);
  const record = recordLines(question, found, id);
  if (period === null)
    return [
      ...record,
      ...growthLines(question, found, id),
      comingLine(found, id),
      hasChange ? NO_LINE : changeLine(found, id, id),
      yearsLine(found, id),
      newestLine(found, id),
      partLine(found, id),
    ];
  return [
    partLine(found, id),
    ...record,
    hasChange && changeLine(found, id, id).text !== '' ? paidLine(found, id, id) : NO_LINE,
    earlierLine(found, id),
    period.to === isoDate(question.today) ? comingLine(found, id) : NO_LINE,
    newestLine(found, id),
  ];
}

const MORE = /\b(?:more|most|faster|fastest|bigger|biggest|larger|largest|higher|highest)\b/;

/** Whose last dividend changed the most; no line of fewer than two. */
function largerLine(found: Found, securities: readonly Entity[]): Line {
  const all = securities
    .flatMap((security) => {
      const change = number(found, 'change', security.key);
      return change === undefined ? [] : [{ security, change }];
    })
    .sort((one, other) => other.change.value - one.change.value);
  const [best, next] = all;
  if (best === undefined || next === undefined) return NO_LINE;
  const parts = all.map(({ security, change }) => say`${signed(change)} for ${fullName(security)}`);
  const which = all.length > 2 ? 'largest' : 'larger';
  return say`The ${which} change of the dividend is that of ${best.security.key}: ${listed(parts)}.`;
}

/** Sentences about several, as one. */
function oneSentence(sentences: readonly Line[]): Line {
  const parts = sentences.map(({ text, sources }) => ({ text: text.replace(/\.$/, ''), sources }));
  return say`${joined(parts, '; ')}.`;
}

/** Earlier dividends, and when they are paid. */
export const INTENT: Intent = {
  name: 'dividends',
  signs: [
    [
      /\b(?:when|how (?:often|many|much|long)|what|has|have|had|did|does|do|is|are|was|were|will)\b.*\bdividends?\b/,
      4.6,
    ],
    [
      /\bdividends?\b.*\b(?:history|paid|pays?|rais\w*|increas\w*|cuts?|gr[eo]w\w*|(?:in|since) (?:19|20)\d{2}|last year|this year|years)\b/,
      4.6,
    ],
    [/\b(?:next|upcoming|coming|last|latest) dividends?\b/, 4.6],
    [PAYS, 4.6],
    [/\b(?:rais\w*|increas\w*|gr[eo]w\w*|hik\w*)\b.*\bdividends?\b/, 4.6],
    [/\b(?:dividends?|pay(?:ment|out)s?) (?:frequency|schedule|rhythm|cuts?|raises?|hikes?|increases?)\b/, 4.6],
    [/\b(?:monthly|quarterly|semi-?annual|annual|yearly) (?:dividend )?pay(?:ers?|ments?|outs?)\b/, 4.6],
    [/\b(?:history|record|growth) of (?:the )?(?:@s(?:'s)? )?dividends?\b/, 4.6],
    [/\bdividends?\b.*\b(?:cagr|growth)\b|\b(?:cagr|growth)\b.*\bdividends?\b/, 4.6],
  ],
  fits: ({ securities, plain }) =>
    securities.length > 0 && !/\b(?:yields?|why|how come|reinvest\w*|returns?(?! (?:to|through)\b))\b/.test(plain),
  plan(question) {
    const tickers = question.securities.map(({ key }) => key);
    const period = dividendPeriod(question);
    return [
      { tool: 'dividends', input: { tickers, from: period?.from ?? null, to: period?.to ?? null } },
      { tool: 'events', input: { tickers } },
    ];
  },
  write(question, found) {
    const { securities } = question;
    const headlines = kept(securities.map((security) => headlineOf(question, found, security)));
    if (headlines.length === 0) return null;
    const larger = MORE.test(question.plain) && CHANGES.test(question.plain) ? largerLine(found, securities) : NO_LINE;
    const lines = [
      ...(larger.text === '' ? [] : [oneSentence(headlines)]),
      ...securities.flatMap((security) => linesOf(question, found, security)),
    ];
    const isWhole = ({ key }: Entity): boolean =>
      number(found, 'count', key) !== undefined &&
      date(found, 'stored_from', key) === undefined &&
      date(found, 'cut_on', key) === undefined;
    const known = share(securities, ({ key }) => number(found, 'count', key) !== undefined);
    const isPast = dividendPeriod(question) !== null;
    if (asksDividendGrowth(question))
      return {
        headline: MORE.test(question.plain)
          ? (fastestLine(question, found, securities) ?? oneSentence(headlines))
          : oneSentence(headlines),
        lines: kept([...lines, EX_DATES]),
        coverage: Math.min(...securities.map(({ key }) => growthCoverage(question, found, key))),
        unread: securities.some(({ key }) => isOtherGrowth(question, found, key)) ? [SPANS] : [],
      };
    // As of prices, a period of which a part is missing is half known.
    const coverage = isPast ? (known + share(securities, isWhole)) / 2 : known;
    const headline = larger.text === '' ? oneSentence(headlines) : larger;
    return { headline, lines: kept([...lines, EX_DATES]), coverage };
  },
};
