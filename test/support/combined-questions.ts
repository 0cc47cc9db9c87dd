import type { QuestionCase } from './answer-questions.js';

/** What a screen may hold of a name. */
export interface Screened {
  readonly ticker: string;
  readonly sector: string | null;
  readonly label: string;
  readonly score: number;
  readonly momentum: number | null;
  readonly volumeRatio: number | null;
  readonly change: number;
  readonly last: number;
  readonly rsi: number | null;
  readonly sma50: number | null;
  readonly sma200: number | null;
}

type Test = (name: Screened) => boolean;

/** A question with several conditions, and what they hold names to. */
export interface CombinedQuestion {
  readonly question: string;
  /** Of these names the answer tells how many there are: what the graph's own screen holds them to. */
  readonly group: Test;
  /** Of these it tells how many and which ones. */
  readonly match: Test;
  /** What the headline says of the conditions. */
  readonly told: RegExp;
}

const isBuy: Test = ({ label }) => ['BUY', 'STRONG_BUY'].includes(label);
const isSell: Test = ({ label }) => ['SELL', 'STRONG_SELL'].includes(label);
const of =
  (...sectors: readonly string[]): Test =>
  ({ sector }) =>
    sectors.includes(sector ?? '');
const all =
  (...tests: readonly Test[]): Test =>
  (name) =>
    tests.every((test) => test(name));
const isAny: Test = () => true;
/** Of a name without an RSI nothing is so. */
const rsi =
  (test: (value: number) => boolean): Test =>
  (name) =>
    name.rsi !== null && test(name.rsi);
const above =
  (of: 'sma50' | 'sma200'): Test =>
  (name) =>
    name.last > (name[of] ?? Infinity);
const below =
  (of: 'sma50' | 'sma200'): Test =>
  (name) =>
    name.last < (name[of] ?? -Infinity);

