import { describe, expect, it } from '@jest/globals';
import { carryTicker, type Carried } from './carried-ticker.js';
import { parseCondition } from './parse.js';
import { printCondition } from './print.js';

function carriedOf(text: string): Carried {
  const parsed = parseCondition(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return carryTicker(parsed.condition);
}

describe('without tickers of the agent, a metric that names none is of the one named before it', () => {
  it.each([
    ['AAPL rsi < 30 and composite_score >= 56', 'AAPL rsi < 30 and AAPL composite_score >= 56'],
    ['AAPL price > sma_200', 'AAPL price > AAPL sma_200'],
    ['AAPL price crosses above sma_50', 'AAPL price crosses above AAPL sma_50'],
    ['30 > AAPL rsi or gap between 1% and 2%', '30 > AAPL rsi or AAPL gap between 1% and 2%'],
    ['not (rsi of AAPL < 30 or not signal is Buy)', 'not (AAPL rsi < 30 or not AAPL signal is Buy)'],
    ['AAPL rsi < 30 and (gap > 1 or AAPL change > 2)', 'AAPL rsi < 30 and (AAPL gap > 1% or AAPL change > 2%)'],
    ['AAPL price rises by 5% and signal changes to Sell', 'AAPL price rises by 5% and AAPL signal changes to Sell'],
    ['AAPL change > SPY change', 'AAPL change > SPY change'],
  ])('%s', (text, printed) => {
    const carried = carriedOf(text);
    expect(carried.isClear ? printCondition(carried.condition) : carried).toBe(printed);
  });

  it.each<[string, string, string[]]>([
    ['rsi < 30', 'rsi', []],
    ['rsi < 30 and AAPL composite_score >= 56', 'rsi', ['AAPL']],
    ['price > AAPL sma_200', 'price', ['AAPL']],
    ['AAPL rsi < 30 and MSFT rsi < 30 and gap > 1', 'gap', ['AAPL', 'MSFT']],
    ['AAPL rsi < 30 and gap > 1 and MSFT rsi < 30', 'gap', ['AAPL', 'MSFT']],
  ])('and %s is not clear', (text, metric, tickers) => {
    expect(carriedOf(text)).toEqual({ isClear: false, metric, tickers });
  });
});
