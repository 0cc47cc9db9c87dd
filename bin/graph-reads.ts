import type { ExecutionResult } from 'graphql';
import type { Identity } from '../access/identity.js';
import { monthState, type Meter, type MeterName } from '../access/meter.js';
import { RequestContext, type RequestMeter } from '../access/request-context.js';
import { monthAt } from '../calendar/utc-periods.js';
import type { Gateway, PreparedOperation } from '../gateway/gateway.js';

/** In whose name the graph is read, and when. */
export interface Reader {
  readonly identity: Identity;
  readonly requestId: string;
  readonly nowMs: number;
  readonly onDataSource?: ((source: string) => void) | undefined;
}

/** Executes a stored operation. */
export type GraphRead = (
  operation: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<Pick<ExecutionResult, 'data' | 'errors'>>;

/** Reads of a run cost no requests; transcripts count as everywhere. */
function withoutRequests(meter: Meter): RequestMeter {
  const isFree = (name: MeterName): boolean => name === 'requests';
  return {
    charge: (identity, units, nowMs, name = 'requests') =>
      isFree(name) ? monthState(monthAt(nowMs), 0, null) : meter.charge(identity, units, nowMs, name),
    refund: (identity, units, month, name = 'requests') =>
      isFree(name) ? undefined : meter.refund(identity, units, month, name),
  };
}

/** Reads of stored operations through the gateway, in the name of their readers; those of one reader share loaders. */
export function createGraphReads(meter: Meter, gateway: () => Gateway<RequestContext>): (reader: Reader) => GraphRead {
  const free = withoutRequests(meter);
  const known = new Map<string, PreparedOperation>();
  const prepare = (operation: string): PreparedOperation => {
    const prepared = known.get(operation) ?? gateway().prepare(operation);
    if ('errors' in prepared)
      throw new Error(`The gateway refuses an operation: ${prepared.errors.map(({ message }) => message).join('; ')}`);
    known.set(operation, prepared);
    return prepared;
  };
  return ({ identity, requestId, nowMs, onDataSource = () => undefined }) => {
    const context = new RequestContext({ identity, requestId, nowMs, meter: free });
    return async (operation, variables) => {
      const result = await gateway().execute(prepare(operation), variables, context);
      for (const source of context.dataSources) onDataSource(source);
      return result;
    };
  };
}
