import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT as OPTIONS } from './import-options.js';

const NOW = { strict: false, now: () => new Date('2031-05-14T15:00:00Z') };
const day = (text: string): number => parseIsoDate(text) ?? NaN;

/** Everything stored of a ticker, one text a quote. */
async function stored(store: Store, ticker: string): Promise<readonly string[]> {
  const rows = await store.db
    .selectFrom('option_quotes')
    .selectAll()
    .where('ticker', '=', ticker)
    .orderBy('day')
    .orderBy('expiry')
    .orderBy('strike')
    .orderBy('optionType')
    .execute();
  return rows.map((row) =>
    [
      isoDate(row.day),
      row.minute,
      isoDate(row.expiry),
      row.strike,
      row.optionType,
      row.bid,
      row.ask,
      row.last,
      row.volume,
      row.openInterest,
      row.underlyingPrice,
    ]
      .map((value) => value ?? '-')
      .join(' '),
  );
}

const LEAN_QUOTES = [
  'expiry,right,strike,time,bid_open,bid_high,bid_low,bid_close,bid_size,ask_open,ask_high,ask_low,ask_close,ask_size',
  '20310621,call,42.5,34200000,1,1,1,1,20,1.2,1.2,1.2,1.2,7',
  '20310621,put,42.5,34200000,,,,,0,0.15,0.15,0.03,0.03,77',
  '20310621,call,42.5,57540000,2,2,2,2.1,20,2.2,2.3,2.2,2.3,9',
  '20310621,call,42.5,57600000,,,,,0,9,9,9,9,9',
].join('\n');

/** As Yahoo answers; recorded before the open, when nobody quotes. */
const yahoo = (change: object = {}): string =>
  JSON.stringify({
    optionChain: {
      result: [
        {
          underlyingSymbol: 'BRK-B',
          quote: { regularMarketPrice: 480.5, regularMarketTime: Date.parse('2031-05-13T20:00:01Z') / 1000 },
          options: [
            {
              expirationDate: 1,
              calls: [
                {
                  contractSymbol: 'BRKB310620C00480000',
                  strike: 480,
                  lastPrice: 9.5,
                  volume: 12,
                  openInterest: 70,
                  bid: 0,
                  ask: 0,
                  contractSize: 'REGULAR',
                  expiration: Date.parse('2031-06-20T00:00:00Z') / 1000,
                  impliedVolatility: 0.00001,
                  ...change,
                },
                {
                  contractSymbol: 'BRKB1310620C00480000',
                  strike: 480,
                  lastPrice: 5,
                  expiration: Date.parse('2031-06-20T00:00:00Z') / 1000,
                },
              ],
              puts: [
                {
                  contractSymbol: 'BRKB310620P00480000',
                  strike: 480,
                  lastPrice: 8.25,
                  bid: 8,
                  ask: 8.5,
                  expiration: Date.parse('2031-06-20T00:00:00Z') / 1000,
                },
              ],
            },
          ],
        },
      ],
      error: null,
    },
  });

