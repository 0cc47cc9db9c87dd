import {
  coerceInputValue,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  isInputType,
  typeFromAST,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { shortMessage } from '../../access/echo.js';
import type { TierRefusals } from './tier-refusals.js';

type Values = Readonly<Record<string, unknown>>;
type Coerced = { readonly coerced: Record<string, unknown> } | { readonly errors: readonly GraphQLError[] };

interface CoercionOptions {
  readonly hidesSuggestions?: boolean;
  /** What the caller's tier refuses; read only if a variable is wrong. */
  readonly refusals?: TierRefusals | undefined;
}

const MAX_ERRORS = 50;

function inputError(isMissing: boolean, param: string, message: string, nodes?: GraphQLError['nodes']): GraphQLError {
  const code = isMissing ? 'MISSING_PARAMETER' : 'INVALID_PARAMETER';
  return new GraphQLError(shortMessage(message), { extensions: { code, param }, nodes: nodes ?? null });
}

/** `input.positions[0].value` */
function spelled(name: string, path: readonly (string | number)[]): string {
  return name + path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
}

/** The problems with one variable, each under its path. */
function problemsOf(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  inputs: Values,
  hideSuggestions: boolean,
): readonly GraphQLError[] {
  const name = definition.variable.name.value;
  const { errors } = getVariableValues(schema, [definition], inputs, { maxErrors: MAX_ERRORS, hideSuggestions });
  const type = typeFromAST(schema, definition.type);
  if (errors === undefined || !isInputType(type) || !Object.hasOwn(inputs, name) || inputs[name] === null) {
    return (errors ?? []).map(({ message }) => inputError(!Object.hasOwn(inputs, name), name, message));
  }
  const params: { readonly param: string; readonly isMissing: boolean }[] = [];
  coerceInputValue(inputs[name], type, (path, _value, { message }) =>
    params.push({ param: spelled(name, path), isMissing: message.endsWith('was not provided.') }),
  );
  return errors.map(({ message }, index) =>
    inputError(params[index]?.isMissing ?? false, params[index]?.param ?? name, message),
  );
}

/**
 * Coerces variables as graphql-js does. Errors have the code of bad input and name the variable, with the path in it;
 * in their place are the refusals of fields above the caller's tier that use the variable.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  inputs: Values,
  { hidesSuggestions = false, refusals }: CoercionOptions = {},
): Coerced {
  const result = getVariableValues(schema, definitions, inputs, {
    maxErrors: MAX_ERRORS,
    hideSuggestions: hidesSuggestions,
  });
  if (result.errors === undefined) return { coerced: result.coerced };
  const errorsOf = (definition: VariableDefinitionNode): readonly GraphQLError[] => {
    const problems = problemsOf(schema, definition, inputs, hidesSuggestions);
    const refused = problems.length === 0 ? [] : (refusals?.ofVariable(definition.variable.name.value) ?? []);
    return refused.length === 0 ? problems : refused;
  };
  const distinct = new Map(definitions.flatMap(errorsOf).map((error) => [keyOf(error), error]));
  return { errors: [...distinct.values()].slice(0, MAX_ERRORS) };
}

/** Two variables of one refused field have its refusal once. */
function keyOf({ message, extensions }: GraphQLError): string {
  return JSON.stringify([message, extensions['param'] ?? null]);
}

/**
 * An error of graphql-js about an argument, with the code of bad input, or the refusal of its field by the caller's
 * tier; any other error as it is.
 */
export function withInputCode(error: GraphQLError, refusals?: TierRefusals): GraphQLError {
  const [, param] = /^Argument "(\w+)" /.exec(error.message) ?? [];
  if (param === undefined || error.extensions['code'] !== undefined) return error;
  const { nodes, source, positions, path, originalError } = error;
  const refused = refusals?.ofNodes(nodes);
  if (refused !== undefined) {
    const { message, extensions } = refused;
    return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions });
  }
  const { code } = inputError(/was not provided/.test(error.message), param, '').extensions;
  const extensions = { ...error.extensions, code, param };
  return new GraphQLError(shortMessage(error.message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}

/** Reads a field's arguments as graphql-js does. Throws its error with the code of bad input. */
export function readArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables?: Values,
): Record<string, unknown> {
  try {
    return getArgumentValues(field, node, variables);
  } catch (error) {
    throw error instanceof GraphQLError ? withInputCode(error) : error;
  }
}
