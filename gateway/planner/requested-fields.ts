import {
  Kind,
  print,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Joins } from './joins.js';
import { PLAN_KEY } from './reserved-names.js';

/** A field to fetch. */
export interface RequestedField {
  /** Its key in the fetched data. */
  readonly key: string;
  /** Its name and arguments. */
  readonly field: FieldNode;
  /** The fields that it was collected from; equal lists request the same. */
  readonly nodes: readonly FieldNode[];
  /** What is requested of its value; absent for a leaf. */
  readonly below: RequestedFields | undefined;
}

/** The fields requested of a value, by its type. */
export interface RequestedFields {
  /** In the order of the operation, each key once. */
  of(typeName: string): readonly RequestedField[];
  /** True if clients can see the type; `@inaccessible` types are hidden. */
  knows(typeName: string): boolean;
}

/** Requested fields from a map by type. */
export function requestedFieldsOf(byType: ReadonlyMap<string, readonly RequestedField[]>): RequestedFields {
  return { of: (typeName) => byType.get(typeName) ?? [], knows: (typeName) => byType.has(typeName) };
}

export interface RequestOptions {
  readonly keyOf: (field: FieldNode) => string;
  readonly knows: (typeName: string) => boolean;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Reads selections without conditions; fields below a field are read lazily. */
export function readRequestedFields(
  selectionSets: readonly SelectionSetNode[],
  joins: Pick<Joins, 'isSubtype'>,
  options: RequestOptions,
): RequestedFields {
  const known = new Map<string, readonly RequestedField[]>();
  const { knows } = options;
  return {
    knows,
    of(typeName) {
      let requested = known.get(typeName);
      if (requested === undefined) {
        requested = knows(typeName) ? collect(typeName, selectionSets, joins, options) : [];
        known.set(typeName, requested);
      }
      return requested;
    },
  };
}

function collect(
  typeName: string,
  selectionSets: readonly SelectionSetNode[],
  joins: Pick<Joins, 'isSubtype'>,
  options: RequestOptions,
): readonly RequestedField[] {
  const byKey = new Map<string, [FieldNode, ...FieldNode[]]>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = options.keyOf(selection);
        const fields = byKey.get(key);
        if (fields === undefined) byKey.set(key, [selection]);
        else fields.push(selection);
        continue;
      }
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : options.fragments.get(selection.name.value);
      const condition = inner?.typeCondition?.name.value;
      if (inner !== undefined && (condition === undefined || joins.isSubtype(typeName, condition)))
        visit(inner.selectionSet);
    }
  };
  selectionSets.forEach(visit);
  return [...byKey].map(([key, nodes]) => {
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return {
      key,
      field: nodes[0],
      nodes,
      below: below.length === 0 ? undefined : readRequestedFields(below, joins, options),
    };
  });
}

/** The fields that the operation requests from its root type, by response key. */
export function requestedByDocument(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  joins: Joins,
  publicSchema: GraphQLSchema,
): readonly RequestedField[] {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const keyOf = (field: FieldNode): string => (field.alias ?? field.name).value;
  const knows = (name: string): boolean => publicSchema.getType(name) !== undefined;
  return readRequestedFields([operation.selectionSet], joins, { keyOf, knows, fragments })
    .of(joins.rootOf(operation.operation))
    .filter(({ field }) => field.name.value !== '__typename');
}

/** Assigns keys to fields that only the plan needs: a leaf's own name if it cannot clash, else a reserved key. */
export class NeededKeys {
  readonly #taken = new Set<string>(Object.getOwnPropertyNames(Object.prototype));
  readonly #keys = new Map<string, string>();

  /** `document` is the client's operation. */
  constructor(document: DocumentNode) {
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD && (selection.alias !== undefined || isCall(selection)))
          this.#taken.add((selection.alias ?? selection.name).value);
        if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet !== undefined)
          visit(selection.selectionSet);
      }
    };
    for (const node of document.definitions) if ('selectionSet' in node) visit(node.selectionSet);
  }

  of(field: FieldNode): string {
    const name = field.name.value;
    if (field.selectionSet === undefined && !isCall(field) && !this.#taken.has(name)) return name;
    const call = print(field);
    const key = this.#keys.get(call) ?? `${PLAN_KEY}${this.#keys.size}_${name}`;
    this.#keys.set(call, key);
    return key;
  }
}

/** Equal for the same field with the same arguments. */
export function callText(field: FieldNode): string {
  return isCall(field)
    ? `${field.name.value}(${(field.arguments ?? [])
        .map(({ name, value }) => `${name.value}: ${valueText(value)}`)
        .sort()
        .join()})`
    : field.name.value;
}

/** The fields of an input object have no order. */
function valueText(value: ValueNode): string {
  if (value.kind === Kind.LIST) return `[${value.values.map(valueText).join()}]`;
  if (value.kind === Kind.OBJECT)
    return `{${value.fields
      .map(({ name, value: inner }) => `${name.value}: ${valueText(inner)}`)
      .sort()
      .join()}}`;
  return print(value);
}

function isCall(field: FieldNode): boolean {
  return field.arguments !== undefined && field.arguments.length > 0;
}
