import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'graphql';
import { z } from 'zod';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import type { RunDocument } from '../../gateway/execution/local-subgraph.js';
import { subgraphSchema } from '../gateway-world.js';

/**
 * One subgraph over plain node:http with precompiled documents, so that it adds little to the gateways. Prints its URL.
 */

const REQUEST = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).nullish() });

const schema = subgraphSchema(process.env['SUBGRAPH'] ?? '');
const documents = new Map<string, RunDocument<undefined>>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function answer(request: IncomingMessage): Promise<string> {
  const { query, variables } = REQUEST.parse(JSON.parse(await bodyOf(request)));
  const run = documents.get(query) ?? compileDocument(schema, parse(query));
  documents.set(query, run);
  return JSON.stringify(await run(variables ?? {}, undefined));
}

const http = createServer((request, response) => {
  answer(request).then(
    (body) => {
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
http.keepAliveTimeout = 60_000;
http.listen(0, '127.0.0.1');
await once(http, 'listening');
console.log(`Ready on http://127.0.0.1:${(http.address() as AddressInfo).port}`);
process.once('SIGTERM', () => process.exit(0));
