import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { sessionsBetween } from '../../calendar/nyse.js';
import { readChart } from './chart-answer.js';
import { dailyHistory } from './chart-history.js';
import { chartProfile } from './chart-profile.js';
import { chartOf } from './fixtures/chart-server.js';
import { yahooSymbol } from './yahoo-symbol.js';

const day = (text: string): number => parseIsoDate(text) ?? 0;
const seconds = (text: string, minute = 570): number => newYorkUtcMs(day(text), minute) / 1000;

/** A chart with these rows in the vendor's shape. */
function chart(
  rows: readonly (readonly [at: number, close: number | null, high?: number])[],
  more: { meta?: object; events?: object } = {},
): unknown {
  const closes = rows.map(([, close]) => close);
  return {
    chart: {
      result: [
        {
          meta: { currency: 'USD', symbol: 'AAPL', instrumentType: 'EQUITY', dataGranularity: '1d', ...more.meta },
          timestamp: rows.map(([at]) => at),
          ...(more.events === undefined ? {} : { events: more.events }),
          indicators: {
            quote: [
              {
                open: closes,
                high: rows.map(([, close, high]) => high ?? close),
                low: closes.map((close) => (close === null ? null : close - 0.01)),
                close: closes,
                volume: rows.map(() => 7),
              },
            ],
            adjclose: [{ adjclose: closes.map((close) => (close === null ? null : close / 2)) }],
          },
        },
      ],
      error: null,
    },
  };
}
const FIRST = day('1990-01-01');
const historyOf = (json: unknown, last = '2021-12-31') =>
  dailyHistory(readChart(json), { first: FIRST, last: day(last), underWay: null });

