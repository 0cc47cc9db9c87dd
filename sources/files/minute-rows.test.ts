import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { readDailyFile } from './daily-rows.js';
import { temporaryFiles } from './fixtures/files.js';
import { readPlainMinutes } from './minute-rows.js';

/** Three in the afternoon in New York. */
const AFTERNOON = new Date('2025-07-28T19:00:00Z');
/** Half past nine in the evening there, when UTC has the next day. */
const EVENING = new Date('2025-07-29T01:30:00Z');

async function fileOf(lines: readonly string[]): Promise<string> {
  return path.join(await temporaryFiles({ 'ABC.csv': lines.join('\n') }), 'ABC.csv');
}

it('minutes after the import, in whatever zone, are in the future', async () => {
  const times = [
    '2025-07-28 15:00',
    '2025-07-28T18:59:00Z',
    '2025-07-28 15:01',
    '2025-07-28T16:30:00-03:00',
    '2025-07-29 09:30',
  ];
  const file = await fileOf(['timestamp,open,high,low,close,volume', ...times.map((time) => `${time},10,11,9,10,1`)]);
  const { bars, refused } = await readPlainMinutes(file, AFTERNOON);
  expect(bars.map(({ minute }) => minute)).toEqual([899, 900]);
  expect(refused).toEqual([
    { line: 4, reason: 'a minute of 2025-07-28 is in the future' },
    { line: 5, reason: 'a minute of 2025-07-28 is in the future' },
    { line: 6, reason: 'date 2025-07-29 is in the future' },
  ]);
});

it('today is New York’s', async () => {
  const file = await fileOf([
    'Date,Open,High,Low,Close,Volume',
    ...['2025-07-28', '2025-07-29'].map((date) => `${date},10,11,9,10,1`),
  ]);
  const { bars, refused } = await readDailyFile(file, EVENING);
  expect(bars.map(({ bar }) => isoDate(bar.day))).toEqual(['2025-07-28']);
  expect(refused).toEqual([{ line: 3, reason: 'date 2025-07-29 is in the future' }]);
});
