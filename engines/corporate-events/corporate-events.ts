import { earningsCalendar } from '../earnings-calendar.js';
import type { RatingAction, ShareSplit } from '../rating-actions.js';
import {
  EVENT_GROUPS,
  newestFirst,
  shownEvent,
  type CorporateEvent,
  type DatedEvent,
  type EventGroup,
} from './event.js';
import { filingEvents, type Filing } from './filing-events.js';
import { insiderEvents } from './insider-events.js';
import { reportsThatCount, type InsiderFiling } from './insider-filings.js';
import {
  analystEvents,
  announcedEvents,
  dividendEvents,
  earningsEvents,
  splitEvents,
  type AnnouncedEvent,
  type CashDividend,
  type FiledQuarter,
} from './market-events.js';
import { analystRollUp, dividendRollUp, earningsRollUp, insiderRollUp } from './roll-ups.js';

/** Everything that is stored about one security. Days since 1970-01-01. */
export interface CorporateEventsInput {
  /** Oldest first. */
  readonly reports: readonly FiledQuarter[];
  readonly dividends: readonly CashDividend[];
  readonly splits: readonly ShareSplit[];
  /** Dividends and splits that the company has announced, also past ones. */
  readonly announced: readonly AnnouncedEvent[];
  readonly actions: readonly RatingAction[];
  readonly insiderFilings: readonly InsiderFiling[];
  readonly filings: readonly Filing[];
  /** The SEC's number of the filer; null if it is not known, or invented. */
  readonly cik: number | null;
  /** The last stored session; undefined without prices. */
  readonly last: { readonly day: number; readonly close: number } | undefined;
  /** New York's calendar day. */
  readonly today: number;
}

type Groups<Value> = Readonly<Record<EventGroup, Value>>;

export interface MissingEvents {
  readonly group: EventGroup;
  readonly reason: string;
}

export interface CorporateEvents {
  readonly summary: {
    /** All stored events of each group, also those that are not shown. */
    readonly counts: Groups<number>;
    readonly earnings: ReturnType<typeof earningsRollUp>;
    readonly dividend: ReturnType<typeof dividendRollUp>;
    readonly analyst: ReturnType<typeof analystRollUp>;
    readonly insider: ReturnType<typeof insiderRollUp>;
  };
  readonly upcoming: readonly CorporateEvent[];
  readonly recent: readonly CorporateEvent[];
  readonly events: Groups<readonly CorporateEvent[]>;
  readonly missing: readonly MissingEvents[];
}

const MOST_OF_A_GROUP = 50;
const MOST_RECENT = 20;

/** Why a group has no event. */
const NOTHING: Groups<string> = {
  earnings: 'no report is stored for the ticker',
  dividends: 'no dividend is stored with the prices of the ticker, and none that was announced',
  splits: 'no split is stored with the prices of the ticker, and none that was announced',
  analyst: 'no rating action is stored for the ticker',
  insider: 'no form 3, 4 or 5 is stored for the company, and no vendor tells a transaction',
  filings: 'no filing is stored for the company',
  conferences: 'no form 8-K with an item 7.01 is stored for the company; calendars of conferences are not a source',
  corporate: 'no form 8-K with an event of the company is stored',
};

/**
 * What happened at a company and what is to come: the newest 50 events of each group, the 20 newest of all groups, and
 * the roll-ups.
 */
export function corporateEvents(input: CorporateEventsInput): CorporateEvents {
  const { reports, dividends, splits, actions, filings, cik, last, today } = input;
  const calendar = earningsCalendar({ reports, splits, today });
  const announced = announcedEvents(input.announced, last?.day ?? -Infinity);
  const fromFilings = filingEvents(cik, filings);
  const insiderReports = reportsThatCount(input.insiderFilings);
  const unsorted: Groups<readonly DatedEvent[]> = {
    earnings: [...earningsEvents(reports, splits, calendar), ...fromFilings.earnings],
    dividends: [...announced.dividends, ...dividendEvents(dividends)],
    splits: [...announced.splits, ...splitEvents(splits)],
    analyst: analystEvents(actions, splits),
    insider: insiderEvents(cik, insiderReports, input.insiderFilings, filings),
    filings: fromFilings.filings,
    conferences: fromFilings.conferences,
    corporate: fromFilings.corporate,
  };
  const groups = mapGroups((group) => unsorted[group].toSorted(newestFirst));
  return {
    summary: {
      counts: mapGroups((group) => groups[group].length),
      earnings: earningsRollUp(reports, calendar),
      dividend: dividendRollUp(dividends, last),
      analyst: analystRollUp(actions, today),
      insider: insiderRollUp(insiderReports, splits, today),
    },
    upcoming: upcomingOf(groups, today).map(shownEvent),
    recent: recentOf(groups, today).map(shownEvent),
    events: mapGroups((group) => groups[group].slice(0, MOST_OF_A_GROUP).map(shownEvent)),
    missing: EVENT_GROUPS.flatMap((group) => (groups[group].length === 0 ? [{ group, reason: NOTHING[group] }] : [])),
  };
}

function mapGroups<Value>(valueOf: (group: EventGroup) => Value): Groups<Value> {
  return Object.fromEntries(EVENT_GROUPS.map((group) => [group, valueOf(group)])) as Groups<Value>;
}

/** What has not happened yet, soonest first; an estimate for today is still to come. */
function upcomingOf(groups: Groups<readonly DatedEvent[]>, today: number): readonly DatedEvent[] {
  return EVENT_GROUPS.flatMap((group) => groups[group])
    .filter(({ day, isEstimate }) => day > today || (isEstimate && day === today))
    .sort((one, other) => -newestFirst(one, other))
    .slice(0, MOST_RECENT);
}

/** The newest past events; a filing that another group tells of is left out. */
function recentOf(groups: Groups<readonly DatedEvent[]>, today: number): readonly DatedEvent[] {
  const told = new Set(
    EVENT_GROUPS.flatMap((group) => (group === 'filings' ? [] : groups[group])).map(({ accession }) => accession),
  );
  return EVENT_GROUPS.flatMap((group) =>
    groups[group].filter(
      ({ day, isEstimate, accession }) =>
        day <= today && !isEstimate && (group !== 'filings' || accession === null || !told.has(accession)),
    ),
  )
    .sort(newestFirst)
    .slice(0, MOST_RECENT);
}
