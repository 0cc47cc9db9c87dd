import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGunzip, gunzip, type ZlibOptions } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { ImportError } from './import-report.js';
import { cellsOf, isPlain, lineEndOf, type LineEnd } from './plain-lines.js';
import { encodingOf } from './text-encoding.js';

/** One record of a delimited text file and its line number, from 1. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** How a file's bytes are read. */
export interface TextOptions {
  /** Whether a file that is not UTF-8 is read in the encoding of older spreadsheets; damaged characters otherwise. */
  readonly isLegacy?: boolean | undefined;
}

const SNIFF_BYTES = 4096;
const DELIMITERS = [',', ';', '\t', '|'] as const;

const BYTES_PER_MIB = 1024 * 1024;

/** The longest text that is kept as a whole: JSON of so many bytes may take ten times as much memory once parsed. */
const MOST_TEXT_MIB = 128;

/** The longest row of a file. */
const MOST_RECORD_BYTES = 2 ** 20;
const MOST_BYTES_A_CHARACTER = 3;
const ROWS_PER_BATCH = 256;

/**
 * Streams the records of a delimited text file (comma, semicolon, tab or bar; LF or CRLF; quoted fields; a byte order
 * mark is dropped; blank lines are skipped), compressed by gzip or not, in batches. Lines without quotes, most of every
 * file of prices, are split as they are; from the first quote or unusual end of a line on, `csv-parse` reads the rest.
 * Throws ImportError for an empty or binary file.
 */
export async function* readRowBatches(
  file: string,
  { isLegacy = false }: TextOptions = {},
): AsyncGenerator<readonly Row[]> {
  const delimiter = await sniffDelimiter(file);
  let lineEnd: LineEnd | undefined;
  let [rest, lines] = ['', 0];
  try {
    const decoder = new TextDecoder(isLegacy ? await encodingOf(await textStream(file)) : 'utf-8');
    const chunks = decoded(await textStream(file), decoder);
    for await (const chunk of chunks) {
      const text = rest + chunk;
      const end = text.lastIndexOf('\n') + 1;
      lineEnd ??= lineEndOf(text);
      rest = text.slice(end);
      const isRead = lineEnd === undefined || isPlain(text.slice(0, end), lineEnd);
      // A record is kept in memory: unpacked, a small file can be one endless line, which the parser refuses.
      if (!isRead || text.length * MOST_BYTES_A_CHARACTER > MOST_RECORD_BYTES) {
        yield* parsedBatches(text, chunks, { delimiter, isLegacy, lineEnd: lines === 0 ? undefined : lineEnd, lines });
        return;
      }
      if (lineEnd === undefined) continue;
      const plain = text.slice(0, end - lineEnd.length).split(lineEnd);
      if (end > 0) yield plainRows(plain, { delimiter, isLegacy, lines });
      if (end > 0) lines += plain.length;
    }
    if (rest !== '') yield* parsedBatches(rest, [], { delimiter, isLegacy, lineEnd, lines });
  } catch (cause) {
    if (cause instanceof CsvError)
      throw new ImportError(`The file is not readable as CSV: ${cause.message}.`, { cause });
    throw isZlibError(cause) ? gzipFault(cause) : cause;
  }
}

/** The records of `readRowBatches`, one by one: for files of few rows. */
export async function* readRows(file: string, options: TextOptions = {}): AsyncGenerator<Row> {
  for await (const batch of readRowBatches(file, options)) yield* batch;
}

interface Reading {
  readonly delimiter: string;
  readonly isLegacy: boolean;
  /** Lines before. */
  readonly lines: number;
}

/** Spreadsheets end in rows of commas. */
const isFilled = (cells: readonly string[], isLegacy: boolean): boolean =>
  !isLegacy || cells.some((cell) => cell !== '');

