import { moment, oneDecimal, whole } from '../../app/format.js';
import { QueuesDocument, RetryFailedJobsDocument } from '../../generated/operator/documents.js';
import type { QueuesPanelFragment } from '../../generated/operator/types.js';
import { Panel } from '../../parts/panel.js';
import { Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { useAdminAction, useAdminQuery } from './graph.js';

type Queue = NonNullable<QueuesPanelFragment['queues']>[number];

/** How often a schedule runs, in words. */
function everyWords({ everySeconds, pattern, timeZone }: Queue['schedules'][number]): string {
  if (everySeconds !== null)
    return everySeconds < 120 ? `Every ${oneDecimal(everySeconds)} s` : `Every ${whole(everySeconds / 60)} min`;
  return pattern === null ? '–' : `${pattern}${timeZone === null ? '' : ` ${timeZone}`}`;
}

/** Queues of background jobs, what they repeat, and what failed. */
export function JobsPanel({ changed }: { readonly changed: () => void }) {
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(QueuesDocument, {});
  const { isBusy, failure, start } = useAdminAction();
  const queues = data?.queues ?? null;
  const schedules = (queues ?? []).flatMap(({ name, schedules: own }) =>
    own.map((schedule) => ({ queue: name, ...schedule })),
  );
  const failed = (queues ?? []).flatMap(({ name, failedJobs }) => failedJobs.map((job) => ({ queue: name, ...job })));
  const retry = (queue: string, jobId: string): void =>
    start(RetryFailedJobsDocument, { queue, jobId }, () => {
      again();
      changed();
    });
  return (
    <Panel
      link={null}
      title="Jobs"
      tall={[317, 386]}
      isLoading={isLoading}
      error={queues === null ? error : undefined}
      again={again}
      source={{ panel: 'QueuesPanel' }}
      note="Of all processes"
    >
      {queues !== null && (
        <>
          <Table
            caption="Queues"
            rows={queues}
            rowKey={({ name }) => name}
            columns={[
              { name: 'Queue', cell: ({ name, isPaused }) => `${name}${isPaused ? ', paused' : ''}` },
              { name: 'Waiting', kind: 'number', cell: ({ waitingCount }) => whole(waitingCount) },
              { name: 'Active', kind: 'number', cell: ({ activeCount }) => whole(activeCount) },
              { name: 'Delayed', kind: 'number', cell: ({ delayedCount }) => whole(delayedCount), isMinor: true },
              { name: 'Failed', kind: 'number', cell: ({ failedCount }) => whole(failedCount) },
              {
                name: 'Failed ever',
                kind: 'number',
                cell: ({ failedEverCount }) => whole(failedEverCount),
                isMinor: true,
              },
              {
                name: 'Oldest waits, s',
                kind: 'number',
                cell: ({ oldestWaitingSeconds }) => oneDecimal(oldestWaitingSeconds),
                isMinor: true,
              },
            ]}
          />
          {schedules.length > 0 && (
            <Table
              caption="Schedules"
              rows={schedules}
              rowKey={({ queue, id }) => `${queue} ${id}`}
              columns={[
                { name: 'Schedule', cell: ({ queue, id }) => `${queue}: ${id}` },
                { name: 'Runs', cell: everyWords, isMinor: true },
                {
                  name: 'Last run ended',
                  kind: 'number',
                  cell: ({ lastRunFinishedAt }) => <span class="nowrap">{moment(lastRunFinishedAt)}</span>,
                },
                {
                  name: 'Next run',
                  kind: 'number',
                  cell: ({ nextRunAt }) => <span class="nowrap">{moment(nextRunAt)}</span>,
                },
              ]}
            />
          )}
          {failure !== null && <Refusal error={failure} />}
          {failed.length > 0 && (
            <Table
              caption="Failed jobs"
              rows={failed}
              rowKey={({ queue, id }) => `${queue} ${id}`}
              columns={[
                { name: 'Failed job', cell: ({ queue, id }) => `${queue}: ${id}` },
                { name: 'Error', cell: ({ reason }) => <span class="wrap">{reason}</span> },
                { name: 'Starts', kind: 'number', cell: ({ attemptCount }) => whole(attemptCount), isMinor: true },
                {
                  name: 'Time',
                  kind: 'number',
                  cell: ({ failedAt }) => <span class="nowrap">{moment(failedAt)}</span>,
                  isMinor: true,
                },
                {
                  name: 'Again',
                  cell: ({ queue, id }) => (
                    <button
                      type="button"
                      class="button"
                      disabled={isBusy}
                      aria-label={`Retry ${id} of ${queue}`}
                      onClick={() => retry(queue, id)}
                    >
                      Retry
                    </button>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
    </Panel>
  );
}
