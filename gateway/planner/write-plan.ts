import {
  Kind,
  OperationTypeNode,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { FetchGroup } from './fetch-tree.js';
import type { EntityRequirement, Plan, PlannedFetch, PlanPath, Requirement } from './plan.js';
import { isEmpty, writeSelection, type WrittenSelection } from './write-selection.js';

/** One `_entities` field, shared by all places that request the same. */
interface EntityFetch extends WrittenSelection {
  readonly typeName: string;
  readonly requires: readonly Requirement[];
  readonly paths: PlanPath[];
}

/** The groups that one request covers. */
interface Request {
  readonly graph: string;
  readonly groups: FetchGroup[];
}

/**
 * Writes the fetches of a plan. Groups of one subgraph at the same distance from the start share a request, so each
 * subgraph gets one request per level. A request waits only for those whose responses its groups need.
 */
export function writePlan(
  groups: readonly FetchGroup[],
  operation: OperationDefinitionNode,
  graphs: ReadonlyMap<string, string>,
): Plan {
  const fetches: PlannedFetch[] = [];
  const fetchOf = new Map<FetchGroup, number>();
  for (const { graph, groups: groupsOfRequest } of requestsOf(groups)) {
    const dependencies = new Set(groupsOfRequest.flatMap((group) => dependenciesOf(group, fetchOf)));
    const after = [...dependencies].sort((one, other) => one - other);
    for (const [fetch, answered] of writeFetches(groupsOfRequest, operation)) {
      for (const group of answered) fetchOf.set(group, fetches.length);
      fetches.push({
        ...fetch,
        subgraph: graphs.get(graph) ?? graph,
        after: fetch.entities === undefined ? [] : after,
      });
    }
  }
  return fetches;
}

/** The requests in an order in which each comes after its dependencies. */
function requestsOf(groups: readonly FetchGroup[]): readonly Request[] {
  const levels: Map<string, Request>[] = [];
  const levelOf = levelReader();
  for (const group of groups) {
    if (isEmpty(group.selection)) continue;
    const level = (levels[levelOf(group)] ??= new Map<string, Request>());
    const request = level.get(group.graph);
    if (request === undefined) level.set(group.graph, { graph: group.graph, groups: [group] });
    else request.groups.push(group);
  }
  return levels.flatMap((level) => [...level.values()]);
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

/** The fetches that a group waits for; a group without a selection passes on its own dependencies. */
function dependenciesOf(group: FetchGroup, fetchOf: ReadonlyMap<FetchGroup, number>): readonly number[] {
  return [...group.after].flatMap((before) => fetchOf.get(before) ?? dependenciesOf(before, fetchOf));
}

type WrittenFetch = readonly [fetch: Omit<PlannedFetch, 'subgraph' | 'after'>, groups: readonly FetchGroup[]];

function writeFetches(groups: readonly FetchGroup[], operation: OperationDefinitionNode): readonly WrittenFetch[] {
  const roots = groups
    .filter(({ entity }) => entity === undefined)
    .map((group): WrittenFetch => {
      const { selectionSet, renames } = writeSelection(group.selection);
      return [{ ...written(operation.operation, selectionSet, operation, []), entities: undefined, renames }, [group]];
    });
  const ofEntities = groups.filter(({ entity }) => entity !== undefined);
  return ofEntities.length === 0
    ? roots
    : [...roots, [writeEntityFetch(entityFetches(ofEntities), operation), ofEntities]];
}

function writeEntityFetch(fetches: readonly EntityFetch[], operation: OperationDefinitionNode): WrittenFetch[0] {
  const isAlone = fetches.length === 1;
  const entities = fetches.map(({ typeName, requires, paths, renames }, index): EntityRequirement => ({
    alias: isAlone ? '_entities' : `_e${index}`,
    variable: isAlone ? 'representations' : `__representations${index}`,
    typeName,
    paths,
    requires,
    renames,
  }));
  const selections = fetches.map((fetch, index) => entitiesField(fetch, entities[index]));
  const extraVariables = entities.map(({ variable }) => variable);
  const query = written(OperationTypeNode.QUERY, { kind: Kind.SELECTION_SET, selections }, operation, extraVariables);
  return { ...query, entities, renames: [] };
}

function entityFetches(groups: readonly FetchGroup[]): readonly EntityFetch[] {
  const isAlone = groups.length === 1;
  const fetches = new Map<string, EntityFetch>();
  for (const { entity, selection } of groups) {
    if (entity === undefined) continue;
    const { typeName, path } = entity;
    const requires = distinct(entity.requires);
    const selected = writeSelection(selection);
    const text = isAlone ? '' : JSON.stringify([typeName, requires, selected.renames, print(selected.selectionSet)]);
    const known = fetches.get(text);
    if (known === undefined) fetches.set(text, { ...selected, typeName, requires, paths: [path] });
    else known.paths.push(path);
  }
  return [...fetches.values()];
}

/** A key field can be required too. */
function distinct(requires: readonly Requirement[]): readonly Requirement[] {
  return requires.length === 1
    ? requires
    : [...new Map(requires.map((selection) => [JSON.stringify(selection), selection])).values()];
}

function entitiesField({ typeName, selectionSet }: EntityFetch, entity: EntityRequirement | undefined): FieldNode {
  const { alias = '_entities', variable = 'representations' } = entity ?? {};
  const fragment = {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: nameOf(typeName) },
    selectionSet,
  } as const;
  return {
    kind: Kind.FIELD,
    name: nameOf('_entities'),
    ...(alias === '_entities' ? {} : { alias: nameOf(alias) }),
    arguments: [
      { kind: Kind.ARGUMENT, name: nameOf('representations'), value: { kind: Kind.VARIABLE, name: nameOf(variable) } },
    ],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [fragment] },
  };
}

function written(
  kind: OperationTypeNode,
  selectionSet: SelectionSetNode,
  operation: OperationDefinitionNode,
  extraVariables: readonly string[],
): { readonly document: DocumentNode; readonly variables: readonly string[] } {
  const used = new Set<string>();
  visit(selectionSet, { Variable: (node) => void used.add(node.name.value) });
  const usages = (operation.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  const variableDefinitions = [
    ...usages.map(({ directives: _directives, ...definition }) => definition),
    ...extraVariables.map(representations),
  ];
  const definition: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: kind,
    variableDefinitions,
    selectionSet,
  };
  return {
    document: { kind: Kind.DOCUMENT, definitions: [definition] },
    variables: usages.map(({ variable }) => variable.name.value),
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
