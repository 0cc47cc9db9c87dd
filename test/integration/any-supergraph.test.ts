import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GraphQLError, parse } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { composeSupergraph } from '../../gateway/compose.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type Program } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

interface Context {
  readonly tenant: string;
}

interface Toy {
  readonly sdl: string;
  readonly resolvers: GraphQLResolverMap<Context>;
}

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@requires", "@external"])\n';

const GOODS = [
  { sku: '1', name: 'Lamp', weight: 3 },
  { sku: '2', name: 'Chair', weight: 9 },
];
const steps: string[] = [];
const PRODUCTS: Toy = {
  sdl: `${LINK} type Query { products: [Product!]! tenant: String! } type Mutation { step(name: String!): String! }
    type Product @key(fields: "sku") { sku: ID! name: String! weight: Int }`,
  resolvers: {
    Product: { __resolveReference: ({ sku }: { sku: string }) => GOODS.find((product) => product.sku === sku) },
    Query: {
      products: () => GOODS,
      tenant: (_root: unknown, _args: unknown, { tenant }: Context) => tenant,
    },
    Mutation: { step: (_root: unknown, { name }: { name: string }) => steps.push(name) && steps.join('') },
  },
};
const STOCK: Toy = {
  sdl: `${LINK} type Query { warehouse: Warehouse } type Warehouse { products: [Product!]! } type Mutation { count(name: String!): String! }
    type Product @key(fields: "sku") { sku: ID! weight: Int @external stock: Int freight: Int @requires(fields: "weight") }`,
  resolvers: {
    Query: { warehouse: () => ({ products: [{ sku: '2' }] }) },
    Mutation: { count: (_root: unknown, { name }: { name: string }) => steps.push(name) && steps.join('') },
    Product: {
      stock: ({ sku }: { sku: string }) => {
        if (sku === '2') throw new GraphQLError('The shelf fell over.', { extensions: { code: 'SHELF' } });
        return 7;
      },
      freight: ({ weight }: { weight: number }) => weight * 2,
    },
  },
};

const servers: Server[] = [];
const programs = programsForFile();
removeScratchAtEnd();
afterAll(() => {
  endConnections();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener, port = 0): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function toyListener({ sdl, resolvers }: Toy): RequestListener {
  const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }]);
  const handle = createHandler({
    schema,
    context: ({ raw: { headers } }) => ({
      tenant: [headers['x-tenant'], headers['x-fixed'], headers['x-other']].join(' '),
    }),
  });
  return (request, response) => void handle(request, response);
}

let supergraphSdl = '';
let stock: { url: string; server: Server };
let file = '';
let shared: { url: string; program: Program };

/** The gateway over a supergraph as a process of its own, on a free port. */
async function gateway(supergraph: string, ...args: readonly string[]): Promise<{ url: string; program: Program }> {
  const program = programs.start('gateway', ['--supergraph', supergraph, '--port', '0', ...args], {
    LOG_LEVEL: 'error',
  });
  const [, url = ''] = await program.until(/Gateway ready on (\S+)\/graphql\n/);
  return { url, program };
}

