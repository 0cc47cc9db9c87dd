import type { SelectionSetNode } from 'graphql';
import { namedTypeOf, type Joins } from './joins.js';
import { readRequestedFields, type RequestedField } from './requested-fields.js';

/** Levels that are compared; deeper ones seldom decide. */
const MAX_DEPTH = 3;

/** External fields provided with a value, as requested fields of its type. */
export function providedOf(
  provided: readonly SelectionSetNode[],
  typeName: string,
  joins: Joins,
): readonly RequestedField[] {
  if (provided.length === 0) return [];
  return readRequestedFields(provided, joins, {
    keyOf: (field) => field.name.value,
    knows: () => true,
    fragments: new Map(),
  }).of(typeName);
}

/** The provided fields below a field: those of its own `@provides` and of the fields above it. */
export function providedBelow(
  name: string,
  provides: SelectionSetNode | undefined,
  provided: readonly RequestedField[],
): readonly SelectionSetNode[] {
  const above = provided
    .filter(({ key }) => key === name)
    .flatMap(({ nodes }) => nodes.flatMap(({ selectionSet }) => selectionSet ?? []));
  return provides === undefined ? above : [...above, provides];
}

/** How many of the requested fields a subgraph has without help from others: 0 if none. */
export function coverageOf(
  typeName: string,
  requested: readonly RequestedField[],
  graph: string,
  joins: Joins,
  provided: readonly SelectionSetNode[] = [],
  depth = 0,
): number {
  const name = joins.nameIn(typeName, graph);
  if (name === undefined || depth > MAX_DEPTH) return 0;
  const extra = providedOf(provided, typeName, joins);
  let count = 0;
  for (const { field, below } of requested) {
    const joined = joins.field(name, field.name.value, graph);
    if (joined === undefined || (joined.isExternal && !extra.some(({ key }) => key === field.name.value))) continue;
    count += 1;
    if (below === undefined) continue;
    const type = namedTypeOf(joined.type);
    const inner = providedBelow(field.name.value, joined.provides, extra);
    const types = joins.isInterfaceObject(type, graph)
      ? [type]
      : joins.isAbstract(type)
        ? joins.members(type, graph)
        : [type];
    for (const member of types) count += coverageOf(member, below.of(member), graph, joins, inner, depth + 1);
  }
  return count;
}

/**
 * Where to start with a root field that several subgraphs share: the first of those that have something below it that
 * no other one has. Each of them is asked anyway, and the order does not depend on how much is selected, so that a
 * failure of a later one leaves what the first one has. Undefined if there is none, or the field's value is abstract.
 */
export function sharedRoot(
  rootName: string,
  { field, below }: RequestedField,
  graphs: readonly string[],
  joins: Joins,
): string | undefined {
  const name = field.name.value;
  const found = graphs.flatMap((graph) => {
    const joined = joins.field(joins.nameIn(rootName, graph) ?? rootName, name, graph);
    return joined === undefined || joined.isExternal ? [] : [{ graph, type: namedTypeOf(joined.type) }];
  });
  const isAbstract = found.some(({ graph, type }) => joins.isAbstract(type) || joins.isInterfaceObject(type, graph));
  if (below === undefined || found.length < 2 || isAbstract) return undefined;
  const parts = found.map(({ graph, type }) => {
    const wanted = below.of(type);
    return {
      graph,
      keys: new Set(wanted.filter((one) => coverageOf(type, [one], graph, joins) > 0).map(({ key }) => key)),
    };
  });
  const isAlone = (key: string): boolean => parts.filter(({ keys }) => keys.has(key)).length === 1;
  return parts.find(({ keys }) => [...keys].some(isAlone))?.graph;
}
