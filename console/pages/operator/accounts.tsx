import { useState } from 'preact/hooks';
import { day, moment, whole, words } from '../../app/format.js';
import { textsOf } from '../../app/use-action.js';
import { AccountsDocument, RevokeApiKeyDocument, SetAccountTierDocument } from '../../generated/operator/documents.js';
import type { AccountsPanelFragment, Tier } from '../../generated/operator/types.js';
import { Panel } from '../../parts/panel.js';
import { SearchForm } from '../../parts/search-field.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { useAdminAction, useAdminSearch } from './graph.js';
import { Pages, usePages } from '../../parts/paging.js';

type Account = AccountsPanelFragment['accounts']['nodes'][number];

const TIERS: readonly Tier[] = ['FREE', 'STARTER', 'PRO', 'INSTITUTIONAL'];

const nameOf = ({ id, name, email }: Account): string => email ?? name ?? id;

/** One account: its tier and its keys, which can be changed. */
function Chosen({ account, changed }: { readonly account: Account; readonly changed: () => void }) {
  const { isBusy, failure, start } = useAdminAction();
  const [sure, setSure] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    const tier = TIERS.find((each) => each === textsOf(event)['tier']);
    if (tier !== undefined) start(SetAccountTierDocument, { accountId: account.id, tier }, changed);
  };
  const revoke = (id: string): void => {
    if (sure === id) start(RevokeApiKeyDocument, { id }, changed);
    else setSure(id);
  };
  return (
    <section class="stack" aria-label={`Account ${nameOf(account)}`}>
      <h3>
        {nameOf(account)} <code class="faint">{account.id}</code>
      </h3>
      <form class="inline" onSubmit={submit}>
        <label>
          Tier{' '}
          <select name="tier" key={account.tier}>
            {TIERS.map((tier) => (
              <option key={tier} value={tier} selected={tier === account.tier}>
                {words(tier)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button" disabled={isBusy}>
          Set the tier
        </button>
      </form>
      {failure !== null && <Refusal error={failure} />}
      {account.apiKeys.length === 0 ? (
        <Empty>No keys.</Empty>
      ) : (
        <Table
          caption={`Keys of ${nameOf(account)}`}
          rows={account.apiKeys}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
            {
              name: 'Name',
              cell: ({ name, isPublishable }) => `${name ?? '–'}${isPublishable ? ', publishable' : ''}`,
            },
            {
              name: 'Last used',
              kind: 'number',
              cell: ({ lastUsedAt }) => <span class="nowrap">{moment(lastUsedAt)}</span>,
              isMinor: true,
            },
            {
              name: 'State',
              cell: ({ id, prefix, revokedAt }) =>
                revokedAt !== null ? (
                  `Revoked ${day(revokedAt)}`
                ) : (
                  <button
                    type="button"
                    class="button"
                    disabled={isBusy}
                    aria-label={`Revoke ${prefix}`}
                    onClick={() => revoke(id)}
                  >
                    {sure === id ? 'Revoke for good' : 'Revoke'}
                  </button>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** Accounts with their tiers and use. */
export function AccountsPanel({ changed }: { readonly changed: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const pages = usePages(query);
  const variables = { filter: query === '' ? {} : { query }, after: pages.after };
  const {
    data,
    errors: [error],
    isLoading,
    isBusy,
    again,
  } = useAdminSearch(AccountsDocument, variables);
  const page = data?.accounts;
  const account = page?.nodes.find(({ id }) => id === chosen);
  const refresh = (): void => {
    again();
    changed();
  };
  return (
    <Panel
      link={null}
      title="Accounts and tiers"
      tall={230}
      isLoading={isLoading}
      isBusy={isBusy}
      error={page === undefined ? error : undefined}
      again={again}
      source={{ panel: 'AccountsPanel', variables }}
      tools={
        <SearchForm
          label="Address, name or start of the id"
          isLabelHidden
          name="query"
          maxLength={100}
          search={query}
          ask={setQuery}
          total={isBusy ? null : (page?.totalCount ?? null)}
        />
      }
      note="Units and tokens of this month (UTC)"
    >
      {page !== undefined && (
        <>
          {page.nodes.length === 0 ? (
            <Empty>No accounts.</Empty>
          ) : (
            <Table
              caption="Accounts"
              rows={page.nodes}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Account',
                  cell: (row) => (
                    <button
                      type="button"
                      class="button"
                      aria-expanded={row.id === chosen}
                      onClick={() => setChosen(row.id === chosen ? null : row.id)}
                    >
                      {nameOf(row)}
                    </button>
                  ),
                },
                { name: 'Tier', cell: ({ tier }) => words(tier) },
                { name: 'Keys', kind: 'number', cell: ({ keyCount }) => whole(keyCount), isMinor: true },
                {
                  name: 'Units',
                  kind: 'number',
                  cell: ({ unitsThisMonth }) => whole(unitsThisMonth),
                  by: ({ unitsThisMonth }) => unitsThisMonth,
                },
                {
                  name: 'AI tokens',
                  kind: 'number',
                  cell: ({ aiTokensThisMonth }) => whole(aiTokensThisMonth),
                  by: ({ aiTokensThisMonth }) => aiTokensThisMonth,
                  isMinor: true,
                },
                {
                  name: 'Last request',
                  kind: 'number',
                  cell: ({ lastRequestAt }) => <span class="nowrap">{moment(lastRequestAt)}</span>,
                  by: ({ lastRequestAt }) => lastRequestAt,
                  isMinor: true,
                },
                {
                  name: 'Created',
                  kind: 'number',
                  cell: ({ createdAt }) => <span class="nowrap">{day(createdAt)}</span>,
                  isMinor: true,
                },
              ]}
            />
          )}
          <Pages pages={pages} info={page.pageInfo} total={page.totalCount} what="accounts" isBusy={isBusy} />
          {account !== undefined && <Chosen key={account.id} account={account} changed={refresh} />}
        </>
      )}
    </Panel>
  );
}
