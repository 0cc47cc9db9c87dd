import type { PlanNode, RequiresSelection } from '@graphql-hive/router-query-planner';
import { Kind, type FieldNode, type GraphQLSchema, type InlineFragmentNode } from 'graphql';
import { createFieldCollector } from '../execution/field-collector.js';
import { FetchView } from './fetch-view.js';
import { entityAliasesOf, keysOfPath, mapFetches } from './plan-walk.js';
import { graphsOfField, joinedTypes, type SupergraphIndex } from './supergraph-index.js';

/** What has to be known of a supergraph; subgraphs go by their names in its directives. */
export interface KeyKnowledge {
  readonly schema: GraphQLSchema;
  readonly supergraph: SupergraphIndex;
  readonly graphOf: (serviceName: string) => string | undefined;
}

/**
 * Adds keys that a plan's fetches need of an entity and no fetch selects. Where an interface object is found within an entity of
 * its subgraph, the planner leaves its key out, so that nobody could be asked for its type.
 */
export function withOwnKeys(root: PlanNode, { schema, supergraph, graphOf }: KeyKnowledge): PlanNode {
  const views: FetchView[] = [];
  const needed: { readonly place: readonly string[]; readonly name: string; readonly view: FetchView; readonly typeName: string }[] = [];
  mapFetches(root, (fetch) => {
    const view = new FetchView(fetch);
    views.push(view);
    for (const { paths, requires } of entityAliasesOf(fetch)) {
      for (const { typeName, name } of requires.flatMap((selection) => leavesOf(selection))) {
        for (const path of paths) needed.push({ place: keysOfPath(path), name, typeName, view });
      }
    }
    return fetch;
  });
  const collect = createFieldCollector(schema, { kind: Kind.DOCUMENT, definitions: [] });
  const keysAt = (view: FetchView, place: readonly string[]): ReadonlySet<string> | undefined =>
    view.keysAt(place, (selectionSet) => collect.ofAnyType([selectionSet]).map((field) => (field.alias ?? field.name).value));
  for (const { place, name, typeName, view } of needed) {
    const before = views.slice(0, views.indexOf(view)).filter((one) => keysAt(one, place) !== undefined);
    // A fetch of the same entity by the same key tells nothing new.
    const finders = before.filter((one) => !one.beginsAt(place));
    if (finders.some((one) => keysAt(one, place)?.has(name) === true)) continue;
    for (const finder of finders) {
      const graph = graphOf(finder.serviceName) ?? '';
      if (isInterfaceObjectField(supergraph, typeName, name, graph)) finder.add(place, fieldAlone(name), []);
    }
  }
  let index = 0;
  return mapFetches(root, (fetch) => views[index++]?.node ?? fetch) ?? root;
}

/** True if the subgraph has the type, or an interface of it, as an interface object with the field. */
function isInterfaceObjectField(supergraph: SupergraphIndex, typeName: string, fieldName: string, graph: string): boolean {
  const type = supergraph.types.get(typeName);
  const interfaces = [typeName, ...(type?.interfaces ?? []).map(({ name }) => name.value)].flatMap((name) => supergraph.types.get(name) ?? []);
  return interfaces.some((one) => joinedTypes(one).some((joined) => joined.graph === graph && joined.isInterfaceObject) && graphsOfField(one, fieldName).includes(graph));
}

/** The fields of a requirement's first level that hold no objects, with the type that they are required of. */
function leavesOf(selection: RequiresSelection, typeName = ''): readonly { readonly typeName: string; readonly name: string }[] {
  if (selection.kind === 'InlineFragment') return selection.selections.flatMap((inner) => leavesOf(inner, selection.typeCondition));
  if (selection.kind !== 'Field' || selection.name === '__typename' || selection.selections !== undefined || selection.alias !== undefined) return [];
  return [{ typeName, name: selection.name }];
}

function fieldAlone(name: string): InlineFragmentNode {
  const field: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } };
  return { kind: Kind.INLINE_FRAGMENT, selectionSet: { kind: Kind.SELECTION_SET, selections: [field] } };
}
