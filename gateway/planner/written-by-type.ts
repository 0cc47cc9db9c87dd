import {
  getNamedType,
  isAbstractType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { outputTypeOf, type CollectFields, type CollectedFields } from '../execution/field-collector.js';
import type { AskedFields, DataKeys } from './data-keys.js';
import { possibleTypesOf, selectionsBelow } from './type-conflicts.js';

/** Writing by type multiplies what is asked of abstract types; beyond this no plan is worth its time. */
const MAX_FIELDS = 20_000;

/**
 * The operation under its data keys, with fragments opened: what is the same for all types of a value first, then one
 * fragment per type. Throws where that grows beyond measure.
 */
export function writeByType(document: DocumentNode, schema: GraphQLSchema, collect: CollectFields, dataKeys: DataKeys): DocumentNode {
  const writer = new TypeWriter(schema, collect, dataKeys);
  const definitions = document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    return [{ ...node, selectionSet: writer.selectionsOf(schema.getRootType(node.operation)?.name ?? '', [node.selectionSet]) }];
  });
  return { kind: Kind.DOCUMENT, definitions };
}

class TypeWriter {
  readonly #schema: GraphQLSchema;
  readonly #collect: CollectFields;
  readonly #dataKeys: DataKeys;
  #written = 0;

  constructor(schema: GraphQLSchema, collect: CollectFields, dataKeys: DataKeys) {
    this.#schema = schema;
    this.#collect = collect;
    this.#dataKeys = dataKeys;
  }

  selectionsOf(typeName: string, selectionSets: readonly SelectionSetNode[]): SelectionSetNode {
    const isAbstract = isAbstractType(this.#schema.getType(typeName));
    const byType = new Map(possibleTypesOf(this.#schema, typeName).map((possible) => [possible, this.#collect(possible, selectionSets)]));
    const ofAll = [...this.#collect(typeName, selectionSets)].filter(([key, fields]) => !isAbstract || this.#isForAll(key, fields, byType));
    const common = new Set(ofAll.map(([key]) => key));
    const selections: SelectionNode[] = ofAll.flatMap(([, fields]) => this.#fieldsOf(typeName, fields));
    if (isAbstract) {
      for (const [possible, collected] of byType) {
        const own = [...collected].filter(([key]) => !common.has(key)).flatMap(([, fields]) => this.#fieldsOf(possible, fields));
        if (own.length > 0) selections.push(fragmentOn(possible, own));
      }
    }
    return { kind: Kind.SELECTION_SET, selections };
  }

  #isForAll(key: string, fields: AskedFields, byType: ReadonlyMap<string, CollectedFields>): boolean {
    if (selectionsBelow(fields).length === 0) return true;
    return [...byType.values()].every((collected) => collected.get(key)?.length === fields.length);
  }

  #fieldsOf(typeName: string, fields: AskedFields): FieldNode[] {
    const [field] = fields;
    this.#written += 1;
    if (this.#written > MAX_FIELDS) throw new Error(`Written by type, the operation selects more than ${MAX_FIELDS} fields.`);
    const type = outputTypeOf(this.#schema, typeName, field.name.value);
    const below = selectionsBelow(fields);
    // Introspection, which is not fetched.
    if (type === undefined && below.length > 0) return [...fields];
    const dataKey = this.#dataKeys.of(fields);
    const { alias: _alias, selectionSet: _selectionSet, ...rest } = field;
    return [{
      ...rest,
      ...(dataKey === field.name.value ? {} : { alias: { kind: Kind.NAME, value: dataKey } }),
      ...(type === undefined || below.length === 0 ? {} : { selectionSet: this.selectionsOf(getNamedType(type).name, below) }),
    }];
  }
}

function fragmentOn(typeName: string, selections: readonly SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typeName } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}
