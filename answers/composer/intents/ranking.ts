import type { NumberFact } from '../../facts/fact.js';
import type { ScreenBound, ScreenerInput } from '../../tools/screener.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { groupIn, isOfListed } from '../groups.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import { SHORT } from '../list-words.js';
import type { Question } from '../question.js';
import { listSizeIn } from '../slots.js';
import { unreadPhrases } from '../unread-words.js';
import { filtersIn } from './ranking-filters.js';
import { boundsText, groupOf } from './ranking-group.js';
import { FALLING, RISING, sessionIn } from './ranking-session.js';
import { kept } from './signal.js';

interface Order {
  readonly orderBy: ScreenerInput['orderBy'];
  /** Key of the fact that the order is by. */
  readonly key: string;
  /** With its article, before the figure. */
  readonly told: string;
  readonly high: string;
  readonly low: string;
  readonly pattern: RegExp;
}

const ORDERS: readonly Order[] = [
  {
    orderBy: 'VOLUME_RATIO',
    key: 'volume_ratio',
    told: 'a volume of',
    high: 'the most unusual volume',
    low: 'the least unusual volume',
    pattern: /\b(?:unusual|relative|abnormal) volume\b|\bvolume ratios?\b/,
  },
  {
    orderBy: 'VOLUME',
    key: 'volume',
    told: 'a volume of',
    high: 'the largest volume',
    low: 'the smallest volume',
    pattern: /\b(?:most (?:active|traded)|volume)\b/,
  },
  {
    orderBy: 'MOMENTUM',
    key: 'momentum',
    told: 'a momentum of',
    high: 'the strongest momentum',
    low: 'the weakest momentum',
    pattern: /\bmomentum\b/,
  },
  {
    orderBy: 'FUNDAMENTALS',
    key: 'fundamentals',
    told: 'fundamentals of',
    high: 'the strongest fundamentals',
    low: 'the weakest fundamentals',
    pattern: /\bfundamentals?\b/,
  },
  {
    orderBy: 'TECHNICAL',
    key: 'technical',
    told: 'a technical factor of',
    high: 'the strongest technical factor',
    low: 'the weakest technical factor',
    pattern: /\btechnicals?\b/,
  },
  {
    orderBy: 'CHANGE_PCT',
    key: 'change',
    told: 'a change of the session of',
    high: 'the largest gain of the session',
    low: 'the largest loss of the session',
    pattern:
      /\b(?:gainers?|losers?|movers?|gained|lost|fell|rose|fallen|risen|up the most|down the most|moved|performers?|performing|rallied|dropped|drop|sold off)\b/,
  },
];
const BY_SCORE: Order = {
  orderBy: 'SCORE',
  key: 'score',
  told: 'a score of',
  high: 'the strongest signal',
  low: 'the weakest signal',
  pattern: /^/,
};
const LOW =
  /\b(?:weakest|worst|bottom|lowest|losers?|lost|fell|fallen|laggards?|most bearish|bearish|down|dropped|drop|smallest|least|sell(?:s|[- ]rated)?|avoid|sold off)\b/;
const SHOWN = 5;

/** A condition on the session's change, beside an order by something else. */
function sessionOf(question: Question): ScreenerInput['session'] {
  return orderOf(question).orderBy === 'CHANGE_PCT' ? null : sessionIn(question);
}
const BY_CHANGE = ORDERS.find(({ orderBy }) => orderBy === 'CHANGE_PCT') ?? BY_SCORE;
/** What, beside a move, a ranking may be by. */
const SCORED =
  /\b(?:scor(?:es?|ed|ing)|signals?|rated|ratings?|buys?|sells?|own|avoid|invest|picks?|ideas?|strong(?:est)?|weak(?:est)?|bullish|bearish)\b/;
