import type { BatchFetchNode, EntityBatchAlias, FetchNode, FlattenNode, PlanNode, RequiresSelection } from '@graphql-hive/router-query-planner';
import { Kind, parse, print, visit, type FieldNode, type SelectionSetNode } from 'graphql';
import { readRewrite } from '../execution/rewrites.js';
import { operationWithoutSpreads } from './entity-document.js';
import { entityAliasesOf, mapFetches } from './plan-walk.js';
import { argumentOf, directivesOf, joinedTypes, type SupergraphIndex } from './supergraph-index.js';

/** The calls of leaves with arguments that `@requires` names, each with the key under which plans fetch it. */
export interface RequiredCalls {
  /** Names of the fields that are required with arguments: no client's value may stand under them. */
  readonly fieldNames: ReadonlySet<string>;
  /** The plan with every such call under a key of its own, also where a fetch sends it on. Throws where a fetch requires two calls of one field, or does not send what it requires. */
  rename(root: PlanNode, graphOf: (serviceName: string) => string | undefined): PlanNode;
}

const INTERNAL_ALIAS = /^_internal_qp_alias_/;

/**
 * Reads the required calls of a supergraph. The planner fetches them under aliases where they meet another call of the field, but
 * forgets the alias where it sends the value on within a fragment, and gives two calls of one type the same key.
 */
export function readRequiredCalls(supergraph: SupergraphIndex): RequiredCalls {
  const keys = new Map<string, string>();
  const fieldNames = new Set<string>();
  const required = new Map<string, SelectionSetNode>();
  for (const type of supergraph.types.values()) {
    for (const field of type.fields ?? []) {
      for (const join of directivesOf(field, 'join__field')) {
        const text = argumentOf(join, 'requires');
        if (typeof text !== 'string') continue;
        const selectionSet = selectionOf(text);
        required.set(`${type.name.value}.${field.name.value} ${String(argumentOf(join, 'graph'))}`, selectionSet);
        visit(selectionSet, {
          Field(node) {
            // Paths of other fetches lead through objects under their plain key.
            if (node.arguments === undefined || node.arguments.length === 0 || node.selectionSet !== undefined) return;
            fieldNames.add(node.name.value);
            if (!keys.has(callOf(node))) keys.set(callOf(node), `_gwr${keys.size}_${node.name.value}`);
          },
        });
      }
    }
  }
  const isSubtype = (typeName: string, ancestor: string): boolean =>
    typeName === ancestor || supergraph.types.get(typeName)?.interfaces?.some(({ name }) => name.value === ancestor) === true;
  const hasInterfaceObjects = [...supergraph.types.values()].some((type) => joinedTypes(type).some((joined) => joined.isInterfaceObject));
  const isNeeded = required.size > 0 && (keys.size > 0 || hasInterfaceObjects);
  const renamer = { keys, required, isSubtype };
  return { fieldNames, rename: (root, graphOf) => (!isNeeded ? root : (mapFetches(root, (fetch) => renamedFetch(fetch, renamer, graphOf)) ?? root)) };
}

interface Renamer {
  readonly keys: ReadonlyMap<string, string>;
  /** What a subgraph's field requires, by `Type.field GRAPH`. */
  readonly required: ReadonlyMap<string, SelectionSetNode>;
  readonly isSubtype: (typeName: string, ancestor: string) => boolean;
}

function renamedFetch(fetch: FetchNode | FlattenNode | BatchFetchNode, renamer: Renamer, graphOf: (serviceName: string) => string | undefined): PlanNode {
  const request = fetch.kind === 'Flatten' ? fetch.node : fetch;
  if (request.kind !== 'Fetch' && request.kind !== 'BatchFetch') return fetch;
  const graph = graphOf(request.serviceName) ?? '';
  const aliases = entityAliasesOf(fetch).map((alias) => ({ ...alias, requires: renamedRequires(alias, request.operation, graph, renamer) }));
  const operation = renamedOperation(request, renamer);
  if (fetch.kind === 'BatchFetch') return { ...fetch, operation, entityBatch: { aliases } };
  if (fetch.kind === 'Fetch') return { ...fetch, operation };
  const [alias] = aliases;
  return fetch.node.kind === 'Fetch' && alias !== undefined ? { ...fetch, node: { ...fetch.node, operation, requires: alias.requires } } : fetch;
}

