import { useState } from 'preact/hooks';
import type { MarketgraphError } from '../../client/error.js';
import { useAccount } from '../app/account.js';
import { run } from '../app/api.js';
import { asError } from '../app/error.js';
import { day, moment, whole, words } from '../app/format.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { CreateKeyDocument, RevokeKeyDocument, UsagePageDocument } from '../generated/documents.js';
import type { KeysPanelFragment, UsagePanelFragment } from '../generated/types.js';
import { Facts } from '../parts/facts.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';

type UsageData = NonNullable<UsagePanelFragment['usage']>;
type Keys = NonNullable<KeysPanelFragment['apiKeys']>;

type DayFields = NonNullable<UsageData['history']>[number]['fields'];

const FIELDS_SHOWN = 4;

const fieldWords = (fields: DayFields): string =>
  fields.map(({ field, units }) => `${field ?? 'unknown'} ${whole(units)}`).join(', ');

/** The fields that used the most units on a day; the others can be opened. */
function Fields({ fields }: { readonly fields: DayFields }) {
  const others = fields.slice(FIELDS_SHOWN);
  return (
    <div class="faint">
      {fieldWords(fields.slice(0, FIELDS_SHOWN))}
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} more {others.length === 1 ? 'field' : 'fields'}
          </summary>
          {fieldWords(others)}
        </details>
      )}
    </div>
  );
}

/** Units by day as bars; the table below has the numbers. */
function Days({ history }: { readonly history: NonNullable<UsageData['history']> }) {
  if (history.length === 0) return <Empty>No units have been used in the last 30 days.</Empty>;
  const most = Math.max(...history.map(({ units }) => units));
  return (
    <Table
      caption="Units by day"
      rows={history}
      rowKey={(row) => row.day}
      atMost={14}
      columns={[
        { name: 'Day', cell: (row) => <span class="nowrap">{day(row.day)}</span>, by: (row) => row.day },
        { name: 'Units', kind: 'number', cell: ({ units }) => whole(units), by: ({ units }) => units },
        {
          name: 'Of the most',
          isMinor: true,
          cell: ({ units }) => (
            <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" width="100" height="10" />
              <rect class="fill-up" width={(100 * units) / most} height="10" />
            </svg>
          ),
        },
        {
          name: 'Fields',
          cell: ({ fields }) => <Fields fields={fields} />,
        },
      ]}
    />
  );
}

function Limits({ usage: { requests, perMinute, transcripts, aiTokens, month, tier } }: { readonly usage: UsageData }) {
  return (
    <Facts
      items={[
        ['Tier', words(tier)],
        [
          'Units this month',
          `${whole(requests.used)} of ${requests.limit === null ? 'any number' : whole(requests.limit)}`,
          `${month}, until ${moment(requests.resetsAt)}`,
        ],
        ['Requests a minute', whole(perMinute.limit), `${whole(perMinute.remaining)} left`],
        [
          'Transcripts this month',
          `${whole(transcripts.used)} of ${transcripts.limit === null ? 'any number' : whole(transcripts.limit)}`,
        ],
        ...(aiTokens === null
          ? []
          : [
              [
                'AI tokens today',
                `${whole(aiTokens.todayUsed)} of ${whole(aiTokens.dailyCap)}`,
                `until ${moment(aiTokens.resetsAt)}`,
              ] as const,
            ]),
      ]}
    />
  );
}

function KeyTable({
  keys,
  changed,
  created,
}: {
  readonly keys: Keys;
  readonly changed: () => void;
  readonly created: (secret: string) => void;
}) {
  const [asked, setAsked] = useState('');
  const [failure, setFailure] = useState<MarketgraphError | null>(null);
  const settle = (errors: readonly MarketgraphError[]): void => {
    setFailure(errors[0] ?? null);
    if (errors.length === 0) changed();
  };
  const create = (event: SubmitEvent): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget as HTMLFormElement).get('name');
    const label = typeof name === 'string' && name.trim() !== '' ? { name: name.trim() } : {};
    run(CreateKeyDocument, label).then(
      ({ data, errors }) => {
        created(data?.createApiKey?.secret ?? '');
        settle(errors);
      },
      (error: unknown) => setFailure(asError(error)),
    );
  };
  const revoke = (id: string): void => {
    if (asked !== id) return setAsked(id);
    run(RevokeKeyDocument, { id }).then(
      ({ errors }) => settle(errors),
      (error: unknown) => setFailure(asError(error)),
    );
  };
  return (
    <>
      <form class="inline" onSubmit={create}>
        <label>
          Name
          <input type="text" name="name" maxLength={80} placeholder="Where it is used" />
        </label>
        <button type="submit" class="button">
          Create a key
        </button>
      </form>
      {failure !== null && <Refusal error={failure} />}
      <Table
        caption="Keys"
        rows={keys.nodes}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Key',
            cell: ({ prefix, name }) => (
              <>
                <code>{prefix}…</code> {name ?? ''}
              </>
            ),
          },
          { name: 'Created', cell: ({ createdAt }) => day(createdAt), by: ({ createdAt }) => createdAt, isMinor: true },
          { name: 'Last used', cell: ({ lastUsedAt }) => moment(lastUsedAt), by: ({ lastUsedAt }) => lastUsedAt },
          {
            name: 'State',
            cell: ({ id, name, prefix, revokedAt }) =>
              revokedAt === null ? (
                <button type="button" class="button" onClick={() => revoke(id)}>
                  {asked === id ? `Revoke ${name ?? prefix} for good` : 'Revoke'}
                </button>
              ) : (
                `revoked ${day(revokedAt)}`
              ),
          },
        ]}
      />
    </>
  );
}

/** What the account has used, and its keys. */
export function Usage() {
  const { account } = useAccount();
  // Here, because the table is drawn anew when the keys are read again.
  const [secret, setSecret] = useState('');
  const withKeys = account?.allows('Viewer.apiKeys') ?? false;
  const variables = { withKeys };
  const { data, errors, isLoading, again } = useQuery(UsagePageDocument, account === null ? null : variables);
  if (account === null) return <Loading rows={12} />;
  const usage = data?.usage ?? null;
  const keys = data?.viewer?.apiKeys ?? null;
  const [first] = errors;
  const shared = {
    isLoading,
    again,
    error: usage === null ? (errorAt(errors, 'usage') ?? first) : undefined,
    source: { panel: 'UsagePanel', rest: 'usage' } as const,
  };
  return (
    <>
      <header class="page-head">
        <h1>Keys and usage</h1>
        <p class="note">Looking here is free of charge.</p>
      </header>
      <div class="stack">
        {secret !== '' && (
          <p class="gate" role="status">
            <b>The new key, shown only now:</b> <code>{secret}</code>
          </p>
        )}
        <Panel {...shared} title="Limits" tall={[50, 189]}>
          {usage !== null && <Limits usage={usage} />}
        </Panel>
        <Panel
          title="Keys"
          rows={4}
          isLoading={isLoading && withKeys}
          error={withKeys ? errorAt(errors, 'viewer', 'apiKeys') : undefined}
          again={again}
          source={{ panel: 'KeysPanel' }}
          note="A secret is shown once, when it is made"
        >
          <Gate account={account} field="Viewer.apiKeys" what="The list of keys">
            {keys === null ? <Empty>No keys.</Empty> : <KeyTable keys={keys} changed={again} created={setSecret} />}
          </Gate>
        </Panel>
        <Panel {...shared} title="Units by day" tall={144} note="The last 30 days, newest first">
          {usage !== null && <Days history={usage.history ?? []} />}
        </Panel>
      </div>
    </>
  );
}
