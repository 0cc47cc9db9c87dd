import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { documentHash, printManifest } from '../../http/trusted-documents/manifest.js';
import { codeOf, subscribe } from '../support/event-stream.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { connectSocket } from '../support/live-socket.js';
import { subscribeMultipart } from '../support/multipart-stream.js';
import { scratchDir } from '../support/scratch.js';

const QUERY = 'subscription Watch($tickers: [Ticker!]!) {\n  signalChanged(tickers: $tickers) {\n    ticker\n  }\n}';
const manifest = path.join(await scratchDir(), 'documents.json');
await writeFile(manifest, printManifest([QUERY]));
const server = await serverForFile({ SVC_TRUSTED_DOCUMENTS: manifest, SVC_TRUSTED_ONLY: 'true' });
const { key } = await server.newKey('pro');
const variables = { tickers: ['AAPL'] };

it('where documents must be trusted, a stream is one that is, by text or by hash', async () => {
  const byHash = new URLSearchParams({
    documentId: `sha256:${documentHash(QUERY)}`,
    variables: JSON.stringify(variables),
  });
  const streams = [
    await subscribe(server.url, { key, query: QUERY, variables }),
    await subscribe(server.url, { key, query: QUERY, variables, method: 'GET' }),
    await subscribe(server.url, { key, query: '', method: 'GET', search: byHash }),
  ];
  for (const stream of streams) {
    expect(read((await stream.event(0)).data as object, 'data', 'signalChanged', 'ticker')).toBe('AAPL');
    stream.leave();
  }
  const [refused] = await (
    await subscribe(server.url, { key, query: 'subscription { signalChanged(tickers: ["AAPL"]) { ticker } }' })
  ).ended;
  expect(codeOf(refused ?? { event: '', data: {} })).toBe('DOCUMENT_NOT_TRUSTED');
});

it('and so it is over the other transports', async () => {
  const persistedQuery = { version: 1, sha256Hash: documentHash(QUERY) };
  const other = 'subscription { signalChanged(tickers: ["AAPL"]) { signal } }';
  const parts = await subscribeMultipart(server.url, key, { extensions: { persistedQuery }, variables });
  expect(read((await parts.part(0)) as object, 'payload', 'data', 'signalChanged', 'ticker')).toBe('AAPL');
  parts.leave();
  const refused = await subscribeMultipart(server.url, key, { query: other });
  await refused.ended;
  expect([refused.status, read(JSON.parse(refused.text()) as object, 'errors', 0, 'extensions', 'code')]).toEqual([
    403,
    'DOCUMENT_NOT_TRUSTED',
  ]);

  const socket = await connectSocket(server.url, { apiKey: key });
  const payloads = [
    { query: QUERY, variables },
    { query: '', extensions: { persistedQuery }, variables },
    { query: '', documentId: `sha256:${persistedQuery.sha256Hash}`, variables },
  ];
  for (const [index, payload] of payloads.entries()) {
    socket.send({ type: 'subscribe', id: String(index), payload });
    expect(await socket.message(index + 1)).toMatchObject({
      type: 'next',
      id: String(index),
      payload: { data: { signalChanged: { ticker: 'AAPL' } } },
    });
  }
  socket.send({ type: 'subscribe', id: 'other', payload: { query: other } });
  expect(read((await socket.message(4)).payload as object, 0, 'extensions', 'code')).toBe('DOCUMENT_NOT_TRUSTED');
  socket.socket.close();
});
