import { describe, expect, it } from '@jest/globals';
import { holdingInputs, holdingsInLink, parseHoldings, textOfLink } from './holdings.js';

describe('pasted holdings', () => {
  it.each([
    ['AAPL 10', [{ ticker: 'AAPL', shares: 10 }]],
    ['msft, $5,000', [{ ticker: 'MSFT', value: 5000 }]],
    ['NVDA\t2500.5 USD', [{ ticker: 'NVDA', value: 2500.5 }]],
    ['BRK-B;3 shares', [{ ticker: 'BRK.B', shares: 3 }]],
    ['Ticker,Shares\nSPY\n\nKO 1', [{ ticker: 'SPY' }, { ticker: 'KO', shares: 1 }]],
  ])('reads %j', (text, inputs) => {
    expect(holdingInputs(parseHoldings(text).holdings)).toEqual(inputs);
    expect(parseHoldings(text).refused).toEqual([]);
  });

  it('are the same after a link', () => {
    const { holdings } = parseHoldings('AAPL $6,000.50\nBRK-B 3\nSPY');
    const link = holdingsInLink(holdings);
    expect(link).toBe('AAPL:$6000.5,BRK.B:3,SPY');
    expect(parseHoldings(textOfLink(link))).toEqual({ holdings, refused: [] });
  });

  it('says which lines it cannot read', () => {
    expect(parseHoldings('AAPL 10\n10 AAPL\nMSFT zero\nKO 0').refused).toEqual(['10 AAPL', 'MSFT zero', 'KO 0']);
  });
});
