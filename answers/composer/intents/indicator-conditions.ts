import type { AverageSide, IndicatorScreenInput, RsiRange } from '../../tools/indicator-screen.js';
import { groupIn, shownOf } from '../groups.js';
import type { Question } from '../question.js';
import { rsiBoundsIn } from './ranking-filters.js';

const OVERSOLD: RsiRange = { atLeast: null, atMost: 30, isStrict: true };
const OVERBOUGHT: RsiRange = { atLeast: 70, atMost: null, isStrict: true };

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

/** The range of the RSI that a question asks for; null for none, `undefined` for one that is not understood. */
function rsiIn(question: Question): RsiRange | null | undefined {
  const { plain } = question;
  const bounds = rsiBoundsIn(question);
  const states = [
    ...(/\boversold\b/.test(plain) ? [OVERSOLD] : []),
    ...(/\boverbought\b/.test(plain) ? [OVERBOUGHT] : []),
  ];
  const [first, second, ...more] = [...bounds, ...states];
  if (first === undefined) return null;
  if (more.length > 0) return undefined;
  const { atLeast, atMost, isStrict } = first;
  if (second === undefined) return isWhole({ atLeast, atMost, isStrict }) ? { atLeast, atMost, isStrict } : undefined;
  // "Above 40 and below 60": one end each.
  if (second.isStrict !== isStrict || (atLeast === null) === (second.atLeast === null)) return undefined;
  const both = { atLeast: atLeast ?? second.atLeast, atMost: atMost ?? second.atMost, isStrict };
  return isWhole(both) ? both : undefined;
}

/** Whether an RSI can be within a range. */
const isWhole = ({ atLeast, atMost }: RsiRange): boolean =>
  (atLeast ?? 0) >= 0 && (atMost ?? 100) <= 100 && (atLeast ?? 0) <= (atMost ?? 100);

/** Words that rank, beside the RSI. */
const RANKS =
  /\b(?:highest|lowest|top|bottom|most|least|largest|smallest|biggest|rank\w*|sort\w*|order\w*|by (?:their |the )?rsi)\b/;
const LOWEST = /\b(?:lowest|bottom|least|smallest|ascending)\b/;

const rankedOf = (plain: string): IndicatorScreenInput['ranked'] =>
  !/\brsi\b/.test(plain) || !RANKS.test(plain) || /\d%|\bbetween\b/.test(plain)
    ? null
    : LOWEST.test(plain)
      ? 'LOWEST'
      : 'HIGHEST';

/** What a question asks of indicators; null if a part of it is not understood. */
export function indicatorInput(question: Question): IndicatorScreenInput | null {
  const plain = question.plain.replace(OWN_LENGTH, '');
  const [rsi, averages] = [rsiIn({ ...question, plain }), averagesIn(plain)];
  if (rsi === undefined || averages === null) return null;
  const ranked = rsi === null ? rankedOf(plain) : null;
  if (rsi === null && ranked === null && (averages.length === 0 || /\brsi\b/.test(plain))) return null;
  // A second mention of the RSI, or a number before it, is a condition of its own.
  if ((plain.match(/\brsi\b/g) ?? []).length > 1 || /\b\d+[- ]\w+ rsi\b/.test(plain)) return null;
  return { rsi, averages, ranked, first: shownOf(question), ...groupIn(question) };
}

/** The bounds of the question, in its own words, that the screen is by. */
export const indicatorBounds = (question: Question): readonly string[] => rsiBoundsIn(question).map(({ text }) => text);