const BEST = /\b(?:best|worst)\b/;
/** "The ten worst today": of a day alone, best and worst are how far prices went. */
const OF_DAY = /\btoday\b|\b(?:of|on|in|for) the (?:day|(?:last |latest )?session)\b|\bthis session\b/;
const EXTREME = /\b(?:best|worst|top|bottom)\b/;

function isMove({ plain }: Question): boolean {
  if (SCORED.test(plain)) return false;
  if (OF_DAY.test(plain) && EXTREME.test(plain)) return true;
  return (RISING.test(plain) || FALLING.test(plain)) && !BEST.test(plain);
}

function orderOf(question: Question): Order {
  const named = ORDERS.find(({ pattern }) => pattern.test(question.plain));
  return named ?? (isMove(question) ? BY_CHANGE : BY_SCORE);
}

const UPPER_END = /\b(?:winners?|gainers?|best|strongest|top|highest)\b/;
const LOWER_END = /\b(?:losers?|worst|weakest|bottom|lowest|laggards?)\b/;
/** Asks for both ends of an order. */
const BOTH_ENDS = new RegExp(
  `${UPPER_END.source}.*\\b(?:and|&)\\b.*${LOWER_END.source}|${LOWER_END.source}.*\\b(?:and|&)\\b.*${UPPER_END.source}`,
);

function isLowest(question: Question): boolean {
  const { plain } = question;
  if (BOTH_ENDS.test(plain)) return plain.search(LOWER_END) < plain.search(UPPER_END);
  if (orderOf(question).orderBy === 'CHANGE_PCT') return LOW.test(plain) || FALLING.test(plain);
  const words = plain.replace(RISING, '').replace(FALLING, '');
  // Of those rated Buy or Sell, the strongest are told first.
  return SHORT.test(words) || LOW.test(/\bbuys?\b/.test(words) ? words.replace(/\bsells?\b/g, '') : words);
}

/** By what the question names, or else by what it bounds. */
function orderBeside(question: Question, bounds: readonly ScreenBound[]): Order {
  const named = orderOf(question);
  const bounded = ORDERS.find(({ orderBy }) => orderBy === bounds[0]?.of);
  return named.orderBy === 'SCORE' && !SCORED.test(question.plain) && bounded !== undefined ? bounded : named;
}

function inputOf(asked: Question): ScreenerInput {
  const { bounds, labels, sectors, outside, rest: question } = filtersIn(asked);
  const isLoss = bounds.some(
    ({ of, atLeast, atMost }) => of === 'CHANGE_PCT' && (atMost ?? 1) <= 0 && (atLeast ?? -1) < 0,
  );
  const { plain } = question;
  const [sector, ...more] = sectors;
  const isOne = more.length === 0 && outside.length === 0;
  return {
    first: Math.max(SHOWN, listSizeIn(question) ?? SHOWN),
    orderBy: orderBeside(question, bounds).orderBy,
    direction: isLoss || isLowest(question) ? 'ASC' : 'DESC',
    sector: isOne ? (sector ?? null) : null,
    kind: /\betfs?\b|\bfunds?\b/.test(plain) ? 'ETF' : 'EQUITY',
    labels,
    session: bounds.some(({ of }) => of === 'CHANGE_PCT') ? null : sessionOf(question),
    ...(isOne ? {} : { sectors }),
    ...(bounds.length === 0 ? {} : { bounds }),
    ...(BOTH_ENDS.test(plain) ? { otherEnd: otherEndOf(question) } : {}),
  };
}

/** Names of each end: one of "the biggest winner and loser". */
const otherEndOf = (question: Question): number =>
  ONE_EACH.test(question.plain) ? 1 : Math.min(10, listSizeIn(question) ?? SHOWN);

const shown = (fact: NumberFact): Line => (fact.isChange ? signed(fact) : say`${fact}`);

