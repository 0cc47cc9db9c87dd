import { useAccount } from '../app/account.js';
import { words } from '../app/format.js';
import { addressOf, keepOneInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useTitle } from '../app/title.js';
import { useSearch } from '../app/use-query.js';
import { DirectoryDocument } from '../generated/documents.js';
import { Pages, usePages } from '../parts/paging.js';
import { SearchForm } from '../parts/search-field.js';
import { Empty, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { TickerLink } from '../parts/values.js';
import { Company } from './security/company.js';
import { Financials } from './security/financials.js';
import { Overview } from './security/overview.js';
import { Patterns } from './security/patterns.js';
import { Street } from './security/street.js';

/** Parts of the page, each of which is one operation. */
const TABS = [
  {
    path: '',
    name: 'Overview',
    fields: ['Security.signal', 'Security.signalHistory', 'Security.news'],
    Part: Overview,
  },
  {
    path: 'patterns',
    name: 'Patterns',
    fields: ['Security.seasonality', 'Security.gapStats', 'Security.dca'],
    Part: Patterns,
  },
  {
    path: 'street',
    name: 'Street and earnings',
    fields: ['Security.streetGrades', 'Security.earningsCalendar', 'Security.earningsSetup'],
    Part: Street,
  },
  {
    path: 'financials',
    name: 'Financials',
    fields: ['Security.financialStatements'],
    Part: Financials,
  },
  {
    path: 'company',
    name: 'Promises and stakes',
    fields: ['Security.privateStakes'],
    Part: Company,
  },
] as const;

function Choose() {
  const search = useStore(place).query.get('search') ?? '';
  const pages = usePages(search);
  const variables = { ...(search === '' ? {} : { search }), ...(pages.after === null ? {} : { after: pages.after }) };
  const {
    data,
    errors: [error],
    isBusy,
    again,
  } = useSearch(DirectoryDocument, variables);
  const page = data?.securities;
  return (
    <>
      <header class="page-head">
        <h1>Security</h1>
        <p class="note">
          Choose one, or type <kbd>/</kbd> and its ticker or name.
        </p>
      </header>
      <section class="panel" aria-label="Securities to choose from" aria-busy={isBusy}>
        <div class="panel-body">
          <SearchForm
            label="Ticker or name"
            isLabelHidden
            search={search}
            ask={(text) => keepOneInAddress('search', text)}
            total={isBusy ? null : (page?.totalCount ?? null)}
          />
          {error !== undefined ? (
            <Refusal error={error} again={again} />
          ) : data === null ? (
            <Loading rows={12} />
          ) : (page?.nodes.length ?? 0) === 0 ? (
            <Empty>{search === '' ? 'No securities are stored yet.' : 'No security matches.'}</Empty>
          ) : (
            <Table
              caption="Securities"
              rows={page?.nodes ?? []}
              rowKey={({ ticker }) => ticker}
              columns={[
                { name: 'Ticker', cell: ({ ticker }) => <TickerLink ticker={ticker} />, by: ({ ticker }) => ticker },
                { name: 'Name', cell: ({ name }) => name, by: ({ name }) => name },
                { name: 'Sector', cell: ({ sector }) => sector ?? '–', by: ({ sector }) => sector, isMinor: true },
                { name: 'Kind', cell: ({ kind }) => words(kind), by: ({ kind }) => kind, isMinor: true },
              ]}
            />
          )}
          {page !== null && page !== undefined && (
            <Pages pages={pages} info={page.pageInfo} total={page.totalCount} what="securities" isBusy={isBusy} />
          )}
        </div>
      </section>
    </>
  );
}

const nameOf = (ticker: string, part: string | undefined): string =>
  part === undefined ? ticker : `${ticker}, ${part.toLowerCase()}`;

/** Everything about one security, in five parts. */
export function Security() {
  const {
    steps: [, ticker, part = ''],
  } = useStore(place);
  const { account } = useAccount();
  const tab = TABS.find(({ path }) => path === part);
  useTitle(ticker === undefined ? null : nameOf(ticker.toUpperCase(), part === '' ? undefined : tab?.name));
  if (ticker === undefined) return <Choose />;
  if (tab === undefined)
    return (
      <>
        <h1>There is no such part</h1>
        <p>
          See <a href={addressOf('security', ticker)}>the overview of {ticker}</a>.
        </p>
      </>
    );
  if (account === null) return <Loading rows={12} label={`Loading ${ticker}`} />;
  return (
    <>
      <nav class="tabs" aria-label={`Parts of ${ticker}`}>
        <span class="ticker">{ticker.toUpperCase()}</span>
        {TABS.map(({ path, name, fields }) => {
          const units = account.unitsOf(fields.filter((field) => account.allows(field)));
          return (
            <a key={path} href={addressOf('security', ticker, path)} aria-current={path === part ? 'page' : undefined}>
              {name}{' '}
              <small>
                {units} {units === 1 ? 'unit' : 'units'}
              </small>
            </a>
          );
        })}
      </nav>
      <tab.Part key={ticker} ticker={ticker} account={account} />
    </>
  );
}
