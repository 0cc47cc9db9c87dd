import type { PlanNode } from '@graphql-hive/router-query-planner';
import { getNamedType, isAbstractType, Kind, type DocumentNode, type FieldNode, type GraphQLSchema, type InlineFragmentNode, type SelectionSetNode } from 'graphql';
import { createFieldCollector, outputTypeOf, type CollectFields } from '../execution/field-collector.js';
import { FetchView, type Place } from './fetch-view.js';
import { mapFetches } from './plan-walk.js';
import { graphsOfField, type SupergraphIndex } from './supergraph-index.js';
import { possibleTypesOf, selectionsBelow } from './type-conflicts.js';

/** What is asked of a member of a union, and no fetch asks for. */
interface MissingMember {
  readonly place: Place;
  readonly unionName: string;
  readonly typeName: string;
  readonly fields: readonly FieldNode[];
}

/** What the completion has to know of a supergraph. */
export interface UnionKnowledge {
  readonly schema: GraphQLSchema;
  readonly supergraph: SupergraphIndex;
  /** A subgraph's name in the supergraph's directives. */
  readonly graphOf: (serviceName: string) => string | undefined;
}

/**
 * Adds to a plan's fetches what they leave out: below a field that several subgraphs share, the planner asks only for members
 * that the union has in all of them, although the one that it asks may answer others. Throws where that subgraph cannot
 * resolve all that is asked of such a member.
 */
export function withUnionMembers(root: PlanNode, document: DocumentNode, knowledge: UnionKnowledge): PlanNode {
  if (knowledge.supergraph.partialUnions.size === 0) return root;
  const views: FetchView[] = [];
  mapFetches(root, (fetch) => {
    views.push(new FetchView(fetch));
    return fetch;
  });
  const completion = new UnionCompletion(views, document, knowledge);
  completion.run();
  let index = 0;
  return mapFetches(root, (fetch) => views[index++]?.node ?? fetch) ?? root;
}

class UnionCompletion {
  readonly #views: readonly FetchView[];
  readonly #document: DocumentNode;
  readonly #knowledge: UnionKnowledge;
  readonly #collect: CollectFields;

  constructor(views: readonly FetchView[], document: DocumentNode, knowledge: UnionKnowledge) {
    this.#views = views;
    this.#document = document;
    this.#knowledge = knowledge;
    this.#collect = createFieldCollector(knowledge.schema, document);
  }

  run(): void {
    for (const node of this.#document.definitions) {
      if (node.kind !== Kind.OPERATION_DEFINITION) continue;
      const missing = this.#below(this.#knowledge.schema.getRootType(node.operation)?.name ?? '', [node.selectionSet], []);
      for (const member of missing) this.#add(member, node.variableDefinitions ?? []);
    }
  }

  #add({ place, unionName, typeName, fields }: MissingMember, variables: Parameters<FetchView['add']>[2]): void {
    for (const view of this.#views) {
      const graph = this.#knowledge.graphOf(view.serviceName);
      if (graph === undefined || this.#knowledge.supergraph.partialUnions.get(unionName)?.get(graph)?.has(typeName) !== true) continue;
      // A fetch of the entities there has no union: it was told their type.
      if (view.beginsAt(place) || view.keysAt(place, () => []) === undefined) continue;
      const selections = this.#resolvable(typeName, fields, graph);
      const fragment: InlineFragmentNode = {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typeName } },
        selectionSet: { kind: Kind.SELECTION_SET, selections },
      };
      view.add(place, fragment, variables);
    }
  }

  #below(typeName: string, selectionSets: readonly SelectionSetNode[], place: Place): readonly MissingMember[] {
    const { schema, supergraph } = this.#knowledge;
    return possibleTypesOf(schema, typeName).flatMap((possible) => {
      const collected = [...this.#collect(possible, selectionSets)];
      const fields = supergraph.partialUnions.has(typeName) ? this.#unasked(possible, collected.flatMap(([, asked]) => asked), place) : [];
      const here = fields.length === 0 ? [] : [{ place, unionName: typeName, typeName: possible, fields }];
      // A field that is added brings all that is below it.
      const below = collected.filter(([, [field]]) => !fields.includes(field)).flatMap(([key, asked]) => {
        const type = outputTypeOf(schema, possible, asked[0].name.value);
        const selections = selectionsBelow(asked);
        return type === undefined || selections.length === 0 ? [] : this.#below(getNamedType(type).name, selections, [...place, key]);
      });
      return [...here, ...below];
    });
  }

  /** The fields that no fetch selects there of values of the type. */
  #unasked(typeName: string, fields: readonly FieldNode[], place: Place): readonly FieldNode[] {
    const keys = new Set(this.#views.flatMap((view) => [...(view.keysAt(place, (selectionSet) => this.#collect(typeName, [selectionSet]).keys()) ?? [])]));
    return fields.filter((field) => field.name.value !== '__typename' && !keys.has((field.alias ?? field.name).value));
  }

  /** The fields with their selections opened, if the subgraph has them all. */
  #resolvable(typeName: string, fields: readonly FieldNode[], graph: string): readonly FieldNode[] {
    const { schema, supergraph } = this.#knowledge;
    const type = supergraph.types.get(typeName);
    return fields.map((field) => {
      const name = field.name.value;
      if (name === '__typename') return field;
      if (type === undefined || !graphsOfField(type, name).includes(graph)) throw new Error(`A union's member ${typeName} is found where its field ${name} is not.`);
      if (field.selectionSet === undefined) return field;
      const output = outputTypeOf(schema, typeName, name);
      if (output === undefined || isAbstractType(getNamedType(output))) throw new Error(`The field ${name} of a union's member ${typeName} is abstract.`);
      const below = getNamedType(output).name;
      const collected = [...this.#collect(below, [field.selectionSet]).values()].flat();
      return { ...field, selectionSet: { kind: Kind.SELECTION_SET, selections: this.#resolvable(below, collected, graph) } };
    });
  }
}