describe('a chart', () => {
  // Apple's split and dividend of 2020, in the figures that the company has published: 4 for 1 on 31 August, 0.205 USD
  // on 6 November.
  it('tells splits as new shares for one old share, and dividends by their ex-date', () => {
    const at = [seconds('2020-08-31'), seconds('2020-11-06')] as const;
    const events = {
      splits: { [at[0]]: { date: at[0], numerator: 4, denominator: 1, splitRatio: '4:1' } },
      dividends: { [at[1]]: { amount: 0.205, date: at[1] } },
    };
    const { bars, splits, dividends } = historyOf(
      chart(
        [
          [at[0], 129.04],
          [at[1], 118.69],
        ],
        { events },
      ),
    );
    expect(splits).toEqual([{ day: day('2020-08-31'), ratio: 4 }]);
    expect(dividends).toEqual([{ day: day('2020-11-06'), amount: 0.205 }]);
    expect(bars.map((bar) => [isoDate(bar.day), bar.close, bar.adjClose, bar.volume])).toEqual([
      ['2020-08-31', 129.04, 64.52, 7],
      ['2020-11-06', 118.69, 59.345, 7],
    ]);
  });

  it('has no bar for a row without a price, and the last row of a day counts', () => {
    const { bars, empty } = historyOf(
      chart([
        [seconds('2021-03-01'), 10],
        [seconds('2021-03-02'), null],
        [seconds('2021-03-03'), 11],
        [seconds('2021-03-03', 960), 12],
      ]),
    );
    expect(bars.map((bar) => [isoDate(bar.day), bar.close])).toEqual([
      ['2021-03-01', 10],
      ['2021-03-03', 12],
    ]);
    expect(empty).toBe(1);
  });

  it('is read up to the last settled session only', () => {
    const { bars } = historyOf(
      chart([
        [seconds('2021-03-01'), 10],
        [seconds('2021-03-02'), 11],
      ]),
      '2021-03-01',
    );
    expect(bars.map((bar) => isoDate(bar.day))).toEqual(['2021-03-01']);
  });

  it('has a range that a rounded price may leave by a cent, and refuses one that is wrong', () => {
    const { bars, refused } = historyOf(
      chart([
        [seconds('2021-03-01'), 10, 9.995],
        [seconds('2021-03-02'), 11, 5],
      ]),
    );
    expect(bars.map((bar) => bar.high)).toEqual([10]);
    expect(refused).toEqual([{ day: day('2021-03-02'), reason: 'high 5 is below low 10.99' }]);
  });

  it('has no row before the days that are read, and none of an instant that no calendar has', () => {
    const { bars, refused } = historyOf(
      chart([
        [-60_000_000_000, 9],
        [1e17, 9],
        [seconds('2021-03-01'), 10],
      ]),
    );
    expect(bars.map((bar) => isoDate(bar.day))).toEqual(['2021-03-01']);
    expect(refused).toEqual([
      { day: null, reason: 'row 1 is before 1990-01-01' },
      { day: null, reason: 'row 2 has an instant that is no date' },
    ]);
  });

  it('has no split and no dividend that overflow, or are beyond any that there was', () => {
    const at = [seconds('2021-03-01'), seconds('2021-03-02'), seconds('2021-03-03')] as const;
    const split = (date: number, numerator: number, denominator: number) =>
      [String(date), { date, numerator, denominator }] as const;
    const events = {
      splits: Object.fromEntries<object>([
        split(at[0], 1e300, 1e-300),
        split(at[1], 1, 1e9),
        split(at[2], 1, 1_000),
        split(-60_000_000_000, 2, 1),
      ]),
      dividends: { a: { amount: 1e9, date: at[0] }, b: { amount: 0.5, date: at[1] } },
    };
    const read = historyOf(
      chart(
        [
          [at[0], 10],
          [at[1], 10],
          [at[2], 10],
        ],
        { events },
      ),
    );
    expect(read.splits).toEqual([{ day: day('2021-03-03'), ratio: 0.001 }]);
    expect(read.dividends).toEqual([{ day: day('2021-03-02'), amount: 0.5 }]);
    expect(read.refused.map(({ reason }) => reason)).toEqual([
      'the split of 1e+300 for 1e-300 is beyond 100,000 for 1',
      'the split of 1 for 1000000000 is beyond 100,000 for 1',
      'a split is before 1990-01-01',
      'dividend 1000000000 is above 10,000,000',
    ]);
  });

  it('has adjusted closes that agree with its dividends while one of the session under way is not among them', () => {
    // The vendor lowers all earlier adjusted closes on the morning of the ex-date: here by 2% for the one of March 3.
    const events = {
      dividends: { a: { amount: 1, date: seconds('2021-03-02') }, b: { amount: 2, date: seconds('2021-03-03') } },
    };
    const json = {
      chart: {
        result: [
          {
            meta: { symbol: 'A', dataGranularity: '1d' },
            timestamp: ['2021-03-01', '2021-03-02', '2021-03-03'].map(seconds),
            events,
            indicators: { quote: [{ close: [100, 100, 98] }], adjclose: [{ adjclose: [97.02, 98, 98] }] },
          },
        ],
        error: null,
      },
    };
    const of = (last: string) =>
      dailyHistory(readChart(json), { first: day('1990-01-01'), last: day(last), underWay: null });
    const before = of('2021-03-02');
    expect(before.bars.map(({ adjClose }) => Number(adjClose.toFixed(6)))).toEqual([99, 100]);
    expect(before.dividends).toEqual([{ day: day('2021-03-02'), amount: 1 }]);
    const after = of('2021-03-03');
    expect(after.bars.map(({ adjClose }) => adjClose)).toEqual([97.02, 98, 98]);
    expect(after.dividends.map(({ amount }) => amount)).toEqual([1, 2]);
  });

  // Apple closed at 499.23 USD on 28 August 2020, which is 124.81 after the split, and at 129.04 on the day of the
  // split.
  it.each([
    ['is read once the bars are adjusted for it', 124.81, 127.6, [{ day: day('2020-08-31'), ratio: 4 }], []],
    ['also if the price has fallen by a third since', 124.81, 84, [{ day: day('2020-08-31'), ratio: 4 }], []],
    [
      'is left for later while they are not',
      499.23,
      127.6,
      [],
      ['The prices are not adjusted yet for the split of 2020-08-31, 4 for 1.'],
    ],
    [
      'and without a price of the day',
      124.81,
      null,
      [],
      ['The prices are not adjusted yet for the split of 2020-08-31, 4 for 1.'],
    ],
  ])('has a split of the session under way: it %s', (_how, before, now, splits, notes) => {
    const date = seconds('2020-08-31');
    const events = { splits: { [date]: { date, numerator: 4, denominator: 1, splitRatio: '4:1' } } };
    const read = readChart(
      chart(
        [
          [seconds('2020-08-28'), before],
          [date, now],
          [seconds('2020-08-31', 640), now],
        ],
        { events },
      ),
    );
    const range = { first: FIRST, last: day('2020-08-28') };
    const history = dailyHistory(read, { ...range, underWay: day('2020-08-31') });
    expect([history.splits, history.notes, history.bars.map((bar) => isoDate(bar.day))]).toEqual([
      splits,
      notes,
      ['2020-08-28'],
    ]);
    expect(dailyHistory(read, { ...range, underWay: null })).toMatchObject({ splits: [], notes: [] });
  });

  /** A year of sessions at 100, with these values at their places in a column. */
  const year = (column: 'close' | 'adjclose' | 'open', changes: ReadonlyMap<number, null> | number): unknown => {
    const json = chart(
      sessionsBetween(day('2021-01-01'), day('2021-12-31')).map((each) => [newYorkUtcMs(each, 570) / 1000, 100]),
    );
    const { quote, adjclose } = (
      json as { chart: { result: { indicators: { quote: object[]; adjclose: object[] } }[] } }
    ).chart.result[0]?.indicators ?? { quote: [], adjclose: [] };
    const holder = (column === 'adjclose' ? adjclose[0] : quote[0]) as Record<string, (number | null)[]>;
    const values = holder[column] ?? [];
    holder[column] =
      typeof changes === 'number'
        ? values.slice(0, values.length + changes)
        : values.map((value, i) => (changes.has(i) ? null : value));
    return json;
  };

  it('has no bar of a row without an adjusted close, and is refused with many of them', () => {
    const nulls = (count: number) => new Map(Array.from({ length: count }, (_, i) => [i * 3, null] as const));
    const { bars, refused } = historyOf(year('adjclose', nulls(3)));
    expect([bars.length, new Set(bars.map(({ adjClose }) => adjClose))]).toEqual([249, new Set([50])]);
    expect(refused.map((row) => [isoDate(row.day ?? 0), row.reason])).toEqual(
      ['2021-01-04', '2021-01-07', '2021-01-12'].map((date) => [date, 'the row has no adjusted close']),
    );
    expect(() => historyOf(year('adjclose', nulls(30)))).toThrow(
      expect.objectContaining({ fault: 'unreadable', message: 'Yahoo sent 30 of 252 rows without an adjusted close.' }),
    );
  });

  it.each([
    ['close', -2],
    ['adjclose', -1],
    ['open', -252],
  ] as const)('is refused with a column %s of another length', (column, cut) => {
    expect(() => historyOf(year(column, cut))).toThrow(
      expect.objectContaining({
        fault: 'unreadable',
        message: `Yahoo sent ${252 + cut} values of ${column} for 252 instants.`,
      }),
    );
  });

  // A Saturday, and Memorial Day of 2021.
  it('has no bar of a day without a session, which a note tells', () => {
    const rows = ['2021-05-28', '2021-05-29', '2021-05-31', '2021-06-01'].map((date) => [seconds(date), 10] as const);
    const { bars, notes, refused } = historyOf(chart(rows));
    expect(bars.map((bar) => isoDate(bar.day))).toEqual(['2021-05-28', '2021-06-01']);
    expect([refused, notes]).toEqual([
      [],
      ['Bars of 2 days without a session were left out, the newest of them of 2021-05-29, 2021-05-31.'],
    ]);
  });

  it('is refused with many bars of days without a session, as its instants are of another time zone then', () => {
    const midnights = sessionsBetween(day('2021-01-01'), day('2021-12-31')).map((each) => [each * 86_400, 10] as const);
    const fault = (rows: typeof midnights, many: string) =>
      expect(() => historyOf(chart(rows))).toThrow(
        expect.objectContaining({
          fault: 'unreadable',
          message: `Yahoo sent bars of ${many} days without a session.`,
        }),
      );
    fault(midnights, '53 of 252');
    fault(midnights.slice(-15), '3 of 15');
    // Three of a year of sessions are left out.
    const saturdays = ['2021-05-01', '2021-05-08', '2021-05-15'].map((date) => [seconds(date), 10] as const);
    const rows = sessionsBetween(day('2021-01-01'), day('2021-12-31')).map(
      (each) => [newYorkUtcMs(each, 570) / 1000, 10] as const,
    );
    expect(historyOf(chart([...rows, ...saturdays])).bars).toHaveLength(252);
  });

  it('has no dividend that its prices cannot have paid', () => {
    const of = (amount: number, adjusted: number) => {
      const json = {
        chart: {
          result: [
            {
              meta: { symbol: 'A', dataGranularity: '1d' },
              timestamp: ['2021-03-01', '2021-03-02', '2021-03-03'].map((date) => seconds(date)),
              events: { dividends: { a: { amount, date: seconds('2021-03-02') } } },
              indicators: {
                quote: [{ close: [542, 540, 541], volume: [7, 7, 7] }],
                adjclose: [{ adjclose: [adjusted, 540, 541] }],
              },
            },
          ],
          error: null,
        },
      };
      const { dividends, refused, bars } = historyOf(json);
      return [dividends.map((dividend) => dividend.amount), refused.map(({ reason }) => reason), bars.length];
    };
    expect(of(5_000, 542)).toEqual([[], ['the dividend of 5000 is not below the close before it, 542'], 3]);
    expect(of(300, 542)).toEqual([[], ['the dividend of 300 after a close of 542 is not in the adjusted closes'], 3]);
    // A special dividend that the adjusted closes have, and an ordinary one that they have not yet.
    expect(of(300, 542 - 300)).toEqual([[300], [], 3]);
    expect(of(2.21, 542)).toEqual([[2.21], [], 3]);
  });

  it('has the latest of several rows of a day wherever it is among them, and a note if their closes differ', () => {
    const of = (other: number) =>
      historyOf(
        chart([
          [seconds('2021-03-02'), 10],
          [seconds('2021-03-03', 960), 11],
          [seconds('2021-03-03'), other],
        ]),
      );
    expect([of(22).bars.map(({ close }) => close), of(22).notes]).toEqual([
      [10, 11],
      [
        '1 of the days have several rows with other closes, the newest of them 2021-03-03: the latest row of each counts.',
      ],
    ]);
    expect(of(11).notes).toEqual([]);
  });

  it('has a volume of 0 where the vendor sent none, with a note', () => {
    const of = (volume: readonly (number | null)[] | null) => {
      const json = {
        chart: {
          result: [
            {
              meta: { symbol: 'A', dataGranularity: '1d' },
              timestamp: ['2021-03-01', '2021-03-02'].map((date) => seconds(date)),
              indicators: { quote: [{ close: [10, 10], volume }], adjclose: [{ adjclose: [10, 10] }] },
            },
          ],
          error: null,
        },
      };
      const { bars, notes } = historyOf(json);
      return [bars.map((bar) => bar.volume), notes];
    };
    expect(of([null, null])).toEqual([[0, 0], ['Yahoo sent no volume of any session: they are stored as 0.']]);
    expect(of(null)).toEqual(of([null, null]));
    expect(of([null, 5])).toEqual([
      [0, 5],
      ['Yahoo sent no volume of 1 of the sessions, which are stored as 0, the newest of them of 2021-03-01.'],
    ]);
    // As of an index, or of a session without a trade.
    expect(of([0, 0])).toEqual([[0, 0], []]);
  });

  it('without any row has no bars', () => {
    const json = {
      chart: {
        result: [{ meta: { symbol: 'A', dataGranularity: '1d' }, indicators: { quote: [{}], adjclose: [{}] } }],
        error: null,
      },
    };
    expect(historyOf(json).bars).toEqual([]);
  });

  it.each([
    ['of months', chart([[0, 1]], { meta: { dataGranularity: '1mo' } }), 'unreadable'],
    [
      'of an unknown symbol',
      { chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } },
      'unknown_ticker',
    ],
    [
      'with another error',
      { chart: { result: null, error: { code: 'Unprocessable Entity', description: 'x' } } },
      'unreadable',
    ],
    [
      'without any price since',
      {
        chart: {
          result: null,
          error: {
            code: 'Bad Request',
            description: "Data doesn't exist for startDate = 1590984000, endDate = 1591070400",
          },
        },
      },
      'unknown_ticker',
    ],
    ['without a result', { chart: { result: [], error: null } }, 'unreadable'],
    ['that is none', { finance: {} }, 'unreadable'],
    [
      'with text for a price',
      {
        chart: {
          result: [{ meta: { symbol: 'A', dataGranularity: '1d' }, indicators: { quote: [{ close: ['1'] }] } }],
        },
      },
      'unreadable',
    ],
  ])('%s is refused', (_name, json, fault) => {
    expect(() => historyOf(json)).toThrow(expect.objectContaining({ fault }));
  });
});

