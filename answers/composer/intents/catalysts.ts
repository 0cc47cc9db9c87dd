import { civilOf, isoDate, parseIsoDate } from '../../../calendar/days.js';
import { monthSpan } from '../../../calendar/spans.js';
import type { CATALYST_TYPES } from '../../tools/catalysts.js';
import type { Found } from '../found.js';
import type { Intent, Section } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { dayAheadIn } from '../future-times.js';
import { daysAheadIn, windowAheadIn } from '../slots.js';
import { DATE, MONTH, monthOf } from '../time-words.js';
import { isOfCongress } from './congress.js';
import { kept } from './signal.js';
import { CHAIN } from './unsupported.js';

type CatalystType = Exclude<(typeof CATALYST_TYPES)[number], 'CONGRESS'>;

const WORDS: readonly (readonly [RegExp, CatalystType, string | null])[] = [
  [/\b(?:fomc|fed|federal reserve|interest rates?|rate (?:decision|cut|hike))\b/, 'MACRO', 'FOMC'],
  [/\b(?:cpi|inflation|consumer prices?)\b/, 'MACRO', 'Consumer Price'],
  [/\b(?:jobs report|payrolls?|employment|unemployment|nonfarm)\b/, 'MACRO', 'Employment'],
  [/\b(?:gdp)\b/, 'MACRO', 'GDP'],
  [/\b(?:macro\w*|econom(?:ic|y)|data (?:releases?|points?))\b|\bdata\b.*\b(?:out|due|released?)\b/, 'MACRO', null],
  [/\b(?:ipos?|going public|go public|new (?:listings?|stocks|issues)|initial public)\b/, 'IPO', null],
  [/\b(?:opex|option(?:s)? expir\w*|expir(?:y|ation)s?|witching)\b/, 'OPEX', null],
  [/\b(?:dividends?|ex-dividend|ex-dates?)\b/, 'DIVIDEND', null],
  [/\bsplits?\b/, 'SPLIT', null],
  [/\b(?:earnings|reports?|reporting|results)\b/, 'EARNINGS', null],
];
/** How sentences call the events of each type. */
const KINDS: Readonly<Record<CatalystType, string>> = {
  EARNINGS: 'estimated reports',
  IPO: 'IPOs',
  DIVIDEND: 'ex-dividend dates',
  SPLIT: 'splits',
  MACRO: 'economic releases',
  OPEX: 'option expiries',
};
/** What a day to come is asked for. */
const DATED = String.raw`(?:earnings|reports?|reporting|results|dividends?|ex-dividend|ex-dates?|splits?|ipos?|econom(?:ic|y)|macro\w*|data|events?|catalysts?|expir\w*)`;
/** Events of all companies by a calendar or a time to come. */
const OF_A_CALENDAR = new RegExp(
  `^(?!.*@).*(?:\\b${DATED}\\b.*\\b(?:calendars?|schedules?|(?:this|next|coming) (?:week|month)|today|tomorrow|(?:next|coming) \\w+ (?:days|weeks))\\b|\\b(?:calendars?|schedules?|(?:this|next|coming) (?:week|month)|today|tomorrow)(?:'s)?\\b.*\\b${DATED}\\b)`,
);
const OF_A_DAY = new RegExp(
  `\\b(?:earnings|reports?|reporting|results|events?|happen(?:s|ing)?|due|scheduled|calendar)\\b.*\\b(?:${MONTH} ${DATE}|${DATE} (?:of )?${MONTH}|\\d{4}-\\d{2}-\\d{2})\\b`,
);
/** What a price will do, which is no event. */
const FORECAST =
  /\b(?:higher|lower|(?:go|goes|going|be|head) (?:up|down)|rise|rally|climb|fall|drop|crash|gain|lose|outperform)\b/;
const WEEK = 7;
const LONGEST = 60;

