import { z } from 'zod';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import { ReadError } from '../live/read-error.js';
import { cikNumber } from '../sec/facts.js';

/** The SEC's company_tickers.json: `{"0": {"cik_str": 320193, "ticker": "AAPL", "title": "Apple Inc."}, …}`. */
const companyTickers = z.record(z.string(), z.object({ cik_str: cikNumber, ticker: z.string() }));

/** The numbers of filers by ticker, with classes of shares after a dot. Throws ReadError. */
export function readCompanyTickers(json: unknown): ReadonlyMap<string, number> {
  const parsed = companyTickers.safeParse(json);
  if (!parsed.success) throw new ReadError('unreadable', "The SEC's list of tickers is not as expected.");
  const byTicker = new Map<string, number>();
  for (const { ticker, cik_str: cik } of Object.values(parsed.data)) {
    const name = tickerSchema.safeParse(ticker.toUpperCase().replaceAll('-', '.'));
    // The list is sorted by market value: of two filers with a ticker the larger one has it.
    if (name.success && !byTicker.has(name.data)) byTicker.set(name.data, cik);
  }
  if (byTicker.size === 0) throw new ReadError('unreadable', "The SEC's list of tickers is empty.");
  return byTicker;
}

export interface CikLookup {
  /** The filers of all tickers. Throws ReadError. */
  list(nowMs: number): Promise<ReadonlyMap<string, number>>;
  /** The filer of a ticker. Throws ReadError `unknown_ticker` if the list does not have it. */
  cikOf(ticker: string, nowMs: number): Promise<number>;
}

/** New tickers are there within a day. */
const CURRENT_MS = 24 * 3_600_000;

/** Looks tickers up in a list that is kept for a day; requests at the same time share one reading of it. */
export function createCikLookup(getList: () => Promise<ReadonlyMap<string, number>>): CikLookup {
  let known: { readonly readMs: number; readonly list: Promise<ReadonlyMap<string, number>> } | undefined;
  const list = (nowMs: number): Promise<ReadonlyMap<string, number>> => {
    if (known === undefined || nowMs - known.readMs >= CURRENT_MS) {
      const reading = { readMs: nowMs, list: getList() };
      known = reading;
      // What failed is not kept; who asked gets the failure.
      reading.list.catch(() => {
        if (known === reading) known = undefined;
      });
    }
    return known.list;
  };
  return {
    list,
    async cikOf(ticker, nowMs) {
      const cik = (await list(nowMs)).get(ticker);
      if (cik === undefined)
        throw new ReadError('unknown_ticker', `The SEC's list of tickers does not have ${ticker}.`);
      return cik;
    },
  };
}
