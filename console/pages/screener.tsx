import { useState } from 'preact/hooks';
import { read } from '../app/api.js';
import { mayScreen, SCREENED, useAccount } from '../app/account.js';
import { asError } from '../app/error.js';
import { compact, multiple, oneDecimal, price } from '../app/format.js';
import { keepInAddress, keepOneInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useSearch, type Asked } from '../app/use-query.js';
import { ScreenerDocument } from '../generated/documents.js';
import type { ScreenerQuery, ScreenerQueryVariables } from '../generated/types.js';
import { saveCsv } from '../parts/csv.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { SearchField } from '../parts/search-field.js';
import { Empty, Loading, Refusal } from '../parts/states.js';
import { Table, type Column } from '../parts/table.js';
import { Change, Label, Score, sectorWords, TickerLink } from '../parts/values.js';
import { CONDITIONS, filterOf, ORDERS, orderOf, valuesOf, type Condition } from './screener/conditions.js';

type Row = NonNullable<ScreenerQuery['securities']>['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Ticker', cell: ({ ticker }) => <TickerLink ticker={ticker} /> },
  {
    name: 'Name',
    cell: ({ name }) => (
      <span class="ellipsis" title={name}>
        {name}
      </span>
    ),
    isMinor: true,
  },
  {
    name: 'Sector',
    cell: (row) => <span class="ellipsis">{sectorWords(row)}</span>,
    isMinor: true,
  },
  { name: 'Last', kind: 'number', hint: 'USD', cell: ({ quote }) => price(quote?.last) },
  {
    name: 'Change',
    kind: 'number',
    hint: 'Of the session',
    cell: ({ quote }) => <Change percent={quote?.changePct} />,
  },
  { name: 'Signal', cell: ({ signal }) => <Label label={signal?.label} /> },
  {
    name: 'Score',
    kind: 'number',
    hint: 'Composite, 0 to 100',
    cell: ({ signal }) => <Score score={signal?.compositeScore} />,
  },
  { name: 'Volume', kind: 'number', hint: 'Shares', cell: ({ quote }) => compact(quote?.volume), isMinor: true },
  {
    name: 'Vol. ratio',
    kind: 'number',
    hint: 'Volume over the mean of the 20 sessions before',
    cell: ({ signal }) => multiple(signal?.scores.momentum?.details.volumeRatio),
    isMinor: true,
  },
  {
    name: 'Technical',
    kind: 'number',
    cell: ({ signal }) => oneDecimal(signal?.scores.technical?.score),
    isMinor: true,
  },
  { name: 'Momentum', kind: 'number', cell: ({ signal }) => oneDecimal(signal?.scores.momentum?.score), isMinor: true },
  {
    name: 'Fundamentals',
    kind: 'number',
    cell: ({ signal }) => oneDecimal(signal?.scores.fundamentals?.score),
    isMinor: true,
  },
];

const PAGE = 100;

function csvRows(rows: readonly Row[]): readonly (readonly (string | number | null)[])[] {
  const head = [
    'ticker',
    'name',
    'sector',
    'last_usd',
    'change_pct',
    'volume',
    'label',
    'score',
    'confidence',
    'technical',
    'momentum',
    'fundamentals',
    'microstructure',
  ];
  return [
    head,
    ...rows.map(({ ticker, name, sector, quote, signal }) => [
      ticker,
      name,
      sector,
      quote?.last ?? null,
      quote?.changePct ?? null,
      quote?.volume ?? null,
      signal?.label ?? null,
      signal?.compositeScore ?? null,
      signal?.confidence ?? null,
      signal?.scores.technical?.score ?? null,
      signal?.scores.momentum?.score ?? null,
      signal?.scores.fundamentals?.score ?? null,
      signal?.scores.microstructure?.score ?? null,
    ]),
  ];
}

