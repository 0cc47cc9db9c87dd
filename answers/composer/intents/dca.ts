import { share, type Intent } from '../intent.js';
import { MONTHLY_USD, PLAN_YEARS } from '../../tools/dca.js';
import { hasOtherRhythm, monthlyAmountIn } from '../amounts.js';
import { bounded } from '../bounded.js';
import { yearsIn } from '../horizons.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

const MONTHLY = 500;
const YEARS = 10;
/** Share of the years by which a first purchase may be off: "since 2015" on 2 January is eleven years and a day. */
const SAME_YEARS = 0.02;
const monthlyOf = (question: Question) => bounded(monthlyAmountIn(question), MONTHLY_USD, MONTHLY);
const yearsOf = (question: Question) => bounded(yearsIn(question), PLAN_YEARS, YEARS, SAME_YEARS);

const inputOf = (question: Question) => ({
  tickers: question.securities.map(({ key }) => key),
  monthly: monthlyOf(question).value,
  years: yearsOf(question).value,
});

/** What of a question no plan can have. */
function unreadOf(question: Question): readonly Line[] {
  const [monthly, years] = [monthlyOf(question), yearsOf(question)];
  const { least, most } = MONTHLY_USD;
  return [
    ...(monthly.isOther
      ? [
          ofQuestion(
            `Plans are of whole dollars, $${String(least)} to $${most.toLocaleString('en-US')} a month; this one is of $${monthly.value.toLocaleString('en-US')} a month.`,
          ),
        ]
      : []),
    ...(years.isOther
      ? [
          ofQuestion(
            `Plans are of ${String(PLAN_YEARS.least)} to ${String(PLAN_YEARS.most)} whole years up to the last session; this one is of ${String(years.value)} ${years.value === 1 ? 'year' : 'years'}.`,
          ),
        ]
      : []),
    ...(hasOtherRhythm(question)
      ? [ofQuestion('Plans buy each month; this one has what the purchases of the question come to in a month.')]
      : []),
  ];
}

/** What equal monthly purchases would have come to. */
export const INTENT: Intent = {
  name: 'dca',
  signs: [
    [/\b(?:dca|dollar[- ]cost|cost averag\w*)\b/, 4.5],
    [
      new RegExp(
        String.raw`\b(?:every|each|per) month\b|(?:\d|k|dollars?|usd|bucks) ?(?:a|\/) ?mo(?:nth)?\b|` +
          String.raw`\bmonthly\b(?! (?:price )?(?:returns?|changes?|gains?|moves?|performance))`,
      ),
      3,
    ],
    [/(?:\d|k|dollars?|usd|bucks) (?:a|each|every|per) (?:day|week|fortnight|quarter)\b/, 3],
    [/\b(?:invest(?:ed|ing)?|put|bought|saved?|saving)\b/, 1],
    [/\blump[- ]sum\b|\ball at once\b|\bat once\b/, 2],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: (question) => [{ tool: 'dca', input: inputOf(question) }],
  research: ({ securities }) => [
    { tool: 'backtest', input: { tickers: securities.map(({ key }) => key), strategy: 'BUY_HOLD', years: 10 } },
  ],
  write(question, found) {
    const { securities } = question;
    const told = placed(securities, found, 'dca.final');
    const [first] = told;
    if (first === undefined) return null;
    const n = (key: string, id: string) => found.number(`dca.${key}`, id);
    const { key: id } = first.security;
    const years = n('years', id);
    const parts = told.map(({ security, fact }) => say`${fact} in ${fullName(security)}`);
    const headline =
      told.length === 1
        ? say`${n('monthly', id) ?? ''} a month in ${fullName(first.security)} over ${years ?? ''} years would have grown to ${first.fact} from ${n('invested', id) ?? ''} invested, ${n('multiple', id) ?? ''} the money.`
        : say`${n('monthly', id) ?? ''} a month over ${years ?? ''} years would have become ${listed(parts)}.`;
    const lump = n('lump_final', id);
    const asksLump = /\blump[- ]sum\b|\bat once\b/.test(question.plain) && lump !== undefined;
    const compared =
      lump === undefined
        ? headline
        : say`${first.fact.value > lump.value ? 'Yes' : 'No'}: ${n('monthly', id) ?? ''} a month in ${fullName(first.security)} over ${years ?? ''} years would have grown to ${first.fact}, ${first.fact.value > lump.value ? 'more' : 'less'} than the ${lump} of the same money at once on the first day.`;
    const lines = told.flatMap(({ security: { key } }) => {
      const [xirr, drawdown, purchases, lumpFinal, lumpMultiple, invested] = [
        'xirr',
        'drawdown',
        'purchases',
        'lump_final',
        'lump_multiple',
        'invested',
      ].map((each) => n(each, key));
      const [from, to] = [found.date('dca.from', key), found.date('dca.to', key)];
      return [
        purchases === undefined || invested === undefined || from === undefined || to === undefined
          ? NO_LINE
          : say`The ${purchases} purchases of ${key} from ${from} to ${to} come to ${invested}.`,
        xirr === undefined || drawdown === undefined
          ? NO_LINE
          : say`That is a money-weighted return of ${signed(xirr)} a year for ${key}, with a maximum drawdown of ${drawdown}.`,
        lumpFinal === undefined || lumpMultiple === undefined
          ? NO_LINE
          : say`All the money in ${key} at once on the first day would be ${lumpFinal}, ${lumpMultiple} the money.`,
      ];
    });
    const spy = securities.some(({ key }) => key === 'SPY') ? undefined : n('final', 'SPY');
    const benchmark =
      spy === undefined
        ? NO_LINE
        : say`The same plan in SPY would be worth ${spy}, ${signed(n('xirr', 'SPY') ?? spy)} a year.`;
    return {
      headline: asksLump ? compared : headline,
      lines: kept([...lines.slice(0, 3), benchmark, ...lines.slice(3)]),
      coverage: share(securities, ({ key }) => n('final', key) !== undefined),
      unread: unreadOf(question),
    };
  },
};
