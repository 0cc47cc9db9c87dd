import { plainName } from './columns.js';
import { ImportError } from './import-report.js';

/** Where a file of quotes or trades has each field. */
export type TickColumns<Field extends string> = ReadonlyMap<Field, number>;

/** Columns of a header by the accepted names of each field; throws ImportError without one of `required`. */
export function tickColumns<Field extends string>(
  header: readonly string[],
  accepted: Readonly<Record<Field, readonly string[]>>,
  required: readonly Field[],
  needs: string,
): TickColumns<Field> {
  const names = header.map(plainName);
  const index = new Map<Field, number>();
  for (const [field, candidates] of Object.entries(accepted) as [Field, readonly string[]][]) {
    const at = candidates.map((name) => names.indexOf(name)).find((place) => place >= 0);
    if (at !== undefined && ![...index.values()].includes(at)) index.set(field, at);
  }
  const missing = required.filter((field) => !index.has(field));
  if (missing.length > 0) throw new ImportError(`The first line has no column for ${missing.join(', ')}; ${needs}.`);
  return index;
}

/** Cells of a row by field; undefined where the file or the row has none. */
export function tickCells<Field extends string>(
  cells: readonly string[],
  index: TickColumns<Field>,
): (field: Field) => string | undefined {
  return (field) => {
    const at = index.get(field);
    return at === undefined ? undefined : cells[at];
  };
}
