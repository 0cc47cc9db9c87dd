import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cacheExchange, Client, fetchExchange, formatDocument, mapExchange, type ClientOptions } from '@urql/core';
import { print, type DocumentNode } from 'graphql';
import {
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
  type GraphQLResponse,
  type GraphQLTaggedNode,
  type RequestParameters,
  type Variables,
} from 'relay-runtime';
import { until } from '../../access/fixtures/access.js';
import { readSupergraph } from '../../bin/graph.js';
import * as nodes from '../../client/nodes.js';
import { createPlanner } from '../../gateway/planner/planner.js';
import { collectDocuments } from '../../http/trusted-documents/collect-documents.js';
import { documentHash, printManifest, readManifest } from '../../http/trusted-documents/manifest.js';
import { serverForFile } from '../support/in-process.js';
import { compileRelay, documentedRelayConfig, importDocuments } from '../support/relay.js';
import { ROOT, scratchDir } from '../support/scratch.js';

const OPERATIONS = path.join(ROOT, 'client', 'operations');
const files = readdirSync(OPERATIONS).map((file) => ({
  file,
  text: readFileSync(path.join(OPERATIONS, file), 'utf8'),
}));
/** What `npm run trusted-documents -- client/operations --typename` writes. */
const MANIFEST = printManifest(
  collectDocuments(files, { schema: createPlanner(readSupergraph()).publicSchema, addsTypename: true }),
);
const manifest = path.join(await scratchDir(), 'manifest.json');
writeFileSync(manifest, MANIFEST);

const config = { ...(await documentedRelayConfig()), persistConfig: { file: 'persisted.json', algorithm: 'SHA256' } };
const source = `import { graphql } from 'relay-runtime';
export const parts = graphql\`fragment trusted_parts on Security { ticker name }\`;
export const query = graphql\`query trustedQuery($ticker: Ticker!) { security(ticker: $ticker) { ticker ...trusted_parts } }\`;
`;
const project = await compileRelay({ config: JSON.stringify(config), module: 'trusted', source });
const { query } = await importDocuments<{ readonly query: GraphQLTaggedNode }>(project);

const server = await serverForFile({ SVC_TRUSTED_DOCUMENTS: manifest, SVC_TRUSTED_ONLY: 'true' });
const relayServer = await serverForFile({
  SVC_TRUSTED_DOCUMENTS: path.join(project.folder, 'persisted.json'),
  SVC_TRUSTED_ONLY: 'true',
});

beforeEach(() => {
  server.nextMinute();
  relayServer.nextMinute();
});

describe('urql on a server of trusted documents alone', () => {
  /** As docs/clients.md has it; urql's own text of a document has another hash. */
  const hashOf = (document: DocumentNode): string => documentHash(print(formatDocument(document) as DocumentNode));
  const clientOf = async (settings: Partial<ClientOptions> = {}): Promise<Client> => {
    const { key } = await server.newKey('institutional');
    // What urql's persistedExchange does, for every kind of operation.
    const hashes = mapExchange({
      onOperation: (operation) => ({
        ...operation,
        extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(operation.query) } },
      }),
    });
    return new Client({
      url: `${server.url}/graphql`,
      fetchOptions: { headers: { 'X-API-Key': key } },
      fetchSubscriptions: true,
      exchanges: [cacheExchange, hashes, fetchExchange],
      ...settings,
    });
  };

  it('names each operation of the typed client by the hash that the manifest has', () => {
    const documents = Object.entries(nodes)
      .filter(([name]) => name.endsWith('Document'))
      .map(([, document]) => document);
    expect(documents.map(hashOf).sort()).toEqual([...readManifest(MANIFEST).keys()].sort());
  });

  it.each([false, 'force'] as const)('queries by hash: preferGetMethod %s', async (preferGetMethod) => {
    const { data, error } = await (
      await clientOf({ preferGetMethod })
    ).query(nodes.SecuritiesByTickerDocument, { tickers: ['AAPL', 'MSFT'] });
    expect([error, data?.securitiesByTicker?.map((security) => security?.ticker)]).toEqual([
      undefined,
      ['AAPL', 'MSFT'],
    ]);
  });

  it('mutates and subscribes by hash', async () => {
    const client = await clientOf();
    const { data } = await client.mutation(nodes.CreateWatchlistDocument, {
      input: { name: 'Chips', tickers: ['NVDA'] },
    });
    expect(data?.createWatchlist?.watchlist.name).toBe('Chips');
    const told: unknown[] = [];
    const stream = client
      .subscription(nodes.SignalChangedDocument, { tickers: ['AAPL'] })
      .subscribe((result) => told.push(result.data?.signalChanged?.ticker));
    await until(() => told.length === 1);
    expect(told).toEqual(['AAPL']);
    stream.unsubscribe();
    await until(() => server.streams() === 0);
  });
});

describe('Relay on a server of trusted documents alone', () => {
  const send = async (body: object): Promise<GraphQLResponse> => {
    const { key } = await relayServer.newKey('free');
    const response = await fetch(`${relayServer.url}/graphql`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as GraphQLResponse;
  };
  const environmentOf = (bodyOf: (request: RequestParameters, variables: Variables) => object): Environment =>
    new Environment({
      network: Network.create((request, variables) => send(bodyOf(request, variables))),
      store: new Store(new RecordSource()),
    });

  it('asks by the ids of the file that its compiler writes, which is the manifest', async () => {
    const environment = environmentOf(({ id }, variables) => ({ documentId: `sha256:${id ?? ''}`, variables }));
    expect(await fetchQuery(environment, query, { ticker: 'AAPL' }).toPromise()).toMatchObject({
      security: { ticker: 'AAPL' },
    });
  });

  it('is refused another document', async () => {
    const environment = environmentOf((_request, variables) => ({
      query: 'query Other { security(ticker: "AAPL") { ticker } }',
      variables,
    }));
    await expect(fetchQuery(environment, query, { ticker: 'AAPL' }).toPromise()).rejects.toMatchObject({
      source: { errors: [{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }] },
    });
  });
});
