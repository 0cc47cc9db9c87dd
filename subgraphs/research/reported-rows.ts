import type { RequestContext } from '../../access/request-context.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { Repositories } from '../../store/repositories.js';
import type { Split } from '../../store/series.js';
import { kindNotRead } from '../kind-not-read.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';

interface Reported<Row> {
  readonly rows: readonly Row[];
  /** Of the stored history; none without one. */
  readonly splits: readonly Split[];
}

/**
 * What companies report, by ticker, or why there is none: the ticker is unknown, or a live source has not been read.
 * One query for all rows, one for all splits. Invented rows are left out beside real prices.
 */
export async function reportedRows<Row extends { readonly source: string }>(
  services: Services,
  tickers: readonly string[],
  read: (repositories: Repositories) => Promise<ReadonlyMap<string, readonly Row[]>>,
  context: RequestContext,
): Promise<(ticker: string) => Reported<Row> | Error> {
  const repositories = services.store.reading(context.versions);
  const { bars, securities } = repositories;
  const [histories, stored] = await Promise.all([bars.load(tickers), read(repositories)]);
  const withoutBars = tickers.filter((ticker) => !histories.has(ticker));
  const listed = new Set(withoutBars.length === 0 ? [] : (await securities.bySymbols(withoutBars)).keys());
  const notFound = await notFoundErrors(
    services,
    withoutBars.filter((ticker) => !listed.has(ticker)),
    context,
  );
  return (ticker) => {
    const history = histories.get(ticker);
    if (history === undefined && !listed.has(ticker)) return notFound(ticker);
    const rows = (stored.get(ticker) ?? []).filter(
      ({ source }) => source !== SIMULATED || history?.source === SIMULATED,
    );
    const unread = rows.length > 0 ? null : kindNotRead(services, 'fundamentals', ticker);
    if (unread !== null) return unread;
    for (const { source } of rows) context.dataSources.add(source);
    if (rows.length > 0 && history !== undefined) context.dataSources.add(history.source);
    return { rows, splits: history?.splits ?? [] };
  };
}
