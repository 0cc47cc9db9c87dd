import { useAccount } from '../app/account.js';
import { day, dayOfWeek, sentence, timeOfDay, words } from '../app/format.js';
import { keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useQuery } from '../app/use-query.js';
import { CalendarPageDocument } from '../generated/documents.js';
import type { CalendarPanelFragment, CalendarPageQueryVariables, CatalystType } from '../generated/types.js';
import { Panel } from '../parts/panel.js';
import { Empty, Loading } from '../parts/states.js';
import { Table, type Column } from '../parts/table.js';
import { EventTitle, TickerLink } from '../parts/values.js';
import { byToday } from './calendar/by-today.js';

type Catalysts = NonNullable<CalendarPanelFragment['catalysts']>;

const TYPES: readonly (readonly [CatalystType, string])[] = [
  ['EARNINGS', 'Earnings'],
  ['DIVIDEND', 'Dividends'],
  ['SPLIT', 'Splits'],
  ['IPO', 'IPOs'],
  ['MACRO', 'Macro'],
  ['OPEX', 'Option expiries'],
  ['CONGRESS', 'Congress'],
];
const DAYS = [7, 14, 21, 30, 60];

function wanted(query: URLSearchParams): CalendarPageQueryVariables {
  const days = DAYS.find((each) => String(each) === query.get('days')) ?? 21;
  const type = TYPES.find(([each]) => each === query.get('type'))?.[0];
  const ticker = (query.get('ticker') ?? '').toUpperCase();
  return { days, ...(type === undefined ? {} : { types: [type] }), ...(ticker === '' ? {} : { ticker }) };
}

/** What the tier has left out, in words. */
function Narrowed({ catalysts: { clamped, limits, windowDays } }: { readonly catalysts: Catalysts }) {
  if (clamped.days === null && clamped.types.length === 0) return null;
  const types = clamped.types.map((type) => words(type).toLowerCase()).join(', ');
  return (
    <p class="gate">
      Your tier shows {limits.days} days
      {clamped.days === null ? '' : ` of the ${clamped.days} that you asked for, so this is ${windowDays}`}
      {types === '' ? '' : `, and leaves out: ${types}`}. Pro shows 60 days of every type.
    </p>
  );
}

function Form({ query }: { readonly query: URLSearchParams }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget as HTMLFormElement)];
    keepInAddress(
      Object.fromEntries(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : []))),
    );
  };
  const { days } = wanted(query);
  return (
    <form class="inline" onSubmit={submit} key={query.toString()}>
      <label>
        Days
        <select name="days">
          {DAYS.map((each) => (
            <option key={each} value={each} selected={each === days}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label>
        Type
        <select name="type">
          <option value="">All</option>
          {TYPES.map(([value, text]) => (
            <option key={value} value={value} selected={value === query.get('type')}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Ticker
        <input type="text" name="ticker" size={8} maxLength={10} defaultValue={query.get('ticker') ?? ''} />
      </label>
      <button type="submit" class="button primary">
        Show <small>1 unit</small>
      </button>
    </form>
  );
}

type Event = Catalysts['events'][number];

const COLUMNS: readonly Column<Event>[] = [
  { name: 'Day', cell: ({ date }) => <span class="nowrap">{dayOfWeek(date)}</span>, by: ({ date }) => date },
  { name: 'Time', cell: ({ time }) => <span class="nowrap">{timeOfDay(time)}</span>, isMinor: true },
  { name: 'Type', cell: ({ type }) => words(type), by: ({ type }) => type, isMinor: true },
  {
    name: 'Ticker',
    cell: ({ ticker, security }) => ticker !== null && <TickerLink ticker={ticker} isStored={security !== null} />,
    by: ({ ticker }) => ticker,
  },
  {
    name: 'Event',
    cell: ({ title, detail, isEstimate }) => (
      <>
        <EventTitle title={title} isEstimate={isEstimate} />
        <span class="faint block">{sentence(detail)}</span>
      </>
    ),
  },
  {
    name: 'Weight',
    cell: ({ importance }) => words(importance),
    by: ({ importance }) => ['LOW', 'MEDIUM', 'HIGH'].indexOf(importance),
    isMinor: true,
  },
];

function EventTable({ caption, events }: { readonly caption: string; readonly events: readonly Event[] }) {
  return (
    <Table
      caption={caption}
      rows={events}
      rowKey={({ date, type, ticker, title, detail }) => date + type + (ticker ?? '') + title + detail}
      atMost={100}
      columns={COLUMNS}
    />
  );
}

function Events({ catalysts }: { readonly catalysts: Catalysts }) {
  const { windowDays } = catalysts;
  const { coming, disclosed } = byToday(catalysts);
  return (
    <>
      <Narrowed catalysts={catalysts} />
      {coming.length === 0 ? (
        <Empty>No events of these kinds in {windowDays} days.</Empty>
      ) : (
        <EventTable caption="Events" events={coming} />
      )}
      {disclosed.length > 0 && (
        <>
          <h3>Trades in Congress of the {windowDays} days before</h3>
          <EventTable caption="Trades in Congress" events={disclosed} />
        </>
      )}
      {catalysts.missing.length > 0 && (
        <ul class="flags">
          {catalysts.missing.map(({ type, reason }) => (
            <li key={type + reason}>
              {words(type)}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function noteOf(catalysts: Catalysts): string {
  const { coming, disclosed } = byToday(catalysts);
  const before = disclosed.length === 0 ? '' : `, and ${disclosed.length} of the ${catalysts.windowDays} days before`;
  return `${coming.length} in ${catalysts.windowDays} days from ${day(catalysts.today)}${before}; New York’s days and times; trades in Congress by the day of their disclosure`;
}

function Result({ variables }: { readonly variables: CalendarPageQueryVariables }) {
  const {
    data,
    errors: [error],
    isLoading,
    again,
    dataSources,
  } = useQuery(CalendarPageDocument, variables);
  const catalysts = data?.catalysts ?? null;
  return (
    <Panel
      title="Events"
      dataSources={dataSources}
      rows={14}
      noteRoom="17 in 21 days from Nov 27, 2026, and 12 of the 7 days before; New York’s days and times; trades in Congress by the day of their disclosure"
      isLoading={isLoading}
      error={catalysts === null ? error : undefined}
      again={again}
      source={{ panel: 'CalendarPanel', variables, rest: `catalysts?days=${variables.days}` }}
      note={catalysts === null ? undefined : noteOf(catalysts)}
    >
      {catalysts === null ? <Empty>No events.</Empty> : <Events catalysts={catalysts} />}
    </Panel>
  );
}

/** Dated events; the address keeps what is shown. */
export function Calendar() {
  const { query } = useStore(place);
  const { account } = useAccount();
  return (
    <>
      <header class="page-head">
        <h1>Calendar</h1>
      </header>
      {account === null ? (
        <Loading rows={12} />
      ) : (
        <div class="stack">
          <section class="panel" aria-label="What to show">
            <div class="panel-body">
              <Form query={query} />
            </div>
          </section>
          <Result variables={wanted(query)} />
        </div>
      )}
    </>
  );
}
