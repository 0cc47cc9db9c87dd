import { isoDate } from '../../../calendar/days.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { kept } from './signal.js';

/** Forms as questions and titles of filings write them. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b8-?k\b/, '8-K'],
  [/\b10-?k\b/, '10-K'],
  [/\b10-?q\b/, '10-Q'],
  [/\b20-?f\b/, '20-F'],
  [/\b6-?k\b/, '6-K'],
  [/\b(?:def ?14a|proxy(?: statements?)?)\b/, 'DEF 14A'],
  [/\bs-?1\b/, 'S-1'],
  [/\bs-?3\b/, 'S-3'],
  [/\bs-?4\b/, 'S-4'],
  [/\bs-?8\b/, 'S-8'],
  [/\b(?:sc(?:hedule)? ?)?13-?d\b/, 'SC 13D'],
  [/\b(?:sc(?:hedule)? ?)?13-?g\b/, 'SC 13G'],
];
const ANY_FORM = FORMS.map(([pattern]) => pattern.source).join('|');
/** Reports of insiders and of managers, which other kinds tell. */
const OTHERS = /\binsiders?\b|\bforms? [345]\b|\b13-?f\b|\bsecond filings?\b/;
const SHOWN = 4;
const NEWEST =
  /\b(?:last|latest|newest|most recent) (?:sec )?(?:filing|\d+-?[kqf]|s-?\d|proxy(?: statement)?)\b(?!s)(?! filings)/;
/** What a filing says, which no tool tells. */
const TEXT =
  /\b(?:sa(?:y|ys|id)|contents?|contain(?:s|ed)?|texts?|summar\w*|mention(?:s|ed)?|disclose[ds]?|(?:what's|what is|what was) in)\b/;

const formsOf = ({ plain }: Question): readonly string[] =>
  FORMS.filter(([pattern]) => pattern.test(plain)).map(([, form]) => form);

/** Rows of the filings that a question asks for, the newest first. */
function rowsOf(question: Question, found: Found, id: string): readonly number[] {
  const forms = formsOf(question);
  const period = periodIn(question);
  return [...new Set(found.rows('filings.on', id))].filter((row) => {
    const [form, on] = [found.text('filings.form', id, row)?.value, found.date('filings.on', id, row)?.value];
    if (form === undefined || on === undefined) return false;
    const isForm = forms.length === 0 || forms.some((each) => form === each || form === `${each}/A`);
    return isForm && (period === null || (on >= isoDate(period.from) && on <= isoDate(period.to)));
  });
}

/** "form 8-K (current report) on 13 October 2026". */
function filingPart(found: Found, id: string, row: number): Line {
  const [form, kind, on] = [
    found.text('filings.form', id, row),
    found.text('filings.kind', id, row),
    found.date('filings.on', id, row),
  ];
  return form === undefined || on === undefined
    ? NO_LINE
    : say`form ${form}${kind === undefined ? say`` : say` (${kind})`} on ${on}`;
}

/** What the items of an 8-K are about. */
function itemsLine(found: Found, id: string, row: number): Line {
  const [form, items, on] = [
    found.text('filings.form', id, row),
    found.text('filings.items', id, row),
    found.date('filings.on', id, row),
  ];
  return form === undefined || items === undefined || on === undefined
    ? NO_LINE
    : say`The items of the ${form} of ${id} of ${on} are: ${items}.`;
}

function reportLine(found: Found, id: string): Line {
  const [report, on] = [found.text('filings.report', id), found.date('filings.report_on', id)];
  return report === undefined || on === undefined
    ? NO_LINE
    : say`The newest quarterly or annual report of ${id} was filed on ${on}: ${report}.`;
}

/** Whether one filing is asked for, or there is but one. */
const isOneOf = ({ plain }: Question, rows: readonly number[]): boolean => rows.length === 1 || NEWEST.test(plain);

function headlineOf(question: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const rows = rowsOf(question, found, id);
  const [first] = rows;
  const [read, total] = [found.number('filings.read', id), found.number('filings.total', id)];
  if (read === undefined || total === undefined) return NO_LINE;
  const forms = formsOf(question);
  if (first === undefined) {
    const asked = forms.length === 0 ? 'filing' : `form ${forms.join(' or ')}`;
    const when = periodIn(question) === null ? '' : ' of that time';
    return say`No ${asked}${when} is among the ${read} newest of ${total} stored filings of ${fullName(security)}.`;
  }
  if (!isOneOf(question, rows))
    return say`The newest filings of ${fullName(security)} with the SEC are ${listed(rows.slice(0, SHOWN).map((row) => filingPart(found, id, row)))}.`;
  const [form] = forms;
  const [kind, on] = [found.text('filings.kind', id, first), found.date('filings.on', id, first)];
  return forms.length !== 1 || form === undefined || on === undefined
    ? say`The newest filing of ${fullName(security)} with the SEC is ${filingPart(found, id, first)}.`
    : say`The newest ${form}${kind === undefined ? say`` : say` (${kind})`} of ${fullName(security)} was filed with the SEC on ${on}.`;
}

/** Filings with the SEC: form, day and items, and nothing of their text. */
export const INTENT: Intent = {
  name: 'filings',
  signs: [
    [
      new RegExp(
        `\\bfilings?\\b|\\b(?:filed|files?)\\b.*\\bsec\\b|\\bsec\\b.*\\b(?:filed|files?)\\b|\\bsec (?:documents?|forms?|reports?)\\b|${ANY_FORM}`,
      ),
      6,
    ],
  ],
  fits: ({ securities, plain }) => securities.length > 0 && !OTHERS.test(plain),
  plan: ({ securities }) => [{ tool: 'filings', input: { tickers: securities.map(({ key }) => key) } }],
  write(question, found) {
    const { securities, plain } = question;
    const told = securities.filter(({ key }) => found.number('filings.read', key) !== undefined);
    const [first, ...others] = told;
    if (first === undefined) return null;
    const lines = told.flatMap(({ key: id }) => {
      const rows = rowsOf(question, found, id);
      const [newest] = rows;
      const told = isOneOf(question, rows) ? 1 : SHOWN;
      const more = rows.slice(told, told + SHOWN).map((row) => filingPart(found, id, row));
      return [
        newest === undefined ? NO_LINE : itemsLine(found, id, newest),
        more.length === 0 ? NO_LINE : say`Before that ${id} filed ${listed(more)}.`,
        reportLine(found, id),
      ];
    });
    const asksText = TEXT.test(plain);
    return {
      headline: headlineOf(question, found, first),
      lines: kept([...others.map((security) => headlineOf(question, found, security)), ...lines]),
      coverage: share(securities, ({ key: id }) => rowsOf(question, found, id).length > 0) * 0.5 + 0.5,
      unread: asksText
        ? [ofQuestion('What a filing says is not told: its form, its day and, of an 8-K, its items are.')]
        : [],
    };
  },
};
