import { describe, expect, it } from '@jest/globals';
import type { AnswerSource } from '../answers.js';
import { createFactList } from '../facts/fact-list.js';
import { createDirectory } from '../names/directory.js';
import { groundsOf } from './grounds.js';

const source = (title: string, ref: string): AnswerSource => ({ title, ref, asOf: '2026-01-02T21:00:00.000Z' });
const equity = (ticker: string, name: string) => ({ ticker, name, kind: 'equity', sector: 'Technology' });
const DIRECTORY = createDirectory({
  securities: [equity('KO', 'The Coca-Cola Company'), equity('PEP', 'PepsiCo, Inc.')],
  companies: [],
  investors: [],
});

const gaps = createFactList('gaps');
const ofGaps = gaps.about('KO', source('Gaps of KO', '/api/v1/gap-stats?ticker=KO'));
ofGaps.count('sessions', 'sessions', 2514, 'sessions');
ofGaps.date('from', 'first session', '2016-01-05');
ofGaps.date('to', 'last session', '2026-01-02');
ofGaps.count('count', 'gaps', 719, 'gaps');
ofGaps.fraction('frequency', 'frequency of gaps', 719 / 2514, { terms: ['sessions'] });
ofGaps.count('up_count', 'gaps up', 415, 'gaps');
ofGaps.fraction('up_fill', 'fill rate of gaps up', 0.236, { terms: ['filled', 'fill', 'fill rate'] });
ofGaps.count('down_count', 'gaps down', 304, 'gaps');
ofGaps.fraction('down_fill', 'fill rate of gaps down', 0.303, { terms: ['filled', 'fill', 'fill rate'] });
ofGaps.fraction('fill', 'fill rate', 0.264, { terms: ['filled', 'fill'] });

const dividends = createFactList('dividends');
const ofDividends = dividends.about('KO', source('Dividends of KO', '/api/v1/dividends?ticker=KO'));
for (const [row, [year, total]] of (
  [
    ['2025', 1.56],
    ['2024', 1.68],
    ['2023', 1.28],
  ] as const
).entries()) {
  ofDividends.date('year', 'calendar year', year, { row });
  ofDividends.number('year_total', 'dividends of the year', total, 'usd_per_share', {
    row,
    terms: ['dividend', 'dividends', 'a share'],
    measure: 'dividend',
  });
}

const seasonality = createFactList('seasonality');
const months = seasonality.about('KO', source('Seasonality of KO', '/api/v1/seasonality?ticker=KO'));
months.text('weakest_name', 'weakest month', 'January');
months.number('weakest_mean', 'mean of the weakest month', -0.83, 'percent', { terms: ['average', 'mean'] });
months.text('month', 'month', 'January', { row: 0 });
months.number('mean', 'mean of January', -0.83, 'percent', { row: 0, terms: ['average', 'mean'] });
months.text('month', 'month', 'March', { row: 1 });
months.number('mean', 'mean of March', 1.4, 'percent', { row: 1, terms: ['average', 'mean'] });

const signal = createFactList('signal');
const signalOf = (ticker: string, score: number, label: string, rsi: number, change: number): void => {
  const facts = signal.about(ticker, source(`Signal of ${ticker}`, `/api/v1/signal?ticker=${ticker}`));
  facts.number('score', 'composite score', score, 'score', { terms: ['score', 'scores'] });
  facts.text('label', 'signal', label);
  facts.number('rsi', 'RSI', rsi, 'statistic');
  facts.number('change', 'change of the session', change, 'percent', { measure: 'price', isChange: true });
};
signalOf('KO', 50.5, 'Neutral', 57.59, -0.6);
signalOf('PEP', 63.7, 'Buy', 56.24, 1.2);

const strategies = createFactList('strategies');
strategies
  .about(null, source('Strategies', '/api/v1/strategies'))
  .text('macd', 'how it trades', 'Long while the MACD line is above its signal line, flat otherwise.', { row: 0 });

const dca = createFactList('dca');
dca
  .about('KO', source('Regular purchases of KO', '/api/v1/dca?ticker=KO'))
  .number('value', 'value of the plan', 56_610, 'usd', { terms: ['worth', 'plan'] });

const screener = createFactList('screener');
for (const [row, [ticker, value]] of (
  [
    ['PEP', 3.9],
    ['KO', 3.1],
  ] as const
).entries())
  screener
    .about(ticker, source('Screen of yields', '/screen'))
    .number('dividend_yield', 'dividend yield', value, 'percent', { row, terms: ['yield', 'yields'] });

const { strict } = groundsOf(
  [screener, gaps, dividends, seasonality, signal, strategies, dca].flatMap(({ facts }) => facts),
  DIRECTORY,
  [],
)();
const faultsOf = (sentence: string): readonly string[] =>
  strict(sentence).flatMap(({ claims }) =>
    claims.flatMap(({ fault, text }) => (fault === null ? [] : [`${fault}: ${text}`])),
  );

