import { isoDate, parseIsoDate } from '../../../calendar/days.js';
import type { CATALYST_TYPES } from '../../tools/catalysts.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { daysAheadIn, windowAheadIn } from '../slots.js';

type CatalystType = (typeof CATALYST_TYPES)[number];

const WORDS: readonly (readonly [RegExp, CatalystType, string | null])[] = [
  [/\b(?:fomc|fed|federal reserve|interest rates?|rate (?:decision|cut|hike))\b/, 'MACRO', 'FOMC'],
  [/\b(?:cpi|inflation|consumer prices?)\b/, 'MACRO', 'Consumer Price'],
  [/\b(?:jobs report|payrolls?|employment|unemployment|nonfarm)\b/, 'MACRO', 'Employment'],
  [/\b(?:gdp)\b/, 'MACRO', 'GDP'],
  [/\b(?:macro|economic (?:calendar|data|releases?))\b/, 'MACRO', null],
  [/\b(?:congress\w*|senat\w*|representatives?|politicians?|lawmakers?|pelosi)\b/, 'CONGRESS', null],
  [/\b(?:ipos?|going public|go public|new listings?|initial public)\b/, 'IPO', null],
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
  CONGRESS: 'disclosed trades of members of Congress',
};
const WEEK = 7;
const LONGEST = 60;

interface Asked {
  readonly type: CatalystType | null;
  /** Part of the title of the event that is asked for. */
  readonly title: string | null;
  /** Calendar days ahead that the question is about. */
  readonly days: number;
  readonly ticker: string | null;
}

function askedOf(question: Question): Asked {
  const found = WORDS.find(([pattern]) => pattern.test(question.plain));
  const ticker = question.securities.length === 1 ? (question.securities[0]?.key ?? null) : null;
  const days = daysAheadIn(question) ?? (found === undefined && ticker === null ? WEEK : LONGEST);
  return { type: found?.[1] ?? null, title: found?.[2] ?? null, days, ticker };
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
    const line = say`${who}${title} on ${on}${at}${estimate === undefined || title.value.includes('(estimate)') ? '' : ' (estimate)'}`;
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
    [/\b(?:congress\w*|senators?|politicians?|lawmakers?)\b/, 4],
    [/\b(?:ipos?|going public|new listings?)\b(?!.*\b(?:readiness|ready|closest|nearest|candidates?)\b)/, 2.6],
    [
      /\b(?:upcoming|events?|next week|this week|today|tomorrow|next month|who reports|which companies report|ex-dividend)\b/,
      1.4,
    ],
    [/\b(?:who|which (?:companies|stocks|names)|any(?:one|body)?) (?:is |are )?(?:reports?|reporting)\b/, 3],
  ],
  fits: ({ companies, investors, securities }) =>
    companies.length === 0 && investors.length === 0 && securities.length <= 1,
  plan: (question) => {
    const { type, days, ticker } = askedOf(question);
    return [
      {
        tool: 'catalysts',
        input: { days: type === null ? days : LONGEST, types: type === null ? null : [type], ticker },
      },
    ];
  },
  write(question, found) {
    const { type, title, days, ticker } = askedOf(question);
    const [count, today] = [found.number('catalysts.count'), found.date('catalysts.today')];
    if (count === undefined || today === undefined) return null;
    const isPast = type === 'CONGRESS';
    const window = windowAheadIn(question);
    const start = window === null ? today.value : isoDate(window.from);
    const last = window === null ? isoDate((parseIsoDate(today.value) ?? 0) + days) : isoDate(window.to);
    const known = eventsOf(found).filter(
      (event) => (isPast || event.date >= start) && (title === null || event.title.includes(title)),
    );
    const within = known.filter(({ date }) => isPast || date <= last);
    const chosen =
      type === null
        ? [...within].sort(
            (one, other) => (RANKS[one.importance] ?? 2) - (RANKS[other.importance] ?? 2) || one.row - other.row,
          )
        : isPast
          ? [...known].reverse()
          : within;
    const kind = type === null ? 'events' : KINDS[type];
    const of = ticker === null ? '' : ` of ${ticker}`;
    const [first, ...rest] = chosen;
    const [later] = known;
    if (first === undefined)
      return later === undefined
        ? {
            headline: say`No ${kind}${of} are known for the coming days.`,
            lines: [say`Of the ${count} events of that kind that are stored, none is after ${today}.`],
            coverage: 0.7,
          }
        : {
            headline: say`None of the ${kind}${of} is that soon: the next one is ${later.line}.`,
            lines: restLines(known.slice(1), kind, title),
            coverage: 0.9,
          };
    const isOne =
      title !== null || chosen.length === 1 || (window === null && /\b(?:next|when)\b/.test(question.plain));
    const lead =
      type === null
        ? window === null
          ? 'The most important coming events are'
          : 'The most important events of that time are'
        : isPast
          ? 'The newest disclosed trades of members of Congress are'
          : window === null
            ? `The next ${kind}${of} are`
            : `The ${kind}${of} of that time are`;
    const headline = isOne
      ? say`${chosen.length === 1 && window !== null ? 'The only one then' : 'The next one'} is ${first.line}.`
      : say`${lead} ${listed(chosen.slice(0, 2).map(({ line }) => line))}.`;
    return { headline, lines: restLines(isOne ? rest : chosen.slice(2), kind, title), coverage: 1 };
  },
};

/** What comes after the events of the headline; with a title, only events of it were looked for. */
function restLines(events: readonly Event[], kind: string, title: string | null): readonly Line[] {
  const shown = events.slice(0, 8);
  if (shown.length === 0)
    return [
      title === null
        ? say`No others of the ${kind} are known.`
        : say`No later one of this release is in the calendar of the coming weeks.`,
    ];
  const parts = [shown.slice(0, 4), shown.slice(4)].filter(({ length }) => length > 0);
  return parts.map(
    (part, index) => say`${index === 0 ? 'After that' : 'Then'}: ${listed(part.map(({ line }) => line))}.`,
  );
}
