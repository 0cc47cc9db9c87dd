import { civilOf, dayOf, isoDate, parseIsoDate } from '../../../calendar/days.js';
import type { MarketCalendarInput } from '../../tools/market-calendar.js';
import type { DateFact, TextFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import { OTHER_MARKETS } from '../list-words.js';
import { daysNamedIn, periodNamedIn } from '../named-days.js';
import type { Question } from '../question.js';
import { kept } from './signal.js';

/** What asks for the list of holidays, or for one of them. */
const LIST = new RegExp(
  [
    String.raw`\b(?:markets?|trading|exchanges?|stocks?|nyse|nasdaq|wall street|upcoming|next|coming|last|bank) (?:markets? )?holidays?\b`,
    String.raw`\bholidays?\b.*\b(?:markets?|exchanges?|trading|nyse|nasdaq|stocks?)\b`,
    String.raw`\bearly clos(?:e|es|ings?)\b|\bclos(?:e|es|ed) early\b|\bhalf[- ](?:trading )?days?\b`,
    String.raw`\b(?:days?|when)\b.*\b(?:markets? (?:is|are|be)|(?:is|are) (?:the )?(?:us |stock )*markets?) closed\b`,
  ].join('|'),
);
const EARLY = /\bearly\b|\bhalf[- ]/;
const LAST = /\b(?:last|previous|latest|most recent) (?:\w+ ){0,2}(?:holidays?|half[- ]days?|early)\b|\bearly last\b/;
/** What asks for the hours of the market on a day. */
const HOURS =
  /\b(?:open|opens|opened|re-?opens?|closed?|closes|closing|hours|trading|trades?|holidays?|sessions?|half[- ]day|early)\b/;
const OF_MARKET =
  /\b(?:markets?|exchanges?|nyse|nasdaq|wall street|trading|stocks trade|(?:i|we|you) trade|holidays?|sessions?)\b/;
/** What asks how prices moved or where they closed, or for something else of a day. */
const OTHER = new RegExp(
  [
    String.raw`\b(?:higher|lower|up|down|green|red|above|below|rall(?:y|ied)|crash\w*|drop\w*|fall|fell|rise|rose|gain\w*)\b`,
    String.raw`\b(?:los[et]\w*|mov(?:e|ed|es)|perform\w*|worth|points?|winners?|losers?|prices?|volume|signals?|scores?)\b`,
    String.raw`\b(?:earnings|reports?|news|halts?|costs?|effects?|spending|happy|(?:close[ds]?|open(?:ed|s)?) at(?! \d))\b`,
    String.raw`\bhow (?:did|was|were|will|has|is)\b|\b(?:which|what) (?:stocks|happen\w*)\b|\bwhere\b|\bmarket's close\b`,
    String.raw`\bhow (?:long|many (?:\w+ )?(?:days|sessions|hours|weeks|minutes)\b.*\b(?:until|till|to|left|before))\b`,
  ].join('|'),
);
/** Days and years of which the graph knows the sessions. */
const [FIRST_DAY, LAST_DAY] = [dayOf(1990, 1, 2), dayOf(2099, 12, 31)];
const [FIRST_YEAR, LAST_YEAR] = [1990, 2099];
const MOST_DAYS = 3;
const YEAR_DAYS = 360;

/** Days whose hours a question asks for, in its order; none if it asks for none, or names days that are not read. */
function daysAsked(question: Question): readonly number[] {
  const { plain } = question;
  if (!HOURS.test(plain) || !OF_MARKET.test(plain)) return [];
  const { days, isWhole } = daysNamedIn(question);
  const isKnown = days.every((day) => day >= FIRST_DAY && day <= LAST_DAY);
  const isNear = Math.max(...days) - Math.min(...days) <= YEAR_DAYS;
  // The state of the market now is of today alone.
  const isNow = days.length === 1 && days[0] === question.today && !/\bholiday\b|\bwhy\b|\bweekends?\b|\d/.test(plain);
  return isWhole && isKnown && isNear && !isNow && days.length <= MOST_DAYS ? days : [];
}

/** The list of holidays that a question asks for; null if it asks for none that is known. */
function listAsked(question: Question): MarketCalendarInput | null {
  const { plain, today } = question;
  if (!LIST.test(plain)) return null;
  const { days, isWhole } = daysNamedIn(question);
  const { years, months } = periodNamedIn(question);
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) {
    const isRead = days.length === 0 && (isWhole || months.length > 0);
    if (LAST.test(plain)) return { days: [], from: isoDate(today - 400), first: 30 };
    return isRead ? { days: [], from: null, first: 13 } : null;
  }
  if (first < FIRST_YEAR || last > LAST_YEAR || last - first > 2) return null;
  const isRest = first === civilOf(today).year && /\b(?:remaining|left|rest|still|upcoming|coming)\b/.test(plain);
  return { days: [], from: isRest ? null : `${first}-01-01`, first: 16 * (last - first + 1) };
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
function dayLine(row: number, question: Question, found: Found, holidays: readonly Told[]): Line {
  const key = (name: string): string => `market_calendar.${name}`;
  const [asked, session] = [found.date(key('asked'), undefined, row), found.date(key('session_on'), undefined, row)];
  const [weekday, opensAt, closesAt] = ['weekday', 'opens_at', 'closes_at'].map((name) =>
    found.text(key(name), undefined, row),
  );
  if (asked === undefined || session === undefined) return NO_LINE;
  const today = isoDate(question.today);
  const isPast = asked.value < today;
  const [closes, is, has] = isPast ? ['closed', 'was', 'had'] : ['closes', 'is', 'has'];
  const opens = session.value < today ? 'opened' : 'opens';
  const holiday = holidays.find(({ on }) => on.value === asked.value);
  const at = say`${weekday ?? ''}, ${session}, at`;
  if (session.value === asked.value && holiday === undefined)
    return say`The US stock market ${opens} on ${at} ${opensAt ?? ''} and ${closes} at ${closesAt ?? ''} New York time.`;
  const opening = say`it ${opens} at ${opensAt ?? ''}`;
  if (session.value === asked.value)
    return say`The US stock market ${closes} early on ${at} ${closesAt ?? ''} New York time (${holiday?.name ?? ''}); ${opening}.`;
  const next = say`it ${opens} next on ${session} at ${opensAt ?? ''} New York time`;
  if (holiday !== undefined)
    return say`The US stock market ${is} closed on ${weekday ?? ''}, ${asked} (${holiday.name}); ${next}.`;
  const day = parseIsoDate(asked.value) ?? 0;
  const near = [isoDate(day - 1), isoDate(day + 1)];
  const observed = holidays.find(({ on, at }) => at === undefined && near.includes(on.value));
  const closed = observed === undefined ? NO_LINE : say`, and ${is} closed on ${observed.on} for ${observed.name}`;
  return say`The US stock market ${has} no session on ${weekday ?? ''}, ${asked}${closed}; ${next}.`;
}

const closedOn = ({ on, name }: Told): Line => say`${name} on ${on}`;
const earlyOn = ({ on, name, at }: Told): Line =>
  at === undefined ? closedOn({ on, name, at }) : say`${on} at ${at} (${name})`;

/** Holidays, and early closes. */
function listLines(holidays: readonly Told[], after = ''): readonly [closed: Line, early: Line] {
  const closed = holidays.filter(({ at }) => at === undefined);
  const early = holidays.filter(({ at }) => at !== undefined);
  return [
    closed.length === 0 ? NO_LINE : say`Holidays of the US stock market${after}: ${listed(closed.map(closedOn))}.`,
    early.length === 0
      ? NO_LINE
      : say`Early closes of the US stock market${after}, by New York time: ${listed(early.map(earlyOn))}.`,
  ];
}

/** The next, or the last, holiday or early close. */
function nearestLine({ plain }: Question, holidays: readonly Told[], isLast: boolean): Line {
  const isEarly = EARLY.test(plain);
  const found = holidays.filter(({ at }) => (at !== undefined) === isEarly).at(isLast ? -1 : 0);
  const which = isLast ? 'last' : 'next';
  const is = isLast ? 'was' : 'is';
  if (found === undefined) return NO_LINE;
  return found.at === undefined
    ? say`The ${which} holiday of the US stock market ${is} ${closedOn(found)}.`
    : say`The ${which} early close of the US stock market ${is} on ${found.on}, at ${found.at} New York time (${found.name}).`;
}

const NOT_COUNTED = ofQuestion('The question asks for a number; the days are listed and not counted.');

/** When the market has sessions: of days, or its holidays and early closes. */
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
    !OTHER.test(question.plain) &&
    !OTHER_MARKETS.test(question.plain) &&
    (daysAsked(question).length > 0 || listAsked(question) !== null),
  plan(question) {
    const days = daysAsked(question);
    const list = listAsked(question);
    if (days.length > 0)
      return [{ tool: 'market_calendar', input: { days: days.map(isoDate), from: null, first: 12 } }];
    return list === null ? [] : [{ tool: 'market_calendar', input: list }];
  },
  write(question, found) {
    const { plain } = question;
    const today = isoDate(question.today);
    const holidays = holidaysIn(found);
    const days = daysAsked(question);
    if (days.length > 0) {
      const [headline, ...others] = kept(days.map((_, row) => dayLine(row, question, found, holidays)));
      const last = days.map(isoDate).sort().at(-1) ?? today;
      const beyond = holidays.filter(({ on }) => on.value > last).slice(0, 4);
      const lists = listLines(beyond, ' after it');
      return headline === undefined ? null : { headline, lines: kept([...others, ...lists]), coverage: 1 };
    }
    const { years, months } = periodNamedIn(question);
    const isLast = years.length === 0 && LAST.test(plain);
    const ofYears = holidays.filter(
      ({ on: { value } }) =>
        (years.length === 0 || years.includes(Number(value.slice(0, 4)))) && (!isLast || value < today),
    );
    const own = ofYears.filter(
      ({ on: { value } }) => months.length === 0 || months.includes(Number(value.slice(5, 7))),
    );
    const others = ofYears.filter((each) => !own.includes(each));
    const isOfPeriod = years.length + months.length > 0;
    const lists = kept(EARLY.test(plain) ? listLines(own).toReversed() : listLines(own));
    const none = say`The US stock market has no holiday or early close in this time.`;
    const nearest = nearestLine(question, own, isLast);
    const [headline, ...lines] = isLast
      ? [nearest, ...listLines(own.slice(-4))]
      : isOfPeriod
        ? lists
        : kept([nearest, ...lists]);
    return {
      headline: headline ?? none,
      lines: kept([...lines, ...listLines(others, ' in other months')]),
      coverage: 1,
      ...(/\bhow many\b/.test(plain) ? { unread: [NOT_COUNTED] } : {}),
    };
  },
};
