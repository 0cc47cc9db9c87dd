import type { EntityBatchAlias } from '@graphql-hive/router-query-planner';
import { Kind, print, visit, type DocumentNode, type FieldNode, type InlineFragmentNode, type OperationDefinitionNode, type SelectionNode, type VariableDefinitionNode } from 'graphql';
import { dataPathOf } from '../execution/data-path.js';

/** The operation of an entity fetch, to be written anew with other `_entities` fields. */
export class EntityDocument {
  readonly #operation: OperationDefinitionNode;
  readonly #fields: FieldNode[] = [];
  readonly #variables: VariableDefinitionNode[];

  constructor(document: DocumentNode) {
    const operation = operationWithoutSpreads(document);
    this.#operation = operation;
    this.#variables = [...(operation.variableDefinitions ?? [])];
  }

  /** The data keys that an `_entities` field selects of its entities. */
  keysOf(alias: EntityBatchAlias): readonly string[] {
    const keys: string[] = [];
    filterFields(this.#fieldOf(alias), alias, (key) => keys.push(key) > 0);
    return [...new Set(keys)];
  }

  /** Takes an `_entities` field over as it is. */
  keep(alias: EntityBatchAlias): EntityBatchAlias {
    this.#fields.push(this.#fieldOf(alias));
    return alias;
  }

  /** Adds an `_entities` field that selects some keys of what the given one does. */
  select(alias: EntityBatchAlias, keys: ReadonlySet<string>): EntityBatchAlias {
    const field = this.#fieldOf(alias);
    const number = this.#fields.length;
    const name = `_gw_entities_${number}`;
    const variable = `__gw_representations_${number}`;
    const { variableDefinitions = [] } = this.#operation;
    const definition = variableDefinitions.find((node) => node.variable.name.value === alias.representationsVariableName);
    if (definition === undefined) throw new Error(`An entity fetch does not declare "${alias.representationsVariableName}".`);
    this.#variables.push({ ...definition, variable: { ...definition.variable, name: nameOf(variable) } });
    const selected = visit(filterFields(field, alias, (key) => keys.has(key)), {
      Variable: (node) => (node.name.value === alias.representationsVariableName ? { ...node, name: nameOf(variable) } : undefined),
    });
    this.#fields.push({ ...selected, alias: nameOf(name) });
    return { ...alias, alias: name, representationsVariableName: variable };
  }

  /** The new operation and the client's variables that it uses. */
  print(variableUsages: readonly string[]): { readonly operation: string; readonly variableUsages: string[] } {
    const used = new Set<string>();
    for (const field of this.#fields) visit(field, { Variable: (node) => void used.add(node.name.value) });
    const variableDefinitions = this.#variables.filter(({ variable }) => used.has(variable.name.value));
    const operation = print({ ...this.#operation, variableDefinitions, selectionSet: { kind: Kind.SELECTION_SET, selections: this.#fields } });
    return { operation, variableUsages: variableUsages.filter((name) => used.has(name)) };
  }

  #fieldOf({ alias }: EntityBatchAlias): FieldNode {
    const field = this.#operation.selectionSet.selections.find((node) => node.kind === Kind.FIELD && (node.alias ?? node.name).value === alias);
    if (field?.kind !== Kind.FIELD) throw new Error(`A plan's fetch does not select its own alias "${alias}".`);
    return field;
  }
}

/** A fetch's operation with its fragments opened. */
export function operationWithoutSpreads(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('A fetch has no operation.');
  const fragments = new Map(document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])));
  const open = <T extends OperationDefinitionNode | InlineFragmentNode>(node: T): T =>
    visit(node, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (fragment === undefined) throw new Error(`A fetch has no fragment "${spread.name.value}".`);
        return open({ kind: Kind.INLINE_FRAGMENT, typeCondition: fragment.typeCondition, selectionSet: fragment.selectionSet });
      },
    });
  return fragments.size === 0 ? operation : open(operation);
}

/** The `_entities` field with those fields of its entities whose data key is wanted. */
function filterFields(field: FieldNode, { outputRewrites }: EntityBatchAlias, isWanted: (key: string) => boolean): FieldNode {
  const toDataPath = dataPathOf(outputRewrites);
  const filter = (selections: readonly SelectionNode[]): readonly SelectionNode[] =>
    selections.flatMap((node): SelectionNode | readonly SelectionNode[] => {
      if (node.kind === Kind.FIELD) return isWanted(String(toDataPath([(node.alias ?? node.name).value])[0])) ? [node] : [];
      if (node.kind !== Kind.INLINE_FRAGMENT) return [node];
      const inner = filter(node.selectionSet.selections);
      return inner.length === 0 ? [] : [{ ...node, selectionSet: { ...node.selectionSet, selections: inner } }];
    });
  return { ...field, selectionSet: { kind: Kind.SELECTION_SET, selections: filter(field.selectionSet?.selections ?? []) } };
}

function nameOf(value: string) {
  return { kind: Kind.NAME, value } as const;
}
