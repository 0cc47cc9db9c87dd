import {
  Kind,
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { largest, product, sum, type Amount } from './amount.js';
import type { CostIndex, FieldCost } from './cost-index.js';
import { listSize, variableDefaults, variableValue, type VariableDefaults } from './list-size.js';

/** The cost of an operation and the most objects it can return, as functions of its variables. */
export interface OperationMeasure {
  readonly cost: Amount;
  readonly nodes: Amount;
}

/** What fields cost, and the operation itself. */
export interface Prices {
  /** Of a field on a type, from the number of its entries and the cost of all that is selected below one of them. */
  field(on: string, field: FieldNode, declared: FieldCost, entries: Amount, below: Amount): Amount;
  /** Of introspection fields by name: they have no directives. */
  readonly introspection: ReadonlyMap<string, number>;
  /** Of a mutation in addition to its fields. */
  readonly mutation: number;
}

/** Points: the directives of the SDL; the base cost of a mutation is that of Apollo's demand control. */
const POINTS: Prices = {
  field(_, { arguments: given = [] }, { weight, argumentWeights }, entries, below) {
    const forArguments = given.map(({ name }: ArgumentNode) => argumentWeights.get(name.value) ?? 0);
    return sum([...forArguments, product([entries, sum([weight, below])])]);
  },
  introspection: new Map([
    ['__schema', 10],
    ['__type', 1],
  ]),
  mutation: 10,
};

const NOTHING: OperationMeasure = { cost: 0, nodes: 0 };

/** One response key of a selection set: the same field, however often it is written. */
interface Group {
  readonly field: FieldNode;
  readonly selections: SelectionSetNode[];
  /** For each place where the field is written: 1 if it is included, else 0. */
  readonly included: Amount[];
}

/** Response keys by the type that they are selected on. */
type Groups = Map<string, Map<string, Group>>;

function add(measures: readonly OperationMeasure[]): OperationMeasure {
  return { cost: sum(measures.map(({ cost }) => cost)), nodes: sum(measures.map(({ nodes }) => nodes)) };
}

/** Walks one operation, whose fragments must not spread themselves. */
class Measuring {
  readonly #index: CostIndex;
  readonly #prices: Prices;
  readonly #defaults: VariableDefaults;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(index: CostIndex, prices: Prices, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#index = index;
    this.#prices = prices;
    this.#defaults = variableDefaults(operation);
    this.#fragments = new Map(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    );
  }

  /** A value has one object type: the most expensive one counts, plus the fields selected on every type. */
  selections(
    type: string,
    selectionSets: readonly SelectionSetNode[],
    sizes: ReadonlyMap<string, Amount>,
  ): OperationMeasure {
    const groups: Groups = new Map();
    for (const selectionSet of selectionSets) this.#collect(type, selectionSet, 1, groups);
    const byType = [...groups].map(([on, byKey]) => ({
      isObject: this.#index.isObject(on),
      measure: add([...byKey.values()].map((group) => this.#group(on, group, sizes))),
    }));
    const shared = byType.filter(({ isObject }) => !isObject).map(({ measure }) => measure);
    const exclusive = byType.filter(({ isObject }) => isObject).map(({ measure }) => measure);
    return {
      cost: sum([...shared.map(({ cost }) => cost), largest(exclusive.map(({ cost }) => cost))]),
      nodes: sum([...shared.map(({ nodes }) => nodes), largest(exclusive.map(({ nodes }) => nodes))]),
    };
  }

  #collect(on: string, { selections }: SelectionSetNode, included: Amount, groups: Groups): void {
    for (const selection of selections) {
      const times = product([included, ...(selection.directives ?? []).map((directive) => this.#condition(directive))]);
      if (times === 0) continue;
      if (selection.kind === Kind.FIELD) {
        addTo(groups, on, selection, times);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
      if (fragment === undefined) continue;
      const condition = fragment.typeCondition?.name.value ?? on;
      this.#collect(this.#index.isObject(on) ? on : condition, fragment.selectionSet, times, groups);
    }
  }

  #condition({ name, arguments: given }: DirectiveNode): Amount {
    if (name.value !== 'skip' && name.value !== 'include') return 1;
    const condition = given?.find((argument) => argument.name.value === 'if')?.value;
    const amountOf = (value: unknown): number => ((value === true) === (name.value === 'include') ? 1 : 0);
    if (condition?.kind === Kind.BOOLEAN) return amountOf(condition.value);
    if (condition?.kind !== Kind.VARIABLE) return 1;
    const variable = condition.name.value;
    return (variables) => amountOf(variableValue(variable, variables, this.#defaults));
  }

  #group(on: string, { field, selections, included }: Group, sizes: ReadonlyMap<string, Amount>): OperationMeasure {
    const times = largest(included);
    const introspection = this.#prices.introspection.get(field.name.value);
    if (introspection !== undefined) return { cost: product([times, introspection]), nodes: 0 };
    const declared = this.#index.field(on, field.name.value);
    if (declared === undefined) return NOTHING;
    const { cost, nodes } = this.#field(on, field, declared, selections, sizes);
    return { cost: product([times, cost]), nodes: product([times, nodes]) };
  }

  #field(
    on: string,
    field: FieldNode,
    declared: FieldCost,
    selections: readonly SelectionSetNode[],
    sizes: ReadonlyMap<string, Amount>,
  ): OperationMeasure {
    const { type, isList, size } = declared;
    const hasOwnSize = isList || size.sizedFields.length > 0;
    const length = hasOwnSize ? listSize(field, size, this.#defaults) : 1;
    const entries = isList ? (sizes.get(field.name.value) ?? length) : 1;
    const below = this.selections(type, selections, new Map(size.sizedFields.map((name) => [name, length])));
    return {
      cost: this.#prices.field(on, field, declared, entries, below.cost),
      nodes: product([entries, sum([this.#index.isComposite(type) ? 1 : 0, below.nodes])]),
    };
  }
}

function addTo(groups: Groups, on: string, field: FieldNode, included: Amount): void {
  const byKey = groups.get(on) ?? new Map<string, Group>();
  groups.set(on, byKey);
  const key = field.alias?.value ?? field.name.value;
  const group = byKey.get(key) ?? { field, selections: [], included: [] };
  byKey.set(key, group);
  group.included.push(included);
  if (field.selectionSet !== undefined) group.selections.push(field.selectionSet);
}

/**
 * The cost of an operation: each field costs its arguments' weights plus, for each entry of its list, its own weight
 * and all fields below it. This is an upper bound: undecided conditions, lists and abstract types count with their
 * largest value. Throws `invalid_parameter` for slicing arguments that the SDL does not allow together. With other
 * prices than points, the same walk sums up those. The document must have been checked by `structureOf`: a fragment
 * that spreads itself has no end.
 */
export function measureOperation(
  index: CostIndex,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  prices = POINTS,
): OperationMeasure {
  const { cost, nodes } = new Measuring(index, prices, document, operation).selections(
    index.rootOf(operation.operation),
    [operation.selectionSet],
    new Map(),
  );
  return { cost: operation.operation === 'mutation' ? sum([cost, prices.mutation]) : cost, nodes };
}
