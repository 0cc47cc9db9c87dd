import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { messageOf, StoreError } from '../errors.js';

/**
 * An export is gzip of lines of JSON: a header, for each table a line `{"table":…}` and its rows as `{"row":{…}}`, and
 * an end with the number of rows and the SHA-256 of all lines before it.
 */
export const DUMP_FORMAT = 1;

const HEADER = z.object({
  marketgraph_export: z.number(),
  schema: z.string(),
  version: z.string(),
  exported_at: z.string(),
  /** Fingerprints of the keys that secrets are encrypted with, by setting. */
  keys: z.record(z.string(), z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), identity: z.string().nullable() })),
  /** The last number that each identity column was given. */
  last_numbers: z.record(z.string(), z.int().nonnegative()),
});
export type DumpHeader = z.infer<typeof HEADER>;

const TABLE = z.object({ table: z.string() });
const END = z.object({ end: z.object({ rows: z.number(), sha256: z.string() }) });

const CHUNK_BYTES = 262_144;
/** Characters; far more than any row has. */
const LONGEST_LINE = 64_000_000;
const ROW = '{"row":';
export const rowLine = (row: string): string => `${ROW}${row}}`;

export type DumpPart =
  { readonly header: DumpHeader } | { readonly table: string } | { readonly row: string } | { readonly end: number };

export function lineDigest(): { add(line: string): void; hex(): string } {
  const hash = createHash('sha256');
  return {
    add: (line) => void hash.update(line).update('\n'),
    hex: () => hash.digest('hex'),
  };
}

const damaged = (file: string, reason: string, cause?: unknown): StoreError =>
  new StoreError('export_damaged', `${file} ${reason}; nothing was changed. Export again, or copy the file again.`, {
    cause,
  });

const notDumped = (file: string, cause?: unknown): StoreError =>
  new StoreError('export_damaged', `${file} is not an export of admin export; nothing was changed.`, { cause });

/** The parts of an export in their order. Throws StoreError if the file is none, ends early or was altered. */
export async function* readDump(file: string): AsyncGenerator<DumpPart> {
  const digest = lineDigest();
  let rows = 0;
  let lines = 0;
  let isEnded = false;
  let hasTable = false;
  try {
    const unzipped = createGunzip({ chunkSize: CHUNK_BYTES });
    createReadStream(file)
      .on('error', (error) => unzipped.destroy(error))
      .pipe(unzipped);
    for await (const line of linesOf(unzipped, () => damaged(file, 'has a line of more than 64 MB'))) {
      lines += 1;
      if (isEnded) throw damaged(file, 'goes on after its end');
      const part = partOf(line, lines);
      if (part === null) throw lines === 1 ? notDumped(file) : damaged(file, `was altered at line ${String(lines)}`);
      if ('end' in part) {
        if (part.end.rows !== rows || part.end.sha256 !== digest.hex()) throw damaged(file, 'was altered');
        isEnded = true;
        yield { end: rows };
        continue;
      }
      digest.add(line);
      if ('table' in part) hasTable = true;
      if ('row' in part) {
        if (!hasTable) throw damaged(file, `has a row of no table at line ${String(lines)}`);
        rows += 1;
      }
      yield part;
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error instanceof StoreError) throw error;
    if (error.code === 'ENOENT') throw new StoreError('export_damaged', `There is no file ${file}.`, { cause: error });
    if (error.code === 'Z_DATA_ERROR' && lines === 0) throw notDumped(file, error);
    if (String(error.code).startsWith('Z_'))
      throw damaged(file, `is incomplete or was altered (${messageOf(error)})`, error);
    throw error;
  }
  if (!isEnded) throw damaged(file, 'is incomplete');
}

/** Readline would not tell of errors of its input, nor refuse a line of any length. */
async function* linesOf(input: Readable, tooLong: () => Error): AsyncGenerator<string> {
  let rest = '';
  for await (const part of input.setEncoding('utf8')) {
    const lines = `${rest}${String(part)}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw tooLong();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function partOf(
  line: string,
  number: number,
): { header: DumpHeader } | { table: string } | { row: string } | z.infer<typeof END> | null {
  if (line.startsWith(ROW) && number > 1) return { row: line.slice(ROW.length, -1) };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (number === 1) {
    const header = HEADER.safeParse(value);
    return header.success ? { header: header.data } : null;
  }
  return TABLE.safeParse(value).data ?? END.safeParse(value).data ?? null;
}
