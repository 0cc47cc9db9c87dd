import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { leanTrades, sharesOf } from '../../test/independent/trades.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT as BARS } from './import-bars.js';
import { importFiles } from './import-files.js';
import { IMPORT as QUOTES } from './import-quotes.js';
import { ticksOf } from '../../subgraphs/research/microstructure.js';
import { IMPORT as TRADES } from './import-trades.js';

const OPTIONS = { strict: false, now: () => new Date('2031-05-14T15:00:00Z') };
const BARS_OF = (date: string): string => `date,open,high,low,close,volume\n${date},10,10,10,10,100\n`;

async function withBars(store: Store, ticker: string, date = '2024-06-12'): Promise<void> {
  await importFiles(store, BARS, [await temporaryFiles({ [`${ticker}.csv`]: BARS_OF(date) })], OPTIONS);
}

/** Day, and minute, trades and shares bought, sold and unknown of each minute. */
const stored = async (store: Store, ticker: string) =>
  (await store.minuteTrades.newest([ticker]))
    .get(ticker)
    ?.slice(0, 1)
    .map(({ source, trades: { day, minutes, trades, bought, sold, unknown } }) => [
      source,
      isoDate(day),
      ...Array.from(minutes, (minute, i) => [minute, trades[i], bought[i], sold[i], unknown[i]]),
    ]);

