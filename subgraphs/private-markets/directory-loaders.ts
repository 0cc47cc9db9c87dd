import type { RequestContext } from '../../access/request-context.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import { noteSources } from './by-slug.js';

/** What is found or not, since a batch cannot have null. */
interface Found<Value> {
  readonly value: Value | null;
}

/**
 * Functions that find a company by its slug, or a security by its ticker, null if it is not stored: one query for all
 * of a tick.
 */
export function directoryLoaders({ store }: Services) {
  const companies = async (
    queries: readonly FieldQuery<string, object>[],
    { versions }: RequestContext,
  ): Promise<readonly Found<PrivateCompany>[]> => {
    const stored = await store.reading(versions).privateCompanies.bySlugs(queries.map(({ obj }) => obj));
    return queries.map(({ obj }) => ({ value: stored.get(obj) ?? null }));
  };
  const securities = async (
    queries: readonly FieldQuery<string, object>[],
    { versions }: RequestContext,
  ): Promise<readonly Found<SecurityRef>[]> => {
    const stored = await store.reading(versions).securities.bySymbols(queries.map(({ obj }) => obj));
    return queries.map(({ obj }) => ({ value: stored.has(obj) ? securityRef(obj) : null }));
  };
  const itself = (key: string): string => key;
  const loadCompany = objectLoader(companies, itself);
  const loadSecurity = objectLoader(securities, itself);
  return {
    async company(slug: string, context: RequestContext): Promise<PrivateCompany | null> {
      const { value } = await loadCompany(slug, {}, context);
      if (value !== null) noteSources(context, value);
      return value;
    },
    security: async (ticker: string, context: RequestContext): Promise<SecurityRef | null> =>
      (await loadSecurity(ticker, {}, context)).value,
  };
}
