import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { insiderList, INSIDERS_MODULE, readInsiders } from './insiders.js';
import { OUTLOOK_MODULES, readOutlook, type ReadOutlook } from './outlook.js';
import { PROFILE_MODULES, readProfile } from './profile.js';
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

const plain = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  const { raw } = (value ?? {}) as { readonly raw?: unknown };
  return typeof raw === 'number' ? raw : null;
};

/** The day of seconds since 1970: of a day as midnight UTC, or of a time in New York. */
function secondDay(value: unknown): number | null {
  const seconds = plain(value);
  if (seconds === null) return null;
  if (seconds % 86_400 === 0) return seconds / 86_400;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(seconds * 1000);
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000;
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

  it('every recorded calendar of events is read as a second reading has it, or has nothing', () => {
    const files = [...new Set(OUTLOOK_MODULES.flatMap((module) => readdirSync(externalFile(...folderOf(module)))))];
    expect(files.length).toBeGreaterThan(5);
    let dated = 0;
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
        expect(['unreadable', 'unknown_ticker']).toContain(read.fault);
        continue;
      }
      const { outlook } = read;
      const at = (...steps: readonly string[]): unknown =>
        steps.reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step], given);
      const days = [at('calendarEvents', 'earnings', 'earningsDate')].flat().flatMap((each) => secondDay(each) ?? []);
      expect([file, outlook.earningsFirstDay, outlook.earningsLastDay]).toEqual([
        file,
        days.length === 0 ? null : Math.min(...days),
        days.length === 0 ? null : Math.max(...days),
      ]);
      expect([file, outlook.exDividendDay, outlook.dividendDay]).toEqual([
        file,
        secondDay(at('calendarEvents', 'exDividendDate')),
        secondDay(at('calendarEvents', 'dividendDate')),
      ]);
      // Left out are those in another currency, and those that contradict themselves.
      for (const name of ['epsAverage', 'epsLow', 'epsHigh', 'revenueAverage', 'revenueLow', 'revenueHigh'] as const) {
        const told = plain(at('calendarEvents', 'earnings', name.replace('eps', 'earnings')));
        expect([null, told]).toContain(outlook[name]);
      }
      const history = [at('earningsHistory', 'history')].flat() as readonly Readonly<Record<string, unknown>>[];
      for (const { periodEnd, epsActual, epsEstimate } of outlook.quarters) {
        const quarter = history.find((each) => secondDay(each['quarter']) === periodEnd);
        expect([epsActual, epsEstimate]).toEqual([plain(quarter?.['epsActual']), plain(quarter?.['epsEstimate'])]);
      }
      dated += days.length;
    }
    expect(dated).toBeGreaterThan(0);
  });

  /** What is read of a recorded ticker, or the fault. */
  const outlookOf = (ticker: string): ReadOutlook | string => {
    try {
      return readOutlook(recordedModules(`${ticker}.json`), ticker);
    } catch (error) {
      return String((error as { fault?: string }).fault);
    }
  };

  it('every recorded ticker has its dates of a report, estimates, dividend dates and reported quarters, by number', () => {
    const files = [...new Set(OUTLOOK_MODULES.flatMap((module) => readdirSync(externalFile(...folderOf(module)))))];
    const numbers = files.sort().map((file) => {
      const ticker = file.replace('.json', '');
      const read = outlookOf(ticker);
      if (typeof read === 'string') return [ticker, read];
      const { earningsFirstDay, earningsLastDay, exDividendDay, dividendDay, quarters, ...rest } = read.outlook;
      const { epsAverage, epsLow, epsHigh, revenueAverage, revenueLow, revenueHigh } = rest;
      const known = (...values: readonly (number | null)[]): number => values.filter((value) => value !== null).length;
      const dates = new Set([earningsFirstDay, earningsLastDay].filter((value) => value !== null)).size;
      const estimates = known(epsAverage, epsLow, epsHigh, revenueAverage, revenueLow, revenueHigh);
      return [ticker, dates, estimates, known(exDividendDay, dividendDay), quarters.length, read.notes.length];
    });
    expect(numbers).toEqual([
      ['AAPL', 2, 6, 2, 4, 0],
      ['ABBV', 2, 6, 2, 4, 0],
      ['ADH', 'unreadable'],
      ['AFRAF', 0, 0, 2, 0, 0],
      ['AMZN', 2, 6, 0, 4, 0],
      // Figures in CNY and EUR are left out, with a note.
      ['BABA', 1, 0, 0, 0, 1],
      ['BEKE', 0, 0, 0, 0, 1],
      ['BFLY', 'unknown_ticker'],
      ['BRKS', 2, 6, 2, 4, 0],
      ['CRON', 'unknown_ticker'],
      ['EPAC', 2, 6, 2, 4, 0],
      ['GOOG', 0, 6, 0, 4, 0],
      ['QQQ', 'unreadable'],
      ['SI', 1, 6, 0, 4, 0],
      ['SIX', 1, 6, 2, 4, 0],
      ['SPOT', 2, 0, 0, 0, 1],
    ]);
  });

  it('values of outlooks are those that a person reads in the files', () => {
    const fields = (ticker: string) => {
      const read = outlookOf(ticker);
      if (typeof read === 'string') throw new Error(`${ticker}: ${read}`);
      return read.outlook;
    };
    const date = (day: number | null): string | null => (day === null ? null : isoDate(day));
    const quarter = (ticker: string, end: string) =>
      fields(ticker).quarters.find(({ periodEnd }) => isoDate(periodEnd) === end);
    expect([
      date(fields('AAPL').earningsFirstDay),
      date(fields('AAPL').earningsLastDay),
      fields('AAPL').isDateEstimate,
      fields('AAPL').revenueAverage,
      date(fields('AAPL').exDividendDay),
      date(fields('AFRAF').dividendDay),
      fields('AMZN').epsLow,
      quarter('AMZN', '2020-06-30')?.epsActual,
      date(fields('BABA').earningsFirstDay),
      fields('SIX').epsAverage,
      date(fields('SPOT').earningsFirstDay),
      quarter('BRKS', '2020-06-30')?.epsEstimate,
    ]).toEqual([
      '2021-04-28',
      '2021-05-03',
      true,
      76_693_600_000,
      '2021-02-05',
      '2008-07-17',
      6.41,
      10.3,
      '2021-02-02',
      -0.89,
      '2021-04-27',
      0.2,
    ]);
  });

  it('every recorded price tells what the company is worth and on which day, or why it tells nothing', () => {
    const [module] = PROFILE_MODULES;
    const read = readdirSync(externalFile(...folderOf(module))).map((file) => {
      const ticker = file.replace('.json', '');
      const [result] = (bodyIn(folderOf(module), file) as Summary).quoteSummary.result ?? [];
      try {
        const { value, sector, industry, notes } = readProfile(result, ticker, ticker);
        // Sectors are of a module that was not recorded.
        expect([sector, industry, notes]).toEqual([null, null, []]);
        return [ticker, value === null ? null : isoDate(value.day), value?.usd];
      } catch (error) {
        return [ticker, (error as { fault?: string }).fault];
      }
    });
    expect(read).toEqual([
      ['AAPL', '2021-01-29', 2_215_357_710_336],
      ['ABBV', '2021-02-19', 186_380_664_832],
      // A fund that is not traded any longer.
      ['ADH', 'unknown_ticker'],
      ['AFRAF', '2021-02-16', 2_474_265_344],
      ['AMZN', '2021-02-16', 1_651_392_249_856],
      ['BABA', '2021-02-02', 674_279_915_520],
      ['BEKE', '2021-02-17', 77_646_241_792],
      // Listed a day before, and not counted yet.
      ['BFLY', 'unknown_ticker'],
      ['BRKS', '2021-02-19', 6_485_351_936],
      ['CRON', '2021-02-19', 4_318_755_840],
      ['EPAC', '2021-02-19', 1_394_996_608],
      ['GOOG', '2021-02-12', 1_415_310_737_408],
      // A fund, whose size is no market value of a company.
      ['QQQ', 'unknown_ticker'],
      ['SI', '2021-02-19', 3_928_008_448],
      ['SIX', '2021-02-16', 3_402_483_200],
      ['SPOT', '2021-02-12', 64_615_354_368],
    ]);
  });

  const insidersOf = (ticker: string) =>
    readInsiders(insiderList(bodyIn(folderOf(INSIDERS_MODULE), `${ticker}.json`)), ticker, NOW);

  it("every recorded list of insiders' transactions is read: by code, with a price, and refused", () => {
    const read = readdirSync(externalFile(...folderOf(INSIDERS_MODULE))).map((file) => {
      const ticker = file.replace('.json', '');
      try {
        const { rows, refused } = insidersOf(ticker);
        const of = (code: string): number => rows.filter((row) => row.code === code).length;
        return [
          ticker,
          of('P'),
          of('S'),
          of('A'),
          of('G'),
          of('M'),
          rows.filter(({ price }) => price !== null).length,
          refused.length,
        ];
      } catch (error) {
        return [ticker, (error as { fault?: string }).fault];
      }
    });
    expect(read).toEqual([
      ['AAPL', 0, 55, 0, 13, 10, 65, 72],
      ['ABBV', 0, 43, 68, 22, 15, 58, 2],
      ['ADH', 'unknown_ticker'],
      ['AFRAF', 'unknown_ticker'],
      ['AMZN', 0, 75, 0, 34, 0, 75, 41],
      ['BABA', 'unknown_ticker'],
      ['BEKE', 'unknown_ticker'],
      ['BFLY', 'unknown_ticker'],
      ['BRKS', 0, 81, 64, 4, 0, 81, 1],
      // Acquisitions or dispositions, which is not told, and exercises of warrants.
      ['CRON', 0, 0, 0, 0, 0, 0, 13],
      ['EPAC', 0, 21, 121, 0, 7, 36, 1],
      ['GOOG', 0, 71, 2, 10, 10, 80, 57],
      ['QQQ', 'unknown_ticker'],
      ['SI', 0, 30, 0, 2, 8, 38, 13],
      ['SIX', 0, 29, 102, 13, 6, 35, 0],
      ['SPOT', 'unknown_ticker'],
    ]);
    const reasons = ['AAPL', 'ABBV', 'CRON'].map((ticker) => [
      ...new Set(insidersOf(ticker).refused.map(({ reason }) => reason)),
    ]);
    expect(reasons).toEqual([
      ['it is not told what was done'],
      ['the same transaction is told twice'],
      [
        '"Acquisition or disposition in the public market" does not tell what was done',
        'it is not told what was done',
        '"Exercise of warrants" does not tell what was done',
      ],
    ]);
  });

  it("values of insiders' transactions are those that a person reads in the files", () => {
    const found = (ticker: string, owner: string, date: string) =>
      insidersOf(ticker).rows.flatMap((row) =>
        row.owner === owner && isoDate(row.day) === date
          ? [[row.code, row.role, row.isAcquired, row.shares, row.price]]
          : [],
      );
    // 1,877,109 dollars for 17,000 shares at 109.22 to 110.99.
    expect(found('AAPL', 'ADAMS KATHERINE L', '2020-11-03')).toEqual([
      ['S', 'General Counsel', false, 17_000, expect.closeTo(1_877_109 / 17_000, 9)],
    ]);
    expect(found('AAPL', 'KONDO CHRISTOPHER', '2020-10-16')).toEqual([['S', 'Officer', false, 14_840, 121.34]]);
    expect(found('AAPL', 'COOK TIMOTHY D', '2020-08-20')).toEqual([
      ['G', 'Chief Executive Officer', null, 10_715, null],
    ]);
    // The text says 217.68 a share, the value 48: no price is taken.
    expect(found('GOOG', 'PICHAI SUNDAR', '2019-06-26')).toContainEqual([
      'M',
      'Officer and Director',
      null,
      11_049,
      null,
    ]);
  });
});
