import type { IndicatorScreenInput } from '../../tools/indicator-screen.js';
import type { Found } from '../found.js';
import { asksOfListed, groupIn, groupName, groupRead, shownOf } from '../groups.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { capitalised } from '../words.js';
import { kept } from './signal.js';

const OVERSOLD = 30;
const OVERBOUGHT = 70;
const BOUND =
  /\brsi (?:is |of |that is |which is )?(below|under|less than|lower than|<|above|over|greater than|higher than|more than|>) ?(\d{1,2}(?:\.\d+)?)\b/;
const AVERAGE =
  /\b(above|over|below|under) (?:their |its |the |a )?(20|50|200)[- ]?(?:day|d|session)s?(?:'s)? ?(?:simple )?(?:moving )?(?:averages?|sma|mas?|lines?)?\b/;
const ASKS = /\brsi\b|\boversold\b|\boverbought\b|\baverages?\b|\bsma\b|\b\d{2,3}[- ]days?\b/;
/** Conditions that this kind does not read. */
const FURTHER =
  /\b(?:buys?|sells?|rated|rating|signals?|scores?|momentum|fundamentals?|macd|volume|cheap\w*|expensive|cross\w*|yesterday|not|except|without|caps?|ema|exponential|weekly|monthly|was|were|been)\b/;

function rsiOf({ plain }: Question): IndicatorScreenInput['rsi'] {
  const [, word, bound] = BOUND.exec(plain) ?? [];
  if (word !== undefined)
    return { side: /below|under|less|lower|</.test(word) ? 'BELOW' : 'ABOVE', bound: Number(bound) };
  const [low, high] = [/\boversold\b/.test(plain), /\boverbought\b/.test(plain)];
  if (low === high) return null;
  return low ? { side: 'BELOW', bound: OVERSOLD } : { side: 'ABOVE', bound: OVERBOUGHT };
}

/** Words that rank, beside the RSI. */
const RANKS =
  /\b(?:highest|lowest|top|bottom|most|least|largest|smallest|biggest|rank\w*|sort\w*|order\w*|by (?:their |the )?rsi)\b/;
const LOWEST = /\b(?:lowest|bottom|least|smallest|ascending)\b/;

const rankedOf = ({ plain }: Question): IndicatorScreenInput['ranked'] =>
  !/\brsi\b/.test(plain) || !RANKS.test(plain) || /\d%|\bbetween\b/.test(plain)
    ? null
    : LOWEST.test(plain)
      ? 'LOWEST'
      : 'HIGHEST';

const OF = { 20: 'SMA20', 50: 'SMA50', 200: 'SMA200' } as const;

function averageOf({ plain }: Question): IndicatorScreenInput['average'] {
  const [, side, sessions] = AVERAGE.exec(plain) ?? [];
  if (side === undefined || (sessions !== '20' && sessions !== '50' && sessions !== '200')) return null;
  return { side: side === 'above' || side === 'over' ? 'ABOVE' : 'BELOW', of: OF[sessions] };
}

/** Null if a part of what is asked for is not understood. */
function inputOf(question: Question): IndicatorScreenInput | null {
  const [rsi, average] = [rsiOf(question), averageOf(question)];
  const { plain } = question;
  const ranked = rsi === null ? rankedOf(question) : null;
  const isRsiRead = rsi !== null || ranked !== null || !/\brsi\b|\boversold\b|\boverbought\b/.test(plain);
  const isAverageRead = average !== null || !/\baverages?\b|\bsma\b|\b\d{2,3}[- ]days?\b/.test(plain);
  // A second bound of the same indicator would be left out.
  const isTwice =
    (/\boversold\b/.test(plain) && (/\boverbought\b/.test(plain) || BOUND.test(plain))) ||
    (plain.match(/\b\d{2,3}[- ]days?\b/g) ?? []).length > 1 ||
    (plain.match(/\brsi\b/g) ?? []).length > 1;
  if (
    (rsi === null && average === null && ranked === null) ||
    !isRsiRead ||
    !isAverageRead ||
    isTwice ||
    (rsi !== null && (rsi.bound < 1 || rsi.bound > 99))
  )
    return null;
  return { rsi, average, ranked, first: shownOf(question), ...groupIn(question) };
}

const words = (side: 'ABOVE' | 'BELOW'): string => side.toLowerCase();
const NAMES = { SMA20: '20-day average', SMA50: '50-day average', SMA200: '200-day average' } as const;

function conditionOf({ rsi, average }: IndicatorScreenInput, found: Found): Line {
  const bound = found.number('indicator_screen.bound');
  return listed(
    kept([
      rsi === null || bound === undefined ? NO_LINE : say`have an RSI ${words(rsi.side)} ${bound}`,
      average === null ? NO_LINE : say`closed ${words(average.side)} their ${NAMES[average.of]}`,
    ]),
  );
}

function rowLine({ directory }: Question, found: Found, row: number, { average }: IndicatorScreenInput): Line {
  const ticker = found.text('indicator_screen.ticker', undefined, row);
  const [rsi, price, mean] = ['rsi', 'price', 'average'].map((key) =>
    found.number(`indicator_screen.${key}`, undefined, row),
  );
  if (ticker === undefined || price === undefined) return NO_LINE;
  const beside = average === null || mean === undefined ? say`` : say`, with a ${NAMES[average.of]} of ${mean}`;
  return say`${directory.byTicker.get(ticker.value)?.name ?? ticker.value} (${ticker}) closed at ${price}${beside}${rsi === undefined ? say`` : say`; its RSI is ${rsi}`}.`;
}

/** Names that are oversold or overbought, or above or below a moving average. */
export const INTENT: Intent = {
  name: 'indicator-screen',
  signs: [[/^.*$/, 8]],
  fits: (question) =>
    asksOfListed(question) &&
    ASKS.test(question.plain) &&
    !FURTHER.test(question.plain) &&
    periodIn(question) === null &&
    inputOf(question) !== null,
  plan: (question) => {
    const input = inputOf(question);
    return input === null ? [] : [{ tool: 'indicator_screen', input }];
  },
  write(question, found) {
    const input = inputOf(question);
    const [total, read, known, matching] = ['total', 'read', 'known', 'matching'].map((key) =>
      found.number(`indicator_screen.${key}`),
    );
    if (input === null || total === undefined || read === undefined || known === undefined || matching === undefined)
      return null;
    const group = groupName(input);
    const whole = groupRead(input, total, read, known);
    const coverage = Math.min(1, read.value / Math.max(1, total.value));
    const session = found.date('indicator_screen.session');
    const day = session === undefined ? say`` : say` as of ${session}`;
    const condition = conditionOf(input, found);
    if (matching.value === 0)
      return {
        headline: say`None of the ${whole} ${condition}${day}.`,
        lines: [say`${capitalised(group)} with the indicator: ${known} of ${total} names.`],
        coverage,
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
        headline: say`Of the ${whole}${input.average === null ? say`` : say` that ${condition}`}, ${listed(told)} ${verb} the ${side} RSI${day}.`,
        lines,
        coverage,
      };
    }
    const first = parts.length < matching.value ? 'the farthest beyond are ' : '';
    const rest =
      matching.value === 1 ? condition.text.replace(/\bhave\b/g, 'has').replace('their', 'its') : condition.text;
    return {
      headline: say`${matching} of the ${whole} ${{ text: rest, sources: condition.sources }}${day}: ${first}${listed(parts)}.`,
      lines,
      coverage,
    };
  },
};
