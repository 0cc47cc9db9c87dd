import { useState } from 'preact/hooks';
import { useAccount } from '../app/account.js';
import { moment, words } from '../app/format.js';
import { keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { textsOf, useAction } from '../app/use-action.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { LineMessageDocument, LinePageDocument, ReplyToLineMessageDocument, SendLineMessageDocument, SetUpLineDocument, UpdateLineDocument } from '../generated/documents.js';
import type { LineAutopilot, LineFolder, LineMessagesPanelFragment, LinePanelFragment } from '../generated/types.js';
import { Facts, Panel } from '../parts/panel.js';
import { Empty, Gate, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';

type LineData = NonNullable<LinePanelFragment['line']>;
type Messages = NonNullable<LineMessagesPanelFragment['lineMessages']>;

const FOLDERS: readonly (readonly [LineFolder, string])[] = [['ALL', 'All'], ['INBOX', 'Inbox'], ['SENT', 'Sent'], ['DRAFTS', 'Drafts']];
const AUTOPILOTS: readonly (readonly [LineAutopilot, string])[] = [['OFF', 'Off'], ['DRAFT', 'Writes drafts'], ['AUTO', 'Answers by itself']];

function SetUp({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  return (
    <form class="inline" onSubmit={(event) => start(SetUpLineDocument, { assistantName: textsOf(event)['name'] ?? '' }, changed)}>
      <label>Name of the assistant<input type="text" name="name" maxLength={80} required /></label>
      <button type="submit" class="button primary" disabled={isBusy}>Set the line up</button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

/** The line is set up and not yet paid. */
function Payment({ url }: { readonly url: unknown }) {
  return (
    <div class="gate">
      <p><strong>Payment is open.</strong> The line is set up; it works as soon as its payment is confirmed.</p>
      {typeof url === 'string' && /^https?:/.test(url) && <p><a href={url}>Pay for the line</a></p>}
    </div>
  );
}

function Settings({ line, changed }: { readonly line: LineData; readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const { name = '', autopilot, instructions = '' } = textsOf(event);
    start(UpdateLineDocument, { assistantName: name, autopilot: AUTOPILOTS.find(([value]) => value === autopilot)?.[0] ?? 'OFF', standingInstructions: instructions }, changed);
  };
  return (
    <form class="fields" onSubmit={submit}>
      <div class="inline">
        <label>Name of the assistant<input type="text" name="name" maxLength={80} required defaultValue={line.assistantName} /></label>
        <label>Autopilot<select name="autopilot">{AUTOPILOTS.map(([value, text]) => <option key={value} value={value} selected={value === line.autopilot}>{text}</option>)}</select></label>
      </div>
      <label>Standing instructions<textarea name="instructions" rows={3} maxLength={2000} defaultValue={line.standingInstructions ?? ''} /></label>
      <button type="submit" class="button" disabled={isBusy}>Save</button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

function Write({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget as HTMLFormElement;
    const { recipient = '', subject = '', text = '' } = textsOf(event);
    start(SendLineMessageDocument, { recipient, subject, text }, () => {
      form.reset();
      changed();
    });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <div class="inline"><label>To<input type="text" name="recipient" maxLength={320} required /></label><label>Subject<input type="text" name="subject" maxLength={200} required /></label></div>
      <label>Text<textarea name="text" rows={4} maxLength={10_000} required /></label>
      <button type="submit" class="button primary" disabled={isBusy}>Send <small>1 unit</small></button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

/** One message; reading it marks it as read. */
function Message({ id, changed }: { readonly id: string; readonly changed: () => void }) {
  const { data, errors: [error], isLoading, again } = useQuery(LineMessageDocument, { id });
  const { isBusy, failure, start } = useAction();
  const message = data?.lineMessage ?? null;
  return (
    <Panel title={message?.subject ?? 'Message'} rows={6} isLoading={isLoading} error={message === null ? error : undefined} again={again} note={message === null ? undefined : `${message.sender} to ${message.recipients.join(', ')}, ${moment(message.at)}`}>
      {message !== null && (
        <>
          <p class="message">{message.text}</p>
          {message.attachments.length > 0 && <p class="faint">Attached: {message.attachments.join(', ')}</p>}
          {message.direction === 'INBOUND' && (
            <form class="fields" onSubmit={(event) => start(ReplyToLineMessageDocument, { id, text: textsOf(event)['reply'] ?? '' }, changed)}>
              <label>Reply<textarea name="reply" rows={3} maxLength={10_000} required /></label>
              <button type="submit" class="button" disabled={isBusy}>Send the reply <small>1 unit</small></button>
              {failure !== null && <Refusal error={failure} />}
            </form>
          )}
        </>
      )}
    </Panel>
  );
}

function MessageTable({ messages, open }: { readonly messages: Messages; readonly open: (id: string) => void }) {
  if (messages.nodes.length === 0) return <Empty>No messages here.</Empty>;
  return (
    <Table caption="Messages" rows={messages.nodes} rowKey={({ id }) => id} columns={[
      { name: 'Message', cell: ({ id, subject, preview, isRead }) => <><button type="button" class="link" onClick={() => open(id)}>{isRead ? subject : <b>{subject}</b>}</button><span class="faint block clip">{preview}</span></> },
      { name: 'With', cell: ({ direction, sender, recipients }) => <span class="wrap">{direction === 'INBOUND' ? sender : recipients.join(', ')}</span>, isMinor: true },
      { name: 'State', cell: ({ folder, agentStatus, deliveryStatus, deliveryError }) => <>{words(deliveryStatus ?? agentStatus ?? folder)}<span class="faint block">{deliveryError ?? ''}</span></> },
      { name: 'Time', cell: ({ at }) => <span class="nowrap">{moment(at)}</span>, by: ({ at }) => at },
    ]} />
  );
}

/** The assistant's own address: what came in, what went out, and how it answers. */
export function Line() {
  const { account } = useAccount();
  const { query } = useStore(place);
  const [opened, setOpened] = useState<string | null>(null);
  const folder = FOLDERS.find(([value]) => value === query.get('folder'))?.[0] ?? 'ALL';
  const search = query.get('search') ?? '';
  const variables = { folder, search: search === '' ? null : search };
  const { data, errors, isLoading, again } = useQuery(LinePageDocument, account === null ? null : variables);
  if (account === null) return <Loading rows={12} />;
  const line = data?.line ?? null;
  const messages = data?.lineMessages ?? null;
  const refusal = errorAt(errors, 'line');
  const isMissing = refusal?.code === 'NO_LINE';
  const isUnpaid = refusal?.code === 'PAYMENT_REQUIRED';
  return (
    <>
      <header class="page-head"><h1>Assistant line</h1><p class="note">Mail and texts of your assistant, under its own address.</p></header>
      <div class="stack">
        <Panel title="Line" rows={4} isLoading={isLoading} error={line === null && !isMissing && !isUnpaid ? refusal : undefined} again={again} source={{ panel: 'LinePanel', rest: 'line' }}>
          {isUnpaid && <Payment url={refusal.extra['setup_url']} />}
          {line === null
            ? !isUnpaid && <><p>There is no line yet.</p><Gate account={account} field="Mutation.setUpLine" what="Setting up a line"><SetUp changed={again} /></Gate></>
            : <><Facts items={[['Address', <code key="address">{line.address}</code>], ['State', words(line.state)], ['Unread', String(line.unreadCount)]]} />
                <Gate account={account} field="Mutation.updateLine" what="Changing the line"><Settings line={line} changed={again} /></Gate></>}
        </Panel>
        {line !== null && (
          <>
            {opened !== null && <Message key={opened} id={opened} changed={again} />}
            <Panel title="Messages" rows={8} isLoading={isLoading} error={messages === null ? errorAt(errors, 'lineMessages') : undefined} again={again} source={{ panel: 'LineMessagesPanel', variables, rest: search === '' ? `line?view=${folder === 'SENT' ? 'sent' : 'inbox'}` : `line?view=search&q=${encodeURIComponent(search)}&folder=${folder.toLowerCase()}` }}>
              <form class="inline" onSubmit={(event) => keepInAddress({ folder, search: textsOf(event)['search'] ?? '' })}>
                <label>Folder<select value={folder} onChange={(event) => keepInAddress({ folder: event.currentTarget.value, search })}>{FOLDERS.map(([value, text]) => <option key={value} value={value}>{text}</option>)}</select></label>
                <label>Search<input type="search" name="search" maxLength={100} defaultValue={search} /></label>
                <button type="submit" class="button">Search</button>
              </form>
              {messages !== null && <MessageTable messages={messages} open={setOpened} />}
            </Panel>
            <Panel title="New message"><Write changed={again} /></Panel>
          </>
        )}
      </div>
    </>
  );
}