interface Asked {
  readonly type: CatalystType | null;
  /** Parts of the titles of the events that are asked for; none for any. */
  readonly titles: readonly string[];
  /** Calendar days ahead that the question is about. */
  readonly days: number;
  readonly ticker: string | null;
  /** Days to come that the question names, since 1970-01-01; null if it names none or only how many. */
  readonly window: { readonly from: number; readonly to: number } | null;
  /** Whether the question limits the time. */
  readonly isLimited: boolean;
}

const OF_MONTH = new RegExp(String.raw`\b(?:in|during|for|this|coming|next) ${MONTH}\b(?! ?(?:\d|(?:the )?\d))`);

/** A month that is named without its year: this one, or the next of its name. */
function monthAhead({ plain, today }: Question): Asked['window'] {
  const month = monthOf(OF_MONTH.exec(plain)?.[1] ?? '-');
  if (month === 0) return null;
  const { year, month: current } = civilOf(today);
  const { from, to } = monthSpan(month < current ? year + 1 : year, month);
  return { from: Math.max(today, from), to };
}

/** A week or a month to come, or a day. */
function windowOf(question: Question): Asked['window'] {
  const day = dayAheadIn(question);
  return day === null ? (windowAheadIn(question) ?? monthAhead(question)) : { from: day, to: day };
}

/** For figures of a release, or for one that has been. */
const PAST_RELEASE = new RegExp(
  String.raw`\b(?:last|latest|previous|most recent)\b|\b(?:was|were|did|came in|reading|number|figure|value)\b|` +
    String.raw`\bwhat(?:'s| is| are) (?:the )?(?:current )?(?:us )?(?:fed(?:eral)? funds? rate|interest rates?|` +
    String.raw`inflation(?: rate)?|unemployment(?: rate)?|cpi)\b(?!.*\b(?:dates?|when|next|release[ds]?|due|out)\b)|` +
    String.raw`\bhow high\b`,
);
const DECISION = new RegExp(
  String.raw`\b(?:will|would|going to|likely|odds|probability|chances?|expected to)\b.*\b(?:cut|cuts|raise|hike|` +
    String.raw`lower|hold|pause)\b|\b(?:cuts?|hikes?|raise)\b.*\b(?:odds|probability|chances?|likely)\b`,
);

/** What of a question for economic releases their calendar does not tell. */
function untold({ plain, securities }: Question, { type }: Asked): readonly Line[] {
  if (type !== 'MACRO') return [];
  if (securities.length > 0)
    return [ofQuestion('How prices move on days of economic releases is not told; what follows are their dates.')];
  if (DECISION.test(plain))
    return [ofQuestion('No tool forecasts decisions on interest rates; what follows are their dates.')];
  return PAST_RELEASE.test(plain)
    ? [ofQuestion('Past releases and their figures are not stored; what follows are the dates of those to come.')]
    : [];
}

/** The next of each of several releases, in the order in which they come. */
const nextOfEach = (titles: readonly string[], events: readonly Event[]): readonly Event[] =>
  titles
    .flatMap((title) => events.find((event) => event.title.includes(title)) ?? [])
    .sort((one, other) => (one.date < other.date ? -1 : 1));

function askedOf(question: Question): Asked {
  const all = WORDS.filter(([pattern]) => pattern.test(question.plain));
  const [found] = all;
  const titles = all.flatMap(([, type, title]) => (type === found?.[1] && title !== null ? [title] : []));
  const ticker = question.securities.length === 1 ? (question.securities[0]?.key ?? null) : null;
  const window = windowOf(question);
  const given = daysAheadIn(question);
  const ahead = window === null ? given : window.to - question.today;
  const days = Math.max(1, Math.min(LONGEST, ahead ?? (found === undefined && ticker === null ? WEEK : LONGEST)));
  const isLimited = window !== null || given !== null;
  const type = found?.[1] ?? null;
  // Of the whole market, whoever is named.
  const isOfMarket = type === 'MACRO' || type === 'OPEX';
  return { type, titles, days, ticker: isOfMarket ? null : ticker, window, isLimited };
}

interface Event {
  readonly row: number;
  readonly line: Line;
  readonly title: string;
  readonly date: string;
  readonly importance: string;
}

