import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { readChart } from './chart-answer.js';
import { dailyHistory } from './chart-history.js';
import { chartProfile } from './chart-profile.js';
import { chartOf } from './fixtures/chart-server.js';
import { yahooSymbol } from './yahoo-symbol.js';

const day = (text: string): number => parseIsoDate(text) ?? 0;
const seconds = (text: string, minute = 570): number => newYorkUtcMs(day(text), minute) / 1000;

/** A chart with these rows in the vendor's shape. */
function chart(rows: readonly (readonly [at: number, close: number | null, high?: number])[], more: { meta?: object; events?: object } = {}): unknown {
  const closes = rows.map(([, close]) => close);
  return {
    chart: {
      result: [{
        meta: { currency: 'USD', symbol: 'AAPL', instrumentType: 'EQUITY', dataGranularity: '1d', ...more.meta },
        timestamp: rows.map(([at]) => at),
        ...(more.events === undefined ? {} : { events: more.events }),
        indicators: {
          quote: [{ open: closes, high: rows.map(([, close, high]) => high ?? close), low: closes.map((close) => (close === null ? null : close - 0.01)), close: closes, volume: rows.map(() => 7) }],
          adjclose: [{ adjclose: closes.map((close) => (close === null ? null : close / 2)) }],
        },
      }],
      error: null,
    },
  };
}
const historyOf = (json: unknown, last = '2021-12-31') => dailyHistory(readChart(json), day(last));

describe('a chart', () => {
  // Apple's split and dividend of 2020, in the figures that the company has published: 4 for 1 on 31 August, 0.205 USD on 6 November.
  it('tells splits as new shares for one old share, and dividends by their ex-date', () => {
    const at = [seconds('2020-08-31'), seconds('2020-11-06')] as const;
    const events = {
      splits: { [at[0]]: { date: at[0], numerator: 4, denominator: 1, splitRatio: '4:1' } },
      dividends: { [at[1]]: { amount: 0.205, date: at[1] } },
    };
    const { bars, splits, dividends } = historyOf(chart([[at[0], 129.04], [at[1], 118.69]], { events }));
    expect(splits).toEqual([{ day: day('2020-08-31'), ratio: 4 }]);
    expect(dividends).toEqual([{ day: day('2020-11-06'), amount: 0.205 }]);
    expect(bars.map((bar) => [isoDate(bar.day), bar.close, bar.adjClose, bar.volume])).toEqual([
      ['2020-08-31', 129.04, 64.52, 7], ['2020-11-06', 118.69, 59.345, 7],
    ]);
  });

  it('has no bar for a row without a price, and the last row of a day counts', () => {
    const { bars, empty } = historyOf(chart([[seconds('2021-03-01'), 10], [seconds('2021-03-02'), null], [seconds('2021-03-03'), 11], [seconds('2021-03-03', 960), 12]]));
    expect(bars.map((bar) => [isoDate(bar.day), bar.close])).toEqual([['2021-03-01', 10], ['2021-03-03', 12]]);
    expect(empty).toBe(1);
  });

  it('is read up to the last settled session only', () => {
    const { bars } = historyOf(chart([[seconds('2021-03-01'), 10], [seconds('2021-03-02'), 11]]), '2021-03-01');
    expect(bars.map((bar) => isoDate(bar.day))).toEqual(['2021-03-01']);
  });

  it('has a range that a rounded price may leave by a cent, and refuses one that is wrong', () => {
    const { bars, refused } = historyOf(chart([[seconds('2021-03-01'), 10, 9.995], [seconds('2021-03-02'), 11, 5]]));
    expect(bars.map((bar) => bar.high)).toEqual([10]);
    expect(refused).toEqual([{ day: day('2021-03-02'), reason: 'high 5 is below low 10.99' }]);
  });

  it('without any row has no bars', () => {
    const json = { chart: { result: [{ meta: { symbol: 'A', dataGranularity: '1d' }, indicators: { quote: [{}], adjclose: [{}] } }], error: null } };
    expect(historyOf(json).bars).toEqual([]);
  });

  it.each([
    ['of months', chart([[0, 1]], { meta: { dataGranularity: '1mo' } }), 'unreadable'],
    ['of an unknown symbol', { chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } }, 'unknown_ticker'],
    ['with another error', { chart: { result: null, error: { code: 'Unprocessable Entity', description: 'x' } } }, 'unreadable'],
    ['without a result', { chart: { result: [], error: null } }, 'unreadable'],
    ['that is none', { finance: {} }, 'unreadable'],
    ['with text for a price', { chart: { result: [{ meta: { symbol: 'A', dataGranularity: '1d' }, indicators: { quote: [{ close: ['1'] }] } }] } }, 'unreadable'],
  ])('%s is refused', (_name, json, fault) => {
    expect(() => historyOf(json)).toThrow(expect.objectContaining({ fault }));
  });
});

describe('the security of a chart', () => {
  const of = (ticker: string, meta: object) => chartProfile(ticker, readChart(chartOf(ticker, seconds('2021-03-01'), seconds('2021-03-02'), { meta })));

  it('has the name, kind and exchange that the vendor tells, or those that are well known', () => {
    expect(of('QQQM', { instrumentType: 'ETF', longName: 'Invesco NASDAQ 100 ETF', fullExchangeName: 'NasdaqGM' })).toMatchObject({
      symbol: 'QQQM', name: 'Invesco NASDAQ 100 ETF', kind: 'etf', exchange: 'NASDAQ', sector: null,
    });
    expect(of('AAPL', {})).toMatchObject({ name: 'Apple Inc.', exchange: 'NASDAQ', sector: 'Technology' });
  });

  it.each([['a currency', { instrumentType: 'CURRENCY' }], ['in another currency', { currency: 'GBp' }]])('that is %s is none of ours', (_name, meta) => {
    expect(() => of('ACME', meta)).toThrow(expect.objectContaining({ fault: 'unknown_ticker' }));
  });

  it.each([['BRK.B', 'BRK-B'], ['SPX', '^GSPC'], ['VIX', '^VIX'], ['AAPL', 'AAPL'], ['TWX.1', null], ['RY.TSX', null]])('%s is %s there', (ticker, symbol) => {
    expect(yahooSymbol(ticker)).toBe(symbol);
  });
});
