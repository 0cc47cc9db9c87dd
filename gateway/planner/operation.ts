import {
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { findReservedNames } from './reserved-names.js';
import { validateDocument } from './validate-document.js';
import { countSelections } from './operation-size.js';

/** One valid operation with its fragments. */
export interface ValidOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The number of fields, with every fragment spread expanded. */
  readonly selections: number;
}

export interface OperationRules {
  readonly schema: GraphQLSchema;
  readonly rules: readonly ValidationRule[];
  /** The most fields an operation may select, with every fragment spread expanded. */
  readonly maxSelections: number;
  /** Whether error messages omit "Did you mean" suggestions. */
  readonly hidesSuggestions: boolean;
}

/** The most levels of selections within one operation or fragment: below what the stack holds, whatever runs on it. */
const MOST_LEVELS = 500;
const TOO_DEEP = 'The operation nests too deeply; request fewer levels.';

/** Whether selections nest beyond `MOST_LEVELS`, without recursion. */
function isTooDeep({ definitions }: DocumentNode): boolean {
  let level: readonly SelectionSetNode[] = definitions.flatMap((definition) =>
    'selectionSet' in definition ? [definition.selectionSet] : [],
  );
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MOST_LEVELS) return true;
    level = level.flatMap(({ selections }) =>
      selections.flatMap((each) => (each.kind === Kind.FRAGMENT_SPREAD ? [] : (each.selectionSet ?? []))),
    );
  }
  return false;
}

/** Reads the operation to execute from a source; returns errors if it is invalid. */
export function readOperation(
  source: string | DocumentNode,
  operationName: string | undefined,
  rules: OperationRules,
): ValidOperation | { readonly errors: readonly GraphQLError[] } {
  try {
    return read(source, operationName, rules);
  } catch (error) {
    // Parser and validation recurse as deeply as the operation nests.
    if (error instanceof RangeError) return refused(TOO_DEEP);
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
  if (isTooDeep(document)) return refused(TOO_DEEP);
  // Checked before validation, whose cost also grows with expanded fragments.
  const selections = countSelections(document);
  if (selections > maxSelections) {
    return refused(`The operation selects more than ${maxSelections} fields; request fewer fields.`);
  }
  const errors = [
    ...validateDocument(schema, document, rules, { hideSuggestions: hidesSuggestions }),
    ...findReservedNames(document),
  ];
  if (errors.length > 0) return { errors };
  const operation = getOperationAST(document, operationName);
  if (operation === null || operation === undefined) {
    const message =
      operationName === undefined ? 'Must provide an operation name.' : `Unknown operation named "${operationName}".`;
    return { errors: [new GraphQLError(message)] };
  }
  if (operation.operation === 'subscription') {
    return { errors: [new GraphQLError('Subscriptions are not supported here.', { nodes: operation })] };
  }
  const definitions = [operation, ...document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)];
  return { document: { kind: Kind.DOCUMENT, definitions }, operation, selections };
}

function refused(message: string): { readonly errors: readonly GraphQLError[] } {
  return { errors: [new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })] };
}