function plainRows(texts: readonly string[], { delimiter, isLegacy, lines }: Reading): readonly Row[] {
  const rows: Row[] = [];
  for (const [at, text] of texts.entries()) {
    const cells = cellsOf(text, delimiter);
    const isBlank = cells.length === 1 && cells[0] === '';
    if (!isBlank && isFilled(cells, isLegacy)) rows.push({ line: lines + at + 1, cells });
  }
  return rows;
}

async function* parsedBatches(
  text: string,
  chunks: AsyncIterable<string> | Iterable<string>,
  { delimiter, isLegacy, lineEnd, lines }: Reading & { readonly lineEnd: LineEnd | undefined },
): AsyncGenerator<readonly Row[]> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MOST_RECORD_BYTES,
    ...(lineEnd === undefined ? {} : { record_delimiter: '\n' }),
    skip_records_with_empty_values: isLegacy,
  });
  // Its errors name lines too.
  Object.assign(parser.info, { lines: parser.info.lines + lines });
  // The loop below throws the stream's errors.
  pipeline([Readable.from(joined(text, chunks)), parser], () => undefined);
  let batch: Row[] = [];
  for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
    batch.push({ line: info.lines, cells: record });
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * The text and what follows, with `\n` for `\r\n`: the parser counts the second as two lines within quotes.
 */
async function* joined(text: string, chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let held = '';
  const withLineFeeds = (part: string): string => {
    const whole = held + part;
    held = whole.endsWith('\r') ? '\r' : '';
    return whole.slice(0, whole.length - held.length).replaceAll('\r\n', '\n');
  };
  yield withLineFeeds(text);
  for await (const chunk of chunks) yield withLineFeeds(chunk);
  yield held;
}

async function* decoded(bytes: Readable, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const chunk of bytes as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The file's bytes, decompressed. */
async function textStream(file: string): Promise<Readable> {
  const stream = createReadStream(file);
  if (!isGzip(await readBytes(file))) return stream;
  return pipeline(stream, createGunzip(), () => undefined);
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function isZlibError(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && String(cause.code).startsWith('Z_');
}

function gzipFault(cause: unknown): ImportError {
  return new ImportError('The file is not readable as gzip: it is damaged or cut off.', { cause });
}

const unpacked = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

function isTooLong(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}

function tooLong(where: string, mostMib: number, options?: ErrorOptions): ImportError {
  return new ImportError(`The file has more than ${mostMib} MiB of text${where}.`, options);
}

async function decompressed(bytes: Buffer, options: ZlibOptions = {}): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes;
  return unpacked(bytes, options).catch((cause: unknown) => {
    throw isZlibError(cause) ? gzipFault(cause) : cause;
  });
}

/** A whole text file, decompressed. Throws ImportError if it has more than so many MiB, or is damaged. */
export async function readText(file: string, mostMib = MOST_TEXT_MIB): Promise<string> {
  const maxOutputLength = mostMib * BYTES_PER_MIB;
  if ((await stat(file)).size > maxOutputLength) throw tooLong('', mostMib);
  const bytes = await decompressed(await readFile(file), { maxOutputLength }).catch((cause: unknown) => {
    throw isTooLong(cause) ? tooLong(' once it is decompressed', mostMib, { cause }) : cause;
  });
  return bytes.toString('utf8');
}

async function sniffDelimiter(file: string): Promise<string> {
  const head = await readHead(file);
  if (head.length === 0) throw new ImportError('The file is empty.');
  if (head.includes(0)) throw new ImportError('The file is not text: it contains binary data.');
  const firstLine = head.toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  if (firstLine.split('\uFFFD').length > 2) throw new ImportError('The file is not text: it contains binary data.');
  const counts = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The first bytes of a file, decompressed. Throws ImportError if it cannot be read. */
export async function readHead(file: string): Promise<Buffer> {
  // The end of a compressed one is missing here.
  return decompressed(await readBytes(file), { finishFlush: constants.Z_SYNC_FLUSH });
}

async function readBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new ImportError(`The file "${file}" cannot be read.`, { cause });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
