import { quote } from '../../engines/signal/quote.js';
import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { Security } from '../../store/securities.js';
import { connectionOf, keyAfter, type Connection } from '../connections.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { notFoundErrors, tickerNotFound } from '../ticker-not-found.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import { dailyBars, type BarsWindow } from './daily-bars.js';
import type { Fields } from './generated/resolver-types.js';
import type { SecurityParent, SignalParent } from './resolver-parents.js';

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

interface SecuritiesQuery {
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

/** Batched loaders; each resolves one field of a security. */
function createLoaders(services: Services) {
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

async function signalOf(load: ReturnType<typeof createLoaders>, ref: SecurityRef, context: RequestContext): Promise<SignalParent> {
  const { read } = await load.signal(ref, {}, context);
  if (read === null) throw tickerNotFound(ref.ticker);
  return { ...read, ticker: ref.ticker, ref };
}

const dated = (day: number | null): string | null => (day === null ? null : isoDate(day));

export function createFields(services: Services) {
  const load = createLoaders(services);
  return {
    Query: {
      allSecurities: (_root, query, context) => load.allSecurities(query, context),
      security: (_root, { symbol }, context) => load.security(securityRef(symbol), {}, context),
      securities: (_root, { symbols }, context) => symbols.map((symbol) => load.security(securityRef(symbol, symbols.length > 1), {}, context)),
      signal: (_root, { ticker }, context) => signalOf(load, securityRef(ticker), context),
      signals: (_root, { tickers }, context) => tickers.map((ticker) => signalOf(load, securityRef(ticker, true), context)),
    },
    Security: {
      __resolveReference: ({ symbol }, context) => load.security(securityRef(symbol), {}, context),
      firstSession: ({ firstDay }) => dated(firstDay),
      lastSession: ({ lastDay }) => dated(lastDay),
      quote: async (security, _args, context) => (await load.quote(security, {}, context)).quote,
      bars: async (security, window, context) => (await load.bars(security, window, context)).rows,
      signal: (security, _args, context) => signalOf(load, security, context),
    },
    Signal: {
      security: ({ ref }, _args, context) => load.security(ref, {}, context),
    },
  } satisfies Fields;
}
