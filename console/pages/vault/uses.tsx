import { moment, whole, words } from '../../app/format.js';
import type { VaultUsesPanelFragment } from '../../generated/types.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';

type Uses = NonNullable<NonNullable<VaultUsesPanelFragment['vault']>['uses']>;

export function UseTable({ uses }: { readonly uses: Uses }) {
  if (uses.nodes.length === 0) return <Empty>No credential has been used yet.</Empty>;
  return (
    <Table
      caption="Uses"
      rows={uses.nodes}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Time', cell: ({ at }) => <span class="nowrap">{moment(at)}</span>, by: ({ at }) => at },
        {
          name: 'Credential',
          cell: ({ itemName, action }) => (
            <>
              {itemName ?? 'deleted'}
              <span class="faint block">{words(action)}</span>
            </>
          ),
        },
        {
          name: 'Request',
          cell: ({ method, host, path }) => (
            <code class="wrap">
              {method} {host ?? ''}
              {path ?? ''}
            </code>
          ),
        },
        {
          name: 'Result',
          cell: ({ outcome, httpStatus }) => `${words(outcome)}${httpStatus === null ? '' : `, HTTP ${httpStatus}`}`,
        },
        { name: 'Took, ms', kind: 'number', cell: ({ durationMs }) => whole(durationMs), isMinor: true },
      ]}
    />
  );
}
