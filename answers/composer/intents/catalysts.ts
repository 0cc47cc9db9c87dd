import { CATALYST_TYPES } from '../../tools/catalysts.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { daysAheadIn } from '../slots.js';
import { capitalised } from '../words.js';
import { kept } from './signal.js';

type CatalystType = (typeof CATALYST_TYPES)[number];

const WORDS: readonly (readonly [RegExp, readonly CatalystType[], string | null])[] = [
  [/\b(?:fomc|fed|federal reserve|interest rates?|rate (?:decision|cut|hike))\b/, ['MACRO'], 'FOMC'],
  [/\b(?:cpi|inflation|consumer prices?)\b/, ['MACRO'], 'Consumer Price'],
  [/\b(?:jobs report|payrolls?|employment|unemployment|nonfarm)\b/, ['MACRO'], 'Employment'],
  [/\b(?:gdp)\b/, ['MACRO'], 'GDP'],
  [/\b(?:macro|economic (?:calendar|data|releases?))\b/, ['MACRO'], null],
  [/\b(?:congress\w*|senat\w*|representatives?|politicians?|lawmakers?|pelosi)\b/, ['CONGRESS'], null],
  [/\b(?:ipos?|going public|go public|new listings?|initial public)\b/, ['IPO'], null],
  [/\b(?:opex|option(?:s)? expir\w*|expir(?:y|ation)s?|witching)\b/, ['OPEX'], null],
  [/\b(?:dividends?|ex-dividend|ex-dates?)\b/, ['DIVIDEND'], null],
  [/\bsplits?\b/, ['SPLIT'], null],
  [/\b(?:earnings|reports?|reporting|results)\b/, ['EARNINGS'], null],
];
const WINDOW = 21;
const LONGEST = 60;

interface Asked {
  readonly types: readonly CatalystType[] | null;
  readonly title: string | null;
  readonly days: number;
  readonly ticker: string | null;
}

function askedOf(question: Question): Asked {
  const found = WORDS.find(([pattern]) => pattern.test(question.plain));
  const ticker = question.securities.length === 1 ? (question.securities[0]?.key ?? null) : null;
  const days = daysAheadIn(question) ?? (found === undefined ? 7 : found[2] === null ? WINDOW : LONGEST);
  return { types: found?.[1] ?? null, title: found?.[2] ?? null, days: ticker === null ? days : LONGEST, ticker };
}

interface Event {
  readonly row: number;
  readonly line: Line;
  readonly title: string;
  readonly isAhead: boolean;
  readonly importance: string;
}

function eventsOf(found: Found): readonly Event[] {
  const today = found.date('catalysts.today')?.value ?? '';
  return [...new Set(found.rows('catalysts.on'))].flatMap((row) => {
    const [on, title, ticker, type] = [found.date('catalysts.on', undefined, row), found.text('catalysts.title', undefined, row), found.text('catalysts.ticker', undefined, row), found.text('catalysts.type', undefined, row)];
    const [time, importance, estimate] = [found.text('catalysts.time', undefined, row), found.text('catalysts.importance', undefined, row), found.text('catalysts.estimate', undefined, row)];
    if (on === undefined || title === undefined || type === undefined) return [];
    const who = ticker === undefined ? say`` : say`${ticker}: `;
    const at = time === undefined ? say`` : say` at ${time} New York time`;
    const line = say`${who}${title} on ${on}${at}${estimate === undefined ? '' : ' (estimate)'}`;
    return [{ row, line, title: title.value, isAhead: on.value >= today, importance: importance?.value ?? 'low' }];
  });
}

const RANKS: Readonly<Record<string, number>> = { high: 0, medium: 1, low: 2 };

/** What is coming up. */
export const INTENT: Intent = {
  name: 'catalysts',
  signs: [
    [/\b(?:catalysts?|economic calendar|market calendar|what'?s (?:coming|ahead|next)|coming up|on the calendar|week ahead)\b/, 3.4],
    [/\b(?:fomc|fed (?:meeting|decision|announcement|decide\w*)|(?:the )?fed\b|cpi|inflation|jobs report|payrolls?|employment (?:report|situation)|opex|options? expir\w*|triple witching|rate decision|interest rates?)\b/, 4],
    [/\b(?:congress\w*|senators?|politicians?|lawmakers?)\b/, 4],
    [/\b(?:ipos?|going public|new listings?)\b(?!.*\b(?:readiness|ready|closest|nearest|candidates?)\b)/, 2.6],
    [/\b(?:upcoming|events?|next week|this week|today|tomorrow|next month|who reports|which companies report|ex-dividend)\b/, 1.4],
    [/\b(?:who|which (?:companies|stocks|names)|any(?:one|body)?) (?:is |are )?(?:reports?|reporting)\b/, 3],
  ],
  fits: ({ companies, investors }) => companies.length === 0 && investors.length === 0,
  plan: (question) => {
    const { types, days, ticker } = askedOf(question);
    return [{ tool: 'catalysts', input: { days, types, ticker } }];
  },
  write(question, found) {
    const asked = askedOf(question);
    const [days, count] = [found.number('catalysts.days'), found.number('catalysts.count')];
    if (days === undefined || count === undefined) return null;
    const isPast = asked.types?.includes('CONGRESS') === true;
    const all = eventsOf(found).filter(({ title, isAhead }) => (isPast || isAhead) && (asked.title === null || title.includes(asked.title)));
    const chosen = asked.types === null ? [...all].sort((one, other) => (RANKS[one.importance] ?? 2) - (RANKS[other.importance] ?? 2) || one.row - other.row) : isPast ? [...all].reverse() : all;
    const [first, ...rest] = chosen;
    const where = asked.ticker === null ? '' : ` of ${asked.ticker}`;
    if (first === undefined) return { headline: say`Nothing of that kind${where} is known for the next ${days} days.`, lines: [], coverage: 0.7 };
    const named = asked.title !== null;
    const headline = named || chosen.length === 1 ? say`The next one is ${first.line}.` : isPast ? say`The newest disclosed trades of members of Congress are ${listed(chosen.slice(0, 2).map(({ line }) => line))}.` : say`The first of the next ${days} days${where === '' ? ' that matter most' : where} are ${listed(chosen.slice(0, 2).map(({ line }) => line))}.`;
    const shown = (named || chosen.length === 1 ? rest : chosen.slice(2)).slice(0, 8);
    const lines = [
      say`${count} events of ${asked.types === null ? 'all kinds' : 'that kind'} are known for the ${days} days of the window.`,
      ...(shown.length === 0 ? [NO_LINE] : [say`${named ? 'After it comes' : 'Also'} ${listed(shown.slice(0, 4).map(({ line }) => line))}.`]),
      ...(shown.length <= 4 ? [NO_LINE] : [say`${capitalised('then')} ${listed(shown.slice(4).map(({ line }) => line))}.`]),
    ];
    return { headline, lines: kept(lines), coverage: 1 };
  },
};
