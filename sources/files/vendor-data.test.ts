import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { findFiles } from './find-files.js';
import { temporaryFiles } from './fixtures/files.js';
import { IPO } from './import-ipo.js';
import { readMinuteFileName } from './import-minutes.js';
import { readLeanMinutes } from './minute-rows.js';
import { readHistory, type FileHistory } from './read-history.js';
import { readRowFile } from './row-import.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const data = process.env['MARKETGRAPH_DATA'] ?? path.resolve(projectRoot, '../shared/data');
const isPresent = await access(data).then(
  () => true,
  () => false,
);
if (!isPresent) console.info(`skipped: no vendor data in ${data} (MARKETGRAPH_DATA)`);
const withData = isPresent ? describe : describe.skip;

const outcome = (file: string): Promise<FileHistory | string> =>
  readHistory(file, NOW).catch((fault: unknown) => String(fault instanceof Error ? fault.message : fault));

async function outcomes(folder: string): Promise<[string, FileHistory | string][]> {
  const all: [string, FileHistory | string][] = [];
  for (const file of await findFiles([path.join(data, folder)], () => true))
    all.push([path.basename(file, '.csv'), await outcome(file)]);
  return all;
}

const refusedRows = (all: readonly [string, FileHistory | string][]): unknown[] =>
  all.flatMap(([name, each]) =>
    typeof each === 'string' ? [[name, each]] : each.refused.length > 0 ? [[name, each.refused.length]] : [],
  );

describe('a real Yahoo file', () => {
  it('imports whole, as it stands', async () => {
    const { bars, refused, notes } = await readHistory(
      path.join(projectRoot, 'node_modules/@observablehq/sample-datasets/aapl.csv'),
      NOW,
    );
    expect([bars.length, refused, notes]).toEqual([1260, [], []]);
    const [first] = bars;
    expect({ ...first, day: isoDate(first?.day ?? NaN) }).toEqual({
      day: '2013-05-13',
      open: 64.501427,
      high: 65.414284,
      low: 64.5,
      close: 64.96286,
      adjClose: 50.961628,
      volume: 79_237_200,
    });
  });
});

