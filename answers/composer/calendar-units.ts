import { existingDay } from '../../calendar/days.js';
import { spanOf, type SpanUnit } from '../../calendar/spans.js';
import { namesTime, periodIn, type Period } from './periods.js';
import type { Question } from './question.js';
import { MONTH, monthOf, YEAR } from './time-words.js';

/** What is asked of the days, weeks, months, quarters or years of the calendar. */
export interface AskedUnits {
  readonly unit: SpanUnit;
  readonly asks: 'best' | 'worst' | 'largest' | 'count' | 'typical' | 'list' | 'compare';
  /** Between which days; all that is stored without it. */
  readonly period: Period | null;
  /** First days of the periods that are compared, as the question orders them. */
  readonly starts: readonly number[];
}

const UNITS: Readonly<Record<string, SpanUnit>> = {
  day: 'DAY',
  dail: 'DAY',
  sess: 'DAY',
  week: 'WEEK',
  mont: 'MONTH',
  quar: 'QUARTER',
  year: 'YEAR',
  annu: 'YEAR',
  cale: 'YEAR',
};
/** By the first letters of "day", "daily", "weekly", "annual". */
const unitOf = (word: string): SpanUnit => UNITS[word.slice(0, 4)] ?? 'DAY';

const ONE = '(day|session|week|month|quarter|year)';
const NOUN = '(days?|sessions?|weeks?|months?|quarters?|years?)';
const ADJECTIVE = '(daily|weekly|monthly|quarterly|yearly|annual|calendar[- ]year)';
const KIND = String.raw`(?:(?:trading|calendar|single|one|ever) )?`;
const CHANGES =
  'returns?|performances?|gains?|loss(?:es)?|changes?|moves?|drops?|falls?|declines?|rises?|jumps?|rall(?:y|ies)';

type Asks = AskedUnits['asks'];
const BEST = /^(?:best|strongest|top|greatest)$/;
const WORST = /^(?:worst|weakest)$/;
const FALLS = /^(?:loss(?:es)?|drops?|falls?|declines?)$/;
const MOVES = /^(?:moves?|changes?)$/;

/** Of "best" or "biggest", and of a gain, a fall or a move. */
function endOf(word: string, what = ''): Asks {
  if (FALLS.test(what) || WORST.test(word)) return 'worst';
  if (MOVES.test(what) && !BEST.test(word)) return 'largest';
  return 'best';
}

/** Words for what a change usually is. */
const USUAL = '(?:median|typical|usual|average|mean)';
/** The average return of a year is an annualised one. */
const ANNUAL_AVERAGE = /\b(?:average|mean) (?:yearly|annual)\b/;
/** "Was 2022 a bad year for AAPL" asks for the change of that year. */
const GOOD_OR_BAD = new RegExp(
  `^(?:was|is) ${YEAR} (?:an? )?(?:very |really |particularly )?(?:good|bad|great|terrible|strong|weak|poor)(?: year)?(?= )`,
);
/** "On average per month", in either order. */
const ON_AVERAGE = '(?:on average|usually|typically)';
const A_UNIT = `(?:per|each|every|in an?|an?) ${ONE}`;
const LARGE = '(best|worst|strongest|weakest|biggest|largest|greatest|steepest|top)';

