import { ApolloServerErrorCode } from '@apollo/server/errors';
import { ApiError } from '../../access/errors.js';
import type { RefusedOperation } from '../../gateway/gateway.js';
import type { ResolveDocument } from '../trusted-documents/resolve-document.js';
import type { CachedOperation, DocumentCache, UnreadableDocument } from './document-cache.js';
import type { OperationParameters } from './operation-parameters.js';

/** A requested operation with its variables. */
export interface RequestedOperation {
  readonly operation: CachedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface OperationReaderOptions<C> {
  readonly resolveDocument: ResolveDocument;
  /** Checks the operation's size and cost before it is validated; throws a declared error if it is too large. */
  readonly admit: (requested: RequestedOperation, context: C) => void;
  /** The error for a document that is too large to be parsed. */
  readonly refuseUnparsed: (
    reason: Extract<UnreadableDocument, { readonly reason: unknown }>['reason'],
    context: C,
  ) => ApiError;
}

interface ReadOperation extends RequestedOperation {
  /** The text of its document. */
  readonly query: string;
}

/**
 * Finds and admits the operation that a client requests, whichever way its parameters came. Undefined if they have no
 * document. Throws a declared error or `RefusedDocument`.
 */
export type OperationReader<C> = (parameters: OperationParameters, context: C) => ReadOperation | undefined;

/** A document or operation that failed parsing or validation, with the default code of its errors. */
export class RefusedDocument extends Error {
  readonly refused: RefusedOperation;
  readonly code: string;

  constructor(refused: RefusedOperation, code: string = ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED) {
    super('The document is invalid.');
    this.refused = refused;
    this.code = code;
  }
}

/** A GraphQL name. */
const LONGEST_NAME = 200;
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;

function invalidName(message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param: 'operationName' });
}

export function createOperationReader<C>(
  documents: DocumentCache,
  options: OperationReaderOptions<C>,
): OperationReader<C> {
  const { resolveDocument, admit, refuseUnparsed } = options;
  const operationOf = (query: string, operationName: string | undefined, context: C): CachedOperation => {
    const document = documents.read(query);
    if ('reason' in document) throw refuseUnparsed(document.reason, context);
    if ('syntaxError' in document) {
      throw new RefusedDocument({ errors: [document.syntaxError] }, ApolloServerErrorCode.GRAPHQL_PARSE_FAILED);
    }
    const operation = document.operation(operationName);
    if (operation !== undefined) return operation;
    if (operationName !== undefined) throw invalidName(`The document has no operation named ${operationName}.`);
    if (document.names.length === 0)
      throw new ApiError('invalid_parameter', 'The document has no operation.', { param: 'query' });
    const message = 'The document has several operations; send operationName to select one.';
    throw new ApiError('missing_parameter', message, { param: 'operationName' });
  };
  return (parameters, context) => {
    const { operationName, variables } = parameters;
    if (operationName !== undefined && (operationName.length > LONGEST_NAME || !NAME.test(operationName))) {
      throw invalidName('operationName is not a GraphQL name.');
    }
    const query = resolveDocument(parameters);
    if (query === undefined) return undefined;
    const requested = { operation: operationOf(query, operationName, context), variables };
    admit(requested, context);
    return { ...requested, query };
  };
}
