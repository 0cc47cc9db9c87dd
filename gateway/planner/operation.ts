import {
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { findReservedNames } from './reserved-names.js';
import { countSelections } from './operation-size.js';

/** One valid operation with its fragments. */
export interface ValidOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Fields of the source, every fragment spread counted. */
  readonly selections: number;
}

export interface OperationRules {
  readonly schema: GraphQLSchema;
  readonly rules: readonly ValidationRule[];
  /** Most fields an operation may select, every fragment spread counted. */
  readonly maxSelections: number;
  /** Whether errors leave out what the client may have meant. */
  readonly hidesSuggestions: boolean;
}

/** Reads the operation to run out of a source; what is wrong with it comes back as errors. */
export function readOperation(
  source: string | DocumentNode,
  operationName: string | undefined,
  rules: OperationRules,
): ValidOperation | { readonly errors: readonly GraphQLError[] } {
  try {
    return read(source, operationName, rules);
  } catch (error) {
    // Parser and validation recurse as deep as the operation nests.
    if (error instanceof RangeError) return refused('The operation nests too deeply; ask for less at once.');
    throw error;
  }
}

function read(
  source: string | DocumentNode,
  operationName: string | undefined,
  { schema, rules, maxSelections, hidesSuggestions }: OperationRules,
): ValidOperation | { readonly errors: readonly GraphQLError[] } {
  let document: DocumentNode;
  try {
    document = typeof source === 'string' ? parse(source) : source;
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
  // Before validation, whose cost grows with the opened fragments too.
  const selections = countSelections(document);
  if (selections > maxSelections) {
    return refused(`The operation selects more than ${maxSelections} fields; ask for less at once.`);
  }
  const errors = [...validate(schema, document, rules, { hideSuggestions: hidesSuggestions }), ...findReservedNames(document)];
  if (errors.length > 0) return { errors };
  const operation = getOperationAST(document, operationName);
  if (operation === null || operation === undefined) {
    const message = operationName === undefined ? 'Must provide an operation name.' : `Unknown operation named "${operationName}".`;
    return { errors: [new GraphQLError(message)] };
  }
  if (operation.operation === 'subscription') return { errors: [new GraphQLError('Subscriptions are not served.', { nodes: operation })] };
  const definitions = [operation, ...document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)];
  return { document: { kind: Kind.DOCUMENT, definitions }, operation, selections };
}

function refused(message: string): { readonly errors: readonly GraphQLError[] } {
  return { errors: [new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })] };
}
