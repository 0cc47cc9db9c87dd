import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CellError } from './cells.js';
import { plainName } from './columns.js';
import { ImportError } from './import-report.js';
import { readHead, readRows } from './read-rows.js';

/** One row of a file with named columns. */
export interface FileRecord {
  /** Of a CSV file, the header being 1; or the place in a JSON file's list, from 1. */
  readonly line: number;
  readonly unit: 'line' | 'row';
  /** By plain name; blank cells of CSV are left out. Throws CellError where the row holds none. */
  cells(): ReadonlyMap<string, unknown>;
}

export interface RecordsOptions {
  /** What the file is: `IPO calendar`. */
  readonly noun: string;
  /** Property of a JSON file that holds the list, where the file is not the list itself. */
  readonly list?: string | undefined;
  /** Sees the plain names of a CSV file's columns before any row. */
  readonly checkHeader: (names: ReadonlySet<string>) => void;
}

const JSON_START = /^\uFEFF?\s*[[{]/;
const objectSchema = z.record(z.string(), z.unknown());

/** Reads the rows of a CSV file with a header, or of a JSON list. Throws ImportError where the file is neither. */
export async function* readRecords(file: string, options: RecordsOptions): AsyncGenerator<FileRecord> {
  const isJson = file.toLowerCase().endsWith('.json') || JSON_START.test((await readHead(file)).toString('utf8'));
  if (isJson) yield* jsonRecords(await readFile(file, 'utf8'), options);
  else yield* csvRecords(file, options);
}

async function* csvRecords(file: string, { checkHeader }: RecordsOptions): AsyncGenerator<FileRecord> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of readRows(file)) {
    if (header === undefined) {
      header = cells.map(plainName);
      checkHeader(new Set(header));
      continue;
    }
    const names = header;
    yield { line, unit: 'line', cells: () => namedCells(names, cells) };
  }
}

function namedCells(names: readonly string[], cells: readonly string[]): ReadonlyMap<string, string> {
  if (cells.length < names.length) {
    throw new CellError(`the row has ${cells.length} fields where the first line has ${names.length}`);
  }
  const named = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    const cell = cells[at];
    if (cell !== undefined && cell !== '' && !named.has(name)) named.set(name, cell);
  }
  return named;
}

function* jsonRecords(content: string, { noun, list }: RecordsOptions): Generator<FileRecord> {
  const given = parsedJson(content.replace(/^\uFEFF/, ''));
  const held = objectSchema.safeParse(given);
  const rows: unknown = held.success && list !== undefined ? held.data[list] : given;
  if (!Array.isArray(rows)) {
    throw new ImportError(`The file is no ${noun}: it holds no list${list === undefined ? '' : ` "${list}"`}.`);
  }
  for (const [index, row] of (rows as unknown[]).entries()) {
    yield { line: index + 1, unit: 'row', cells: () => membersOf(row) };
  }
}

function membersOf(row: unknown): ReadonlyMap<string, unknown> {
  const object = objectSchema.safeParse(row);
  if (!object.success) throw new CellError(`the row: ${object.error.issues[0]?.message ?? 'it is no object'}`);
  return new Map(Object.entries(object.data).map(([name, value]) => [plainName(name), value]));
}

function parsedJson(content: string): unknown {
  if (content.trim() === '') throw new ImportError('The file is empty.');
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new ImportError('The file is not JSON.', { cause });
  }
}