/** What the words for units ask, and the words themselves; the more exact before the less. */
const FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => readonly [string, Asks]])[] = [
  [new RegExp(String.raw`\bhow many (?:of the )?(?:\w+ )?${NOUN}\b`), ([unit = '']) => [unit, 'count']],
  [
    new RegExp(
      String.raw`\b${LARGE} (?:(?:one|single)[- ])?(day|session|week|month|quarter|year|daily|weekly|monthly|` +
        String.raw`quarterly|yearly|annual) (?:price |percentage )?(${CHANGES})\b`,
    ),
    ([large = '', unit = '', what = '']) => [unit, endOf(large, what)],
  ],
  [
    new RegExp(
      String.raw`\b${LARGE} (${CHANGES}) (?:(?:of|for|by|in) @s,? )?(?:in|of|on|over) ` +
        String.raw`(?:an?|one|any|a single) ${ONE}\b`,
    ),
    ([large = '', what = '', unit = '']) => [unit, endOf(large, what)],
  ],
  [
    new RegExp(String.raw`\b(best|worst|strongest|weakest|top) ${KIND}${NOUN}\b`),
    ([large = '', unit = '']) => [unit, endOf(large)],
  ],
  [
    new RegExp(
      String.raw`\b(?:which|what) ${NOUN} (?:did|was|were|had|has|saw)\b.*\b(best|worst|strongest|weakest|` +
        String.raw`(?:gain|rise|rose|jump|climb|up)\w* (?:the )?most|(?:lose|lost|fall|fell|drop|down)\w* (?:the )?most)\b`,
    ),
    ([unit = '', what = '']) => [unit, /^(?:worst|weakest|lo|fall|fell|drop|down)/.test(what) ? 'worst' : 'best'],
  ],
  [
    new RegExp(String.raw`\b${USUAL} ${ADJECTIVE} (?:price |percentage )?(?:${CHANGES})\b`),
    ([unit = '']) => [unit, 'typical'],
  ],
  [
    new RegExp(
      String.raw`\b${USUAL} (?:price )?(?:${CHANGES}) (?:(?:of|for|by) @s,? )?` +
        String.raw`(?:in|of|on|over|per|each|a) (?:an? |one |each )?${ONE}\b`,
    ),
    ([unit = '']) => [unit, 'typical'],
  ],
  [
    new RegExp(String.raw`\b${ON_AVERAGE} ${A_UNIT}\b|\b${A_UNIT} ${ON_AVERAGE}\b|\b${ON_AVERAGE}\b.* ${A_UNIT}\b`),
    (units) => [units.find((unit) => unit) ?? '', 'typical'],
  ],
  [new RegExp(String.raw`\b${ADJECTIVE} (?:price |total )?(?:${CHANGES})\b`), ([unit = '']) => [unit, 'list']],
  [
    new RegExp(String.raw`\b(?:by|per|each|every|of each|in each|for each|for every) (?:calendar )?${ONE}\b`),
    ([unit = '']) => [unit, 'list'],
  ],
  [/\b(year|quarter|month|week)[- ](?:by|after)[- ]\1\b/, ([unit = '']) => [unit, 'list']],
];

/** "The best day of the week", which is one of every week. */
const OF_EVERY = /\bof the (?:week|month|year|quarter)\b/;
/** "How many days", of anything but rises and falls. */
const UP_OR_DOWN =
  /\b(?:up|down|positive|negative|green|red|winning|losing|rose|rise|risen|fell|fall|fallen|gain\w*|lost|lose|higher|lower)\b/;

/** "The best month for Coca-Cola" is that of every year, unless the question asks for a time in the past. */
const isUsual = (asks: Asks, plain: string): boolean =>
  (asks === 'best' || asks === 'worst') &&
  !/\b(?:was|were|did|had|ever|history|record|since|single|(?:19|20)\d{2})\b|\b(?:last|past|previous|this) /.test(
    plain,
  );

/** "2022", "Q1 2023" or "March 2023", beside another of the kind. */
const NAMED: readonly (readonly [SpanUnit, RegExp, (parts: readonly string[]) => number | null])[] = [
  [
    'QUARTER',
    new RegExp(`\\bq([1-4]),? ?(?:of )?${YEAR}\\b`, 'g'),
    ([quarter = '', year = '']) => existingDay(Number(year), Number(quarter) * 3 - 2, 1),
  ],
  [
    'MONTH',
    new RegExp(`\\b${MONTH},? (?:of )?${YEAR}\\b`, 'g'),
    ([month = '', year = '']) => existingDay(Number(year), monthOf(month), 1),
  ],
  [
    'YEAR',
    new RegExp(`(?<![$.,-])\\b${YEAR}\\b(?![-.,]?\\d|%)`, 'g'),
    ([year = '']) => existingDay(Number(year), 1, 1),
  ],
];
const COMPARES = /\b(?:vs\.?|versus|compared?|or|and|than|better|worse|between)\b|,/;
/** "From 2018 to 2023" is one stretch. */
const STRETCH = new RegExp(
  String.raw`\b(?:from|since)\b|\bbetween\b.*\band\b|` +
    String.raw`${YEAR} ?(?:to|until|till|through|-|–) ?(?:${MONTH} |q[1-4] )?${YEAR}`,
);
const MOST_COMPARED = 4;
/** Two to four years, quarters or months that a question puts beside each other. */
function comparedIn(plain: string): Pick<AskedUnits, 'unit' | 'starts'> | null {
  if (!COMPARES.test(plain) || STRETCH.test(plain)) return null;
  for (const [unit, pattern, read] of NAMED) {
    const named = Array.from(plain.matchAll(pattern), ([, ...parts]) => read(parts));
    if (named.length === 0) continue;
    const starts = [...new Set(named)].filter((day) => day !== null);
    const rest = plain.replace(pattern, '_').replace(/\b(?:quarter|month|year)s?\b/g, '');
    return starts.length >= 2 && starts.length <= MOST_COMPARED && !namesTime(rest) ? { unit, starts } : null;
  }
  return null;
}

