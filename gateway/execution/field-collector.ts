import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { ObjectValue } from './values.js';

/** Selected fields by response key, in the client's order. */
export type CollectedFields = ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]>;

export interface CollectFields {
  /** The fields selected on a value of the type. For a value of unknown type, pass the interface's name. */
  (typeName: string, selectionSets: readonly SelectionSetNode[]): CollectedFields;
  /** The fields selected on any type. */
  ofAnyType(selectionSets: readonly SelectionSetNode[]): readonly FieldNode[];
  /** The type of an abstract value according to its `__typename` or an alias of it; else the declared type. */
  typenameOf(value: ObjectValue, selectionSets: readonly SelectionSetNode[], declared: string): string;
}

/** The output type of a field; undefined for introspection fields. */
export function outputTypeOf(
  schema: GraphQLSchema,
  typeName: string,
  fieldName: string,
): GraphQLOutputType | undefined {
  const type = schema.getType(typeName);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName]?.type : undefined;
}

/** The key of a field in the response. */
export function responseKeyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** GraphQL's CollectFields for a document without conditions. */
export function createFieldCollector(schema: GraphQLSchema, document: DocumentNode): CollectFields {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);

  const applies = (condition: string | undefined, typeName: string): boolean => {
    if (condition === undefined || condition === typeName) return true;
    const ancestor = schema.getType(condition);
    const type = schema.getType(typeName);
    if (!isAbstractType(ancestor) || type === undefined || !('getInterfaces' in type)) return false;
    return schema.isSubType(ancestor, type);
  };

  const walk = (
    selectionSets: readonly SelectionSetNode[],
    isWanted: (condition: string | undefined) => boolean,
    found: (field: FieldNode) => void,
  ): void => {
    const seen = new Set<string>();
    const visit = (selectionSet: SelectionSetNode): void => {
      for (const selection of selectionSet.selections) {
        if (selection.kind === Kind.FIELD) found(selection);
        else if (selection.kind === Kind.INLINE_FRAGMENT) {
          if (isWanted(selection.typeCondition?.name.value)) visit(selection.selectionSet);
        } else if (!seen.has(selection.name.value)) {
          seen.add(selection.name.value);
          const fragment = fragments.get(selection.name.value);
          if (fragment !== undefined && isWanted(fragment.typeCondition.name.value)) visit(fragment.selectionSet);
        }
      }
    };
    selectionSets.forEach(visit);
  };

  const collect = (typeName: string, selectionSets: readonly SelectionSetNode[]): CollectedFields => {
    const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
    walk(
      selectionSets,
      (condition) => applies(condition, typeName),
      (field) => {
        const key = responseKeyOf(field);
        const known = fields.get(key);
        if (known === undefined) fields.set(key, [field]);
        else known.push(field);
      },
    );
    return fields;
  };

  const ofAnyType = (selectionSets: readonly SelectionSetNode[]): readonly FieldNode[] => {
    const fields: FieldNode[] = [];
    walk(
      selectionSets,
      () => true,
      (field) => fields.push(field),
    );
    return fields;
  };

  const aliasesOf = new WeakMap<readonly SelectionSetNode[], readonly string[]>();
  const typenameOf = (value: ObjectValue, selectionSets: readonly SelectionSetNode[], declared: string): string => {
    const typename = value['__typename'];
    if (typeof typename === 'string' && typename !== declared) return typename;
    let aliases = aliasesOf.get(selectionSets);
    if (aliases === undefined) {
      aliases = ofAnyType(selectionSets).flatMap((field) =>
        field.name.value === '__typename' && field.alias !== undefined ? [field.alias.value] : [],
      );
      aliasesOf.set(selectionSets, aliases);
    }
    // An interface object's `__typename` is the interface's name; the concrete name may be under an alias.
    const concrete = aliases.map((alias) => value[alias]).find((name) => typeof name === 'string' && name !== declared);
    return typeof concrete === 'string' ? concrete : declared;
  };

  return Object.assign(collect, { ofAnyType, typenameOf });
}
