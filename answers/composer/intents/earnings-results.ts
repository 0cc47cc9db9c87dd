import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent, type Section } from '../intent.js';
import { fiscalSpanIn, SPAN_WORDS, spanGrowth } from '../fiscal-spans.js';
import { asksReportedGrowth, growthYearsIn, YEARS_OF_GROWTH } from '../growth-rates.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { ofYearlyGrowth, SPANS, USUAL_YEARS } from '../yearly-growth.js';
import { fullName, possessive } from '../words.js';
import { placed } from './comparison.js';
import { quarterLine } from './earnings-date.js';
import { areKnown, asksOfYears, fiscalYearsIn, incomeLine, YEAR_WORDS, yearsLine } from '../fiscal-years.js';
import { kept, reportLine } from './signal.js';

interface Figure {
  readonly pattern: RegExp;
  readonly level: string;
  readonly growth: string | null;
  readonly name: string;
}

const FIGURES: readonly Figure[] = [
  {
    pattern: /\b(?:eps|earnings per share|per share)\b|\bearnings\b.*\bgr[eo]w\w*|\bgr[eo]w\w*\b.*\bearnings\b/,
    level: 'eps',
    growth: 'eps_growth',
    name: 'earnings per share',
  },
  {
    pattern: /\b(?:net income|net loss(?:es)?|profits?|profitable|earn(?:ed|s)?|made)\b/,
    level: 'net_income',
    growth: 'net_income_growth',
    name: 'net income',
  },
  {
    pattern: /\b(?:revenues?|sales|turnover|top line|gr[eo]w\w*)\b/,
    level: 'revenue',
    growth: 'revenue_growth',
    name: 'revenue',
  },
];
const WHOLE: Figure = { pattern: /^/, level: 'revenue', growth: 'revenue_growth', name: 'revenue' };

const figureOf = ({ plain }: Question): Figure => FIGURES.find(({ pattern }) => pattern.test(plain)) ?? WHOLE;

export function growthLine(found: Found, id: string): Line {
  const [revenue, eps] = [found.number('earnings.revenue_growth', id), found.number('earnings.eps_growth', id)];
  const parts = [
    revenue === undefined ? NO_LINE : say`revenue ${signed(revenue)}`,
    eps === undefined ? NO_LINE : say`earnings per share ${signed(eps)}`,
  ];
  return kept(parts).length === 0
    ? NO_LINE
    : say`Against the same quarter a year before, ${id} had ${listed(kept(parts))}.`;
}

/** The quarters before the newest, as they were reported. */
function historyLine(found: Found, id: string, { level, name }: Figure): Line {
  const parts = [...new Set(found.rows('earnings.quarter', id))].slice(1, 5).flatMap((row) => {
    const [quarter, fact] = [found.quarter('earnings.quarter', id, row), found.number(`earnings.${level}`, id, row)];
    return quarter === undefined || fact === undefined ? [] : [say`${fact} in ${quarter}`];
  });
  return parts.length === 0 ? NO_LINE : say`The ${name} of ${id} before was ${listed(parts)}.`;
}

const QUARTER = /\bq([1-4]),? ?(?:of )?(?:fiscal )?((?:19|20)\d{2})\b/;
const YEAR_AGO = /\b(?:(?:a|one) year ago|(?:the )?same quarter (?:of )?last year)\b/;

/** The entry of the quarter that a question names, the newest without one; undefined if it is not stored. */
function rowOf({ plain }: Question, found: Found, id: string): number | undefined {
  const rows = [...new Set(found.rows('earnings.quarter', id))];
  const named = QUARTER.exec(plain);
  const newest = found.quarter('earnings.quarter', id, rows[0]);
  if (newest === undefined || (named === null && !YEAR_AGO.test(plain))) return rows[0];
  const [quarter, year] = named === null ? [newest.quarter, newest.year - 1] : [Number(named[1]), Number(named[2])];
  return rows.find((row) => {
    const own = found.quarter('earnings.quarter', id, row);
    return own?.quarter === quarter && own.year === year;
  });
}

/** That a quarter is not stored, and which is the newest. */
function noQuarterLine(found: Found, security: Entity): Line {
  const [row] = found.rows('earnings.quarter', security.key);
  const newest = found.quarter('earnings.quarter', security.key, row);
  return say`No report of ${fullName(security)} for the quarter that the question names is stored; its newest is of ${newest ?? ''}.`;
}

/** The last four quarters against the four before. */
function trailingLine(found: Found, security: Entity, { level, name }: Figure): Line {
  const { key: id } = security;
  const of = (key: string) => found.number(`earnings.${key}_${level}`, id);
  const [now, before, growth] = [of('trailing'), of('trailing_before'), of('trailing_growth')];
  const quarter = found.quarter('earnings.quarter', id, found.rows('earnings.quarter', id)[0]);
  if (now === undefined || before === undefined || quarter === undefined) return NO_LINE;
  const change = growth === undefined ? NO_LINE : say`: ${signed(growth)}`;
  const both = say`${now}, against ${before} of the four before${change}`;
  return say`${possessive(security.name)} ${name} of the four quarters to ${quarter} was ${both}.`;
}

