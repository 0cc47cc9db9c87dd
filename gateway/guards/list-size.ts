import { Kind, valueFromASTUntyped, type FieldNode, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { ApiError } from '../../access/errors.js';
import { largest, type Amount, type Variables } from './amount.js';
import type { ListSize, SlicingArgument } from './cost-index.js';

/** Default values of an operation's variables by name. */
export type VariableDefaults = ReadonlyMap<string, unknown>;

export function variableDefaults({ variableDefinitions = [] }: OperationDefinitionNode): VariableDefaults {
  return new Map(
    variableDefinitions.map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue && valueFromASTUntyped(defaultValue),
    ]),
  );
}

/** The request's value of a variable, else the variable's default. */
export function variableValue(name: string, variables: Variables, defaults: VariableDefaults): unknown {
  return Object.hasOwn(variables, name) ? variables[name] : defaults.get(name);
}

/** The number of entries that a slicing value requests; undefined if it is not a number or a list. */
function entries(value: unknown, { max, isNullAll }: SlicingArgument): number | undefined {
  if (value === null && isNullAll) return max;
  if (Array.isArray(value)) return Math.min(value.length, max);
  if (typeof value === 'number')
    return Number.isFinite(value) ? Math.min(Math.max(0, Math.floor(value)), max) : undefined;
  // GraphQL coerces a single value to a list of one.
  return value === undefined || value === null ? undefined : 1;
}

function sliced(
  node: ValueNode | undefined,
  argument: SlicingArgument,
  assumed: number,
  defaults: VariableDefaults,
): Amount {
  const fallback = entries(argument.defaultValue, argument) ?? assumed;
  if (node === undefined) return fallback;
  if (node.kind !== Kind.VARIABLE)
    return entries(node.kind === Kind.LIST ? node.values : valueFromASTUntyped(node), argument) ?? fallback;
  const name = node.name.value;
  return (variables) => entries(variableValue(name, variables, defaults), argument) ?? fallback;
}

/**
 * The length of a field's list. Throws `invalid_parameter` if the SDL requires exactly one slicing argument and the
 * field has none or several.
 */
export function listSize(
  field: FieldNode,
  { assumed, slicing, needsOneArgument }: ListSize,
  defaults: VariableDefaults,
): Amount {
  const given = slicing.map((argument) => ({
    argument,
    node: field.arguments?.find(({ name }) => name.value === argument.name)?.value,
  }));
  const effective = given.filter(({ argument, node }) => node !== undefined || argument.defaultValue !== undefined);
  if (needsOneArgument && effective.length !== 1) {
    const names = slicing.map(({ name }) => name);
    throw new ApiError(
      'invalid_parameter',
      `The field ${field.name.value} needs exactly one of ${names.join(', ')}.`,
      names[0] === undefined ? {} : { param: names[0] },
    );
  }
  return effective.length === 0
    ? assumed
    : largest(effective.map(({ argument, node }) => sliced(node, argument, assumed, defaults)));
}
