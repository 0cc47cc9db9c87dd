import { storeIpoListings } from '../ipo-listings.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { ipoListing, type IpoListingFields } from '../../store/ipo-listings.js';
import { hashText, seededRandom } from './random.js';
import { SIMULATED, type SimulatedLoad, type SimulatedRows } from './simulated-rows.js';
import { nextSession } from '../../calendar/nyse.js';

const SEED = hashText('ipo calendar');
const EXCHANGES = ['NASDAQ', 'NYSE'];
const FIRST_WORDS = [
  'Alder',
  'Basalt',
  'Cinder',
  'Dovetail',
  'Ember',
  'Fathom',
  'Glasswing',
  'Harrow',
  'Juniper',
  'Kestrel',
  'Larkspur',
  'Marrow',
  'Nettle',
  'Oakfield',
  'Quill',
  'Saltmeadow',
];
const SECOND_WORDS = [
  'Analytics',
  'Biologics',
  'Devices',
  'Energy',
  'Freight',
  'Foods',
  'Materials',
  'Networks',
  'Optics',
  'Payments',
  'Robotics',
  'Software',
  'Therapeutics',
];

const WEEK = 7;
/** Monday of the week of 1970-01-01 is day -3. */
const MONDAY_OFFSET = 3;
const WEEKS_BEHIND = 2;
/** An IPO is announced in the week that is so many before its own. */
const WEEKS_AHEAD = 4;
const DELAYED_SHARE = 0.4;
/** Calendar days before its date that a delay is told. */
const DELAY_NOTICE = 6;
const LONGEST_DELAY = 9;

function sessionFrom(day: number): number {
  return nextSession(day - 1);
}

/** The IPO of one week, counted from 1970-01-01, as it stood on `today` (a calendar day). */
function ipoOfWeek(week: number, today: number): IpoListingFields {
  const random = seededRandom(SEED, week, 0);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = (words: readonly string[]): string => words[below(words.length)] ?? '';
  const issuer = `${pick(FIRST_WORDS)} ${pick(SECOND_WORDS)}`;
  const exchange = pick(EXCHANGES);
  const planned = sessionFrom(week * WEEK - MONDAY_OFFSET + 1 + below(3));
  const isDelayed = random() < DELAYED_SHARE;
  const delay = 1 + below(LONGEST_DELAY);
  const day = isDelayed && today >= planned - DELAY_NOTICE ? sessionFrom(planned + delay) : planned;
  const low = 8 + below(25);
  const range = 2 + below(3);
  const isPriced = today >= day;
  const shares = (2 + below(30)) * 1_000_000;
  const price = low + Math.floor(range / 2);
  return ipoListing.parse({
    ticker: `SIM${week}`,
    issuerName: `${issuer} Inc. (invented demo company)`,
    exchange,
    status: isPriced ? 'priced' : 'expected',
    day,
    offerLow: isPriced ? price : low,
    offerHigh: isPriced ? price : low + range,
    shares,
    valueUsd: shares * (isPriced ? price : low + range),
  });
}

/**
 * The demo market's IPO calendar on New York's day of `now`: one IPO a week, invented throughout; some are put off
 * shortly before their date.
 */
export function simulatedIpos(now: Date): readonly IpoListingFields[] {
  const today = newYorkTime(now.getTime()).day;
  const thisWeek = Math.floor((today + MONDAY_OFFSET) / WEEK);
  return Array.from({ length: WEEKS_BEHIND + WEEKS_AHEAD + 1 }, (_, index) =>
    ipoOfWeek(thisWeek - WEEKS_BEHIND + index, today),
  );
}

/**
 * Brings the demo market's IPO calendar up to `now`, with its events; the first calendar emits none. Returns the number
 * of events.
 */
export async function loadSimulatedIpos({ store, tx, now }: Omit<SimulatedLoad, 'isFirst'>): Promise<number> {
  const isSilent = (await store.ipoListings.countFrom(tx, SIMULATED, newYorkTime(now.getTime()).day)) === 0;
  return storeIpoListings(store, tx, simulatedIpos(now), { source: SIMULATED, now, isSilent });
}

export const SIMULATED_ROWS: SimulatedRows = async (load) => {
  await loadSimulatedIpos(load);
};
