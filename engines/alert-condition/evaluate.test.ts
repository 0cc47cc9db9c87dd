import { describe, expect, it } from '@jest/globals';
import type { MetricName } from './metrics.js';
import { evaluateCondition, needsTickers, type Reading, type Truth, type Value } from './evaluate.js';
import { parseCondition } from './parse.js';

type Values = Readonly<Partial<Record<MetricName, Value>>>;

function conditionOf(text: string) {
  const parsed = parseCondition(text);
  if (!parsed.ok) throw new Error(`column ${String(parsed.column)}: ${parsed.message}`);
  return parsed.condition;
}

const reading = (now: Values, before: Values = {}): Reading => ({ now, before });
const evaluate = (text: string, now: Values, before: Values = {}): Truth =>
  evaluateCondition(conditionOf(text), ['AAPL'], new Map([['AAPL', reading(now, before)]]))[0]?.truth ?? null;

const [YES, NO, UNKNOWN] = [true, false, null];

/** Conditions over the values of the last session and of the one before. */
const CASES: readonly (readonly [text: string, now: Values, before: Values, truth: Truth])[] = [
  ['rsi < 30', { rsi: 29.9 }, {}, YES],
  ['rsi < 30', { rsi: 30 }, {}, NO],
  ['rsi <= 30', { rsi: 30 }, {}, YES],
  ['rsi > 30', { rsi: 30 }, {}, NO],
  ['rsi >= 30', { rsi: 30 }, {}, YES],
  ['rsi = 30', { rsi: 30 }, {}, YES],
  ['rsi = 30', { rsi: 30.1 }, {}, NO],
  ['rsi != 30', { rsi: 30.1 }, {}, YES],
  ['rsi < 30', {}, {}, UNKNOWN],
  ['rsi < 30', { rsi: null }, {}, UNKNOWN],
  ['rsi < 30', { rsi: Number.NaN }, {}, UNKNOWN],
  ['rsi != 30', {}, {}, UNKNOWN],
  ['30 < rsi', { rsi: 40 }, {}, YES],
  ['30 < rsi', { rsi: 20 }, {}, NO],
  ['not rsi < 30', { rsi: 40 }, {}, YES],
  ['not rsi < 30', {}, {}, UNKNOWN],
  ['not not rsi < 30', { rsi: 20 }, {}, YES],
  ['rsi < 30 and gap > 1', { rsi: 20, gap: 2 }, {}, YES],
  ['rsi < 30 and gap > 1', { rsi: 20, gap: 0 }, {}, NO],
  ['rsi < 30 and gap > 1', { rsi: 20 }, {}, UNKNOWN],
  ['rsi < 30 and gap > 1', { rsi: 40 }, {}, NO],
  ['rsi < 30 or gap > 1', { rsi: 40, gap: 2 }, {}, YES],
  ['rsi < 30 or gap > 1', { rsi: 40, gap: 0 }, {}, NO],
  ['rsi < 30 or gap > 1', { rsi: 20 }, {}, YES],
  ['rsi < 30 or gap > 1', { rsi: 40 }, {}, UNKNOWN],
  ['not (rsi < 30 and gap > 1)', { rsi: 40 }, {}, YES],
  ['not (rsi < 30 or gap > 1)', { rsi: 40 }, {}, UNKNOWN],
  ['rsi between 30 and 70', { rsi: 30 }, {}, YES],
  ['rsi between 30 and 70', { rsi: 70 }, {}, YES],
  ['rsi between 30 and 70', { rsi: 70.1 }, {}, NO],
  ['rsi between 30 and 70', {}, {}, UNKNOWN],
  ['price > sma_50', { price: 101, sma_50: 100 }, {}, YES],
  ['price > sma_50', { price: 100, sma_50: 100 }, {}, NO],
  ['price > sma_50', { price: 100 }, {}, UNKNOWN],
  ['gap > 2%', { gap: 2.5 }, {}, YES],
  ['gap > 2%', { gap: -2.5 }, {}, NO],
  ['gap < -2%', { gap: -2.5 }, {}, YES],
  ['volume > 5M', { volume: 5_000_001 }, {}, YES],
  ['volume_ratio >= 2x', { volume_ratio: 2 }, {}, YES],
  ['earnings within 5 days', { days_to_earnings: 5 }, {}, YES],
  ['earnings within 5 days', { days_to_earnings: 6 }, {}, NO],
  ['earnings within 5 days', { days_to_earnings: null }, {}, UNKNOWN],
  ['price crosses above 100', { price: 101 }, { price: 99 }, YES],
  ['price crosses above 100', { price: 101 }, { price: 100 }, YES],
  ['price crosses above 100', { price: 100 }, { price: 99 }, NO],
  ['price crosses above 100', { price: 102 }, { price: 101 }, NO],
  ['price crosses above 100', { price: 101 }, {}, UNKNOWN],
  ['price crosses above 100', {}, { price: 99 }, UNKNOWN],
  ['price crosses below 100', { price: 99 }, { price: 100 }, YES],
  ['price crosses below 100', { price: 100 }, { price: 101 }, NO],
  ['price crosses 100', { price: 99 }, { price: 101 }, YES],
  ['price crosses 100', { price: 101 }, { price: 99 }, YES],
  ['price crosses 100', { price: 101 }, { price: 102 }, NO],
  ['sma_50 crosses above sma_200', { sma_50: 101, sma_200: 100 }, { sma_50: 99, sma_200: 99.5 }, YES],
  ['sma_50 crosses above sma_200', { sma_50: 101, sma_200: 100 }, { sma_50: 99, sma_200: 98 }, NO],
  ['sma_50 crosses above sma_200', { sma_50: 101, sma_200: 100 }, { sma_50: 99 }, UNKNOWN],
  ['price changes by 5%', { price: 105 }, { price: 100 }, YES],
  ['price changes by 5%', { price: 95 }, { price: 100 }, YES],
  ['price changes by 5%', { price: 104.99 }, { price: 100 }, NO],
  ['price changes by more than 5%', { price: 105 }, { price: 100 }, NO],
  ['price changes by more than 5%', { price: 105.1 }, { price: 100 }, YES],
  ['price rises by 5%', { price: 95 }, { price: 100 }, NO],
  ['price falls by 5%', { price: 95 }, { price: 100 }, YES],
  ['price falls by 5', { price: 195 }, { price: 200 }, YES],
  ['price changes by 5%', { price: 95 }, {}, UNKNOWN],
  ['macd changes by 50%', { macd_histogram: -3 }, { macd_histogram: -2 }, YES],
  ['macd falls by 50%', { macd_histogram: -3 }, { macd_histogram: -2 }, YES],
  ['macd changes by 5%', { macd_histogram: 1 }, { macd_histogram: 0 }, UNKNOWN],
  ['gap changes by 2%', { gap: 3 }, { gap: 1 }, YES],
  ['score drops by 10', { composite_score: 50 }, { composite_score: 60 }, YES],
  ['score drops by 10', { composite_score: 50.1 }, { composite_score: 60 }, NO],
  ['signal is Buy', { signal: 'Buy' }, {}, YES],
  ['signal is Buy', { signal: 'Strong Buy' }, {}, NO],
  ['signal is not Buy', { signal: 'Strong Buy' }, {}, YES],
  ['signal is not Buy', {}, {}, UNKNOWN],
  ['signal in (Buy, Strong Buy)', { signal: 'Strong Buy' }, {}, YES],
  ['signal is not in (Buy, Strong Buy)', { signal: 'Strong Buy' }, {}, NO],
  ['signal changes to Sell', { signal: 'Sell' }, { signal: 'Neutral' }, YES],
  ['signal changes to Sell', { signal: 'Sell' }, { signal: 'Sell' }, NO],
  ['signal changes to Sell', { signal: 'Neutral' }, { signal: 'Buy' }, NO],
  ['signal changes to Sell', { signal: 'Sell' }, {}, UNKNOWN],
  ['signal changes from Buy', { signal: 'Sell' }, { signal: 'Buy' }, YES],
  ['signal changes from Buy', { signal: 'Buy' }, { signal: 'Buy' }, NO],
  ['signal changes from Buy to Sell', { signal: 'Neutral' }, { signal: 'Buy' }, NO],
  ['signal changes from Buy to Sell', { signal: 'Sell' }, { signal: 'Buy' }, YES],
  ['signal changes', { signal: 'Sell' }, { signal: 'Buy' }, YES],
  ['signal changes', { signal: 'Buy' }, { signal: 'Buy' }, NO],
  ['AAPL rsi < 30', { rsi: 20 }, {}, YES],
  ['MSFT rsi < 30', { rsi: 20 }, {}, UNKNOWN],
];

