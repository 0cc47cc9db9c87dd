import { civilOf } from '../../../calendar/days.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { monthIn } from '../slots.js';
import { MONTH, monthOf } from '../time-words.js';
import { fullName, possessive } from '../words.js';
import { kept } from './signal.js';

function monthLine(found: Found, id: string, month: number): Line {
  const row = month - 1;
  const [name, mean, median, rate, count] = [
    found.text('seasonality.month', id, row),
    found.number('seasonality.mean', id, row),
    found.number('seasonality.median', id, row),
    found.number('seasonality.win_rate', id, row),
    found.number('seasonality.count', id, row),
  ];
  if (name === undefined || mean === undefined || rate === undefined || count === undefined) return NO_LINE;
  return say`In ${name.value}, ${id} has averaged ${signed(mean)}${median === undefined ? say`` : say` (median ${signed(median)})`} over ${count} years and rose in ${rate} of them.`;
}

function extremesLine(found: Found, id: string, month: number): Line {
  const row = month - 1;
  const [best, bestYear, worst, worstYear] = ['best', 'best_year', 'worst', 'worst_year'].map((key) =>
    found.number(`seasonality.${key}`, id, row),
  );
  if (best === undefined || bestYear === undefined || worst === undefined || worstYear === undefined) return NO_LINE;
  return say`The best of these months of ${id} was ${signed(best)} in ${bestYear}, the worst ${signed(worst)} in ${worstYear}.`;
}

export function rangeLine(found: Found, id: string): Line {
  const [strong, mean, weak, low] = [
    found.text('seasonality.strongest_name', id),
    found.number('seasonality.strongest_mean', id),
    found.text('seasonality.weakest_name', id),
    found.number('seasonality.weakest_mean', id),
  ];
  if (strong === undefined || mean === undefined || weak === undefined || low === undefined) return NO_LINE;
  return say`The strongest month of ${id} is ${strong.value} with a mean of ${signed(mean)}, the weakest ${weak.value} with a mean of ${signed(low)}.`;
}

export function chanceLine(found: Found, id: string): Line {
  const p = found.number('seasonality.strongest_p', id);
  if (p === undefined) return NO_LINE;
  return p.value > 0.05
    ? say`Corrected for looking at every month, even the strongest one of ${id} could be chance (p ${p}).`
    : say`Corrected for looking at every month, the strongest one of ${id} is unlikely to be chance (p ${p}).`;
}

function currentLine(found: Found, id: string): Line {
  const [name, partial] = [found.text('seasonality.current', id), found.number('seasonality.current_return', id)];
  return name === undefined || partial === undefined
    ? NO_LINE
    : say`So far this ${name.value} ${id} is at ${signed(partial)}.`;
}

/** The month that the question asks about; "this month" is the current one. */
function askedMonth(question: Question): number | null {
  const named = monthIn(question);
  if (named !== null) return named;
  const { month } = civilOf(question.today);
  if (/\bnext month\b/.test(question.plain)) return (month % 12) + 1;
  return /\bthis month|this time of (?:the )?year|time of year\b/.test(question.plain) ? month : null;
}

/** Months of a comparison, 1 to 12: "May or June", "is May better than June". */
function comparedMonths({ plain }: Question): readonly number[] {
  const found = new RegExp(
    `\\b${MONTH} (?:(?:(?:a )?(?:better|worse|stronger|weaker) )?than|or|vs\\.?|versus|and) ${MONTH}\\b`,
  ).exec(plain);
  return found === null ? [] : [monthOf(found[1]), monthOf(found[2])];
}

/** The better of two months first. */
function comparedLine(question: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const all = comparedMonths(question).flatMap((month) => {
    const [name, mean, rate] = [
      found.text('seasonality.month', id, month - 1),
      found.number('seasonality.mean', id, month - 1),
      found.number('seasonality.win_rate', id, month - 1),
    ];
    return name === undefined || mean === undefined || rate === undefined ? [] : [{ name, mean, rate }];
  });
  const [best, other] = [...all].sort((one, two) => two.mean.value - one.mean.value);
  if (best === undefined || other === undefined) return NO_LINE;
  return say`${fullName(security)} has averaged ${signed(best.mean)} in ${best.name.value}, rising in ${best.rate} of years, against ${signed(other.mean)} in ${other.name.value}, rising in ${other.rate}.`;
}

