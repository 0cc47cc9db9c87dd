import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputType,
} from 'graphql';
import type { DirectiveReader } from './directives.js';

type Steps = readonly string[];
type Arguments = Readonly<Record<string, unknown>>;

/** Whether a condition says anything: a range without bounds does not. */
function isCondition(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object' || Array.isArray(value)) return true;
  return Object.values(value).some(isCondition);
}

/** The place of the first `@computed` condition or order in the arguments of a list; null if there is none. */
export function computedPlace(
  args: readonly GraphQLArgument[],
  read: DirectiveReader,
): (values: Arguments) => Steps | null {
  const isComputed = (element: { readonly astNode?: unknown }): boolean => read('computed', element) !== undefined;
  const isComputedOption = (type: GraphQLEnumType, given: unknown): boolean =>
    type.getValues().some((option) => (option.value === given || option.name === given) && isComputed(option));
  const find = (type: GraphQLInputType, value: unknown, steps: Steps): Steps | null => {
    const of = getNullableType(type);
    if (isEnumType(of)) return isComputedOption(of, value) ? steps : null;
    if (!isInputObjectType(of) || typeof value !== 'object' || value === null) return null;
    const given = new Map<string, unknown>(Object.entries(value));
    for (const field of Object.values(of.getFields())) {
      const inner = given.get(field.name);
      const place = [...steps, field.name];
      const found = isComputed(field) && isCondition(inner) ? place : find(field.type, inner, place);
      if (found !== null) return found;
    }
    return null;
  };
  return (values) => {
    for (const { name, type } of args) {
      const found = find(type, values[name], [name]);
      if (found !== null) return found;
    }
    return null;
  };
}
