import type { InputRewrite, RequiresSelection, ValueSetter } from '@graphql-hive/router-query-planner';
import type { TypeIndex } from '../planner/type-index.js';
import { generate, objectLiteral, quoted } from './generate.js';
import { readRewrite } from '../planner/plan-rewrites.js';
import { compileValueSetters, type ApplyRewrites } from './rewrites.js';
import { isObject, type ObjectValue } from './values.js';

/** What a subgraph is told of an entity, or why it is not asked. */
export type BuildRepresentation = (entity: ObjectValue, isFailed: IsFailed | undefined) => ObjectValue | undefined;

/** True if an error explains why the entity has no value under the key. */
export type IsFailed = (entity: ObjectValue, key: string) => boolean;

interface RequiredField {
  /** The key in our data. */
  readonly from: string;
  /** The key to send. */
  readonly to: string;
  readonly selections: readonly RequiresSelection[] | undefined;
}

/**
 * Compiles a `requires` selection. Fields per type are worked out once, when the type is first met.
 *
 * No representation comes of an entity that no fragment is about, whose required field failed, or whose fields are all
 * null. A field that was left out by a condition is left out here too.
 */
export function compileRepresentation(
  requires: readonly RequiresSelection[],
  inputRewrites: readonly InputRewrite[] | undefined,
  types: TypeIndex,
  isHot: boolean,
): BuildRepresentation {
  const setters = (inputRewrites ?? []).flatMap((rewrite) => readRewrite(rewrite).valueSetter ?? []);
  const applySetters = compileValueSetters(setters, types);
  const fieldsOf = fieldsByType(requires, setters, types);
  const collectNested = nestedCollector(types);
  const builderOf = (fields: readonly RequiredField[]): BuildRepresentation => {
    const build = interpretRepresentation(fields, collectNested, applySetters);
    return isHot && applySetters === undefined ? generateRepresentation(fields, collectNested, build) : build;
  };
  const builders = new Map<unknown, BuildRepresentation>();
  return (entity, isFailed) => {
    const typename = entity['__typename'];
    let build = builders.get(typename);
    if (build === undefined) {
      const fields = fieldsOf(typeof typename === 'string' ? typename : undefined);
      // Names come from the subgraphs' data: what matches nothing is not remembered.
      if (fields.length === 0) return undefined;
      build = builderOf(fields);
      builders.set(typename, build);
    }
    return build(entity, isFailed);
  };
}

function interpretRepresentation(fields: readonly RequiredField[], collectNested: CollectNested, applySetters: ApplyRewrites | undefined): BuildRepresentation {
  return (entity, isFailed) => {
    const representation: ObjectValue = {};
    let hasValue = false;
    for (const { from, to, selections } of fields) {
      // The planner can name its own alias for a place where it fetched the field under its plain name.
      const value = entity[from] === undefined ? entity[to] : entity[from];
      if (value === undefined) {
        if (isFailed?.(entity, from) === true) return undefined;
        continue;
      }
      if (value !== null && to !== '__typename') hasValue = true;
      representation[to] = selections === undefined ? value : collectNested(value, selections);
    }
    if (!hasValue) return undefined;
    applySetters?.(representation);
    return representation;
  };
}

/** Code of its own for entities that have a value in every field; others are left to `otherwise`. */
function generateRepresentation(fields: readonly RequiredField[], collectNested: CollectNested, otherwise: BuildRepresentation): BuildRepresentation {
  if (fields.every(({ to }) => to === '__typename')) return otherwise;
  const constants: Record<string, unknown> = { collectNested, otherwise };
  const reads = fields.map(({ from }, index) => `const v${index} = entity[${quoted(from)}]; if (v${index} === undefined || v${index} === null) return otherwise(entity, isFailed);`);
  const values = fields.map(({ to, selections }, index): readonly [string, string] => {
    if (selections === undefined) return [to, `v${index}`];
    constants[`selections${index}`] = selections;
    return [to, `collectNested(v${index}, selections${index})`];
  });
  return generate(constants, `return function buildRepresentation(entity, isFailed) { ${reads.join('\n')} return ${objectLiteral(values)}; };`) as BuildRepresentation;
}

/** A string that is equal for equal representations. */
export function representationKey(representation: ObjectValue): string {
  let key = '';
  for (const name in representation) {
    const value = representation[name];
    // Lengths keep strings apart without escaping them; names, because a field can be left out.
    key += typeof value === 'string' ? `${name}:${value.length}"${value}` : `${name}:${JSON.stringify(value)};`;
  }
  return key;
}

function fieldsByType(
  requires: readonly RequiresSelection[],
  setters: readonly ValueSetter[],
  types: TypeIndex,
): (typename: string | undefined) => readonly RequiredField[] {
  // With fragments for several implementations of an interface object, `requires` names only one of them.
  const matches = (typename: string, condition: string): boolean =>
    types.isSubtype(typename, condition) ||
    setters.some(({ setValueTo }) => types.isSubtype(condition, setValueTo) && types.isSubtype(typename, setValueTo));
  return (typename) => flatten(requires, (condition) => typename !== undefined && matches(typename, condition));
}

function flatten(selections: readonly RequiresSelection[], matches: (condition: string) => boolean): RequiredField[] {
  const fields = new Map<string, RequiredField>();
  const collect = (selection: RequiresSelection): void => {
    if (selection.kind === 'Field') {
      const to = selection.alias ?? selection.name;
      const below = [...(fields.get(to)?.selections ?? []), ...(selection.selections ?? [])];
      fields.set(to, { from: selection.name, to, selections: below.length === 0 ? undefined : below });
    } else if (selection.kind === 'InlineFragment') {
      if (matches(selection.typeCondition)) selection.selections.forEach(collect);
    } else {
      throw new Error(`Unexpected fragment spread "${selection.value}" in a plan's requires.`);
    }
  };
  selections.forEach(collect);
  return [...fields.values()];
}

type CollectNested = (value: unknown, selections: readonly RequiresSelection[]) => unknown;

function nestedCollector(types: TypeIndex): CollectNested {
  const collect: CollectNested = (value, selections) => {
    if (Array.isArray(value)) return value.map((item) => collect(item, selections));
    if (!isObject(value)) return value;
    const typename = value['__typename'];
    const fields = flatten(selections, (condition) => typeof typename === 'string' && types.isSubtype(typename, condition));
    const nested: ObjectValue = {};
    for (const { from, to, selections: below } of fields) {
      const inner = value[from] === undefined ? value[to] : value[from];
      if (inner !== undefined) nested[to] = below === undefined ? inner : collect(inner, below);
    }
    return nested;
  };
  return collect;
}