/** How companies grew between the fiscal years that the question names; null if it names none. */
function ofSpan(question: Question, found: Found, told: readonly Entity[]): Section | null {
  const span = fiscalSpanIn(question);
  if (span === null) return null;
  const figure = figureOf(question);
  const all = told.map((security) => spanGrowth(found, security, figure, span));
  const [first, ...others] = all;
  if (first === undefined) return null;
  return {
    headline: first.line,
    lines: kept([...others.map(({ line }) => line), ...told.map(({ key }) => quarterLine(found, key))]),
    coverage: share(all, ({ isKnown }) => isKnown),
    computed: all.flatMap(({ facts }) => facts),
    timeRead: SPAN_WORDS,
  };
}

/** What companies grew by in a year; null if the question does not ask for it, or no such growth is stored. */
function ofGrowth(question: Question, found: Found, told: readonly Entity[]): Section | null {
  if (!asksReportedGrowth(question)) return null;
  const figure = figureOf(question);
  const years = growthYearsIn(question);
  const isOneYear = years === 1 || (years === null && !/\bcagr\b|\bcompound/.test(question.plain));
  const asked = { told, figure, asked: years ?? USUAL_YEARS };
  const beside = (security: Entity): Line => trailingLine(found, security, figure);
  const yearly = isOneYear ? null : ofYearlyGrowth(question, found, asked, beside);
  if (yearly !== null) return yearly;
  const [first, ...others] = kept(told.map((security) => trailingLine(found, security, figure)));
  if (first === undefined) return null;
  return {
    headline: first,
    lines: kept([...others, ...told.flatMap(({ key }) => [growthLine(found, key), historyLine(found, key, figure)])]),
    coverage: (isOneYear ? 1 : 0.5) * share(told, (each) => trailingLine(found, each, figure).text !== ''),
    ...(isOneYear
      ? {}
      : {
          unread: [ofQuestion(`${SPANS} Of these, too few are stored.`)],
        }),
    timeRead: YEARS_OF_GROWTH,
  };
}

const QUARTERS = new RegExp(QUARTER.source, 'g');

/** A figure of each of several quarters that a question names; no line of fewer than two. */
function quartersLine({ plain }: Question, found: Found, security: Entity, { level, name }: Figure): Line {
  const named = [...plain.matchAll(QUARTERS)].map(([, quarter, year]) => [Number(year), Number(quarter)] as const);
  if (named.length < 2) return NO_LINE;
  const { key: id } = security;
  const parts = named.flatMap(([year, quarter]) => {
    const row = found.rows('earnings.quarter', id).find((each) => {
      const own = found.quarter('earnings.quarter', id, each);
      return own?.year === year && own.quarter === quarter;
    });
    const [own, fact] = [found.quarter('earnings.quarter', id, row), found.number(`earnings.${level}`, id, row)];
    return row === undefined || own === undefined || fact === undefined ? [] : [say`${fact} in ${own}`];
  });
  if (parts.length < named.length) return noQuarterLine(found, security);
  return say`${possessive(security.name)} ${name} was ${listed(parts)}.`;
}

function headlineOf(question: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const figure = figureOf(question);
  const several = quartersLine(question, found, security, figure);
  if (several.text !== '') return several;
  const [newest] = found.rows('earnings.quarter', id);
  const row = rowOf(question, found, id);
  if (row === undefined) return noQuarterLine(found, security);
  const [quarter, level] = [
    found.quarter('earnings.quarter', id, row),
    found.number(`earnings.${figure.level}`, id, row),
  ];
  const growth = figure.growth === null || row !== newest ? undefined : found.number(`earnings.${figure.growth}`, id);
  if (quarter === undefined || level === undefined) return NO_LINE;
  const change: Line = growth === undefined ? say`` : say`, a growth of ${growth} over the same quarter a year before`;
  const income = found.number('earnings.net_income', id, row);
  if (figure === WHOLE && income !== undefined)
    return say`In ${quarter}, ${fullName(security)} had revenue of ${level} and net income of ${income}${growth === undefined ? say`` : say`, with revenue ${signed(growth)} over the same quarter a year before`}.`;
  return say`${possessive(security.name)} ${figure.name} in ${quarter} was ${level}${change}.`;
}

/** What companies reported in the fiscal years that the question names; null if it names none. */
function ofYears(question: Question, found: Found, told: readonly Entity[]): Section | null {
  if (!asksOfYears(question) || QUARTER.test(question.plain) || YEAR_AGO.test(question.plain)) return null;
  const figure = figureOf(question);
  const all = told.flatMap((security) => {
    const years = fiscalYearsIn(question, found, security.key);
    return years === null || years.length === 0 ? [] : [{ security, years }];
  });
  const [first, ...others] = all.map(({ security, years }) => yearsLine(found, security, figure, years));
  if (first === undefined) return null;
  const known = all.filter(({ security, years }) => areKnown(found, security.key, figure.level, years));
  return {
    headline: first,
    lines: kept([
      ...others,
      ...(figure.level === 'revenue' ? all.map(({ security, years }) => incomeLine(found, security, years)) : []),
      ...told.flatMap(({ key }) => [quarterLine(found, key), historyLine(found, key, figure)]),
    ]),
    coverage: known.length === all.length ? 1 : known.length === 0 ? 0.3 : 0.45,
    timeRead: YEAR_WORDS,
  };
}

