import { isoDate } from '../../../calendar/days.js';
import { isSession, previousSession } from '../../../calendar/nyse.js';
import type { SectorRankingInput } from '../../tools/sector-ranking.js';
import type { NumberFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { namesTime, periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { listSizeIn, sectorsIn } from '../slots.js';
import { kept } from './signal.js';

const ASKED = new RegExp(
  [
    String.raw`\b(?:which|what|best|worst|top|bottom|strongest|weakest|hottest|leading|lagging)(?:[ -]\w+){0,3} sectors?\b`,
    String.raw`\bsectors?\b.*\b(?:best|worst|strong(?:er|est)?|weak(?:er|est)?|hot(?:test)?|lead(?:s|ing|ers?)?)\b`,
    String.raw`\bsectors?\b.*\b(?:lag(?:s|ging|gards?)?|outperform\w*|underperform\w*|ahead|behind|rank(?:ed|ing)?)\b`,
    String.raw`\b(?:rank|compare|list)\b.*\bsectors?\b`,
    String.raw`\bsector (?:performances?|rankings?|leaders?|laggards?|returns?|rotation|strength|scores?|moves?|heat ?map)\b`,
    String.raw`\b(?:vs\.?|versus|or)\b.*\bsectors?\b`,
    String.raw`\bhow (?:are|did|do|have) (?:the |all (?:the )?)?sectors\b`,
  ].join('|'),
);
/** Conditions and measures that this kind does not read, and lists of names within sectors. */
const FURTHER = new RegExp(
  String.raw`\b(?:stocks?|names?|shares?|tickers?|etfs?|funds?|securities|compan(?:y|ies)|private|startups?|investors?|` +
    String.raw`news|insiders?|analysts?|earnings|dividends?|yields?|portfolio|holdings?|congress|volume|volatil\w+|` +
    String.raw`risk\w*|cheap\w*|expensive|p\/?e|valuations?|rsi|oversold|overbought|averages?|caps?|above|below|than|` +
    String.raw`but|not|except|without|each|every|per|picks?|ideas?|industr(?:y|ies)|buys|sells|owned|owns|exposure|` +
    String.raw`exposed|weights?|belongs?|next|tomorrow|will)\b`,
);
const MOVED = new RegExp(
  String.raw`\b(?:perform\w*|outperform\w*|underperform\w*|returns?|returned|gain(?:s|ed|ing|ers?)?|lost|losing|losers?|` +
    String.raw`lose|loss|fell|fall(?:en|ing)?|rose|ris(?:en|ing)|up|down|move[sd]?|moving|movers?|dropped|rallied|did|` +
    String.raw`do(?! (?:you|they))|done|doing|heat ?map|rotation|today)\b`,
);
const LOW =
  /\b(?:worst|weak(?:er|est)?|bottom|lagg?\w*|los(?:t|es|ing|ers?)|lose|fell|fall(?:en|ing)?|down|dropped|underperform\w*|behind|lowest)\b/;
const HIGH = /\b(?:best|strong(?:er|est)?|top|lead\w*|gain\w*|rose|up|outperform\w*|highest|ahead|hottest)\b/;
export const FACTORS: readonly (readonly [SectorRankingInput['measure'], RegExp, string])[] = [
  ['TECHNICAL', /\btechnicals?\b/, 'technical factor'],
  ['MOMENTUM', /\bmomentum\b/, 'momentum'],
  ['FUNDAMENTALS', /\bfundamentals?\b/, 'fundamentals'],
];
const SHOWN = 3;
/** "Which sector", "the best sector": one is asked for. */
const ONE = /\bsector\b(?! (?:performances?|rankings?|leaders|laggards|returns|rotation|scores|moves|heat ?map))/;

/** "Is technology the best sector?": of one beside all others. */
const PLACED = /\b(?:best|worst|strongest|weakest|hottest|leading|lagging|top) sector\b/;

/** "The sectors", taken for a name. */
const GROUPS = /^(?:in )?(?:the |all |each |every )*sectors?$/i;

export const namesNobody = ({ securities, companies, investors, holdings, names }: Question): boolean =>
  securities.length + companies.length + investors.length + names.unknownTickers.length === 0 &&
  names.unknownNames.every((each) => GROUPS.test(each)) &&
  holdings === null;

/** The days over which changes are ranked: null for the last session, undefined where a time is not understood. */
function periodOf(question: Question): SectorRankingInput['period'] | undefined {
  const period = periodIn(question);
  if (period === null)
    return namesTime(question.plain) && !/\b(?:today|now|right now|current(?:ly)?)\b/.test(question.plain)
      ? undefined
      : null;
  if (period.isDay && period.to === question.today) return null;
  // Of a day that was no session, the last one before it.
  const day = period.isDay && !isSession(period.to) ? previousSession(period.to) : null;
  return { from: isoDate(day ?? period.from), to: isoDate(day ?? period.to) };
}

export function inputOf(question: Question): SectorRankingInput | null {
  const { plain } = question;
  const period = periodOf(question);
  if (period === undefined) return null;
  const factor = FACTORS.find(([, pattern]) => pattern.test(plain))?.[0];
  if (factor !== undefined && period !== null) return null;
  const sectors = sectorsIn(question);
  const [low, high] = [plain.search(LOW), plain.search(HIGH)];
  return {
    measure: factor ?? (period !== null || MOVED.test(plain) ? 'CHANGE' : 'SCORE'),
    direction: low >= 0 && (high < 0 || low < high) ? 'ASC' : 'DESC',
    period,
    sectors: sectors.length < 2 ? null : sectors,
  };
}

interface Row {
  readonly sector: string;
  readonly rank: NumberFact;
  readonly told: Line;
  readonly line: Line;
}

function rowsOf(found: Found, what: string): readonly Row[] {
  return [...new Set(found.rows('sector_ranking.sector'))].flatMap((row) => {
    const number = (key: string) => found.number(`sector_ranking.${key}`, undefined, row);
    const sector = found.text('sector_ranking.sector', undefined, row);
    const [rank, value, names] = [number('rank'), number('value'), number('names')];
    if (sector === undefined || rank === undefined || value === undefined || names === undefined) return [];
    const figure = value.isChange ? signed(value) : say`${value}`;
    return [
      {
        sector: sector.value,
        rank,
        told: say`${sector} (${figure})`,
        line: say`${rank} is ${sector} with a mean ${what} of ${figure} over ${names} ${names.value === 1 ? 'name' : 'names'}.`,
      },
    ];
  });
}

/** Sectors beside each other: by the mean score of their names, or by how far their prices went. */
export const INTENT: Intent = {
  name: 'sector-ranking',
  signs: [[/^.*$/, 10]],
  fits: (question) =>
    namesNobody(question) &&
    ASKED.test(question.plain) &&
    !FURTHER.test(question.plain) &&
    (sectorsIn(question).length !== 1 || PLACED.test(question.plain)) &&
    inputOf(question) !== null,
  plan: (question) => {
    const input = inputOf(question);
    return input === null ? [] : [{ tool: 'sector_ranking', input }];
  },
  write(question, found) {
    const input = inputOf(question);
    const [total, read, ranked, sectors] = ['total', 'read', 'ranked', 'sectors'].map((key) =>
      found.number(`sector_ranking.${key}`),
    );
    if (input === null || total === undefined || read === undefined || ranked === undefined) return null;
    const isChange = input.measure === 'CHANGE';
    const of = FACTORS.find(([measure]) => measure === input.measure)?.[2] ?? 'score';
    const rows = rowsOf(found, isChange ? 'change of the price' : of);
    const [first] = rows;
    if (first === undefined || sectors === undefined)
      return {
        headline: say`No names with a sector have ${isChange ? 'prices of this period' : 'a score'}.`,
        lines: [say`Of listed companies, ${total} are stored.`],
        coverage: 0,
      };
    const isLow = input.direction === 'ASC';
    const [start, end, session] = ['start_on', 'end_on', 'session'].map((key) => found.date(`sector_ranking.${key}`));
    const when = isChange
      ? say` from the close of ${start ?? ''} to that of ${end ?? ''}`
      : session === undefined
        ? say``
        : say` as of ${session}`;
    const by = isChange
      ? 'by the mean change of the price of its names, without dividends,'
      : `by the mean ${of} of its names`;
    const count = listSizeIn(question) ?? (ONE.test(question.plain) ? 1 : SHOWN);
    const leaders = rows.slice(0, count).map(({ told }) => told);
    const place = isChange ? (isLow ? 'did worst' : 'did best') : isLow ? 'is weakest' : 'is strongest';
    const places = isChange ? place : isLow ? 'are weakest' : 'are strongest';
    const [named, ...more] = sectorsIn(question);
    const placed = more.length > 0 ? undefined : rows.find(({ sector }) => sector === named);
    const last = rows.at(-1);
    const other =
      placed !== undefined && !rows.slice(0, count).includes(placed)
        ? say`; ${placed.told} is ${placed.rank}`
        : rows.length > leaders.length && last !== undefined
          ? say`; ${last.told} is at the other end`
          : NO_LINE;
    const whole =
      total.value > read.value
        ? [
            say`The means are of the ${read} most traded of ${total} names, each counted alike; ${ranked} of them have what is ranked.`,
          ]
        : [say`Each of the ${ranked} names counts alike in the mean of its sector.`];
    return {
      headline:
        leaders.length === 1
          ? say`Of ${sectors} sectors, ${listed(leaders)} ${place} ${by}${when}${other}.`
          : say`Of ${sectors} sectors, ${listed(leaders)} ${places} ${by.replace('its', 'their')}${when}${other}.`,
      lines: kept([...rows.map(({ line }) => line), ...whole]),
      coverage: Math.min(1, read.value / Math.max(1, total.value)),
    };
  },
};
