import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { ratingHistory, RATINGS_MODULE, readRatings } from './ratings.js';

const NOW = new Date('2021-02-20T17:00:00Z');
const FOLDER = ['yahoo_recorded', '2021-04', `quoteSummary-${RATINGS_MODULE}`] as const;
const body = (file: string): unknown =>
  (JSON.parse(readFileSync(externalFile(...FOLDER, file), 'utf8')) as { body: unknown }).body;

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
});
