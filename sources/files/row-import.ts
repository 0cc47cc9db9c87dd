import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { CellError } from './cells.js';
import { plainName } from './columns.js';
import type { FileImport, ImportContext, ImportSample } from './import-files.js';
import { ImportError, type RefusedRow } from './import-report.js';
import type { Cell, Column } from './read-cells.js';
import { jsonRecords, readRecords, type FileRecord } from './read-records.js';

/** Files with one record per row: CSV with a header, or a JSON list. */
export interface RowFormat<Model extends z.ZodObject> {
  /** Kind of file, for messages: `IPO calendar`. */
  readonly noun: string;
  /** JSON property that contains the list, at any depth, if the file is not the list itself. */
  readonly list?: string;
  /** Whether files come in the encodings of older spreadsheets. */
  readonly isLegacy?: boolean;
  /** Rows of a JSON file in another form; undefined if it has not that form. */
  readonly rowsOf?: (given: unknown) => readonly unknown[] | undefined;
  /** Why a JSON file is an answer without rows; undefined if it is not known to be one. */
  readonly whyNone?: (given: unknown) => string | undefined;
  /** Whether a row of a CSV file is one that counts the others, and is skipped. */
  readonly isTrailer?: (cells: readonly string[]) => boolean;
  /** Why a CSV file with these plain names, in their order, is of another kind; undefined if it is not known to be. */
  readonly whyOther?: (names: readonly string[]) => string | undefined;
  /** Why a file is refused whose list is empty; that it has no rows, by default. */
  readonly whyEmpty?: string;
  /** Valid rows that are neither stored nor refused, and the note of the report that counts them. */
  readonly skipped?: {
    readonly has: (row: z.infer<Model>) => boolean;
    readonly note: (count: number) => string;
  };
  /** Cells by field that the file's name gives to rows of a file that has no such column. */
  readonly cellsOfFile?: (file: string) => Readonly<Record<string, Cell>>;
  /** Each model field with its parser and vendors' names. */
  readonly columns: { readonly [Field in keyof z.infer<Model>]: Column };
  /** Validates rows; fields that are not nullable are required. */
  readonly model: Model;
  /** Rows with a repeated key are refused; of several keys each identifies the row. */
  readonly keyOf: (row: z.infer<Model>) => string | readonly string[];
  /** Why a valid row is refused, given the time of the import; undefined if it is not. */
  readonly faultOf?: (row: z.infer<Model>, now: Date) => string | undefined;
  /** The name of a row in refusals; its key by default. */
  readonly nameOf?: (row: z.infer<Model>) => string;
}

/** An import of such files. */
export interface RowImport<Model extends z.ZodObject>
  extends RowFormat<Model>, Pick<FileImport, 'kind' | 'summary' | 'extensions'> {
  readonly sample: ImportSample;
  /** Stores rows with distinct keys; returns notes for the report. */
  save(
    store: Store,
    tx: Transaction<Tables>,
    rows: readonly z.infer<Model>[],
    context: ImportContext,
  ): Promise<readonly string[]>;
}

export interface RowFile<Row> {
  readonly rows: readonly Row[];
  readonly refused: readonly RefusedRow[];
  /** The lines of skipped rows. */
  readonly skipped: readonly number[];
}

const EXTENSIONS = ['csv', 'txt', 'json'];
const ROWS_PER_PROGRESS = 10_000;

/** Makes the row of `IMPORTS` for a row import. */
export function rowImport<Model extends z.ZodObject>(spec: RowImport<Model>): FileImport {
  const { kind, summary, sample, extensions = EXTENSIONS } = spec;
  return {
    kind,
    summary,
    extensions,
    sample,
    columns: columnNames(spec),
    async read(store, file, context) {
      const { rows, refused, skipped } = await readRowFile(spec, file, context);
      const notes = spec.skipped === undefined || skipped.length === 0 ? [] : [spec.skipped.note(skipped.length)];
      return { rows: rows.length, refused, notes, save: (tx) => spec.save(store, tx, rows, context) };
    },
  };
}

interface ReadOptions {
  readonly onRows?: ImportContext['onRows'] | undefined;
  readonly now?: Date | undefined;
}

/**
 * Reads a file's rows; refuses rows that the model rejects and repeated rows. Throws ImportError if the file is
 * unusable.
 */
