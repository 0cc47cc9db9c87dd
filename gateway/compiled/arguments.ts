import { Kind, visit, type FieldNode, type GraphQLField } from 'graphql';
import { readArguments } from '../execution/input-errors.js';

export type Arguments = Record<string, unknown>;
export type ReadArguments = (variables: Readonly<Record<string, unknown>>) => Arguments;

function usesVariables(node: FieldNode): boolean {
  let found = false;
  for (const argument of node.arguments ?? []) {
    visit(argument, {
      [Kind.VARIABLE]() {
        found = true;
      },
    });
  }
  return found;
}

/**
 * For fields whose arguments are all plain variables, as in `_entities`. The variables are coerced already, so a value
 * that is present is the argument.
 */
function plainVariables(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments | undefined {
  const nodes = node.arguments ?? [];
  const pairs = nodes.flatMap(({ name, value }) =>
    value.kind === Kind.VARIABLE ? [[name.value, value.name.value] as const] : [],
  );
  if (pairs.length !== nodes.length || pairs.length !== field.args.length) return undefined;
  return (variables) => {
    const values: Arguments = {};
    for (const [name, variable] of pairs) {
      const value = variables[variable];
      // graphql-js handles defaults and reports missing required values.
      if (value === undefined || value === null) return readArguments(field, node, variables);
      values[name] = value;
    }
    return values;
  };
}

/**
 * Compiles a field's arguments: literals are read once, variables on each run. Each resolver call gets a fresh object.
 * Errors are graphql-js's with the code of bad input, thrown on each read.
 */
export function compileArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  if (field.args.length === 0) return () => ({});
  if (usesVariables(node)) return plainVariables(field, node) ?? ((variables) => readArguments(field, node, variables));
  let fixed: Arguments;
  try {
    fixed = readArguments(field, node);
  } catch (error) {
    return () => {
      throw error;
    };
  }
  return () => ({ ...fixed });
}
