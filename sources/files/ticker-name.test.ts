import { describe, expect, it } from '@jest/globals';
import { readMinuteFileName } from './import-minutes.js';
import { tickerIfNamed, tickerOfFile } from './ticker-name.js';

describe('the ticker of a file', () => {
  it.each([
    ['/data/AAPL.csv', 'AAPL'],
    ['brk-b.csv', 'BRK.B'],
    ['BRK_B.CSV', 'BRK.B'],
    ['^GSPC.csv', 'GSPC'],
    ['aapl.us.txt', 'AAPL'],
    ['twx.1.csv', 'TWX.1'],
  ])('of %s is %s', (file, ticker) => {
    expect(tickerOfFile(file)).toBe(ticker);
  });

  it.each(['1.csv', 'my download (3).csv', 'ABCDEFGHIJK.csv', '.csv'])(
    '"%s" names none, and is refused with what to do',
    (file) => {
      expect(() => tickerOfFile(file)).toThrow(
        'is not a ticker: name the file after one, such as AAPL.csv or BRK-B.csv.',
      );
      expect(tickerIfNamed(file)).toBeUndefined();
    },
  );

  it('of minutes may come with its day', () => {
    expect(readMinuteFileName('aig_20131004_trade.csv', 'trade')).toEqual({ ticker: 'AIG', day: 15_982 });
    expect(readMinuteFileName('AIG.csv', 'trade')).toEqual({ ticker: 'AIG', day: undefined });
    expect(() => readMinuteFileName('aig_20131304_trade.csv', 'trade')).toThrow('The file name contains no valid date');
  });
});
