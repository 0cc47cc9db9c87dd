import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { quotedSpreadBasisPoints } from '../../engines/microstructure/quoted-spread.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { plainQuotedSpread } from '../../test/independent/quotes.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT as BARS } from './import-bars.js';
import { importFiles } from './import-files.js';
import { IMPORT as QUOTES } from './import-quotes.js';

const OPTIONS = { strict: false, now: () => new Date('2031-05-14T15:00:00Z') };
const BARS_OF = (date: string): string => `date,open,high,low,close,volume\n${date},10,10,10,10,100\n`;

async function withBars(store: Store, ticker: string, date = '2024-06-12'): Promise<void> {
  await importFiles(store, BARS, [await temporaryFiles({ [`${ticker}.csv`]: BARS_OF(date) })], OPTIONS);
}

const stored = async (store: Store, ticker: string) =>
  (await store.minuteQuotes.newest([ticker]))
    .get(ticker)
    ?.slice(0, 1)
    .map(({ source, session: { day, minutes, bid, ask, bidSize, askSize } }) => [
      source,
      isoDate(day),
      [...minutes],
      [...bid],
      [...ask],
      [...bidSize],
      [...askSize],
    ]);

forEachDatabase((_, open) => {
  it('of each minute the last quote is stored, of the newest session read, and bad rows are refused by line', async () => {
    const store = await open();
    await withBars(store, 'PLQ');
    const rows = [
      'timestamp,bid price,ask price,bid size,ask size',
      '2024-06-12 15:59:30,9.98,10.02,1,2',
      '2024-06-13 09:30:01,10.00,10.02,100,200',
      '2024-06-13 09:30:59.250,10.01,10.02,300,',
      '2024-06-13T13:31:00Z,10.02,10.02,100,100',
      '2024-06-13 09:30:59,10.01,10.02,300,100',
      '2024-06-13 09:32:00,10.05,10.04,100,100',
      '2024-06-13 09:33:00,,10.04,100,100',
      '2024-06-13 09:34:00,0,10.04,100,100',
      '2024-06-13 09:35:00,10.03,10.04,-1,100',
      '2024-06-13 09:36:00,10.03',
      '2041-06-13 09:37:00,10.03,10.04,1,1',
      '2024-06-13,10.03,10.04,1,1',
    ];
    const folder = await temporaryFiles({ 'PLQ.csv': rows.join('\n') });
    for (let round = 0; round < 2; round += 1) {
      const { files } = await importFiles(store, QUOTES, [folder], OPTIONS);
      expect(files.map(({ ticker, rows: read, notes }) => [ticker, read, notes])).toEqual([
        ['PLQ', 4, ['Of 4 quotes the last of each minute was stored: 3.']],
      ]);
      expect(files[0]?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
        '6: the row is earlier than one above it; quotes must be oldest first',
        '7: the quote is crossed: bid 10.05 is above ask 10.04',
        '8: bid is empty',
        '9: bid 0 must be above 0 and at most 1000000000',
        '10: bid size -1 is negative',
        '11: ask is empty',
        '12: 2041-06-13 is in the future',
        '13: timestamp "2024-06-13" has no time HH:MM',
      ]);
      expect(await stored(store, 'PLQ')).toEqual([
        ['files', '2024-06-13', [570, 571], [10.01, 10.02], [10.02, 10.02], [300, 100], [NaN, 100]],
      ]);
    }
    const strict = await importFiles(store, QUOTES, [folder], { ...OPTIONS, strict: true });
    expect(strict.totals).toMatchObject({ imported: 0, rows: 0, refused: 8 });
    await store.close();
  });

  it('reads LEAN’s minute quotes, and refuses its trades, other files and tickers that are not stored', async () => {
    const store = await open();
    await withBars(store, 'LEQ');
    const folder = await temporaryFiles({
      'leq_20240612_quote.csv':
        '34200000,99900,99950,99900,99900,5,100100,100100,100000,100000,7\n34230000,1,1,1,1,1,1,1,1,1,1\n34260000,99900,99950,99900,,5,100100,100100,100000,100000,7\n34320000,1,2\n',
      'leq_20240612_trade.csv': '34200000,1,1,1,1,1\n',
      'NOQ.csv': 'timestamp,bid,ask\n2024-06-12 09:30,1,2\n',
      'LEQ.csv': 'timestamp,price\n2024-06-12 09:30,1\n',
      'EMPTY.csv': 'timestamp,bid,ask\n',
    });
    const { files } = await importFiles(store, QUOTES, [folder], OPTIONS);
    expect(
      Object.fromEntries(
        files.map(({ file, rows, refused, error }) => [
          path.basename(file),
          [rows, refused.map(({ line, reason }) => `${line}: ${reason}`), error],
        ]),
      ),
    ).toEqual({
      'leq_20240612_quote.csv': [
        1,
        [
          '2: time 34230000 is not a whole minute of a day in ms',
          '3: bid is empty',
          '4: the row has 3 fields, a quote row has 11',
        ],
        undefined,
      ],
      'leq_20240612_trade.csv': [0, [], 'The file contains trades; import it with: npm run -s import -- minutes'],
      'NOQ.csv': [0, [], 'NOQ is not stored; import its daily bars first.'],
      'LEQ.csv': [0, [], 'The first line has no column for bid, ask; quotes need timestamp, bid and ask.'],
      'EMPTY.csv': [0, [], expect.stringMatching(/^EMPTY is not stored/)],
    });
    expect(await stored(store, 'LEQ')).toEqual([['files', '2024-06-12', [570], [9.99], [10], [5], [7]]]);
    await store.close();
  });

  (hasExternalData ? it : it.skip)('stores every two-sided quote of the recorded files', async () => {
    const store = await open();
    const folder = externalFile('lean', 'minute');
    const names = readdirSync(folder).filter((name) => /^(?:aig|bac)_\d+_quote\.csv$/.test(name));
    for (const ticker of ['AIG', 'BAC']) await withBars(store, ticker, '2013-10-11');
    const { totals } = await importFiles(
      store,
      QUOTES,
      names.map((name) => path.join(folder, name)),
      OPTIONS,
    );
    expect([totals.files, totals.imported, totals.rows, totals.refused]).toEqual([12, 12, 6895, 0]);
    // Before the opening there are quotes of one side.
    await withBars(store, 'TWX', '2014-06-09');
    const twx = await importFiles(store, QUOTES, [path.join(folder, 'twx_20140609_quote.csv')], OPTIONS);
    expect([twx.totals.rows, twx.files[0]?.refused.map(({ line, reason }) => `${line}: ${reason}`)]).toEqual([
      494,
      [1, 2, 3, 4, 5].map((line) => `${line}: bid is empty`),
    ]);
    const [newest] = (await store.minuteQuotes.newest(['BAC'])).get('BAC') ?? [];
    if (newest === undefined) throw new Error('No quotes of BAC are stored.');
    expect(isoDate(newest.session.day)).toBe('2013-10-11');
    expect(quotedSpreadBasisPoints(newest.session)).toBeCloseTo(plainQuotedSpread('bac', '20131011'), 9);
    await store.close();
  });
});
