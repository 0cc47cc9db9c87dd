import type { RequestContext } from '../../access/request-context.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';

/**
 * Throws `ticker_not_found` unless the ticker is stored. Looks for bars first, which most fields read anyway and which
 * the process caches: the response then depends on the version of that history alone.
 */
export async function requireStored(services: Services, ticker: string, context: RequestContext): Promise<void> {
  const { bars, securities } = services.store.reading(context.versions);
  if ((await bars.load([ticker])).has(ticker)) return;
  if ((await securities.bySymbols([ticker])).has(ticker)) return;
  throw (await notFoundErrors(services, [ticker], context))(ticker);
}
