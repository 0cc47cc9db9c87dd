import type { EntityBatchAlias, FetchNode, PlanNode, RequiresSelection } from '@graphql-hive/router-query-planner';
import { Kind, OperationTypeNode, print, visit, type FieldNode, type OperationDefinitionNode, type SelectionSetNode, type VariableDefinitionNode } from 'graphql';
import type { FetchGroup } from './fetch-tree.js';
import { isEmpty, writeSelection, type WrittenSelection } from './write-selection.js';

/** One `_entities` field, for the places that ask the same. */
interface EntityFetch extends WrittenSelection {
  readonly typeName: string;
  readonly requires: RequiresSelection[];
  readonly paths: EntityBatchAlias['paths'];
}

/**
 * The plan of an operation's fetches: those that wait for nobody, then those that wait for these alone, and so on. All that
 * is asked of one subgraph at a time is one request.
 */
export function writePlan(groups: readonly FetchGroup[], operation: OperationDefinitionNode, graphs: ReadonlyMap<string, string>): PlanNode | undefined {
  const levels: Map<string, FetchGroup[]>[] = [];
  const levelOf = levelReader();
  for (const group of groups) {
    if (isEmpty(group.selection)) continue;
    const level = (levels[levelOf(group)] ??= new Map<string, FetchGroup[]>());
    level.set(group.graph, [...(level.get(group.graph) ?? []), group]);
  }
  const steps = levels.map((level): PlanNode => {
    const nodes = [...level].flatMap(([graph, asked]) => fetchesOf(graphs.get(graph) ?? graph, asked, operation));
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: 'Parallel', nodes };
  }).filter((step) => step.kind !== 'Parallel' || step.nodes.length > 0);
  return steps.length > 1 ? { kind: 'Sequence', nodes: steps } : steps[0];
}

function levelReader(): (group: FetchGroup) => number {
  const known = new Map<FetchGroup, number>();
  const levelOf = (group: FetchGroup): number => {
    let level = known.get(group);
    if (level === undefined) {
      level = 1 + Math.max(-1, ...[...group.after].map(levelOf));
      known.set(group, level);
    }
    return level;
  };
  return levelOf;
}

function fetchesOf(serviceName: string, groups: readonly FetchGroup[], operation: OperationDefinitionNode): PlanNode[] {
  const roots = groups.filter(({ entity }) => entity === undefined).map(({ selection }): FetchNode => {
    const { selectionSet, rewrites } = writeSelection(selection);
    const kind = operation.operation;
    return { kind: 'Fetch', serviceName, operationKind: kind, ...written(kind, selectionSet, operation, []), ...(rewrites.length === 0 ? {} : { outputRewrites: [...rewrites] }) };
  });
  const fetches = entityFetches(groups);
  if (fetches.length === 0) return roots;
  const aliases = fetches.map(({ typeName, requires, paths, rewrites }, index): EntityBatchAlias => ({
    alias: fetches.length === 1 ? '_entities' : `_e${index}`,
    representationsVariableName: fetches.length === 1 ? 'representations' : `__representations${index}`,
    paths,
    requires,
    inputRewrites: [{ ValueSetter: { path: [{ Key: '__typename' }], setValueTo: typeName } }],
    ...(rewrites.length === 0 ? {} : { outputRewrites: [...rewrites] }),
  }));
  const selections = fetches.map((fetch, index) => entitiesField(fetch, aliases[index]));
  const own = aliases.map(({ representationsVariableName }) => representationsVariableName);
  const request = written(OperationTypeNode.QUERY, { kind: Kind.SELECTION_SET, selections }, operation, own);
  return [...roots, { kind: 'BatchFetch', serviceName, operationKind: 'query', ...request, entityBatch: { aliases } }];
}

function entityFetches(groups: readonly FetchGroup[]): readonly EntityFetch[] {
  const fetches = new Map<string, EntityFetch>();
  for (const { entity, selection } of groups) {
    if (entity === undefined) continue;
    const { typeName, path } = entity;
    const requires = distinct(entity.requires);
    const selected = writeSelection(selection);
    const text = `${typeName} ${JSON.stringify(requires)} ${JSON.stringify(selected.rewrites)} ${print(selected.selectionSet)}`;
    const known = fetches.get(text);
    if (known === undefined) fetches.set(text, { ...selected, typeName, requires, paths: [[...path]] });
    else known.paths.push([...path]);
  }
  return [...fetches.values()];
}

/** A key's field can be required too. */
function distinct(requires: readonly RequiresSelection[]): RequiresSelection[] {
  return [...new Map(requires.map((selection) => [JSON.stringify(selection), selection])).values()];
}

function entitiesField({ typeName, selectionSet }: EntityFetch, batch: EntityBatchAlias | undefined): FieldNode {
  const { alias = '_entities', representationsVariableName: variable = 'representations' } = batch ?? {};
  const fragment = { kind: Kind.INLINE_FRAGMENT, typeCondition: { kind: Kind.NAMED_TYPE, name: nameOf(typeName) }, selectionSet } as const;
  return {
    kind: Kind.FIELD,
    name: nameOf('_entities'),
    ...(alias === '_entities' ? {} : { alias: nameOf(alias) }),
    arguments: [{ kind: Kind.ARGUMENT, name: nameOf('representations'), value: { kind: Kind.VARIABLE, name: nameOf(variable) } }],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [fragment] },
  };
}

function written(kind: OperationTypeNode, selectionSet: SelectionSetNode, operation: OperationDefinitionNode, own: readonly string[]) {
  const used = new Set<string>();
  visit(selectionSet, { Variable: (node) => void used.add(node.name.value) });
  const usages = (operation.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  const variableDefinitions = [...usages.map(({ directives: _directives, ...definition }) => definition), ...own.map(representations)];
  return {
    operation: print({ kind: Kind.OPERATION_DEFINITION, operation: kind, variableDefinitions, selectionSet }),
    variableUsages: usages.map(({ variable }) => variable.name.value),
  };
}

function representations(name: string): VariableDefinitionNode {
  const any = { kind: Kind.NON_NULL_TYPE, type: { kind: Kind.NAMED_TYPE, name: nameOf('_Any') } } as const;
  const type = { kind: Kind.NON_NULL_TYPE, type: { kind: Kind.LIST_TYPE, type: any } } as const;
  return { kind: Kind.VARIABLE_DEFINITION, variable: { kind: Kind.VARIABLE, name: nameOf(name) }, type };
}

function nameOf(value: string) {
  return { kind: Kind.NAME, value } as const;
}
