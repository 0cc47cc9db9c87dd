import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { readDailyFile, type DailyFile } from './daily-rows.js';
import { temporaryFiles } from './fixtures/files.js';

const NOW = new Date('2024-06-14T12:00:00Z');
const HEADER = 'Date,Open,High,Low,Close,Adj Close,Volume';
const GOOD = '2024-06-12,10,11,9,10.5,10.4,1000';

async function read(content: string | Buffer): Promise<DailyFile> {
  const folder = await temporaryFiles({ 'ABC.csv': content });
  return readDailyFile(path.join(folder, 'ABC.csv'), NOW);
}

describe('a file of daily bars', () => {
  it.each([
    ['2024-06-13,x,11,9,10,10,1', 'open "x" is not a number'],
    ['2024-06-13,,11,9,10,10,1', 'open is empty'],
    ['2024-06-13,null,11,9,10,10,1', 'open "null" is not a number'],
    ['2024-06-13,10,11,9,10,Infinity,1', 'adjusted close "Infinity" is not a number'],
    ['2024-06-13,10,11,9,10', 'the row has 5 fields, the first line has 7'],
    ['2024-06-13,10,11,9,10,10,1,000', 'the row has 8 fields, the first line has 7'],
    ['2024-06-13,0,11,9,10,10,1', 'open 0 is not above zero'],
    ['2024-06-13,10,11,-9,10,10,1', 'low -9 is not above zero'],
    ['2024-06-13,10,9,11,10,10,1', 'high 9 is below low 11'],
    ['2024-06-13,10,11,9,11.02,10,1', 'close 11.02 is outside low 9 to high 11'],
    ['2024-06-13,8.98,11,9,10,10,1', 'open 8.98 is outside low 9 to high 11'],
    ['2024-06-13,10,11,9,10,10,-1', 'volume -1 is negative'],
    ['2024-02-30,10,11,9,10,10,1', 'date "2024-02-30" does not exist (slashed dates are month/day/year)'],
    ['13/06/2024,10,11,9,10,10,1', 'date "13/06/2024" does not exist (slashed dates are month/day/year)'],
    ['06/13/24,10,11,9,10,10,1', 'date "06/13/24" is not YYYY-MM-DD, YYYYMMDD or M/D/YYYY'],
    [',10,11,9,10,10,1', 'date is empty'],
    ['2024-06-15,10,11,9,10,10,1', 'date 2024-06-15 is in the future'],
  ])('refuses "%s" with line and reason, and reads the other rows', async (bad, reason) => {
    const { bars, refused } = await read(`${HEADER}\n${GOOD}\n${bad}\n2024-06-14,10,11,9,10,10,1\n`);
    expect(refused).toEqual([{ line: 3, reason }]);
    expect(bars.map(({ bar }) => isoDate(bar.day))).toEqual(['2024-06-12', '2024-06-14']);
  });

  it('reads a row that ends in empty fields', async () => {
    const { bars, refused } = await read(`${HEADER}\n${GOOD},,\n`);
    expect([bars.length, refused]).toEqual([1, []]);
  });

  it('counts lines like an editor, including blank lines and CRLF', async () => {
    const { refused } = await read(`${HEADER}\r\n\r\n${GOOD}\r\n\r\nbad,1,1,1,1,1,1\r\n`);
    expect(refused.map(({ line }) => line)).toEqual([5]);
  });

  it('uses the first of two rows for one day and reports its line', async () => {
    const { bars, refused } = await read(`${HEADER}\n${GOOD}\n2024-06-12,20,21,19,20,20,1\n`);
    expect(bars.map(({ bar }) => bar.close)).toEqual([10.5]);
    expect(refused).toEqual([{ line: 3, reason: 'date 2024-06-12 is already on line 2; the first one counts' }]);
  });

  it('sorts a file that is newest first, with a note', async () => {
    const { bars, notes } = await read(`${HEADER}\n2024-06-13,10,11,9,10,10,1\n${GOOD}\n`);
    expect(bars.map(({ bar }) => isoDate(bar.day))).toEqual(['2024-06-12', '2024-06-13']);
    expect(notes).toContain('The rows were not oldest first; they were sorted.');
  });

  it('accepts a cent of rounding between close and range, widens the range and adds a note', async () => {
    const { bars, refused, notes } = await read(`${HEADER}\n2024-06-13,10,11,9,11.01,10,1\n`);
    expect(refused).toEqual([]);
    expect(bars[0]?.bar.high).toBe(11.01);
    expect(notes).toEqual(['1 rows had open or close outside low..high by rounding; high or low was widened.']);
  });

  it.each([
    ['semicolons', 'DATE;OPEN;HIGH;LOW;CLOSE;VOLUME\n2024-06-12;10;11;9;10.5;1000\n'],
    ['tabs', 'date\topen\thigh\tlow\tclose\tvolume\n20240612\t10\t11\t9\t10.5\t1000\n'],
    ['a byte order mark and M/D/YYYY', '\uFEFFdate,open,high,low,close,volume\n6/12/2024,10,11,9,10.5,1000\n'],
    ['quoted thousands', '"Date","Open","High","Low","Close","Volume"\n"2024-06-12","10","11","9","10.5","1,000"\n'],
    [
      'spaces and a time part',
      ' Date , Open , High , Low , Close , Volume\n2024-06-12 00:00:00-04:00, 10, 11, 9, 10.5, 1000\n',
    ],
    ['asterisks and dollars', 'Date,Close/Last,Volume,Open,High*,Low\n06/12/2024,$10.5,1000,$10,$11,$9\n'],
    ['another order of columns', 'close,volume,open,low,high,date\n10.5,1000,10,9,11,2024-06-12T00:00:00Z\n'],
    [
      'Stooq bulk headers',
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nABC.US,D,20240612,000000,10,11,9,10.5,1000,0\n',
    ],
  ])('reads %s', async (_, content) => {
    const { bars, refused } = await read(content);
    expect(refused).toEqual([]);
    expect(bars.map(({ bar }) => ({ ...bar, day: isoDate(bar.day) }))).toEqual([
      { day: '2024-06-12', open: 10, high: 11, low: 9, close: 10.5, adjClose: 10.5, volume: 1000 },
    ]);
  });

  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['a header alone', `${HEADER}\n`, 'The file has a header and no rows.'],
    [
      'unknown columns',
      'a,b,c\n1,2,3\n',
      'The first line has no known column: bars need date, open, high, low, close and volume.',
    ],
    ['a missing column', 'date,open,high,close,volume\n2024-06-12,1,1,1,1\n', 'The first line has no column for low.'],
    [
      'a binary file',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]),
      'The file is not text: it contains binary data.',
    ],
    [
      'minute bars',
      `timestamp,open,high,low,close,volume\n${[30, 31, 32, 33].map((minute) => `2024-06-12 09:${minute},1,1,1,1,1\n`).join('')}`,
      'The file has several bars per day: import it as minutes, not as daily bars.',
    ],
  ])('refuses the file with one sentence: %s', async (_, content, sentence) => {
    await expect(read(content)).rejects.toMatchObject({ name: 'ImportError', message: sentence });
  });

  it('imports weekend sessions, with a note on their number', async () => {
    const { bars, notes } = await read(`${HEADER}\n2024-06-08,10,11,9,10,10,1\n${GOOD}\n`);
    expect(bars).toHaveLength(2);
    expect(notes).toEqual(['1 sessions fall on a weekend; they were imported.']);
  });
});
