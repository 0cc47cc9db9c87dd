import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { BENCHMARK } from '../../engines/benchmark.js';
import { API_VERSION } from '../api-version.js';
import { tickerNotFound } from '../series-field.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import type { PositionInput, QuerySimulateArgs, RequireFields, Simulation } from '../generated/types.js';
import type { Fields } from './generated/resolver-types.js';
import { createSimulationPool } from './simulation-pool.js';
import { simulationTask, type PricedPosition } from './simulation-task.js';

type SimulateArguments = RequireFields<QuerySimulateArgs, 'positions' | 'horizonDays' | 'lookbackYears'>;

function refuse(message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param: 'positions' });
}

export function createFields({ store, atEnd }: Services) {
  const pool = createSimulationPool();
  atEnd(() => pool.close());

  const priced = async (positions: readonly PositionInput[], context: RequestContext): Promise<readonly PricedPosition[]> => {
    const symbols = positions.map(({ ticker }) => securityRef(ticker).symbol);
    const stored = await store.reading(context.versions).bars.load([...symbols, BENCHMARK]);
    const found = positions.map(({ ticker, valueUsd }, index) => {
      const series = stored.get(symbols[index] ?? '');
      if (series === undefined) throw tickerNotFound(ticker);
      context.dataSources.add(series.source);
      return { ticker, valueUsd, version: series.version, bars: series.bars };
    });
    // Without benchmark data there are no regimes.
    const benchmark = stored.get(BENCHMARK);
    return [...found, { ticker: BENCHMARK, valueUsd: 0, version: benchmark?.version ?? 0, bars: benchmark?.bars ?? NO_BARS }];
  };

  const simulate = async ({ positions, regime, ...request }: SimulateArguments, context: RequestContext): Promise<Simulation> => {
    if (positions.length === 0) throw refuse('positions needs at least one entry.');
    const histories = [...(await priced(positions, context))];
    const benchmark = histories.pop();
    if (benchmark === undefined) throw refuse('positions needs at least one entry.');
    const task = simulationTask(histories, benchmark, { ...request, regime: regime ?? null });
    const result = await pool.run(task, (listener) => context.onAbandoned(listener));
    if (!result.ok) throw result.status === 'stopped' ? new ApiError('unavailable', 'The simulation was stopped.') : refuse(result.message);
    return { ...result, apiVersion: API_VERSION };
  };
  return { Query: { simulate: (_root, request, context) => simulate(request, context) } } satisfies Fields;
}

const NONE = new Float64Array(0);
const NO_BARS = { days: new Int32Array(0), open: NONE, high: NONE, low: NONE, close: NONE, adjClose: NONE, volume: NONE };
