import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { documentHash, printManifest } from '../../http/trusted-documents/manifest.js';
import { read, type Answer } from '../support/http.js';
import { scratchDir } from '../support/scratch.js';
import { serverForFile } from '../support/in-process.js';

const TRUSTED = 'query Name($ticker: Ticker!) { security(ticker: $ticker) { ticker } }';
const WIDE = 'query Bars($last: Int!) { security(ticker: "AAPL") { bars(last: $last) { close } } }';
const STALE = 'query Stale { nothing }';
const OTHER = '{ security(ticker: "AAPL") { name } }';

const manifest = path.join(await scratchDir(), 'manifest.json');
writeFileSync(manifest, printManifest([TRUSTED, WIDE, STALE]));
const server = await serverForFile({
  SVC_TRUSTED_DOCUMENTS: manifest,
  SVC_TRUSTED_ONLY: 'true',
  SVC_INTROSPECTION: 'false',
});
const { key } = await server.newKey('pro');
const variables = { ticker: 'AAPL' };

beforeEach(() => server.nextMinute());

const post = (body: object): Promise<Answer> => server.call('/graphql', { method: 'POST', key, body });
const get = (parameters: Readonly<Record<string, string>>): Promise<Answer> =>
  server.call(`/graphql?${new URLSearchParams(parameters).toString()}`, { key });
const idOf = (document: string): string => `sha256:${documentHash(document)}`;
const extensionsOf = (document: string) => ({ persistedQuery: { version: 1, sha256Hash: documentHash(document) } });
const refusal = (answer: Answer): unknown => ({
  status: answer.status,
  code: read(answer, 'errors', 0, 'extensions', 'code'),
});

describe('a server of trusted documents alone', () => {
  it('offers agents no tool for queries of their own, nor fields for them', async () => {
    const ask = (method: string, params: object): Promise<Answer> =>
      server.call('/mcp', {
        method: 'POST',
        key,
        headers: { Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
    const { tools } = read(await ask('tools/list', {}), 'result') as { tools: readonly { readonly name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['search_capabilities', 'read_schema', 'call', 'ask']);
    const found = await ask('tools/call', { name: 'search_capabilities', arguments: { query: 'screener' } });
    expect(read(found, 'result', 'structuredContent', 'graph_fields')).toBeUndefined();
    const called = await ask('tools/call', { name: 'query_graph', arguments: { query: OTHER } });
    expect(read(called, 'error', 'message')).toContain('There is no tool "query_graph"');
  });

  it('runs a document by its hash, however it is named', async () => {
    const answers = [
      await post({ documentId: idOf(TRUSTED), variables }),
      await post({ extensions: extensionsOf(TRUSTED), variables }),
      await post({ query: TRUSTED, extensions: extensionsOf(TRUSTED), variables }),
      await get({ documentId: idOf(TRUSTED), variables: JSON.stringify(variables) }),
      await get({ extensions: JSON.stringify(extensionsOf(TRUSTED)), variables: JSON.stringify(variables) }),
    ];
    for (const answer of answers)
      expect([answer.status, read(answer, 'data', 'security', 'ticker')]).toEqual([200, 'AAPL']);
  });

  it('runs nothing else, and registers nothing', async () => {
    const refused = { status: 403, code: 'DOCUMENT_NOT_TRUSTED' };
    expect(refusal(await post({ query: OTHER }))).toEqual(refused);
    expect(refusal(await post({ query: OTHER, extensions: extensionsOf(OTHER) }))).toEqual(refused);
    expect(refusal(await post({ extensions: extensionsOf(OTHER) }))).toEqual(refused);
    expect(refusal(await post({ query: OTHER, documentId: idOf(TRUSTED) }))).toEqual({
      status: 400,
      code: 'INVALID_PARAMETER',
    });
    expect(refusal(await get({ query: OTHER }))).toEqual(refused);
  });

  it('measures its documents like any other', async () => {
    const answer = await post({ documentId: idOf(WIDE), variables: { last: 10 } });
    expect(read(answer, 'extensions', 'cost', 'requested')).toBe(11);
  });

  it('starts with a document that no longer fits the schema, and tells who asks for it', async () => {
    expect(refusal(await post({ documentId: idOf(STALE) }))).toEqual({
      status: 400,
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });
});
