import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { IMPORT as BARS } from './import-bars.js';
import { importFiles } from './import-files.js';
import { IMPORT as SESSIONS } from './import-sessions.js';

const OPTIONS = { strict: false, now: () => new Date('2024-06-14T12:00:00Z') };
const HEADER = 'date,open,high,low,close,volume\n';

async function closesOf(store: Store, symbol: string): Promise<readonly (readonly [string, number])[]> {
  const bars = (await store.bars.load([symbol])).get(symbol)?.bars;
  return bars ? Array.from(bars.days, (day, at) => [isoDate(day), bars.close[at] ?? NaN] as const) : [];
}

forEachDatabase((_, open) => {
  it('adds a day to the histories of many tickers, makes new ones, and refuses rows by their line', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'AAA.csv': `${HEADER}2024-06-11,9,11,9,10,100\n2024-06-12,10,11,9,10.5,100\n`,
      'day.csv': `Symbol,${HEADER}AAA,2024-06-13,10,12,10,11,100\nbrk-b,2024-06-13,20,21,19,20,5\nno ticker,2024-06-13,1,1,1,1,1\nBBB,2024-06-13,ten,1,1,1,1\nAAA,2024-06-13,1,1,1,1,1\n`,
    });
    await importFiles(store, BARS, [`${folder}/AAA.csv`], OPTIONS);
    for (let round = 0; round < 2; round += 1) {
      const {
        files: [report],
      } = await importFiles(store, SESSIONS, [`${folder}/day.csv`], { ...OPTIONS, kind: 'equity' });
      expect(report).toMatchObject({
        rows: 2,
        refused: [
          { line: 4, reason: 'ticker "no ticker" is not a ticker' },
          { line: 5, reason: 'open "ten" is not a number' },
          { line: 6, reason: 'date 2024-06-13 is already on line 2; the first one counts' },
        ],
        error: undefined,
      });
    }
    expect(await closesOf(store, 'AAA')).toEqual([
      ['2024-06-11', 10],
      ['2024-06-12', 10.5],
      ['2024-06-13', 11],
    ]);
    expect(await closesOf(store, 'BRK.B')).toEqual([['2024-06-13', 20]]);
    expect((await store.securities.bySymbols(['BBB'])).size).toBe(0);
    await store.close();
  });

  it('stores the same bars, splits and dividends as a file per ticker', async () => {
    const store = await open();
    const columns = 'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient\n';
    const rows = [
      '2024-06-10,100,101,99,100,49.5,10,0,1',
      '2024-06-11,50,51,49,50,49.5,20,0,2',
      '2024-06-12,50,51,49,50,50,20,0.5,1',
    ];
    const folder = await temporaryFiles({
      'ONE.csv': `${columns}${rows.join('\n')}\n`,
      'all.csv': `${columns.trim()},ticker\n${rows.map((row) => `${row},MANY`).join('\n')}\n`,
    });
    await importFiles(store, BARS, [`${folder}/ONE.csv`], OPTIONS);
    await importFiles(store, SESSIONS, [`${folder}/all.csv`], OPTIONS);
    const loaded = await store.bars.load(['ONE', 'MANY']);
    const [expected, stored] = [loaded.get('ONE'), loaded.get('MANY')];
    expect(expected?.bars.days).toHaveLength(3);
    expect([stored?.bars, stored?.splits, stored?.dividends]).toEqual([
      expected?.bars,
      expected?.splits,
      expected?.dividends,
    ]);
    await store.close();
  });

  it('refuses a file without a ticker column, and says what imports it', async () => {
    const store = await open();
    const folder = await temporaryFiles({ 'AAA.csv': `${HEADER}2024-06-11,9,11,9,10,100\n` });
    const {
      files: [report],
    } = await importFiles(store, SESSIONS, [folder], OPTIONS);
    expect(report?.error).toBe('The first line has no column ticker: give files of one ticker to "import bars".');
    await store.close();
  });
});
