import {
  getNullableType,
  isListType,
  isNonNullType,
  isScalarType,
  typeFromAST,
  type GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { coerceVariables } from '../execution/input-errors.js';
import type { TierRefusals } from '../execution/tier-refusals.js';

type Inputs = Readonly<Record<string, unknown>>;
type Coerced = { readonly coerced: Record<string, unknown> } | { readonly errors: readonly GraphQLError[] };

interface Representations {
  readonly name: string;
  readonly scalar: GraphQLScalarType;
}

/**
 * Coerces a document's variables like graphql-js, which allocates a path for each list item. Lists of entity
 * representations are long and their scalar accepts anything, so they are read without paths; graphql-js reports
 * invalid ones.
 */
export function compileVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (inputs: Inputs, refusals?: TierRefusals) => Coerced {
  const lists: Representations[] = [];
  const others: VariableDefinitionNode[] = [];
  for (const definition of definitions) {
    const scalar = representationScalar(schema, definition.type);
    if (scalar === undefined) others.push(definition);
    else lists.push({ name: definition.variable.name.value, scalar });
  }
  const coerceAll = (inputs: Inputs, refusals?: TierRefusals): Coerced =>
    coerceVariables(schema, definitions, inputs, { refusals });
  if (lists.length === 0) return definitions.length === 0 ? () => ({ coerced: {} }) : coerceAll;
  return (inputs, refusals) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, scalar } of lists) {
      const values = readList(inputs[name], scalar);
      if (values === undefined) return coerceAll(inputs, refusals);
      coerced[name] = values;
    }
    if (others.length === 0) return { coerced };
    const rest = coerceVariables(schema, others, inputs);
    return 'errors' in rest ? coerceAll(inputs, refusals) : { coerced: Object.assign(coerced, rest.coerced) };
  };
}

/** The scalar of `[_Any!]!`. */
function representationScalar(schema: GraphQLSchema, node: TypeNode): GraphQLScalarType | undefined {
  const type = typeFromAST(schema, node);
  if (!isNonNullType(type)) return undefined;
  const list = getNullableType(type);
  if (!isListType(list) || !isNonNullType(list.ofType)) return undefined;
  const scalar: unknown = getNullableType(list.ofType);
  return isScalarType(scalar) && scalar.name === '_Any' ? scalar : undefined;
}

function readList(list: unknown, scalar: GraphQLScalarType): unknown[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const values: unknown[] = [];
  for (const item of list) {
    if (typeof item !== 'object' || item === null) return undefined;
    try {
      values.push(scalar.parseValue(item));
    } catch {
      // graphql-js reports the error and its location.
      return undefined;
    }
  }
  return values;
}