forEachDatabase((_, open) => {
  it('tells sides by the quote of the row, else by prices; refuses bad rows by line; replaces the session', async () => {
    const store = await open();
    await withBars(store, 'PLT');
    const rows = [
      'timestamp,price,size,bid price,ask price',
      '2024-06-12 09:30:00,10,50,,',
      '2024-06-13 09:30:00,10,100,,',
      '2024-06-13 09:30:01.5,10.01,200,10,10.02',
      '2024-06-13 09:30:02,10.02,300,10,10.02',
      '2024-06-13 09:31:02,10.01,400,10.02,10.03',
      '2024-06-13T13:31:30Z,10.01,10,10.05,10.04',
      '2024-06-13 09:30:59,10.01,400,,',
      '2024-06-13 09:32:00,0,100,,',
      '2024-06-13 09:32:00,10,-5,,',
      '2024-06-13 09:32:00,10,,,',
      '2024-06-13 09:32:00,ten,100,,',
      '2024-06-13 09:32:00,10,100,none,10.02',
      '2041-06-13 09:32:00,10,100,,',
      '2024-06-13,10,100,,',
      '2024-06-13 09:33:00',
    ];
    const folder = await temporaryFiles({ 'PLT.csv': rows.join('\n') });
    for (let round = 0; round < 2; round += 1) {
      const { files } = await importFiles(store, TRADES, [folder], OPTIONS);
      expect(files.map(({ ticker, rows: read, notes }) => [ticker, read, notes])).toEqual([
        [
          'PLT',
          6,
          [
            'Sides of 6 trades: 2 by the quote in their row, 2 by the prices before them, 2 not told.',
            'Quotes that were not used, because their bid is above their ask: 1.',
          ],
        ],
      ]);
      expect(files[0]?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
        '8: the row is earlier than one above it; trades must be oldest first',
        '9: price 0 must be above 0 and at most 1000000000',
        '10: size -5 must be above 0 and at most 10000000000',
        '11: size is empty',
        '12: price "ten" is not a number',
        '13: bid "none" is not a number',
        '14: 2041-06-13 is in the future',
        '15: timestamp "2024-06-13" has no time HH:MM',
        '16: price is empty',
      ]);
      expect(await stored(store, 'PLT')).toEqual([['files', '2024-06-13', [570, 3, 500, 0, 100], [571, 2, 0, 410, 0]]]);
    }
    const strict = await importFiles(store, TRADES, [folder], { ...OPTIONS, strict: true });
    expect(strict.totals).toMatchObject({ imported: 0, rows: 0, refused: 9 });
    await store.close();
  });

  it('refuses bars, quotes, files without the columns, and tickers that are not stored', async () => {
    const store = await open();
    await withBars(store, 'LET');
    const folder = await temporaryFiles({
      'let_20240612_trade.csv': '34200000,99900,99950,99900,99900,5\n',
      'let_20240612_quote.csv': '34200000,1,1,1,1,1,1,1,1,1,1\n',
      'NOT.csv': 'timestamp,price,size\n2024-06-12 09:30,1,2\n',
      'LET.csv': 'timestamp,bid,ask\n2024-06-12 09:30,1,2\n',
    });
    const { files } = await importFiles(store, TRADES, [folder], OPTIONS);
    expect(Object.fromEntries(files.map(({ file, error }) => [path.basename(file), error]))).toEqual({
      'let_20240612_trade.csv': 'The file contains minute bars; import it with: npm run -s import -- minutes',
      'let_20240612_quote.csv': 'The file contains quotes; import it with: npm run -s import -- quotes',
      'NOT.csv': 'NOT is not stored; import its daily bars first.',
      'LET.csv': 'The first line has no column for price, size; trades need timestamp, price and size.',
    });
    const empty = await temporaryFiles({ 'LET.csv': 'timestamp,price,size\n' });
    expect((await importFiles(store, TRADES, [empty], OPTIONS)).files[0]?.error).toBe(
      'The file has no rows of trades.',
    );
    await store.close();
  });

  it('compares trades without a quote with the newest stored quote of an earlier minute of that day', async () => {
    const store = await open();
    await withBars(store, 'STQ');
    const quotes = 'timestamp,bid,ask\n2024-06-12 09:30:10,10,10.02\n2024-06-12 09:33:00,10.10,10.12\n';
    await importFiles(store, QUOTES, [await temporaryFiles({ 'STQ.csv': quotes })], OPTIONS);
    const rows = [
      'date,time,trade_price,shares',
      '2024-06-12,09:30:30,10.02,1',
      '2024-06-12,09:31:00,10.02,2',
      '2024-06-12,09:32:59,10,4',
      '2024-06-12,09:33:59,10.11,8',
      '2024-06-12,09:34:00,10.105,16',
    ];
    const { files } = await importFiles(store, TRADES, [await temporaryFiles({ 'STQ.csv': rows.join('\n') })], OPTIONS);
    expect(files[0]?.notes).toEqual(['Sides of 5 trades: 4 by the stored quote before them, 1 not told.']);
    expect(await stored(store, 'STQ')).toEqual([
      [
        'files',
        '2024-06-12',
        [570, 1, 0, 0, 1],
        [571, 1, 2, 0, 0],
        [572, 1, 0, 4, 0],
        [573, 1, 8, 0, 0],
        [574, 1, 0, 16, 0],
      ],
    ]);
    await store.close();
  });

  it('of a later session than the prices leave those of the session in use', async () => {
    const store = await open();
    await withBars(store, 'LTR');
    const rows = ['timestamp,price,size', '2024-06-12 09:30:00,10,50', '2024-06-13 06:00:00,11,100'];
    await importFiles(store, TRADES, [await temporaryFiles({ 'LTR.csv': rows.join('\n') })], OPTIONS);
    const found = (await store.minuteTrades.newest(['LTR'])).get('LTR') ?? [];
    expect(found.map(({ trades }) => isoDate(trades.day))).toEqual(['2024-06-13', '2024-06-12']);
    const bars = (await store.bars.readDaily(['LTR'])).get('LTR')?.bars;
    if (bars === undefined) throw new Error('no bars are stored');
    const { trades } = ticksOf(found, { bars, sessions: [] });
    expect(trades === undefined ? null : isoDate(trades.day)).toBe('2024-06-12');
    await store.close();
  });

  (hasExternalData ? it : it.skip)(
    'tells the sides of real prices beside real quotes as a plain computation does',
    async () => {
      const store = await open();
      await withBars(store, 'BAC', '2013-10-10');
      const trades = leanTrades('bac', '20131010');
      const cell = (value: number): string => (Number.isNaN(value) ? '' : String(value));
      const clock = (minute: number): string =>
        [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
      const rows = trades.map(
        ({ minute, price, size, bid, ask }) => `2013-10-10 ${clock(minute)},${price},${size},${cell(bid)},${cell(ask)}`,
      );
      const folder = await temporaryFiles({ 'BAC.csv': ['timestamp,price,size,bid,ask', ...rows].join('\n') });
      const { totals } = await importFiles(store, TRADES, [folder], OPTIONS);
      expect([totals.rows, totals.refused]).toEqual([trades.length, 0]);
      const [session] = (await store.minuteTrades.newest(['BAC'])).get('BAC') ?? [];
      const minutes = [...new Set(trades.map(({ minute }) => minute))];
      expect([...(session?.trades.minutes ?? [])]).toEqual(minutes);
      for (const [side, name] of [
        [1, 'bought'],
        [-1, 'sold'],
        [0, 'unknown'],
      ] as const)
        expect([...(session?.trades[name] ?? [])]).toEqual(minutes.map((minute) => sharesOf(trades, minute, side)));
      // With the recorded quotes stored instead, the side is that of the quote a minute before, for most of the shares.
      await importFiles(store, QUOTES, [externalFile('lean', 'minute', 'bac_20131010_quote.csv')], OPTIONS);
      const bare = await temporaryFiles({
        'BAC.csv': ['timestamp,price,size', ...rows.map((row) => row.split(',').slice(0, 3).join(','))].join('\n'),
      });
      const { files } = await importFiles(store, TRADES, [bare], OPTIONS);
      expect(files[0]?.notes[0]).toMatch(
        /^Sides of \d+ trades: \d+ by the stored quote before them, \d+ by the prices before them/,
      );
      await store.close();
    },
  );
});
