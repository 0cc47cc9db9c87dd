import type { PlanNode } from '@graphql-hive/router-query-planner';
import { execute, getVariableValues, Kind, type DocumentNode, type ExecutionResult, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { decideConditions, findConditionVariables, type Conditions } from '../planner/conditions.js';
import { separateConflicts } from '../planner/conflict-aliases.js';
import { splitOperation } from '../planner/operation-parts.js';
import type { ValidOperation } from '../planner/operation.js';
import { planOperations, type PlanDocument } from '../planner/plan-operation.js';
import type { Planner } from '../planner/planner.js';
import { planningError } from '../planner/planning-errors.js';
import { compileAskedErrors, type AskedErrors } from './asked-errors.js';
import { compilePlan, type PlanTarget } from './compile-plan.js';
import { ErrorLog } from './error-log.js';
import { createFieldCollector } from './field-collector.js';
import { compileIsLost } from './lost-mutation.js';
import { compileProjection, type Projection } from './projection.js';
import { sequence, type Execution, type Step } from './step.js';
import type { Subgraph } from './subgraph.js';
import { isPromise, type ObjectValue } from './values.js';

/** Combinations of conditions whose plans an operation keeps. */
const MAX_VARIANTS = 32;
/** Measured over operations that are executed often, and rounded up: syntax tree, plan, closures, code of their own. */
const BYTES_PER_OPERATION = 16_000;
const BYTES_PER_SELECTION = 6_000;

/** Executions after which code of its own is worth its making. */
export const HOT_AFTER = 20;

/** An operation under one combination of its conditions. */
interface Variant<C> {
  readonly fetch: Step<C>;
  readonly introspection: DocumentNode | undefined;
  readonly project: Projection;
  readonly askedErrors: AskedErrors;
}

/** A variant that is compiled a second time, with code of its own, once it is executed often. */
class WarmingVariant<C> {
  #variant: Variant<C>;
  #compileHot: (() => Variant<C>) | undefined;
  #executionsLeft: number;

  constructor(compile: (isHot: boolean) => Variant<C>, hotAfter: number) {
    this.#executionsLeft = hotAfter;
    this.#variant = compile(hotAfter === 0);
    this.#compileHot = hotAfter === 0 ? undefined : () => compile(true);
  }

  /** The variant for one execution. */
  next(): Variant<C> {
    if (this.#compileHot === undefined) return this.#variant;
    if (this.#executionsLeft > 0) this.#executionsLeft -= 1;
    else {
      this.#variant = this.#compileHot();
      this.#compileHot = undefined;
    }
    return this.#variant;
  }
}

export interface OperationTarget<C> {
  /** Executions after which an operation gets code of its own. */
  readonly hotAfter: number;
  readonly planner: Pick<Planner, 'publicSchema' | 'plannedNames' | 'types' | 'joins'>;
  /** Absent where all plans are our own. */
  readonly plan: PlanDocument | undefined;
  readonly subgraphs: ReadonlyMap<string, Subgraph<C>>;
}

/** A valid operation, planned and compiled once per combination of conditions that occurs. */
export class CompiledOperation<C> {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  /** What it is taken to hold, all variants that it keeps included. */
  readonly bytes: number;
  readonly isLasting = true;
  readonly #valid: ValidOperation;
  readonly #target: OperationTarget<C>;
  readonly #conditionVariables: readonly string[];
  readonly #variants: LRUCache<string, WarmingVariant<C>>;
  readonly #pending = new Map<string, Promise<WarmingVariant<C>>>();

  constructor(valid: ValidOperation, target: OperationTarget<C>) {
    this.kind = valid.operation.operation === 'mutation' ? 'mutation' : 'query';
    this.name = valid.operation.name?.value;
    this.#valid = valid;
    this.#target = target;
    this.#conditionVariables = findConditionVariables(valid.document);
    const max = Math.min(MAX_VARIANTS, 2 ** this.#conditionVariables.length);
    this.#variants = new LRUCache({ max });
    this.bytes = BYTES_PER_OPERATION + valid.selections * BYTES_PER_SELECTION * (1 + max);
  }

  /** Plans what has no conditions; throws or rejects where there is no plan. */
  prepare(): this | Promise<this> {
    if (this.#conditionVariables.length > 0) return this;
    const variant = this.#variantFor({});
    return isPromise(variant) ? variant.then(() => this) : this;
  }

  execute(inputs: Readonly<Record<string, unknown>> | undefined, context: C): ExecutionResult | Promise<ExecutionResult> {
    const { publicSchema } = this.#target.planner;
    let variables: Record<string, unknown> = {};
    const definitions = this.#valid.operation.variableDefinitions ?? [];
    if (definitions.length > 0) {
      const { coerced, errors } = getVariableValues(publicSchema, definitions, inputs ?? {}, { maxErrors: 50 });
      if (errors !== undefined) return { errors };
      variables = coerced;
    }
    const refuse = (error: unknown): ExecutionResult => ({ errors: [planningError(error)] });
    let variant: WarmingVariant<C> | Promise<WarmingVariant<C>>;
    try {
      variant = this.#variantFor(variables);
    } catch (error) {
      return refuse(error);
    }
    if (!isPromise(variant)) return this.#run(variant.next(), variables, context);
    return variant.then((planned) => this.#run(planned.next(), variables, context), refuse);
  }

  #run(variant: Variant<C>, variables: Readonly<Record<string, unknown>>, context: C): ExecutionResult | Promise<ExecutionResult> {
    const execution: Execution<C> = { data: {}, variables, context, log: new ErrorLog() };
    const pending = variant.fetch(execution);
    return isPromise(pending) ? pending.then(() => this.#answer(variant, execution)) : this.#answer(variant, execution);
  }

  #answer({ introspection, project, askedErrors }: Variant<C>, { data, variables, log }: Execution<C>): ExecutionResult {
    if (introspection !== undefined) this.#introspect(introspection, variables, data, log);
    const answer = project(data, log);
    if (log.isEmpty) return { data: answer };
    const errors = askedErrors(log.errors, data);
    return errors.length === 0 ? { data: answer } : { errors, data: answer };
  }

  #introspect(document: DocumentNode, variableValues: Readonly<Record<string, unknown>>, data: ObjectValue, log: ErrorLog): void {
    const result = execute({ schema: this.#target.planner.publicSchema, document, variableValues });
    if (isPromise(result)) throw new Error('Introspection has nothing to wait for.');
    for (const error of result.errors ?? []) log.add(error, error.path);
    Object.assign(data, result.data);
  }

  #variantFor(variables: Readonly<Record<string, unknown>>): WarmingVariant<C> | Promise<WarmingVariant<C>> {
    const key = this.#conditionVariables.map((name) => (variables[name] === true ? '1' : '0')).join('');
    const known = this.#variants.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const decided = this.#conditionVariables.map((name) => [name, variables[name] === true] as const);
    const variant = compileVariant(this.#valid.document, Object.fromEntries(decided), this.#target);
    if (!isPromise(variant)) {
      this.#variants.set(key, variant);
      return variant;
    }
    const pending = variant.finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending.then((planned) => {
      this.#variants.set(key, planned);
      return planned;
    });
  }
}

function compileVariant<C>(document: DocumentNode, conditions: Conditions, { planner, plan, subgraphs, hotAfter }: OperationTarget<C>): WarmingVariant<C> | Promise<WarmingVariant<C>> {
  const decided = decideConditions(document, conditions);
  const separated = separateConflicts(decided, planner.plannedNames);
  const { fetched } = splitOperation(separated.document, operationOf(separated.document));
  const { introspection } = splitOperation(decided, operationOf(decided));
  const { publicSchema, types } = planner;
  const compile = (plans: readonly PlanNode[]): WarmingVariant<C> => {
    const collect = createFieldCollector(publicSchema, decided, separated.dataKeys);
    const operation = operationOf(decided);
    const isLost = compileIsLost(publicSchema, operation, collect, separated.dataKeys);
    const calls: PlanTarget<C>['calls'] = new Map();
    return new WarmingVariant((isHot) => ({
      fetch: sequence(plans.map((node) => compilePlan(node, { subgraphs, types, isHot, calls })), isLost),
      introspection,
      project: compileProjection(publicSchema, operation, collect, separated.dataKeys, isHot),
      askedErrors: compileAskedErrors(publicSchema, operation, collect, separated.dataKeys),
    }), hotAfter);
  };
  const plans = planOperations(fetched, planner, plan);
  return isPromise(plans) ? plans.then(compile) : compile(plans);
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}