const ask = (url: string, query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  call(url, '/graphql', { method: 'POST', body: { query }, headers });

beforeAll(async () => {
  const products = await serve(toyListener(PRODUCTS));
  stock = await serve(toyListener(STOCK));
  supergraphSdl = composeSupergraph([
    { name: 'products', sdl: PRODUCTS.sdl, url: products.url },
    { name: 'stock', sdl: STOCK.sdl, url: stock.url },
  ]);
  file = path.join(await scratchDir(), 'supergraph.graphql');
  await writeFile(file, supergraphSdl);
  shared = await gateway(file);
});

describe('the gateway over any supergraph', () => {
  it('answers over the subgraphs that the SDL routes to, without a key', async () => {
    const { url } = shared;
    const answer = await ask(url, '{ products { sku name freight } warehouse { products { name } } __typename }');
    expect({ status: answer.status, body: read(answer) }).toEqual({
      status: 200,
      body: {
        data: {
          products: [
            { sku: '1', name: 'Lamp', freight: 6 },
            { sku: '2', name: 'Chair', freight: 18 },
          ],
          warehouse: { products: [{ name: 'Chair' }] },
          __typename: 'Query',
        },
      },
    });
    expect((await call(url, '/healthz')).status).toBe(200);
    expect(read(await ask(url, '{ __schema { queryType { name } } }'), 'data', '__schema', 'queryType', 'name')).toBe(
      'Query',
    );
  });

  it('takes the supergraph from a URL', async () => {
    const { url: at } = await serve((request, response) => {
      response.statusCode = request.url === '/supergraph.graphql' ? 200 : 404;
      response.end(supergraphSdl);
    });
    const { url } = await gateway(`${at}/supergraph.graphql`);
    expect(read(await ask(url, '{ products { name } }'), 'data', 'products', 1, 'name')).toBe('Chair');
    const { code, stderr } = await programs.run('gateway', ['--supergraph', `${at}/elsewhere`]);
    expect([code, stderr]).toEqual([1, `${at}/elsewhere responded with status 404 instead of a supergraph.\n`]);
  });

  it('passes on subgraph errors with their paths, next to the data', async () => {
    const { url } = shared;
    const answer = await ask(url, '{ items: products { name stock } }');
    expect(read(answer)).toEqual({
      data: {
        items: [
          { name: 'Lamp', stock: 7 },
          { name: 'Chair', stock: null },
        ],
      },
      errors: [{ message: 'The shelf fell over.', path: ['items', 1, 'stock'], extensions: { code: 'SHELF' } }],
    });
  });

  it('sends mutations in their order over subgraphs', async () => {
    const { url } = shared;
    steps.length = 0;
    expect(
      read(await ask(url, 'mutation { a: step(name: "a") b: count(name: "b") c: step(name: "c") }'), 'data'),
    ).toEqual({ a: 'a', b: 'ab', c: 'abc' });
  });

  it('forwards only the configured headers', async () => {
    const { url } = await gateway(file, '--forward', 'X-Tenant', '--header', 'X-Fixed: f');
    expect(
      read(await ask(url, '{ tenant }', { 'X-Tenant': 'acme', 'X-Other': 'o', 'X-Fixed': 'mine' }), 'data', 'tenant'),
    ).toBe('acme f ');
  });

  it('sends identical concurrent subgraph queries once with --share-queries', async () => {
    let asked = 0;
    const steps = new EventEmitter();
    const released = once(steps, 'release');
    const products = await serve((request, response) => {
      asked += 1;
      steps.emit('asked');
      void released.then(() => toyListener(PRODUCTS)(request, response));
    });
    // The second request asks for its other part in the same moment, so by then it shares.
    const other = await serve((request, response) => {
      steps.emit('release');
      toyListener(STOCK)(request, response);
    });
    const held = path.join(await scratchDir(), 'held.graphql');
    await writeFile(
      held,
      composeSupergraph([
        { name: 'products', sdl: PRODUCTS.sdl, url: products.url },
        { name: 'stock', sdl: STOCK.sdl, url: other.url },
      ]),
    );
    const { url } = await gateway(held, '--share-queries');
    const isAsked = once(steps, 'asked');
    const first = ask(url, '{ products { name } }');
    await isAsked;
    const second = ask(url, '{ products { name } warehouse { products { sku } } }');
    const goods = [{ name: 'Lamp' }, { name: 'Chair' }];
    expect(read(await first, 'data')).toEqual({ products: goods });
    expect(read(await second, 'data')).toEqual({ products: goods, warehouse: { products: [{ sku: '2' }] } });
    expect(asked).toBe(1);
  });

  it('returns partial data while a subgraph is unreachable, and everything once it recovers', async () => {
    const { url, program } = shared;
    const { port } = stock.server.address() as AddressInfo;
    stock.server.closeAllConnections();
    stock.server.close();
    await once(stock.server, 'close');
    const partial = await ask(url, '{ products { name freight } }');
    expect(read(partial)).toMatchObject({
      data: {
        products: [
          { name: 'Lamp', freight: null },
          { name: 'Chair', freight: null },
        ],
      },
      errors: [
        { message: 'The subgraph "stock" did not answer.', extensions: { code: 'SUBGRAPH_FAILED', subgraph: 'stock' } },
      ],
    });
    expect(partial.text).not.toContain('127.0.0.1');
    await program.until(/ECONNREFUSED/, 'stderr');
    stock = await serve(toyListener(STOCK), port);
    expect(read(await ask(url, '{ products { freight } }'), 'data')).toEqual({
      products: [{ freight: 6 }, { freight: 18 }],
    });
  });

  it('answers a body that is no operation with 400 and a GraphQL error', async () => {
    const { url } = shared;
    for (const body of ['{', '{}', '{"query": "{"}', '{"query": "{ nothing }"}']) {
      const answer = await call(url, '/graphql', { method: 'POST', body });
      expect([answer.status, typeof read(answer, 'errors', 0, 'message')]).toEqual([400, 'string']);
    }
  });

  it('takes one operation, no list', async () => {
    const answer = await call(shared.url, '/graphql', { method: 'POST', body: [{ query: '{ products { sku } }' }] });
    expect([answer.status, read(answer, 'errors', 0, 'extensions', 'code')]).toEqual([400, 'BATCHING_NOT_SUPPORTED']);
  });

  it('stops cleanly on a signal', async () => {
    expect((await shared.program.signal('SIGTERM')).code).toBe(0);
  });
});

describe('the gateway does not start', () => {
  it.each([
    [
      'a file that is not there',
      ['--supergraph', '/nowhere/supergraph.graphql'],
      /Could not read the supergraph .*\(ENOENT\)/,
    ],
    ['a file that is not SDL', ['--supergraph', 'package.json'], /not valid GraphQL SDL: .* line 2\./],
    [
      'the SDL of one subgraph',
      ['--supergraph', 'schema/equities.graphql'],
      /not a federation 2 supergraph; compose the subgraphs first\./,
    ],
    [
      'a server that is not there',
      ['--supergraph', 'http://127.0.0.1:9/'],
      /Could not download the supergraph: The connection to 127\.0\.0\.1:9 failed/,
    ],
    [
      'a header that it sets itself',
      ['--supergraph', 'schema/supergraph.graphql', '--forward', 'Content-Length'],
      /content-length is not allowed/,
    ],
    [
      'a header without a value',
      ['--supergraph', 'schema/supergraph.graphql', '--header', 'X'],
      /--header must be 'NAME: VALUE'/,
    ],
    ['an invalid port', ['--supergraph', 'schema/supergraph.graphql', '--port', 'x'], /--port must be a number/],
    ['an option that it does not have', ['--supergrpah', 'x'], /Unknown option/],
  ])('over %s, and says why in a sentence', async (_what, args, sentence) => {
    const { code, stderr } = await programs.run('gateway', args);
    expect({ code, hasStack: /^\s+at /m.test(stderr) }).toEqual({ code: 1, hasStack: false });
    expect(stderr).toMatch(sentence);
  });

  it('over a supergraph that lost a type or has no URL for a subgraph', async () => {
    const broken = path.join(await scratchDir(), 'broken.graphql');
    for (const [text, sentence] of [
      [supergraphSdl.replace(/^type Query/m, 'type Kwery'), /Invalid supergraph: it has no query type\./],
      [supergraphSdl.replace(stock.url, ''), /"stock" has no http:/],
    ] as const) {
      await writeFile(broken, text);
      const { code, stderr } = await programs.run('gateway', ['--supergraph', broken]);
      expect(code).toBe(1);
      expect(stderr).toMatch(sentence);
    }
  });
});
