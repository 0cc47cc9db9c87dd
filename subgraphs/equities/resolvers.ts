import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import { tickerNotFound } from '../ticker-not-found.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { Resolvers } from './generated/resolver-types.js';
import type { EquitiesLoaders } from './loaders.js';
import type { SignalParent } from './resolver-parents.js';

async function signalOf(load: EquitiesLoaders, ref: SecurityRef, context: RequestContext): Promise<SignalParent> {
  const { read } = await load.signal(ref, {}, context);
  if (read === null) throw tickerNotFound(ref.ticker);
  return { ...read, ticker: ref.ticker, ref };
}

const dated = (day: number | null): string | null => (day === null ? null : isoDate(day));

export function createResolvers(load: EquitiesLoaders): Resolvers {
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
  };
}
