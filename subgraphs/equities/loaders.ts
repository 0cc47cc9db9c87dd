import { quote } from '../../engines/signal/quote.js';
import type { RequestContext } from '../../access/request-context.js';
import type { Security } from '../../store/securities.js';
import { connectionOf, keyAfter, type Connection } from '../connections.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { notFoundErrors } from '../ticker-not-found.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import { dailyBars, type BarsWindow } from './daily-bars.js';
import type { SecurityParent } from './resolver-parents.js';

/** Stored securities by symbol: one query per batch. */
function securityField(services: Services): BatchedField<SecurityParent, SecurityRef, object> {
  return async (queries, context) => {
    const stored = await services.store.reading(context.versions).securities.bySymbols([...new Set(queries.map(({ obj }) => obj.symbol))]);
    const unknown = queries.filter(({ obj }) => !stored.has(obj.symbol)).map(({ obj }) => obj.ticker);
    const notFound = await notFoundErrors(services, unknown, context);
    return queries.map(({ obj }) => {
      const security = stored.get(obj.symbol);
      if (security === undefined) return notFound(obj.ticker);
      context.dataSources.add(security.source);
      return { ...security, ...obj };
    });
  };
}

export interface SecuritiesQuery {
  readonly first: number;
  readonly after?: string | null | undefined;
  readonly kind?: Security['kind'] | null | undefined;
  readonly sector?: string | null | undefined;
  readonly q?: string | null | undefined;
}

async function securitiesPage({ store }: Services, { first, after, kind, sector, q }: SecuritiesQuery, context: RequestContext): Promise<Connection<SecurityParent>> {
  const behind = keyAfter(after);
  const page = await store.reading(context.versions).securities.search({ limit: first, after: behind, kind: kind ?? undefined, sector: sector ?? undefined, q: q?.trim() });
  for (const { source } of page.rows) context.dataSources.add(source);
  return connectionOf(page, behind, ({ symbol }) => symbol, (security) => ({ ...security, ...securityRef(security.symbol) }));
}

/** Batched loaders for the equities resolvers; each resolves one field of a security. */
export function createLoaders(services: Services) {
  return {
    allSecurities: (query: SecuritiesQuery, context: RequestContext) => securitiesPage(services, query, context),
    security: fieldLoader(securityField(services)),
    signal: fieldLoader(signalField(services)),
    quote: fieldLoader(
      seriesField(services, { name: 'quote', minuteSessions: 1, compute: ({ bars, sessions }) => ({ quote: quote(bars, sessions)?.quote ?? null }) }),
    ),
    bars: fieldLoader(
      seriesField(services, {
        name: 'bars',
        keyOf: ({ from, to, last }: BarsWindow) => `${from ?? ''} ${to ?? ''} ${last}`,
        compute: ({ bars }, window: BarsWindow) => ({ rows: dailyBars(bars, window) }),
      }),
    ),
  };
}

export type EquitiesLoaders = ReturnType<typeof createLoaders>;
