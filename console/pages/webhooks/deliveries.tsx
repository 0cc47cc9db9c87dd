import { moment, whole, words } from '../../app/format.js';
import { useAction } from '../../app/use-action.js';
import { RedeliverWebhookEventDocument } from '../../generated/documents.js';
import type { WebhooksPanelFragment } from '../../generated/types.js';
import { Prose } from '../../parts/prose.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';

type Webhook = NonNullable<WebhooksPanelFragment['webhooks']>[number];

/** The last deliveries of an endpoint, each of which can be sent again. */
export function Deliveries({
  webhook: { id, deliveries },
  changed,
}: {
  readonly webhook: Webhook;
  readonly changed: () => void;
}) {
  const { isBusy, failure, start } = useAction();
  const rows = deliveries?.nodes ?? [];
  if (rows.length === 0) return <Empty>Nothing has been delivered yet. “Send a test” does.</Empty>;
  return (
    <>
      {failure !== null && <Refusal error={failure} />}
      <Table
        caption="Deliveries"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { name: 'Time', cell: ({ at }) => <span class="nowrap">{moment(at)}</span>, by: ({ at }) => at },
          {
            name: 'Event',
            cell: ({ eventType, eventId }) => (
              <>
                {words(eventType)}
                <code class="faint block">{eventId}</code>
              </>
            ),
          },
          { name: 'Attempt', kind: 'number', cell: ({ attempt }) => attempt, isMinor: true },
          {
            name: 'Result',
            cell: ({ status, httpStatus, error }) => (
              <>
                {words(status)}
                {httpStatus === null ? '' : `, HTTP ${httpStatus}`}
                <span class="faint block">
                  <Prose text={error ?? ''} />
                </span>
              </>
            ),
          },
          {
            name: 'Took, ms',
            kind: 'number',
            cell: ({ durationMs }) => whole(durationMs),
            by: ({ durationMs }) => durationMs,
            isMinor: true,
          },
          {
            name: 'Again',
            cell: ({ eventId, eventType }) =>
              eventType === 'WEBHOOK_TEST' ? (
                ''
              ) : (
                <button
                  type="button"
                  class="button"
                  disabled={isBusy}
                  aria-label={`Send ${eventId} again`}
                  onClick={() => start(RedeliverWebhookEventDocument, { eventId, webhookId: id }, changed)}
                >
                  Send again
                </button>
              ),
          },
        ]}
      />
    </>
  );
}
