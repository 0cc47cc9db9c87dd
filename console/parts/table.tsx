import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Scroll } from './scroll.js';

/** A column: how a row's cell is written, and what it is sorted by. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Text for texts; numbers are right-aligned. */
  readonly kind?: 'text' | 'number';
  /** Absent: the column cannot be sorted. */
  readonly by?: (row: Row) => number | string | null | undefined;
  /** Explains the column. */
  readonly hint?: string;
  /** Left out on phones. */
  readonly isMinor?: boolean;
}

interface Sorting {
  readonly column: string;
  readonly isAscending: boolean;
}

function compared(one: number | string | null | undefined, other: number | string | null | undefined): number {
  const isMissing = (value: unknown): boolean => value === null || value === undefined;
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other);
  return Number(one) - Number(other);
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const by = columns.find(({ name }) => name === sorting?.column)?.by;
  if (by === undefined || sorting === null) return rows;
  const known = rows.filter((row) => by(row) !== null && by(row) !== undefined);
  const unknown = rows.filter((row) => !known.includes(row));
  const direction = sorting.isAscending ? 1 : -1;
  return [...known.sort((one, other) => direction * compared(by(one), by(other))), ...unknown];
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sorting?: Sorting;
  /** Rows at most; a button shows the rest. */
  readonly atMost?: number;
}

/** A table whose columns can be sorted by their heads; wide ones scroll on their own. */
export function Table<Row>({ caption, columns, rows, rowKey, sorting: initial, atMost }: TableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(initial ?? null);
  const [isWhole, setIsWhole] = useState(false);
  const all = sorted(rows, columns, sorting);
  const shown = atMost === undefined || isWhole ? all : all.slice(0, atMost);
  const sortBy = (column: Column<Row>): void =>
    setSorting(
      sorting?.column === column.name
        ? { column: column.name, isAscending: !sorting.isAscending }
        : { column: column.name, isAscending: column.kind !== 'number' },
    );
  return (
    <>
      <Scroll label={caption}>
        <table>
          <caption class="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.name} column={column} sorting={sorting} sortBy={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column, index) => {
                  const name = `${column.kind === 'number' ? 'number' : ''} ${column.isMinor === true ? 'minor' : ''}`;
                  return index === 0 ? (
                    <th key={column.name} scope="row" class={name}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.name} class={name}>
                      {column.cell(row)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {shown.length < all.length && (
        <button type="button" class="button more" onClick={() => setIsWhole(true)}>
          Show all {all.length}
        </button>
      )}
    </>
  );
}

function Head<Row>({
  column,
  sorting,
  sortBy,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | null;
  readonly sortBy: (column: Column<Row>) => void;
}) {
  const name = `${column.kind === 'number' ? 'number' : ''} ${column.isMinor === true ? 'minor' : ''}`;
  const isSorted = sorting?.column === column.name;
  const order = isSorted ? (sorting.isAscending ? 'ascending' : 'descending') : 'none';
  const mark = isSorted ? (sorting.isAscending ? '▲' : '▼') : '';
  return (
    <th scope="col" class={name} {...(column.by === undefined ? {} : { 'aria-sort': order })} title={column.hint}>
      {column.by === undefined ? (
        column.name
      ) : (
        <button type="button" onClick={() => sortBy(column)}>
          {column.name}
          <span class="mark" aria-hidden="true">
            {mark}
          </span>
        </button>
      )}
    </th>
  );
}
