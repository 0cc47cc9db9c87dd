import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { roundAdjustedPrice, roundPrice, roundTo } from '../rounding.js';

/** The eight groups, in the order in which equal days are shown. */
export const EVENT_GROUPS = [
  'earnings',
  'dividends',
  'splits',
  'analyst',
  'insider',
  'filings',
  'conferences',
  'corporate',
] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

/** As REST spells them. */
export type EventKind =
  | 'earnings_report'
  | 'earnings_estimate'
  | 'earnings_release'
  | 'dividend'
  | 'split'
  | 'upgrade'
  | 'downgrade'
  | 'initiation'
  | 'reiteration'
  | 'resumption'
  | 'termination'
  | 'insider_purchase'
  | 'insider_sale'
  | 'insider_grant'
  | 'insider_exercise'
  | 'insider_tax'
  | 'insider_gift'
  | 'insider_disposition'
  | 'insider_other'
  | 'insider_statement'
  | 'insider_report'
  | 'filing'
  | 'regulation_fd'
  | 'agreement'
  | 'agreement_ended'
  | 'bankruptcy'
  | 'cybersecurity_incident'
  | 'acquisition_or_disposition'
  | 'financing'
  | 'restructuring'
  | 'impairment'
  | 'listing'
  | 'shareholder_rights'
  | 'auditor_change'
  | 'restatement'
  | 'control_change'
  | 'officer_change'
  | 'bylaws_or_name'
  | 'shareholder_vote'
  | 'other';

/** What `value` counts. */
export type ValueUnit = 'USD' | 'USD_PER_SHARE' | 'NEW_SHARES_PER_OLD_SHARE';

/** One event. Days since 1970-01-01, New York's. */
export interface DatedEvent {
  readonly day: number;
  readonly kind: EventKind;
  readonly title: string;
  readonly detail: string;
  readonly value: number | null;
  readonly valueUnit: ValueUnit | null;
  readonly sourceUrl: string | null;
  /** Epoch milliseconds; null if the source does not tell when it became known. */
  readonly knownMs: number | null;
  readonly isEstimate: boolean;
  /** Of the filing that tells of it, so that one filing is not shown twice; null if it is not from one. */
  readonly accession: string | null;
}

/** An event as it is shown. */
export interface CorporateEvent {
  readonly date: string;
  readonly kind: EventKind;
  readonly title: string;
  readonly detail: string;
  readonly value: number | null;
  readonly valueUnit: ValueUnit | null;
  readonly sourceUrl: string | null;
  readonly knownAt: string | null;
  readonly isEstimate: boolean;
}

const PLAIN = {
  value: null,
  valueUnit: null,
  sourceUrl: null,
  knownMs: null,
  isEstimate: false,
  accession: null,
} as const;

type Told = Pick<DatedEvent, 'day' | 'kind' | 'title' | 'detail'>;

/** An event without value and source but for those given. */
export function eventOf(told: Told & Partial<DatedEvent>): DatedEvent {
  return { ...PLAIN, ...told };
}

/** The digits of each unit; one field has all units, so that no scalar can round it. */
const ROUNDED: Readonly<Record<ValueUnit, (value: number) => number>> = {
  USD: (value) => roundTo(value, 2),
  USD_PER_SHARE: roundPrice,
  NEW_SHARES_PER_OLD_SHARE: (value) => roundTo(value, 6),
};

function roundedValue({ kind, value, valueUnit }: DatedEvent): number | null {
  if (value === null || valueUnit === null) return null;
  return kind === 'dividend' ? roundAdjustedPrice(value) : ROUNDED[valueUnit](value);
}

export function shownEvent(given: DatedEvent): CorporateEvent {
  const { day, knownMs, accession: _accession, ...event } = given;
  return {
    ...event,
    value: roundedValue(given),
    date: isoDate(day),
    knownAt: knownMs === null ? null : new Date(knownMs).toISOString(),
  };
}

/** When a filing was known at the latest: its acceptance or, if that is not known, the end of its day in New York. */
export function knownMsOf(acceptedAt: Date | null, filingDay: number): number {
  return acceptedAt?.getTime() ?? newYorkUtcMs(filingDay + 1, 0);
}

/** Newest first; equal days by when they were known, then by title and detail: never by their order in the store. */
export function newestFirst(one: DatedEvent, other: DatedEvent): number {
  return (
    other.day - one.day ||
    (other.knownMs ?? 0) - (one.knownMs ?? 0) ||
    compareText(one.title, other.title) ||
    compareText(one.detail, other.detail)
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
