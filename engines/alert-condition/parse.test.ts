import { describe, expect, it } from '@jest/globals';
import { needsOf } from './needs.js';
import { CONDITION_LIMITS, parseCondition } from './parse.js';
import { printCondition } from './print.js';

/** Texts and what they are in the shortest spelling. */
const CONDITIONS: readonly (readonly [text: string, printed: string])[] = [
  ['AAPL rsi < 30 and composite_score >= 56', 'AAPL rsi < 30 and composite_score >= 56'],
  ['gap > 2%', 'gap > 2%'],
  ['gap > 2', 'gap > 2%'],
  ['gap > 2 percent', 'gap > 2%'],
  ['gap < -1.5 %', 'gap < -1.5%'],
  ['overnight gap is above .5pct', 'gap > 0.5%'],
  ['signal changes to Sell', 'signal changes to Sell'],
  ['signal becomes "Strong Sell"', 'signal changes to "Strong Sell"'],
  ['signal flips to strong_buy', 'signal changes to "Strong Buy"'],
  ['signal changes from Buy', 'signal changes from Buy'],
  ['signal changes from Strong Buy to Neutral', 'signal changes from "Strong Buy" to Neutral'],
  ['signal changes', 'signal changes'],
  ['signal changes or gap > 1', 'signal changes or gap > 1%'],
  ['signal is Buy', 'signal is Buy'],
  ['signal is not strong sell', 'signal is not "Strong Sell"'],
  ['signal = neutral', 'signal is Neutral'],
  ['signal != neutral', 'signal is not Neutral'],
  ['signal in (Buy, "Strong Buy", buy)', 'signal is in ("Strong Buy", Buy)'],
  ['signal is not in (Buy)', 'signal is not Buy'],
  ['MSFT bias is bullish', 'MSFT bias is bullish'],
  ['volatility regime is in (high, extreme)', 'volatility_regime is in (high, extreme)'],
  ['earnings within 5 days', 'days_to_earnings <= 5 days'],
  ['earnings within 1 week', 'days_to_earnings <= 7 days'],
  ['AAPL earnings are within 1 day', 'AAPL days_to_earnings <= 1 day'],
  ['earnings in 5 days', 'days_to_earnings <= 5 days'],
  ['AAPL earnings are in 1 week', 'AAPL days_to_earnings <= 7 days'],
  ['AAPL earnings is in 3 days', 'AAPL days_to_earnings <= 3 days'],
  ['RSI(14) < 30', 'rsi < 30'],
  ['AAPL RSI(14) < 30', 'AAPL rsi < 30'],
  ['rsi (14) of AAPL below 30', 'AAPL rsi < 30'],
  ['price > SMA(200)', 'price > sma_200'],
  ['SMA(50) crosses above SMA(200)', 'sma_50 crosses above sma_200'],
  ['AAPL up 5%', 'AAPL change >= 5%'],
  ['AAPL down 5%', 'AAPL change <= -5%'],
  ['AAPL is up more than 5 percent today', 'AAPL change > 5%'],
  ['aapl is down by at least 3%', 'AAPL change <= -3%'],
  ['up 5% or down 5', 'change >= 5% or change <= -5%'],
  ['price down over 2%', 'change < -2%'],
  ['alert me if TSLA: price is up 4% and rsi > 70', 'TSLA change >= 4% and rsi > 70'],
  ['UP up 5%', 'UP change >= 5%'],
  ['UP price > 5', 'UP price > 5'],
  ['not (DOWN down 2%)', 'not DOWN change <= -2%'],
  ['days to earnings < 3', 'days_to_earnings < 3 days'],
  ['price > 200', 'price > 200'],
  ['price > $1,234.50', 'price > 1234.5'],
  ['price exceeds 200 usd', 'price > 200'],
  ['AAPL price at least 200', 'AAPL price >= 200'],
  ['AAPL: price is at most 200', 'AAPL price <= 200'],
  ['price of AAPL below 200.', 'AAPL price < 200'],
  ['$AAPL price below 200', 'AAPL price < 200'],
  ['brk-b price ≥ 400', 'BRK.B price >= 400'],
  ['BRK.B price ≠ 400', 'BRK.B price != 400'],
  ['price > sma_200', 'price > sma_200'],
  ['price > SMA 200', 'price > sma_200'],
  ['AAPL price > MSFT price', 'AAPL price > MSFT price'],
  ['AAPL price > sma200 of AAPL', 'AAPL price > AAPL sma_200'],
  ['sma_50 crosses above sma_200', 'sma_50 crosses above sma_200'],
  ['price breaks below sma_50', 'price crosses below sma_50'],
  ['rsi crosses 50', 'rsi crosses 50'],
  ['rsi drops below 30', 'rsi crosses below 30'],
  ['composite score rises above 70', 'composite_score crosses above 70'],
  ['price changes by 5%', 'price changes by 5%'],
  ['price changes by more than 5%', 'price changes by more than 5%'],
  ['price changes by at least 5', 'price changes by 5'],
  ['price moves by over $5', 'price changes by more than 5'],
  ['price rises by > 3%', 'price rises by more than 3%'],
  ['price falls by >= 3%', 'price falls by 3%'],
  ['score drops by 10', 'composite_score falls by 10'],
  ['score drops by 10%', 'composite_score falls by 10%'],
  ['change changes by 2%', 'change changes by 2%'],
  ['change > 3', 'change > 3%'],
  ['price change > 3%', 'change > 3%'],
  ['volume > 5M', 'volume > 5000000'],
  ['volume > 1.5bn shares', 'volume > 1500000000'],
  ['volume > 250k', 'volume > 250000'],
  ['volume ratio > 2x', 'volume_ratio > 2x'],
  ['volume ratio at least 2 times', 'volume_ratio >= 2x'],
  ['rsi between 30 and 70', 'rsi between 30 and 70'],
  ['rsi is between 30 and 70 and gap > 1', 'rsi between 30 and 70 and gap > 1%'],
  ['gap between -2% and 2%', 'gap between -2% and 2%'],
  ['30 < rsi', '30 < rsi'],
  ['2% <= gap', '2% <= gap'],
  ['not rsi < 30', 'not rsi < 30'],
  ['!(rsi < 30)', 'not rsi < 30'],
  ['not not rsi < 30', 'not not rsi < 30'],
  ['not (rsi < 30 or gap > 1)', 'not (rsi < 30 or gap > 1%)'],
  ['not rsi < 30 and gap > 1', 'not rsi < 30 and gap > 1%'],
  ['rsi < 30 or gap > 1 and score > 56', 'rsi < 30 or gap > 1% and composite_score > 56'],
  ['(rsi < 30 or gap > 1) and score > 56', '(rsi < 30 or gap > 1%) and composite_score > 56'],
  ['rsi < 30 && gap > 1 || score > 56', 'rsi < 30 and gap > 1% or composite_score > 56'],
  ['rsi < 30 AND (gap > 1 AND score > 56)', 'rsi < 30 and gap > 1% and composite_score > 56'],
  ['((rsi < 30))', 'rsi < 30'],
  ['RSI<30', 'rsi < 30'],
  ['rsi == 50', 'rsi = 50'],
  ['rsi is 50', 'rsi = 50'],
  ['rsi is not 50', 'rsi != 50'],
  ['rsi equals 50', 'rsi = 50'],
  ['rsi <> 50', 'rsi != 50'],
  ['rsi no more than 50', 'rsi <= 50'],
  ['rsi not below 50', 'rsi >= 50'],
  ['rsi 14 < 30', 'rsi < 30'],
  ['macd > 0', 'macd_histogram > 0'],
  ['macd > -0', 'macd_histogram > 0'],
  ['macd crosses above 0', 'macd_histogram crosses above 0'],
  ['macd > −1e-2', 'macd_histogram > -0.01'],
  ['GAP gap > 2%', '$GAP gap > 2%'],
  ['RSI rsi < 30', '$RSI rsi < 30'],
  ['$IN rsi < 30', '$IN rsi < 30'],
  ['LOW price < 200', '$LOW price < 200'],
  ['LAST price < 200', 'price < 200'],
  ['$LAST price < 200', '$LAST price < 200'],
  ['alert me when AAPL rsi < 30', 'AAPL rsi < 30'],
  ['Notify us if gap > 2%', 'gap > 2%'],
  ['When price > 200', 'price > 200'],
  ['  rsi\n< \t30 ', 'rsi < 30'],
  ['price >= high_52w', 'price >= high_52w'],
  ['price < high 52w', 'price < high_52w'],
  ['technical > 60 and momentum > 60', 'technical_score > 60 and momentum_score > 60'],
  ['options flow > 50', 'options_flow_score > 50'],
  ['revenue growth > 20%', 'revenue_growth > 20%'],
  ['vpin > 0.5', 'vpin > 0.5'],
  ['order_flow_imbalance < -.2', 'order_flow_imbalance < -0.2'],
  ['relative volume > 2', 'relative_volume > 2x'],
  ['volatility 30d > 40%', 'volatility_30d > 40%'],
  ['swing signal is "Strong Buy" and swing score > 70', 'swing_signal is "Strong Buy" and swing_score > 70'],
  ['day signal is Lean Buy', 'day_signal is "Lean Buy"'],
  ['after hours < price', 'after_hours < price'],
  ['price < vwap', 'price < vwap'],
  ['change 5d < -10%', 'change_5d < -10%'],
  ['change over 5', 'change > 5%'],
  ['confidence >= 60', 'confidence >= 60'],
];

