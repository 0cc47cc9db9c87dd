import { execute, getOperationAST, GraphQLError, Kind, parse, validate, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../access/request-context.js';

/** An error of an operation: a GraphQLError, or as much of one. */
export interface OperationError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export interface OperationAnswer {
  /** Left out where the operation did not run. */
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly OperationError[] | undefined;
}

type Answering = OperationAnswer | PromiseLike<OperationAnswer>;

/** Prepares a valid document of one query or mutation for any number of runs. */
export type PrepareOperation = (schema: GraphQLSchema, document: DocumentNode) => (variables: Readonly<Record<string, unknown>>, context: RequestContext) => Answering;

/** A subscription of a parsed document. */
export interface Subscription {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
}

/** A valid document. */
export interface RunnableDocument {
  /** The subscription that a name chooses, or the only operation if it is one. */
  readonly subscription: (operationName: string | undefined) => Subscription | undefined;
  readonly run: (operationName: string | undefined, variables: Readonly<Record<string, unknown>>, context: RequestContext) => Answering;
}

/** Why a document may not run. */
export interface RefusedDocument {
  readonly errors: readonly GraphQLError[];
}

/** Characters of source text whose documents are kept: some 160 bytes each once they have run, 64 MB in all. */
const MOST_CHARACTERS = 400_000;
/** What even the shortest text holds, as characters: why it is refused is some 3 kB. */
const LEAST_CHARACTERS = 20;

/** Parses, validates and prepares each text once; a router sends the same few again and again. */
export function documentsOf(schema: GraphQLSchema, prepare: PrepareOperation): (source: string) => RunnableDocument | RefusedDocument {
  const known = new LRUCache<string, RunnableDocument | RefusedDocument>({ maxSize: MOST_CHARACTERS, sizeCalculation: (_document, source) => LEAST_CHARACTERS + source.length });
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found;
    const checked = check(schema, source, prepare);
    known.set(source, checked);
    return checked;
  };
}

function check(schema: GraphQLSchema, source: string, prepare: PrepareOperation): RunnableDocument | RefusedDocument {
  let document: DocumentNode;
  try {
    document = parse(source, { noLocation: true });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [coded(error, 'GRAPHQL_PARSE_FAILED')] };
  }
  const errors = validate(schema, document);
  return errors.length === 0 ? runnable(schema, document, prepare) : { errors: errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) };
}

function runnable(schema: GraphQLSchema, document: DocumentNode, prepare: PrepareOperation): RunnableDocument {
  const [operation, ...others] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const subscription: RunnableDocument['subscription'] = (operationName) => {
    const node = getOperationAST(document, operationName);
    return node?.operation === 'subscription' ? { document, node } : undefined;
  };
  const interpreted: RunnableDocument['run'] = (operationName, variableValues, contextValue) => execute({ schema, document, operationName, variableValues, contextValue });
  // Routers send one operation at a time; which of several is meant, or none, is graphql-js' to say.
  if (operation === undefined || others.length > 0 || subscription(undefined) !== undefined) return { subscription, run: interpreted };
  const prepared = prepare(schema, document);
  return {
    subscription,
    run: (operationName, variables, context) =>
      operationName === undefined || operationName === operation.name?.value ? prepared(variables, context) : interpreted(operationName, variables, context),
  };
}

function coded({ message }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
