import { GraphQLError, validate, type DocumentNode, type GraphQLSchema, type ValidationRule } from 'graphql';

/** graphql-js' whole message when fields of one response name exceed what it compares. */
const ABORTED = 'Validation aborted.';
const TOO_MANY =
  'The document has too many fields of one response name to compare; give them aliases, or request fewer.';

/** Directives that other servers have, and what to do without them. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  defer:
    '@defer is not supported, because a response is sent as a whole: request the slow fields in an operation of their own.',
  stream: '@stream is not supported, because a response is sent as a whole: request the list in pages.',
};
const UNKNOWN_DIRECTIVE = /^Unknown directive "@(\w+)"/;

function withRemedy(error: GraphQLError): GraphQLError {
  const message = error.message === ABORTED ? TOO_MANY : UNSUPPORTED[UNKNOWN_DIRECTIVE.exec(error.message)?.[1] ?? ''];
  if (message === undefined) return error;
  return new GraphQLError(message, { nodes: error.nodes ?? [], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
}

/** The errors of graphql-js' validation, each with a message that a client can act on. */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
  options: { readonly hideSuggestions: boolean },
): readonly GraphQLError[] {
  return validate(schema, document, rules, options).map(withRemedy);
}
