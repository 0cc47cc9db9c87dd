import type { TextDocument } from '../../../client/document.js';
import { whole } from '../../app/format.js';
import { keepOneInAddress } from '../../app/router.js';
import { useSearch } from '../../app/use-query.js';
import { Pages, type Paging } from '../../parts/paging.js';
import { Panel } from '../../parts/panel.js';
import type { PanelSource } from '../../parts/panel-source.js';
import { SearchForm } from '../../parts/search-field.js';
import { Empty } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';

interface ListProps<TResult, TVariables, Row> {
  readonly title: string;
  readonly note: string;
  readonly document: TextDocument<TResult, TVariables>;
  readonly variables: TVariables;
  readonly source: PanelSource;
  readonly rowsOf: (data: TResult) => readonly Row[] | null;
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** Of a list that is searched, and read page by page. */
  readonly paged?: {
    readonly search: string;
    readonly pages: Paging;
    readonly what: string;
    readonly of: (data: TResult) => PageOf | null;
  };
}

interface PageOf {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const askInAddress = (search: string): void => keepOneInAddress('search', search);

/** A list of one operation, as a table. */
export function List<TResult, TVariables, Row>({
  title,
  note,
  document,
  variables,
  source,
  rowsOf,
  rowKey,
  columns,
  paged,
}: ListProps<TResult, TVariables, Row>) {
  const {
    data,
    errors: [error],
    dataSources,
    isLoading,
    isBusy,
    again,
  } = useSearch(document, variables);
  const rows = data === null ? null : rowsOf(data);
  const page = data === null ? null : (paged?.of(data) ?? null);
  const tools = paged && (
    <SearchForm
      label="Name or word"
      isLabelHidden
      search={paged.search}
      ask={askInAddress}
      total={isBusy ? null : (page?.totalCount ?? null)}
    />
  );
  return (
    <Panel
      title={title}
      note={rows === null ? note : `${whole(page?.totalCount ?? rows.length)} · ${note}`}
      rows={14}
      dataSources={dataSources}
      isOfCurated
      isLoading={isLoading}
      isBusy={isBusy}
      error={rows === null ? error : undefined}
      again={again}
      source={source}
      tools={tools}
    >
      {rows === null || rows.length === 0 ? (
        <Empty>Nothing is stored, or nothing matches.</Empty>
      ) : (
        <Table caption={title} rows={rows} rowKey={rowKey} columns={columns} atMost={100} />
      )}
      {paged !== undefined && page !== null && (
        <Pages pages={paged.pages} info={page.pageInfo} total={page.totalCount} what={paged.what} isBusy={isBusy} />
      )}
    </Panel>
  );
}
