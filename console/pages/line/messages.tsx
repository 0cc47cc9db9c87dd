import { moment, words } from '../../app/format.js';
import { textsOf, useAction } from '../../app/use-action.js';
import { useQuery } from '../../app/use-query.js';
import { LineMessageDocument, ReplyToLineMessageDocument } from '../../generated/documents.js';
import type { LineMessagesPanelFragment } from '../../generated/types.js';
import { Panel } from '../../parts/panel.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';

type Messages = NonNullable<LineMessagesPanelFragment['lineMessages']>;

/** One message; reading it marks it as read. */
export function Message({ id, changed }: { readonly id: string; readonly changed: () => void }) {
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useQuery(LineMessageDocument, { id });
  const { isBusy, failure, start } = useAction();
  const message = data?.lineMessage ?? null;
  return (
    <Panel
      title={message?.subject ?? 'Message'}
      rows={6}
      isLoading={isLoading}
      error={message === null ? error : undefined}
      again={again}
      note={
        message === null ? undefined : `${message.sender} to ${message.recipients.join(', ')}, ${moment(message.at)}`
      }
    >
      {message !== null && (
        <>
          <p class="message">{message.text}</p>
          {message.attachments.length > 0 && <p class="faint">Attached: {message.attachments.join(', ')}</p>}
          {message.direction === 'INBOUND' && (
            <form
              class="fields"
              onSubmit={(event) =>
                start(ReplyToLineMessageDocument, { id, text: textsOf(event)['reply'] ?? '' }, changed)
              }
            >
              <label>
                Reply
                <textarea name="reply" rows={3} maxLength={10_000} required />
              </label>
              <button type="submit" class="button" disabled={isBusy}>
                Send the reply <small>1 unit</small>
              </button>
              {failure !== null && <Refusal error={failure} />}
            </form>
          )}
        </>
      )}
    </Panel>
  );
}

export function MessageTable({ messages, open }: { readonly messages: Messages; readonly open: (id: string) => void }) {
  if (messages.nodes.length === 0) return <Empty>No messages here.</Empty>;
  return (
    <Table
      caption="Messages"
      rows={messages.nodes}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Message',
          cell: ({ id, subject, preview, isRead }) => (
            <>
              <button type="button" class="link" onClick={() => open(id)}>
                {isRead ? subject : <b>{subject}</b>}
              </button>
              <span class="faint block clip">{preview}</span>
            </>
          ),
        },
        {
          name: 'With',
          cell: ({ direction, sender, recipients }) => (
            <span class="wrap">{direction === 'INBOUND' ? sender : recipients.join(', ')}</span>
          ),
          isMinor: true,
        },
        {
          name: 'State',
          cell: ({ folder, agentStatus, deliveryStatus, deliveryError }) => (
            <>
              {words(deliveryStatus ?? agentStatus ?? folder)}
              <span class="faint block">{deliveryError ?? ''}</span>
            </>
          ),
        },
        { name: 'Time', cell: ({ at }) => <span class="nowrap">{moment(at)}</span>, by: ({ at }) => at },
      ]}
    />
  );
}
