import { day, sentence, share, usd, words } from '../app/format.js';
import type { CompanyMarkPanelFragment } from '../generated/types.js';
import { Facts } from './facts.js';
import { Source } from './source.js';
import { Empty } from './states.js';
import { Table } from './table.js';

/** A company's modelled valuation, and what it rests on. */
export function Mark({ company: { mark, markStatus } }: { readonly company: CompanyMarkPanelFragment }) {
  if (mark === null) return <Empty>No mark: {words(markStatus).toLowerCase()}.</Empty>;
  return (
    <>
      <Facts
        items={[
          ['Valuation', usd(mark.valuationUsd), day(mark.asOf)],
          ['Range', `${usd(mark.lowUsd)} to ${usd(mark.highUsd)}`, 'of the model'],
          ['Grade', words(mark.confidence), words(mark.basis)],
          ['Newest fact', day(mark.newestFactOn)],
        ]}
      />
      <Table
        caption="What the mark rests on"
        rows={mark.components}
        rowKey={({ kind, asOf, note }) => kind + asOf + note}
        columns={[
          {
            name: 'Rests on',
            cell: ({ kind, note }) => (
              <>
                {words(kind)} <span class="faint">{sentence(note)}</span>
              </>
            ),
          },
          { name: 'Evidence', cell: (row) => words(row.class), isMinor: true },
          { name: 'Valuation', kind: 'number', cell: ({ valuationUsd }) => usd(valuationUsd) },
          { name: 'Weight', kind: 'number', cell: ({ weight }) => share(weight) },
          { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} />, isMinor: true },
        ]}
      />
      <p class="faint">{mark.methodology}</p>
    </>
  );
}