const rows: readonly (readonly [string, Test, Test, RegExp])[] = [
  [
    'tech stocks with RSI below 30 and a score above 60',
    all(of('Technology'), ({ score }) => score > 60),
    rsi((value) => value < 30),
    /Technology names with a score above 60.* an RSI below 30/,
  ],
  [
    'tech stocks with RSI above 50 and a score above 45',
    all(of('Technology'), ({ score }) => score > 45),
    rsi((value) => value > 50),
    /Technology names with a score above 45.* an RSI above 50/,
  ],
  [
    'Buy-rated stocks above their 200-day average',
    isBuy,
    above('sma200'),
    /rated Buy or Strong Buy .* 200-day average/,
  ],
  [
    'stocks with RSI between 40 and 60 rated Buy in energy',
    all(of('Energy'), isBuy),
    rsi((value) => value >= 40 && value <= 60),
    /Energy names rated Buy or Strong Buy.* an RSI between 40 and 60/,
  ],
  [
    'stocks in financials or health care rated Neutral with RSI between 30 and 55',
    all(of('Financials', 'Health Care'), ({ label }) => label === 'NEUTRAL'),
    rsi((value) => value >= 30 && value <= 55),
    /Financials and Health Care names rated Neutral .* an RSI between 30 and 55/,
  ],
  ['Sell-rated stocks with RSI over 50', isSell, rsi((value) => value > 50), /rated Sell or Strong Sell .* above 50/],
  [
    'Buy rated stocks below their 50-day moving average',
    isBuy,
    below('sma50'),
    /rated Buy or Strong Buy .* below (?:their|its) 50-day average/,
  ],
  ['lowest RSI among Buy-rated stocks', isBuy, isAny, /names rated Buy or Strong Buy, .* the lowest RSI/],
  [
    'stocks with RSI below 45 or above 60',
    isAny,
    rsi((value) => value < 45 || value > 60),
    /an RSI below 45 or above 60/,
  ],
  [
    'stocks with RSI between 20 and 40 or between 65 and 80',
    isAny,
    rsi((value) => (value >= 20 && value <= 40) || (value >= 65 && value <= 80)),
    /an RSI between 20 and 40 or between 65 and 80/,
  ],
  ['oversold or overbought stocks', isAny, rsi((value) => value < 30 || value > 70), /an RSI below 30 or above 70/],
  [
    'RSI under 45 or over 55 in consumer stocks rated Neutral or better',
    all(of('Consumer Discretionary', 'Consumer Staples'), (name) => !isSell(name)),
    rsi((value) => value < 45 || value > 55),
    /names rated Buy, Strong Buy or Neutral .* below 45 or above 55/,
  ],
  [
    'energy or utilities stocks with RSI above 45 and a score above 40',
    all(of('Energy', 'Utilities'), ({ score }) => score > 40),
    rsi((value) => value > 45),
    /Energy and Utilities names with a score above 40.* an RSI above 45/,
  ],
  [
    'stocks with a score below 42 or above 57',
    isAny,
    ({ score }) => score < 42 || score > 57,
    /a score below 42.* or above 57/,
  ],
  [
    'stocks with momentum below 30 or above 70',
    isAny,
    ({ momentum }) => momentum !== null && (momentum < 30 || momentum > 70),
    /a momentum below 30.* or above 70/,
  ],
  [
    'stocks that gained or lost more than 1% today',
    isAny,
    ({ change }) => Math.abs(change) > 1,
    /a change of the session above 1.*% or below −1.*%/,
  ],
  [
    'stocks not rated Sell with RSI below 50 outside technology',
    all(
      (name) => !isSell(name),
      ({ sector }) => sector !== 'Technology',
    ),
    rsi((value) => value < 50),
    /names outside Technology not rated Sell or Strong Sell .* an RSI below 50/,
  ],
  [
    'stocks with score above 50, RSI below 60 and above their 200-day average',
    ({ score }) => score > 50,
    all(
      rsi((value) => value < 60),
      above('sma200'),
    ),
    /with a score above 50.* an RSI below 60 and closed above (?:their|its) 200-day average/,
  ],
  [
    'stocks with a volume ratio above 1 and RSI above 55',
    ({ volumeRatio }) => volumeRatio !== null && volumeRatio > 1,
    rsi((value) => value > 55),
    /with a volume ratio above 1.* an RSI above 55/,
  ],
  [
    'stocks rated Buy but not Strong Buy with RSI below 70',
    ({ label }) => label === 'BUY',
    rsi((value) => value < 70),
    /names rated Buy (?:have|has) an RSI below 70/,
  ],
];

export const COMBINED: readonly CombinedQuestion[] = rows.map(([question, group, match, told]) => ({
  question,
  group,
  match,
  told,
}));

/** The same as questions of the table. */
export const COMBINED_CASES: readonly QuestionCase[] = COMBINED.map(({ question, told }) => ({
  question,
  tool: 'indicator_screen',
  figure: `:${told.source}`,
  tier: 'pro',
  more: {},
}));

/** Alternatives that one answer does not combine, and what it says it leaves out. */
export const UNCOMBINED: readonly (readonly [question: string, said: RegExp])[] = [
  ['stocks with RSI below 30 or a score above 60', /leaves out “or a score above 60”/],
  ['a score above 55 or an RSI below 40 in tech', /leaves out “or an rsi below 40”/],
  ['tech stocks with RSI below 40 or rated Buy', /leaves out “or rated buy”/],
  ['tech stocks rated Buy or utilities rated Sell', /leaves out “or utilities rated sell”/],
  ['stocks above their 50-day or 200-day average', /leaves out “or 200-day average”/],
  ['stocks above their 200-day average or with a score above 55', /leaves out “or with a score above 55”/],
  ['stocks with RSI below 40 and a score above 50 or a momentum above 60', /leaves out “or a momentum above 60”/],
  ['stocks with RSI below 30 or 70', /leaves out “70”/],
  ['stocks with RSI of at least 40 and below 60', /leaves out “rsi of at least 40” and “below 60”/],
  ['semis or energy stocks with RSI below 60', /semiconductors are read as all of Technology/],
];
