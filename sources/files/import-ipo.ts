import { civilOf, isoDate } from '../../calendar/days.js';
import { ipoKey, ipoListing } from '../../store/ipo-listings.js';
import { storeIpoListings } from '../ipo-listings.js';
import { CellError, parseNumber } from './cells.js';
import { day, lowerCase, number, optionalText, text, ticker, type Cell } from './read-cells.js';
import { rowImport, type RowImport } from './row-import.js';

/** `18.00-20.00` is a range; `10.00` is both ends of one. */
function priceRange(cell: Cell, label: string): readonly [low: number | null, high: number | null] {
  const range = text(cell);
  if (range === '') return [null, null];
  const [low, high = low, ...more] = range.split('-').map((part) => part.trim());
  if (more.length > 0) throw new CellError(`${label} ${JSON.stringify(range)} is neither a price nor a price range`);
  return [parseNumber(low, label), parseNumber(high, label)];
}

/**
 * IPO calendars in Finnhub's format. A row replaces the stored one with the same ticker and issuer. New information
 * about an IPO that is upcoming at the import's `now` is emitted as `ipo.listing`, in the file's transaction.
 */
export const IPO: RowImport<typeof ipoListing> = {
  kind: 'ipo',
  summary: "IPO calendars from Finnhub's JSON files.",
  noun: 'IPO calendar',
  list: 'ipoCalendar',
  extensions: ['json'],
  columns: {
    ticker: [ticker, 'symbol'],
    issuerName: [text, 'name'],
    exchange: [optionalText],
    status: [lowerCase],
    day: [day, 'date'],
    offerLow: [(cell, label) => priceRange(cell, label)[0], 'price'],
    offerHigh: [(cell, label) => priceRange(cell, label)[1], 'price'],
    shares: [number, 'numberOfShares'],
    valueUsd: [number, 'totalSharesValue'],
  },
  model: ipoListing,
  keyOf: ipoKey,
  faultOf: (row, now) =>
    civilOf(row.day).year > now.getUTCFullYear() + 1 ? `date ${isoDate(row.day)} is later than next year` : undefined,
  nameOf: ({ issuerName }) => issuerName,
  async save(store, tx, listings, { source, now }) {
    const events = await storeIpoListings(store, tx, listings, { source, now });
    return events === 0 ? [] : [`Emitted ipo.listing events: ${events}.`];
  },
  sample: {
    file: JSON.stringify({
      ipoCalendar: [
        { symbol: 'PBLO', name: 'Pebble Optics Inc.', status: 'expected', date: '2026-05-20', price: '18.00-20.00' },
        { symbol: null, name: 'Gone Co', status: 'withdrawn', date: '2026-05-01', price: null },
        { symbol: 'SOON', name: 'Soon Co', status: 'expected', date: 'soon', price: '10.00' },
      ],
    }),
    stored: 2,
    refused: ['row 3: date "soon" is not YYYY-MM-DD, YYYYMMDD or M/D/YYYY'],
  },
};

export const IMPORT = rowImport(IPO);
