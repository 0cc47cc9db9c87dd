import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { impliedMove } from '../../engines/implied-move.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf } from '../../test/independent/rows.js';
import { importFiles } from './import-files.js';
import { IMPORT as BARS } from './import-bars.js';
import { IMPORT as OPTIONS } from './import-options.js';

const open = embeddedDatabase();
const day = (text: string): number => parseIsoDate(text) ?? NaN;

/**
 * Computed in Python from the files: of each expiry the strike nearest to the price among those whose call and put have
 * a bid and an ask before 16:00, and the sum of both mids. The price is the close of the day: of FOXA and NWSA from the
 * same vendor, of SPY from Yahoo. TWX has none in the data: call − put + strike of the first expiry at 70.
 */
const REAL_STRADDLES = {
  foxa_20130702: [
    29.21,
    [
      ['2013-07-20', 29, 1.25, 4.279356385, 959],
      ['2013-08-17', 29, 2.2, 7.531667237, 959],
      ['2013-10-19', 29, 3.375, 11.554262239, 959],
      ['2014-01-18', 29, 4.625, 15.833618624, 959],
      ['2015-01-17', 32, 8.85, 30.297843204, 900],
    ],
  ],
  nwsa_20130628: [
    32.6,
    [
      ['2013-07-20', 33, 1.475, 4.524539877, 959],
      ['2013-08-17', 33, 2.55, 7.82208589, 959],
      ['2013-10-19', 33, 3.75, 11.503067485, 959],
      ['2014-01-18', 33, 5.125, 15.720858896, 959],
      ['2015-01-17', 32, 9.3, 28.527607362, 959],
    ],
  ],
  twx_20140605: [
    70.915,
    [
      ['2014-06-21', 70, 2.245, 3.165761828, 959],
      ['2014-07-19', 70, 3.645, 5.139956286, 959],
      ['2014-10-18', 70, 6.9, 9.729958401, 959],
      ['2015-01-17', 70, 9, 12.691250088, 959],
      ['2016-01-15', 70, 15.975, 22.526968906, 959],
    ],
  ],
  twx_20140606: [
    71.075,
    [
      ['2014-06-21', 70, 2.245, 3.158635244, 959],
      ['2014-07-19', 70, 3.635, 5.114315864, 959],
      ['2014-10-18', 70, 6.82, 9.595497714, 959],
      ['2015-01-17', 70, 9, 12.662680267, 959],
      ['2016-01-15', 70, 15.875, 22.335561027, 959],
    ],
  ],
  // Of its two strikes the nearer one is 18.84 away, and the straddle costs 25.73.
  spy_20230803: [448.839996, [['2023-09-01', null]]],
} as const;

const withData = (hasExternalData ? it : it.skip).each(Object.entries(REAL_STRADDLES));

withData('the real chain %s gives the straddles that Python finds in its file', async (name, [close, straddles]) => {
  const store = await open();
  const file = externalFile('lean', 'options', `${name}_minute_quote.csv.gz`);
  expect((await importFiles(store, OPTIONS, [file], { strict: true })).totals.imported).toBe(1);
  const [ticker = '', date = ''] = name.toUpperCase().split('_');
  const today = day(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
  const bars = barsOf([{ date: isoDate(today), open: close, high: close, low: close, close, adj: close, volume: 1 }]);
  for (const [expiry, strike, mid, pct, minute] of straddles) {
    const reportDay = day(expiry) - 1;
    const stored = (await store.optionQuotes.chains([{ ticker, after: reportDay }])).get(ticker);
    const chain = stored === undefined ? undefined : { ...stored, hasSpot: true };
    const outcome = impliedMove({ chain, reportDay, lastFilingDay: null, bars, splits: [], today });
    if (strike === null) expect(outcome).toMatchObject({ reason: 'no_strike_near_spot' });
    else {
      expect(outcome).toMatchObject({ move: { expiry, strike } });
      if (!('move' in outcome)) continue;
      expect(outcome.move.straddleMid).toBeCloseTo(mid, 9);
      expect(outcome.move.movePct).toBeCloseTo(pct, 8);
      // New York's summer.
      expect(Date.parse(outcome.move.quotedAt)).toBe((today * 1440 + minute + 240) * 60_000);
    }
  }
  await store.close();
});

/**
 * Computed in Python from the files, with its own error function and halving: pairs, volatility spread and smirk of the
 * last quotes before 16:00 at these closes, at the federal funds target of the day. Decimals.
 */
const REAL_READINGS = {
  foxa_20130702: [29.21, 9, false, 0.025441198368791842, -0.004295188062433675],
  nwsa_20130628: [32.6, 13, false, -0.0012729651383411823, 0.03053697090236196],
  twx_20140605: [70.915, 8, false, 0.01324579222807775, 0.020859297129006693],
  twx_20140606: [71.075, 8, true, -0.011489786772013996, 0.03055271280430316],
  spy_20230803: [448.839996, 2, false, -0.017490382233091045, null],
} as const;

const readings = (hasExternalData ? it : it.skip).each(Object.entries(REAL_READINGS));

readings(
  'the real chain %s has the spread and smirk that Python finds in its file, whether bars come before or after',
  async (name, expected) => {
    const [close, pairs, isWeighted, spread, smirk] = expected;
    const store = await open();
    const [ticker = '', date = ''] = name.toUpperCase().split('_');
    const today = day(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
    const bars = path.join(await mkdtemp(path.join(tmpdir(), 'readings-')), `${ticker}.csv`);
    await writeFile(bars, `date,open,high,low,close,volume\n${isoDate(today)},${close},${close},${close},${close},1\n`);
    const quotes = externalFile('lean', 'options', `${name}_minute_quote.csv.gz`);
    const interest = isWeighted ? [externalFile('lean', 'options', `${name}_openinterest.csv.gz`)] : [];
    expect(
      (await importFiles(store, OPTIONS, [quotes, ...interest], { strict: true })).totals.imported,
    ).toBeGreaterThan(0);
    const stored = async () =>
      (await store.optionReadings.byTickers([ticker])).get(ticker)?.filter((each) => each.day === today);
    expect(await stored()).toMatchObject([{ ticker, day: today, missing: 'no_spot', pairs: 0 }]);
    await importFiles(store, BARS, [bars], { strict: true });
    const [reading] = (await stored()) ?? [];
    expect(reading).toMatchObject({ day: today, pairs, isWeighted, missing: null });
    expect(reading?.volatilitySpread).toBeCloseTo(spread, 8);
    if (smirk === null) expect(reading?.volatilitySmirk).toBeNull();
    else expect(reading?.volatilitySmirk).toBeCloseTo(smirk, 8);
    // The same chain once more, with its bars there.
    await importFiles(store, OPTIONS, [quotes, ...interest], { strict: true });
    expect(await stored()).toEqual([reading]);
    await store.close();
  },
);
