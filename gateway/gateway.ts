import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, specifiedRules, type ValidationRule } from 'graphql';
import { CompiledOperation, HOT_AFTER } from './execution/compiled-operation.js';
import type { Subgraph } from './execution/subgraph.js';
import { isPromise } from './execution/values.js';
import { createIsolatedPlanner, type IsolatedPlannerOptions } from './planner/isolated-planner.js';
import { readOperation } from './planner/operation.js';
import type { PlanDocument } from './planner/plan-operation.js';
import { createPlanner } from './planner/planner.js';
import { PlannerBusy, planningError } from './planner/planning-errors.js';
import { createPreparedStore, type Prepared } from './planner/prepared-store.js';

/** An operation ready to run any number of times, by the gateway that prepared it. */
export interface PreparedOperation {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
}

/** Why an operation cannot run. */
export interface RefusedOperation {
  readonly errors: readonly GraphQLError[];
}

export interface Gateway<C> {
  /** The schema that clients see: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  readonly supergraphSdl: string;
  /**
   * Parses, validates, plans and compiles, once per source and operation name. For operations that somebody vetted, since
   * one that is hard to plan holds this process meanwhile.
   */
  prepare(source: string | DocumentNode, operationName?: string): PreparedOperation | RefusedOperation;
  /** The same for anybody's operation: at once if it is prepared or refused already, else planned in another process. Never rejects. */
  prepareSafely(source: string | DocumentNode, operationName?: string): PreparedOperation | RefusedOperation | Promise<PreparedOperation | RefusedOperation>;
  /** Runs an operation. Answers at once if all subgraphs do; never rejects. The answer is the caller's own. */
  execute(operation: PreparedOperation, variables: Readonly<Record<string, unknown>> | undefined, context: C): ExecutionResult | Promise<ExecutionResult>;
  /** Prepared texts that are kept at present, and what they are taken to hold. */
  readonly kept: { readonly operations: number; readonly bytes: number };
  /** Ends the planner's process, which also ends with this one. Another starts when it is needed. */
  close(): void;
}

export interface GatewayOptions<C> {
  readonly supergraphSdl: string;
  /** One for every subgraph that the supergraph was composed of. */
  readonly subgraphs: readonly Subgraph<C>[];
  /** Validation rules beside GraphQL's own. */
  readonly rules?: readonly ValidationRule[];
  /** Most fields an operation may select, every fragment spread counted. Default 10,000. */
  readonly maxSelections?: number;
  /** Bytes that prepared and refused operations may hold. Default 64 MiB. */
  readonly cacheBytes?: number;
  /** Executions after which an operation gets code of its own, which is faster to run and dearer to make. Default 20. */
  readonly hotAfter?: number;
  /**
   * Whose plans are taken. `own`: ours alone. `native`: the native planner's where it has a good one, in `prepare` within this
   * process, which some operations over some supergraphs end. Default: native ones for `prepareSafely`, our own for `prepare`.
   */
  readonly plans?: 'native' | 'own';
  /** How the planner's own process is run. */
  readonly isolation?: Omit<IsolatedPlannerOptions, 'supergraphSdl'>;
}

interface Refused extends RefusedOperation, Prepared {}

const BYTES_PER_REFUSAL = 3_000;

/** A federation gateway over a supergraph. Throws if the supergraph cannot be read. */
export function createGateway<C>(options: GatewayOptions<C>): Gateway<C> {
  const { supergraphSdl, maxSelections = 10_000, cacheBytes = 64 * 1024 * 1024, hotAfter = HOT_AFTER } = options;
  const planner = createPlanner(supergraphSdl);
  const isolated = createIsolatedPlanner({ supergraphSdl, ...options.isolation });
  const subgraphs = new Map(options.subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  const rules = { schema: planner.publicSchema, rules: [...specifiedRules, ...(options.rules ?? [])], maxSelections };
  const compile = (source: string | DocumentNode, operationName: string | undefined, plan: PlanDocument | undefined) => {
    const valid = readOperation(source, operationName, rules);
    if ('errors' in valid) return refuse(source, valid.errors);
    const withoutPlan = (error: unknown): Refused => refuse(source, [planningError(error)], !(error instanceof PlannerBusy));
    try {
      const prepared = new CompiledOperation(valid, { planner, plan, subgraphs, hotAfter }).prepare();
      return isPromise(prepared) ? prepared.catch(withoutPlan) : prepared;
    } catch (error) {
      return withoutPlan(error);
    }
  };
  const store = createPreparedStore<CompiledOperation<C> | Refused, PlanDocument | undefined>(compile, cacheBytes);
  const planHere = options.plans === 'native' ? planner.plan : undefined;
  const planApart: PlanDocument | undefined = options.plans === 'own' ? undefined : (document) => isolated.plan(document);
  return {
    publicSchema: planner.publicSchema,
    supergraphSdl,
    prepare: (source, operationName) => store.atOnce(source, operationName, planHere),
    prepareSafely: (source, operationName) => store.later(source, operationName, planApart),
    execute(operation, variables, context) {
      if (!(operation instanceof CompiledOperation)) throw new TypeError('The operation was not prepared by a gateway.');
      return operation.execute(variables, context);
    },
    get kept() {
      return store.kept;
    },
    close: () => isolated.close(),
  };
}

function refuse(source: string | DocumentNode, errors: readonly GraphQLError[], isLasting = true): Refused {
  const characters = typeof source === 'string' ? source.length : 0;
  return { errors: errors.map(detached), bytes: BYTES_PER_REFUSAL * (1 + errors.length) + 2 * characters, isLasting };
}

/** The same error for clients, without its nodes and unread stack: they keep the whole syntax tree and the validation. */
function detached({ message, source, positions, extensions, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { source, positions, extensions, originalError });
  return Object.assign(error, { stack: error.stack });
}
