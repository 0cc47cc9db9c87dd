import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { BENCHMARK } from '../../engines/benchmark.js';
import { allNotFound } from '../ticker-not-found.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import type { PositionInput, QuerySimulateArgs, RequireFields, Simulation } from '../generated/types.js';
import type { Fields } from './generated/resolver-types.js';
import { simulationTask, STOP_WORD, type PricedPosition, type SimulationTask } from './simulation-task.js';
import { studyThreads } from './study-threads.js';

type SimulateArguments = RequireFields<QuerySimulateArgs, 'positions' | 'horizonSessions' | 'lookbackYears'>;

function refuse(message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param: 'positions' });
}

/** Ends the run in its thread. */
function stop({ shared }: SimulationTask): void {
  Atomics.store(new Int32Array(shared, 0, 1), STOP_WORD, 1);
}

export function createFields(services: Services) {
  const { store } = services;
  const threads = studyThreads(services);

  const priced = async (
    positions: readonly PositionInput[],
    context: RequestContext,
  ): Promise<readonly PricedPosition[]> => {
    const stored = await store
      .reading(context.versions)
      .bars.load([...positions.map(({ ticker }) => ticker), BENCHMARK]);
    const unknown = positions.flatMap(({ ticker }, index) =>
      stored.has(ticker) ? [] : [{ ticker, param: `positions[${index}].ticker` }],
    );
    if (unknown.length > 0) throw await allNotFound(services, unknown, context);
    const found = positions.flatMap(({ ticker, value }) => {
      const series = stored.get(ticker);
      if (series === undefined) return [];
      context.dataSources.add(series.source);
      return [{ ticker, valueUsd: value, bars: series.bars }];
    });
    // Without benchmark data there are no regimes.
    const benchmark = stored.get(BENCHMARK);
    if (benchmark !== undefined) context.dataSources.add(benchmark.source);
    return [...found, { ticker: BENCHMARK, valueUsd: 0, bars: benchmark?.bars ?? NO_BARS }];
  };

  const simulate = async (
    { positions, regime, horizonSessions: asked, lookbackYears }: SimulateArguments,
    context: RequestContext,
  ): Promise<Simulation> => {
    const histories = [...(await priced(positions, context))];
    const benchmark = histories.pop();
    if (benchmark === undefined) throw new Error('The benchmark is the last of the histories.');
    const horizonSessions = Math.round(asked);
    const newestSession = (await store.reading(context.versions).securities.lastDay()) ?? 0;
    const request = { horizonDays: horizonSessions, lookbackYears, regime: regime ?? null, newestSession };
    const task = simulationTask(histories, benchmark, request);
    context.requester.onAbandoned(() => stop(task));
    const result = await threads.run(context.requester, (call) => call('runSimulation', task));
    if ('ok' in result)
      throw result.status === 'stopped'
        ? new ApiError('unavailable', 'The simulation was stopped.')
        : refuse(result.message);
    const id = rootResultId(
      'simulation',
      positions.map(({ ticker, value }) => [ticker, value]),
      horizonSessions,
      lookbackYears,
      regime ?? null,
    );
    return { ...result, id, horizonSessions };
  };
  return { Query: { simulate: (_root, request, context) => simulate(request, context) } } satisfies Fields;
}

const NONE = new Float64Array(0);
const NO_BARS = {
  days: new Int32Array(0),
  open: NONE,
  high: NONE,
  low: NONE,
  close: NONE,
  adjClose: NONE,
  volume: NONE,
};
