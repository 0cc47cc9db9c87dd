import { GraphQLError, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';

/** A document that may run, or why it may not. */
export type CheckedDocument = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/** Characters of source text whose documents are kept. */
const MOST_CHARACTERS = 4_000_000;

/** Parses and validates each text once; a router sends the same few again and again. */
export function documentsOf(schema: GraphQLSchema): (source: string) => CheckedDocument {
  const known = new LRUCache<string, CheckedDocument>({ maxSize: MOST_CHARACTERS, sizeCalculation: (_document, source) => Math.max(1, source.length) });
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found;
    const checked = check(schema, source);
    known.set(source, checked);
    return checked;
  };
}

function check(schema: GraphQLSchema, source: string): CheckedDocument {
  let document: DocumentNode;
  try {
    document = parse(source, { noLocation: true });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [coded(error, 'GRAPHQL_PARSE_FAILED')] };
  }
  const errors = validate(schema, document);
  return errors.length === 0 ? { document } : { errors: errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) };
}

function coded({ message }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
