import {
  Kind,
  OperationTypeNode,
  parseValue,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Graph, GraphArgument, GraphField } from './graph.js';

/** Names of fields from the root of an operation. */
export type Path = readonly string[];

const EXAMPLES: Readonly<Record<string, string>> = {
  Ticker: '"AAPL"',
  LocalDate: '"2026-01-02"',
  YearMonth: '"2026-01"',
  DateTime: '"2026-01-02T15:00:00Z"',
  Int: '1',
  Float: '1',
  Boolean: 'true',
};

export function operationOf(document: DocumentNode): OperationDefinitionNode | undefined {
  return document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
}

const isField =
  (name: string) =>
  (selection: SelectionNode): selection is FieldNode =>
    selection.kind === Kind.FIELD && selection.name.value === name && selection.alias === undefined;

/** The field at the path, if the operation selects it without an alias or a fragment. */
export function selectedAt(operation: OperationDefinitionNode, path: Path): FieldNode | undefined {
  let found: FieldNode | undefined;
  let selections: SelectionSetNode | undefined = operation.selectionSet;
  for (const name of path) {
    found = selections?.selections.find(isField(name));
    if (found === undefined) return undefined;
    selections = found.selectionSet;
  }
  return found;
}

/** A value that fits an argument, for the reader to change. */
function exampleOf({ typeName, isList }: GraphArgument, graph: Graph): ValueNode {
  const one = EXAMPLES[typeName] ?? graph.valueOfEnum(typeName) ?? '"…"';
  return parseValue(isList ? `[${one}]` : one);
}

function nodeOf({ name, args, typeName }: GraphField, graph: Graph): FieldNode {
  const below = graph.fieldsOf(typeName);
  const required = args.filter(({ isRequired }) => isRequired);
  const first = below === undefined ? undefined : firstLeaf(below, graph);
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: name },
    arguments: required.map((argument) => ({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: argument.name },
      value: exampleOf(argument, graph),
    })),
    ...(below === undefined
      ? {}
      : {
          selectionSet: {
            kind: Kind.SELECTION_SET,
            selections: [first === undefined ? typename() : nodeOf(first, graph)],
          },
        }),
  };
}

/** The first field that needs neither a tier nor an argument nor a selection below it. */
function firstLeaf(fields: ReadonlyMap<string, GraphField>, graph: Graph): GraphField | undefined {
  return [...fields.values()].find(
    ({ typeName, args, tier, isMetered }) =>
      graph.fieldsOf(typeName) === undefined &&
      tier === undefined &&
      !isMetered &&
      !args.some(({ isRequired }) => isRequired),
  );
}

function typename(): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };
}

/** The selections with the field at `path` added, with all above it. Unchanged if the graph has no such field. */
function withField(selectionSet: SelectionSetNode, on: string, path: Path, graph: Graph): SelectionSetNode {
  const [name = '', ...rest] = path;
  const field = graph.fieldsOf(on)?.get(name);
  if (field === undefined) return selectionSet;
  const isHere = isField(name);
  const present = selectionSet.selections.find(isHere);
  const node = present ?? nodeOf(field, graph);
  const below = node.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] };
  const own = present === undefined && rest.length > 0 ? { ...below, selections: [] } : below;
  const grown = rest.length === 0 ? node : { ...node, selectionSet: withField(own, field.typeName, rest, graph) };
  const selections =
    present === undefined
      ? [...selectionSet.selections, grown]
      : selectionSet.selections.map((each) => (isHere(each) ? grown : each));
  return { ...selectionSet, selections };
}

/** The selections without the field at `path`, and without objects from which nothing is selected then. */
function withoutField(selectionSet: SelectionSetNode, path: Path): SelectionSetNode {
  const [name = '', ...rest] = path;
  const isHere = isField(name);
  const selections = selectionSet.selections.flatMap((each): readonly SelectionNode[] => {
    if (!isHere(each)) return [each];
    if (rest.length === 0 || each.selectionSet === undefined) return [];
    const left = withoutField(each.selectionSet, rest);
    return left.selections.length === 0 ? [] : [{ ...each, selectionSet: left }];
  });
  return { ...selectionSet, selections };
}

/** The document with the field at `path` of its first operation added or removed; null if nothing is left to ask. */
export function toggled(document: DocumentNode | null, path: Path, graph: Graph): DocumentNode | null {
  const operation = document === null ? undefined : operationOf(document);
  const on = graph.rootOf(operation?.operation ?? OperationTypeNode.QUERY);
  if (on === undefined) return document;
  if (document === null || operation === undefined) {
    const selectionSet = withField({ kind: Kind.SELECTION_SET, selections: [] }, on, path, graph);
    const created: OperationDefinitionNode = {
      kind: Kind.OPERATION_DEFINITION,
      operation: OperationTypeNode.QUERY,
      selectionSet,
    };
    return { kind: Kind.DOCUMENT, definitions: [created] };
  }
  const selectionSet =
    selectedAt(operation, path) === undefined
      ? withField(operation.selectionSet, on, path, graph)
      : withoutField(operation.selectionSet, path);
  if (selectionSet.selections.length === 0) return null;
  const changed = { ...operation, selectionSet };
  return { ...document, definitions: document.definitions.map((each) => (each === operation ? changed : each)) };
}

/** Fields of the graph that the operation selects, also in fragments, as `Type.field`; each once. */
export function coordinatesOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  graph: Graph,
): readonly string[] {
  const found = new Set<string>();
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const spread = new Set<string>();
  const walk = (on: string, { selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT)
        walk(selection.typeCondition?.name.value ?? on, selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment === undefined || spread.has(fragment.name.value)) continue;
        spread.add(fragment.name.value);
        walk(fragment.typeCondition.name.value, fragment.selectionSet);
      } else {
        const field = graph.fieldsOf(on)?.get(selection.name.value);
        if (field === undefined) continue;
        found.add(`${on}.${field.name}`);
        if (selection.selectionSet !== undefined) walk(field.typeName, selection.selectionSet);
      }
    }
  };
  const root = graph.rootOf(operation.operation);
  if (root !== undefined) walk(root, operation.selectionSet);
  return [...found];
}
