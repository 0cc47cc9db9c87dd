import path from 'node:path';
import { CellError } from './cells.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { readRecords } from './read-records.js';

/** The text of a cell; empty without one. */
export type Cells = (name: string) => string;
/** A row of a table. */
export interface TableRow {
  readonly line: number;
  readonly cell: Cells;
}

/**
 * The rows of one table of a data set of the SEC; `name` of a cell is its column in lower case without underscores.
 * Malformed rows are refused.
 */
export async function* tableRows(
  folder: string,
  table: string,
  needed: readonly string[],
  refuse: (row: RefusedRow) => void,
): AsyncGenerator<TableRow> {
  const file = path.join(folder, table);
  const checkHeader = (names: ReadonlySet<string>): void => {
    const missing = needed.filter((name) => !names.has(name));
    if (missing.length > 0) throw new ImportError(`${table} has no column ${missing.join(', ').toUpperCase()}.`);
  };
  for await (const { line, cells } of readRecords(file, { noun: table, checkHeader })) {
    try {
      const row = cells();
      const cell: Cells = (name) => {
        const text = row.get(name);
        return typeof text === 'string' ? text.trim() : '';
      };
      yield { line, cell };
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refuse({ line, reason: `${table}: ${fault.message}` });
    }
  }
}
