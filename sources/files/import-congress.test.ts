import { expect, it } from '@jest/globals';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { parseIsoDate } from '../../calendar/days.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT } from './import-congress.js';
import { importFiles } from './import-files.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';

const FILE = externalFile('congress', 'senate_all_transactions.csv');
const day = (text: string): number => parseIsoDate(text) ?? NaN;

forEachDatabase((_, open) => {
  it('trades are found by their disclosure, or by their own day without one', async () => {
    const store = await open();
    const rows = [
      'Representative,Transaction Date,Disclosure Date,Ticker,Asset,Transaction,Amount,Link',
      'Ann Ash,2026-01-05,2026-02-10,PBLO,Pebble,purchase,"$15,001 - $50,000",https://disclosures-clerk.house.gov/1.pdf',
      'Ann Ash,2026-01-06,2026-02-12T02:00:00Z,PBLO,Pebble,purchase,7,',
      'Ann Ash,2026-02-01,,BRK-B,Berkshire,S (partial),15000,',
      'Ann Ash,2026-02-03,2026-02-02,PBLO,Pebble,sale,1,',
      'Ann Ash,2026-09-01,,PBLO,Pebble,sale,1,',
    ];
    const report = await importFiles(store, IMPORT, [await temporaryFiles({ 'house.csv': rows.join('\n') })], {
      strict: false,
      now: () => new Date(Date.UTC(2026, 2, 1, 12)),
    });
    expect(report.files.flatMap(({ refused }) => refused)).toEqual([
      { line: 5, reason: 'the disclosure is dated before the trade' },
      { line: 6, reason: 'date 2026-09-01 is in the future' },
    ]);
    const between = async (first: string, last: string) =>
      (await store.congressTrades.between(day(first), day(last))).map(
        ({ ticker, chamber, action, amountLow, amountHigh }) => [ticker, chamber, action, amountLow, amountHigh],
      );
    expect(await between('2026-02-10', '2026-02-10')).toEqual([['PBLO', 'house', 'purchase', 15_001, 50_000]]);
    expect(await between('2026-02-11', '2026-02-11')).toEqual([['PBLO', null, 'purchase', 7, 7]]);
    expect(await between('2026-01-01', '2026-02-09')).toEqual([['BRK.B', null, 'partial_sale', 15_000, 15_000]]);
    await store.close();
  });

  it('amounts may be open, and trades of two accounts are two', async () => {
    const store = await open();
    const rows = [
      'representative,transaction_date,ticker,asset,type,amount,comment',
      'Ann Ash,2026-01-05,PBLO,Pebble,purchase,"$1,001 -",--',
      'Ann Ash,2026-01-05,PBLO,Pebble,purchase,"$50,000,000 +",--',
      'Ann Ash,2026-01-05,PBLO,Pebble,sale,"$1,001 - $15,000",dependent #1',
      'Ann Ash,2026-01-05,PBLO,Pebble,sale,"$1,001 - $15,000",dependent #2',
      'Ann Ash,2026-01-05,PBLO,Pebble,sale,"$1,001 - $15,000",Dependent #2',
      'Ann Ash,2026-01-05,PBLO,Pebble,exchange,"$15,000 - $1,001",--',
    ];
    const report = await importFiles(store, IMPORT, [await temporaryFiles({ 'house.csv': rows.join('\n') })], {
      strict: false,
      now: () => new Date(Date.UTC(2026, 2, 1, 12)),
    });
    expect(report.files.flatMap(({ refused }) => refused)).toEqual([
      { line: 6, reason: 'PBLO, sale by Ann Ash on 2026-01-05, is already on line 5; the first one counts' },
      { line: 7, reason: 'amount "$15,000 - $1,001" ends below its start' },
    ]);
    const stored = await store.congressTrades.between(day('2026-01-05'), day('2026-01-05'));
    const found = stored.map(({ amountLow, amountHigh, comment }) => [amountLow, amountHigh, comment]);
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        [1001, null, null],
        [50_000_000, null, null],
        [1001, 15_000, 'dependent #1'],
        [1001, 15_000, 'dependent #2'],
      ]),
    );
    await store.close();
  });

  (hasExternalData ? it : it.skip)(
    "the Senate's trades of 2012 to 2020 are imported, and every refused row has its reason",
    async () => {
      const store = await open();
      const { files } = await importFiles(store, IMPORT, [FILE], { strict: false });
      const [file] = files;
      const [rows, refused] = [file?.rows ?? 0, file?.refused ?? []];
      const reasons = new Map<string, number>();
      for (const { reason } of refused) {
        const kind = reason.includes('is already on line')
          ? 'repeated'
          : reason.startsWith('ticker')
            ? 'ticker'
            : reason;
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
      }
      expect(rows + refused.length).toBe(8_350);
      expect(reasons.get('the row has no transaction; paper filings are listed without their content')).toBe(463);
      expect(
        [...reasons.keys()].filter((kind) => !/^(repeated|ticker|the row has no transaction.*)$/.test(kind)),
      ).toEqual([]);
      const known = await store.congressTrades.between(day('2020-11-01'), day('2020-11-30'));
      expect(known.every(({ chamber, disclosedDay }) => chamber === 'senate' && disclosedDay === null)).toBe(true);
      expect(known.length).toBeGreaterThan(50);
      await store.close();
    },
  );
});
