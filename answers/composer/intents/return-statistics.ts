import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import { namesTime } from '../periods.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { riskLine } from './price.js';
import { kept } from './signal.js';

const CORRELATION = /\bcorrelat\w*|\bmove (?:together|in step)\b/;
const BETA = /\bbetas?\b/;
const SHARPE = /\bsharpe\b/;
/** Of a strategy or a plan, which have a Sharpe ratio of their own; and conditions of lists. */
const OTHERS =
  /\b(?:strateg\w*|back-?test\w*|buy[- ]and[- ]hold|golden cross|macd|rsi|trend|dca|per month|every month|monthly|(?:above|below|over|under) \d)\b/;
const A_YEAR =
  /\b(?:last|past|one|1|a|over the|12|twelve)[- ](?:year|12 months|months)\b|\b(?:1|one)[- ]?y(?:ear|r)?\b/;
const MOST = 5;

const isAsked = ({ plain }: Question): boolean =>
  (CORRELATION.test(plain) || BETA.test(plain) || SHARPE.test(plain)) && !OTHERS.test(plain);

/** "0.41 for Apple (AAPL)", the highest first. */
function measured(securities: readonly Entity[], found: Found, key: string): readonly Line[] {
  return securities
    .flatMap((security): readonly { readonly security: Entity; readonly fact: NumberFact }[] => {
      const fact = found.number(`return_statistics.${key}`, security.key);
      return fact === undefined ? [] : [{ security, fact }];
    })
    .sort((one, other) => other.fact.value - one.fact.value)
    .map(({ security, fact }) => say`${fact} for ${fullName(security)}`);
}

function pairLine(found: Found, one: Entity, other: Entity): Line {
  const fact = found
    .all('return_statistics.correlation')
    .find(({ subjects }) => subjects.includes(one.key) && subjects.includes(other.key));
  return fact === undefined
    ? NO_LINE
    : say`The correlation of daily returns of ${fullName(one)} and ${fullName(other)} over one year is ${fact}.`;
}

function correlationLines(securities: readonly Entity[], found: Found): readonly Line[] {
  const pairs = securities.flatMap((one, at) => securities.slice(at + 1).map((other) => pairLine(found, one, other)));
  const [only] = securities;
  const own = only === undefined ? undefined : found.number('return_statistics.market_correlation', only.key);
  return securities.length > 1 || only === undefined || own === undefined
    ? kept(pairs)
    : [say`The correlation of daily returns of ${fullName(only)} with SPY over one year is ${own}.`];
}

const METHOD = {
  beta: 'Beta is the covariance of daily returns with those of SPY over the variance of the latter, over one year.',
  sharpe: 'The Sharpe ratio is of daily returns over one year, annualised, without a risk-free rate.',
} as const;

function linesOf({ plain, securities }: Question, found: Found): readonly Line[] {
  const [betas, sharpes] = [measured(securities, found, 'beta'), measured(securities, found, 'sharpe')];
  return kept([
    ...(CORRELATION.test(plain) ? correlationLines(securities, found) : []),
    ...(BETA.test(plain) && betas.length > 0 ? [say`The beta to SPY over one year is ${listed(betas)}.`] : []),
    ...(SHARPE.test(plain) && sharpes.length > 0 ? [say`The Sharpe ratio over one year is ${listed(sharpes)}.`] : []),
  ]);
}

/** Correlation, beta and Sharpe ratio of named securities over one year. */
export const INTENT: Intent = {
  name: 'return-statistics',
  signs: [[/^.*$/, 9]],
  fits: (question) =>
    question.securities.length > 0 &&
    question.securities.length <= MOST &&
    question.companies.length + question.investors.length === 0 &&
    question.holdings === null &&
    isAsked(question),
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'return_statistics', input: { tickers } },
      { tool: 'price_history', input: { tickers, years: 1 } },
    ];
  },
  write(question, found) {
    const { securities, plain } = question;
    const [headline, ...others] = linesOf(question, found);
    const [first] = securities;
    if (first === undefined) return null;
    if (headline === undefined)
      return BETA.test(plain) && first.key === 'SPY'
        ? { headline: say`Beta is measured against SPY itself.`, lines: [riskLine(found, first.key)], coverage: 0.5 }
        : { headline: say`Too little history of ${fullName(first)} is stored for this.`, lines: [], coverage: 0.2 };
    const [from, to, count] = [
      found.date('return_statistics.from', first.key),
      found.date('return_statistics.to', first.key),
      found.number('return_statistics.returns', first.key),
    ];
    return {
      headline,
      lines: kept([
        ...others,
        ...(BETA.test(plain) ? [say`${METHOD.beta}`] : []),
        ...(SHARPE.test(plain) ? [say`${METHOD.sharpe}`] : []),
        from === undefined || to === undefined || count === undefined
          ? NO_LINE
          : say`${count} daily returns of ${first.key} were read, from ${from} to ${to}.`,
        ...securities.map(({ key }) => riskLine(found, key)),
      ]),
      coverage: share(securities, ({ key }) => found.number('return_statistics.returns', key) !== undefined),
      unread:
        namesTime(plain) && !A_YEAR.test(plain)
          ? [
              ofQuestion(
                'These measures are told over one year alone; what follows is not of the time that the question names.',
              ),
            ]
          : [],
    };
  },
};
