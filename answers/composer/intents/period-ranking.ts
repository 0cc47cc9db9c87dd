import { isoDate, yearsBack } from '../../../calendar/days.js';
import { isSession, previousSession } from '../../../calendar/nyse.js';
import type { PeriodRankingInput } from '../../tools/period-ranking.js';
import { boundsIn } from '../conditions.js';
import type { Found } from '../found.js';
import { asksOfListed, groupIn, groupName, groupRead, shownOf } from '../groups.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import { namesTime, periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { rangeWords } from './ranking-group.js';
import { kept } from './signal.js';

const RANKED =
  /\b(?:best|worst|top|bottom|most|least|biggest|largest|highest|lowest|gainers?|losers?|winners?|laggards?|movers?)\b/;
const VOLATILE = /\b(?:most|least|highest|lowest) (?:volatile|volatility)\b/;
const LOW =
  /\b(?:worst|beaten[- ]down|battered|hardest[- ]hit|bottom|losers?|laggards?|lost|lose|fell|fall(?:en)?|down|dropped|drop|declined|lowest|least)\b/;
/** Conditions that this kind does not read. */
const FURTHER =
  /\b(?:buys?|sells?|rated|rating|signals?|scores?|momentum|fundamentals?|technicals|volume|cheap\w*|expensive|rsi|oversold|overbought|averages?|caps?|under \$?\d|over \$?\d|above|below|than|and|but|not|except|without)\b/;
/** Groups of groups are not ranked. */
const SECTORS = /\b(?:sectors|(?:which|what|best|worst|top)(?: \w+)? sector|industr(?:y|ies))\b/;

const isVolatility = ({ plain }: Question): boolean => VOLATILE.test(plain);

/** Before a bound, what makes it one of a gain or of a loss. */
const MOVED =
  /\b(?:(up|gain(?:s|ed|ing)?|rose|risen|rising|rallied|climbed|jumped|returned|return(?:s|ing)?)|(?:down|lost|losing|fell|fallen|falling|dropped|declined|sank))(?: by| of)? $/;

/** A gain or a loss that names must have made. */
interface MoveBound {
  readonly text: string;
  readonly value: number;
  readonly isStrict: boolean;
  readonly isUp: boolean;
}

/** "Up more than 5%": the one bound of the change; null if there is none, or another. */
function boundOf(question: Question): MoveBound | null {
  const [bound, ...more] = boundsIn(question);
  if (bound === undefined || more.length > 0 || !/%|percent/.test(bound.text)) return null;
  const moved = MOVED.exec(question.plain.slice(0, bound.start));
  if (moved === null || bound.atLeast === null || bound.atMost !== null || !(bound.atLeast > 0)) return null;
  return { text: bound.text, value: bound.atLeast, isStrict: bound.isStrict, isUp: moved[1] !== undefined };
}

/** A question without the bound that is read. */
const withoutBound = (question: Question): Question => {
  const bound = boundOf(question);
  return bound === null ? question : { ...question, plain: question.plain.replace(bound.text, ' ') };
};

function inputOf(question: Question): PeriodRankingInput | null {
  const isRisk = isVolatility(question);
  const named = periodIn(question);
  const period = isRisk ? { from: yearsBack(question.today, 1) + 1, to: question.today, isDay: false } : named;
  if (period === null) return null;
  // Of a day that was no session, the last one before it.
  const day = !period.isDay || isSession(period.to) ? null : previousSession(period.to);
  const bound = isRisk ? null : boundOf(question);
  const isLow = isRisk
    ? /\b(?:least|lowest)\b/.test(question.plain)
    : bound === null
      ? LOW.test(question.plain)
      : !bound.isUp;
  return {
    from: isoDate(day ?? period.from),
    to: isoDate(day ?? period.to),
    measure: isRisk ? 'VOLATILITY' : 'CHANGE',
    direction: isLow ? 'ASC' : 'DESC',
    first: shownOf(question),
    ...groupIn(question),
    ...(bound === null ? {} : { least: bound.value, isStrict: bound.isStrict }),
  };
}

/** The volatility is of a year, whatever time a question names. */
const yearOnly = (question: Question): readonly Line[] =>
  isVolatility(question) &&
  namesTime(question.plain) &&
  !/\b(?:(?:last|past|one|1|a|12|twelve)[- ](?:years?|months))\b/.test(question.plain)
    ? [ofQuestion('Volatility is ranked over one year alone; what follows is not of the time that the question names.')]
    : [];

