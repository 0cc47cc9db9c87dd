import { getArgumentValues, Kind, visit, type FieldNode, type GraphQLField } from 'graphql';

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

/** For arguments that are each a variable as it is: coerced before, so a value that is there is the argument. Entities come this way. */
function plainVariables(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments | undefined {
  const nodes = node.arguments ?? [];
  const pairs = nodes.flatMap(({ name, value }) => (value.kind === Kind.VARIABLE ? [[name.value, value.name.value] as const] : []));
  if (pairs.length !== nodes.length || pairs.length !== field.args.length) return undefined;
  return (variables) => {
    const values: Arguments = {};
    for (const [name, variable] of pairs) {
      const value = variables[variable];
      // Defaults, and what is missing where it must not be, are graphql-js' to judge.
      if (value === undefined || value === null) return getArgumentValues(field, node, variables);
      values[name] = value;
    }
    return values;
  };
}

/**
 * A field's argument values: read once where they are written out, else from the variables of each run.
 * Resolvers get an object of their own. Throws, on each read, what graphql-js throws.
 */
export function compileArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  if (field.args.length === 0) return () => ({});
  if (usesVariables(node)) return plainVariables(field, node) ?? ((variables) => getArgumentValues(field, node, variables));
  let fixed: Arguments;
  try {
    fixed = getArgumentValues(field, node);
  } catch (error) {
    return () => {
      throw error;
    };
  }
  return () => ({ ...fixed });
}
