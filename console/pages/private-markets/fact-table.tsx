import { day } from '../../app/format.js';
import { Source } from '../../parts/source.js';
import { Table } from '../../parts/table.js';
import { factName, factValue } from './fact-words.js';

interface Fact {
  readonly field: string;
  readonly value: string;
  readonly asOf: string;
  readonly sourceUrl: string | null;
}

/** What is known about a company or a firm, each fact with its source. */
export function FactTable({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Table
      caption="Facts and their sources"
      rows={facts}
      rowKey={({ field, value }) => field + value}
      atMost={8}
      columns={[
        { name: 'Fact', cell: ({ field }) => factName(field) },
        { name: 'Value', cell: ({ field, value }) => factValue(field, value) },
        { name: 'As of', cell: ({ asOf }) => day(asOf), isMinor: true },
        { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} /> },
      ]}
    />
  );
}
