import { BENCHMARK } from '../../engines/benchmark.js';
import { backtest } from '../../engines/backtest.js';
import { dca } from '../../engines/dca.js';
import { gapStats } from '../../engines/gaps.js';
import { seasonality } from '../../engines/seasonality.js';
import { fieldLoader } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import { createPortfolioLoaders } from './portfolio.js';
import { createSimulationLoader } from './simulation.js';
import type { Loaders } from './generated/resolver-types.js';



/** How long a backtest's result is cached (contract 8.3). */
const BACKTEST_TTL_MS = 3_600_000;

type SecurityLoaders = Pick<Loaders['Security'], 'seasonality' | 'gapStats' | 'dca' | 'backtest'>;

function securityLoaders(services: Services): SecurityLoaders {
  return {
    seasonality: seriesField(services, { name: 'seasonality', compute: ({ bars }) => seasonality(bars) }),
    gapStats: seriesField(services, { name: 'gapStats', compute: ({ bars }) => gapStats(bars) }),
    dca: seriesField(services, {
      name: 'dca',
      alongside: BENCHMARK,
      compute: ({ bars, alongside }, { monthly, years }) =>
        dca(bars, { monthly, years }, alongside === undefined ? undefined : { ticker: BENCHMARK, bars: alongside }),
    }),
    backtest: seriesField(services, {
      name: 'backtest',
      ttlMs: BACKTEST_TTL_MS,
      keyOf: ({ strategy, years }) => `${strategy} ${years}`,
      isBypassed: ({ bypassCache }) => bypassCache,
      compute: ({ bars }, { strategy, years }) => backtest(bars, strategy, years),
    }),
  };
}

/** Batched loaders for the research resolvers; each resolves one field of a security. */
export function createLoaders(services: Services) {
  const { seasonality: bySeason, gapStats: byGap, dca: byPlan, backtest: byStrategy } = securityLoaders(services);
  return {
    ...createPortfolioLoaders(services),
    simulate: createSimulationLoader(services),
    seasonality: fieldLoader(bySeason),
    gapStats: fieldLoader(byGap),
    dca: fieldLoader(byPlan),
    backtest: fieldLoader(byStrategy),
  };
}

export type ResearchLoaders = ReturnType<typeof createLoaders>;
