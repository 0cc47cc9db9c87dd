import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import { shortMessage } from '../access/echo.js';
import { NOBODY, type Requester } from '../access/fair-queue.js';
import { CompiledOperation, HOT_AFTER, type PlanInThread } from './execution/compiled-operation.js';
import { PlanningUnavailable, planningError } from './execution/planning-error.js';
import type { Subgraph } from './execution/subgraph.js';
import { isPromise } from './execution/values.js';
import { readOperation } from './planner/operation.js';
import type { PartialUnions } from './planner/candidates.js';
import { createPlanner } from './planner/planner.js';

/** A planned operation that its gateway can execute any number of times. */
export interface PreparedOperation {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  /** Estimated size in bytes, including what executions will add. */
  readonly bytes: number;
}

/** Why an operation cannot run: the response for its client. */
export interface RefusedOperation {
  readonly errors: readonly GraphQLError[];
  /** Null for a valid operation without a plan; absent for an invalid operation. */
  readonly data?: null;
  /** True if preparing the same operation may succeed later. */
  readonly isTransient?: boolean;
}

export interface Gateway<C> {
  /** The schema that clients see: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /** The public schema with all that introspection shows. */
  readonly introspectedSchema: () => GraphQLSchema;
  /** Parses, validates, plans and compiles an operation. Does not cache; the caller keeps the result. */
  prepare(source: string | DocumentNode, operationName?: string): PreparedOperation | RefusedOperation;
  /** Like `prepare`, but plans a large operation in another thread, when it is `requester`'s turn. Never rejects. */
  prepareLater(
    source: string | DocumentNode,
    operationName?: string,
    requester?: Requester,
  ): PreparedOperation | RefusedOperation | Promise<PreparedOperation | RefusedOperation>;
  /**
   * Executes an operation. Returns synchronously if all subgraphs do; never rejects. The caller may modify the result.
   */
  execute(
    operation: PreparedOperation,
    variables: Readonly<Record<string, unknown>> | undefined,
    context: C,
  ): ExecutionResult | Promise<ExecutionResult>;
}

export interface GatewayOptions<C> {
  readonly supergraphSdl: string;
  /** One for each subgraph of the supergraph. */
  readonly subgraphs: readonly Subgraph<C>[];
  /** Validation rules in addition to GraphQL's own. */
  readonly rules?: readonly ValidationRule[];
  /** The most fields an operation may select, with every fragment spread expanded. Default 10,000. */
  readonly maxSelections?: number;
  /** Whether error messages omit "Did you mean" suggestions. Default false. */
  readonly hidesSuggestions?: boolean;
  /** Which members are read of unions whose members differ between subgraphs. Default `shared`. */
  readonly partialUnions?: PartialUnions;
  /** Executions after which an operation gets generated code, which is faster but takes time to create. Default 20. */
  readonly hotAfter?: number;
  /** Plans large operations of `prepareLater`; if absent, all are planned in this thread. */
  readonly planInThread?: PlanInThread;
  /** Who waits for the plans of an execution. */
  readonly requesterOf?: (context: C) => Requester;
  /**
   * Gives the public schema what introspection alone shows, such as descriptions: called once, before the first one.
   */
  readonly beforeIntrospection?: (publicSchema: GraphQLSchema) => void;
}

/**
 * From this many fields on, planning in another thread takes less of this thread's time
 * (`bench/gateway-start.bench.ts`).
 */
export const PLANNED_IN_THREAD = 500;

/** A federation gateway over a supergraph. Throws if the supergraph cannot be read. */
export function createGateway<C>(options: GatewayOptions<C>): Gateway<C> {
  const {
    supergraphSdl,
    maxSelections = 10_000,
    hotAfter = HOT_AFTER,
    hidesSuggestions = false,
    requesterOf = () => NOBODY,
  } = options;
  const planner = createPlanner(supergraphSdl, options.partialUnions);
  let isIntrospectable = false;
  const introspectedSchema = (): GraphQLSchema => {
    if (!isIntrospectable) options.beforeIntrospection?.(planner.publicSchema);
    isIntrospectable = true;
    return planner.publicSchema;
  };
  const subgraphs = new Map(options.subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  const rules = {
    schema: planner.publicSchema,
    rules: [...specifiedRules, ...(options.rules ?? [])],
    maxSelections,
    hidesSuggestions,
  };
  const withoutPlan = (error: unknown): RefusedOperation => ({
    errors: [detached(planningError(error))],
    data: null,
    isTransient: error instanceof PlanningUnavailable,
  });
  const compile = (
    source: string | DocumentNode,
    operationName: string | undefined,
    requester: Requester,
    planInThread?: PlanInThread,
  ) => {
    const valid = readOperation(source, operationName, rules);
    if ('errors' in valid) return { errors: valid.errors.map(detached) };
    const isLarge = valid.selections > PLANNED_IN_THREAD;
    const target = {
      planner,
      subgraphs,
      hotAfter,
      hidesSuggestions,
      requesterOf,
      introspectedSchema,
      planInThread: isLarge ? planInThread : undefined,
    };
    try {
      const prepared = new CompiledOperation(valid, target).prepare(requester);
      return isPromise(prepared) ? prepared.catch(withoutPlan) : prepared;
    } catch (error) {
      return withoutPlan(error);
    }
  };
  return {
    publicSchema: planner.publicSchema,
    introspectedSchema,
    supergraphSdl,
    prepare(source, operationName) {
      const prepared = compile(source, operationName, NOBODY);
      if (isPromise(prepared)) throw new Error('Planning in this thread must not return a promise.');
      return prepared;
    },
    prepareLater: (source, operationName, requester = NOBODY) =>
      compile(source, operationName, requester, options.planInThread),
    execute(operation, variables, context) {
      if (!(operation instanceof CompiledOperation))
        throw new TypeError('The operation was not prepared by a gateway.');
      return operation.execute(variables, context);
    },
  };
}

/** The same error for clients without its nodes and stack, which retain the syntax tree and the validation state. */
function detached({ message, source, positions, extensions, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(shortMessage(message), { source, positions, extensions, originalError });
  return Object.assign(error, { stack: error.stack });
}
