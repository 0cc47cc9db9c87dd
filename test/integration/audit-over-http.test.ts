import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { pino } from 'pino';
import { startGateway } from '../../bin/gateway/gateway-server.js';
import type { Listening } from '../../bin/listening.js';
import { ALL_SUITES } from '../audit/all-suites.js';
import { expectCase, type AuditSuite, type Case } from '../audit/suite.js';
import { composePartsByApollo, schemasOf } from '../../gateway/fixtures/federate.js';
import { call, endConnections } from '../support/http.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

/** The subgraphs of the suite at hand, by name, and which of them were asked. */
let listeners: ReadonlyMap<string, RequestListener> = new Map();
let asked: string[] = [];
let server: Server;
const programs = programsForFile();
removeScratchAtEnd();

const subgraphOf = ({ url = '' }: IncomingMessage): string => decodeURIComponent(url.slice(1));

beforeAll(async () => {
  server = createServer((request, response) => {
    const name = subgraphOf(request);
    asked.push(name);
    listeners.get(name)?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  endConnections();
  server.closeAllConnections();
  server.close();
});

/** Serves the subgraphs of a suite, made anew. */
function serve({ parts }: AuditSuite): void {
  listeners = new Map(
    [...schemasOf(parts())].map(([name, schema]) => {
      const handle = createHandler({ schema });
      return [name, (request, response) => void handle(request, response)];
    }),
  );
}

/** The supergraph of a suite whose subgraphs are found here. */
function supergraphOf({ parts }: AuditSuite): string {
  const { port } = server.address() as AddressInfo;
  return composePartsByApollo(parts(), (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`);
}

async function expectAnswer(url: string, audited: Case): Promise<void> {
  asked = [];
  const { text } = await call(url, '/graphql', {
    method: 'POST',
    body: { query: audited.source, variables: audited.variables },
  });
  const { data, errors } = JSON.parse(text) as ExecutionResult;
  // The server leaves `data` out where the operation was refused.
  expectCase(audited, { ...(errors === undefined ? {} : { errors }), ...(data === undefined ? {} : { data }) }, asked);
}

describe.each(ALL_SUITES.map((suite) => [suite.name, suite] as const))(
  'the gateway over HTTP subgraphs, %s',
  (_name, suite) => {
    let gateway: Listening;
    beforeAll(async () => {
      const supergraphSdl = supergraphOf(suite);
      gateway = await startGateway({
        supergraphSdl,
        host: '127.0.0.1',
        port: 0,
        portSetting: '--port',
        forward: [],
        headers: {},
        timeoutMs: 30_000,
        sharesQueries: false,
        log: pino({ level: 'silent' }),
      });
    });
    beforeEach(() => serve(suite));
    afterAll(() => gateway.close());

    it.each(Object.entries(suite.cases))('%s', async (_guarantee, audited) => expectAnswer(gateway.url, audited));
  },
);

it('the command answers the same as a process of its own', async () => {
  const suites = ALL_SUITES.filter(
    ({ name }) => name === 'simple-interface-object' || name === 'partial-union-complex',
  );
  expect(suites).toHaveLength(2);
  for (const suite of suites) {
    const file = path.join(await scratchDir(), 'supergraph.graphql');
    await writeFile(file, supergraphOf(suite));
    const program = programs.start('gateway', ['--supergraph', file, '--port', '0'], { LOG_LEVEL: 'error' });
    const [, url = ''] = await program.until(/Gateway ready on (\S+)\/graphql\n/);
    for (const audited of Object.values(suite.cases)) {
      serve(suite);
      await expectAnswer(url, audited);
    }
    await program.signal('SIGTERM');
  }
});
