import { z } from 'zod';
import { CellError, checkWidth } from './cells.js';
import { plainName } from './columns.js';
import { ImportError } from './import-report.js';
import { readHead, readRows, readText, type TextOptions } from './read-rows.js';

/** One row of a file with named columns. */
export interface FileRecord {
  /** Line in a CSV file (the header is 1), or position in a JSON list (from 1). */
  readonly line: number;
  readonly unit: 'line' | 'row';
  /** Cells by plain name, without blank CSV cells. Throws CellError for a malformed row. */
  cells(): ReadonlyMap<string, unknown>;
}

export interface RecordsOptions extends TextOptions {
  /** Kind of file, for messages: `IPO calendar`. */
  readonly noun: string;
  /** JSON property that contains the list, at any depth, if the file is not the list itself. */
  readonly list?: string | undefined;
  /** Rows of a JSON file in another form; undefined if it has not that form. */
  readonly rowsOf?: ((given: unknown) => readonly unknown[] | undefined) | undefined;
  /** Why a JSON file is an answer without such a list; undefined if it is not known to be one. */
  readonly whyNone?: ((given: unknown) => string | undefined) | undefined;
  /** Whether a row of a CSV file is one that counts the others, and is skipped. */
  readonly isTrailer?: ((cells: readonly string[]) => boolean) | undefined;
  /** Called with the plain column names of a CSV file before its first row. */
  readonly checkHeader: (names: ReadonlySet<string>) => void;
}

const JSON_START = /^\uFEFF?\s*[[{]/;
const objectSchema = z.record(z.string(), z.unknown());

/** Reads the rows of a CSV file with a header, or of a JSON list. Throws ImportError if the file is neither. */
export async function* readRecords(file: string, options: RecordsOptions): AsyncGenerator<FileRecord> {
  const isJson = file.toLowerCase().endsWith('.json') || JSON_START.test((await readHead(file)).toString('utf8'));
  if (isJson) yield* jsonRecords(parsedJson(await readText(file)), options);
  else yield* csvRecords(file, options);
}

async function* csvRecords(
  file: string,
  { checkHeader, isLegacy, isTrailer }: RecordsOptions,
): AsyncGenerator<FileRecord> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of readRows(file, { isLegacy })) {
    if (header === undefined) {
      header = cells.map(plainName);
      checkHeader(new Set(header));
      continue;
    }
    if (isTrailer?.(cells) === true) continue;
    const names = header;
    yield { line, unit: 'line', cells: () => namedCells(names, cells) };
  }
}

function namedCells(names: readonly string[], cells: readonly string[]): ReadonlyMap<string, string> {
  checkWidth(cells, names.length);
  const named = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    const cell = cells[at];
    if (cell !== undefined && cell !== '' && !named.has(name)) named.set(name, cell);
  }
  return named;
}

/** The rows of parsed JSON. Throws ImportError if it has none. */
export function* jsonRecords(
  given: unknown,
  { noun, list, rowsOf, whyNone }: Pick<RecordsOptions, 'noun' | 'list' | 'rowsOf' | 'whyNone'>,
): Generator<FileRecord> {
  const rows = rowsOf?.(given) ?? (Array.isArray(given) || list === undefined ? given : listNamed(list, given));
  if (!Array.isArray(rows)) {
    const why = whyNone?.(given);
    if (why !== undefined) throw new ImportError(why);
    throw new ImportError(`Invalid ${noun}: the file has no list${list === undefined ? '' : ` "${list}"`}.`);
  }
  for (const [index, row] of (rows as unknown[]).entries()) {
    yield { line: index + 1, unit: 'row', cells: () => membersOf(row) };
  }
}

/** The list of this name that is nearest to the top; undefined if there is none. */
function listNamed(name: string, given: unknown): unknown {
  const waiting: unknown[] = [given];
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null) continue;
    const found: unknown = Array.isArray(value) ? undefined : Reflect.get(value, name);
    if (Array.isArray(found)) return found;
    for (const inner of Object.values(value) as unknown[]) waiting.push(inner);
  }
  return undefined;
}

function membersOf(row: unknown): ReadonlyMap<string, unknown> {
  const object = objectSchema.safeParse(row);
  if (!object.success) throw new CellError(`the row: ${object.error.issues[0]?.message ?? 'it is not an object'}`);
  return new Map(Object.entries(object.data).map(([name, value]) => [plainName(name), value]));
}

export function parsedJson(content: string): unknown {
  if (content.trim() === '') throw new ImportError('The file is empty.');
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new ImportError('The file is not JSON.', { cause });
  }
}
