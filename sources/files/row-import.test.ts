import path from 'node:path';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { isoDate } from '../../calendar/days.js';
import { ticker as tickerField } from '../../store/field-schemas.js';
import { temporaryFiles } from './fixtures/files.js';
import { day, number, optionalText, ticker } from './read-cells.js';
import { readRowFile, type RowFile, type RowFormat } from './row-import.js';

const model = z.object({
  ticker: tickerField,
  day: z.int(),
  rating: z.string().nullable(),
  targetUsd: z.number().positive('target is not above zero').nullable(),
});
type Rating = z.infer<typeof model>;

const RATINGS: RowFormat<typeof model> = {
  noun: 'list of ratings',
  list: 'data',
  columns: {
    ticker: [ticker, 'symbol', 'act_symbol'],
    day: [day, 'date'],
    rating: [optionalText, 'New Rating'],
    targetUsd: [number, 'target', 'priceTarget'],
  },
  model,
  keyOf: (row) => `${row.ticker} ${isoDate(row.day)}`,
};

async function read(
  name: string,
  content: string,
  onRows?: (rows: number, refused: number) => void,
): Promise<RowFile<Rating>> {
  return readRowFile(RATINGS, path.join(await temporaryFiles({ [name]: content }), name), { onRows });
}
const shown = ({ rows, refused }: RowFile<Rating>) => [
  rows.map((row) => Object.values({ ...row, day: isoDate(row.day) })),
  refused.map(({ line, reason }) => `${line}: ${reason}`),
];

it('CSV columns match any of their names, ignoring case, spaces and order; absent and blank ones are null', async () => {
  const csv = 'Ignored;PRICE_TARGET;date;Act Symbol\nx;"$1,234.5";2031-05-20;brk-b\nx;;5/21/2031;AAPL\n';
  expect(shown(await read('a.csv', csv))).toEqual([
    [
      ['BRK.B', '2031-05-20', null, 1234.5],
      ['AAPL', '2031-05-21', null, null],
    ],
    [],
  ]);
});

it('a JSON list, bare or under its property, gives the same rows, whatever the file name', async () => {
  const rows = [{ symbol: 'AAPL', date: '2031-05-20', new_rating: 'Buy', priceTarget: 250 }];
  const expected = [[['AAPL', '2031-05-20', 'Buy', 250]], []];
  expect(shown(await read('a.json', JSON.stringify(rows)))).toEqual(expected);
  expect(shown(await read('a.txt', `\uFEFF ${JSON.stringify({ data: rows })}`))).toEqual(expected);
});

it('bad rows are refused by line, under the name the vendor gives a column; the first of a key counts', async () => {
  const csv =
    'symbol,date,target,rating\nAAPL,2031-05-20,ten,\nAAPL,2031-05-20,0,\n"IPV\'U",2031-05-20,1,\nAAPL,2031-05-20,1,Buy\nAAPL,2031-05-20,2,Sell\n,2031-05-20,2,\nMSFT,2031-05-20\nMSFT,2031-05-20,1,234,Buy\n';
  expect(shown(await read('a.csv', csv))).toEqual([
    [['AAPL', '2031-05-20', 'Buy', 1]],
    [
      '2: target "ten" is not a number',
      '3: target is not above zero',
      `4: ticker "IPV'U": a ticker is 1 to 10 letters, digits and dots, and starts with a letter`,
      '6: AAPL 2031-05-20 is already on line 5; the first one counts',
      '7: symbol is missing',
      '8: the row has 2 fields, the first line has 4',
      '9: the row has 5 fields, the first line has 4',
    ],
  ]);
  expect((await read('b.csv', 'Act Symbol,date,priceTarget\n,2031-05-20,1\nAAPL,2031-05-20,\n')).refused).toEqual([
    { line: 2, reason: 'act_symbol is missing' },
  ]);
  const json = [
    { symbol: 'AAPL', date: ['2031-05-20'] },
    null,
    { symbol: 'AAPL', date: '2031-05-20' },
    { symbol: 'AAPL', date: '2031-05-20' },
  ];
  expect((await read('a.json', JSON.stringify(json))).refused.map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'date: it is a list or an object'],
    [2, expect.stringMatching(/^the row: /)],
    [4, 'AAPL 2031-05-20 is already in row 3; the first one counts'],
  ]);
});

it('a file that lacks a column no row can do without is refused in one sentence', async () => {
  await expect(read('a.csv', 'when,target\n2031-05-20,1\n')).rejects.toThrow(
    'Invalid list of ratings: the first line has no column for symbol, date.',
  );
  await expect(read('b.csv', 'symbol,date\n')).rejects.toThrow('The file has no rows.');
  await expect(read('c.csv', '')).rejects.toThrow('The file is empty.');
  await expect(read('d.json', '{"rows": []}')).rejects.toThrow('Invalid list of ratings: the file has no list "data".');
});

it('a long file tells how far it is', async () => {
  const told: [number, number][] = [];
  const lines = Array.from({ length: 20_001 }, (_, index) => `AAPL,${isoDate(index)},${index === 5 ? 'x' : '1'}`);
  await read('a.csv', `symbol,date,target\n${lines.join('\n')}\n`, (rows, refused) => told.push([rows, refused]));
  expect(told).toEqual([
    [9_999, 1],
    [19_999, 1],
  ]);
});
