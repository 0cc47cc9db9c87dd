import type { AnnouncedAction } from './announced-action.js';
import { civilOf, isoDate } from '../calendar/days.js';
import { isQuarterlyExpiry, monthlyOptionExpiry } from '../calendar/option-expiries.js';
import {
  actionCatalyst,
  listingCatalyst,
  releaseCatalyst,
  tradeCatalyst,
  type Catalyst,
  type CatalystType,
  type CongressTrade,
  type Listing,
  type MacroRelease,
} from './catalyst-rows.js';
import { nextFiling, type FilingDates } from './earnings-calendar.js';

export { type Catalyst, type CatalystType } from './catalyst-rows.js';

/** In the order in which events of the same time are shown. */
export const CATALYST_TYPES: readonly CatalystType[] = [
  'earnings',
  'ipo',
  'dividend',
  'split',
  'macro',
  'opex',
  'congress',
];

/** Calendar days that a calendar covers, after today and, for trades of members of Congress, before it. */
export const MOST_DAYS = 60;

/** Everything that is stored of these days; days since 1970-01-01, New York's. */
export interface CatalystRows {
  /** The reports of each ticker with their filing dates, oldest first. */
  readonly reports: ReadonlyMap<string, readonly FilingDates[]>;
  readonly listings: readonly Listing[];
  readonly actions: readonly AnnouncedAction[];
  readonly releases: readonly MacroRelease[];
  readonly trades: readonly CongressTrade[];
  readonly today: number;
}

/** Every catalyst within `MOST_DAYS` of today, in the order in which they are shown. */
export function catalystCalendar(rows: CatalystRows): readonly Catalyst[] {
  const { today } = rows;
  return [
    ...reportCatalysts(rows),
    ...rows.listings.flatMap(listingCatalyst),
    ...rows.actions.map(actionCatalyst),
    ...rows.releases.map(releaseCatalyst),
    ...expiryCatalysts(today),
    ...rows.trades.map(tradeCatalyst),
  ]
    .filter((event) => isWithin(event, today, MOST_DAYS))
    .sort(inOrder);
}

/** Trades were disclosed in the days up to today; everything else is to come. Today is in both. */
function isWithin({ type, day }: Catalyst, today: number, days: number): boolean {
  const distance = type === 'congress' ? today - day : day - today;
  return distance >= 0 && distance <= days;
}

function reportCatalysts({ reports, today }: CatalystRows): readonly Catalyst[] {
  return Array.from(reports, ([ticker, filed]): readonly Catalyst[] => {
    const next = nextFiling(filed, today);
    if (!('result' in next)) return [];
    return [
      {
        day: next.result,
        minute: null,
        type: 'earnings',
        ticker,
        title: 'Quarterly report (estimate)',
        detail: 'Computed from the dates of earlier filings; the company has not announced it.',
        importance: 'medium',
        isEstimate: true,
        sourceUrl: null,
      },
    ];
  }).flat();
}

function expiryCatalysts(today: number): readonly Catalyst[] {
  const { year, month } = civilOf(today);
  return [0, 1, 2].map((later): Catalyst => {
    const index = month - 1 + later;
    const [inYear, inMonth] = [year + Math.floor(index / 12), (index % 12) + 1];
    const isQuarterly = isQuarterlyExpiry(inMonth);
    return {
      day: monthlyOptionExpiry(inYear, inMonth),
      minute: null,
      type: 'opex',
      ticker: null,
      title: isQuarterly ? 'Quarterly expiry of options and futures' : 'Monthly expiry of options',
      detail: isQuarterly
        ? 'Options on stocks and indices and futures on indices expire together (triple witching).'
        : 'Last trading day of the monthly options on stocks and funds.',
      importance: isQuarterly ? 'high' : 'medium',
      isEstimate: false,
      sourceUrl: null,
    };
  });
}

const PLACES: ReadonlyMap<CatalystType, number> = new Map(CATALYST_TYPES.map((type, place) => [type, place]));

/** By date, time, type, ticker, title and detail; without a time, or a ticker, first. */
function inOrder(one: Catalyst, other: Catalyst): number {
  return (
    one.day - other.day ||
    (one.minute ?? -1) - (other.minute ?? -1) ||
    (PLACES.get(one.type) ?? 0) - (PLACES.get(other.type) ?? 0) ||
    compared(one.ticker ?? '', other.ticker ?? '') ||
    compared(one.title, other.title) ||
    compared(one.detail, other.detail)
  );
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export interface CatalystLimits {
  readonly days: number;
  readonly types: readonly CatalystType[];
}

/** What is shown, and what of the request the limits left out: the days if fewer are shown, and types. */
export interface NarrowedRequest extends CatalystLimits {
  readonly clamped: { readonly days: number | null; readonly types: readonly CatalystType[] };
}

/** The request within the limits; without types, all that they allow. Types are in their own order, each once. */
export function narrowed(days: number, types: readonly CatalystType[] | null, limits: CatalystLimits): NarrowedRequest {
  const asked = CATALYST_TYPES.filter((type) => (types ?? limits.types).includes(type));
  return {
    days: Math.min(days, limits.days),
    types: asked.filter((type) => limits.types.includes(type)),
    clamped: {
      days: days > limits.days ? days : null,
      types: asked.filter((type) => !limits.types.includes(type)),
    },
  };
}

export interface CatalystWindow extends CatalystLimits {
  readonly today: number;
  /** Null for the whole market. */
  readonly ticker: string | null;
}

/** The events of a calendar that a window shows. */
export function catalystsIn(calendar: readonly Catalyst[], { today, days, types, ticker }: CatalystWindow): Catalyst[] {
  const wanted = new Set(types);
  return calendar.filter(
    (event) => wanted.has(event.type) && (ticker === null || event.ticker === ticker) && isWithin(event, today, days),
  );
}

export interface MissingCatalysts {
  readonly type: CatalystType;
  readonly reason: string;
}

/** Why a type has no event. */
const NOTHING: Readonly<Record<CatalystType, string>> = {
  earnings: 'no next report is estimated for these days; an estimate needs the filing dates of earlier reports',
  ipo: 'no expected or priced IPO of these days is stored',
  dividend: 'no announced dividend of these days is stored',
  split: 'no announced split of these days is stored',
  macro: 'no release of these days is in the calendar',
  opex: 'no monthly options expire in these days',
  congress: 'no disclosed trade of these days is stored',
};

const OF_THE_MARKET: ReadonlySet<CatalystType> = new Set(['macro', 'opex']);

/** The reason for each type of a window without events, and the releases whose dates are not known to its end. */
export function missingCatalysts(
  events: readonly Catalyst[],
  { types, ticker, today, days }: CatalystWindow,
  lastReleases: ReadonlyMap<string, number>,
): readonly MissingCatalysts[] {
  const found = new Set(events.map(({ type }) => type));
  const empty = types
    .filter((type) => !found.has(type))
    .map((type) => ({
      type,
      reason:
        ticker !== null && OF_THE_MARKET.has(type) ? 'it concerns the whole market, not one ticker' : NOTHING[type],
    }));
  if (ticker !== null || !types.includes('macro')) return empty;
  const ending = Array.from(lastReleases, ([title, day]): readonly MissingCatalysts[] =>
    day >= today + days ? [] : [{ type: 'macro', reason: `dates of ${title} are known to ${isoDate(day)} only` }],
  ).flat();
  return [...empty, ...ending];
}

/** The day of the last release of each title. */
export function lastReleases(releases: readonly MacroRelease[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { title, day } of releases) last.set(title, Math.max(day, last.get(title) ?? day));
  return last;
}
