import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { IMPORT as BARS } from './import-bars.js';
import { importFiles } from './import-files.js';
import { IMPORT as MINUTES } from './import-minutes.js';
import { IMPORT as SECURITIES } from './import-securities.js';
import type { ImportProgress } from './import-report.js';
import { temporaryFiles } from './fixtures/files.js';

const OPTIONS = { strict: false, now: () => new Date('2024-06-14T12:00:00Z') };
const HEADER = 'date,open,high,low,close,volume\n';
const ROW_12 = '2024-06-12,10,11,9,10,100\n';
const ROW_13 = '2024-06-13,10,11,9,10.5,100\n';
const BAD = '2024-06-11,ten,11,9,10,100\n';

async function closesOf(store: Store, symbol: string): Promise<[string, number][]> {
  const bars = (await store.bars.load([symbol])).get(symbol)?.bars;
  return bars ? Array.from(bars.days, (day, at) => [isoDate(day), bars.close[at] ?? NaN]) : [];
}

forEachDatabase((_, open) => {
  it('imports a folder, reports each file and progress, and names known tickers', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'BRK-B.csv': HEADER + ROW_12 + ROW_13,
      'sub/XYZ.csv': HEADER + BAD + ROW_12,
      'notes.md': 'x',
      '9.csv': HEADER,
      'EMPTY.csv': '',
    });
    const progress: ImportProgress[] = [];
    const report = await importFiles(store, BARS, [folder], { ...OPTIONS, onProgress: (each) => progress.push(each) });
    expect(report.totals).toEqual({ files: 4, imported: 2, rows: 3, refused: 1, unknownKind: 1 });
    expect(
      report.files.map(({ file, ticker, rows, refused, error }) => [path.basename(file), ticker, rows, refused, error]),
    ).toEqual([
      ['9.csv', undefined, 0, [], '"9" is not a ticker: name the file after one, such as AAPL.csv or BRK-B.csv.'],
      ['BRK-B.csv', 'BRK.B', 2, [], undefined],
      ['EMPTY.csv', 'EMPTY', 0, [], 'The file is empty.'],
      ['XYZ.csv', 'XYZ', 1, [{ line: 2, reason: 'open "ten" is not a number' }], undefined],
    ]);
    expect(progress.map(({ filesDone, filesTotal, rows, refused }) => [filesDone, filesTotal, rows, refused])).toEqual([
      [1, 4, 0, 0],
      [2, 4, 2, 0],
      [3, 4, 2, 0],
      [4, 4, 3, 1],
    ]);
    expect(await closesOf(store, 'BRK.B')).toEqual([
      ['2024-06-12', 10],
      ['2024-06-13', 10.5],
    ]);
    const securities = await store.securities.bySymbols(['BRK.B', 'XYZ']);
    expect([...securities.values()].map(({ symbol, name, kind, source }) => [symbol, name, kind, source])).toEqual([
      ['BRK.B', 'Berkshire Hathaway Inc. Class B', 'equity', 'files'],
      ['XYZ', 'XYZ', 'unknown', 'files'],
    ]);
    expect(
      (await store.imports.recent(9))
        .map(({ kind, source, subject, rows, refused }) => [kind, source, subject, rows, refused])
        .sort(),
    ).toEqual([
      ['bars', 'files', 'BRK-B.csv', 2, 0],
      ['bars', 'files', 'XYZ.csv', 1, 1],
    ]);
    await store.close();
  });

  it('takes a kind for the tickers whose kind is not known, and counts those that stay unknown', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'SPY.csv': HEADER + ROW_12,
      'VXX.csv': HEADER + ROW_12,
      'HYG.csv': HEADER + ROW_12,
    });
    const kinds = async (): Promise<unknown> => {
      const stored = await store.securities.within(store.db, ['SPY', 'VXX', 'HYG']);
      return ['SPY', 'VXX', 'HYG'].map((symbol) => stored.get(symbol)?.kind);
    };
    const first = await importFiles(store, BARS, [folder], OPTIONS);
    expect([await kinds(), first.totals.unknownKind, first.files.map(({ kind }) => kind)]).toEqual([
      ['etf', 'unknown', 'unknown'],
      2,
      ['unknown', 'etf', 'unknown'],
    ]);
    await importFiles(
      store,
      SECURITIES,
      [await temporaryFiles({ 'securities.csv': 'ticker,kind\nvxx,etf\n' })],
      OPTIONS,
    );
    expect(await kinds()).toEqual(['etf', 'etf', 'unknown']);
    const again = await importFiles(store, BARS, [folder], { ...OPTIONS, kind: 'equity' });
    expect([await kinds(), again.totals.unknownKind]).toEqual([['etf', 'etf', 'equity'], 0]);
    await store.close();
  });

  it('keeps what a list of securities leaves blank, and takes tickers before their bars', async () => {
    const store = await open();
    const list = 'symbol,name,kind,sector\nAAPL,,equity,\nLATER,Later Inc.,equity,Energy\n';
    const { files } = await importFiles(store, SECURITIES, [await temporaryFiles({ 'list.csv': list })], OPTIONS);
    expect(files[0]?.notes).toEqual(['Tickers without stored bars so far: 2.']);
    await importFiles(store, BARS, [await temporaryFiles({ 'LATER.csv': HEADER + ROW_12 })], OPTIONS);
    const stored = await store.securities.within(store.db, ['AAPL', 'LATER']);
    expect(stored.get('AAPL')).toMatchObject({
      name: 'Apple Inc.',
      kind: 'equity',
      sector: 'Technology',
      lastDay: null,
    });
    expect(stored.get('LATER')).toMatchObject({
      name: 'Later Inc.',
      kind: 'equity',
      sector: 'Energy',
      source: 'files',
    });
    expect(stored.get('LATER')?.lastDay).not.toBeNull();
    await store.close();
  });

  it('refuses names of a list that is not UTF-8, and takes characters that are not seen out of the others', async () => {
    const store = await open();
    const latin = Buffer.from('symbol,name,kind\nSOC,Soci\u00e9t\u00e9,equity\n', 'latin1');
    const unseen = Buffer.from('TURN,\u202egnp.exe\u202c Inc,equity\nWIDE,Zero\u200bWidth\u200c\u200b,equity\n');
    const folder = await temporaryFiles({ 'list.csv': Buffer.concat([latin, unseen]) });
    const { files } = await importFiles(store, SECURITIES, [folder], OPTIONS);
    expect(files[0]?.refused).toEqual([
      { line: 2, reason: '"Soci\uFFFDt\uFFFD" is not UTF-8; save the file as UTF-8' },
    ]);
    const stored = await store.securities.within(store.db, ['SOC', 'TURN', 'WIDE']);
    expect([...stored.values()].map(({ symbol, name }) => [symbol, name]).sort()).toEqual([
      ['TURN', 'gnp.exe Inc'],
      ['WIDE', 'ZeroWidth\u200c'],
    ]);
    await store.close();
  });

  it('stores nothing from a file with a refused row if the import is strict', async () => {
    const store = await open();
    const folder = await temporaryFiles({ 'GOOD1.csv': HEADER + ROW_12, 'BAD1.csv': HEADER + ROW_12 + BAD });
    const { files } = await importFiles(store, BARS, [folder], { ...OPTIONS, strict: true });
    expect(files.map(({ ticker, rows, error }) => [ticker, rows, error])).toEqual([
      ['BAD1', 0, 'Nothing was stored: 1 rows were refused, and the import is strict.'],
      ['GOOD1', 1, undefined],
    ]);
    expect((await store.securities.bySymbols(['BAD1'])).size).toBe(0);
    await store.close();
  });

  it('stores nothing from a file if its transaction fails', async () => {
    const store = await open();
    const folder = await temporaryFiles({ 'HALF.csv': HEADER + ROW_12 });
    await importFiles(store, BARS, [await temporaryFiles({ 'FIRST.csv': HEADER + ROW_12 })], {
      ...OPTIONS,
      newId: () => 'same',
    });
    await expect(importFiles(store, BARS, [folder], { ...OPTIONS, newId: () => 'same' })).rejects.toThrow();
    expect(await closesOf(store, 'HALF')).toEqual([]);
    expect(await store.db.selectFrom('securities').select('symbol').where('symbol', '=', 'HALF').execute()).toEqual([]);
    await store.close();
  });

  it('is idempotent, and a newer file adds its days', async () => {
    const store = await open();
    const older = await temporaryFiles({ 'TWICE.csv': HEADER + ROW_12 });
    const newer = await temporaryFiles({ 'TWICE.csv': HEADER + ROW_13 });
    for (const folder of [older, older, newer]) await importFiles(store, BARS, [folder], OPTIONS);
    expect(await closesOf(store, 'TWICE')).toEqual([
      ['2024-06-12', 10],
      ['2024-06-13', 10.5],
    ]);
    await store.close();
  });

  it('refuses what is neither a file nor a folder, which may never end', async () => {
    const store = await open();
    const folder = await temporaryFiles({});
    const [pipe, linked, link] = ['PIPE.csv', 'linked', path.join('linked', 'LINK.csv')].map((name) =>
      path.join(folder, name),
    );
    execFileSync('mkfifo', [pipe ?? '']);
    await mkdir(linked ?? '');
    await symlink(pipe ?? '', link ?? '');
    await expect(importFiles(store, BARS, [pipe ?? ''], OPTIONS)).rejects.toThrow(
      `"${String(pipe)}" is neither a file nor a folder.`,
    );
    await expect(importFiles(store, BARS, ['/dev/null'], OPTIONS)).rejects.toThrow(
      '"/dev/null" is neither a file nor a folder.',
    );
    await expect(importFiles(store, BARS, [linked ?? ''], OPTIONS)).rejects.toThrow(`"${String(link)}" is not a file.`);
    await store.close();
  });

  it('refuses prices, volumes and years beyond every real one, by line', async () => {
    const store = await open();
    const rows = [
      '2026-01-02,1e308,1e308,1e308,1e308,1',
      '2026-01-12,1e-320,1e-320,1e-320,1e-320,1',
      '2026-01-13,1,1,1,1,1e20',
      '1600-01-04,1,1,1,1,1',
      '2026-01-14,10000000,10000000,10000000,10000000,1e15',
      '2026-01-15,0.000001,0.000001,0.000001,0.000001,0',
    ];
    const folder = await temporaryFiles({ 'HUGE.csv': `date,open,high,low,close,volume\n${rows.join('\n')}\n` });
    const { files } = await importFiles(store, BARS, [folder], {
      ...OPTIONS,
      now: () => new Date(Date.UTC(2026, 4, 15)),
    });
    expect(files[0]).toMatchObject({
      rows: 2,
      refused: [
        { line: 2, reason: 'open 1e+308 is above 10,000,000' },
        { line: 3, reason: 'open 1e-320 is below 0.000001' },
        { line: 4, reason: 'volume 100000000000000000000 is above 10^15' },
        { line: 5, reason: 'date "1600-01-04" is before 1900' },
      ],
    });
    await store.close();
  });

  it('refuses a missing path with one sentence', async () => {
    const store = await open();
    await expect(importFiles(store, BARS, ['/no/such/folder'], OPTIONS)).rejects.toThrow(
      'No readable file or folder "/no/such/folder".',
    );
    await store.close();
  });

  it('split-adjusts LEAN minutes, and stores plain minutes by session', async () => {
    const store = await open();
    const bars =
      'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient\n2024-06-12,20,20,20,20,10,100,0,1\n2024-06-13,10,10,10,10,10,100,0,2\n';
    const folder = await temporaryFiles({
      'bars/LEA.csv': bars,
      'minutes/lea_20240612_trade.csv':
        '34200000,200000,202000,199000,201000,50\n34260000,x,1,1,1,1\n34320000,201000,201000,201000,201000,10\n',
      'minutes/lea_20240612_quote.csv': '34200000,1,1,1,1,1,1,1,1,1,1\n',
      'minutes/PLA.csv':
        'timestamp,open,high,low,close,volume\n2024-06-12 09:30,1,1,1,1,5\n2024-06-13T13:30:00Z,2,2,2,2,6\n2024-06-13 09:31:00,2,2,2,2,7\n',
    });
    await importFiles(store, BARS, [path.join(folder, 'bars')], OPTIONS);
    const { files } = await importFiles(store, MINUTES, [path.join(folder, 'minutes')], OPTIONS);
    expect(files.map(({ ticker, rows, refused, error }) => [ticker, rows, refused.length, error])).toEqual([
      ['PLA', 3, 0, undefined],
      [undefined, 0, 0, 'The file contains quotes; import it with: npm run -s import -- quotes'],
      ['LEA', 2, 1, undefined],
    ]);
    const notes = new Map(files.map((file) => [file.ticker, file.notes.filter((note) => note.includes('404'))]));
    expect([notes.get('LEA'), notes.get('PLA')]).toEqual([
      [],
      ['PLA has no daily bars so far: the API answers 404 for it until they are imported.'],
    ]);
    const minutes = await store.bars.loadMinutes(['LEA', 'PLA'], 5);
    expect(
      minutes
        .get('LEA')
        ?.map(({ day, minutes: at, close, volume }) => [isoDate(day), [...at], [...close], [...volume]]),
    ).toEqual([['2024-06-12', [570, 572], [10.05, 10.05], [100, 20]]]);
    expect(minutes.get('PLA')?.map(({ day, minutes: at }) => [isoDate(day), [...at]])).toEqual([
      ['2024-06-12', [570]],
      ['2024-06-13', [570, 571]],
    ]);
    await store.close();
  });

  it('refuses minutes for a ticker from another source', async () => {
    const store = await open();
    const bars = await temporaryFiles({ 'MIX.csv': HEADER + ROW_12 });
    await importFiles(store, BARS, [bars], { ...OPTIONS, source: 'simulated' });
    const minutes = await temporaryFiles({
      'MIX.csv': 'timestamp,open,high,low,close,volume\n2024-06-12 09:30,1,1,1,1,5\n',
    });
    const { files } = await importFiles(store, MINUTES, [minutes], OPTIONS);
    expect(files.map(({ error }) => error)).toEqual([
      'MIX is stored from source "simulated"; import its daily bars first, so that sources do not mix.',
    ]);
    await store.close();
  });
});
