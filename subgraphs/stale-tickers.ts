import type { RequestContext } from '../access/request-context.js';
import { stalenessAt } from '../calendar/staleness.js';
import type { Security } from '../store/securities.js';
import type { Services } from './services.js';

type StoreServices = Pick<Services, 'store'>;
type Reads = Pick<RequestContext, 'versions'>;

/** Tests whether securities are stale: no query unless bars have changed since the last one. */
export async function stalenessTest(
  { store }: StoreServices,
  { versions }: Reads,
): Promise<(security: Pick<Security, 'lastDay'>) => boolean> {
  const isStale = stalenessAt(await store.reading(versions).securities.lastDay());
  return ({ lastDay }) => isStale(lastDay);
}

/** Last day of each of the tickers that is stale; one query for all that are not cached. */
export async function staleTickers(
  services: StoreServices,
  tickers: readonly string[],
  context: Reads,
): Promise<ReadonlyMap<string, number>> {
  const [securities, isStale] = await Promise.all([
    services.store.reading(context.versions).securities.bySymbols(tickers),
    stalenessTest(services, context),
  ]);
  return new Map(
    [...securities].flatMap(([ticker, security]) =>
      security.lastDay !== null && isStale(security) ? [[ticker, security.lastDay]] : [],
    ),
  );
}
