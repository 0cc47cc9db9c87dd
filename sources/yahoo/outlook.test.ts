import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { outlookModules } from './fixtures/answers.js';
import { readOutlook } from './outlook.js';

const seconds = (instant: string): number => Date.parse(instant) / 1000;
const dated = (dates: readonly unknown[], more: object = {}) =>
  readOutlook(outlookModules({ next: { earningsDate: dates, ...more } }), 'ACME').outlook;
const shown = (day: number | null): string | null => (day === null ? null : isoDate(day));

describe('what Yahoo says of the next report', () => {
  it('is read with the estimates, the dividend and the quarters before', () => {
    const { outlook, notes } = readOutlook(outlookModules(), 'ACME');
    const { earningsFirstDay, earningsLastDay, exDividendDay, dividendDay, quarters, ...rest } = outlook;
    expect([earningsFirstDay, earningsLastDay, exDividendDay, dividendDay].map(shown)).toEqual([
      '2031-07-24',
      '2031-07-28',
      '2031-05-09',
      '2031-05-20',
    ]);
    expect(quarters.map((each) => ({ ...each, periodEnd: shown(each.periodEnd) }))).toEqual([
      { periodEnd: '2031-03-31', epsActual: 1.2, epsEstimate: 1.05 },
    ]);
    expect(rest).toEqual({
      ticker: 'ACME',
      isDateEstimate: true,
      epsAverage: 1.25,
      epsLow: 1.1,
      epsHigh: 1.4,
      revenueAverage: 5_100_000_000,
      revenueLow: 4_900_000_000,
      revenueHigh: 5_300_000_000,
    });
    expect(notes).toEqual([]);
  });

  it.each([
    ['one day', [seconds('2031-07-24T00:00:00Z')], {}, '2031-07-24', '2031-07-24', null],
    [
      'one that Yahoo estimates',
      [seconds('2031-07-24T00:00:00Z')],
      { isEarningsDateEstimate: true },
      '2031-07-24',
      '2031-07-24',
      true,
    ],
    [
      'one that is announced',
      [seconds('2031-07-24T00:00:00Z')],
      { isEarningsDateEstimate: false },
      '2031-07-24',
      '2031-07-24',
      false,
    ],
    [
      'a range is an estimate, whatever Yahoo says',
      [seconds('2031-07-28T00:00:00Z'), seconds('2031-07-24T00:00:00Z')],
      { isEarningsDateEstimate: false },
      '2031-07-24',
      '2031-07-28',
      true,
    ],
    [
      'a time after midnight UTC is of the day before in New York',
      [seconds('2031-07-25T00:30:00Z')],
      {},
      '2031-07-24',
      '2031-07-24',
      null,
    ],
    ['{raw, fmt}', [{ raw: seconds('2031-07-24T00:00:00Z'), fmt: '2031-07-24' }], {}, '2031-07-24', '2031-07-24', null],
    ['no day', [], { isEarningsDateEstimate: true }, null, null, null],
    ['{} for none', [{}], {}, null, null, null],
  ] as const)('%s', (_name, dates, more, first, last, isEstimate) => {
    const { earningsFirstDay, earningsLastDay, isDateEstimate } = dated(dates, more);
    expect([shown(earningsFirstDay), shown(earningsLastDay), isDateEstimate]).toEqual([first, last, isEstimate]);
  });

  it('has no figures in another currency or without one, and its dates', () => {
    for (const [currency, told] of [
      ['CNY', 'CNY'],
      [undefined, 'no currency'],
    ] as const) {
      const modules = { ...outlookModules(), earnings: currency === undefined ? {} : { financialCurrency: currency } };
      const { outlook, notes } = readOutlook(modules, 'ACME');
      expect(outlook).toMatchObject({ epsAverage: null, revenueHigh: null, quarters: [] });
      expect(shown(outlook.earningsFirstDay)).toBe('2031-07-24');
      expect(notes).toEqual([`Estimates and reported quarters were left out: ${told} is told, not USD.`]);
    }
  });

  it('has no estimates that contradict themselves, and those of the other figure', () => {
    const { outlook, notes } = readOutlook(outlookModules({ next: { earningsLow: 1.3 } }), 'ACME');
    expect(outlook).toMatchObject({ epsAverage: null, epsLow: null, epsHigh: null, revenueAverage: 5_100_000_000 });
    expect(notes).toEqual([
      'The estimates of the earnings were left out: the lowest, the average and the highest are not in this order.',
    ]);
  });

  it.each([
    [
      'nothing of the ticker',
      {
        calendarEvents: { earnings: { earningsDate: [] } },
        earningsHistory: { history: [{ epsActual: {}, epsEstimate: {}, quarter: {} }] },
      },
      'unknown_ticker',
    ],
    ['none of the modules', { price: {} }, 'unreadable'],
    ['a text for a number', outlookModules({ calendar: { exDividendDate: 'soon' } }), 'unreadable'],
    ['a day of another age', outlookModules({ calendar: { exDividendDate: 9_999_999_999_999 } }), 'unreadable'],
    ['a negative revenue', outlookModules({ next: { revenueLow: -1 } }), 'unreadable'],
  ] as const)('%s is refused', (_name, modules, fault) => {
    expect(() => readOutlook(modules, 'ACME')).toThrow(expect.objectContaining({ fault }));
  });
});