describe('a number is read by those around it', () => {
  it.each([
    [
      'the other side of the measure',
      'Of KO’s 415 gaps up, 23.6% filled; of its 304 gaps down, 30.3%.',
      'Of KO’s 415 gaps up, 23.6% filled; of its 304 gaps down, 26.4%.',
    ],
    [
      'the other side, told after it',
      'KO filled 23.6% of its gaps up and 30.3% of its gaps down.',
      'KO filled 30.3% of its gaps up and 23.6% of its gaps down.',
    ],
    [
      'the share of two counts',
      'KO opened with a gap 719 times in 2,514 sessions since 5 January 2016, that is in 28.6% of them.',
      'KO opened with a gap 719 times in 2,514 sessions since 5 January 2016, that is in 26.4% of them.',
    ],
    [
      'the first session of its source',
      'KO opened with 719 gaps in 2,514 sessions since 5 January 2016.',
      'KO opened with 719 gaps in 2,514 sessions since 2 January 2026.',
    ],
    [
      'the period of its source',
      'From 5 January 2016 to 2 January 2026 KO had 719 gaps.',
      'From 5 January 2016 to 2 January 2025 KO had 719 gaps.',
    ],
    ['what a rate is of', 'Gaps of KO filled in 26.4% of 719 cases.', 'Gaps of KO filled in 26.4% of 415 cases.'],
    [
      'the entry of a list that is named after it',
      'KO averages −0.83% in January and +1.4% in March.',
      'KO averages +1.4% in January and −0.83% in March.',
    ],
    [
      'the entry of a list that is named before it',
      'January of KO has a mean of −0.83%, March one of +1.4%.',
      'January of KO has a mean of +1.4%, March one of −0.83%.',
    ],
    ['the label of its signal', 'KO stands at 50.5 (Neutral).', 'KO stands at 50.5 (Buy).'],
    [
      'a year in brackets',
      'Dividends a share of KO by year: $1.56 (2025), $1.68 (2024) and $1.28 (2023).',
      'Dividends a share of KO by year: $1.56 (2025), $1.28 (2024) and $1.68 (2023).',
    ],
  ])('%s', (_, right, wrong) => {
    expect(faultsOf(right)).toEqual([]);
    expect(faultsOf(wrong)).not.toEqual([]);
  });
});

describe('a statement without a number of its own is read by those told', () => {
  it.each([
    [
      'an order',
      'By RSI, from highest to lowest: KO with an RSI of 57.59 and PEP with an RSI of 56.24.',
      'By RSI, from lowest to highest: KO with an RSI of 57.59 and PEP with an RSI of 56.24.',
    ],
    [
      'a move that was not',
      'KO did not rise: it fell 0.60% in the session.',
      'KO did not fall: it fell 0.60% in the session.',
    ],
    [
      'the weakest month',
      'The weakest month of KO is January with a mean of −0.83%.',
      'The weakest month of KO is March with a mean of +1.4%.',
    ],
    [
      'the highest of a ranking',
      'PEP has the highest dividend yield, 3.9%.',
      'PEP has the lowest dividend yield, 3.9%.',
    ],
    ['the first of a ranking', 'PEP has the best dividend yield, 3.9%.', 'KO has the best dividend yield, 3.1%.'],
    ['what would have been', 'The plan in KO would be worth $56,610.', 'The RSI of KO would be 57.59.'],
    [
      'words of this server',
      'How it trades: Long while the MACD line is above its signal line, flat otherwise.',
      'How it trades: Long while the MACD line is below its signal line, flat otherwise.',
    ],
  ])('%s', (_, right, wrong) => {
    expect(faultsOf(right)).toEqual([]);
    expect(faultsOf(wrong)).not.toEqual([]);
  });
});

it.each([
  // The days in another order, or of something else
  'From 2 January 2026 to 5 January 2016 KO had 719 gaps.',
  'From 2016 to 2026 KO had 719 gaps.',
  // Another measure of the other side
  'KO filled 23.6% of its gaps up and followed 30.3% of its gaps down.',
  'KO filled 23.6% of its gaps up and closed in the direction of 30.3% of its gaps down.',
  // A rate without its side
  'Gaps up of KO filled in 23.6% of 719 cases.',
  // The score as another measure
  'The RSI of PEP is 63.7 (Buy).',
  'The RSI of KO is 50.5 (Neutral).',
  // The move of another, or at another time
  'KO did not rise: PEP fell 0.60%.',
  'PEP did not fall: KO fell 0.60%.',
  'KO did not rise in January: it fell 0.60%.',
  // What is of all, or would be
  'All names score 63.7.',
  'PEP would rise to 63.7.',
  'The plan in KO would have to be worth $56,610.',
  // Words beside a text that is recited
  'KO: Long while the MACD line is above its signal line, flat otherwise.',
  'PEP is long while the MACD line is above its signal line, flat otherwise.',
  'Long while the MACD line is above its signal line, flat otherwise, as is PEP.',
])('refused: %s', (sentence) => {
  expect(faultsOf(sentence)).not.toEqual([]);
});
