import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { WELL_KNOWN } from '../models/well-known.js';
import { INSTRUMENTS, SIMULATED_SPLITS } from './instruments.js';
import { simulatedIpos } from './ipos.js';
import { simulateMarket, type SimulatedHistory } from './market.js';
import { simulateMinutes } from './minutes.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const SEED = 7;
const market = new Map([...simulateMarket(SEED, NOW)].map((history) => [history.symbol, history]));

function historyOf(symbol: string): SimulatedHistory {
  const history = market.get(symbol);
  if (!history) throw new Error(`no ${symbol}`);
  return history;
}

const at = (values: ArrayLike<number>, index: number): number => values[index] ?? NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const moment = (values: readonly number[], power: number): number => {
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** power));
};

function returnsOf(symbol: string): number[] {
  const { adjClose } = historyOf(symbol).bars;
  return Array.from(adjClose.subarray(1), (close, index) => close / at(adjClose, index) - 1);
}

function correlation(first: string, second: string): number {
  const [a, b] = [returnsOf(first), returnsOf(second)];
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, index) => (value - meanA) * (at(b, index) - meanB)));
  return covariance / Math.sqrt(moment(a, 2) * moment(b, 2));
}

const annualVolatility = (symbol: string): number => Math.sqrt(moment(returnsOf(symbol), 2) * 252);

describe('the simulated market', () => {
  it('has about 60 well-known tickers, the index funds and every sector fund among them', () => {
    expect(market.size).toBeGreaterThanOrEqual(60);
    expect([...market.keys()].filter((symbol) => !WELL_KNOWN.has(symbol))).toEqual([]);
    const funds = [
      'SPY',
      'QQQ',
      'IWM',
      'AGG',
      'XLK',
      'XLC',
      'XLY',
      'XLP',
      'XLF',
      'XLV',
      'XLE',
      'XLI',
      'XLB',
      'XLRE',
      'XLU',
    ];
    expect(funds.filter((symbol) => !market.has(symbol))).toEqual([]);
  });

  it('has every session of at least 16 years up to the last completed one', () => {
    for (const { bars } of market.values()) {
      expect(isoDate(at(bars.days, 0))).toBe('2010-01-04');
      expect(isoDate(at(bars.days, bars.days.length - 1))).toBe('2026-11-19');
      expect(bars.days.length).toBe(4247);
    }
  });

  it('has no bar whose open or close leaves its range, no free share and no session without volume', () => {
    for (const { symbol, bars } of market.values()) {
      const faulty = bars.days.findIndex((_, i) => {
        const [open, high, low, close] = [at(bars.open, i), at(bars.high, i), at(bars.low, i), at(bars.close, i)];
        return !(
          low > 0 &&
          low <= Math.min(open, close) &&
          high >= Math.max(open, close) &&
          at(bars.volume, i) > 0 &&
          at(bars.adjClose, i) > 0
        );
      });
      expect([symbol, faulty]).toEqual([symbol, -1]);
    }
  });

  it.each([
    ['SPY', 0.11, 0.22],
    ['AGG', 0.02, 0.07],
    ['AAPL', 0.2, 0.36],
    ['KO', 0.1, 0.2],
    ['TSLA', 0.4, 0.7],
    ['XLE', 0.18, 0.32],
  ])('gives %s a volatility a year between %d and %d', (symbol, least, most) => {
    expect(annualVolatility(symbol)).toBeGreaterThan(least);
    expect(annualVolatility(symbol)).toBeLessThan(most);
  });

  it('has fat tails everywhere: kurtosis above the normal’s 3', () => {
    for (const symbol of market.keys()) {
      const returns = returnsOf(symbol);
      expect(moment(returns, 4) / moment(returns, 2) ** 2).toBeGreaterThan(3.5);
    }
  });

  it('has calm and turbulent times: large moves follow large moves', () => {
    const sizes = returnsOf('SPY').map((value) => Math.abs(value));
    const centre = mean(sizes);
    const spread = moment(sizes, 2);
    for (const lag of [1, 5, 10])
      expect(
        mean(sizes.slice(lag).map((size, i) => (size - centre) * (at(sizes, i) - centre))) / spread,
      ).toBeGreaterThan(0.08);
  });

  it('binds names of one sector closer than names of two', () => {
    const within = [
      ['XOM', 'CVX'],
      ['AAPL', 'MSFT'],
      ['JPM', 'BAC'],
      ['KO', 'PEP'],
      ['UNH', 'JNJ'],
    ] as const;
    const across = [
      ['XOM', 'MSFT'],
      ['AAPL', 'PEP'],
      ['JPM', 'CVX'],
      ['KO', 'BAC'],
      ['UNH', 'NVDA'],
    ] as const;
    expect(mean(within.map(([a, b]) => correlation(a, b)))).toBeGreaterThan(
      mean(across.map(([a, b]) => correlation(a, b))) + 0.1,
    );
    expect(correlation('GOOG', 'GOOGL')).toBeGreaterThan(0.98);
    expect(correlation('SPY', 'XLI')).toBeGreaterThan(0.8);
    expect(Math.abs(correlation('SPY', 'GLD'))).toBeLessThan(0.15);
  });

  it('opens away from the last close, by less than it moves in the day', () => {
    const { open, close } = historyOf('MSFT').bars;
    const overnight = Array.from(open.subarray(1), (price, i) => Math.log(price / at(close, i)));
    const intraday = Array.from(open, (price, i) => Math.log(at(close, i) / price));
    const share = moment(overnight, 2) / (moment(overnight, 2) + moment(intraday, 2));
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });

  it('makes total return outgrow the price by the dividends, and by nothing without them', () => {
    const growth = (values: Float64Array): number => at(values, values.length - 1) / at(values, 0);
    for (const { yearly, symbol } of INSTRUMENTS.map(({ dividendYield, symbol }) => ({
      yearly: dividendYield,
      symbol,
    }))) {
      const { bars } = historyOf(symbol);
      const extra = Math.log(growth(bars.adjClose) / growth(bars.close)) / (bars.days.length / 252);
      if (yearly === 0) expect(extra).toBe(0);
      else if (yearly > 0.005) expect(extra / yearly).toBeGreaterThan(0.6);
    }
    expect(at(historyOf('KO').bars.adjClose, 4246)).toBe(at(historyOf('KO').bars.close, 4246));
  });

  it('trades in whole cents and whole shares at the shares of each day', () => {
    const { bars, splits } = historyOf('AAPL');
    expect(splits.map(({ day, ratio }) => [isoDate(day), ratio])).toEqual(SIMULATED_SPLITS['AAPL']);
    for (const i of [0, 1000, 2000, 4246]) {
      const later = splits.reduce((ratio, split) => (split.day > at(bars.days, i) ? ratio * split.ratio : ratio), 1);
      for (const column of [bars.open, bars.high, bars.low, bars.close])
        expect(at(column, i) * later * 100).toBeCloseTo(Math.round(at(column, i) * later * 100), 6);
      expect(at(bars.volume, i) / later).toBeCloseTo(Math.round(at(bars.volume, i) / later), 6);
    }
  });

  it('gives the same bytes for the same seed and others for another', () => {
    const few = INSTRUMENTS.slice(0, 5);
    const bytes = (seed: number): Buffer[] =>
      [...simulateMarket(seed, NOW, few)].map(({ bars }) => Buffer.from(bars.adjClose.buffer));
    expect(bytes(SEED)).toEqual(bytes(SEED));
    expect(bytes(SEED)[0]?.equals(bytes(SEED + 1)[0] ?? Buffer.alloc(0))).toBe(false);
  });

  it('keeps its bytes from release to release: other ones need another generator version', () => {
    const digest = createHash('sha256');
    const add = (columns: object): void => {
      for (const column of Object.values(columns))
        digest.update(column instanceof Int32Array || column instanceof Float64Array ? column : String(column));
    };
    for (const { symbol, bars, splits, dividends } of market.values()) {
      digest.update(JSON.stringify([symbol, splits, dividends]));
      add(bars);
      simulateMinutes(SEED, symbol, bars, { count: 5, now: NOW }).forEach(add);
    }
    digest.update(JSON.stringify(simulatedIpos(NOW)));
    expect(digest.digest('hex')).toBe('a5882bc4b4c52561c56c0b5a730e5d722a0a4aa5881f4d19b3c144267977a813');
  });

  it('never changes a past price or volume as sessions are added', () => {
    const columns = ['days', 'open', 'high', 'low', 'close', 'volume'] as const;
    for (const earlier of simulateMarket(SEED, new Date('2026-02-03T12:00:00Z'))) {
      const later = historyOf(earlier.symbol).bars;
      for (const name of columns)
        expect(
          Buffer.from(later[name].slice(0, earlier.bars.days.length).buffer).equals(
            Buffer.from(earlier.bars[name].buffer),
          ),
        ).toBe(true);
    }
  });

  it('keeps a ticker’s numbers whoever else is in the market', () => {
    const [alone] = [
      ...simulateMarket(
        SEED,
        NOW,
        INSTRUMENTS.filter(({ symbol }) => symbol === 'JPM'),
      ),
    ];
    expect(alone).toEqual(historyOf('JPM'));
  });
});

