import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync, type ZlibOptions } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { ImportError } from './import-report.js';
import { encodingOf, toUtf8 } from './text-encoding.js';

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

/** The longest row of a file. */
const MOST_RECORD_BYTES = 2 ** 20;

/**
 * Streams the records of a delimited text file (comma, semicolon, tab or bar; LF or CRLF; quoted fields; a byte order
 * mark is dropped; blank lines are skipped), compressed by gzip or not. Throws ImportError for an empty or binary file.
 */
export async function* readRows(file: string, { isLegacy = false }: TextOptions = {}): AsyncGenerator<Row> {
  const delimiter = await sniffDelimiter(file);
  const parser = parse({
    bom: true, delimiter, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true,
    // A record is kept in memory: unpacked, a small file can be one endless line.
    max_record_size: MOST_RECORD_BYTES,
    // Spreadsheets end in rows of commas.
    skip_records_with_empty_values: isLegacy,
  });
  // The loop below throws the stream's errors.
  const encoding = isLegacy ? await encodingOf(await textStream(file)) : 'utf-8';
  const decoding = encoding === 'utf-8' ? [] : [toUtf8(encoding)];
  pipeline([await textStream(file), ...decoding, parser], () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) yield { line: info.lines, cells: record };
  } catch (cause) {
    if (cause instanceof CsvError)
      throw new ImportError(`The file is not readable as CSV: ${cause.message}.`, { cause });
    throw isZlibError(cause) ? gzipFault(cause) : cause;
  }
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

function decompressed(bytes: Buffer, options: ZlibOptions = {}): Buffer {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, options);
  } catch (cause) {
    throw isZlibError(cause) ? gzipFault(cause) : cause;
  }
}

/** A whole text file, decompressed. */
export async function readText(file: string): Promise<string> {
  return decompressed(await readFile(file)).toString('utf8');
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
