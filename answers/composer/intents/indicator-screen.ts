import type { AverageSide, IndicatorScreenInput } from '../../tools/indicator-screen.js';
import { areOpen } from '../../tools/ranges.js';
import type { NumberFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import { asksOfListed, groupName, groupRead } from '../groups.js';
import type { Intent, Section } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { capitalised, wordList } from '../words.js';
import { furtherWords, indicatorBounds, indicatorInput, unreadParts } from './indicator-conditions.js';
import { filtersIn } from './ranking-filters.js';
import { boundsText, measureWords, rangeWords, ratedText } from './ranking-group.js';
import { kept } from './signal.js';

const ASKS =
  /\brsi\b|\brelative strength index\b|\boversold\b|\boverbought\b|\baverages?\b|\b[sd]?ma\b|\b\d{2,3}[- ]?d(?:ays?|ma)?\b/;
/**
 * Conditions that this kind does not read, beside those of labels and scores that it does, and questions for something
 * else than names.
 */
const FURTHER =
  /\b(?:buys?|sells?|rated|rating|signals?|scores?|momentum|fundamentals?|macd|volume|cheap\w*|expensive|cross\w*|yesterday|not|except|without|outside|caps?|ema|exponential|weekly|monthly|was|were|been|fell|dropped|rose|moved|broke\w*|near\w*|close to|almost|approach\w*|work\w*|strateg\w*|back-?test\w*|mean[- ]reversion|means?|explain\w*)\b|^when\b|^(?:is|are) (?:the )?(?:stock )?markets?\b/;

/** Nobody is named, so that a condition of indicators is of listed securities. */
const isOfListed = (question: Question): boolean => asksOfListed({ ...question, plain: `${question.plain} stocks` });

const NAMES = { SMA20: '20-day average', SMA50: '50-day average', SMA200: '200-day average' } as const;

/** "Have an RSI below 30 or above 70". */
function rsiWords({ rsi }: IndicatorScreenInput, found: Found): Line {
  const ranges = rsi.map(({ isStrict }, row) => {
    const [low, high] = ['at_least', 'at_most'].map((key) => found.number(`indicator_screen.${key}`, undefined, row));
    return rangeWords(low, high, isStrict);
  });
  return ranges.length === 0 ? NO_LINE : say`an RSI ${listed(ranges, 'or')}`;
}

function averageWords(averages: readonly AverageSide[]): Line {
  const sides = (['ABOVE', 'BELOW'] as const).flatMap((side) => {
    const names = averages.filter((each) => each.side === side).map(({ of }) => say`their ${NAMES[of]}`);
    return names.length === 0 ? [] : [say`${side.toLowerCase()} ${listed(names)}`];
  });
  return sides.length === 0 ? NO_LINE : say`closed ${listed(sides)}`;
}

/** "Have an RSI below 30 and a score below 40 or above 60 and closed above their 200-day average". */
function conditionOf(input: IndicatorScreenInput, found: Found): Line {
  const measures = kept([
    rsiWords(input, found),
    ...measureWords(input.either, found, 'indicator_screen.either_', 'or'),
  ]);
  const have = measures.length === 0 ? NO_LINE : say`have ${listed(measures)}`;
  return listed(kept([have, averageWords(input.averages)]));
}

/** What a row tells beside its RSI: what labels, bounds and orders are of. */
const TOLD = {
  TECHNICAL: ['technical', 'a technical factor of'],
  MOMENTUM: ['momentum', 'a momentum of'],
  FUNDAMENTALS: ['fundamentals', 'fundamentals of'],
  CHANGE_PCT: ['change', 'a change of the session of'],
  VOLUME: ['volume', 'a volume of'],
  VOLUME_RATIO: ['volume_ratio', 'a volume ratio of'],
} as const;

function besideWords(found: Found, row: number, input: IndicatorScreenInput): Line {
  const { labels, bounds, either, ranked, session } = input;
  const measures = [...bounds, ...either].map(({ of }) => of);
  const [score, label] = [
    found.number('indicator_screen.score', undefined, row),
    found.text('indicator_screen.label', undefined, row),
  ];
  const isScored = labels !== null || measures.includes('SCORE') || ranked === 'STRONGEST' || ranked === 'WEAKEST';
  const scored = isScored && score !== undefined ? say`a score of ${score} (${label ?? ''})` : NO_LINE;
  const others = [...new Set([...measures, ...(session === null ? [] : (['CHANGE_PCT'] as const))])].flatMap((of) => {
    if (of === 'SCORE') return [];
    const [key, words] = TOLD[of];
    const fact = found.number(`indicator_screen.${key}`, undefined, row);
    return fact === undefined ? [] : [say`${words} ${fact.isChange ? signed(fact) : fact}`];
  });
  const parts = kept([scored, ...others]);
  return parts.length === 0 ? NO_LINE : say`; it has ${listed(parts)}`;
}

function rowLine({ directory }: Question, found: Found, row: number, input: IndicatorScreenInput): Line {
  const ticker = found.text('indicator_screen.ticker', undefined, row);
  const [rsi, price] = ['rsi', 'price'].map((key) => found.number(`indicator_screen.${key}`, undefined, row));
  if (ticker === undefined || price === undefined) return NO_LINE;
  const means = input.averages.flatMap(({ of }) => {
    const mean = found.number(`indicator_screen.${of.toLowerCase()}`, undefined, row);
    return mean === undefined ? [] : [say`a ${NAMES[of]} of ${mean}`];
  });
  const beside = means.length === 0 ? say`` : say`, with ${listed(means)}`;
  return say`${directory.byTicker.get(ticker.value)?.name ?? ticker.value} (${ticker}) closed at ${price}${beside}${rsi === undefined ? say`` : say`; its RSI is ${rsi}`}${besideWords(found, row, input)}.`;
}

/** Before the first names of more: by what they are the first. */
function firstWords({ rsi, either, averages, ranked }: IndicatorScreenInput): string {
  if (ranked !== null) return `the ${ranked.toLowerCase()} are `;
  const ranges = rsi.length > 0 || averages.length > 0 ? rsi : either;
  return areOpen(ranges) ? 'the farthest beyond are ' : 'the lowest are ';
}

const ORDERS = {
  HIGHEST: ['rsi', 'the highest RSI'],
  LOWEST: ['rsi', 'the lowest RSI'],
  STRONGEST: ['score', 'the strongest signal'],
  WEAKEST: ['score', 'the weakest signal'],
} as const;

/** "Technology names rated Buy or Strong Buy with a score above 60", after how many they are. */
function wholeOf(question: Question, input: IndicatorScreenInput, found: Found): Filtered | null {
  const [total, read, known] = ['total', 'read', 'known'].map((key) => found.number(`indicator_screen.${key}`));
  if (total === undefined || read === undefined || known === undefined) return null;
  const filters = filtersIn(question);
  const beyond = filters.outside.length === 0 ? '' : ` outside ${wordList(filters.outside)}`;
  const group = beyond === '' ? input : { ...input, sector: null, sectors: null };
  const filter = say`${beyond}${ratedText(input, filters)}${boundsText(input.bounds, found, 'indicator_screen.bound_')}`;
  return {
    name: say`${groupName(group)}${filter}`,
    counted: say`${groupRead(group, total, read, known)}${filter}`,
    all: total.value === known.value ? total.value : null,
    isEmpty: total.value === 0,
    line:
      total.value === 0
        ? say`The screen read ${read} names.`
        : say`The values are known of ${known} of ${total} ${groupName(group)}${filter}.`,
    // Without names there is nothing to read.
    coverage: total.value === 0 ? 0.9 : Math.min(1, read.value / total.value),
  };
}

interface Filtered {
  readonly name: Line;
  readonly counted: Line;
  /** How many they are; null if the list was not read to its end, or a value is not known. */
  readonly all: number | null;
  readonly isEmpty: boolean;
  readonly line: Line;
  readonly coverage: number;
}

const ofOne = ({ text, sources }: Line): Line => ({
  text: text.replace(/\bhave\b/g, 'has').replace(/\btheir\b/g, 'its'),
  sources,
});

/** "3 of the 46 names have an RSI below 30", or "none of" or "all" of them. */
function whoMatch({ name, counted, all }: Filtered, matching: NumberFact, condition: Line): Line {
  if (matching.value === 0) return say`None of the ${all === 1 ? name : counted} ${ofOne(condition)}`;
  if (matching.value !== all || all === 2)
    return say`${matching} of the ${counted} ${matching.value === 1 ? ofOne(condition) : condition}`;
  return all === 1 ? say`The only one of the ${name} ${ofOne(condition)}` : say`All ${matching} ${name} ${condition}`;
}

const capitalisedLine = ({ text, sources }: Line): Line => ({ text: capitalised(text), sources });

/** "the lowest RSI is that of SLB, 41.2": of one range of the RSI alone, which none is in. */
function nearestPart({ directory }: Question, { rsi, averages, either }: IndicatorScreenInput, found: Found): Line {
  const [range, ...more] = rsi;
  const [ticker, value] = [found.text('indicator_screen.nearest_ticker'), found.number('indicator_screen.nearest_rsi')];
  if (range === undefined || ticker === undefined || value === undefined) return NO_LINE;
  if (more.length + averages.length + either.length > 0) return NO_LINE;
  const name = directory.byTicker.get(ticker.value)?.name ?? ticker.value;
  return say`the ${range.atLeast === null ? 'lowest' : 'highest'} RSI is that of ${name} (${ticker}), ${value}`;
}

/** Names that are oversold or overbought, or above or below moving averages. */
export const INTENT: Intent = {
  name: 'indicator-screen',
  signs: [[/^.*$/, 8]],
  fits(question) {
    const input = indicatorInput(question);
    return (
      input !== null &&
      isOfListed(question) &&
      (input.either.length > 0 || ASKS.test(question.plain)) &&
      !FURTHER.test(furtherWords(question)) &&
      periodIn(question) === null
    );
  },
  plan: (question) => {
    const input = indicatorInput(question);
    return input === null ? [] : [{ tool: 'indicator_screen', input }];
  },
  write(question, found): Section | null {
    const input = indicatorInput(question);
    const whole = input === null ? null : wholeOf(question, input, found);
    const matching = found.number('indicator_screen.matching');
    if (input === null || whole === null || matching === undefined) return null;
    const session = found.date('indicator_screen.session');
    const day = session === undefined ? say`` : say` as of ${session}`;
    const condition = conditionOf(input, found);
    const { coverage } = whole;
    const read = { coverage, used: indicatorBounds(question), unread: unreadParts(question) };
    if (whole.isEmpty) {
      const none = condition.text === '' ? say`` : say`, so none that ${condition}`;
      return { headline: say`There are no ${whole.name}${day}${none}.`, lines: [whole.line], ...read };
    }
    if (matching.value === 0) {
      const nearest = nearestPart(question, input, found);
      const none = say`${whoMatch(whole, matching, condition)}${day}`;
      const isAsked = /\bmost (?:oversold|overbought)\b/.test(question.plain) && nearest.text !== '';
      return {
        headline: isAsked ? say`${none}; ${nearest}.` : say`${none}.`,
        lines: kept([whole.line, isAsked || nearest.text === '' ? NO_LINE : say`${capitalisedLine(nearest)}.`]),
        ...read,
      };
    }
    const rows = [...new Set(found.rows('indicator_screen.ticker'))];
    const lines = kept(rows.map((row) => rowLine(question, found, row, input)));
    const { ranked } = input;
    const told = rows.flatMap((row) => {
      const ticker = found.text('indicator_screen.ticker', undefined, row);
      const by = ranked === null ? undefined : found.number(`indicator_screen.${ORDERS[ranked][0]}`, undefined, row);
      return ticker === undefined ? [] : [by === undefined ? say`${ticker}` : say`${ticker} (${by})`];
    });
    const who = whoMatch(whole, matching, condition);
    if (ranked !== null && (ranked === 'HIGHEST' || ranked === 'LOWEST' || told.length < matching.value)) {
      const verb = told.length === 1 ? 'has' : 'have';
      const of = condition.text === '' ? say`Of the ${whole.counted}` : say`${who}${day}`;
      const names = say`${listed(told)} ${verb} ${ORDERS[ranked][1]}`;
      const headline = condition.text === '' ? say`${of}, ${names}${day}.` : say`${of}; of these, ${names}.`;
      return { headline, lines, ...read };
    }
    const first = told.length < matching.value ? firstWords(input) : '';
    return { headline: say`${who}${day}: ${first}${listed(told)}.`, lines, ...read };
  },
};
