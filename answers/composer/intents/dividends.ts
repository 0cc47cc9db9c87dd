import { isoDate } from '../../../calendar/days.js';
import type { DateFact } from '../../facts/fact.js';
import type { Entity } from '../../names/directory.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { kept } from './signal.js';

const EX_DATES = say`Dividends count on their ex-date, the first session without the right to them, and are adjusted for splits; days of payment are not stored.`;
const CHANGES = /\b(?:rais\w*|increas\w*|cut\w*|grow\w*|grew|lower\w*|reduc\w*|chang\w*|higher)\b/;
const IS_AHEAD = /\bwhen (?:does|do|will|is|are)\b|\b(?:next|upcoming|coming)\b/;

const number = (found: Found, name: string, id: string, row?: number) => found.number(`dividends.${name}`, id, row);
const date = (found: Found, name: string, id: string, row?: number) => found.date(`dividends.${name}`, id, row);

function periodOf(question: Question): { readonly from: string; readonly to: string } | null {
  const period = periodIn(question);
  return period === null ? null : { from: isoDate(period.from), to: isoDate(period.to) };
}

/** "from 1 January 2024 to 31 December 2024". */
function spanOf(found: Found, id: string): Line {
  const [from, to] = [date(found, 'from', id), date(found, 'to', id)];
  return from === undefined || to === undefined ? NO_LINE : say` from ${from} to ${to}`;
}

/** The last dividend against that of a year before. */
function changeLine(found: Found, id: string, name: string): Line {
  const [last, before, change, on] = [
    number(found, 'last', id),
    number(found, 'before', id),
    number(found, 'change', id),
    date(found, 'before_on', id),
  ];
  if (last === undefined || before === undefined || change === undefined || on === undefined) return NO_LINE;
  if (change.value === 0) return say`The last dividend of ${name} is that of ${on}: ${last} a share.`;
  return say`The last dividend of ${name} is ${last} a share, against ${before} on ${on}: ${signed(change)}.`;
}

function yearsLine(found: Found, id: string): Line {
  const years = found.rows('dividends.year', id).flatMap((row) => {
    const [year, total] = [date(found, 'year', id, row), number(found, 'year_total', id, row)];
    return year === undefined || total === undefined ? [] : [say`${total} (${year})`];
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

function headlineOf({ plain }: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const [count, total, last, on] = [
    number(found, 'count', id),
    number(found, 'total', id),
    number(found, 'last', id),
    date(found, 'last_on', id),
  ];
  if (count === undefined) return NO_LINE;
  const span = spanOf(found, id);
  if (total === undefined || last === undefined || on === undefined)
    return say`No dividend of ${fullName(security)}${span} is stored.`;
  if (span.text !== '')
    return say`${fullName(security)} paid ${count} ${count.value === 1 ? 'dividend' : 'dividends'}${span}, ${total} a share in all.`;
  const change = CHANGES.test(plain) ? changeLine(found, id, fullName(security)) : NO_LINE;
  if (change.text !== '') return change;
  const coming = IS_AHEAD.test(plain) ? comingOn(found, id) : undefined;
  return coming === undefined
    ? say`${fullName(security)} was last ex-dividend on ${on}, with ${last} a share.`
    : say`${fullName(security)} is next ex-dividend on ${coming}; it was last on ${on}, with ${last} a share.`;
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
    [/\b(?:when|how (?:often|many|much|long)|what|has|have|had|did|does|do|is|are|was|were)\b.*\bdividends?\b/, 4.6],
    [
      /\bdividends?\b.*\b(?:history|paid|pays?|rais\w*|increas\w*|cuts?|gr[eo]w\w*|(?:in|since) (?:19|20)\d{2}|last year|this year|years)\b/,
      4.6,
    ],
    [/\b(?:next|upcoming|coming|last|latest) dividends?\b/, 4.6],
    [/\b(?:history|record|growth) of (?:the )?(?:@s(?:'s)? )?dividends?\b/, 4.6],
  ],
  fits: ({ securities, plain }) => securities.length > 0 && !/\byields?\b/.test(plain),
  plan(question) {
    const tickers = question.securities.map(({ key }) => key);
    const period = periodOf(question);
    return [
      { tool: 'dividends', input: { tickers, from: period?.from ?? null, to: period?.to ?? null } },
      { tool: 'events', input: { tickers } },
    ];
  },
  write(question, found) {
    const { securities } = question;
    const headlines = kept(securities.map((security) => headlineOf(question, found, security)));
    if (headlines.length === 0) return null;
    const isPast = periodOf(question) !== null;
    const lines = securities.flatMap(({ key: id }) =>
      isPast
        ? [newestLine(found, id)]
        : [
            comingLine(found, id),
            CHANGES.test(question.plain) ? NO_LINE : changeLine(found, id, id),
            yearsLine(found, id),
            newestLine(found, id),
          ],
    );
    const coverage = share(securities, ({ key }) => number(found, 'count', key) !== undefined);
    return { headline: oneSentence(headlines), lines: kept([...lines, EX_DATES]), coverage };
  },
};
