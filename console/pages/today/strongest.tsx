import { oneDecimal } from '../../app/format.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Label, TickerLink } from '../../parts/values.js';
import type { BoardRow } from './board-rows.js';

/** The highest scores, or that there are none. */
export function Strongest({ rows }: { readonly rows: readonly BoardRow[] }) {
  return rows.length === 0 ? (
    <Empty>No security that is known to be an equity has a signal.</Empty>
  ) : (
    <Table
      caption="Strongest signals"
      rows={rows}
      rowKey={({ ticker }) => ticker}
      columns={[
        {
          name: 'Ticker',
          cell: ({ ticker, name }) => (
            <>
              <TickerLink ticker={ticker} /> <span class="faint name">{name}</span>
            </>
          ),
        },
        { name: 'Signal', cell: ({ label }) => <Label label={label} /> },
        {
          name: 'Confidence',
          kind: 'number',
          isMinor: true,
          cell: ({ confidence }) => oneDecimal(confidence),
        },
        { name: 'Score', kind: 'number', cell: ({ score }) => oneDecimal(score) },
      ]}
    />
  );
}
