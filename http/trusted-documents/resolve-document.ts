import { ApiError } from '../../access/errors.js';
import type { OperationParameters } from '../graphql/operation-parameters.js';
import { documentHash, isDocumentHash, type TrustedDocuments } from './manifest.js';

export interface DocumentRules {
  readonly documents: TrustedDocuments;
  /** Only documents of the manifest run. */
  readonly isTrustedOnly: boolean;
}

/** The text to run, or undefined where the request names none. Throws a declared error. */
export type ResolveDocument = (parameters: OperationParameters) => string | undefined;

const DOCUMENT_ID = /^sha256:(.+)$/;
/** The message by which urql knows that it must send the text; the code, by which Apollo Client does, says nothing to it. */
const NOT_SUPPORTED = 'PersistedQueryNotSupported';

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function hashOfId(documentId: unknown): string {
  const hash = typeof documentId === 'string' ? DOCUMENT_ID.exec(documentId)?.[1]?.toLowerCase() : undefined;
  if (hash === undefined || !isDocumentHash(hash)) throw invalid('documentId', 'documentId must be sha256: and the 64 hex digits of the document\'s SHA-256.');
  return hash;
}

function hashOfExtension(persistedQuery: unknown): string {
  const { version, sha256Hash } = typeof persistedQuery === 'object' && persistedQuery !== null ? (persistedQuery as Record<string, unknown>) : {};
  const hash = typeof sha256Hash === 'string' ? sha256Hash.toLowerCase() : '';
  if (version !== 1 || !isDocumentHash(hash)) {
    throw invalid('extensions.persistedQuery', 'extensions.persistedQuery must have version 1 and the 64 hex digits of the document\'s SHA-256 as sha256Hash.');
  }
  return hash;
}

function requestedHash({ documentId, extensions }: OperationParameters): string | undefined {
  if (documentId !== undefined && documentId !== null) return hashOfId(documentId);
  const persistedQuery = extensions?.['persistedQuery'];
  return persistedQuery === undefined || persistedQuery === null ? undefined : hashOfExtension(persistedQuery);
}

/** How requests name their documents: by text, by `documentId` or by `extensions.persistedQuery`. Clients register nothing. */
export function documentResolver({ documents, isTrustedOnly }: DocumentRules): ResolveDocument {
  const trusted = (hash: string): ApiError => new ApiError('document_not_trusted', isTrustedOnly ? `This server runs trusted documents alone, and ${hash} is not the SHA-256 of one; add the document to the manifest.` : undefined);
  return (parameters) => {
    const { query } = parameters;
    const hash = requestedHash(parameters);
    if (query === undefined) {
      if (hash === undefined) return undefined;
      const document = documents.get(hash);
      if (document !== undefined) return document;
      throw isTrustedOnly ? trusted(hash) : new ApiError('persisted_query_not_supported', NOT_SUPPORTED);
    }
    if (hash === undefined && !isTrustedOnly) return query;
    const actual = documentHash(query);
    if (hash !== undefined && hash !== actual) throw invalid('query', 'The query is not the document whose SHA-256 was sent with it.');
    if (isTrustedOnly && !documents.has(actual)) throw trusted(actual);
    return query;
  };
}