/** Further pages of the same screen, below the first. */
function Result({
  first,
  variables,
  isBusy,
}: {
  readonly first: NonNullable<ScreenerQuery['securities']>;
  readonly variables: ScreenerQueryVariables;
  readonly isBusy: boolean;
}) {
  const [more, setMore] = useState<readonly NonNullable<ScreenerQuery['securities']>[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const pages = [first, ...more];
  const rows = pages.flatMap(({ nodes }) => nodes);
  const { hasNextPage, endCursor } = (pages.at(-1) ?? first).pageInfo;
  const next = (): void => {
    setFailure(null);
    read(ScreenerDocument, { ...variables, after: endCursor }).then(({ data, errors: [error] }) => {
      if (data?.securities === null || data?.securities === undefined) setFailure(error);
      else setMore([...more, data.securities]);
    }, setFailure);
  };
  if (rows.length === 0) return <Empty>No security matches all of these conditions. Loosen one of them.</Empty>;
  return (
    <>
      <div class="inline">
        <p>
          {first.totalCount} {first.totalCount === 1 ? 'security' : 'securities'}
          {rows.length < first.totalCount && `, ${rows.length} shown`}
        </p>
        <button type="button" class="button" onClick={() => saveCsv('screen.csv', csvRows(rows))}>
          Save as CSV
        </button>
      </div>
      <Table caption="Securities of the screen" columns={COLUMNS} rows={rows} rowKey={({ ticker }) => ticker} />
      {failure !== null && failure !== undefined && <Refusal error={asError(failure)} again={next} />}
      {hasNextPage && (
        <button type="button" class="button more" disabled={isBusy} onClick={next}>
          Show the next {Math.min(PAGE, first.totalCount - rows.length)} (1 unit)
        </button>
      )}
    </>
  );
}

function Field({
  condition: { name, options, min, max, step },
  value,
}: {
  readonly condition: Condition;
  readonly value: string;
}) {
  if (options !== undefined)
    return (
      <select name={name}>
        {options.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    );
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return <input type="number" name={name} step={step} defaultValue={value} {...bounds} />;
}

/** The address without its text, which is not only a condition of the form: it is searched as one types. */
function keyOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => name !== 'search')).toString();
}

/** The conditions of the form count when it is sent; its text is searched as one types. */
function Conditions({ query, total }: { readonly query: URLSearchParams; readonly total: number | null }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    keepInAddress(valuesOf(new FormData(event.currentTarget as HTMLFormElement)));
  };
  return (
    <form class="conditions" onSubmit={submit} key={keyOf(query)}>
      <SearchField
        label="Ticker or name"
        search={query.get('search') ?? ''}
        ask={(text) => keepOneInAddress('search', text)}
        total={total}
      />
      {CONDITIONS.map((condition) => (
        <label key={condition.name}>
          <span>
            {condition.label}
            {condition.unit !== undefined && <small> {condition.unit}</small>}
          </span>
          <Field condition={condition} value={query.get(condition.name) ?? ''} />
        </label>
      ))}
      <label>
        <span>Order</span>
        <select name="order">
          {ORDERS.map(([value, text]) => (
            <option key={value} value={value} selected={value === (query.get('order') ?? ORDERS[0][0])}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <div class="inline">
        <button type="submit" class="button primary">
          Screen <small>1 unit</small>
        </button>
        <button type="button" class="button" onClick={() => keepInAddress({})}>
          Clear
        </button>
      </div>
    </form>
  );
}

function Screen({
  asked,
  variables,
}: {
  readonly asked: Asked<ScreenerQuery>;
  readonly variables: ScreenerQueryVariables;
}) {
  const {
    data,
    errors: [error],
    isLoading,
    isBusy,
    again,
  } = asked;
  return (
    <Panel
      title="Result"
      dataSources={asked.dataSources}
      class="wide"
      rows={14}
      isLoading={isLoading}
      isBusy={isBusy}
      error={data?.securities === null || data === null ? error : undefined}
      again={again}
      source={{ panel: 'ScreenerPanel', variables }}
      note="Scores 0 to 100; prices of the last session"
    >
      {data?.securities !== null && data?.securities !== undefined && (
        <Result key={JSON.stringify(variables)} first={data.securities} variables={variables} isBusy={isBusy} />
      )}
    </Panel>
  );
}

/** Securities by conditions; the address keeps them, so that a link reproduces the screen. */
export function Screener() {
  const { account } = useAccount();
  const { query } = useStore(place);
  const variables: ScreenerQueryVariables = { first: PAGE, filter: filterOf(query), orderBy: orderOf(query) };
  const asked = useSearch(ScreenerDocument, account !== null && mayScreen(account) ? variables : null);
  if (account === null) return <Loading rows={12} />;
  return (
    <>
      <header class="page-head">
        <h1>Screener</h1>
        <p class="note">
          Conditions of all kinds together; empty ones do not count. The text is searched as you type, a unit for each
          search.
        </p>
      </header>
      <div class="grid">
        <section class="panel wide" aria-label="Conditions">
          <div class="panel-body">
            <Conditions query={query} total={asked.isBusy ? null : (asked.data?.securities?.totalCount ?? null)} />
          </div>
        </section>
        <Gate
          account={account}
          field={SCREENED}
          what="Screening"
          isOpen={mayScreen(account)}
          tier={account.batchTierOf(SCREENED) ?? 'FREE'}
        >
          <Screen asked={asked} variables={variables} />
        </Gate>
      </div>
    </>
  );
}