withData('vendors’ own files', () => {
  it.each([
    ['daily_etf_yahoo', [['VIX', 323]]],
    ['daily_recent_yahoo', [['NKE', 1275]]],
    [
      'lean/daily',
      [
        ['goocv', 'GOOCV is a former ticker of GOOG (map file); its sessions are imported with that ticker.'],
        ['uw', 'UW is a former ticker of WM (map file); its sessions are imported with that ticker.'],
        ['wmi', 'WMI is a former ticker of WM (map file); its sessions are imported with that ticker.'],
      ],
    ],
    [
      'oracle_indicators/skender/quotes',
      [
        ['bad', 259],
        ['intraday', 'The file has several bars per day: import it as minutes, not as daily bars.'],
        // Prices of 10^13.
        ['toobig', 1_246],
        ['zeros', 200],
      ],
    ],
  ])('%s imports whole but for what is refused with a reason', async (folder, refused) => {
    const all = await outcomes(folder);
    expect(refusedRows(all)).toEqual(refused);
  });

  it.each(['aapl', 'spy'])('%s is adjusted as its factor file says, to a millionth', async (ticker) => {
    const { bars } = await readHistory(path.join(data, 'lean/daily', `${ticker}.csv`), NOW);
    const factors = (await readFile(path.join(data, 'lean/factor_files', `${ticker}.csv`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(',').map(Number));
    const raw = (await readFile(path.join(data, 'lean/daily', `${ticker}.csv`), 'utf8'))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    expect(bars).toHaveLength(raw.length);
    for (const [at, bar] of bars.entries()) {
      const [date = '', , , , close = '', volume = ''] = raw[at] ?? [];
      const row = factors.find(([day = 0]) => day >= Number(date.replaceAll('-', '')));
      const [, priceFactor = NaN, splitFactor = NaN] = row ?? [];
      expect(Math.abs(bar.adjClose / (Number(close) * priceFactor * splitFactor) - 1)).toBeLessThan(1e-6);
      expect(Math.abs(bar.volume * splitFactor - Number(volume))).toBeLessThan(1e-3);
    }
  });

  it('finds Apple’s splits in its factor file', async () => {
    const { splits } = await readHistory(path.join(data, 'lean/daily/aapl.csv'), NOW);
    expect(splits.map(({ day, ratio }) => [isoDate(day), ratio])).toEqual([
      ['2000-06-21', 2],
      ['2005-02-28', 2],
      ['2014-06-09', 7],
      ['2020-08-31', 4],
    ]);
  });

  it.each(['aapl', 'aig', 'bac', 'bno', 'eem', 'goog', 'ibm', 'iwm', 'uso'])(
    'infers the splits of %s from an adjusted close, as its factor file has them',
    async (ticker) => {
      const { bars, splits } = await readHistory(path.join(data, 'lean/daily', `${ticker}.csv`), NOW);
      const ratioAfter = (day: number): number =>
        splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);
      const rows = bars.map(({ day, open, high, low, close, adjClose, volume }) => {
        const ratio = ratioAfter(day);
        return [isoDate(day), open * ratio, high * ratio, low * ratio, close * ratio, adjClose, volume / ratio].join(
          ',',
        );
      });
      const folder = await temporaryFiles({
        'A.csv': `date,open,high,low,close,adjusted_close,volume\n${rows.join('\n')}\n`,
      });
      const inferred = await readHistory(path.join(folder, 'A.csv'), NOW);
      // Dividends of shares, such as Google's of 2015, are no splits.
      expect(inferred.splits).toEqual(splits.filter(({ ratio }) => Math.max(ratio, 1 / ratio) > 1.2));
    },
  );

  it('gives SPY the same closes from an as-traded and a split-adjusted vendor', async () => {
    const lean = await readHistory(path.join(data, 'lean/daily/spy.csv'), NOW);
    const yahoo = await readHistory(path.join(data, 'daily_etf_yahoo/SPY.csv'), NOW);
    const closes = new Map(yahoo.bars.map((bar) => [bar.day, bar]));
    const since2013 = lean.bars.filter((bar) => isoDate(bar.day) >= '2013' && closes.has(bar.day));
    const apart = since2013.filter((bar) => Math.abs(bar.close / (closes.get(bar.day)?.close ?? NaN) - 1) > 0.001);
    expect(since2013.length).toBeGreaterThan(2000);
    expect(apart.length).toBeLessThan(20);
  });

  it('reads every LEAN file of minute trades without a refused row', async () => {
    const files = (await findFiles([path.join(data, 'lean/minute')], () => true)).filter((file) =>
      file.endsWith('_trade.csv'),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const { day } = readMinuteFileName(file, 'trade');
      const { bars, refused } = await readLeanMinutes(file, day ?? NaN, NOW);
      expect({
        file: path.basename(file),
        refused,
        isPlausible: bars.every(({ close }) => close > 1 && close < 1000),
      }).toEqual({ file: path.basename(file), refused: [], isPlausible: true });
    }
  });

  it.each([
    [
      'ipo_calendar_2020-04.json',
      69,
      [[51, 'ticker "IPV\'U": a ticker is 1 to 10 letters, digits and dots, and starts with a letter']],
      { priced: 46, withdrawn: 14, filed: 9 },
    ],
    ['ipo_calendar_2025-07.json', 200, [], { priced: 99, withdrawn: 18, filed: 79, expected: 4 }],
  ])('%s imports whole but for what is no ticker', async (file, rows, refused, statuses) => {
    const calendar = await readRowFile(IPO, path.join(data, 'finnhub_recorded', file));
    expect([calendar.rows.length, calendar.refused.map(({ line, reason }) => [line, reason])]).toEqual([rows, refused]);
    expect(
      Object.fromEntries(
        Object.keys(statuses).map((each) => [each, calendar.rows.filter(({ status }) => status === each).length]),
      ),
    ).toEqual(statuses);
  });

  it('finds Figma’s range and day in the recorded calendar', async () => {
    const { rows: listings } = await readRowFile(IPO, path.join(data, 'finnhub_recorded/ipo_calendar_2025-07.json'));
    const figma = listings.find(({ ticker }) => ticker === 'FIG');
    expect({ ...figma, day: isoDate(figma?.day ?? NaN) }).toEqual({
      ticker: 'FIG',
      issuerName: 'Figma, Inc.',
      exchange: 'NYSE',
      status: 'expected',
      day: '2025-07-31',
      offerLow: 25,
      offerHigh: 28,
      shares: 36_937_080,
      valueUsd: 1_189_373_948,
    });
  });
});
