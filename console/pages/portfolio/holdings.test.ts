import { describe, expect, it } from '@jest/globals';
import { holdingInputs, holdingsInLink, parseHoldings, sumOfPercents, textOfLink, wholeInputs } from './holdings.js';

describe('pasted holdings', () => {
  it.each([
    ['AAPL 10', [{ ticker: 'AAPL', shares: 10 }]],
    ['msft, $5,000', [{ ticker: 'MSFT', value: 5000 }]],
    ['NVDA\t2500.5 USD', [{ ticker: 'NVDA', value: 2500.5 }]],
    [
      'aapl 40%\nmsft, 30 %',
      [
        { ticker: 'AAPL', weight: 40 },
        { ticker: 'MSFT', weight: 30 },
      ],
    ],
    [
      "KO 1,000\nPEP $1'234,567.5",
      [
        { ticker: 'KO', shares: 1000 },
        { ticker: 'PEP', value: 1234567.5 },
      ],
    ],
    ['BRK-B;3 shares', [{ ticker: 'BRK.B', shares: 3 }]],
    ['Ticker,Shares\nSPY\n\nKO 1', [{ ticker: 'SPY' }, { ticker: 'KO', shares: 1 }]],
  ])('reads %j', (text, inputs) => {
    expect(holdingInputs(parseHoldings(text).holdings)).toEqual(inputs);
    expect(parseHoldings(text).refused).toEqual([]);
  });

  it('are the same after a link', () => {
    const { holdings } = parseHoldings('AAPL $6,000.50\nBRK-B 3\nKO 15%\nSPY');
    const link = holdingsInLink(holdings);
    expect(link).toBe('AAPL:$6000.5,BRK.B:3,KO:15%,SPY');
    expect(parseHoldings(textOfLink(link))).toEqual({ holdings, refused: [] });
  });

  it.each([
    ['AAPL 40%\nMSFT 70%', 110],
    ['AAPL 40%\nMSFT 20%', 60],
    ['AAPL 40%\nMSFT 60%', null],
    ['AAPL 33.33%\nMSFT 33.33%\nKO 33.33%', null],
    ['AAPL 40\nMSFT 70', null],
    ['AAPL\nMSFT', null],
  ])('of %j add up to %p percent', (text, sum) => {
    expect(sumOfPercents(wholeInputs(text))).toBe(sum);
  });

  it('says which lines it cannot read', () => {
    expect(parseHoldings('AAPL 10\n10 AAPL\nMSFT zero\nKO 0').refused).toEqual(['10 AAPL', 'MSFT zero', 'KO 0']);
  });

  it('does not guess which mark is before the decimals', () => {
    expect(parseHoldings('MSFT 1.000,50\nKO 1,50\nPEP 1,0000').refused).toEqual([
      'MSFT 1.000,50',
      'KO 1,50',
      'PEP 1,0000',
    ]);
    expect(wholeInputs('AAPL 1,000\nMSFT 1.000,50')).toEqual([]);
  });
});
