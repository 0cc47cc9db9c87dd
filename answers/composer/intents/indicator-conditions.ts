import type { AverageSide, IndicatorScreenInput } from '../../tools/indicator-screen.js';
import type { Range } from '../../tools/ranges.js';
import { withoutMixed } from '../alternatives.js';
import { boundsIn } from '../conditions.js';
import { groupIn, shownOf, type Group } from '../groups.js';
import { ofQuestion, type Line } from '../line.js';
import type { Question } from '../question.js';
import { alternatives, type PlacedRange } from '../ranges.js';
import { rsiBoundsIn } from '../screen-measures.js';
import { listSizeIn, sectorsIn } from '../slots.js';
import { filtersIn, type Filters } from './ranking-filters.js';
import { sessionIn } from './ranking-session.js';

const STATES: readonly (readonly [RegExp, Range])[] = [
  [/\boversold\b/g, { atLeast: null, atMost: 30, isStrict: true }],
  [/\boverbought\b/g, { atLeast: 70, atMost: null, isStrict: true }],
];

/** The RSI is of 14 sessions; one of another length keeps its words, and is not read. */
const OWN_LENGTH = /\b14[- ](?:days?|sessions?|periods?) (?=rsi\b|relative strength)|(?<=\brsi) ?\(14\)/g;
/** What averages are called, each with its sessions; "#200" stands for them all. */
const LENGTHS: readonly RegExp[] = [
  /\b(\d{1,3})[- ]?(?:days?|sessions?|d)(?:'s)?[- ]?(?:simple )?(?:moving )?(?:averages?|sma|mas?|lines?)\b/g,
  /\b(\d{1,3})[- ](?:day|session)\b(?! (?:high|low|rsi|change|return|volume))/g,
  /\b(\d{1,3})[- ]?(?:simple )?(?:moving averages?|sma|mas?)\b/g,
  /\b(?:sma|ma) ?\(?(\d{1,3})\b\)?/g,
  /(?<!#)\b(\d{1,3})-?(?=,? (?:and|or|&) (?:(?:their|its|the|a) )?#)/g,
];
const SIDE = '(above|over|higher than|below|under|beneath|lower than)';
const OWNER = '(?:(?:their|its|the|a) )?';
/** "Above both their #50 and their #200". */
const BESIDE = new RegExp(
  String.raw`(?<!#\d+ )\b${SIDE}(?: both)? (?:of )?${OWNER}(#\d+(?: (?:and|as well as|&) ${OWNER}#\d+)*)`,
  'g',
);
const MOST_RANGES = 4;
const OF: Readonly<Record<string, AverageSide['of']>> = { 20: 'SMA20', 50: 'SMA50', 200: 'SMA200' };

const withLengths = (plain: string): string =>
  LENGTHS.reduce((text, pattern) => text.replace(pattern, '#$1'), plain.replace(OWN_LENGTH, ''));

/** The sides of averages that a question asks for; null if one of them is not understood. */
function averagesIn(plain: string): readonly AverageSide[] | null {
  const sides: AverageSide[] = [];
  const unread: string[] = [];
  const rest = withLengths(plain).replace(BESIDE, (_, word: string, lengths: string) => {
    for (const [, sessions = ''] of lengths.matchAll(/#(\d+)/g)) {
      const of = OF[sessions];
      if (of === undefined || sides.some((each) => each.of === of)) unread.push(sessions);
      else sides.push({ side: /^(?:above|over|higher)/.test(word) ? 'ABOVE' : 'BELOW', of });
    }
    return ' ';
  });
  return unread.length === 0 && !/#\d|\baverages?\b|\bsma\b/.test(rest) ? sides : null;
}

/** The ranges of the RSI that a question asks for, with their places. */
const rsiParts = (question: Pick<Question, 'plain'>): readonly PlacedRange[] =>
  [
    ...rsiBoundsIn(question).map(({ atLeast, atMost, isStrict, start, text }) => ({
      ...{ atLeast, atMost, isStrict },
      ...{ start, end: start + text.length },
    })),
    ...STATES.flatMap(([pattern, range]) =>
      Array.from(question.plain.matchAll(pattern), ({ 0: text, index }) => ({
        ...range,
        start: index,
        end: index + text.length,
      })),
    ),
  ].sort((one, other) => one.start - other.start);

/** Whether an RSI can be within a range. */
const isWhole = ({ atLeast, atMost }: Range): boolean =>
  (atLeast ?? 0) >= 0 && (atMost ?? 100) <= 100 && (atLeast ?? 0) <= (atMost ?? 100);

/** The ranges of the RSI that a question asks for, of which one must hold; null if they are not understood. */
function rsiIn(question: Pick<Question, 'plain'>): readonly Range[] | null {
  const ranges = alternatives(question.plain, rsiParts(question));
  return ranges !== null && ranges.length <= MOST_RANGES && ranges.every(isWhole) ? ranges : null;
}

/** Words that rank, beside the RSI. */
const RANKS =
  /\b(?:highest|lowest|top|bottom|most|least|largest|smallest|biggest|rank\w*|sort\w*|order\w*|by (?:their |the )?rsi)\b/;
const LOWEST = /\b(?:lowest|bottom|least|smallest|ascending)\b/;

/** Of an order by score. */
const BY_SCORE =
  /\b(?:(?:the )?(?:strongest|weakest|best|worst)(?:[- ](?:rated|scor(?:ed?|es?|ing)|signals?))?|(?:highest|lowest|top|bottom)[- ](?:rated|scor(?:ed?|es?|ing)|signals?)|by (?:their |the )?(?:composite )?scores?)\b/g;
const WEAKEST = /\b(?:weakest|worst|lowest|bottom)\b/;

function rankedOf(plain: string, rsi: readonly Range[]): IndicatorScreenInput['ranked'] {
  const [byScore] = plain.match(BY_SCORE) ?? [];
  if (byScore !== undefined) return WEAKEST.test(byScore) ? 'WEAKEST' : 'STRONGEST';
  if (rsi.length > 0 || !/\brsi\b/.test(plain) || !RANKS.test(plain) || /\d%|\bbetween\b/.test(plain)) return null;
  return LOWEST.test(plain) ? 'LOWEST' : 'HIGHEST';
}

/** Names of the sectors or of the industry of a question; beside another sector, an industry is read as its sector. */
function groupOf(question: Question, { sectors, outside }: Filters): Group {
  const group = groupIn(question);
  const named = sectorsIn(question);
  if (group.industry !== null && named.some((each) => each !== 'Technology'))
    return { ...group, sector: null, sectors: named, industry: null };
  return outside.length === 0 ? group : { ...group, sector: null, sectors };
}

/** Words of a question that a screen by indicators has not read as a condition of labels, scores or an order. */
export const furtherWords = (question: Question): string => filtersIn(question).further.plain.replace(BY_SCORE, '_');

/** What a question asks of indicators; null if a part of it is not understood. */
export function indicatorInput(asked: Question): IndicatorScreenInput | null {
  const { question } = withoutMixed(asked);
  const filters = filtersIn(question);
  const plain = filters.further.plain.replace(OWN_LENGTH, '');
  const [rsi, averages] = [rsiIn({ plain }), averagesIn(plain)];
  if (rsi === null || averages === null) return null;
  const ranked = rankedOf(plain, rsi);
  const isByRsi = rsi.length > 0 || ranked === 'HIGHEST' || ranked === 'LOWEST';
  if (!isByRsi && (averages.length + filters.either.length === 0 || /\brsi\b/.test(plain))) return null;
  // A second mention of the RSI, or a number before it, is a condition of its own.
  const mentions = (plain.match(/\brsi\b/g) ?? []).length;
  if (mentions > Math.max(1, rsiParts({ plain }).length) || /\b\d+[- ]\w+ rsi\b/.test(plain)) return null;
  const { bounds, either, labels } = filters;
  const isBounded = [...bounds, ...either].some(({ of }) => of === 'CHANGE_PCT');
  const session = isBounded ? null : sessionIn(filters.further);
  return {
    rsi,
    averages,
    either,
    ranked,
    labels,
    session,
    bounds,
    first: shownOf(question),
    ...groupOf(filters.further, filters),
  };
}

/** A number that is no part of a word or of the length of an average. */
const NUMBER = /(?<![\w#&.,$-])\d+(?:\.\d+)?(?![\w-])/g;

/** The bounds and exclusions of the question, in its own words, that the screen is by. */
export function indicatorBounds(asked: Question): readonly string[] {
  const { question } = withoutMixed(asked);
  const { used, usedEither } = filtersIn(question);
  return [...rsiBoundsIn(question).map(({ text }) => text), ...used, ...usedEither];
}

/** Sentences about parts of a question that the screen does not read: numbers, and an industry beside a sector. */
export function unreadParts(asked: Question): readonly Line[] {
  const { question } = withoutMixed(asked);
  const { further } = filtersIn(question);
  const rest = boundsIn(further).reduce((plain, { text }) => plain.replace(text, ' '), further.plain);
  const size = listSizeIn(question);
  const numbers = Array.from(withLengths(rest).matchAll(NUMBER), ([text]) => text).filter(
    (text) => Number(text) !== size,
  );
  const isIndustry = groupIn(further).industry !== null && sectorsIn(further).some((each) => each !== 'Technology');
  return [
    ...numbers.map((text) =>
      ofQuestion(`This answer leaves out “${text}” of the question; what follows is told without it.`),
    ),
    ...(isIndustry ? [ofQuestion('Beside another sector, semiconductors are read as all of Technology.')] : []),
  ];
}
