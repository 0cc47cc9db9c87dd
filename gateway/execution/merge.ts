import type { TypeIndex } from '../planner/type-index.js';
import type { AnswerShape } from './answer-shape.js';
import { generate, quoted } from './generate.js';
import { isObject, type ObjectValue } from './values.js';

/**
 * Merges a response into the fetched data: objects deeply, lists by index, values over nulls, never nulls over values.
 * Parts of `source` are reused without copying; copy a source that is merged more than once (`copyAnswer`).
 */
export function mergeAnswer(target: ObjectValue, source: ObjectValue, shape: AnswerShape, types: TypeIndex): void {
  for (const field of shape.fields) {
    const value = source[field.key];
    if (value === undefined) continue;
    const known = target[field.key];
    if (known === undefined || known === null) target[field.key] = value;
    else if (value === null) continue;
    else if (field.shape !== undefined) mergeValue(known, value, field.shape, types);
    else if (!field.isTypename || isMoreConcrete(value, known, types)) target[field.key] = value;
  }
}

/** Merges responses of one shape. */
export type Merge = (target: ObjectValue, source: ObjectValue) => void;

/** `mergeAnswer` for one shape; uses generated code for hot operations. */
export function compileMerge(shape: AnswerShape, types: TypeIndex, isHot: boolean): Merge {
  return isHot ? generateMerge(shape, types) : (target, source) => mergeAnswer(target, source, shape, types);
}

function generateMerge({ fields }: AnswerShape, types: TypeIndex): Merge {
  const constants: Record<string, unknown> = { mergeValue, isMoreConcrete, types };
  const statements = fields.map((field, index) => {
    const known = `target[${quoted(field.key)}]`;
    const take = `${known} = value;`;
    const replace = field.isTypename ? `if (isMoreConcrete(value, known, types)) ${take}` : take;
    if (field.shape !== undefined) constants[`shape${index}`] = field.shape;
    const merge = field.shape === undefined ? replace : `mergeValue(known, value, shape${index}, types);`;
    return `{ const value = source[${quoted(field.key)}]; if (value !== undefined) {
      const known = ${known};
      if (known === undefined || known === null) ${take} else if (value !== null) { ${merge} }
    } }`;
  });
  return generate(constants, `return function mergeFields(target, source) { ${statements.join('\n')} };`) as Merge;
}

function mergeValue(known: unknown, value: unknown, shape: AnswerShape, types: TypeIndex): void {
  if (isObject(known) && isObject(value)) mergeAnswer(known, value, shape, types);
  else if (Array.isArray(known) && Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const knownItem: unknown = known[index];
      const item: unknown = value[index];
      if (knownItem === undefined || knownItem === null) known[index] = item;
      else if (item !== null && item !== undefined) mergeValue(knownItem, item, shape, types);
    }
  }
}

/** An interface object returns its interface's name; a concrete type from another fetch must not be overwritten. */
function isMoreConcrete(value: unknown, known: unknown, types: TypeIndex): boolean {
  return (
    typeof value === 'string' && typeof known === 'string' && types.isAbstract(known) && types.isSubtype(value, known)
  );
}

/** A copy of a response's objects and lists. Leaves (JSON scalars too) are shared, since nothing modifies them. */
export function copyAnswer(source: ObjectValue, shape: AnswerShape): ObjectValue {
  const copy: ObjectValue = {};
  for (const field of shape.fields) {
    const value = source[field.key];
    if (value !== undefined) copy[field.key] = field.shape === undefined ? value : copyValue(value, field.shape);
  }
  return copy;
}

function copyValue(value: unknown, shape: AnswerShape): unknown {
  if (Array.isArray(value)) return value.map((item) => copyValue(item, shape));
  return isObject(value) ? copyAnswer(value, shape) : value;
}
