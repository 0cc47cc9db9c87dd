import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { closeMinute, isSession } from '../../calendar/nyse.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import type { Endpoint } from '../live/endpoint.js';
import { ANSWERS, type AnswerName } from './answer-table.js';
import { createFinnhub } from './finnhub.js';

const NOW = new Date('2025-07-29T12:00:00Z');
const recorded = (file: string): unknown => JSON.parse(readFileSync(externalFile('finnhub_recorded', file), 'utf8'));
const read = (name: AnswerName, file: string) => ANSWERS[name].read(recorded(file), NOW);
const isObject = (row: unknown): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null;
const rowOf = (rows: readonly unknown[], where: Readonly<Record<string, unknown>>) =>
  rows.find((row) => isObject(row) && Object.entries(where).every(([key, value]) => row[key] === value));

/** Each recorded answer: how many rows it has, how many are refused, and a row that was read with other eyes. */
const RECORDED: readonly (readonly [AnswerName, string, number, number, object])[] = [
  [
    'quote',
    'quote_aapl.json',
    1,
    0,
    { last: 211.18, open: 210.87, high: 211.79, low: 209.7045, previousClose: 210.02, at: '2025-07-20T20:00:00.000Z' },
  ],
  [
    'profile',
    'company_profile_2.json',
    1,
    0,
    {
      ticker: 'AAPL',
      name: 'Apple Inc',
      marketCap: 3_154_147_730_000,
      sharesOutstanding: 14_935_830_000,
      listedOn: '1980-12-12',
    },
  ],
  [
    'symbols',
    'symbol_lookup_apple_us.json',
    10,
    0,
    { ticker: 'APLE', name: 'Apple Hospitality REIT Inc', type: 'Common Stock' },
  ],
  [
    'recommendations',
    'recommendation_trends_aapl.json',
    4,
    0,
    { ticker: 'AAPL', period: '2025-07-01', strongBuy: 14, buy: 24, hold: 14, sell: 3, strongSell: 1 },
  ],
  [
    'earnings_surprises',
    'earnings_surprises_aapl.json',
    4,
    0,
    { periodEnd: '2024-12-31', fiscalYear: 2025, fiscalQuarter: 1, eps: 2.4, epsEstimate: 2.3964 },
  ],
  [
    'earnings_calendar',
    'earnings_calendar_2025-07_08_all.json',
    1_499,
    1,
    {
      ticker: 'NVDA',
      date: '2025-08-27',
      hour: 'after_close',
      fiscalYear: 2026,
      fiscalQuarter: 2,
      epsEstimate: 1.0155,
      epsActual: null,
      revenueEstimate: 46_553_791_878,
    },
  ],
  [
    'filings',
    'sec_filings_AAPL.json',
    250,
    0,
    { accession: '0001140361-25-025275', form: '8-K', filer: 'CIK0000320193', primaryDocument: 'ef20051741_8k.htm' },
  ],
  [
    'insiders',
    'insider_transactions_TSLA.json',
    350,
    0,
    {
      accession: '0001104659-25-068165',
      code: 'M',
      change: 90_000,
      sharesAfter: 90_000,
      isDerivative: false,
      price: 17.47,
    },
  ],
  [
    'insider_sentiment',
    'insider_sentiment_TSLA.json',
    67,
    0,
    { year: 2015, month: 5, change: 33_333, mspr: 28.826048 },
  ],
  [
    'ipo_calendar',
    'ipo_calendar_2025-07.json',
    200,
    0,
    { ticker: 'FIG', issuerName: 'Figma, Inc.', offerLow: 25, offerHigh: 28, status: 'expected' },
  ],
  [
    'ipo_calendar',
    'ipo_calendar_2020-04.json',
    69,
    1,
    { ticker: null, issuerName: 'Vontier Corp', status: 'withdrawn', offerLow: null },
  ],
  [
    'news',
    'news_general_2025-07-28.json',
    100,
    0,
    { outlet: 'CNBC', title: "Jim Cramer explains why Trump's trade deals didn't bring on a market rally" },
  ],
  [
    'mergers',
    'news_merger_2025-07-21.json',
    59,
    0,
    {
      outlet: 'SeekingAlpha',
      title: 'Farmer Brothers Coffee shares jump on plan to explore strategic alternatives',
      summary: null,
    },
  ],
  [
    'mergers',
    'news_merger_2025-07-28.json',
    68,
    0,
    { outlet: 'GlobalNewswire', title: 'Questerre announces definitive agreement to acquire 100% of PX Energy' },
  ],
  ['holidays', 'market_holiday_US.json', 51, 0, { day: '2026-12-24', name: 'Christmas Day', closesAt: '13:00' }],
  [
    'market_status',
    'market_status_us.json',
    1,
    0,
    { exchange: 'US', isOpen: false, session: null, at: '2025-07-21T05:17:23.000Z' },
  ],
  ['advisory_meetings', 'fda_committee_calendar.json', 569, 0, { from: '2016-01-11', to: '2016-01-11' }],
];

