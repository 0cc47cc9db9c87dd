import type { RequiredField, Requirement } from '../planner/plan.js';
import type { TypeIndex } from '../planner/type-index.js';
import { generate, objectLiteral, quoted } from './generate.js';
import { isObject, type ObjectValue } from './values.js';

/** Builds the representation of an entity; undefined if the subgraph must not be called for it. */
export type BuildRepresentation = (entity: ObjectValue, isFailed: IsFailed | undefined) => ObjectValue | undefined;

/** True if an error explains why the entity has no value under the key. */
export type IsFailed = (entity: ObjectValue, key: string) => boolean;

/**
 * Compiles the representations sent to a subgraph; `typeName` is the entities' type there. The fields of each type are
 * derived once, when the type first occurs.
 *
 * An entity has no representation if no fragment applies to it, if a required field failed, or if all its fields are
 * null. Fields that a condition excluded are left out.
 */
export function compileRepresentation(
  requires: readonly Requirement[],
  typeName: string,
  types: TypeIndex,
  isHot: boolean,
): BuildRepresentation {
  const collectNested = nestedCollector(types);
  const builderOf = (fields: readonly RequiredField[]): BuildRepresentation => {
    const build = interpretRepresentation(fields, typeName, collectNested);
    return isHot ? generateRepresentation(fields, typeName, collectNested, build) : build;
  };
  const builders = new Map<unknown, BuildRepresentation>();
  return (entity, isFailed) => {
    const typename = entity['__typename'];
    let build = builders.get(typename);
    if (build === undefined) {
      const fields = flatten(
        requires,
        (condition) => typeof typename === 'string' && types.isSubtype(typename, condition),
      );
      // Type names come from subgraph data: do not cache those that match nothing.
      if (fields.length === 0) return undefined;
      build = builderOf(fields);
      builders.set(typename, build);
    }
    return build(entity, isFailed);
  };
}

function interpretRepresentation(
  fields: readonly RequiredField[],
  typeName: string,
  collectNested: CollectNested,
): BuildRepresentation {
  return (entity, isFailed) => {
    const representation: ObjectValue = { __typename: typeName };
    let hasValue = false;
    for (const { key, name, selections } of fields) {
      const value = entity[key];
      if (value === undefined) {
        if (isFailed?.(entity, key) === true) return undefined;
        continue;
      }
      if (name === '__typename') continue;
      if (value !== null) hasValue = true;
      representation[name] = selections === undefined ? value : collectNested(value, selections);
    }
    return hasValue ? representation : undefined;
  };
}

/** Generated code for entities with a value in every field; others go to `otherwise`. */
function generateRepresentation(
  all: readonly RequiredField[],
  typeName: string,
  collectNested: CollectNested,
  otherwise: BuildRepresentation,
): BuildRepresentation {
  const fields = all.filter(({ name }) => name !== '__typename');
  if (fields.length === 0) return otherwise;
  const constants: Record<string, unknown> = { collectNested, otherwise };
  const reads = fields.map(
    ({ key }, index) =>
      `const v${index} = entity[${quoted(key)}]; if (v${index} === undefined || v${index} === null) return otherwise(entity, isFailed);`,
  );
  const values = fields.map(({ name, selections }, index): readonly [string, string] => {
    if (selections === undefined) return [name, `v${index}`];
    constants[`selections${index}`] = selections;
    return [name, `collectNested(v${index}, selections${index})`];
  });
  const representation = objectLiteral([['__typename', quoted(typeName)], ...values]);
  return generate(
    constants,
    `return function buildRepresentation(entity, isFailed) { ${reads.join('\n')} return ${representation}; };`,
  ) as BuildRepresentation;
}

/** A string that is equal for equal representations. */
export function representationKey(representation: ObjectValue): string {
  let key = '';
  for (const name in representation) {
    const value = representation[name];
    // Lengths separate strings without escaping; names are included because a field can be missing.
    key += typeof value === 'string' ? `${name}:${value.length}"${value}` : `${name}:${JSON.stringify(value)};`;
  }
  return key;
}

function flatten(selections: readonly Requirement[], applies: (type: string) => boolean): RequiredField[] {
  const fields = new Map<string, RequiredField>();
  const collect = (selection: Requirement): void => {
    if ('type' in selection) {
      if (applies(selection.type)) selection.selections.forEach(collect);
      return;
    }
    const { key, name } = selection;
    const below = [...(fields.get(name)?.selections ?? []), ...(selection.selections ?? [])];
    fields.set(name, { key, name, selections: below.length === 0 ? undefined : below });
  };
  selections.forEach(collect);
  return [...fields.values()];
}

type CollectNested = (value: unknown, selections: readonly Requirement[]) => unknown;

function nestedCollector(types: TypeIndex): CollectNested {
  const collect: CollectNested = (value, selections) => {
    if (Array.isArray(value)) return value.map((item) => collect(item, selections));
    if (!isObject(value)) return value;
    const typename = value['__typename'];
    const fields = flatten(selections, (type) => typeof typename === 'string' && types.isSubtype(typename, type));
    const nested: ObjectValue = {};
    for (const { key, name, selections: below } of fields) {
      const inner = value[key];
      if (inner !== undefined) nested[name] = below === undefined ? inner : collect(inner, below);
    }
    return nested;
  };
  return collect;
}
