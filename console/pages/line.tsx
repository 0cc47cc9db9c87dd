import { useState } from 'preact/hooks';
import { useAccount } from '../app/account.js';
import { words } from '../app/format.js';
import { keepInAddress, keepOneInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { textsOf } from '../app/use-action.js';
import { errorAt, useSearch } from '../app/use-query.js';
import { LinePageDocument } from '../generated/documents.js';
import type { LineFolder } from '../generated/types.js';
import { Facts } from '../parts/facts.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { SearchField } from '../parts/search-field.js';
import { Loading } from '../parts/states.js';
import { Payment, SetUp, Settings, Write } from './line/forms.js';
import { Message, MessageTable } from './line/messages.js';

const FOLDERS: readonly (readonly [LineFolder, string])[] = [
  ['ALL', 'All'],
  ['INBOX', 'Inbox'],
  ['SENT', 'Sent'],
  ['DRAFTS', 'Drafts'],
];

/** The assistant's own address: what came in, what went out, and how it answers. */
export function Line() {
  const { account } = useAccount();
  const { query } = useStore(place);
  const [opened, setOpened] = useState<string | null>(null);
  const folder = FOLDERS.find(([value]) => value === query.get('folder'))?.[0] ?? 'ALL';
  const search = query.get('search') ?? '';
  const variables = { folder, search: search === '' ? null : search };
  const { data, errors, isLoading, isBusy, again } = useSearch(LinePageDocument, account === null ? null : variables);
  if (account === null) return <Loading rows={12} />;
  const line = data?.line ?? null;
  const messages = data?.lineMessages ?? null;
  const refusal = errorAt(errors, 'line');
  const isMissing = refusal?.code === 'NO_LINE';
  const isUnpaid = refusal?.code === 'PAYMENT_REQUIRED';
  return (
    <>
      <header class="page-head">
        <h1>Assistant line</h1>
        <p class="note">Mail and texts of your assistant, under its own address.</p>
      </header>
      <div class="stack">
        <Panel
          title="Line"
          rows={4}
          isLoading={isLoading}
          error={line === null && !isMissing && !isUnpaid ? refusal : undefined}
          again={again}
          source={{ panel: 'LinePanel', rest: 'line' }}
        >
          {isUnpaid && <Payment url={refusal.extra['setup_url']} />}
          {line === null ? (
            !isUnpaid && (
              <>
                <p>There is no line yet.</p>
                <Gate account={account} field="Mutation.setUpLine" what="Setting up a line">
                  <SetUp changed={again} />
                </Gate>
              </>
            )
          ) : (
            <>
              <Facts
                items={[
                  ['Address', <code key="address">{line.address}</code>],
                  ['State', words(line.state)],
                  ['Unread', String(line.unreadCount)],
                ]}
              />
              <Gate account={account} field="Mutation.updateLine" what="Changing the line">
                <Settings line={line} changed={again} />
              </Gate>
            </>
          )}
        </Panel>
        {line !== null && (
          <>
            {opened !== null && <Message key={opened} id={opened} changed={again} />}
            <Panel
              title="Messages"
              rows={8}
              isLoading={isLoading}
              isBusy={isBusy}
              error={messages === null ? errorAt(errors, 'lineMessages') : undefined}
              again={again}
              source={{
                panel: 'LineMessagesPanel',
                variables,
                rest:
                  search === ''
                    ? `line?view=${folder === 'SENT' ? 'sent' : 'inbox'}`
                    : `line?view=search&q=${encodeURIComponent(search)}&folder=${folder.toLowerCase()}`,
              }}
            >
              <form
                class="inline"
                onSubmit={(event) => keepInAddress({ folder, search: textsOf(event)['search'] ?? '' })}
              >
                <label>
                  Folder
                  <select
                    value={folder}
                    onChange={(event) => keepInAddress({ folder: event.currentTarget.value, search })}
                  >
                    {FOLDERS.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
                <SearchField
                  label="Search"
                  maxLength={100}
                  search={search}
                  ask={(text) => keepOneInAddress('search', text)}
                  total={isBusy ? null : (messages?.totalCount ?? null)}
                />
                <button type="submit" class="button">
                  Search
                </button>
              </form>
              {messages !== null && <MessageTable messages={messages} open={setOpened} />}
            </Panel>
            <Panel title="New message">
              <Write changed={again} />
            </Panel>
          </>
        )}
      </div>
    </>
  );
}
