import { GraphQLError, validate, type DocumentNode, type GraphQLSchema, type ValidationRule } from 'graphql';

/** graphql-js' whole message when fields of one response name exceed what it compares. */
const ABORTED = 'Validation aborted.';
const TOO_MANY = 'The document has too many fields of one response name to compare; give them aliases, or request fewer.';

/** The errors of graphql-js' validation, each with a message that a client can act on. */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
  options: { readonly hideSuggestions: boolean },
): readonly GraphQLError[] {
  return validate(schema, document, rules, options).map((error) =>
    error.message === ABORTED ? new GraphQLError(TOO_MANY, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }) : error);
}