export async function readRowFile<Model extends z.ZodObject>(
  spec: RowFormat<Model>,
  file: string,
  options: ReadOptions = {},
): Promise<RowFile<z.infer<Model>>> {
  const given = new GivenColumns(spec, spec.cellsOfFile?.(file) ?? {});
  const { noun, list, rowsOf, isLegacy, whyNone, isTrailer } = spec;
  const checkHeader = (names: ReadonlySet<string>): void => given.checkHeader(names);
  const records = readRecords(file, { noun, list, rowsOf, isLegacy, whyNone, isTrailer, checkHeader });
  return readAll(spec, records, given, options);
}

/** The same for parsed JSON, with `cells` by field for rows that do not have them. */
export async function readJsonRows<Model extends z.ZodObject>(
  spec: RowFormat<Model>,
  json: unknown,
  cells: Readonly<Record<string, Cell>>,
  options: ReadOptions = {},
): Promise<RowFile<z.infer<Model>>> {
  return readAll(spec, jsonRecords(json, spec), new GivenColumns(spec, cells), options);
}

/** The columns of a file, and the cells that are given for all of its rows. */
class GivenColumns<Model extends z.ZodObject> {
  readonly #spec: RowFormat<Model>;
  readonly #fields: readonly FieldColumn[];
  readonly #cells: readonly (readonly [field: string, cell: Cell])[];
  #header: ReadonlySet<string> = new Set();

  constructor(spec: RowFormat<Model>, cells: Readonly<Record<string, Cell>>) {
    this.#spec = spec;
    this.#fields = fieldsOf(spec);
    this.#cells = Object.entries(cells);
  }

