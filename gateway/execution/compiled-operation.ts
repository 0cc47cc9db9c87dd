import {
  execute,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { SharedRequester, type Requester } from '../../access/fair-queue.js';
import { inSpan, recordsSpans } from '../../telemetry/spans.js';
import { decideConditions, findConditionVariables } from '../planner/conditions.js';
import { splitOperation, type OperationParts } from '../planner/operation-parts.js';
import type { ValidOperation } from '../planner/operation.js';
import { planOperations } from '../planner/plan-operation.js';
import type { Plan } from '../planner/plan.js';
import type { Planner } from '../planner/planner.js';
import { compilePlan, type PlanTarget } from './compile-plan.js';
import { ErrorLog } from './error-log.js';
import { createFieldCollector } from './field-collector.js';
import { coerceVariables } from './input-errors.js';
import { hasInheritedKeys } from './inherited-keys.js';
import { compileIsNulled } from './nulled-mutation.js';
import { planningError } from './planning-error.js';
import { compileProjection, type Projection } from './projection.js';
import { sequence, type Execution, type Step } from './step.js';
import type { Subgraph } from './subgraph.js';
import { tierRefusals } from './tier-refusals.js';
import { isPromise, type ObjectValue } from './values.js';
import { compileVisibleErrors, type VisibleErrors } from './visible-errors.js';

/** Combinations of `@skip`/`@include` values whose plans an operation caches; a large operation caches fewer. */
const MAX_VARIANTS = 32;
const MAX_VARIANT_SELECTIONS = 1_000;
/** Measured over hot operations and rounded up: syntax tree, plan, closures, generated code. */
const BYTES_PER_OPERATION = 16_000;
const BYTES_PER_SELECTION = 6_000;

/** Executions after which generated code repays its cost. */
export const HOT_AFTER = 20;

/** Plans documents in another thread, in turns between requesters. Rejects if one of them has no plan. */
export type PlanInThread = (documents: readonly DocumentNode[], requester: Requester) => Promise<readonly Plan[]>;

/** An operation under one combination of its conditions. */
interface Variant<C> {
  readonly fetch: Step<C>;
  readonly introspection: DocumentNode | undefined;
  readonly project: Projection;
  readonly visibleErrors: VisibleErrors;
}

/** A variant that is being planned, for all requests that wait for it. */
interface PendingVariant<C> {
  readonly requester: SharedRequester;
  readonly planned: Promise<WarmingVariant<C>>;
}

/** A variant that is compiled again with generated code once it is hot. */
class WarmingVariant<C> {
  #variant: Variant<C>;
  #compileHot: (() => Variant<C>) | undefined;
  #executionsLeft: number;

  constructor(compile: (isHot: boolean) => Variant<C>, hotAfter: number) {
    this.#executionsLeft = hotAfter;
    this.#variant = compile(hotAfter === 0);
    this.#compileHot = hotAfter === 0 ? undefined : () => compile(true);
  }

  /** The variant for the next execution. */
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
  /** Executions after which an operation gets generated code. */
  readonly hotAfter: number;
  readonly planner: Planner;
  /** Whether error messages omit "Did you mean" suggestions. */
  readonly hidesSuggestions: boolean;
  /** Absent if operations are planned in this thread. */
  readonly planInThread: PlanInThread | undefined;
  readonly requesterOf: (context: C) => Requester;
  readonly subgraphs: ReadonlyMap<string, Subgraph<C>>;
  /** The public schema with all that introspection shows. */
  readonly introspectedSchema: () => GraphQLSchema;
}

/** A valid operation, planned and compiled once per combination of conditions that occurs. */
export class CompiledOperation<C> {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  /** Estimated size in bytes, including all cached variants. */
  readonly bytes: number;
  readonly #valid: ValidOperation;
  readonly #target: OperationTarget<C>;
  readonly #conditionVariables: readonly string[];
  readonly #variants: LRUCache<string, WarmingVariant<C> | PendingVariant<C>>;

  constructor(valid: ValidOperation, target: OperationTarget<C>) {
    this.kind = valid.operation.operation === 'mutation' ? 'mutation' : 'query';
    this.name = valid.operation.name?.value;
    this.#valid = valid;
    this.#target = target;
    this.#conditionVariables = findConditionVariables(valid.document);
    const max = Math.max(
      1,
      Math.min(
        MAX_VARIANTS,
        2 ** this.#conditionVariables.length,
        Math.floor(MAX_VARIANT_SELECTIONS / valid.selections),
      ),
    );
    this.#variants = new LRUCache({ max });
    this.bytes = BYTES_PER_OPERATION + valid.selections * BYTES_PER_SELECTION * (1 + max);
  }

  /** Plans an operation without conditions; throws or rejects if there is no plan. */
  prepare(requester: Requester): this | Promise<this> {
    if (this.#conditionVariables.length > 0) return this;
    const variant = this.#variantFor({}, () => requester);
    return isPromise(variant) ? variant.then(() => this) : this;
  }

  execute(
    inputs: Readonly<Record<string, unknown>> | undefined,
    context: C,
  ): ExecutionResult | Promise<ExecutionResult> {
    const {
      planner: { publicSchema },
      hidesSuggestions,
      requesterOf,
    } = this.#target;
    let variables: Record<string, unknown> = {};
    const definitions = this.#valid.operation.variableDefinitions ?? [];
    if (definitions.length > 0) {
      const refusals = tierRefusals(publicSchema, this.#valid.document, inputs ?? {}, context);
      const given = coerceVariables(publicSchema, definitions, inputs ?? {}, { hidesSuggestions, refusals });
      if ('errors' in given) return given;
      variables = given.coerced;
    }
    const refuse = (error: unknown): ExecutionResult => ({ errors: [planningError(error)], data: null });
    let variant: WarmingVariant<C> | Promise<WarmingVariant<C>>;
    try {
      variant = this.#variantFor(variables, () => requesterOf(context));
    } catch (error) {
      return refuse(error);
    }
    if (!isPromise(variant)) return this.#run(variant.next(), variables, context);
    return variant.then((planned) => this.#run(planned.next(), variables, context), refuse);
  }

  #run(
    variant: Variant<C>,
    variables: Readonly<Record<string, unknown>>,
    context: C,
  ): ExecutionResult | Promise<ExecutionResult> {
    const execution: Execution<C> = {
      data: Object.create(null) as ObjectValue,
      variables,
      context,
      log: new ErrorLog(),
    };
    const run = (): ExecutionResult | Promise<ExecutionResult> => {
      const pending = variant.fetch(execution);
      return isPromise(pending)
        ? pending.then(() => this.#answer(variant, execution))
        : this.#answer(variant, execution);
    };
    if (!recordsSpans()) return run();
    // The client's name of it is its own text.
    const attributes = { 'graphql.operation.type': this.kind };
    return inSpan({ name: `graphql ${this.kind}`, kind: 'internal', attributes }, (span) => {
      const counted = (answer: ExecutionResult): ExecutionResult => {
        span?.set({ 'marketgraph.errors': answer.errors?.length });
        return answer;
      };
      const answer = run();
      return isPromise(answer) ? answer.then(counted) : counted(answer);
    });
  }

  #answer(
    { introspection, project, visibleErrors }: Variant<C>,
    { data, variables, log }: Execution<C>,
  ): ExecutionResult {
    if (introspection !== undefined) this.#introspect(introspection, variables, data, log);
    const answer = project(data, log);
    if (log.isEmpty) return { data: answer };
    const errors = visibleErrors(log.errors, data);
    return errors.length === 0 ? { data: answer } : { errors, data: answer };
  }

  #introspect(
    document: DocumentNode,
    variableValues: Readonly<Record<string, unknown>>,
    data: ObjectValue,
    log: ErrorLog,
  ): void {
    const result = execute({ schema: this.#target.introspectedSchema(), document, variableValues });
    if (isPromise(result)) throw new Error('Introspection must not return a promise.');
    for (const error of result.errors ?? []) log.add(error, error.path);
    Object.assign(data, result.data);
  }

  #variantFor(
    variables: Readonly<Record<string, unknown>>,
    requester: () => Requester,
  ): WarmingVariant<C> | Promise<WarmingVariant<C>> {
    const key = this.#conditionVariables.map((name) => (variables[name] === true ? '1' : '0')).join('');
    const known = this.#variants.get(key);
    if (known instanceof WarmingVariant) return known;
    if (known !== undefined) {
      known.requester.join(requester());
      return known.planned;
    }
    const conditions = Object.fromEntries(this.#conditionVariables.map((name) => [name, variables[name] === true]));
    const { planner, planInThread } = this.#target;
    const decided = decideConditions(this.#valid.document, conditions);
    const parts = splitOperation(decided);
    if (planInThread === undefined) {
      const variant = this.#compileVariant(decided, parts, planOperations(parts.fetched, planner));
      this.#variants.set(key, variant);
      return variant;
    }
    const shared = new SharedRequester(requester());
    const planned = planInThread(parts.fetched, shared).then((plans) => this.#compileVariant(decided, parts, plans));
    this.#variants.set(key, { requester: shared, planned });
    planned.then(
      (variant) => void this.#variants.set(key, variant),
      // An operation without a plan never gets one; a failed thread may work the next time.
      () => void this.#variants.delete(key),
    );
    return planned;
  }

  #compileVariant(decided: DocumentNode, { introspection }: OperationParts, plans: readonly Plan[]): WarmingVariant<C> {
    const {
      planner: { publicSchema, types },
      subgraphs,
      hotAfter,
    } = this.#target;
    const collect = createFieldCollector(publicSchema, decided);
    const operation = operationOf(decided);
    const isNulled = compileIsNulled(publicSchema, operation, collect);
    const calls: PlanTarget<C>['calls'] = new Map();
    const inheritsKeys = hasInheritedKeys(decided);
    return new WarmingVariant(
      (isHot) => ({
        fetch: sequence(
          plans.map((plan) => compilePlan(plan, { subgraphs, types, isHot, calls, inheritsKeys })),
          isNulled,
        ),
        introspection,
        project: compileProjection(publicSchema, operation, collect, isHot),
        visibleErrors: compileVisibleErrors(publicSchema, operation, collect),
      }),
      hotAfter,
    );
  }
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}