/** Texts that are no conditions, with the column and a part of the reason. */
const REFUSED: readonly (readonly [text: string, column: number, reason: string])[] = [
  ['', 1, 'no condition'],
  ['   ', 4, 'no condition'],
  ['when ', 6, 'no condition'],
  ['Summarise the news about Apple', 11, '"the" is no metric'],
  ['RSI(9) < 30', 1, 'rsi is not compared with anything'],
  ['AAPL up', 6, '"up" is no metric'],
  ['AAPL up $5', 9, 'change is measured in percent, not in usd'],
  ['AAPL up 0%', 9, 'the amount of a change must be above 0'],
  ['rsi up 5%', 1, 'rsi is not compared with anything'],
  ['signal in 5 days', 11, 'an opening parenthesis is expected'],
  ['rssi < 30', 1, '"rssi" is no metric; did you mean rsi?'],
  ['AAPL rssi < 30', 6, '"rssi" is no metric; did you mean rsi?'],
  ['AAPL < 30', 1, 'after a ticker a metric must follow'],
  ['rsi', 1, 'rsi is not compared with anything'],
  ['rsi and gap > 1', 1, 'rsi is not compared with anything'],
  ['rsi <', 6, 'a metric or a number is expected, and the text ends'],
  ['rsi < and', 7, '"and" is no metric'],
  ['rsi < 30 gap > 1', 10, '"gap" does not continue the condition'],
  ['rsi < 30 < 40', 10, 'cannot be compared with something else'],
  ['30 < 40', 6, 'one side of a comparison must be a metric'],
  ['(rsi < 30', 10, 'a closing parenthesis is missing'],
  ['rsi < 30)', 9, '")" does not continue'],
  ['rsi < 30%', 7, 'rsi is measured in points, not in percent'],
  ['price < 30%', 9, 'price is measured in usd, not in percent'],
  ['gap > $2', 7, 'gap is measured in percent, not in usd'],
  ['rsi < 130', 7, 'rsi is from 0 to 100'],
  ['score between 50 and 101', 22, 'composite_score is from 0 to 100'],
  ['rsi between 70 and 30', 20, 'must not be below the first'],
  ['rsi between 70 or 30', 16, 'and is expected'],
  ['rsi > price', 7, 'price cannot be compared with rsi'],
  ['rsi > vpin', 7, 'vpin cannot be compared with rsi'],
  ['signal > 50', 8, 'signal is a label'],
  ['signal is Great', 11, '"Great" is no label of signal: Strong Buy, Buy'],
  ['signal turns bearish', 14, '"bearish" is no label of signal'],
  ['signal is 5', 11, 'a label (Strong Buy, Buy'],
  ['signal in Buy', 11, 'an opening parenthesis is expected'],
  ['signal in (Buy', 15, 'a comma or a closing parenthesis is expected'],
  ['rsi changes to Sell', 5, 'rsi is a number'],
  ['rsi in (Buy)', 5, 'rsi is a number'],
  ['price within 5 days', 7, 'price is not measured in days'],
  ['earnings within -5 days', 17, 'days_to_earnings is from 0 to 400'],
  ['earnings within 5000 weeks', 17, 'days_to_earnings is from 0 to 400'],
  ['earnings within 5%', 17, 'days_to_earnings is measured in days, not in percent'],
  ['vpin crosses above 0.5', 6, 'no value of the session before'],
  ['bias changes to bullish', 6, 'no value of the session before'],
  ['price crosses above vwap', 21, 'no value of the session before'],
  ['price changes by 0%', 18, 'the amount of a change must be above 0'],
  ['price changes by at 5', 21, 'least is expected'],
  ['price changes by much', 18, 'a number is expected'],
  ['rsi of 5 < 3', 8, 'a ticker must follow of'],
  ['rsi # 5', 5, '"#" has no meaning here'],
  ['rsi < 😀', 7, '"😀" has no meaning here'],
  ['price > 1e300', 9, 'the number is too large'],
  ['price > 2000000000B', 9, 'the number is too large'],
  ['rsi < 30 and', 13, 'a metric or a number is expected'],
  ['not', 4, 'a metric or a number is expected'],
  ['and rsi < 30', 1, '"and" is no metric'],
  ['signal is in (', 15, 'a label'],
  ['(rsi) < 30', 2, 'rsi is not compared with anything'],
  ['rsi < (30)', 7, 'a metric or a number is expected'],
];