function rowLine({ directory }: Question, found: Found, row: number, order: Order): Line {
  const [ticker, label] = [found.text('screener.ticker', undefined, row), found.text('screener.label', undefined, row)];
  const by = found.number(`screener.${order.key}`, undefined, row);
  const [score, change, price] = ['score', 'change', 'price'].map((key) =>
    found.number(`screener.${key}`, undefined, row),
  );
  const rank = found.number('screener.rank', undefined, row);
  if (ticker === undefined || by === undefined || rank === undefined) return NO_LINE;
  const own =
    by.key === 'screener.score'
      ? say`with a score of ${by} (${label ?? ''})`
      : say`with ${order.told} ${shown(by)}${order.orderBy === 'VOLUME_RATIO' ? ' the mean of 20 sessions' : order.orderBy === 'VOLUME' ? ' shares' : ''}, ${label ?? ''} at ${score ?? ''}`;
  const session =
    change === undefined || by.key === 'screener.change' ? say`` : say`, ${signed(change)} in the session`;
  return say`${rank} is ${directory.byTicker.get(ticker.value)?.name ?? ticker.value} (${ticker}) ${own}${session}${price === undefined ? say`` : say`, last at ${price}`}.`;
}

const ONE_EACH =
  /^(?!.*\b(?:winners|losers|gainers|laggards|stocks|names|performers|movers)\b).*\b(?:winner|loser|gainer|laggard|stock|name|performer|best|worst|strongest|weakest)\b/;

/** "; and ADBE (−1.7%) has the largest loss of the session": the other end of an order. */
function otherEndPart(found: Found, order: Order, isHigh: boolean): Line {
  const parts = [...new Set(found.rows('screener.other_ticker'))].flatMap((row) => {
    const [ticker, by] = [
      found.text('screener.other_ticker', undefined, row),
      found.number(`screener.other_${order.key}`, undefined, row),
    ];
    return ticker === undefined || by === undefined ? [] : [say`${ticker} (${shown(by)})`];
  });
  if (parts.length === 0) return NO_LINE;
  const words = isHigh ? order.high : order.low;
  return say`; ${listed(parts)} ${parts.length === 1 ? 'has' : 'have'} ${parts.length === 1 ? words : ofMany(words)}`;
}

/** "The largest gains of the session" of several names. */
const ofMany = (words: string): string =>
  words.replace(/\b(gain|loss) of/, (_, one: string) => `${one === 'loss' ? 'losses' : 'gains'} of`);

/** What a screen does not tell: it knows sectors and no industries, and has one order. */
const unscreened = (question: Question): readonly Line[] => [
  ...(groupIn(question).industry === null
    ? []
    : [ofQuestion('Semiconductors are read as all of Technology; what follows is not of them alone.')]),
];