forEachDatabase((_, open) => {
  it("LEAN's quotes are the last of the session, and its trades and open interest are added to them", async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'a/pblo_20310513_minute_quote.csv.gz': gzipSync(LEAN_QUOTES),
      'b/pblo_20310513_openinterest.csv': 'expiry,right,strike,time,open_interest\n20310621,call,42.5,23400000,300',
      'c/pblo_20310513_minute_trade.csv': [
        'expiry,right,strike,time,open,high,low,close,volume',
        '20310621,call,42.5,34320000,2,2,2,1.9,10',
        '20310621,call,42.5,34200000,2,2,2,2,5',
      ].join('\n'),
    });
    const first = await importFiles(store, OPTIONS, [`${folder}/a`], NOW);
    expect([first.totals.rows, first.files[0]?.ticker, first.files[0]?.notes]).toEqual([
      2,
      undefined,
      ['Of each contract and day the last row counts; rows left out: 2.', 'Tickers without stored bars so far: 1.'],
    ]);
    expect(await stored(store, 'PBLO')).toEqual([
      '2031-05-13 959 2031-06-21 42.5 call 2.1 2.3 - - - -',
      '2031-05-13 570 2031-06-21 42.5 put - 0.03 - - - -',
    ]);
    for (let round = 0; round < 2; round += 1) await importFiles(store, OPTIONS, [`${folder}/b`, `${folder}/c`], NOW);
    expect((await stored(store, 'PBLO'))[0]).toBe('2031-05-13 959 2031-06-21 42.5 call 2.1 2.3 1.9 15 300 -');
    await store.close();
  });

  it("Yahoo's chain is of its last regular price; 0 is no quote, and an adjusted contract is of its own root", async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'BRK-B.json': yahoo(),
      'recorded.json': JSON.stringify({ url: '', body: JSON.parse(yahoo({ ask: 9.75 })) as unknown }),
    });
    await importFiles(store, OPTIONS, [`${folder}/BRK-B.json`], NOW);
    const put = '2031-05-13 960 2031-06-20 480 put 8 8.5 8.25 - - 480.5';
    expect(await stored(store, 'BRK.B')).toEqual(['2031-05-13 960 2031-06-20 480 call - - 9.5 12 70 480.5', put]);
    expect(await stored(store, 'BRKB1')).toHaveLength(1);
    await importFiles(store, OPTIONS, [`${folder}/recorded.json`], NOW);
    expect(await stored(store, 'BRK.B')).toEqual(['2031-05-13 960 2031-06-20 480 call - 9.75 9.5 12 70 480.5', put]);
    await store.close();
  });

  it("reads vendors' columns: dates with times, letters for the type, contract names instead of columns", async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'cboe.csv':
        'underlying_symbol,quote_datetime,root,expiration,strike,option_type,bid_eod,ask_eod,trade_volume,open_interest\n' +
        'CBLO,2031-05-13 15:45:00,CBLO,2031-06-20,40,P,0.95,1.05,1,2',
      'metrics.csv':
        'UnderlyingSymbol,UnderlyingPrice,OptionSymbol,Type,Expiration,DataDate,Strike,Last,Bid,Ask,Volume,OpenInterest\n' +
        'QBLO,41.5,QBLO310620C00040000,call,06/20/2031,05/13/2031,40,"1,000.5",2,2.2,NaN,N/A',
      'CBLO_20310512.csv':
        'contractSymbol,lastTradeDate,strike,lastPrice,bid,ask\nCBLO310620C00042500,2031-05-01,42.5,1,1.1,1.3',
      'RBLO.csv': 'quote date,expiry,strike,right,bid,ask\n2031-05-13,2031-06-20,5,put,0.01,0.05',
    });
    const { totals } = await importFiles(store, OPTIONS, [folder], NOW);
    expect([totals.imported, totals.refused]).toEqual([4, 0]);
    expect(await stored(store, 'CBLO')).toEqual([
      '2031-05-12 - 2031-06-20 42.5 call 1.1 1.3 1 - - -',
      '2031-05-13 945 2031-06-20 40 put 0.95 1.05 - 1 2 -',
    ]);
    expect(await stored(store, 'QBLO')).toEqual(['2031-05-13 - 2031-06-20 40 call 2 2.2 1000.5 - - 41.5']);
    expect(await stored(store, 'RBLO')).toEqual(['2031-05-13 - 2031-06-20 5 put 0.01 0.05 - - - -']);
    await store.close();
  });

  it('says what is wrong with a file', async () => {
    const store = await open();
    const cut = gzipSync(LEAN_QUOTES).subarray(0, -20);
    const folder = await temporaryFiles({
      '1/pblo_20310513_minute_quote.csv.gz': cut,
      '2.csv': '',
      '3.csv': 'a,b\n1,2',
      '4.json': '{"optionChain":{"result":[]}}',
      '5.json': '{}',
      'PBLO.csv':
        'date,expiry,strike,right,bid\n2031-05-15,2031-06-20,5,put,1\n2031-05-13,20310631,5,put,1\n2031-05-13,2031-06-20,5,put,-1',
    });
    const { files } = await importFiles(store, OPTIONS, [folder], NOW);
    expect(files.map(({ error, refused }) => [error, ...refused.map(({ reason }) => reason)])).toEqual([
      ['The file is not readable as gzip: it is damaged or cut off.'],
      ['The file is empty.'],
      [
        'Invalid option chain: the first line has no column for underlying symbol, quote date, expiration, strike price, right.',
      ],
      ['The file has no rows.'],
      ['Invalid option chain: the file has no list "options".'],
      [
        'Nothing was stored: all 3 rows were refused.',
        'date 2031-05-15 is in the future',
        'date "20310631" does not exist (slashed dates are month/day/year)',
        'bid -1 is not above zero',
      ],
    ]);
    await store.close();
  });

  it('the newest chain is read with its nearest expiry after a day; another source replaces a ticker', async () => {
    const store = await open();
    const rows = (date: string) =>
      ['2031-05-16', '2031-06-20', '2031-07-18'].map((expiry) => `${date},NBLO,${expiry},40,c,1,2`);
    const csv = ['date,symbol,expiry,strike,type,bid,ask', ...rows('2031-05-12'), ...rows('2031-05-13')].join('\n');
    const folder = await temporaryFiles({ 'all.csv': csv });
    await importFiles(store, OPTIONS, [folder], NOW);
    const chainOf = async (after: string) =>
      (await store.optionQuotes.chains([{ ticker: 'NBLO', after: day(after) }])).get('NBLO');
    expect(await chainOf('2031-06-19')).toMatchObject({
      day: day('2031-05-13'),
      expiry: day('2031-06-20'),
      quotes: [{ strike: 40, bid: 1, ask: 2 }],
    });
    expect(await chainOf('2031-06-20')).toMatchObject({ expiry: day('2031-07-18') });
    expect(await chainOf('2031-07-18')).toEqual({ day: day('2031-05-13'), source: 'files', expiry: null, quotes: [] });
    expect(await store.optionQuotes.chains([{ ticker: 'NONE', after: 0 }])).toEqual(new Map());
    expect(await store.optionQuotes.tickersOfOthers(store.db, 'simulated')).toContain('NBLO');
    await importFiles(store, OPTIONS, [folder], {
      ...NOW,
      source: 'other',
      now: () => new Date('2031-05-12T20:00:00Z'),
    });
    expect((await stored(store, 'NBLO')).map((row) => row.slice(0, 10))).toEqual(Array(3).fill('2031-05-12'));
    await store.close();
  });
});