describe('simulated minutes', () => {
  it.each(['SPY', 'AAPL', 'PFE', 'AGG', 'BRK.B', 'TSLA'])(
    'of %s open, close, rise, fall and sum up to their session’s bar',
    (symbol) => {
      const { bars } = historyOf(symbol);
      const sessions = simulateMinutes(SEED, symbol, bars, { count: 5, now: NOW });
      expect(sessions.map(({ day }) => day)).toEqual([...bars.days.subarray(-5)]);
      for (const [offset, session] of sessions.entries()) {
        const daily = bars.days.length - 5 + offset;
        const regular = [...session.minutes.keys()].filter(
          (i) => at(session.minutes, i) >= 570 && at(session.minutes, i) < 960,
        );
        const of = (column: Float64Array): number[] => regular.map((i) => at(column, i));
        expect(regular).toHaveLength(390);
        expect({
          open: of(session.open)[0],
          high: Math.max(...of(session.high)),
          low: Math.min(...of(session.low)),
          close: of(session.close).at(-1),
          volume: of(session.volume).reduce((a, b) => a + b),
        }).toEqual({
          open: at(bars.open, daily),
          high: at(bars.high, daily),
          low: at(bars.low, daily),
          close: at(bars.close, daily),
          volume: at(bars.volume, daily),
        });
      }
    },
  );

  it('hold together: ordered, each within its range, with volume, and some outside the regular session', () => {
    for (const { symbol, bars } of market.values()) {
      for (const session of simulateMinutes(SEED, symbol, bars, { count: 5, now: NOW })) {
        const faulty = session.minutes.findIndex((minute, i) => {
          const [open, high, low, close] = [
            at(session.open, i),
            at(session.high, i),
            at(session.low, i),
            at(session.close, i),
          ];
          return (
            (i > 0 && minute <= at(session.minutes, i - 1)) ||
            low > Math.min(open, close) ||
            high < Math.max(open, close) ||
            !(low > 0) ||
            !(at(session.volume, i) >= 1)
          );
        });
        expect([symbol, faulty]).toEqual([symbol, -1]);
        expect([at(session.minutes, 0) < 570, at(session.minutes, session.minutes.length - 1) >= 960]).toEqual([
          true,
          true,
        ]);
      }
    }
  });
});
