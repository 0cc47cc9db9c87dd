import { ApiError } from '../../access/errors.js';
import type { OperationParameters } from '../graphql/operation-parameters.js';
import { documentHash, isDocumentHash, type TrustedDocuments } from './manifest.js';

export interface DocumentRules {
  readonly documents: TrustedDocuments;
  /** Whether only documents of the manifest may run. */
  readonly isTrustedOnly: boolean;
}

/** The text to run; undefined if the request has no document. Throws a declared error. */
export type ResolveDocument = (parameters: OperationParameters) => string | undefined;

const DOCUMENT_ID = /^sha256:(.+)$/;
/** urql recognises this message and then sends the text; Apollo Client uses the code. */
const NOT_SUPPORTED = 'PersistedQueryNotSupported';

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function hashOfId(documentId: unknown): string {
  const hash = typeof documentId === 'string' ? DOCUMENT_ID.exec(documentId)?.[1]?.toLowerCase() : undefined;
  if (hash === undefined || !isDocumentHash(hash)) {
    throw invalid('documentId', "documentId must be sha256: and the 64 hex digits of the document's SHA-256.");
  }
  return hash;
}

function hashOfExtension(persistedQuery: unknown): string {
  const { version, sha256Hash } =
    typeof persistedQuery === 'object' && persistedQuery !== null ? (persistedQuery as Record<string, unknown>) : {};
  const hash = typeof sha256Hash === 'string' ? sha256Hash.toLowerCase() : '';
  if (version !== 1 || !isDocumentHash(hash)) {
    const message =
      'extensions.persistedQuery must have version 1 and, as sha256Hash, the 64 hex digits of the ' +
      "document's SHA-256.";
    throw invalid('extensions.persistedQuery', message);
  }
  return hash;
}

function requestedHash({ documentId, extensions }: OperationParameters): string | undefined {
  if (documentId !== undefined && documentId !== null) return hashOfId(documentId);
  const persistedQuery = extensions?.['persistedQuery'];
  return persistedQuery === undefined || persistedQuery === null ? undefined : hashOfExtension(persistedQuery);
}

/** Finds documents by text, `documentId` or `extensions.persistedQuery`. Clients cannot register documents. */
export function documentResolver({ documents, isTrustedOnly }: DocumentRules): ResolveDocument {
  const notTrusted = (hash: string): ApiError => {
    const message = `This server only runs trusted documents, and ${hash} is not in its manifest; add it there.`;
    return new ApiError('document_not_trusted', message);
  };
  return (parameters) => {
    const { query } = parameters;
    const hash = requestedHash(parameters);
    if (query === undefined) {
      if (hash === undefined) return undefined;
      const document = documents.get(hash);
      if (document !== undefined) return document;
      throw isTrustedOnly ? notTrusted(hash) : new ApiError('persisted_query_not_supported', NOT_SUPPORTED);
    }
    if (hash === undefined && !isTrustedOnly) return query;
    const actual = documentHash(query);
    if (hash !== undefined && hash !== actual)
      throw invalid('query', 'The query does not match the SHA-256 sent with it.');
    if (isTrustedOnly && !documents.has(actual)) throw notTrusted(actual);
    return query;
  };
}
