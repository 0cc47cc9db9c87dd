import { backtest } from '../../engines/backtest.js';
import { STRATEGY_LIBRARY } from '../../engines/strategy-library.js';
import { API_VERSION } from '../api-version.js';
import { fieldLoader } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import type { Fields, Loaders } from './generated/resolver-types.js';

/** How long a result is cached (contract 8.3). */
const TTL_MS = 3_600_000;

export function createFields(services: Services) {
  const byStrategy: Loaders['Security']['backtest'] = seriesField(services, {
    name: 'backtest',
    ttlMs: TTL_MS,
    keyOf: ({ strategy, years }) => `${strategy} ${years}`,
    isBypassed: ({ bypassCache }) => bypassCache,
    compute: ({ bars }, { strategy, years }) => backtest(bars, strategy, years),
  });
  const load = fieldLoader(byStrategy);
  return {
    Query: {
      backtest: (_root, { ticker, ...test }, context) => load(securityRef(ticker), test, context),
      backtestLibrary: () => ({ ...STRATEGY_LIBRARY, apiVersion: API_VERSION }),
    },
    Security: { backtest: (security, test, context) => load(security, test, context) },
  } satisfies Fields;
}
