import { INTENT_ROWS } from '../generated/intents.js';
import type { Intent, Section } from './intent.js';
import { say, type Line } from './line.js';
import type { Question } from './question.js';

/** A measure that questions ask for beside others. */
interface Measure {
  readonly asks: RegExp;
  /** What a sentence that tells it has. */
  readonly tells: RegExp;
  /** The kind of question that tells it of listed securities, if the chosen kinds do not; null if none does. */
  readonly kind: string | null;
  /** Kinds whose answers may leave it out: those that tell it by themselves, or that it is no part of. */
  readonly besides: readonly string[];
  readonly name: string;
}

const MEASURES: readonly Measure[] = [
  {
    asks: /\b(?:price of|(?:share|stock|current|closing|last) price|prices? and)\b(?!.*\btargets?\b)/,
    tells: /\$[\d,.]+/,
    kind: 'price',
    besides: [],
    name: 'a price',
  },
  {
    asks: /\b(?:next (?:earnings|report)|(?:earnings|report) dates?|next earnings date)\b/,
    tells: /\breports?\b/i,
    kind: 'earnings-date',
    besides: ['catalysts'],
    name: 'the date of a report',
  },
  {
    asks: /\brsi\b(?!.*\b(?:work\w*|strateg\w*|back-?test\w*|mean[- ]reversion)\b)/,
    tells: /\bRSI\b/,
    kind: 'signal',
    besides: ['backtest', 'strategy-ranking', 'indicator-screen'],
    name: 'the RSI',
  },
  {
    asks: /\bmacd\b(?!.*\b(?:work\w*|strateg\w*|back-?test\w*)\b)/,
    tells: /\bMACD\b/,
    kind: 'signal',
    besides: ['backtest', 'strategy-ranking'],
    name: 'the MACD',
  },
  {
    asks: /\byields? and\b|\band (?:what (?:does (?:it|@s)|is its) )?(?:the |its )?(?:dividend )?yields?\b/,
    tells: /\byields?\b/i,
    kind: 'events',
    besides: ['ranking', 'cross', 'indicator-screen', 'dividends', 'comparison'],
    name: 'a dividend yield',
  },
  {
    asks: /\b(?:price )?targets? and\b|\band (?:its |the |what is its )?(?:price )?targets?\b/,
    tells: /\btargets?\b/i,
    kind: 'earnings-setup',
    besides: ['street', 'promises', 'ranking', 'short-term'],
    name: 'a price target',
  },
  {
    asks: /\b(?:up|down)grad(?:ed|es?)\b(?=.*\band\b)|\band (?:\w+ ){0,2}(?:up|down)grad(?:ed|es?)\b/,
    tells: /\b(?:up|down)grade/i,
    kind: 'street',
    besides: ['events', 'news', 'ranking'],
    name: 'rating actions',
  },
  {
    asks: /\binsiders?(?: \w+)? and\b|\band (?:\w+ )?insiders?\b/,
    tells: /\binsiders?\b/i,
    kind: 'events',
    besides: ['filings', 'ranking', 'congress'],
    name: 'trades of insiders',
  },
  {
    asks: /\bwhen (?:does|do|will|is) (?:it|they|@s) (?:report\w*|next)\b/,
    tells: /\breports?\b/i,
    kind: 'earnings-date',
    besides: ['catalysts'],
    name: 'the date of a report',
  },
  { asks: /\bsharpe\b/, tells: /\bSharpe\b/, kind: null, besides: ['ranking'], name: 'a Sharpe ratio' },
  { asks: /\bdrawdowns?\b/, tells: /\bdrawdown\b/, kind: null, besides: [], name: 'a drawdown' },
  {
    asks: /\bafter[- ]?hours\b|\bpre-?market\b|\bextended hours\b/,
    tells: /\bafter hours\b/i,
    kind: null,
    besides: ['market-state'],
    name: 'prices outside the session',
  },
  {
    asks: /\b(?:after|following)\b.*\b(?:up|down)grades?\b.*\b(?:weeks?|(?:one|six|nine|twelve|1|6|9|12) months?|years?)\b/,
    tells: /^$/,
    kind: null,
    besides: [],
    name: 'returns over another time than three months after rating actions',
  },
  {
    asks: /\b(?:pce|ppi|producer prices?|retail sales|ism|pmi|consumer confidence|jobless claims|housing starts)\b/,
    tells: /^$/,
    kind: null,
    besides: [],
    name: 'an economic release other than decisions of the FOMC and reports on consumer prices and employment',
  },
];

/** Words of all of them. */
export const ASKED_WORDS: readonly RegExp[] = MEASURES.map(({ asks }) => asks);

const MOST_KINDS = 3;
const isTold = ({ tells }: Measure, { headline, lines }: Section): boolean =>
  [headline, ...lines].some(({ text }) => tells.test(text));
const asked = ({ plain }: Question): readonly Measure[] => MEASURES.filter(({ asks }) => asks.test(plain));

/** The chosen kinds, and those that tell measures which the question asks for in its other half. */
export function withAskedMeasures(question: Question, intents: readonly Intent[]): readonly Intent[] {
  if (question.securities.length === 0 || intents.length === 0 || !/\band\b|,|;|\?.+\?/.test(question.plain))
    return intents;
  const names = intents.map(({ name }) => name);
  const missing = asked(question).flatMap(({ kind, besides }) =>
    kind === null || names.some((name) => name === kind || besides.includes(name)) ? [] : [kind],
  );
  const added = Object.values(INTENT_ROWS).filter(({ name, fits }) => missing.includes(name) && fits(question));
  return [...intents, ...added].slice(0, MOST_KINDS);
}

/** "Its Sharpe ratio" goes on after a semicolon. */
const goesOn = ({ text, sources }: Line): Line => ({
  text: text.replace(/^(?:That|Its|The|It|Of|In|This|No|Nothing) /, (word) => word.toLowerCase()),
  sources,
});

/** A section whose headline tells the measures that the question asks for, where one of its sentences does. */
export function withMeasuresFirst(question: Question, section: Section): Section {
  let { headline } = section;
  let lines = section.lines;
  for (const { tells } of asked(question)) {
    const line = lines.find(({ text }) => tells.test(text));
    if (tells.test(headline.text) || line === undefined) continue;
    headline = say`${{ ...headline, text: headline.text.replace(/\.$/, '') }}; ${goesOn(line)}`;
    lines = lines.filter((each) => each !== line);
  }
  return { ...section, headline, lines };
}

/** What is said of measures that no sentence tells. */
export const untoldMeasures = (
  question: Question,
  sections: readonly Section[],
  kinds: readonly string[],
): readonly Line[] =>
  asked(question).flatMap((measure) =>
    kinds.some((kind) => measure.besides.includes(kind)) || sections.some((section) => isTold(measure, section))
      ? []
      : [say`The question asks for ${measure.name}, which this answer does not tell; what follows leaves it out.`],
  );