describe('a condition', () => {
  it.each(CASES)('%s, at %j after %j, is %s', (text, now, before, truth) => {
    expect(evaluate(text, now, before)).toBe(truth);
  });

  it('is evaluated for each ticker, and its tests tell which values they read', () => {
    const readings = new Map([
      ['AAPL', reading({ rsi: 20, gap: 3 })],
      ['MSFT', reading({ rsi: 20, gap: 0 })],
      ['SPY', reading({ gap: 1 })],
    ]);
    const condition = conditionOf('rsi < 30 and gap > SPY gap');
    const evaluations = evaluateCondition(condition, ['AAPL', 'MSFT', 'NONE'], readings);
    expect(evaluations.map(({ ticker, truth }) => [ticker, truth])).toEqual([
      ['AAPL', true],
      ['MSFT', false],
      ['NONE', null],
    ]);
    expect(evaluations[0]?.tests).toEqual([
      { text: 'AAPL rsi < 30', truth: true, values: [{ ticker: 'AAPL', metric: 'rsi', now: 20, before: null }] },
      {
        text: 'AAPL gap > SPY gap',
        truth: true,
        values: [
          { ticker: 'AAPL', metric: 'gap', now: 3, before: null },
          { ticker: 'SPY', metric: 'gap', now: 1, before: null },
        ],
      },
    ]);
  });

  it('that names all of its tickers is evaluated once, whatever tickers it is evaluated for', () => {
    const condition = conditionOf('AAPL rsi < 30 or MSFT rsi < 30');
    expect([needsTickers(condition), needsTickers(conditionOf('AAPL rsi < 30 or not rsi < 30'))]).toEqual([
      false,
      true,
    ]);
    const readings = new Map([['MSFT', reading({ rsi: 20 })]]);
    expect(evaluateCondition(condition, ['SPY', 'QQQ'], readings).map(({ ticker, truth }) => [ticker, truth])).toEqual([
      [null, true],
    ]);
  });
});