function eventsOf(found: Found): readonly Event[] {
  return [...new Set(found.rows('catalysts.on'))].flatMap((row) => {
    const [on, title, ticker] = [
      found.date('catalysts.on', undefined, row),
      found.text('catalysts.title', undefined, row),
      found.text('catalysts.ticker', undefined, row),
    ];
    const [time, importance, estimate] = [
      found.text('catalysts.time', undefined, row),
      found.text('catalysts.importance', undefined, row),
      found.text('catalysts.estimate', undefined, row),
    ];
    if (on === undefined || title === undefined) return [];
    const who = ticker === undefined ? say`` : say`${ticker}: `;
    const at = time === undefined ? say`` : say` at ${time} New York time`;
    const article = ['macro', 'opex'].includes(found.text('catalysts.type', undefined, row)?.value ?? '') ? 'the ' : '';
    const line = say`${who}${article}${title} on ${on}${at}${estimate === undefined || title.value.includes('(estimate)') ? '' : ' (estimate)'}`;
    return [{ row, line, title: title.value, date: on.value, importance: importance?.value ?? 'low' }];
  });
}

const RANKS: Readonly<Record<string, number>> = { high: 0, medium: 1, low: 2 };

/** What is coming up. */
export const INTENT: Intent = {
  name: 'catalysts',
  signs: [
    [
      /\b(?:catalysts?|economic calendar|market calendar|what'?s (?:coming|ahead|next)|coming up|on the calendar|week ahead)\b/,
      3.4,
    ],
    [
      /\b(?:fomc|fed (?:meeting|decision|announcement|decide\w*)|(?:the )?fed\b|cpi|inflation|jobs report|payrolls?|employment (?:report|situation)|opex|options? expir\w*|triple witching|rate decision|interest rates?)\b/,
      4,
    ],
    [/\b(?:ipos?|going public|new listings?)\b(?!.*\b(?:readiness|ready|closest|nearest|candidates?)\b)/, 2.6],
    [
      /\b(?:upcoming|events?|next week|this week|tomorrow|next month|this month|who reports|which companies report|ex-dividend)\b/,
      1.4,
    ],
    // "Apple today" asks for its price.
    [
      /\btoday\b.*\b(?:earnings|report(?:s|ing)?|results|calendar|happen\w*|scheduled|due|announce\w*|releases?|expir\w*|dividends?|splits?)\b|\b(?:earnings|report(?:s|ing)?|results|calendar|happen\w*|scheduled|due|announce\w*|releases?|expir\w*|dividends?|splits?)\b.*\btoday\b/,
      1.4,
    ],
    [/\b(?:who|which (?:companies|stocks|names)|any(?:one|body)?) (?:is |are )?(?:reports?|reporting)\b/, 3],
    [
      /\b(?:stock )?splits? (?:coming|ahead|planned|announced|soon)\b|\b(?:upcoming|any|next|coming) (?:stock )?splits?\b/,
      3,
    ],
    [OF_A_CALENDAR, 3],
    [/\beconomic (?:releases?|data|reports?|events?)\b/, 4],
    [OF_A_DAY, 2.6],
  ],
  fits: (question) =>
    question.companies.length === 0 &&
    question.investors.length === 0 &&
    question.securities.length <= 1 &&
    !(question.securities.length === 1 && (FORECAST.test(question.plain) || CHAIN.test(question.plain))) &&
    !isOfCongress(question),
  plan: (question) => {
    const { type, days, ticker, window } = askedOf(question);
    const from = window === null ? null : isoDate(window.from);
    const read = type === null ? Math.max(days, 2 * WEEK) : LONGEST;
    return [{ tool: 'catalysts', input: { days: read, types: type === null ? null : [type], ticker, from } }];
  },
  write(question, found) {
    const asked = askedOf(question);
    const { type, titles, days, ticker, window, isLimited } = asked;
    const [read, today] = [found.number('catalysts.days'), found.date('catalysts.today')];
    if (read === undefined || today === undefined) return null;
    const start = window === null ? today.value : isoDate(window.from);
    const last = window === null ? isoDate((parseIsoDate(today.value) ?? 0) + days) : isoDate(window.to);
    const known = eventsOf(found).filter(
      (event) => event.date >= start && (titles.length === 0 || titles.some((title) => event.title.includes(title))),
    );
    const within = known.filter(({ date }) => date <= last);
    const later = known.filter((event) => !within.includes(event));
    const chosen =
      type === null
        ? [...within].sort(
            (one, other) => (RANKS[one.importance] ?? 2) - (RANKS[other.importance] ?? 2) || one.row - other.row,
          )
        : within;
    const kind = `${type === null ? 'events' : KINDS[type]}${ticker === null ? '' : ` of ${ticker}`}`;
    const [first, ...rest] = chosen;
    if (first === undefined)
      return nothingThen(asked, kind, later, say`${read} ${read.value === 1 ? 'day' : 'days'} from ${today}`);
    const isOne =
      titles.length > 0 || chosen.length === 1 || (window === null && /\b(?:next|when)\b/.test(question.plain));
    const notes = untold(question, asked);
    const isOnly = chosen.length === 1 && isLimited;
    const next = titles.length > 1 ? nextOfEach(titles, chosen) : [];
    const headline =
      next.length > 1
        ? say`The next ones are, in this order, ${listed(next.map(({ line }) => line))}.`
        : isOne
          ? say`${isOnly ? 'The only one then' : 'The next one'} is ${first.line}.`
          : say`${leadOf(asked, kind)} ${listed(chosen.slice(0, 2).map(({ line }) => line))}.`;
    const isAll = (found.number('catalysts.left')?.value ?? 0) === 0;
    const others = next.length > 1 ? chosen.filter((event) => !next.includes(event)) : isOne ? rest : chosen.slice(2);
    const none = !isAll || others.length > 0 ? NO_LINE : noOthers(asked, kind);
    return {
      headline,
      lines: kept([...lists(others, type === null ? 'Also' : 'After that'), none, ...laterLines(later, titles)]),
      coverage: notes.length === 0 ? 1 : 0.5,
      unread: notes,
    };
  },
};

function leadOf({ type, isLimited }: Asked, kind: string): string {
  if (type === null)
    return isLimited ? 'The most important events of that time are' : 'The most important coming events are';
  return isLimited ? `The ${kind} of that time are` : `The next ${kind} are`;
}

/** An answer where no event is known for the time: the next one after it, if there is one. `read`: days read. */
function nothingThen({ titles, isLimited }: Asked, kind: string, later: readonly Event[], read: Line): Section {
  const [next, ...rest] = later;
  const of = titles.length === 0 ? '' : ' of this release';
  const calendar = say`The calendar was read for ${read}.`;
  return next === undefined
    ? {
        headline: say`No ${kind}${of} are known ${isLimited ? 'for that time' : 'for the coming weeks'}.`,
        lines: [calendar],
        coverage: 0.7,
      }
    : {
        headline: say`None of the ${kind} is that soon: the next one is ${next.line}.`,
        lines: kept([...lists(rest, 'After that'), calendar]),
        coverage: 0.9,
      };
}

const noOthers = ({ titles, isLimited }: Asked, kind: string): Line =>
  titles.length > 0
    ? say`No other one of this release is in the calendar ${isLimited ? 'of that time' : 'of the coming weeks'}.`
    : say`No others of the ${kind} are known${isLimited ? ' for that time' : ' for the coming weeks'}.`;

/** The next events after the time that was asked for. */
const laterLines = (later: readonly Event[], titles: readonly string[]): readonly Line[] =>
  titles.length === 0 ? lists(later.slice(0, 4), 'After that time') : [];

/** Up to eight events in sentences of four. */
function lists(events: readonly Event[], lead: string): readonly Line[] {
  const parts = [events.slice(0, 4), events.slice(4, 8)].filter(({ length }) => length > 0);
  return [
    ...parts.map((part, index) => say`${index === 0 ? lead : 'Then'}: ${listed(part.map(({ line }) => line))}.`),
    events.length > 8 ? say`The calendar has more of them.` : NO_LINE,
  ];
}
