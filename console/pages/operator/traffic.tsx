import { useState } from 'preact/hooks';
import { moment, oneDecimal, whole, words } from '../../app/format.js';
import { SourcesDocument, TrafficDocument } from '../../generated/operator/documents.js';
import type { OperationTimingOrder } from '../../generated/operator/types.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { useAdminQuery } from './graph.js';

const ORDERS: readonly (readonly [OperationTimingOrder, string])[] = [
  ['P50', 'p50'],
  ['P95', 'p95'],
  ['P99', 'p99'],
  ['COUNT', 'Requests'],
  ['ERRORS', 'Errors'],
];

/** Slowest operations and open streams of the process that answers. */
export function TrafficPanels() {
  const [orderBy, setOrderBy] = useState<OperationTimingOrder>('P95');
  const variables = { orderBy };
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(TrafficDocument, variables);
  const shared = { isLoading, again, error: data === null ? error : undefined };
  const tools = (
    <div class="segments" role="group" aria-label="Operations by">
      {ORDERS.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === orderBy} onClick={() => setOrderBy(value)}>
          {text}
        </button>
      ))}
    </div>
  );
  return (
    <>
      <Panel
        link={null}
        {...shared}
        title="Slowest operations"
        rows={10}
        tools={tools}
        source={{ panel: 'SlowestOperationsPanel', variables }}
        note={data === null ? undefined : `Of this process since ${moment(data.slowestOperations.since)}; times in ms`}
      >
        {data !== null &&
          (data.slowestOperations.operations.length === 0 ? (
            <Empty>Nothing was asked yet.</Empty>
          ) : (
            <Table
              caption="Operations"
              rows={data.slowestOperations.operations}
              rowKey={({ route, operation }) => `${route} ${operation ?? ''}`}
              columns={[
                {
                  name: 'Route',
                  cell: ({ route, operation }) => (
                    <span class="wrap">{operation === null ? route : `${route} ${operation}`}</span>
                  ),
                },
                { name: 'Requests', kind: 'number', cell: ({ count }) => whole(count) },
                { name: 'Errors', kind: 'number', cell: ({ errorCount }) => whole(errorCount), isMinor: true },
                { name: 'p50, ms', kind: 'number', cell: ({ p50Ms }) => oneDecimal(p50Ms), isMinor: true },
                { name: 'p95, ms', kind: 'number', cell: ({ p95Ms }) => oneDecimal(p95Ms) },
                { name: 'p99, ms', kind: 'number', cell: ({ p99Ms }) => oneDecimal(p99Ms), isMinor: true },
                { name: 'Slowest, ms', kind: 'number', cell: ({ maxMs }) => oneDecimal(maxMs), isMinor: true },
              ]}
            />
          ))}
      </Panel>
      <Panel
        link={null}
        {...shared}
        title="Streams"
        tall={32}
        source={{ panel: 'StreamsPanel' }}
        note="Open live streams of this process"
      >
        {data !== null &&
          (data.streams.counts.length === 0 ? (
            <Empty>No stream is open.</Empty>
          ) : (
            <Table
              caption="Streams"
              rows={data.streams.counts}
              rowKey={({ topic, tier, transport }) => `${topic} ${tier} ${transport}`}
              columns={[
                { name: 'Topic', cell: ({ topic }) => topic },
                { name: 'Tier', cell: ({ tier }) => words(tier) },
                { name: 'Transport', cell: ({ transport }) => words(transport) },
                { name: 'Open', kind: 'number', cell: ({ openCount }) => whole(openCount) },
              ]}
            />
          ))}
      </Panel>
    </>
  );
}

/** How live sources answer. */
export function SourcesPanel() {
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(SourcesDocument, {});
  return (
    <Panel
      link={null}
      title="Live sources"
      tall={32}
      isLoading={isLoading}
      error={data === null ? error : undefined}
      again={again}
      source={{ panel: 'SourcesPanel' }}
    >
      {data !== null &&
        (data.sources.endpoints.length === 0 ? (
          <Empty>No live source was asked.</Empty>
        ) : (
          <Table
            caption="Endpoints"
            rows={data.sources.endpoints}
            rowKey={({ name }) => name}
            columns={[
              { name: 'Endpoint', cell: ({ name }) => name },
              {
                name: 'Last answer',
                kind: 'number',
                cell: ({ answeredAt }) => <span class="nowrap">{moment(answeredAt)}</span>,
              },
              { name: 'Failed since', kind: 'number', cell: ({ failureCount }) => whole(failureCount) },
              { name: 'Last failure', cell: ({ fault }) => fault ?? '–', isMinor: true },
              {
                name: 'Paused until',
                kind: 'number',
                cell: ({ pausedUntil }) => <span class="nowrap">{moment(pausedUntil)}</span>,
                isMinor: true,
              },
            ]}
          />
        ))}
    </Panel>
  );
}
