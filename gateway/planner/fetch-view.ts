import type { BatchFetchNode, FetchNode, FlattenNode, PlanNode } from '@graphql-hive/router-query-planner';
import { Kind, parse, print, visit, type FieldNode, type InlineFragmentNode, type OperationDefinitionNode, type SelectionNode, type SelectionSetNode, type VariableDefinitionNode } from 'graphql';
import { dataPathOf, type ToDataPath } from '../execution/data-path.js';
import { operationWithoutSpreads } from './entity-document.js';
import { entityAliasesOf, keysOfPath } from './plan-walk.js';

/** Response keys from the root, without lists and type conditions. */
export type Place = readonly string[];

type Fetch = FetchNode | FlattenNode | BatchFetchNode;

/** A part of a fetch's operation, and where in our data it stands. */
interface Part {
  readonly place: Place;
  /** Keys of the operation that lead to it. */
  readonly within: Place;
  readonly toDataPath: ToDataPath;
}

/** A fetch's operation, seen and changed at places of our data. */
export class FetchView {
  readonly serviceName: string;
  readonly #fetch: Fetch;
  readonly #parts: readonly Part[];
  #operation: OperationDefinitionNode;
  #hasChanged = false;

  constructor(fetch: Fetch) {
    const request = fetch.kind === 'Flatten' ? fetch.node : fetch;
    if (request.kind !== 'Fetch' && request.kind !== 'BatchFetch') throw new Error(`A Flatten over "${request.kind}" cannot be executed.`);
    this.serviceName = request.serviceName;
    this.#fetch = fetch;
    this.#operation = operationWithoutSpreads(parse(request.operation, { noLocation: true }));
    this.#parts = fetch.kind === 'Fetch'
      ? [{ place: [], within: [], toDataPath: dataPathOf(fetch.outputRewrites) }]
      : entityAliasesOf(fetch).flatMap(({ alias, paths, outputRewrites }) => paths.map((path) => ({ place: keysOfPath(path), within: [alias], toDataPath: dataPathOf(outputRewrites) })));
  }

  /** True if it is a fetch of the entities at the place. */
  beginsAt(at: Place): boolean {
    return this.#parts.some(({ place, within }) => within.length > 0 && place.length === at.length && place.every((key, index) => at[index] === key));
  }

  /** The data keys that the fetch selects at a place of values of a type; undefined where it selects nothing there. */
  keysAt(place: Place, collect: (selectionSet: SelectionSetNode) => Iterable<string>): ReadonlySet<string> | undefined {
    const found: string[] = [];
    const seen = { isThere: false };
    for (const part of this.#parts) {
      this.#change(part, place, (selectionSet) => {
        seen.isThere = true;
        found.push(...[...collect(selectionSet)].map((key) => String(part.toDataPath([key])[0])));
        return selectionSet;
      });
    }
    return seen.isThere ? new Set(found) : undefined;
  }

  /** Adds fields for values of a type to what the fetch selects at a place. */
  add(place: Place, fragment: InlineFragmentNode, variables: readonly VariableDefinitionNode[]): void {
    this.#hasChanged = true;
    for (const part of this.#parts) {
      this.#operation = this.#change(part, place, (selectionSet) => ({ ...selectionSet, selections: [...selectionSet.selections, fragment] }));
    }
    const used = new Set<string>();
    visit(fragment, { Variable: (node) => void used.add(node.name.value) });
    const known = this.#operation.variableDefinitions ?? [];
    const added = variables.filter(({ variable: { name } }) => used.has(name.value) && !known.some(({ variable }) => variable.name.value === name.value));
    this.#operation = { ...this.#operation, variableDefinitions: [...known, ...added] };
  }

  /** The fetch with what was added. */
  get node(): PlanNode {
    const fetch = this.#fetch;
    if (!this.#hasChanged) return fetch;
    const operation = print(this.#operation);
    const own = new Set(fetch.kind === 'Fetch' ? [] : entityAliasesOf(fetch).map(({ representationsVariableName }) => representationsVariableName));
    const variableUsages = (this.#operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value).filter((name) => !own.has(name));
    if (fetch.kind !== 'Flatten') return { ...fetch, operation, variableUsages };
    return fetch.node.kind === 'Fetch' ? { ...fetch, node: { ...fetch.node, operation, variableUsages } } : fetch;
  }

  #change({ place, within, toDataPath }: Part, at: Place, change: (selectionSet: SelectionSetNode) => SelectionSetNode): OperationDefinitionNode {
    if (!place.every((key, index) => at[index] === key)) return this.#operation;
    const steps = [...within.map((key) => ({ key, isData: false })), ...at.slice(place.length).map((key) => ({ key, isData: true }))];
    const walk = (selectionSet: SelectionSetNode, depth: number): SelectionSetNode => {
      const step = steps[depth];
      if (step === undefined) return change(selectionSet);
      const isStep = (node: FieldNode): boolean => {
        const key = (node.alias ?? node.name).value;
        return (step.isData ? toDataPath([key])[0] : key) === step.key;
      };
      const selections = selectionSet.selections.map((node): SelectionNode => {
        if (node.kind === Kind.INLINE_FRAGMENT) return { ...node, selectionSet: walk(node.selectionSet, depth) };
        if (node.kind !== Kind.FIELD || node.selectionSet === undefined || !isStep(node)) return node;
        return { ...node, selectionSet: walk(node.selectionSet, depth + 1) };
      });
      return { ...selectionSet, selections };
    };
    return { ...this.#operation, selectionSet: walk(this.#operation.selectionSet, 0) };
  }
}
