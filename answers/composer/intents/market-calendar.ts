import { dayOf, isoDate, weekdayOf } from '../../../calendar/days.js';
import type { DateFact, TextFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { dayNamedIn, yearNamedIn } from '../named-days.js';
import type { Question } from '../question.js';
import { WEEKDAYS } from '../time-words.js';
import { kept } from './signal.js';

/** What asks for the list of holidays, or for the next one. */
const LIST =
  /\b(?:markets?|trading|exchanges?|stocks?|nyse|nasdaq|wall street|upcoming|next|coming|bank) (?:markets? )?holidays?\b|\bholidays?\b.*\b(?:markets?|exchanges?|trading|nyse|nasdaq|stocks?)\b|\bearly clos(?:e|es|ings?)\b|\bclos(?:e|es) early\b|\bhalf[- ](?:trading )?days?\b|\b(?:days?|when)\b.*\b(?:markets? (?:is|are|be)|(?:is|are) (?:the )?(?:stock )?markets?) closed\b/;
const EARLY = /\bearly\b|\bhalf[- ]/;
/** What asks for the hours of the market on a day. */
const HOURS =
  /\b(?:open|opens|opened|closed?|closes|closing|hours|trading|trades?|holidays?|sessions?|half[- ]day|early)\b/;
const OF_MARKET = /\b(?:markets?|exchanges?|nyse|nasdaq|wall street|trading|stocks trade|holidays?|sessions?)\b/;
/** What asks how prices moved, or at what price they closed. */
const OF_PRICES =
  /\b(?:higher|lower|up|down|green|red|above|below|rall(?:y|ied)|crash\w*|drop\w*|fall|fell|rise|rose|gain\w*|los[et]\w*|mov(?:e|ed|es)|perform\w*|worth|points?|winners?|losers?|prices?|volume|signals?|scores?|earnings|reports?|(?:close[ds]?|open(?:ed|s)?) at(?! what time))\b|\bhow (?:did|was|were|will|has|is)\b|\b(?:which|what) stocks\b/;

/** Days of which the graph knows the sessions. */
const [FIRST_DAY, LAST_DAY] = [dayOf(1990, 1, 2), dayOf(2099, 12, 30)];

/** The day whose hours a question asks for; null if it asks for none. */
function dayAsked(question: Question): number | null {
  const { plain, today } = question;
  if (!HOURS.test(plain) || !OF_MARKET.test(plain) || OF_PRICES.test(plain)) return null;
  const day = /\bwhy\b.*\bclosed\b(?!.*\b(?:on|yesterday)\b)/.test(plain) ? today : dayNamedIn(question);
  return day !== null && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

interface Told {
  readonly on: DateFact;
  readonly name: TextFact;
  /** Time of the early close; undefined if there is no session. */
  readonly at: TextFact | undefined;
}

const holidaysIn = (found: Found): readonly Told[] =>
  found.rows('market_calendar.on').flatMap((row) => {
    const [on, name, at] = [
      found.date('market_calendar.on', undefined, row),
      found.text('market_calendar.name', undefined, row),
      found.text('market_calendar.early_close_at', undefined, row),
    ];
    return on === undefined || name === undefined ? [] : [{ on, name, at }];
  });

/** Whether the market has a session on a day, and when. */
function dayLine(day: number, question: Question, found: Found, holidays: readonly Told[]): Line {
  const [session, opensAt, closesAt] = [
    found.date('market_calendar.session_on'),
    found.text('market_calendar.opens_at'),
    found.text('market_calendar.closes_at'),
  ];
  if (session === undefined || opensAt === undefined || closesAt === undefined) return NO_LINE;
  const isPast = day < question.today;
  const [opens, closes, is] = isPast ? ['opened', 'closed', 'was'] : ['opens', 'closes', 'is'];
  const holiday = holidays.find(({ on }) => on.value === isoDate(day));
  if (session.value === isoDate(day))
    return holiday === undefined
      ? say`The US stock market ${opens} on ${session} at ${opensAt} and ${closes} at ${closesAt} New York time.`
      : say`The US stock market ${closes} early on ${session}, at ${closesAt} New York time (${holiday.name}); it ${opens} at ${opensAt}.`;
  const next = say`it ${opens} next on ${session} at ${opensAt} New York time`;
  if (holiday !== undefined)
    return say`The US stock market ${is} closed on ${holiday.on} for ${holiday.name}; ${next}.`;
  const beside = holidays.find(
    ({ on, at }) => at === undefined && [isoDate(day - 1), isoDate(day + 1)].includes(on.value),
  );
  const weekday = WEEKDAYS[weekdayOf(day)] ?? '';
  const observed = beside === undefined ? NO_LINE : say`, and ${is} closed on ${beside.on} for ${beside.name}`;
  return say`The US stock market ${isPast ? 'had' : 'has'} no session on that day, a ${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}${observed}: ${next}.`;
}

const closedOn = ({ on, name }: Told): Line => say`${name} on ${on}`;
const earlyOn = ({ on, name, at }: Told): Line =>
  at === undefined ? say`${name} on ${on}` : say`${on} at ${at} (${name})`;

/** Holidays, and early closes. */
function listLines(holidays: readonly Told[]): readonly [closed: Line, early: Line] {
  const closed = holidays.filter(({ at }) => at === undefined);
  const early = holidays.filter(({ at }) => at !== undefined);
  return [
    closed.length === 0 ? NO_LINE : say`The US stock market is closed for ${listed(closed.map(closedOn))}.`,
    early.length === 0 ? NO_LINE : say`It closes early, by New York time, on ${listed(early.map(earlyOn))}.`,
  ];
}

/** The next holiday or early close. */
function nextLine({ plain }: Question, holidays: readonly Told[]): Line {
  const [closed, early] = [holidays.find(({ at }) => at === undefined), holidays.find(({ at }) => at !== undefined)];
  if (EARLY.test(plain) && early?.at !== undefined)
    return say`The next early close of the US stock market is on ${early.on}, at ${early.at} New York time (${early.name}).`;
  return closed === undefined ? NO_LINE : say`The next holiday of the US stock market is ${closedOn(closed)}.`;
}

/** When the market has sessions: of a day, or its holidays and early closes. */
export const INTENT: Intent = {
  name: 'market-calendar',
  signs: [
    [LIST, 10],
    [HOURS, 10],
  ],
  fits: (question) =>
    question.companies.length === 0 &&
    question.investors.length === 0 &&
    question.securities.length === 0 &&
    (dayAsked(question) !== null || (LIST.test(question.plain) && !OF_PRICES.test(question.plain))),
  plan(question) {
    const day = dayAsked(question);
    const year = yearNamedIn(question);
    if (day !== null) return [{ tool: 'market_calendar', input: { from: isoDate(day), first: 6 } }];
    return [
      {
        tool: 'market_calendar',
        input: { from: year === null ? null : `${year}-01-01`, first: year === null ? 12 : 20 },
      },
    ];
  },
  write(question, found) {
    const day = dayAsked(question);
    const holidays = holidaysIn(found);
    if (day !== null) {
      const headline = dayLine(day, question, found, holidays);
      const beyond = holidays.filter(({ on }) => on.value > isoDate(day + 1));
      return headline.text === '' ? null : { headline, lines: kept(listLines(beyond)), coverage: 1 };
    }
    const year = yearNamedIn(question);
    const own = holidays.filter(({ on }) => year === null || on.value.startsWith(String(year)));
    const lists = kept(EARLY.test(question.plain) ? listLines(own).toReversed() : listLines(own));
    const [headline, ...lines] = year === null ? kept([nextLine(question, own), ...lists]) : lists;
    return headline === undefined ? null : { headline, lines, coverage: 1 };
  },
};
