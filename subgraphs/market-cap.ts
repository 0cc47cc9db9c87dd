import type { RequestContext } from '../access/request-context.js';
import { newYorkTime } from '../calendar/new-york-time.js';
import { marketCap, type MarketCap, type ShareCount } from '../engines/market-cap.js';
import { SIMULATED } from '../sources/simulated/simulated-rows.js';
import type { SharesOutstanding } from '../store/shares-outstanding.js';
import { objectLoader, type FieldQuery } from './field-loader.js';
import type { Services } from './services.js';

/** What is found or not, since a batch cannot have null. */
interface Found {
  readonly value: MarketCap | null;
}

function countOf({ day, shares, filingDay, acceptedAt }: SharesOutstanding): ShareCount {
  return { day, shares, knownDay: acceptedAt === null ? filingDay : newYorkTime(acceptedAt.getTime()).day };
}

/**
 * A function that returns the market value of a security's company on a day (since 1970-01-01), null without shares or a
 * close: two queries for all of a tick. Shares of real companies never meet invented closes.
 */
export function marketCaps({ store }: Services) {
  const load = async (
    queries: readonly FieldQuery<string, { readonly day: number }>[],
    { versions, dataSources }: RequestContext,
  ): Promise<readonly Found[]> => {
    const reading = store.reading(versions);
    const counts = await reading.sharesOutstanding.byTickers([...new Set(queries.map(({ obj }) => obj))]);
    const histories = await reading.bars.load([...counts.keys()]);
    return queries.map(({ obj: ticker, params: { day } }) => {
      const history = histories.get(ticker);
      if (history === undefined) return { value: null };
      const { source, splits, bars } = history;
      const own = (counts.get(ticker) ?? []).filter((row) => (row.source === SIMULATED) === (source === SIMULATED));
      const value = marketCap(own.map(countOf), { days: bars.days, close: bars.close, splits }, day);
      if (value !== null) for (const each of [source, ...own.map((row) => row.source)]) dataSources.add(each);
      return { value };
    });
  };
  const loaded = objectLoader(load, (ticker: string) => ticker);
  return async (ticker: string, day: number, context: RequestContext): Promise<MarketCap | null> =>
    (await loaded(ticker, { day }, context)).value;
}
