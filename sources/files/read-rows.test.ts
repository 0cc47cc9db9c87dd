import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse';
import { removeScratchAtEnd, scratchDir } from '../../test/support/scratch.js';
import { readRowBatches, readRows, type Row } from './read-rows.js';

removeScratchAtEnd();

/** The rows as `csv-parse` alone reads the whole file. */
async function parsed(file: string, delimiter: string, isLegacy: boolean): Promise<Row[]> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    skip_records_with_empty_values: isLegacy,
  });
  pipeline([createReadStream(file), parser], () => undefined);
  const rows: Row[] = [];
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
    rows.push({ line: info.lines, cells: record });
  return rows;
}

async function own(file: string, isLegacy: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of readRows(file, { isLegacy })) rows.push(row);
  return rows;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const SPACES = [' ', '\u00A0', '\u3000', '\f'];
const CELLS = ['', '1', '71.38', '-2', 'a b', 'Nestlé', '日本', '2026-01-02', '$1', "'", ...SPACES];

/** A delimited text: `quotes` of a thousand cells are quoted, and `others` of a thousand lines end unlike the rest. */
interface Shape {
  readonly delimiter: string;
  readonly end: string;
  readonly quotes: number;
  readonly others: number;
}

function textOf(seed: number, lines: number, { delimiter, end, quotes, others }: Shape): string {
  const next = generator(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
  const cell = (): string => {
    const text = next() < 0.1 ? `${pick(SPACES)}${pick(CELLS)}${pick(SPACES)}` : pick(CELLS);
    return next() * 1000 < quotes ? `"${text}${pick(['', delimiter, '\n', '""'])}"` : text;
  };
  const line = (): string =>
    next() < 0.03 ? pick(['', ' ']) : Array.from({ length: 1 + Math.floor(next() * 6) }, cell).join(delimiter);
  const header = Array.from({ length: 6 }, (_, at) => `column ${at}`).join(delimiter);
  let text = header;
  for (let at = 0; at < lines; at += 1) text += `${next() * 1000 < others ? pick(['\n', '\r\n', '\r']) : end}${line()}`;
  return next() < 0.5 ? text : `${text}${end}`;
}

const ODD = [
  [0, 0],
  [0.05, 0],
  [50, 0],
  [0, 0.1],
].map(([quotes = 0, others = 0]) => ({ quotes, others }));

describe('rows of a delimited file', () => {
  const SHAPES = [',', ';', '\t', '|'].flatMap((delimiter) =>
    ['\n', '\r\n'].flatMap((end) => ODD.map((odd) => ({ delimiter, end, ...odd }))),
  );

  it.each(SHAPES)('are those of csv-parse with their lines: %j', async (shape) => {
    const folder = await scratchDir();
    for (const [seed, lines, isLegacy] of [
      [1, 5, false],
      [2, 60, true],
      [3, 60, false],
      [4, 4_000, shape.quotes > 0],
    ] as const) {
      const file = path.join(folder, `${seed}.csv`);
      await writeFile(file, `${seed % 2 === 0 ? '\uFEFF' : ''}${textOf(seed, lines, shape)}`);
      const [rows, expected] = [await own(file, isLegacy), await parsed(file, shape.delimiter, isLegacy)];
      expect(rows.length).toBeGreaterThan(lines / 2);
      expect(JSON.stringify(rows)).toBe(JSON.stringify(expected));
    }
  });

  it('come in batches, of which the plain ones are as long as what was read at once', async () => {
    const file = path.join(await scratchDir(), 'long.csv');
    await writeFile(file, textOf(5, 20_000, { delimiter: ',', end: '\n', quotes: 0, others: 0 }));
    const lengths: number[] = [];
    for await (const batch of readRowBatches(file)) lengths.push(batch.length);
    expect(lengths.length).toBeLessThan(20);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(500);
  });

  it('name the line of the file where a quote that never ends begins to matter, also after plain lines', async () => {
    const file = path.join(await scratchDir(), 'open.csv');
    const plain = textOf(6, 9_000, { delimiter: ',', end: '\n', quotes: 0, others: 0 });
    await writeFile(file, `${plain.trimEnd()}\n1,"2\n3\n`);
    const last = plain.trimEnd().split('\n').length + 2;
    await expect(own(file, false)).rejects.toThrow(`opening quote at line ${last}`);
  });

  it.each(['\n', '\r\n'])('have the lines of an editor after quoted cells with ends of lines: %j', async (end) => {
    const file = path.join(await scratchDir(), 'quoted.csv');
    await writeFile(file, ['a,b', `1,"x${end}y${end}z"`, '2,3', `4,"5${end}"`, '6,7'].join(end));
    const rows = await own(file, false);
    expect(rows.map(({ line, cells: [first] }) => [first, line])).toEqual([
      ['a', 1],
      ['1', 4],
      ['2', 5],
      ['4', 7],
      ['6', 8],
    ]);
    expect(rows[1]?.cells[1]).toBe('x\ny\nz');
  });

  it('fail with a sentence where a line is endless or the compressed file is cut off', async () => {
    const folder = await scratchDir();
    const [endless, cut] = [path.join(folder, 'endless.csv'), path.join(folder, 'cut.csv.gz')];
    await writeFile(endless, `a,b\n${'1'.repeat(3_000_000)}`);
    await expect(own(endless, false)).rejects.toThrow('The file is not readable as CSV: Max Record Size');
    const packed = gzipSync(textOf(7, 20_000, { delimiter: ',', end: '\n', quotes: 0, others: 0 }));
    await writeFile(cut, packed.subarray(0, packed.length - 2_000));
    for (const isLegacy of [false, true])
      await expect(own(cut, isLegacy)).rejects.toThrow('The file is not readable as gzip: it is damaged or cut off.');
  });
});
