import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { IpoListing as StoredListing, IpoListingChange, IpoListingFields } from '../store/ipo-listings.js';
import type { Store } from '../store/open-store.js';
import type { Tables } from '../store/tables.js';
import { isoDate } from '../calendar/days.js';
import { newYorkTime } from '../calendar/new-york-time.js';

/** Data of the event `ipo.listing`; offer prices in USD per share. */
export interface IpoNews {
  readonly ticker: string;
  readonly issuer_name: string;
  /** `YYYY-MM-DD`. */
  readonly listing_date: string;
  /** The old date, if the date changed. */
  readonly previous_listing_date?: string;
  readonly exchange: string | null;
  readonly offer_low: number | null;
  readonly offer_high: number | null;
}

export interface IpoStorage {
  /** Name of the source the rows are stored under. */
  readonly source: string;
  readonly now: Date;
  /** Stores without emitting events. */
  readonly isSilent?: boolean;
  /** Id of each event; random by default. */
  readonly newEventId?: () => string;
}

const EVENT = 'ipo.listing';
const EVENT_ID_BYTES = 12;

function randomEventId(): string {
  return `evt_${randomBytes(EVENT_ID_BYTES).toString('base64url')}`;
}

/** The date of a filing or withdrawal is not a listing date, and an IPO without a ticker is not a listing yet. */
function isOnCalendar(listing: StoredListing): listing is StoredListing & { readonly ticker: string } {
  return listing.ticker !== null && (listing.status === 'expected' || listing.status === 'priced');
}

/**
 * The event data for a change: an IPO dated `today` (a calendar day) or later is new, or a date moves from or to such a
 * day. Null for any other change.
 */
export function ipoNewsOf({ before, after }: IpoListingChange, today: number): IpoNews | null {
  if (!isOnCalendar(after)) return null;
  const previousDay = before !== undefined && isOnCalendar(before) ? before.day : undefined;
  if (after.day === previousDay || Math.max(after.day, previousDay ?? after.day) < today) return null;
  const { ticker, issuerName, day, exchange, offerLow, offerHigh } = after;
  return {
    ticker,
    issuer_name: issuerName,
    listing_date: isoDate(day),
    ...(previousDay === undefined ? {} : { previous_listing_date: isoDate(previousDay) }),
    exchange,
    offer_low: offerLow,
    offer_high: offerHigh,
  };
}

/**
 * Stores calendar rows with distinct issuers and tickers in `tx` and emits `ipo.listing` for each relevant change;
 * today is New York's date. Returns the number of events.
 */
export async function storeIpoListings(
  store: Store,
  tx: Transaction<Tables>,
  listings: readonly IpoListingFields[],
  options: IpoStorage,
): Promise<number> {
  const { source, now, isSilent = false, newEventId = randomEventId } = options;
  const changes = await store.ipoListings.save(
    tx,
    listings.map((listing) => ({ ...listing, source })),
  );
  if (isSilent) return 0;
  const today = newYorkTime(now.getTime()).day;
  const news = changes.flatMap((change) => ipoNewsOf(change, today) ?? []);
  for (const data of news)
    await store.outbox.emit(tx, { id: newEventId(), type: EVENT, accountId: null, data, at: now });
  return news.length;
}
