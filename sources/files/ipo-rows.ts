import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ipoKey } from '../../store/ipo-listings.js';
import { ipoListingSchema, type IpoListing } from '../models/ipo-listing.js';
import { tickerSchema } from '../models/security-profile.js';
import { CellError, parseDate, parseNumber } from './cells.js';
import { ImportError, type RefusedRow } from './import-report.js';

/** What a file of an IPO calendar holds; the rows that are refused are named by their place in its list, from 1. */
export interface IpoFile {
  readonly listings: readonly IpoListing[];
  readonly refused: readonly RefusedRow[];
}

const calendarSchema = z.object({ ipoCalendar: z.array(z.unknown()) });

const rowSchema = z.object({
  date: z.string(),
  exchange: z.string().nullish(),
  name: z.string(),
  numberOfShares: z.number().nullish(),
  price: z.union([z.string(), z.number()]).nullish(),
  status: z.string(),
  symbol: z.string().nullish(),
  totalSharesValue: z.number().nullish(),
});

/** Reads Finnhub's IPO calendar: `{"ipoCalendar": [{date, exchange, name, numberOfShares, price, status, symbol, totalSharesValue}]}`. Throws ImportError where the file is none. */
export async function readIpoCalendar(file: string): Promise<IpoFile> {
  const rows = calendarSchema.safeParse(parsedJson(await contentOf(file)));
  if (!rows.success) throw new ImportError('The file is no IPO calendar: it holds no list "ipoCalendar".');
  const listings: IpoListing[] = [];
  const refused: RefusedRow[] = [];
  const places = new Map<string, number>();
  for (const [index, row] of rows.data.ipoCalendar.entries()) {
    const line = index + 1;
    try {
      const listing = listingOf(row);
      const key = ipoKey(listing);
      const earlier = places.get(key);
      if (earlier !== undefined) throw new CellError(`${listing.issuerName} was in row ${earlier} already; the first one counts`);
      places.set(key, line);
      listings.push(listing);
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      refused.push({ line, reason: fault.message });
    }
  }
  return { listings, refused };
}

async function contentOf(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ImportError(`The file "${file}" cannot be read.`, { cause });
  });
  return content.replace(/^\uFEFF/, '');
}

function parsedJson(content: string): unknown {
  if (content.trim() === '') throw new ImportError('The file is empty.');
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new ImportError('The file is not JSON.', { cause });
  }
}

function listingOf(given: unknown): IpoListing {
  const row = checked(rowSchema, given);
  const [offerLow, offerHigh] = offerRange(row.price);
  const symbol = presence(row.symbol);
  return checked(ipoListingSchema, {
    ticker: symbol === null ? null : tickerOf(symbol),
    issuerName: row.name.trim(),
    exchange: presence(row.exchange),
    status: row.status.trim().toLowerCase(),
    day: parseDate(row.date.trim()).day,
    offerLow,
    offerHigh,
    shares: row.numberOfShares ?? null,
    valueUsd: row.totalSharesValue ?? null,
  });
}

function tickerOf(symbol: string): string {
  const ticker = tickerSchema.safeParse(symbol.toUpperCase().replaceAll('-', '.'));
  if (!ticker.success) throw new CellError(`ticker ${JSON.stringify(symbol)}: ${ticker.error.issues[0]?.message ?? 'not a ticker'}`);
  return ticker.data;
}

function presence(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** `18.00-20.00` is a range, `10.00` both its ends. */
function offerRange(price: string | number | null | undefined): readonly [number | null, number | null] {
  const text = presence(price === undefined || price === null ? null : String(price));
  if (text === null) return [null, null];
  const [low, high = low, ...more] = text.split('-').map((part) => part.trim());
  if (more.length > 0) throw new CellError(`price ${JSON.stringify(text)} is no price and no range of two`);
  return [parseNumber(low, 'price'), parseNumber(high, 'price')];
}

/** The value as the schema has it. Throws CellError with the first of its faults. */
function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  throw new CellError(issue?.code === 'invalid_type' ? `${issue.path.join('.') || 'the row'}: ${issue.message}` : (issue?.message ?? 'the row cannot be read'));
}