/** Words beside those for units and times that leave a question one for changes of a price. */
const KNOWN = new Set(
  (
    'a all an and any are as at best better between biggest by calendar change changed changes compare compared day ' +
    'days did do does doing done down during each ever fall fallen falling fared fell for from gain gained gains gave ' +
    'give go going gone good got had has have history how i in is it its last list lose lost many me month months most ' +
    'move moved moves much my of on or over past perform performance performed performing quarter ' +
    'quarters return returned returns rise risen rose s session sessions show since so than that the their them this ' +
    'to trading up versus vs was week weeks went were what when which with worse worst year years positive negative ' +
    'green red winning losing higher lower closed single one tell please largest strongest weakest top greatest ' +
    'steepest daily weekly monthly quarterly yearly annual drop drops falls declines loss losses jump jumped climb ' +
    'climbed dropped rally saw see full whole share shares stock median average mean typical usual usually ' +
    'typically per every'
  ).split(' '),
);
/** Names, and what a time is written with. */
const WRITTEN = new RegExp(
  String.raw`@s(?:['’]s?)?|\b(?:q[1-4]|h[12])\b|\b(?:first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (?=quarter\b)|` +
    String.raw`\b(?:first|second|1st|2nd) half\b|\b${MONTH}\b|\b\d+(?:st|nd|rd|th)?\b(?! (?:best|worst))|[^a-z0-9@ ]`,
  'g',
);

/** Whether every word is of periods, times and changes: what else a question names, this is no answer to. */
const isOfChanges = (plain: string): boolean =>
  plain
    .replace(WRITTEN, ' ')
    .split(/\s+/)
    .every((word) => word === '' || KNOWN.has(word));

/** What a question asks of periods of the calendar; null if it asks nothing of them, or of a time that is not read. */
export function unitsIn({ plain: asked, today }: Pick<Question, 'plain' | 'today'>): AskedUnits | null {
  const plain = asked.replace(GOOD_OR_BAD, 'each year in $1');
  if (OF_EVERY.test(plain) || ANNUAL_AVERAGE.test(plain) || !isOfChanges(plain)) return null;
  const compared = comparedIn(plain);
  if (compared !== null) {
    const spans = compared.starts.map((day) => spanOf(compared.unit, day));
    const [from, to] = [Math.min(...spans.map((span) => span.from)), Math.max(...spans.map((span) => span.to))];
    return Math.max(...compared.starts) > today
      ? null
      : { ...compared, asks: 'compare', period: { from, to: Math.min(to, today), isDay: false } };
  }
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const [word, asks] = read(found.slice(1));
    if (asks === 'count' && !UP_OR_DOWN.test(plain)) return null;
    const unit = unitOf(word);
    if (unit === 'MONTH' && isUsual(asks, plain)) return null;
    const rest = plain.replace(found[0], ' ').replace(/\bever\b|\bin (?:its )?history\b|\ball[- ]time\b/g, ' ');
    if (!namesTime(rest)) return { unit, asks, period: null, starts: [] };
    const period = periodIn({ plain: rest, today });
    if (period === null || period.isDay) return null;
    // After the close of a day that begins such a period, that period is asked for too.
    const { from } = spanOf(unit, period.from - 1);
    return { unit, asks, period: { ...period, from: from === period.from - 1 ? from : period.from }, starts: [] };
  }
  return null;
}
