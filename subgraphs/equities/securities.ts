import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import { firstCurrentDay } from '../../calendar/staleness.js';
import type { Security } from '../../store/securities.js';
import { CHARGED } from '../batches.js';
import { connectionOf, cursorsOf, type Connection } from '../connections.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import type { QuerySecuritiesArgs } from '../generated/types.js';
import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import { stalenessTest } from '../stale-tickers.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import type { SecurityParent } from './resolver-parents.js';

/** Stored securities by ticker: one query per batch. */
function storedSecurity(services: Services): BatchedField<Security, SecurityRef, object> {
  return async (queries, context) => {
    const stored = await services.store
      .reading(context.versions)
      .securities.bySymbols([...new Set(queries.map(({ obj }) => obj.ticker))]);
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

type SecuritiesQuery = Pick<QuerySecuritiesArgs, 'after' | 'filter' | 'orderBy'> & { readonly first: number };

const ORDERS = { TICKER: 'symbol', NAME: 'name' } as const;

async function securitiesPage(
  { store }: Services,
  { first, after, filter, orderBy }: SecuritiesQuery,
  context: RequestContext,
): Promise<Connection<SecurityParent>> {
  const order = ORDERS[orderBy?.field ?? 'TICKER'];
  const isDescending = orderBy?.direction === 'DESC';
  const { kind, sector, q } = {
    kind: filter?.kind ?? undefined,
    sector: filter?.sector?.trim(),
    q: filter?.search?.trim(),
  };
  // Null means both.
  const isStale = filter?.isStale === undefined ? false : filter.isStale;
  const cursors = cursorsOf(
    'Query.securities',
    order,
    String(isDescending),
    kind,
    sector?.toLowerCase(),
    q?.toLowerCase(),
    String(isStale),
  );
  const [value, symbol] = cursors.after(after, 2) ?? [];
  const behind = value === undefined || symbol === undefined ? undefined : { value, symbol };
  const { securities } = store.reading(context.versions);
  const newest = isStale === null ? null : await securities.lastDay();
  const page = await securities.search({
    limit: first,
    after: behind,
    orderBy: order,
    isDescending,
    kind,
    sector,
    q,
    lastSession: newest === null || isStale === null ? undefined : { day: firstCurrentDay(newest), isBefore: isStale },
  });
  for (const { source } of page.rows) context.dataSources.add(source);
  return connectionOf(
    page,
    cursors,
    behind === undefined,
    (row) => [row[order], row.symbol],
    (row) => ({ ...row, ...securityRef(row.symbol) }),
  );
}

const dated = (day: number | null): string | null => (day === null ? null : isoDate(day));

export function createFields(services: Services) {
  const loadStored = fieldLoader(storedSecurity(services));
  const load = async (ref: SecurityRef, context: RequestContext): Promise<SecurityParent> => ({
    ...(await loadStored(ref, {}, context)),
    ...ref,
  });
  return {
    Query: {
      security: (_root, { ticker }, context) => load(securityRef(ticker), context),
      securitiesByTicker: (_root, { tickers }, context) =>
        tickers.map((ticker) => load(securityRef(ticker, tickers.length > 1 ? CHARGED : ''), context)),
      securities: (_root, query, context) => securitiesPage(services, query, context),
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
