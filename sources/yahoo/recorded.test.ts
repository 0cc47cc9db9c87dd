import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { OUTLOOK_MODULES, readOutlook } from './outlook.js';
import { ratingHistory, RATINGS_MODULE, readRatings } from './ratings.js';

const NOW = new Date('2021-02-20T17:00:00Z');
const folderOf = (module: string) => ['yahoo_recorded', '2021-04', `quoteSummary-${module}`] as const;
const FOLDER = folderOf(RATINGS_MODULE);
const bodyIn = (folder: readonly string[], file: string): unknown =>
  (JSON.parse(readFileSync(externalFile(...folder, file), 'utf8')) as { body: unknown }).body;
const body = (file: string): unknown => bodyIn(FOLDER, file);

interface Summary {
  readonly quoteSummary: { readonly result: readonly Readonly<Record<string, unknown>>[] | null };
}

/** The modules of an outlook that were recorded of a ticker, each in a file of its own, as one answer has them. */
function recordedModules(file: string): Readonly<Record<string, unknown>> {
  const results = OUTLOOK_MODULES.flatMap((module) => {
    const folder = folderOf(module);
    return existsSync(externalFile(...folder, file))
      ? ((bodyIn(folder, file) as Summary).quoteSummary.result ?? [])
      : [];
  });
  return Object.assign({}, ...results) as Readonly<Record<string, unknown>>;
}

(hasExternalData ? describe : describe.skip)('recorded answers of Yahoo', () => {
  it('every recorded history of rating actions is read: its rows, what is refused, and nothing for tickers without one', async () => {
    const files = readdirSync(externalFile(...FOLDER));
    const read = await Promise.all(
      files.map(async (file) => {
        const ticker = file.replace('.json', '');
        const reading = (async () => readRatings(ratingHistory(body(file)), ticker, NOW))();
        return reading.then(
          ({ rows, refused }) => [ticker, rows.length, refused.length],
          (error: unknown) => [ticker, (error as { fault?: string }).fault],
        );
      }),
    );
    // Rows and refused ones together are the entries of each file.
    expect(read).toEqual([
      ['AAPL', 762, 12],
      ['ABBV', 132, 1],
      ['ADH', 'unknown_ticker'],
      ['AFRAF', 'unknown_ticker'],
      ['AMZN', 415, 5],
      ['BABA', 187, 1],
      ['BEKE', 1, 0],
      ['BFLY', 'unknown_ticker'],
      ['BRKS', 55, 2],
      ['CRON', 18, 0],
      ['EPAC', 2, 0],
      ['GOOG', 228, 4],
      ['QQQ', 'unknown_ticker'],
      ['SI', 42, 0],
      ['SIX', 77, 2],
      ['SPOT', 93, 0],
    ]);
  });

  it('the newest action on AAPL is the one that the answer has', async () => {
    const { rows } = await readRatings(ratingHistory(body('AAPL.json')), 'AAPL', NOW);
    const [{ day, ...newest } = { day: NaN }] = rows;
    expect({ ...newest, day: isoDate(day) }).toEqual({
      ticker: 'AAPL',
      day: '2021-01-28',
      firm: 'DA Davidson',
      action: 'reiteration',
      fromGrade: null,
      fromStance: null,
      toGrade: 'Buy',
      toStance: 'buy_like',
      priceTarget: null,
    });
  });

  it('every recorded calendar of events is read with the currency and the quarters beside it, or has nothing', () => {
    const files = [...new Set(OUTLOOK_MODULES.flatMap((module) => readdirSync(externalFile(...folderOf(module)))))];
    expect(files.length).toBeGreaterThan(5);
    let quarters = 0;
    for (const file of files) {
      const given = recordedModules(file);
      const read = (() => {
        try {
          return readOutlook(given, file.replace('.json', ''));
        } catch (error) {
          return { fault: (error as { fault?: string }).fault };
        }
      })();
      if ('fault' in read) {
        // Nothing was recorded but dates and figures that are not there.
        expect([
          file,
          read.fault,
          /raw|Average"|earningsDate":\[\d|DividendDate/.test(
            JSON.stringify([given['calendarEvents'], given['earningsHistory']]),
          ),
        ]).toEqual([file, Object.keys(given).length === 0 ? 'unreadable' : 'unknown_ticker', false]);
        continue;
      }
      // A second reading of the text: dates of reports, and quarters with a figure.
      const text = JSON.stringify(given['calendarEvents'] ?? {});
      const dates = (/"earningsDate":\[([\d,]*)\]/.exec(text)?.[1] ?? '').split(',').filter(Boolean).map(Number);
      const isUsd = JSON.stringify(given['earnings'] ?? {}).includes('"financialCurrency":"USD"');
      const told = JSON.stringify(given['earningsHistory'] ?? {}).match(/"quarter":\{"raw"/g)?.length ?? 0;
      const { outlook } = read;
      expect([file, outlook.earningsFirstDay, outlook.earningsLastDay, outlook.quarters.length]).toEqual([
        file,
        dates.length === 0 ? null : Math.min(...dates) / 86_400,
        dates.length === 0 ? null : Math.max(...dates) / 86_400,
        isUsd ? told : 0,
      ]);
      quarters += outlook.quarters.length;
    }
    expect(quarters).toBeGreaterThan(3);
  });

  it('the outlook for AAPL and ABBV is the one that the answers have', () => {
    const { outlook: apple } = readOutlook(recordedModules('AAPL.json'), 'AAPL');
    const days = [apple.earningsFirstDay, apple.earningsLastDay, apple.exDividendDay, apple.dividendDay];
    expect(days.map((day) => isoDate(day ?? NaN))).toEqual(['2021-04-28', '2021-05-03', '2021-02-05', '2021-02-11']);
    expect(apple).toMatchObject({ isDateEstimate: true, epsAverage: 0.98, epsLow: 0.85, epsHigh: 1.09 });
    expect(apple).toMatchObject({
      revenueAverage: 76_693_600_000,
      revenueLow: 70_790_900_000,
      revenueHigh: 83_193_000_000,
    });
    expect(apple.quarters.map(({ periodEnd, ...each }) => ({ ...each, periodEnd: isoDate(periodEnd) }))).toEqual([
      { periodEnd: '2020-03-31', epsActual: 0.64, epsEstimate: 0.56 },
      { periodEnd: '2020-06-30', epsActual: 0.64, epsEstimate: 0.51 },
      { periodEnd: '2020-09-30', epsActual: 0.73, epsEstimate: 0.7 },
      { periodEnd: '2020-12-31', epsActual: 1.68, epsEstimate: 1.41 },
    ]);
    const { outlook: abbvie } = readOutlook(recordedModules('ABBV.json'), 'ABBV');
    expect(
      [abbvie.earningsFirstDay, abbvie.exDividendDay, abbvie.dividendDay].map((day) => isoDate(day ?? NaN)),
    ).toEqual(['2021-04-29', '2021-01-14', '2021-02-16']);
  });
});
