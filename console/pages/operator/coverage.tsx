import { useState } from 'preact/hooks';
import { day, moment, whole, words } from '../../app/format.js';
import { CoverageDocument, SecurityCoverageDocument } from '../../generated/operator/documents.js';
import type { CoveragePanelFragment, SecurityCoverageState } from '../../generated/operator/types.js';
import { Facts } from '../../parts/facts.js';
import { Panel } from '../../parts/panel.js';
import { SearchForm } from '../../parts/search-field.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { useAdminQuery, useAdminSearch } from './graph.js';
import { Pages, usePages } from '../../parts/paging.js';

type DataSet = CoveragePanelFragment['coverage']['dataSets'][number];

const sourcesOf = ({ sources }: DataSet): string =>
  sources.map(({ name, rowCount }) => `${name} ${whole(rowCount)}`).join(', ');

/** What is stored of each kind of data, and how old it is. */
export function CoveragePanel() {
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(CoverageDocument, {});
  const coverage = data?.coverage;
  return (
    <Panel
      link={null}
      title="Coverage and age of data"
      tall={[1165, 1303]}
      noteRoom="Read Nov 27, 2026, 10:30 UTC; dates may be ahead in calendars"
      isLoading={isLoading}
      error={coverage === undefined ? error : undefined}
      again={again}
      source={{ panel: 'CoveragePanel' }}
      note={coverage === undefined ? undefined : `Read ${moment(coverage.asOf)}; dates may be ahead in calendars`}
    >
      {coverage !== undefined && (
        <>
          <Facts
            items={[
              ['Newest session', day(coverage.newestSession)],
              ['Securities', whole(coverage.securityCount)],
              ['Without bars', whole(coverage.withoutBarsCount)],
              ['Stale, over 5 sessions', whole(coverage.staleCount)],
            ]}
          />
          <Table
            caption="Kinds of data"
            rows={coverage.dataSets}
            rowKey={({ name }) => name}
            columns={[
              { name: 'Data', cell: ({ name }) => name, by: ({ name }) => name },
              { name: 'Rows', kind: 'number', cell: ({ rowCount }) => whole(rowCount), by: ({ rowCount }) => rowCount },
              {
                name: 'Names',
                kind: 'number',
                hint: 'Tickers, filers or companies',
                cell: ({ subjectCount }) => whole(subjectCount),
                by: ({ subjectCount }) => subjectCount,
                isMinor: true,
              },
              {
                name: 'Newest day',
                kind: 'number',
                cell: ({ newestDate }) => <span class="nowrap">{day(newestDate)}</span>,
                by: ({ newestDate }) => newestDate,
              },
              {
                name: 'Written',
                kind: 'number',
                cell: ({ writtenAt }) => <span class="nowrap">{moment(writtenAt)}</span>,
                by: ({ writtenAt }) => writtenAt,
                isMinor: true,
              },
              { name: 'Rows by source', cell: sourcesOf, isMinor: true },
            ]}
          />
        </>
      )}
    </Panel>
  );
}

const STATES: readonly (readonly [SecurityCoverageState | '', string])[] = [
  ['', 'All'],
  ['STALE', 'Stale'],
  ['NONE', 'Without bars'],
  ['CURRENT', 'Current'],
];

/** How far the bars of each security reach. */
export function SecuritiesPanel() {
  const [state, setState] = useState<SecurityCoverageState | ''>('');
  const [query, setQuery] = useState('');
  const pages = usePages(`${state} ${query}`);
  const filter = { ...(state === '' ? {} : { state }), ...(query === '' ? {} : { query }) };
  const variables = { filter, after: pages.after };
  const {
    data,
    errors: [error],
    isLoading,
    isBusy,
    again,
  } = useAdminSearch(SecurityCoverageDocument, variables);
  const page = data?.securityCoverage;
  const tools = (
    <>
      <div class="segments" role="group" aria-label="Securities by age">
        {STATES.map(([value, text]) => (
          <button key={value} type="button" aria-pressed={value === state} onClick={() => setState(value)}>
            {text}
          </button>
        ))}
      </div>
      <SearchForm
        label="Ticker or name"
        isLabelHidden
        name="query"
        maxLength={100}
        search={query}
        ask={setQuery}
        total={isBusy ? null : (page?.totalCount ?? null)}
      />
    </>
  );
  return (
    <Panel
      link={null}
      title="Securities"
      tall={[637, 653]}
      isLoading={isLoading}
      isBusy={isBusy}
      error={page === undefined ? error : undefined}
      again={again}
      tools={tools}
      source={{ panel: 'SecurityCoveragePanel', variables }}
    >
      {page !== undefined && (
        <>
          {page.nodes.length === 0 ? (
            <Empty>No securities.</Empty>
          ) : (
            <Table
              caption="Securities"
              rows={page.nodes}
              rowKey={({ ticker }) => ticker}
              columns={[
                { name: 'Ticker', cell: ({ ticker }) => <span class="ticker">{ticker}</span> },
                { name: 'Name', cell: ({ name }) => name, isMinor: true },
                { name: 'Bars', cell: (row) => words(row.state) },
                { name: 'Source', cell: ({ source }) => source, isMinor: true },
                {
                  name: 'First session',
                  kind: 'number',
                  cell: ({ firstSession }) => <span class="nowrap">{day(firstSession)}</span>,
                  isMinor: true,
                },
                {
                  name: 'Last session',
                  kind: 'number',
                  cell: ({ lastSession }) => <span class="nowrap">{day(lastSession)}</span>,
                },
              ]}
            />
          )}
          <Pages pages={pages} info={page.pageInfo} total={page.totalCount} what="securities" isBusy={isBusy} />
        </>
      )}
    </Panel>
  );
}
