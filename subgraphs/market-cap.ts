import type { RequestContext } from '../access/request-context.js';
import { newYorkTime } from '../calendar/new-york-time.js';
import { isValueOf, marketCap, type MarketCap, type ShareCount } from '../engines/market-cap.js';
import { SIMULATED } from '../sources/simulated/simulated-rows.js';
import type { MarketValue } from '../store/market-values.js';
import type { Repositories } from '../store/repositories.js';
import type { SharesOutstanding } from '../store/shares-outstanding.js';
import { objectLoader, type FieldQuery } from './field-loader.js';
import type { Services } from './services.js';

/** The market value of a company, with the day of the price that it is computed with. */
type Size = Pick<MarketCap, 'usd' | 'asOfDay'>;

/** What is found or not, since a batch cannot have null. */
interface Found {
  readonly value: Size | null;
}

function countOf({ day, shares, filingDay, acceptedAt }: SharesOutstanding): ShareCount {
  return { day, shares, knownDay: acceptedAt === null ? filingDay : newYorkTime(acceptedAt.getTime()).day };
}

/** What vendors tell of companies whose prices are not invented. */
async function toldValues({ marketValues, securities }: Repositories, tickers: readonly string[]) {
  const stored = await securities.bySymbols(tickers);
  const real = tickers.filter((ticker) => stored.get(ticker)?.source !== SIMULATED);
  return real.length === 0 ? new Map<string, MarketValue>() : marketValues.newest(real);
}

/**
 * A function that returns the market value of a security's company on a day (since 1970-01-01): the shares that filings
 * state times the close or, without them, what a vendor tells of that time; null without either. A query of each table
 * for all of a tick. Shares and values of real companies never meet invented closes.
 */
export function marketCaps({ store }: Services) {
  const load = async (
    queries: readonly FieldQuery<string, { readonly day: number }>[],
    { versions, dataSources }: RequestContext,
  ): Promise<readonly Found[]> => {
    const reading = store.reading(versions);
    const counts = await reading.sharesOutstanding.byTickers([...new Set(queries.map(({ obj }) => obj))]);
    const histories = await reading.bars.load([...counts.keys()]);
    const counted = queries.map(({ obj: ticker, params: { day } }): Size | null => {
      const history = histories.get(ticker);
      if (history === undefined) return null;
      const { source, splits, bars } = history;
      const own = (counts.get(ticker) ?? []).filter((row) => (row.source === SIMULATED) === (source === SIMULATED));
      const value = marketCap(own.map(countOf), { days: bars.days, close: bars.close, splits }, day);
      if (value !== null) for (const each of [source, ...own.map((row) => row.source)]) dataSources.add(each);
      return value;
    });
    const uncounted = [...new Set(queries.flatMap(({ obj }, index) => (counted[index] === null ? [obj] : [])))];
    const told = await toldValues(reading, uncounted);
    return queries.map(({ obj: ticker, params: { day } }, index): Found => {
      const value = counted[index] ?? null;
      const vendors = value === null ? told.get(ticker) : undefined;
      if (vendors === undefined || !isValueOf(vendors, day)) return { value };
      dataSources.add(vendors.source);
      return { value: { usd: vendors.usd, asOfDay: vendors.day } };
    });
  };
  const loaded = objectLoader(load, (ticker: string) => ticker);
  return async (ticker: string, day: number, context: RequestContext): Promise<Size | null> =>
    (await loaded(ticker, { day }, context)).value;
}