describe('the security of a chart', () => {
  const of = (ticker: string, meta: object) =>
    chartProfile(ticker, readChart(chartOf(ticker, seconds('2021-03-01'), seconds('2021-03-02'), { meta })));

  it('has the name, kind and exchange that the vendor tells, or those that are well known', () => {
    expect(
      of('QQQM', { instrumentType: 'ETF', longName: 'Invesco NASDAQ 100 ETF', fullExchangeName: 'NasdaqGM' }),
    ).toMatchObject({
      symbol: 'QQQM',
      name: 'Invesco NASDAQ 100 ETF',
      kind: 'etf',
      exchange: 'NASDAQ',
      sector: null,
    });
    expect(of('AAPL', {})).toMatchObject({ name: 'Apple Inc.', exchange: 'NASDAQ', sector: 'Technology' });
  });

  it('has a name in one line of at most 200 characters, never an empty one', () => {
    const nameOf = (longName: string | null, shortName: string | null = null) =>
      of('ACME', { longName, shortName }).name;
    expect(nameOf('', 'Acme')).toBe('Acme');
    expect(nameOf(' \u001b[31m\n', ' ')).toBe('[31m');
    expect(nameOf('\u0000\u202e', null)).toBe('ACME');
    expect(nameOf(' Acme\u001b]0;x\u0007\r\n Corp\u200f ')).toBe('Acme ]0;x Corp');
    expect(nameOf('name '.repeat(5_000))).toMatch(/^(name ){30,40}name…$/);
    expect(of('ACME', { fullExchangeName: '\u001b[2J', exchangeName: 'NMS' }).exchange).toBe('[2J');
    expect(of('ACME', { fullExchangeName: '', exchangeName: 'NMS' }).exchange).toBe('NMS');
  });

  it.each([
    ['a currency', { instrumentType: 'CURRENCY' }],
    ['in another currency', { currency: 'GBp' }],
  ])('that is %s is none of ours', (_name, meta) => {
    expect(() => of('ACME', meta)).toThrow(expect.objectContaining({ fault: 'unknown_ticker' }));
  });

  it.each([
    ['BRK.B', 'BRK-B'],
    ['SPX', '^GSPC'],
    ['VIX', '^VIX'],
    ['AAPL', 'AAPL'],
    ['TWX.1', null],
    ['RY.TSX', null],
  ])('%s is %s there', (ticker, symbol) => {
    expect(yahooSymbol(ticker)).toBe(symbol);
  });
});
