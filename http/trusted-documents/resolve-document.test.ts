import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../access/errors.js';
import type { OperationParameters } from '../graphql/operation-parameters.js';
import { documentHash } from './manifest.js';
import { documentResolver } from './resolve-document.js';

const TRUSTED = 'query Trusted { a }';
const OTHER = 'query Other { a }';
const documents = new Map([[documentHash(TRUSTED), TRUSTED]]);
const open = documentResolver({ documents, isTrustedOnly: false });
const closed = documentResolver({ documents, isTrustedOnly: true });

function request(given: Partial<OperationParameters>): OperationParameters {
  return {
    query: undefined,
    operationName: undefined,
    variables: {},
    extensions: undefined,
    documentId: undefined,
    ...given,
  };
}

const byId = (document: string) => ({ documentId: `sha256:${documentHash(document)}` });
const byExtension = (document: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: documentHash(document) } },
});

function codeOf(run: () => unknown): string {
  try {
    return `ran ${String(run())}`;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe('a document identified by its hash', () => {
  it.each([
    ['documentId', byId],
    ['extensions.persistedQuery', byExtension],
  ] as const)('is the trusted document, by %s', (_way, by) => {
    for (const resolve of [open, closed]) {
      expect(resolve(request(by(TRUSTED)))).toBe(TRUSTED);
      expect(resolve(request({ ...by(TRUSTED), query: TRUSTED }))).toBe(TRUSTED);
    }
  });

  it('is not registered when a client sends its text: the hash alone is still unknown', () => {
    expect(open(request({ ...byExtension(OTHER), query: OTHER }))).toBe(OTHER);
    expect(codeOf(() => open(request(byExtension(OTHER))))).toBe('persisted_query_not_supported');
  });

  it('must match the text sent with it', () => {
    for (const resolve of [open, closed])
      expect(codeOf(() => resolve(request({ ...byId(TRUSTED), query: OTHER })))).toBe('invalid_parameter');
  });

  it.each([
    { documentId: documentHash(TRUSTED) },
    { documentId: 'sha256:xyz' },
    { documentId: 7 },
    { extensions: { persistedQuery: 'x' } },
    { extensions: { persistedQuery: { version: 2, sha256Hash: documentHash(TRUSTED) } } },
    { extensions: { persistedQuery: { version: 1 } } },
  ])('is rejected if the identifier is malformed: %j', (given) => {
    expect(codeOf(() => open(request(given)))).toBe('invalid_parameter');
  });
});

describe('a document sent as text', () => {
  it('runs if all documents are allowed', () => {
    expect(open(request({ query: OTHER }))).toBe(OTHER);
  });

  it('runs only if it is trusted, in trusted-only mode', () => {
    expect(closed(request({ query: TRUSTED }))).toBe(TRUSTED);
    expect(codeOf(() => closed(request({ query: OTHER })))).toBe('document_not_trusted');
    expect(codeOf(() => closed(request({ query: `${TRUSTED} ` })))).toBe('document_not_trusted');
    expect(codeOf(() => closed(request({ ...byId(OTHER), query: OTHER })))).toBe('document_not_trusted');
    expect(codeOf(() => closed(request(byId(OTHER))))).toBe('document_not_trusted');
  });

  it('is undefined if the request has none', () => {
    for (const resolve of [open, closed]) expect(resolve(request({}))).toBeUndefined();
  });
});
