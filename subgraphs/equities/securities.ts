import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { Security } from '../../store/securities.js';
import { batchBelow } from '../batches.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import { stalenessTest } from '../stale-tickers.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import type { SecurityParent } from './resolver-parents.js';
import { nearSecurities } from './near-securities.js';
import { securitiesPage } from './securities-list.js';

/** Stored securities by ticker: one query per batch. */
function storedSecurity(services: Services): BatchedField<Security, SecurityRef, object> {
  return async (queries, context) => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    await services.live?.ensure(tickers, context.requester.turn);
    const stored = await services.store.reading(context.versions).securities.bySymbols(tickers);
    const unknown = queries.filter(({ obj }) => !stored.has(obj.ticker)).map(({ obj }) => obj.ticker);
    const notFound = await notFoundErrors(services, unknown, context);
    return queries.map(({ obj: { ticker } }) => {
      const security = stored.get(ticker);
      if (security === undefined) return notFound(ticker);
      context.dataSources.add(security.source);
      return security;
    });
  };
}

const dated = (day: number | null): string | null => (day === null ? null : isoDate(day));

export function createFields(services: Services) {
  const listed = { ...services, near: nearSecurities(services) };
  const loadStored = fieldLoader(storedSecurity(services));
  const load = async (ref: SecurityRef, context: RequestContext): Promise<SecurityParent> => ({
    ...(await loadStored(ref, {}, context)),
    ...ref,
  });
  return {
    Query: {
      security: (_root, { ticker }, context) => load(securityRef(ticker), context),
      securitiesByTicker: (_root, query, context) =>
        query.tickers.map((ticker) => load(securityRef(ticker, batchBelow(query)), context)),
      securities: (_root, query, context) => securitiesPage(listed, query, context),
    },
    Security: {
      __resolveReference: (reference, context) => load(securityRef(reference.ticker, reference.batch), context),
      id: ({ ticker }) => nodeId('Security', ticker),
      firstSession: ({ firstDay }) => dated(firstDay),
      lastSession: ({ lastDay }) => dated(lastDay),
      isStale: async (security, _args, context) => (await stalenessTest(services, context))(security),
    },
  } satisfies Fields;
}
