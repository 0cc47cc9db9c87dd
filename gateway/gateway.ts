import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, specifiedRules, type ValidationRule } from 'graphql';
import { CompiledOperation, HOT_AFTER, type PlanInThread } from './execution/compiled-operation.js';
import { PlanningUnavailable, planningError } from './execution/planning-error.js';
import type { Subgraph } from './execution/subgraph.js';
import { isPromise } from './execution/values.js';
import { readOperation } from './planner/operation.js';
import type { PartialUnions } from './planner/candidates.js';
import { createPlanner } from './planner/planner.js';

/** An operation ready to run any number of times, by the gateway that prepared it. */
export interface PreparedOperation {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  /** Estimated size in bytes, including what its executions will add. */
  readonly bytes: number;
}

/** Why an operation cannot run: the answer that its client gets. */
export interface RefusedOperation {
  readonly errors: readonly GraphQLError[];
  /** Null for a valid operation that has no plan; absent for one that is not valid. */
  readonly data?: null;
  /** True if the same operation may be prepared later. */
  readonly isTransient?: boolean;
}

export interface Gateway<C> {
  /** The schema that clients see: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /** Parses, validates, plans and compiles an operation. The caller keeps the result: nothing is cached here. */
  prepare(source: string | DocumentNode, operationName?: string): PreparedOperation | RefusedOperation;
  /** The same, but a large operation is planned in another thread. Never rejects. */
  prepareLater(source: string | DocumentNode, operationName?: string): PreparedOperation | RefusedOperation | Promise<PreparedOperation | RefusedOperation>;
  /** Runs an operation. Answers at once if all subgraphs do; never rejects. The answer is the caller's own. */
  execute(operation: PreparedOperation, variables: Readonly<Record<string, unknown>> | undefined, context: C): ExecutionResult | Promise<ExecutionResult>;
}

export interface GatewayOptions<C> {
  readonly supergraphSdl: string;
  /** One for every subgraph that the supergraph was composed of. */
  readonly subgraphs: readonly Subgraph<C>[];
  /** Validation rules beside GraphQL's own. */
  readonly rules?: readonly ValidationRule[];
  /** Most fields an operation may select, every fragment spread counted. Default 10,000. */
  readonly maxSelections?: number;
  /** Whether errors leave out what the client may have meant. Default false. */
  readonly hidesSuggestions?: boolean;
  /** Which members of unions are read that differ between subgraphs. Default `shared`. */
  readonly partialUnions?: PartialUnions;
  /** Executions after which an operation gets generated code, which runs faster and costs time to make. Default 20. */
  readonly hotAfter?: number;
  /** Plans large operations of `prepareLater`; without it all are planned in this thread. */
  readonly planInThread?: PlanInThread;
}

/** Fields from which planning in another thread takes less of this one's time than planning here (`bench/gateway-start.bench.ts`). */
export const PLANNED_IN_THREAD = 500;

/** A federation gateway over a supergraph. Throws if the supergraph cannot be read. */
export function createGateway<C>(options: GatewayOptions<C>): Gateway<C> {
  const { supergraphSdl, maxSelections = 10_000, hotAfter = HOT_AFTER, hidesSuggestions = false } = options;
  const planner = createPlanner(supergraphSdl, options.partialUnions);
  const subgraphs = new Map(options.subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  const rules = { schema: planner.publicSchema, rules: [...specifiedRules, ...(options.rules ?? [])], maxSelections, hidesSuggestions };
  const withoutPlan = (error: unknown): RefusedOperation => ({ errors: [detached(planningError(error))], data: null, isTransient: error instanceof PlanningUnavailable });
  const compile = (source: string | DocumentNode, operationName: string | undefined, planInThread: PlanInThread | undefined) => {
    const valid = readOperation(source, operationName, rules);
    if ('errors' in valid) return { errors: valid.errors.map(detached) };
    const isLarge = valid.selections > PLANNED_IN_THREAD;
    try {
      const prepared = new CompiledOperation(valid, { planner, subgraphs, hotAfter, hidesSuggestions, planInThread: isLarge ? planInThread : undefined }).prepare();
      return isPromise(prepared) ? prepared.catch(withoutPlan) : prepared;
    } catch (error) {
      return withoutPlan(error);
    }
  };
  return {
    publicSchema: planner.publicSchema,
    supergraphSdl,
    prepare(source, operationName) {
      const prepared = compile(source, operationName, undefined);
      if (isPromise(prepared)) throw new Error('An operation that is planned in this thread is prepared at once.');
      return prepared;
    },
    prepareLater: (source, operationName) => compile(source, operationName, options.planInThread),
    execute(operation, variables, context) {
      if (!(operation instanceof CompiledOperation)) throw new TypeError('The operation was not prepared by a gateway.');
      return operation.execute(variables, context);
    },
  };
}

/** The same error for clients, without its nodes and unread stack: they keep the whole syntax tree and the validation. */
function detached({ message, source, positions, extensions, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { source, positions, extensions, originalError });
  return Object.assign(error, { stack: error.stack });
}