function renamedOperation(fetch: FetchNode | BatchFetchNode, { keys }: Renamer): string {
  const rewrites = fetch.kind === 'Fetch' ? (fetch.outputRewrites ?? []) : fetch.entityBatch.aliases.flatMap(({ outputRewrites = [] }) => outputRewrites);
  // Those stand under a key that the client asked for.
  const asked = new Set(rewrites.flatMap((rewrite) => readRewrite(rewrite).keyRenamer?.path.flatMap((segment) => ('Key' in segment ? [segment.Key] : [])) ?? []));
  const seen = { hasChanged: false };
  const renamed = visit(parse(fetch.operation, { noLocation: true }), {
    Field: {
      leave(node) {
        const key = keys.get(callOf(node));
        const alias = node.alias?.value;
        if (key === undefined || (alias !== undefined && (!INTERNAL_ALIAS.test(alias) || asked.has(alias)))) return undefined;
        seen.hasChanged = true;
        return { ...node, alias: { kind: Kind.NAME, value: key } };
      },
    },
  });
  return seen.hasChanged ? print(renamed) : fetch.operation;
}

function renamedRequires(alias: EntityBatchAlias, operation: string, graph: string, { keys, required, isSubtype }: Renamer): RequiresSelection[] {
  const wantedByType = wantedOf(alias, operation, graph, required);
  if (wantedByType.size === 0) return alias.requires;
  const sent = new Set(alias.requires.flatMap(sentNames));
  for (const field of [...wantedByType.values()].flat().flatMap(fieldsOf)) {
    if (!sent.has(field.name.value)) throw new Error(`A fetch does not send the required field "${field.name.value}".`);
  }
  const rename = (selection: RequiresSelection, wanted: readonly SelectionSetNode[]): RequiresSelection => {
    if (selection.kind === 'InlineFragment') return { ...selection, selections: selection.selections.map((inner) => rename(inner, wanted)) };
    if (selection.kind !== 'Field') return selection;
    const name = selection.alias ?? selection.name;
    const fields = wanted.flatMap(fieldsOf).filter((field) => field.name.value === name);
    const calls = new Set(fields.flatMap((field) => keys.get(callOf(field)) ?? []));
    if (calls.size > 1) throw new Error(`One fetch requires "${name}" with different arguments.`);
    const [key] = calls;
    const below = fields.flatMap((field) => field.selectionSet ?? []);
    const selections = selection.selections === undefined ? {} : { selections: selection.selections.map((inner) => rename(inner, below)) };
    return { ...selection, ...selections, ...(key === undefined ? {} : { name: key, alias: name }) };
  };
  return alias.requires.map((selection) => {
    const type = selection.kind === 'InlineFragment' ? selection.typeCondition : undefined;
    const wanted = [...wantedByType].filter(([of]) => type === undefined || isSubtype(of, type) || isSubtype(type, of)).flatMap(([, selectionSets]) => selectionSets);
    return rename(selection, wanted);
  });
}

/** What the fields that an `_entities` field selects require in its subgraph, by the type that it selects them of. */
function wantedOf({ alias }: EntityBatchAlias, operation: string, graph: string, required: Renamer['required']): ReadonlyMap<string, SelectionSetNode[]> {
  const wanted = new Map<string, SelectionSetNode[]>();
  const entities = operationWithoutSpreads(parse(operation, { noLocation: true })).selectionSet.selections.find((node) => node.kind === Kind.FIELD && (node.alias ?? node.name).value === alias);
  const collect = (selectionSet: SelectionSetNode | undefined, typeName: string): void => {
    for (const node of selectionSet?.selections ?? []) {
      if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, node.typeCondition?.name.value ?? typeName);
      const selection = node.kind === Kind.FIELD ? required.get(`${typeName}.${node.name.value} ${graph}`) : undefined;
      if (selection !== undefined) wanted.set(typeName, [...(wanted.get(typeName) ?? []), selection]);
    }
  };
  if (entities?.kind === Kind.FIELD) collect(entities.selectionSet, '');
  return wanted;
}

function sentNames(selection: RequiresSelection): readonly string[] {
  if (selection.kind === 'InlineFragment') return selection.selections.flatMap(sentNames);
  return selection.kind === 'Field' ? [selection.alias ?? selection.name] : [];
}

function fieldsOf(selectionSet: SelectionSetNode): readonly FieldNode[] {
  return selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node] : node.kind === Kind.INLINE_FRAGMENT ? fieldsOf(node.selectionSet) : []));
}

function selectionOf(text: string): SelectionSetNode {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`"${text}" is no selection.`);
  return definition.selectionSet;
}

function callOf(field: FieldNode): string {
  const args = (field.arguments ?? []).map(print).sort();
  return args.length === 0 ? '' : `${field.name.value}(${args.join(',')})`;
}