/** What a company reported. */
export const INTENT: Intent = {
  name: 'earnings-results',
  signs: [
    [/\bnet loss(?:es)?\b/, 9],
    [/\b(?:revenues?|net income|profits?|profitable|eps|earnings per share|turnover|top line|bottom line)\b/, 2.6],
    [
      /\bhow (?:was|were|did)\b.*\b(?:earnings|results|quarter)\b|\b(?:last|latest|newest|recent|previous) (?:quarter|earnings|results|report)\b|\bquarterly results\b/,
      3,
    ],
    [/\b(?:did|does|do) @s (?:earn|make)\b|\bearn(?:ed|s)? (?:per|a) share\b/, 2.6],
    [/\b(?:sales|earned|grow(?:s|n|ing|th)?|grew|quarters?|fiscal|fy ?'?\d{2})\b/, 1.6],
    [/\bearnings\b/, 1.2],
    [
      new RegExp(
        String.raw`\b(?:compare|comparison|versus|vs\.?|or|higher|larger|bigger|more|most)\b.*\b(?:revenues?|net income|` +
          String.raw`profits?|eps|earnings per share|sales)\b|\b(?:revenues?|net income|profits?|eps|earnings per share|` +
          String.raw`sales)\b.*\b(?:compared?|versus|vs\.?|higher|larger|bigger|more|most)\b`,
      ),
      2,
    ],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan(question) {
    const tickers = question.securities.map(({ key }) => key);
    const hasYears = asksOfYears(question) || asksReportedGrowth(question) || fiscalSpanIn(question) !== null;
    const history = QUARTER.test(question.plain) ? 'ALL' : hasYears ? 'YEARS' : null;
    return [{ tool: 'earnings', input: { tickers, ...(history === null ? {} : { history }) } }];
  },
  research: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'earnings_setup', input: { tickers } },
      { tool: 'signal', input: { tickers } },
    ];
  },
  write(question, found) {
    const { securities } = question;
    const figure = figureOf(question);
    const told = securities.filter(({ key }) => found.rows('earnings.quarter', key).length > 0);
    const [first] = told;
    const coverage = share(securities, ({ key }) => found.rows('earnings.quarter', key).length > 0);
    if (first === undefined) {
      const [asked] = securities;
      return asked === undefined
        ? null
        : {
            headline: say`No reported quarter of ${fullName(asked)} is stored${asked.isFund ? ', as it is a fund' : ''}.`,
            lines: [],
            coverage: 0.2,
          };
    }
    const section = ofSpan(question, found, told) ?? ofGrowth(question, found, told) ?? ofYears(question, found, told);
    if (section !== null) return section;
    const details = told.flatMap(({ key }) => [quarterLine(found, key), growthLine(found, key)]);
    if (told.length === 1) {
      const headline = headlineOf(question, found, first);
      const lines = kept([...details, historyLine(found, first.key, figure), reportLine(found, first.key)]);
      return {
        headline: headline.text === '' ? (lines[0] ?? NO_LINE) : headline,
        lines,
        coverage: headline.text === '' || rowOf(question, found, first.key) === undefined ? 0.5 : coverage,
        ...(QUARTER.test(question.plain) || YEAR_AGO.test(question.plain)
          ? { timeRead: QUARTER.test(question.plain) ? QUARTERS : YEAR_AGO }
          : {}),
      };
    }
    const byGrowth = figure.growth !== null && /\b(?:gr[eo]w\w*|faster|better)\b/.test(question.plain);
    const all = byGrowth ? placed(told, found, `earnings.${figure.growth}`) : latest(told, found, figure.level);
    const parts = all.map(({ security, fact }) => say`${byGrowth ? signed(fact) : fact} for ${fullName(security)}`);
    const [best] = all;
    return {
      headline:
        best === undefined
          ? NO_LINE
          : say`The ${byGrowth ? `higher growth of ${figure.name}` : `larger ${figure.name}`} is that of ${best.security.key}: ${listed(parts)}.`,
      lines: kept(details),
      coverage,
    };
  },
};

/** The newest quarter's figure of each, the largest first. */
function latest(
  securities: readonly Entity[],
  found: Found,
  level: string,
): readonly { readonly security: Entity; readonly fact: NumberFact }[] {
  return securities
    .flatMap((security) => {
      const fact = found.number(`earnings.${level}`, security.key, found.rows('earnings.quarter', security.key)[0]);
      return fact === undefined ? [] : [{ security, fact }];
    })
    .sort((one, other) => other.fact.value - one.fact.value);
}
