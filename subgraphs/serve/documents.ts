import {
  execute,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../access/request-context.js';

/** A GraphQLError, or the parts of one that are used. */
export interface OperationError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export interface OperationAnswer {
  /** Absent if the operation did not run. */
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly OperationError[] | undefined;
}

type Answering = OperationAnswer | PromiseLike<OperationAnswer>;

/** Prepares a valid document with one query or mutation for repeated execution. */
export type PrepareOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
) => (variables: Readonly<Record<string, unknown>>, context: RequestContext) => Answering;

/** A subscription in a parsed document. */
export interface Subscription {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
}

/** A valid document. */
export interface RunnableDocument {
  /** The subscription with the given name, or the only operation if it is a subscription. */
  readonly subscription: (operationName: string | undefined) => Subscription | undefined;
  readonly run: (
    operationName: string | undefined,
    variables: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ) => Answering;
}

/** Why a document is rejected. */
export interface RefusedDocument {
  readonly errors: readonly GraphQLError[];
}

/** Cache size in characters of source text: some 160 bytes each after execution, 64 MB in all. */
const MOST_CHARACTERS = 400_000;
/** Minimum weight of a document in characters: its validation errors can take 3 kB. */
const LEAST_CHARACTERS = 20;

/** Parses, validates and prepares each text once; routers repeat a few texts. */
export function documentsOf(
  schema: GraphQLSchema,
  prepare: PrepareOperation,
): (source: string) => RunnableDocument | RefusedDocument {
  const known = new LRUCache<string, RunnableDocument | RefusedDocument>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_document, source) => LEAST_CHARACTERS + source.length,
  });
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
  return errors.length === 0
    ? runnable(schema, document, prepare)
    : { errors: errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) };
}

function runnable(schema: GraphQLSchema, document: DocumentNode, prepare: PrepareOperation): RunnableDocument {
  const [operation, ...others] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const subscription: RunnableDocument['subscription'] = (operationName) => {
    const node = getOperationAST(document, operationName);
    return node?.operation === 'subscription' ? { document, node } : undefined;
  };
  const interpreted: RunnableDocument['run'] = (operationName, variableValues, contextValue) =>
    execute({ schema, document, operationName, variableValues, contextValue });
  // Routers send one operation per document; graphql-js handles the selection among several.
  if (operation === undefined || others.length > 0 || subscription(undefined) !== undefined)
    return { subscription, run: interpreted };
  const prepared = prepare(schema, document);
  return {
    subscription,
    run: (operationName, variables, context) =>
      operationName === undefined || operationName === operation.name?.value
        ? prepared(variables, context)
        : interpreted(operationName, variables, context),
  };
}

function coded({ message }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