describe('a condition', () => {
  it('is told in its shortest spelling', () => {
    expect(CONDITIONS.length).toBeGreaterThanOrEqual(100);
  });

  it.each(CONDITIONS)('%s', (text, printed) => {
    const parsed = parseCondition(text);
    expect(parsed.ok ? printCondition(parsed.condition) : parsed).toBe(printed);
  });

  it.each(REFUSED)('%j is refused at column %d: %s', (text, column, reason) => {
    expect(parseCondition(text)).toEqual({ ok: false, column, message: expect.stringContaining(reason) });
  });
});

describe('limits', () => {
  it('a text that is too long is refused without being read', () => {
    const text = 'rsi < 30 and '.repeat(1_000_000);
    expect(parseCondition(text)).toMatchObject({ ok: false, column: CONDITION_LIMITS.characters + 1 });
  });

  it.each(['(', 'not '])('%j may be nested 20 deep, and not deeper', (opening) => {
    const nested = (depth: number): string =>
      `${opening.repeat(depth)}rsi < 30${opening === '(' ? ')'.repeat(depth) : ''}`;
    expect(parseCondition(nested(CONDITION_LIMITS.depth)).ok).toBe(true);
    expect(parseCondition(nested(CONDITION_LIMITS.depth + 1))).toMatchObject({
      ok: false,
      message: 'a condition nests at most 20 deep',
    });
    expect(parseCondition(nested(200))).toMatchObject({ ok: false, message: 'a condition nests at most 20 deep' });
  });

  it('a condition has at most 32 tests and names at most 25 tickers', () => {
    const tests = (count: number) => Array.from({ length: count }, () => 'gap > 1').join(' or ');
    expect([parseCondition(tests(32)).ok, parseCondition(tests(33)).ok]).toEqual([true, false]);
    const tickers = (count: number) =>
      Array.from({ length: count }, (_, index) => `T${String(index)} rsi<9`).join(' or ');
    expect([parseCondition(tickers(25)).ok, parseCondition(tickers(26)).ok]).toEqual([true, false]);
  });
});

describe('what a condition needs', () => {
  const needsOfText = (text: string) => {
    const parsed = parseCondition(text);
    if (!parsed.ok) throw new Error(parsed.message);
    return needsOf(parsed.condition);
  };

  it('are its tickers, the groups of its metrics, and the session before if it asks about a change', () => {
    expect(needsOfText('AAPL rsi < 30 and MSFT earnings within 5 days or not AAPL vpin > 0.5')).toEqual({
      tickers: ['AAPL', 'MSFT'],
      isOpen: false,
      groups: new Set(['signal', 'earnings', 'microstructure']),
      looksBack: false,
    });
    expect(needsOfText('AAPL price crosses above sma_50')).toEqual({
      tickers: ['AAPL'],
      isOpen: true,
      groups: new Set(['signal']),
      looksBack: true,
    });
  });
});