const open = embeddedDatabase();
const stores: Store[] = [];
afterAll(() => Promise.all(stores.map((store) => store.close())));

(hasExternalData ? describe : describe.skip)('recorded answers of Finnhub', () => {
  it.each(RECORDED)('%s in %s are %i rows, and %i refused', (name, file, count, refused, row) => {
    const answer = read(name, file);
    expect(answer.refused.map(({ reason }) => reason)).toHaveLength(refused);
    expect(answer.rows).toHaveLength(count);
    expect(rowOf(answer.rows, { ...row })).toMatchObject(row);
  });

  it('of each kind there is one at least, so that no transform is unproved', () => {
    expect(new Set(RECORDED.map(([name]) => name))).toEqual(new Set(Object.keys(ANSWERS)));
  });

  it("the vendor's holidays and early closes of 2023 to 2026 are those of our calendar", () => {
    const given = ANSWERS.holidays.read(recorded('market_holiday_US.json')).rows;
    for (const { day: text, closesAt } of given) {
      const day = parseIsoDate(text) ?? 0;
      const ours = isSession(day) ? (closeMinute(day) === 13 * 60 ? '13:00' : 'whole') : null;
      expect([isoDate(day), ours]).toEqual([text, closesAt]);
    }
  });

  it('filings and insiders are stored as those of the SEC are, an answer of another filer is not', async () => {
    const store = await open();
    stores.push(store);
    const files: Readonly<Record<string, string>> = {
      '/stock/filings': 'sec_filings_AAPL.json',
      '/stock/insider-transactions': 'insider_transactions_TSLA.json',
    };
    const endpoint: Endpoint = {
      getJson: async (path, read) =>
        Promise.resolve(read({ status: 200, json: recorded(files[path.split('?')[0] ?? ''] ?? '') })),
      getText: () => Promise.reject(new Error('Finnhub sends JSON')),
    };
    const { kinds } = createFinnhub(endpoint, store);
    const filings = await kinds.filings?.('AAPL', NOW);
    await store.db.transaction().execute(async (tx) => filings?.save(tx));
    const stored = (await store.companyFilings.byTickers(['AAPL'])).get('AAPL');
    expect([stored?.length, stored?.at(-1)?.source]).toEqual([250, 'finnhub']);
    await store.db
      .transaction()
      .execute((tx) =>
        store.filers.save(tx, [{ ticker: 'TSLA', filer: 'CIK0001318605', name: 'Tesla, Inc.', source: 'edgar' }]),
      );
    const insiders = await kinds.insiders?.('TSLA', NOW);
    await store.db.transaction().execute(async (tx) => insiders?.save(tx));
    const reports = (await store.insiderFilings.byTickers(['TSLA'])).get('TSLA') ?? [];
    expect([
      reports.flatMap(({ transactions }) => transactions).length,
      new Set(reports.map(({ origin }) => origin)),
    ]).toEqual([350, new Set(['vendor'])]);
    // The answer above is of AAPL.
    await expect(
      store.db.transaction().execute(async (tx) => (await kinds.filings?.('TSLA', NOW))?.save(tx)),
    ).rejects.toThrow('asked for the filings of TSLA and answered for another ticker');
  });
});
