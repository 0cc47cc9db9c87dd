import { whole } from '../../app/format.js';
import { saveCsv } from '../../parts/csv.js';
import { Table } from '../../parts/table.js';

interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

/** Rows of a file that were not stored, by line and reason. */
export function RefusedRows({
  file,
  rows,
  count,
}: {
  readonly file: string;
  readonly rows: readonly RefusedRow[];
  readonly count: number;
}) {
  const save = (): void =>
    saveCsv(`${file}.refused.csv`, [['line', 'reason'], ...rows.map(({ line, reason }) => [line, reason])]);
  return (
    <>
      <Table
        caption={`Refused rows of ${file}`}
        rows={rows}
        rowKey={({ line, reason }) => `${line} ${reason}`}
        atMost={20}
        columns={[
          {
            name: 'Line',
            kind: 'number',
            hint: 'The header is line 1; in JSON, the position in the list',
            cell: ({ line }) => whole(line),
            by: ({ line }) => line,
          },
          { name: 'Reason', cell: ({ reason }) => <span class="wrap">{reason}</span>, by: ({ reason }) => reason },
        ]}
      />
      <p class="inline">
        <button type="button" class="button" onClick={save}>
          Save these rows as CSV
        </button>
        {rows.length < count && (
          <span class="faint">
            The first {whole(rows.length)} of {whole(count)} refused rows.
          </span>
        )}
      </p>
    </>
  );
}
