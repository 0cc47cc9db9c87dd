import { moment, whole, words } from '../../app/format.js';
import type { Asked } from '../../app/use-query.js';
import type { RecordsQuery } from '../../generated/operator/types.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';

/** What was imported, and what operators changed. */
export function RecordsPanels({ asked: { data, errors: [error], isLoading, again } }: { readonly asked: Asked<RecordsQuery> }) {
  const shared = { isLoading, again, error: data === null ? error : undefined };
  return (
    <>
      <Panel {...shared} title="Imports" rows={6} source={{ panel: 'ImportsPanel' }} note="Finished imports of files, newest first">
        {data !== null && (data.imports.nodes.length === 0 ? <Empty>Nothing was imported.</Empty> : (
          <Table
            caption="Imports"
            rows={data.imports.nodes}
            rowKey={({ id }) => id}
            columns={[
              { name: 'File', cell: ({ fileName }) => <span class="wrap">{fileName}</span> },
              { name: 'Kind', cell: ({ kind }) => kind },
              { name: 'Rows', kind: 'number', cell: ({ rowCount }) => whole(rowCount) },
              { name: 'Refused', kind: 'number', cell: ({ refusedCount }) => whole(refusedCount) },
              { name: 'Ended', kind: 'number', cell: ({ finishedAt }) => <span class="nowrap">{moment(finishedAt)}</span>, isMinor: true },
            ]}
          />
        ))}
      </Panel>
      <Panel {...shared} title="Changes by operators" rows={4} source={{ panel: 'OperatorActionsPanel' }}>
        {data !== null && (data.operatorActions.nodes.length === 0 ? <Empty>Operators have changed nothing.</Empty> : (
          <Table
            caption="Changes"
            rows={data.operatorActions.nodes}
            rowKey={({ id }) => id}
            columns={[
              { name: 'Time', cell: ({ at }) => <span class="nowrap">{moment(at)}</span> },
              { name: 'Operator', cell: ({ operatorName }) => operatorName },
              { name: 'Change', cell: ({ action, detail }) => `${words(action.toUpperCase())}${detail === null ? '' : `: ${detail}`}` },
              { name: 'Of', cell: ({ subject }) => <code class="wrap">{subject}</code>, isMinor: true },
            ]}
          />
        ))}
      </Panel>
    </>
  );
}
