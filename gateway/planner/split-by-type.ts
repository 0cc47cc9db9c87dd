import type { BatchFetchNode, EntityBatchAlias, FetchNode, FlattenNode, PlanNode, RequiresSelection } from '@graphql-hive/router-query-planner';
import { parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import { createFieldCollector, type CollectFields } from '../execution/field-collector.js';
import { readRewrite } from '../execution/rewrites.js';
import { EntityDocument } from './entity-document.js';
import { entityAliasesOf, mapFetches, placeOf } from './plan-walk.js';
import { possibleTypesOf } from './type-conflicts.js';
import { selectionsAt } from './selections-at.js';

/** An `_entities` field for the values of some types. */
export interface TypedEntityAlias extends EntityBatchAlias {
  /** Absent for values of any type that `requires` is about. */
  readonly isOf?: (typename: unknown) => boolean;
}

/** True if the subgraph of the planner's name has the type as an interface object. */
export type IsInterfaceObject = (typeName: string, serviceName: string) => boolean;

/** What an `_entities` field selects for a group of types. */
interface TypeGroup {
  readonly keys: ReadonlySet<string>;
  /** False where all types need the same. */
  readonly isPartial: boolean;
  readonly isOf: (typename: unknown) => boolean;
}

/**
 * Splits every fetch from an interface object by the types of its values, where they were asked different things.
 *
 * The subgraph behind an interface object knows no types, so the planner asks it for everything that any of them
 * selects; and a null in a field that is not nullable would take the whole entity from a type that never asked for it.
 */
export function splitByType(root: PlanNode, document: DocumentNode, schema: GraphQLSchema, isInterfaceObject: IsInterfaceObject): PlanNode {
  const grouper = new TypeGrouper(root, document, schema);
  const split = (fetch: FetchNode | FlattenNode | BatchFetchNode): PlanNode => {
    const request = fetch.kind === 'Flatten' ? fetch.node : fetch;
    const aliases = entityAliasesOf(fetch);
    if (request.kind !== 'Fetch' && request.kind !== 'BatchFetch') return fetch;
    const interfaces = aliases.map((alias) => interfaceOf(alias, (name) => isInterfaceObject(name, request.serviceName)));
    if (!interfaces.some((name) => name !== undefined)) return fetch;
    const written = new EntityDocument(parse(request.operation, { noLocation: true }));
    const typed = aliases.map((alias, index) => grouper.groupsByPath(alias, interfaces[index], written.keysOf(alias)));
    if (!typed.flat(2).some(({ isPartial }) => isPartial)) return fetch;
    const splitAliases = aliases.flatMap((alias, index): TypedEntityAlias[] => {
      const groupsByPath = typed[index] ?? [];
      if (!groupsByPath.flat().some(({ isPartial }) => isPartial)) return [written.keep(alias)];
      return alias.paths.flatMap((path, at) => (groupsByPath[at] ?? []).map(({ keys, isOf }) => ({ ...written.select(alias, keys), paths: [path], isOf })));
    });
    const { serviceName, operationKind = 'query', operationName } = request;
    const name = operationName === undefined ? {} : { operationName };
    return { kind: 'BatchFetch', serviceName, operationKind, ...name, ...written.print(request.variableUsages ?? []), entityBatch: { aliases: splitAliases } };
  };
  return mapFetches(root, split) ?? root;
}

class TypeGrouper {
  readonly #document: DocumentNode;
  readonly #schema: GraphQLSchema;
  readonly #collect: CollectFields;
  readonly #required: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(root: PlanNode, document: DocumentNode, schema: GraphQLSchema) {
    this.#document = document;
    this.#schema = schema;
    this.#collect = createFieldCollector(schema, document);
    this.#required = requiredKeys(root);
  }

  /** For each path of a fetch the groups of types that need different keys of it; one group where there is nothing to split. */
  groupsByPath({ paths }: EntityBatchAlias, interfaceName: string | undefined, keys: readonly string[]): readonly (readonly TypeGroup[])[] {
    return paths.map((path) => {
      const selectionSets = interfaceName === undefined ? [] : selectionsAt(this.#document, this.#collect, path);
      const isAsked = new Set(this.#collect.ofAnyType(selectionSets).map((field) => field.alias?.value ?? field.name.value));
      const required = this.#required.get(placeOf(path));
      const keysOf = (typeName: string): ReadonlySet<string> => {
        const own = this.#collect(typeName, selectionSets);
        return new Set(keys.filter((key) => own.has(key) || !isAsked.has(key) || required?.has(key) === true));
      };
      return interfaceName === undefined ? [] : grouped(interfaceName, possibleTypesOf(this.#schema, interfaceName), keysOf);
    });
  }
}

/** Types by their keys. Values of no known type are read as the interface. */
function grouped(interfaceName: string, possible: readonly string[], keysOf: (typeName: string) => ReadonlySet<string>): readonly TypeGroup[] {
  const known = new Set(possible);
  const typesByKeys = new Map<string, { readonly keys: ReadonlySet<string>; readonly types: Set<string> }>();
  for (const typeName of [interfaceName, ...possible]) {
    const keys = keysOf(typeName);
    const text = [...keys].join(' ');
    const group = typesByKeys.get(text) ?? { keys, types: new Set<string>() };
    typesByKeys.set(text, group);
    group.types.add(typeName);
  }
  return [...typesByKeys.values()].filter(({ keys }) => keys.size > 0).map(({ keys, types }) => {
    const isForUnknown = types.has(interfaceName);
    return { keys, isPartial: typesByKeys.size > 1, isOf: (typename) => (typeof typename === 'string' && known.has(typename) ? types.has(typename) : isForUnknown) };
  });
}

/** The interface object that a fetch's representations are renamed to. */
function interfaceOf({ inputRewrites = [] }: EntityBatchAlias, isInterfaceObject: (name: string) => boolean): string | undefined {
  return inputRewrites.flatMap((rewrite) => readRewrite(rewrite).valueSetter?.setValueTo ?? []).find(isInterfaceObject);
}

/** For each place of a plan the keys that later fetches need there, whatever the client asked for. */
function requiredKeys(root: PlanNode): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>();
  const collect = (selection: RequiresSelection, found: Set<string>): void => {
    if (selection.kind === 'Field') found.add(selection.name).add(selection.alias ?? selection.name);
    else if (selection.kind === 'InlineFragment') selection.selections.forEach((inner) => collect(inner, found));
  };
  mapFetches(root, (fetch) => {
    for (const { paths, requires } of entityAliasesOf(fetch)) {
      for (const place of paths.map(placeOf)) {
        const found = keys.get(place) ?? new Set<string>();
        keys.set(place, found);
        requires.forEach((selection) => collect(selection, found));
      }
    }
    return fetch;
  });
  return keys;
}
