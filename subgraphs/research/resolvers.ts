import { STRATEGY_LIBRARY } from '../../engines/strategy-library.js';
import { API_VERSION } from '../api-version.js';
import { securityRef } from '../tickers.js';
import type { Resolvers } from './generated/resolver-types.js';
import type { ResearchLoaders } from './loaders.js';

export function createResolvers(load: ResearchLoaders): Resolvers {
  return {
    Query: {
      seasonality: (_root, { ticker }, context) => load.seasonality(securityRef(ticker), {}, context),
      gapStats: (_root, { ticker }, context) => load.gapStats(securityRef(ticker), {}, context),
      dca: (_root, { ticker, ...plan }, context) => load.dca(securityRef(ticker), plan, context),
      backtest: (_root, { ticker, ...test }, context) => load.backtest(securityRef(ticker), test, context),
      portfolio: (_root, { holdings }, context) => load.portfolio(holdings, context),
      portfolioOverlay: (_root, { holdings }, context) => load.portfolioOverlay(holdings, context),
      simulate: (_root, args, context) => load.simulate(args, context),
      backtestLibrary: () => ({ ...STRATEGY_LIBRARY, apiVersion: API_VERSION }),
    },
    Security: {
      __resolveReference: (reference) => ({ ...securityRef(reference.symbol), ...reference }),
      seasonality: (security, _args, context) => load.seasonality(security, {}, context),
      gapStats: (security, _args, context) => load.gapStats(security, {}, context),
      dca: (security, plan, context) => load.dca(security, plan, context),
      backtest: (security, test, context) => load.backtest(security, test, context),
    },
  };
}
