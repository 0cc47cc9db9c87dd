import { moment, words } from '../../app/format.js';
import type { Asked } from '../../app/use-query.js';
import type { RecordsQuery } from '../../generated/operator/types.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Pages, type Paging } from '../../parts/paging.js';

/** What operators changed. */
export function RecordsPanel({
  asked: {
    data,
    errors: [error],
    isLoading,
    again,
  },
  pages,
}: {
  readonly asked: Asked<RecordsQuery>;
  readonly pages: Paging;
}) {
  const page = data?.operatorActions;
  return (
    <Panel
      link={null}
      title="Changes by operators"
      tall={32}
      isLoading={isLoading}
      again={again}
      error={page === undefined ? error : undefined}
      source={{ panel: 'OperatorActionsPanel', variables: { after: pages.after } }}
    >
      {page !== undefined &&
        (page.nodes.length === 0 ? (
          <Empty>Operators have changed nothing.</Empty>
        ) : (
          <>
            <Table
              caption="Changes"
              rows={page.nodes}
              rowKey={({ id }) => id}
              columns={[
                { name: 'Time', cell: ({ at }) => <span class="nowrap">{moment(at)}</span> },
                { name: 'Operator', cell: ({ operatorName }) => operatorName },
                {
                  name: 'Change',
                  cell: ({ action, detail }) => `${words(action.toUpperCase())}${detail === null ? '' : `: ${detail}`}`,
                },
                { name: 'Of', cell: ({ subject }) => <code class="wrap">{subject}</code>, isMinor: true },
              ]}
            />
            <Pages pages={pages} info={page.pageInfo} total={page.totalCount} what="changes" />
          </>
        ))}
    </Panel>
  );
}
