import { describe, expect, it } from '@jest/globals';
import { isPlainGet, readOperationParameters, withDocument } from './operation-parameters.js';

const GET = { method: 'GET' };
const POST = { method: 'POST' };

describe('the parameters of a request', () => {
  it('are read from the query string of a GET and the body of a POST', () => {
    const named = {
      query: '{ a }',
      operationName: 'A',
      variables: { n: 1 },
      extensions: { x: 2 },
      documentId: 'sha256:ab',
    };
    const search = `?${new URLSearchParams({ query: '{ a }', operationName: 'A', variables: '{"n":1}', extensions: '{"x":2}', documentId: 'sha256:ab' }).toString()}`;
    expect(readOperationParameters(GET, { search, body: undefined })).toEqual(named);
    expect(readOperationParameters(POST, { search: '?query={b}', body: named })).toEqual(named);
  });

  it('are ignored if they have the wrong type', () => {
    const nothing = {
      query: undefined,
      operationName: undefined,
      variables: {},
      extensions: undefined,
      documentId: undefined,
    };
    expect(readOperationParameters(GET, { search: '?variables={&extensions=[1]', body: undefined })).toEqual(nothing);
    expect(
      readOperationParameters(POST, {
        search: '',
        body: { query: 7, operationName: [], variables: 'x', extensions: 1 },
      }),
    ).toEqual(nothing);
    expect(readOperationParameters(POST, { search: '', body: [{ query: '{ a }' }] })).toEqual(nothing);
  });
});

describe('the same request with its document as text', () => {
  it('keeps everything except the document id', () => {
    const extensions = { persistedQuery: { version: 1 }, trace: true };
    expect(
      withDocument(POST, { search: '', body: { documentId: 'x', variables: { n: 1 }, extensions } }, '{ a }').body,
    ).toEqual({ query: '{ a }', variables: { n: 1 }, extensions: { trace: true } });
    const search = `?${new URLSearchParams({ documentId: 'x', variables: '{"n":1}', extensions: JSON.stringify(extensions) }).toString()}`;
    const { search: rewritten } = withDocument(GET, { search, body: undefined }, '{ a }');
    expect(Object.fromEntries(new URLSearchParams(rewritten))).toEqual({
      variables: '{"n":1}',
      extensions: '{"trace":true}',
      query: '{ a }',
    });
  });
});

describe('a plain GET', () => {
  const KEYED = { 'x-api-key': 'svc_1' };
  const isPlain = (search: string, headers: Readonly<Record<string, string>> = KEYED, method = 'GET'): boolean =>
    isPlainGet({ method, headers }, { search }, ['x-api-key']);

  it.each(['?query=%7Ba%7D', '?query=%7Ba%7D&operationName=A&variables=%7B%22n%22:1%7D&extensions=%7B%7D'])(
    'has each parameter once and of its type: %s',
    (search) => {
      expect([isPlain(search), isPlain(search, KEYED, 'HEAD')]).toEqual([true, true]);
    },
  );

  it.each([
    '',
    '?query=',
    '?query=a&query=a',
    '?query=a&variables=1',
    '?query=a&variables=',
    '?query=a&variables=%7B%7D&variables=%7B%7D',
    '?query=a&extensions=%5B%5D',
  ])('is not one whose parameters Apollo Server would refuse: %s', (search) => expect(isPlain(search)).toBe(false));

  it('could not come from a page of another site without a preflight', () => {
    expect(
      [
        {},
        { 'x-api-key': '' },
        { ...KEYED, 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=utf-8' },
      ].map((headers) => isPlain('?query=a', headers)),
    ).toEqual([false, false, false, true]);
  });

  it('is not a POST', () => expect(isPlain('?query=a', KEYED, 'POST')).toBe(false));
});
