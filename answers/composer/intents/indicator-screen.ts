import type { AverageSide, IndicatorScreenInput, RsiRange } from '../../tools/indicator-screen.js';
import type { Found } from '../found.js';
import { asksOfListed, groupName, groupRead } from '../groups.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { capitalised } from '../words.js';
import { indicatorBounds, indicatorInput } from './indicator-conditions.js';
import { kept } from './signal.js';

const ASKS =
  /\brsi\b|\brelative strength index\b|\boversold\b|\boverbought\b|\baverages?\b|\b[sd]?ma\b|\b\d{2,3}[- ]?d(?:ays?|ma)?\b/;
/** Conditions that this kind does not read, and questions for something else than names. */
const FURTHER =
  /\b(?:buys?|sells?|rated|rating|signals?|scores?|momentum|fundamentals?|macd|volume|cheap\w*|expensive|cross\w*|yesterday|not|except|without|outside|caps?|ema|exponential|weekly|monthly|was|were|been|fell|dropped|rose|moved|broke\w*|near\w*|close to|almost|approach\w*|either|work\w*|strateg\w*|back-?test\w*|mean[- ]reversion|means?|explain\w*)\b|^when\b|^(?:is|are) (?:the )?(?:stock )?markets?\b/;

/** Nobody is named, so that a condition of indicators is of listed securities. */
const isOfListed = (question: Question): boolean => asksOfListed({ ...question, plain: `${question.plain} stocks` });

const NAMES = { SMA20: '20-day average', SMA50: '50-day average', SMA200: '200-day average' } as const;

/** "Have an RSI between 40 and 50". */
function rsiWords({ isStrict }: RsiRange, found: Found): Line {
  const [low, high] = ['at_least', 'at_most'].map((key) => found.number(`indicator_screen.${key}`));
  if (low !== undefined && high !== undefined)
    return isStrict ? say`have an RSI above ${low} and below ${high}` : say`have an RSI between ${low} and ${high}`;
  if (low !== undefined) return say`have an RSI ${isStrict ? 'above' : 'of at least'} ${low}`;
  return high === undefined ? NO_LINE : say`have an RSI ${isStrict ? 'below' : 'of at most'} ${high}`;
}

function averageWords(averages: readonly AverageSide[]): Line {
  const sides = (['ABOVE', 'BELOW'] as const).flatMap((side) => {
    const names = averages.filter((each) => each.side === side).map(({ of }) => say`their ${NAMES[of]}`);
    return names.length === 0 ? [] : [say`${side.toLowerCase()} ${listed(names)}`];
  });
  return sides.length === 0 ? NO_LINE : say`closed ${listed(sides)}`;
}

const conditionOf = ({ rsi, averages }: IndicatorScreenInput, found: Found): Line =>
  listed(kept([rsi === null ? NO_LINE : rsiWords(rsi, found), averageWords(averages)]));

function rowLine({ directory }: Question, found: Found, row: number, { averages }: IndicatorScreenInput): Line {
  const ticker = found.text('indicator_screen.ticker', undefined, row);
  const [rsi, price] = ['rsi', 'price'].map((key) => found.number(`indicator_screen.${key}`, undefined, row));
  if (ticker === undefined || price === undefined) return NO_LINE;
  const means = averages.flatMap(({ of }) => {
    const mean = found.number(`indicator_screen.${of.toLowerCase()}`, undefined, row);
    return mean === undefined ? [] : [say`a ${NAMES[of]} of ${mean}`];
  });
  const beside = means.length === 0 ? say`` : say`, with ${listed(means)}`;
  return say`${directory.byTicker.get(ticker.value)?.name ?? ticker.value} (${ticker}) closed at ${price}${beside}${rsi === undefined ? say`` : say`; its RSI is ${rsi}`}.`;
}

/** Before the first names of more: by what they are the first. */
const firstWords = ({ rsi }: IndicatorScreenInput): string =>
  rsi !== null && rsi.atLeast !== null && rsi.atMost !== null ? 'the lowest are ' : 'the farthest beyond are ';

/** Names that are oversold or overbought, or above or below moving averages. */
export const INTENT: Intent = {
  name: 'indicator-screen',
  signs: [[/^.*$/, 8]],
  fits: (question) =>
    isOfListed(question) &&
    ASKS.test(question.plain) &&
    !FURTHER.test(question.plain) &&
    periodIn(question) === null &&
    indicatorInput(question) !== null,
  plan: (question) => {
    const input = indicatorInput(question);
    return input === null ? [] : [{ tool: 'indicator_screen', input }];
  },
  write(question, found) {
    const input = indicatorInput(question);
    const [total, read, known, matching] = ['total', 'read', 'known', 'matching'].map((key) =>
      found.number(`indicator_screen.${key}`),
    );
    if (input === null || total === undefined || read === undefined || known === undefined || matching === undefined)
      return null;
    const whole = groupRead(input, total, read, known);
    const coverage = Math.min(1, read.value / Math.max(1, total.value));
    const session = found.date('indicator_screen.session');
    const day = session === undefined ? say`` : say` as of ${session}`;
    const condition = conditionOf(input, found);
    const used = indicatorBounds(question);
    if (matching.value === 0)
      return {
        headline: say`None of the ${whole} ${condition}${day}.`,
        lines: [say`${capitalised(groupName(input))} with the indicator: ${known} of ${total} names.`],
        coverage,
        used,
      };
    const rows = [...new Set(found.rows('indicator_screen.ticker'))];
    const parts = rows
      .flatMap((row) => found.text('indicator_screen.ticker', undefined, row) ?? [])
      .map((ticker) => say`${ticker}`);
    const lines = kept(rows.map((row) => rowLine(question, found, row, input)));
    if (input.ranked !== null) {
      const told = rows.flatMap((row) => {
        const [ticker, rsi] = [
          found.text('indicator_screen.ticker', undefined, row),
          found.number('indicator_screen.rsi', undefined, row),
        ];
        return ticker === undefined || rsi === undefined ? [] : [say`${ticker} (${rsi})`];
      });
      const [verb, side] = [told.length === 1 ? 'has' : 'have', input.ranked.toLowerCase()];
      return {
        headline: say`Of the ${whole}${input.averages.length === 0 ? say`` : say` that ${condition}`}, ${listed(told)} ${verb} the ${side} RSI${day}.`,
        lines,
        coverage,
        used,
      };
    }
    const first = parts.length < matching.value ? firstWords(input) : '';
    const rest =
      matching.value === 1 ? condition.text.replace(/\bhave\b/g, 'has').replace(/\btheir\b/g, 'its') : condition.text;
    return {
      headline: say`${matching} of the ${whole} ${{ text: rest, sources: condition.sources }}${day}: ${first}${listed(parts)}.`,
      lines,
      coverage,
      used,
    };
  },
};
