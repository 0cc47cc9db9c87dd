import { useState } from 'preact/hooks';
import { useAccount } from '../app/account.js';
import { moment, words } from '../app/format.js';
import { textsOf, useAction } from '../app/use-action.js';
import { errorAt, useQuery } from '../app/use-query.js';
import {
  ApproveVaultItemDocument,
  CreateVaultItemDocument,
  DeleteVaultItemDocument,
  VaultPageDocument,
} from '../generated/documents.js';
import type { VaultCredentialInput, VaultItemsPanelFragment } from '../generated/types.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { UseTable } from './vault/uses.js';

type Items = NonNullable<VaultItemsPanelFragment['vaultItems']>;

/** How a credential is sent; the name is that of the header or of the parameter. */
const KINDS = [
  ['bearer', 'Bearer token'],
  ['header', 'Header'],
  ['query', 'Query parameter'],
] as const;

function credentialOf(kind: string, name: string, secret: string): VaultCredentialInput {
  if (kind === 'header') return { header: { name, value: secret } };
  return kind === 'query' ? { query: { name, value: secret } } : { bearer: { token: secret } };
}

function Create({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const [kind, setKind] = useState('bearer');
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget as HTMLFormElement;
    const { name = '', parameter = '', secret = '', hosts = '' } = textsOf(event);
    const allowedHosts = hosts.split(/[\s,]+/).filter((host) => host !== '');
    start(
      CreateVaultItemDocument,
      { input: { name, credential: credentialOf(kind, parameter, secret), allowedHosts } },
      () => {
        form.reset();
        changed();
      },
    );
  };
  return (
    <form class="fields" onSubmit={submit} autocomplete="off">
      <div class="inline">
        <label>
          Name
          <input type="text" name="name" maxLength={80} required />
        </label>
        <label>
          Sent as
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            {KINDS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {kind !== 'bearer' && (
          <label>
            {kind === 'header' ? 'Header' : 'Parameter'}
            <input type="text" name="parameter" maxLength={80} required />
          </label>
        )}
        <label>
          Secret
          <input type="password" name="secret" autocomplete="off" required />
        </label>
      </div>
      <label>
        Allowed hosts
        <input type="text" name="hosts" required placeholder="api.example.com" />
      </label>
      <button type="submit" class="button primary" disabled={isBusy}>
        Store the credential
      </button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

function ItemTable({
  items,
  isOwner,
  changed,
}: {
  readonly items: Items;
  readonly isOwner: boolean;
  readonly changed: () => void;
}) {
  const { isBusy, failure, start } = useAction();
  const [asked, setAsked] = useState('');
  if (items.length === 0) return <Empty>No credentials are stored.</Empty>;
  const remove = (id: string): void => (asked === id ? start(DeleteVaultItemDocument, { id }, changed) : setAsked(id));
  return (
    <>
      {failure !== null && <Refusal error={failure} />}
      <Table
        caption="Credentials"
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Name',
            cell: ({ name, kind }) => (
              <>
                {name}
                <span class="faint block">{words(kind)}</span>
              </>
            ),
            by: ({ name }) => name,
          },
          { name: 'Hosts', cell: ({ allowedHosts }) => <span class="wrap">{allowedHosts.join(', ')}</span> },
          { name: 'May', cell: ({ isWriteAllowed }) => (isWriteAllowed ? 'Read and write' : 'Read') },
          {
            name: 'Approved',
            cell: ({ isApprovalRequired, approvedUntil }) =>
              isApprovalRequired ? (approvedUntil === null ? 'No' : `until ${moment(approvedUntil)}`) : 'Not needed',
          },
          ...(isOwner
            ? [
                {
                  name: 'Actions',
                  cell: ({ id, name, isApprovalRequired }: Items[number]) => (
                    <span class="inline">
                      {isApprovalRequired && (
                        <button
                          type="button"
                          class="button"
                          disabled={isBusy}
                          aria-label={`Approve ${name}`}
                          onClick={() => start(ApproveVaultItemDocument, { id }, changed)}
                        >
                          Approve
                        </button>
                      )}
                      <button
                        type="button"
                        class="button"
                        disabled={isBusy}
                        aria-label={`Delete ${name}`}
                        onClick={() => remove(id)}
                      >
                        {asked === id ? 'Delete for good' : 'Delete'}
                      </button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Credentials that assistants use without seeing them, and every use. */
export function Vault() {
  const { account } = useAccount();
  const isOwner = account?.allows('Viewer.vault') ?? false;
  const { data, errors, isLoading, again } = useQuery(
    VaultPageDocument,
    account === null ? null : { withUses: isOwner },
  );
  if (account === null) return <Loading rows={12} />;
  const items = data?.vaultItems ?? null;
  const vault = data?.viewer?.vault ?? null;
  return (
    <>
      <header class="page-head">
        <h1>Vault</h1>
        <p class="note">Credentials that your assistant uses through this service and never sees.</p>
      </header>
      <div class="stack">
        <Panel
          title="Credentials"
          tall={[100, 130]}
          isLoading={isLoading}
          error={items === null ? errorAt(errors, 'vaultItems') : undefined}
          again={again}
          source={{ panel: 'VaultItemsPanel', rest: 'vault' }}
          note="Secrets are sealed when they are stored, and never shown again"
        >
          {items !== null && <ItemTable items={items} isOwner={isOwner} changed={again} />}
        </Panel>
        <Panel title="New credential">
          <Gate account={account} field="Mutation.createVaultItem" what="Storing credentials">
            <Create changed={again} />
          </Gate>
        </Panel>
        <Panel
          title="Uses"
          rows={6}
          isLoading={isLoading && isOwner}
          error={isOwner && vault === null ? errorAt(errors, 'viewer') : undefined}
          again={again}
          source={{ panel: 'VaultUsesPanel' }}
          note={
            vault?.unlockedUntil === null || vault === null
              ? 'The last 20, newest first'
              : `The vault is unlocked until ${moment(vault.unlockedUntil)}`
          }
        >
          <Gate account={account} field="Viewer.vault" what="The record of uses">
            {vault?.uses === null || vault?.uses === undefined ? (
              <Empty>No uses.</Empty>
            ) : (
              <UseTable uses={vault.uses} />
            )}
          </Gate>
        </Panel>
      </div>
    </>
  );
}