function headlineOf(question: Question, found: Found, security: Entity): Line {
  const compared = comparedLine(question, found, security);
  if (compared.text !== '') return compared;
  const month = askedMonth(question);
  const { key: id } = security;
  if (month !== null) {
    const row = month - 1;
    const [name, mean, rate, count] = [
      found.text('seasonality.month', id, row),
      found.number('seasonality.mean', id, row),
      found.number('seasonality.win_rate', id, row),
      found.number('seasonality.count', id, row),
    ];
    const median = found.number('seasonality.median', id, row);
    if (name === undefined || mean === undefined || rate === undefined || count === undefined) return NO_LINE;
    const rose = say`it rose in ${rate} of them.`;
    return /\bmedian\b/.test(question.plain) && median !== undefined
      ? say`The median return of ${fullName(security)} in ${name.value} over ${count} years is ${signed(median)}; ${rose}`
      : say`${fullName(security)} has averaged ${signed(mean)} in ${name.value} over ${count} years, and rose in ${rate} of them.`;
  }
  const isWorst = /\b(?:worst|weakest|bad|poorest)\b/.test(question.plain);
  const which = isWorst ? 'weakest' : 'strongest';
  const [name, mean, years] = [
    found.text(`seasonality.${which}_name`, id),
    found.number(`seasonality.${which}_mean`, id),
    found.number('seasonality.years', id),
  ];
  return name === undefined || mean === undefined || years === undefined
    ? NO_LINE
    : say`${possessive(fullName(security))} ${which} month is ${name.value}, with a mean of ${signed(mean)} over ${years} years.`;
}

const MARKET = String.raw`(?:the )?(?:(?:us |stock )?markets?|stocks|equities|shares)`;
/** A month of the market as a whole: "is September bad for stocks?". */
const OF_MARKET = new RegExp(
  `\\b(?:months?|seasonal\\w*|${MONTH}s?)\\b.*\\b(?:for|of|in) ${MARKET}\\b|\\b(?:do|does|is|are|how) ${MARKET}\\b.*\\b(?:usually|typically|historically|tend|normally|seasonal\\w*)\\b.*\\b(?:in|during) ${MONTH}\\b`,
);
const BENCHMARK = 'SPY';

/** A question with the fund that stands for the market, if it asks of that. */
function ofMarket(question: Question): Question {
  const { securities, companies, investors, names, directory, plain } = question;
  const isNamed = securities.length + companies.length + investors.length + names.unknownNames.length > 0;
  const fund = directory.byTicker.get(BENCHMARK);
  return isNamed || fund === undefined || !OF_MARKET.test(plain) || periodIn(question) !== null
    ? question
    : { ...question, securities: [fund] };
}

/** How a security, or the market by its fund, has done by calendar month. */
export const INTENT: Intent = {
  name: 'seasonality',
  signs: [
    [/\bseasonal(?:ity|ly)?\b|\btime of (?:the )?year\b/, 4.5],
    [
      /\b(?:best|worst|strongest|weakest|good|bad) months?\b|\bwhich months?\b|\bmonths? (?:is|are|has|was)\b.*\b(?:best|worst|strong|weak)/,
      4.5,
    ],
    [
      /\b(?:in|of|during|every|each|for|a good|next|does) (?:january|february|march|april|may|june|july|august|september|october|november|december)s?\b|\b(?:january|september|october|december|november) effect\b/,
      2.2,
    ],
    [/\b(?:january|february|march|april|june|july|august|september|october|november|december)s?\b(?! \d)/, 1.6],
    [/\b(?:usually|typically|historically|on average|tend(?:s)? to|normally|median|typical)\b/, 1.4],
  ],
  fits: (question) => ofMarket(question).securities.length > 0,
  plan: (question) => [
    { tool: 'seasonality', input: { tickers: ofMarket(question).securities.map(({ key }) => key) } },
  ],
  research: (question) => [
    { tool: 'price_history', input: { tickers: ofMarket(question).securities.map(({ key }) => key), years: 2 } },
  ],
  write(asked, found) {
    const question = ofMarket(asked);
    const { securities } = question;
    const told = securities.filter(({ key }) => found.text('seasonality.strongest_name', key) !== undefined);
    const [first, ...others] = told;
    if (first === undefined) return null;
    const month = askedMonth(question);
    const lines = told.flatMap(({ key }) => [
      ...(month === null
        ? [rangeLine(found, key)]
        : [monthLine(found, key, month), extremesLine(found, key, month), rangeLine(found, key)]),
      chanceLine(found, key),
      currentLine(found, key),
    ]);
    const coverage = share(securities, ({ key }) => found.text('seasonality.strongest_name', key) !== undefined);
    if (others.length === 0) {
      const headline = headlineOf(question, found, first);
      return { headline: headline.text === '' ? rangeLine(found, first.key) : headline, lines: kept(lines), coverage };
    }
    const row = month === null ? null : month - 1;
    const compared =
      row === null
        ? told.map((security) => headlineOf(question, found, security))
        : told.flatMap((security) => {
            const mean = found.number('seasonality.mean', security.key, row);
            return mean === undefined ? [] : [say`${signed(mean)} for ${fullName(security)}`];
          });
    const name = row === null ? '' : (found.text('seasonality.month', first.key, row)?.value ?? '');
    const each = joined(
      compared.map((line) => ({ ...line, text: line.text.replace(/\.$/, '') })),
      '; ',
    );
    return {
      headline: row === null ? say`${each}.` : say`The mean return in ${name} is ${listed(compared)}.`,
      lines: kept(lines),
      coverage,
    };
  },
};
