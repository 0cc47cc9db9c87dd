import { getNamedType, isAbstractType, Kind, print, visit, type DocumentNode, type FieldNode, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { outputTypeOf, type CollectFields } from '../execution/field-collector.js';
import type { AskedFields, DataKeys } from './data-keys.js';

/** A key's aliases, by what is selected below it. */
type AliasesBySelection = Map<string, string>;

/**
 * The keys under which types that exclude each other select different things; `undefined` if there is none.
 * `aliasOf` makes up the alias of a key's selection by its number, from 0 on.
 */
export function findTypeConflicts(
  document: DocumentNode,
  schema: GraphQLSchema,
  collect: CollectFields,
  callKeyOf: (field: FieldNode) => string,
  aliasOf: (key: string, index: number) => string,
): DataKeys | undefined {
  if (!hasTypeConditions(document)) return undefined;
  const finder = new ConflictFinder(schema, collect, callKeyOf, aliasOf);
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) finder.visit(schema.getRootType(node.operation)?.name ?? '', [node.selectionSet]);
  }
  return finder.hasFound ? finder : undefined;
}

/** The names of the object types that a value of the type can have. */
export function possibleTypesOf(schema: GraphQLSchema, typeName: string): readonly string[] {
  const type = schema.getType(typeName);
  return isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [typeName];
}

/** The selection sets below fields of one key. */
export function selectionsBelow(fields: readonly FieldNode[]): readonly SelectionSetNode[] {
  return fields.flatMap((field) => field.selectionSet ?? []);
}

class ConflictFinder implements DataKeys {
  readonly #schema: GraphQLSchema;
  readonly #collect: CollectFields;
  readonly #callKeyOf: (field: FieldNode) => string;
  readonly #aliasOf: (key: string, index: number) => string;
  readonly #aliases = new Map<string, AliasesBySelection>();
  readonly #keysOfField = new Map<FieldNode, Set<string>>();
  readonly #texts = new WeakMap<SelectionSetNode, string>();
  readonly #visited = new Set<string>();

  constructor(schema: GraphQLSchema, collect: CollectFields, callKeyOf: (field: FieldNode) => string, aliasOf: (key: string, index: number) => string) {
    this.#schema = schema;
    this.#collect = collect;
    this.#callKeyOf = callKeyOf;
    this.#aliasOf = aliasOf;
  }

  get hasFound(): boolean {
    return this.#aliases.size > 0;
  }

  of(fields: AskedFields): string {
    const callKey = this.#callKeyOf(fields[0]);
    return this.#aliases.get(callKey)?.get(this.#textBelow(fields)) ?? callKey;
  }

  canBe(field: FieldNode, dataKey: string): boolean {
    return this.#callKeyOf(field) === dataKey || this.#keysOfField.get(field)?.has(dataKey) === true;
  }

  visit(typeName: string, selectionSets: readonly SelectionSetNode[]): void {
    const selectionsOfKey = new Map<string, Map<string, AskedFields>>();
    for (const possible of possibleTypesOf(this.#schema, typeName)) {
      for (const fields of this.#collect(possible, selectionSets).values()) {
        const below = selectionsBelow(fields);
        const type = outputTypeOf(this.#schema, possible, fields[0].name.value);
        if (below.length === 0 || type === undefined) continue;
        const callKey = this.#callKeyOf(fields[0]);
        const text = this.#textBelow(fields);
        selectionsOfKey.set(callKey, (selectionsOfKey.get(callKey) ?? new Map<string, AskedFields>()).set(text, fields));
        const visit = `${getNamedType(type).name} ${text}`;
        if (this.#visited.has(visit)) continue;
        this.#visited.add(visit);
        this.visit(getNamedType(type).name, below);
      }
    }
    for (const [callKey, selections] of selectionsOfKey) if (selections.size > 1) this.#separate(callKey, selections);
  }

  #separate(callKey: string, selections: ReadonlyMap<string, AskedFields>): void {
    const aliases: AliasesBySelection = this.#aliases.get(callKey) ?? new Map<string, string>();
    this.#aliases.set(callKey, aliases);
    for (const [text, fields] of selections) {
      const alias = aliases.get(text) ?? (aliases.size === 0 ? callKey : this.#aliasOf(callKey, aliases.size - 1));
      aliases.set(text, alias);
      for (const field of fields) this.#keysOfField.set(field, (this.#keysOfField.get(field) ?? new Set<string>()).add(alias));
    }
  }

  #textBelow(fields: readonly FieldNode[]): string {
    const texts = selectionsBelow(fields).map((selectionSet) => {
      const text = this.#texts.get(selectionSet) ?? print(selectionSet);
      this.#texts.set(selectionSet, text);
      return text;
    });
    return [...new Set(texts)].sort().join(' ');
  }
}

function hasTypeConditions(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    InlineFragment(node) {
      if (node.typeCondition !== undefined) found = true;
    },
    FragmentDefinition() {
      found = true;
    },
  });
  return found;
}