  checkHeader(names: ReadonlySet<string>): void {
    const why = this.#spec.whyOther?.([...names]);
    if (why !== undefined) throw new ImportError(why);
    requireColumns(this.#spec, this.#fields, new Set([...names, ...this.#cells.map(([field]) => plainName(field))]));
    this.#header = names;
  }

  /** Throws CellError. */
  rowOf({ cells }: FileRecord): z.infer<Model> {
    const own = withFileCells(cells(), this.#cells, this.#fields, this.#header);
    return rowOf(this.#spec, this.#fields, own, this.#header);
  }
}

async function readAll<Model extends z.ZodObject>(
  spec: RowFormat<Model>,
  records: Iterable<FileRecord> | AsyncIterable<FileRecord>,
  given: GivenColumns<Model>,
  { onRows, now }: ReadOptions,
): Promise<RowFile<z.infer<Model>>> {
  const { rows, refused, skipped, take } = rowTaker(spec, given, now);
  for await (const record of records) {
    take(record);
    if ((rows.length + refused.length) % ROWS_PER_PROGRESS === 0) onRows?.(rows.length, refused.length);
  }
  if (rows.length === 0 && refused.length === 0) throw new ImportError(spec.whyEmpty ?? 'The file has no rows.');
  return { rows, refused, skipped };
}

/**
 * Reads the rows of a vendor's JSON answer as those of a file; it may have none. Throws ImportError if it has no such
 * list.
 */
export function readAnswerRows<Model extends z.ZodObject>(
  spec: RowFormat<Model>,
  json: unknown,
  now: Date,
): RowFile<z.infer<Model>> {
  const { rows, refused, skipped, take } = rowTaker(spec, new GivenColumns(spec, {}), now);
  for (const record of jsonRecords(json, spec)) take(record);
  return { rows, refused, skipped };
}

/** Takes records one by one; refuses those that the model rejects and repeated ones. */
function rowTaker<Model extends z.ZodObject>(
  spec: RowFormat<Model>,
  given: GivenColumns<Model>,
  now: Date | undefined,
): RowFile<z.infer<Model>> & { readonly take: (record: FileRecord) => void } {
  const rows: z.infer<Model>[] = [];
  const refused: RefusedRow[] = [];
  const skipped: number[] = [];
  const lineOfKey = new Map<string, number>();
  const take = (record: FileRecord): void => {
    const { line, unit } = record;
    try {
      const row = given.rowOf(record);
      if (spec.skipped?.has(row) === true) {
        skipped.push(line);
        return;
      }
      const fault = now === undefined ? undefined : spec.faultOf?.(row, now);
      if (fault !== undefined) throw new CellError(fault);
      const keys = [spec.keyOf(row)].flat();
      const earlier = keys.map((key) => lineOfKey.get(key)).find((found) => found !== undefined);
      if (earlier !== undefined) {
        const place = `${unit === 'line' ? 'on' : 'in'} ${unit} ${earlier}`;
        throw new CellError(`${spec.nameOf?.(row) ?? keys[0]} is already ${place}; the first one counts`);
      }
      for (const key of keys) lineOfKey.set(key, line);
      rows.push(row);
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refused.push({ line, reason: fault.message });
    }
  };
  return { rows, refused, skipped, take };
}

/** Accepted column names by field. */
export function columnNames<Model extends z.ZodObject>(spec: RowFormat<Model>): FileImport['columns'] {
  return Object.fromEntries(fieldsOf(spec).map(({ field, names }) => [field, names]));
}

interface FieldColumn {
  readonly field: string;
  /** Accepted column names. */
  readonly names: readonly string[];
  readonly plainNames: readonly string[];
  readonly read: Column[0];
  /** The name in refusals. */
  readonly label: string;
}

function fieldsOf<Model extends z.ZodObject>({ columns }: RowFormat<Model>): readonly FieldColumn[] {
  return Object.entries<Column>(columns).map(([field, [read, ...given]]) => {
    const names = [...new Set([...given, field])];
    return { field, names, plainNames: names.map(plainName), read, label: names[0] ?? field };
  });
}

/** Reports a missing required column once, not for every row. */
function requireColumns(
  { model, noun }: Pick<RowFormat<z.ZodObject>, 'model' | 'noun'>,
  fields: readonly FieldColumn[],
  given: ReadonlySet<string>,
): void {
  const isGiven = ({ plainNames }: FieldColumn): boolean => plainNames.some((name) => given.has(name));
  const missing = fields.filter((column) => !isGiven(column) && !isOptional(model, column.field));
  if (missing.length === 0) return;
  const labels = missing.map(({ label }) => label).join(', ');
  throw new ImportError(`Invalid ${noun}: the first line has no column for ${labels}.`);
}

function isOptional({ shape }: z.ZodObject, field: string): boolean {
  const schema = (shape as z.core.$ZodShape)[field];
  return schema !== undefined && z.safeParse(schema, null).success;
}

/** Adds the cells of the file's name for fields of which neither the header nor the row has a column. */
function withFileCells(
  cells: ReadonlyMap<string, unknown>,
  fileCells: readonly (readonly [field: string, cell: Cell])[],
  fields: readonly FieldColumn[],
  header: ReadonlySet<string>,
): ReadonlyMap<string, unknown> {
  const added = fileCells.filter(([name]) => {
    const { plainNames = [] } = fields.find(({ field }) => field === name) ?? {};
    return !plainNames.some((each) => header.has(each) || cells.has(each));
  });
  if (added.length === 0) return cells;
  return new Map([...cells, ...added.map(([name, cell]) => [plainName(name), cell] as const)]);
}

function rowOf<Model extends z.ZodObject>(
  { model }: RowFormat<Model>,
  fields: readonly FieldColumn[],
  cells: ReadonlyMap<string, unknown>,
  header: ReadonlySet<string>,
): z.infer<Model> {
  const candidate = Object.fromEntries(fields.map((column) => [column.field, valueOf(column, cells)]));
  const outcome = model.safeParse(candidate);
  if (outcome.success) return outcome.data;
  const [issue] = (outcome.error as z.ZodError).issues;
  if (issue?.code !== 'invalid_type') throw new CellError(issue?.message ?? 'it is not valid');
  const column = fields.find(({ field }) => field === issue.path[0]);
  const label = column === undefined ? 'the row' : nameIn(column, cells, header);
  // A message of the model's own says more.
  const isMissing =
    column !== undefined && candidate[column.field] === null && issue.message.startsWith('Invalid input');
  throw new CellError(isMissing ? `${label} is missing` : `${label}: ${issue.message}`);
}

/** The name that the row or the first line has for a column, else its first one. */
function nameIn(
  { names, plainNames, label }: FieldColumn,
  cells: ReadonlyMap<string, unknown>,
  header: ReadonlySet<string>,
): string {
  return names[plainNames.findIndex((each) => cells.has(each) || header.has(each))] ?? label;
}

/** Null if the row has none of the column's names. */
function valueOf({ names, plainNames, read, label }: FieldColumn, cells: ReadonlyMap<string, unknown>): unknown {
  const name = plainNames.find((each) => (cells.get(each) ?? null) !== null);
  if (name === undefined) return null;
  const cell = cells.get(name);
  // The name that the file has.
  const given = names[plainNames.indexOf(name)] ?? label;
  if (typeof cell === 'object') throw new CellError(`${given}: it is a list or an object`);
  return read(cell as Cell, given);
}