function rowLine({ directory }: Question, found: Found, row: number): Line {
  const number = (key: string) => found.number(`period_ranking.${key}`, undefined, row);
  const ticker = found.text('period_ranking.ticker', undefined, row);
  const [value, start, end] = [number('value'), number('start'), number('end')];
  if (ticker === undefined || value === undefined || start === undefined || end === undefined) return NO_LINE;
  const name = directory.byTicker.get(ticker.value)?.name ?? ticker.value;
  const closes = say`the close went from ${start} to ${end}`;
  return value.isChange
    ? say`${name} (${ticker}): a change of the price of ${signed(value)}, as ${closes}.`
    : say`${name} (${ticker}): a volatility of ${value} a year.`;
}

/** The names of a sector, or of the market, that gained or lost the most over a period, or move the most. */
export const INTENT: Intent = {
  name: 'period-ranking',
  signs: [[/^.*$/, 8]],
  fits: (question) =>
    asksOfListed(question) &&
    (RANKED.test(question.plain) || boundOf(question) !== null) &&
    !FURTHER.test(withoutBound(question).plain) &&
    !SECTORS.test(question.plain) &&
    inputOf(question) !== null,
  plan: (question) => {
    const input = inputOf(question);
    return input === null ? [] : [{ tool: 'period_ranking', input }];
  },
  write(question, found) {
    const input = inputOf(question);
    const [total, read, ranked] = ['total', 'read', 'ranked'].map((key) => found.number(`period_ranking.${key}`));
    if (input === null || total === undefined || read === undefined || ranked === undefined) return null;
    const group = groupName(input);
    const [start, end] = [found.date('period_ranking.start_on'), found.date('period_ranking.end_on')];
    const rows = [...new Set(found.rows('period_ranking.ticker'))];
    if (start === undefined || end === undefined || rows.length === 0)
      return {
        headline: say`No prices of ${group} are stored for this period.`,
        lines: [say`It begins on ${found.date('period_ranking.from') ?? ''}.`],
        coverage: 0,
      };
    const parts = rows.flatMap((row) => {
      const [ticker, value] = [
        found.text('period_ranking.ticker', undefined, row),
        found.number('period_ranking.value', undefined, row),
      ];
      return ticker === undefined || value === undefined
        ? []
        : [say`${ticker} (${value.isChange ? signed(value) : value})`];
    });
    const isLow = input.direction === 'ASC';
    const what =
      input.measure === 'VOLATILITY'
        ? isLow
          ? 'moved the least by volatility'
          : 'moved the most by volatility'
        : isLow
          ? 'did worst by price, without dividends,'
          : 'did best by price, without dividends,';
    const bound = boundOf(question);
    const [limit, within] = [found.number('period_ranking.bound'), found.number('period_ranking.within')];
    const left =
      total.value > ranked.value && total.value <= read.value
        ? say`Of ${total} ${group}, ${ranked} have prices of the whole period; the others are left out.`
        : NO_LINE;
    if (bound !== null && limit !== undefined && within !== undefined) {
      const range = isLow ? rangeWords(undefined, limit, bound.isStrict) : rangeWords(limit, undefined, bound.isStrict);
      const move = say`a change of the price, without dividends, ${range} from the close of ${start} to that of ${end}`;
      const whole = groupRead(input, total, read, ranked);
      const [nearest] = parts;
      return {
        headline:
          within.value === 0
            ? say`None of the ${whole} had ${move}; the ${isLow ? 'lowest' : 'highest'} change is that of ${nearest ?? ''}.`
            : say`${within} of the ${whole} had ${move}: ${within.value > parts.length ? (isLow ? 'the largest losses are ' : 'the largest gains are ') : ''}${listed(parts)}.`,
        lines: kept([...rows.map((row) => rowLine(question, found, row)), left]),
        coverage: Math.min(1, read.value / Math.max(1, total.value)),
        used: [bound.text],
      };
    }
    return {
      headline: say`Of ${total.value > read.value ? 'the ' : ''}${groupRead(input, total, read, ranked)}, ${listed(parts)} ${what} from the close of ${start} to that of ${end}.`,
      lines: kept([...rows.map((row) => rowLine(question, found, row)), left]),
      coverage: Math.min(1, read.value / Math.max(1, total.value)),
      unread: yearOnly(question),
    };
  },
};
