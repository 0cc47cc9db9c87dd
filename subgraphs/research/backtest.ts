import { ApiError } from '../../access/errors.js';
import { backtest } from '../../engines/backtest.js';
import type { StrategyId } from '../../engines/strategies.js';
import { STRATEGY_LIBRARY } from '../../engines/strategy-library.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

/** How long a result is cached (contract 8.3). */
const TTL_MS = 3_600_000;

interface Test {
  readonly strategy: StrategyId;
  readonly years: number;
  readonly costBasisPoints: number;
  readonly bypassCache: boolean;
}

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'backtest',
      ttlMs: TTL_MS,
      keyOf: ({ strategy, years, costBasisPoints }: Test) => `${strategy} ${years} ${costBasisPoints}`,
      isBypassed: ({ bypassCache }) => bypassCache,
      compute: ({ bars }, { strategy, years, costBasisPoints }) => backtest(bars, strategy, years, costBasisPoints),
    }),
  );
  return {
    Query: { backtestLibrary: () => STRATEGY_LIBRARY },
    Security: {
      async backtest(security, test, context) {
        const result = await load(security, test, context);
        if ('ok' in result) throw new ApiError(result.status, result.message);
        return { id: resultId('backtest', security, test.strategy, test.years, test.costBasisPoints), ...result };
      },
    },
    Backtest: { trades: ({ trades }, { last }) => trades.slice(-last) },
  } satisfies Fields;
}
