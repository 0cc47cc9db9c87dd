import { isoDate, MS_PER_DAY, parseIsoDate } from '../../../calendar/days.js';
import { sessionCloseUtcMs } from '../../../calendar/nyse.js';
import type { NumberFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import { namesTimeToCome } from '../future-times.js';
import type { Intent, PlannedCall } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { periodIn, type Period } from '../periods.js';
import type { Question } from '../question.js';
import { windowIn } from '../slots.js';
import { capitalised, fullName, moved, wordList } from '../words.js';
import { premise, severalMoved } from './price-premise.js';
import { kept } from './signal.js';

const BENCHMARK = 'SPY';
/** Below this, percentage points, a move is that of the market. */
const OWN_MOVE = 0.5;
/** The sector fund of each sector, among the simulated and the usual ones. */
export const SECTOR_FUNDS: Readonly<Record<string, string>> = {
  Technology: 'XLK',
  'Communication Services': 'XLC',
  'Consumer Discretionary': 'XLY',
  'Consumer Staples': 'XLP',
  Financials: 'XLF',
  'Health Care': 'XLV',
  Energy: 'XLE',
  Industrials: 'XLI',
  Materials: 'XLB',
  'Real Estate': 'XLRE',
  Utilities: 'XLU',
};

/** Funds to compare a security with, if they are stored. */
function peers({ securities, directory }: Question): readonly string[] {
  const [security] = securities;
  const fund = security === undefined || security.sector === null ? undefined : SECTOR_FUNDS[security.sector];
  return [BENCHMARK, ...(fund === undefined ? [] : [fund])].filter(
    (ticker) => directory.byTicker.has(ticker) && ticker !== security?.key,
  );
}

/** A past time that no window of returns has, of which the question asks: "since June", "on 3 March". */
function periodOf(question: Question): Period | null {
  return windowIn(question) === null ? periodIn(question) : null;
}

function changeOf(question: Question, found: Found, id: string): NumberFact | undefined {
  const window = windowIn(question);
  if (window !== null) return found.number(`price_history.${window}`, id);
  return found.number(periodOf(question) === null ? 'signal.change' : 'past_prices.change', id);
}

/** "In the last session", "over one month", "from the close of 30 May 2025 to that of 2 January 2026". */
function whenOf(question: Question, found: Found, id: string, fact: NumberFact): Line {
  const period = periodOf(question);
  if (period === null)
    return say`${windowIn(question) === null ? 'in the last session' : fact.label.replace('return ', '')}`;
  const [session, asked, start, end] = ['session', 'asked', 'start_on', 'end_on'].map((name) =>
    found.date(`past_prices.${name}`, id),
  );
  if (period.isDay)
    return session === undefined || asked === undefined || session.value === asked.value
      ? say`in the session of ${session ?? ''}`
      : say`in the session of ${session}, the last one up to ${asked},`;
  return say`from the close of ${start ?? ''} to that of ${end ?? ''}`;
}

/** What a fund's move leaves of a move to explain. */
type Share = 'most' | 'part' | 'none';

/** A fund explains most of a move that it made to half a point, a part of a larger one its way, and no other. */
function shareOf(change: number, fund: number): Share {
  if (Math.sign(change) !== Math.sign(fund)) return 'none';
  if (Math.abs(change - fund) < OWN_MOVE) return 'most';
  return Math.abs(change) > Math.abs(fund) ? 'part' : 'none';
}

/** What the market and the sector, as far as there is a fund of it, explain together. */
function readingOf(change: number, market: number | undefined, sector: number | undefined): string {
  const [ofMarket, ofSector] = [market, sector].map((fund) => (fund === undefined ? 'none' : shareOf(change, fund)));
  if (ofMarket === 'most') return 'so most of the move is that of the market';
  if (ofSector === 'most') return 'so most of the move is that of its sector';
  const partial = [...(ofMarket === 'part' ? ['the market'] : []), ...(ofSector === 'part' ? ['its sector'] : [])];
  if (partial.length > 0)
    return `so ${wordList(partial)} ${partial.length === 1 ? 'explains' : 'explain'} a part of the move only`;
  const isLess = [market, sector].some((fund) => fund !== undefined && Math.sign(fund) === Math.sign(change));
  return isLess ? `so it ${change < 0 ? 'fell' : 'rose'} less than what it is compared with` : 'so the move is its own';
}

function marketLine(question: Question, found: Found, change: NumberFact): Line {
  const parts = peers(question).flatMap((ticker) => {
    const fact = changeOf(question, found, ticker);
    return fact === undefined ? [] : [{ ticker, fact }];
  });
  if (parts.length === 0) return NO_LINE;
  const market = parts.find(({ ticker }) => ticker === BENCHMARK)?.fact.value;
  const sector = parts.find(({ ticker }) => ticker !== BENCHMARK)?.fact.value;
  return say`Over the same time ${listed(parts.map(({ ticker, fact }) => say`${ticker} ${moved(fact)}`))}, ${readingOf(change.value, market, sector)}.`;
}

/** Days before a session's close whose stories may have moved it: those of a weekend too. */
const STORY_DAYS = 4;

/** From when to when stories may have moved a price, epoch milliseconds. */
interface StoryTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The days before the close of a session, or all days of a longer move; null if its first day is not known. */
function storyTime(first: string | undefined, last: string): StoryTime | null {
  const [from, to] = [first === undefined ? null : parseIsoDate(first), parseIsoDate(last)];
  if (to === null || (first !== undefined && from === null)) return null;
  const toMs = sessionCloseUtcMs(to);
  return { fromMs: from === null ? toMs - STORY_DAYS * MS_PER_DAY : sessionCloseUtcMs(from), toMs };
}

/** The first day of the move that a question asks about, at whose close it starts; undefined for one session. */
function firstDayOf(question: Question, found: Found, id: string): string | undefined {
  const window = windowIn(question);
  if (window !== null) return found.date(`price_history.${window}_from`, id)?.value;
  const period = periodOf(question);
  return period === null || period.isDay ? undefined : found.date('past_prices.start_on', id)?.value;
}

/** The last day of the move that a question asks about. */
function lastDayOf(question: Question, found: Found, id: string, session: string): string {
  const period = windowIn(question) === null ? periodOf(question) : null;
  if (period === null) return session;
  return found.date(`past_prices.${period.isDay ? 'session' : 'end_on'}`, id)?.value ?? session;
}

function storiesLine(found: Found, id: string, sign: number, time: StoryTime | null): Line {
  const rows = [...new Set(found.rows('news.title', id))];
  const wanted = sign < 0 ? 'negative' : 'positive';
  const sameWay = rows.filter((row) => found.text('news.sentiment', id, row)?.value === wanted);
  const fitting = sameWay.filter((row) => {
    const at = Date.parse(found.text('news.title', id, row)?.source.asOf ?? '');
    return time !== null && at > time.fromMs && at <= time.toMs;
  });
  const [chosen = rows] = [fitting, sameWay].filter((each) => each.length > 0);
  const told = chosen.slice(0, 2).flatMap((row) => {
    const [title, day] = [found.text('news.title', id, row), found.date('news.published', id, row)];
    return title === undefined || day === undefined ? [] : [say`${title} (${day})`];
  });
  if (told.length === 0) return NO_LINE;
  if (fitting.length > 0) return say`Stories about ${id} that point the same way: ${listed(told)}.`;
  return sameWay.length > 0
    ? say`Stories about ${id} that read ${wanted} are not of the time of the move: ${listed(told)}.`
    : say`No recent story about ${id} points the same way; the newest are ${listed(told)}.`;
}

function eventsLine(found: Found, id: string): Line {
  const parts = [...new Set(found.rows('events.recent_on', id))].slice(0, 2).flatMap((row) => {
    const [kind, day] = [found.text('events.recent_kind', id, row), found.date('events.recent_on', id, row)];
    return kind === undefined || day === undefined ? [] : [say`${kind.value} on ${day}`];
  });
  return parts.length === 0 ? NO_LINE : say`The latest recorded events of ${id} are ${listed(parts)}.`;
}

const callsFor = (question: Question): readonly PlannedCall[] => {
  const [security] = question.securities;
  if (security === undefined) return [];
  const all = [...new Set([...question.securities.map(({ key }) => key), ...peers(question)])];
  const period = periodOf(question);
  return [
    { tool: 'signal', input: { tickers: all } },
    ...(period === null
      ? []
      : [
          {
            tool: 'past_prices',
            input: { tickers: all, from: isoDate(period.from), to: isoDate(period.to), isDay: period.isDay },
          },
        ]),
    ...(windowIn(question) === null ? [] : [{ tool: 'price_history', input: { tickers: all, years: 5 } }]),
    { tool: 'news', input: { tickers: [security.key], count: 10 } },
    { tool: 'events', input: { tickers: [security.key] } },
  ];
};

/** "Is Apple up today?": whether a price moved so. */
const ASKS_WHETHER =
  /^(?:(?:so|and|but|then|well|hey|wait|ok(?:ay)?),? )*(?:is|are|was|were|has|have|had|did) (?:(?:shares|the (?:stock|shares|price)) of )?@s(?:(?:,|,? (?:and|or)) @s)*(?:'s)?(?: (?:both|stock|shares?|prices?|also|really|actually|already|just|still|currently|even|been|trading)){0,3} (?:up|down|higher|lower|green|red|in the (?:green|red)|ris(?:e|en|ing)|fall(?:en|ing)?|drop(?:ped|ping)?|gain(?:ed|ing)?|los(?:e|t|ing)|climb(?:ed|ing)?|declin(?:e|ed|ing)|jump(?:ed|ing)?|rall(?:y|ied|ying)|plung(?:e|ed|ing)|tank(?:ed|ing)?|surg(?:e|ed|ing)|crash(?:ed|ing)?)(?= *(?:[?!.]|$)|,? (?:today|now|so far|by|more|a lot|again|much|this|last|over|since|in the (?:last|past)|\d))/;

/** What "No:" has said already. */
const PLAINLY_NOT = /^did not (?:rise|fall): it $/;
const yesOrNo = (wrong: string): string => (wrong === '' ? 'Yes: ' : 'No: ');

/** Why a price moved: the move, the market's and the sector's beside it, stories and events. */
export const INTENT: Intent = {
  name: 'price-move',
  signs: [
    [
      /\b(?:why|how come|what(?:'s| is| was) behind|behind|reasons? for)\b.*(?:\b(?:fall|fell|fallen|drop\w*|down|rise|rose|risen|up|jump\w*|mov\w*|crash\w*|sink|sank|rall\w*|surg\w*|plung\w*|tumbl\w*|gain\w*|los\w*|lower|higher|red|green|slid\w*|climb\w*|soar\w*|slump\w*|tank\w*|dip(?:s|ped)?|slip\w*|pop(?:s|ped)?|spik\w*|sell-?off|declin\w*)\b)/,
      4.5,
    ],
    [/\b(?:what (?:happened|is happening|moved|drove|caused|made)|what's (?:happening|driving|going on|up))\b/, 3.5],
    [ASKS_WHETHER, 3.2],
    [/\b(?:reason|explain|explanation)\b.*\b(?:move|fall|drop|rise|rally|jump|decline)\b/, 3.5],
  ],
  fits: (question) =>
    question.securities.length > 0 && !(ASKS_WHETHER.test(question.plain) && namesTimeToCome(question)),
  plan: callsFor,
  research: ({ securities: [security] }) =>
    security === undefined
      ? []
      : [
          { tool: 'earnings', input: { tickers: [security.key] } },
          { tool: 'street_grades', input: { tickers: [security.key] } },
          { tool: 'price_history', input: { tickers: [security.key], years: 1 } },
        ],
  write(question, found) {
    const [security] = question.securities;
    if (security === undefined) return null;
    const { key: id } = security;
    const change = changeOf(question, found, id);
    const [price, session] = [found.number('signal.price', id), found.date('signal.session', id)];
    if (change === undefined || price === undefined || session === undefined) return null;
    const isOfNow = windowIn(question) === null && periodOf(question) === null;
    const when = whenOf(question, found, id, change);
    const last = lastDayOf(question, found, id, session.value);
    const time = storyTime(firstDayOf(question, found, id), last);
    const stories = storiesLine(found, id, change.value, time);
    const hasReason = stories.text.includes('same way: ');
    const isWhether = ASKS_WHETHER.test(question.plain);
    const wrong = premise(question, change);
    const moves = question.securities.flatMap((each) => {
      const own = changeOf(question, found, each.key);
      return own === undefined ? [] : [{ security: each, change: own }];
    });
    const isSo = wrong === '' && moves.every((each) => premise(question, each.change) === '');
    const why =
      !isSo || isWhether
        ? ''
        : hasReason
          ? '; the stories that fit are below, and no tool proves a cause'
          : '; nothing stored explains it';
    return {
      headline:
        moves.length > 1
          ? say`${severalMoved(question, moves, when)}${why}.`
          : say`${isWhether ? yesOrNo(wrong) : ''}${fullName(security)} ${isWhether ? wrong.replace(PLAINLY_NOT, '') : wrong}${moved(change)} ${when}${why}.`,
      lines: kept([
        ...moves.map((each) => closeLine(question, found, each.security.key, each.change)),
        marketLine(question, found, change),
        stories,
        eventsLine(found, id),
        isOfNow ? volumeLine(found, id) : NO_LINE,
      ]),
      coverage: hasReason && !isWhether ? 0.8 : isSo && !isWhether ? 0.5 : 0.9,
    };
  },
};

/** The last close of another one of several, and its change. */
function closeLine(question: Question, found: Found, id: string, change: NumberFact): Line {
  const [price, session] = [found.number('signal.price', id), found.date('signal.session', id)];
  return price === undefined || session === undefined
    ? NO_LINE
    : say`${id} closed at ${price} on ${session}; the change ${whenOf(question, found, id, change)} was ${signed(change)}.`;
}

function volumeLine(found: Found, id: string): Line {
  const [ratio, volume] = [found.number('signal.volume_ratio', id), found.number('signal.volume', id)];
  return ratio === undefined || volume === undefined
    ? NO_LINE
    : say`${capitalised(id)} traded ${volume} shares, ${ratio} the mean volume of 20 sessions.`;
}