/** The strongest, weakest or most moved of all securities, or of a sector. */
export const INTENT: Intent = {
  name: 'ranking',
  signs: [
    [
      /\b(?:strongest|weakest|best|worst|top|highest|lowest|biggest|largest|most (?:active|traded|bullish|bearish|oversold|overbought)|leaders?|laggards?)\b/,
      1.6,
    ],
    [/\b(?:gainers?|losers?|movers?|screen(?:er|ing)?|winners?)\b/, 3],
    [/\bstock\b/, 0.9],
    [SHORT, 1],
    [/\b(?:scores?|momentum|fundamentals)\b.*\b(?:above|over|below|under|between|least|most|more|less)\b.*\d/, 1],
    [/\bstocks? to (?:buy|sell|own|pick|avoid|short)\b|\b(?:which|what) stock (?:should|do|would)\b/, 1],
    [/\b(?:stocks|names?|shares|equit(?:y|ies)|tickers?|etfs?|securities|sectors?)\b/, 1],
    [
      /\b(?:rising|falling|gaining|losing|declining)\b.*\b(?:buys?|sells?|score|signal)\b|\b(?:buys?|sells?|score|signal)\b.*\b(?:rising|falling|gaining|losing|declining)\b/,
      2,
    ],
    [
      /\b(?:strong[- ])?(?:buy|sell)[- ](?:rated|signals?|ratings?)|rated (?:a )?(?:buy|sell)|\bstrong[- ]buys?\b|which (?:stocks|names).*\b(?:buys?|sells?)\b/,
      2.5,
    ],
    [
      /\b(?:tech|energy|financials?|banks?|health ?care|utilities|industrials|materials|real estate|staples|discretionary)\b.*\b(?:stocks?|names?|shares|sector)\b/,
      1,
    ],
    [
      /\b(?:which|what) (?:stocks?|names?|shares|equities|companies|tickers|etfs?)\b.*\b(?:rising|falling|gaining|losing|momentum|fundamentals|volume|fell|rose|moved|gained|lost|bullish|bearish|dropped|up|down|strong)/,
      2.5,
    ],
    [
      /\b(?:stocks?|names?|shares|companies|etfs?|funds|securities)\b.*\b(?:up|down|gained|lost|fell|rose|dropped|scor(?:e|es|ed|ing)|volume|momentum|fundamentals)\b.*\d/,
      2.5,
    ],
    [
      /\b(?:private|startups?|unicorns?|venture|vcs?|investors?|sovereign|valued|valuable|ipos?|(?<!(?:this|last|past|over one) )months?|dividends?)\b/,
      -3,
    ],
  ],
  fits: (question) =>
    question.securities.length + question.companies.length + question.investors.length === 0 &&
    question.names.unknownNames.length === 0 &&
    (isOfListed(question) || unreadPhrases(question).length === 0),
  plan: (question) => [{ tool: 'screener', input: inputOf(question) }],
  research: (question) => [
    {
      tool: 'screener',
      input: { ...inputOf(question), direction: inputOf(question).direction === 'ASC' ? 'DESC' : 'ASC', first: 3 },
    },
    { tool: 'price_history', input: { tickers: ['SPY'], years: 1 } },
  ],
  write(question, found) {
    const input = inputOf(question);
    const filters = filtersIn(question);
    const { direction } = input;
    const order = orderBeside(filters.rest, filters.bounds);
    const total = found.number('screener.total');
    const count = input.otherEnd ?? listSizeIn(question) ?? SHOWN;
    const other = input.otherEnd === undefined ? NO_LINE : otherEndPart(found, order, direction === 'ASC');
    const rows = [...new Set(found.rows('screener.ticker'))].slice(0, count);
    const group = say`${groupOf(input, filters)}${boundsText(input.bounds ?? [], found, 'screener.')}`;
    if (total === undefined) return null;
    const unread = unscreened(question);
    if (rows.length === 0)
      return {
        headline: say`There are no ${group} today.`,
        lines: [say`The screen matched ${total} names.`],
        coverage: 0.9,
        used: filters.used,
        unread,
      };
    const session = found.date('screener.session');
    const words = direction === 'DESC' ? order.high : order.low;
    const parts = rows.map((row) => {
      const by = found.number(`screener.${order.key}`, undefined, row);
      return say`${found.text('screener.ticker', undefined, row) ?? ''} (${by === undefined ? '' : shown(by)})`;
    });
    const [only] = rows;
    const isOne = count === 1 && only !== undefined;
    const day = session === undefined ? say`` : say` as of ${session}`;
    const lines = kept(rows.map((row) => rowLine(question, found, row, order)));
    if (rows.length === 1 && count > 1)
      return {
        headline: say`${parts[0] ?? ''} is the only one of the ${group}${day}.`,
        lines,
        coverage: 1,
        used: filters.used,
        unread,
      };
    return {
      headline: isOne
        ? say`${parts[0] ?? ''} has ${words} of the ${total} ${group}${day}${other}.`
        : say`Of the ${total} ${group}, ${listed(parts)} have ${ofMany(words)}${day}${other}.`,
      lines,
      coverage: 1,
      used: filters.used,
      unread,
    };
  },
};
