import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { GraphQLBoolean, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Identity } from '../../access/identity.js';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import { monthState } from '../../access/meter.js';
import { monthAt } from '../../calendar/utc-periods.js';
import type { RequestContext } from '../../access/request-context.js';
import { createSignedIdentities, IDENTITY_HEADER } from '../../access/signed-identity.js';
import { NOON } from '../../access/fixtures/access.js';
import { subgraphEndpoint } from './subgraph-endpoint.js';

const identity: Identity = {
  accountId: 'acc_1',
  tier: 'free',
  keyId: 'key_1',
  sessionId: null,
  perMinute: 5,
  perMonth: 100,
  dailyTokenCap: 0,
};
const identities = createSignedIdentities('a secret of more than thirty-two characters');
const { token } = identities.mint(
  { identity, requestId: 'r-1', operationCost: null, isGateway: true, seen: new Map() },
  NOON,
);
const logged: unknown[] = [];
const seenSoFar: unknown[] = [];

const schema = new GraphQLSchema({
  query: new GraphQLObjectType<unknown, RequestContext>({
    name: 'Query',
    fields: {
      paid: {
        type: GraphQLInt,
        resolve: async (_root, _args, context) => {
          await context.charge(1);
          context.dataSources.add('simulated');
          return 7;
        },
      },
      believes: { type: GraphQLBoolean, resolve: (_root, _args, { trustsCoverage }) => trustsCoverage },
      secret: {
        type: GraphQLInt,
        resolve: () => {
          throw new Error('password=hunter2');
        },
      },
      broken: { type: new GraphQLNonNull(GraphQLInt), resolve: () => null },
      echo: {
        type: GraphQLInt,
        args: { n: { type: new GraphQLNonNull(GraphQLInt) } },
        resolve: (_root, { n }: { n: number }) => n,
      },
    },
  }),
});

let server: Server;
beforeAll(async () => {
  let used = 0;
  const meter = {
    charge: (_identity: Identity, units: number) => monthState(monthAt(NOON), (used += units), 100),
    refund: () => undefined,
  };
  const log = { error: (...told: unknown[]) => void logged.push(told) };
  const app = express().all(
    '/graphql',
    subgraphEndpoint({
      schema,
      identities,
      meter,
      clock: () => NOON,
      log: log as never,
      prepare: compileDocument,
      catchUp: (seen) => void seenSoFar.push(seen),
    }),
  );
  server = createServer(app as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function post(
  body: string,
  headers: Readonly<Record<string, string>> = { [IDENTITY_HEADER]: token },
): Promise<{ status: number; type: string; body: unknown }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const call = request(
      {
        port,
        host: '127.0.0.1',
        path: '/graphql',
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (part) => (text += String(part)));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type']),
            body: JSON.parse(text),
          }),
        );
      },
    );
    call.once('error', reject).end(body);
  });
}

const run = (query: string, variables?: object): ReturnType<typeof post> => post(JSON.stringify({ query, variables }));

describe('a subgraph over HTTP', () => {
  it('reports the request’s cost and data sources', async () => {
    expect(await run('{ paid }')).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: {
        data: { paid: 7 },
        extensions: {
          marketgraph: {
            dataSources: ['simulated'],
            versions: {},
            unitsCharged: 1,
            month: monthState(monthAt(NOON), 1, 100),
            transcriptsCharged: 0,
            transcriptMonth: null,
            fields: {},
            batches: {},
          },
        },
      },
    });
  });

  it('uses the GraphQL-over-HTTP media type if accepted', async () => {
    const { type } = await post('{"query":"{ __typename }"}', {
      [IDENTITY_HEADER]: token,
      Accept: 'application/graphql-response+json, application/json',
    });
    expect(type).toBe('application/graphql-response+json; charset=utf-8');
  });

  it.each(['{ secret }', '{ broken }'])('masks an unexpected error and logs it in full: %s', async (query) => {
    logged.length = 0;
    const { body } = await run(query);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|non-nullable/);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_ERROR', request_id: 'r-1' } }] });
    expect(logged).toHaveLength(1);
  });

  it('reports errors in variables', async () => {
    expect(await run('query ($n: Int!) { echo(n: $n) }', { n: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'INVALID_PARAMETER' } }] },
    });
  });

  it('honours the batch of an entity only from our gateway', async () => {
    const traded = identities.mint(
      { identity, requestId: 'r-2', operationCost: null, isGateway: false, seen: new Map() },
      NOON,
    ).token;
    const answers = await Promise.all(
      [token, traded].map((own) => post('{"query":"{ believes }"}', { [IDENTITY_HEADER]: own })),
    );
    expect(answers.map(({ body }) => body)).toMatchObject([
      { data: { believes: true } },
      { data: { believes: false } },
    ]);
  });

  it('handles the versions seen by the caller before it executes', async () => {
    seenSoFar.length = 0;
    const seen = new Map([
      ['AAPL', 7],
      ['MSFT', null],
    ]);
    await post('{"query":"{ __typename }"}', {
      [IDENTITY_HEADER]: identities.mint(
        { identity, requestId: 'r-3', operationCost: null, isGateway: true, seen },
        NOON,
      ).token,
    });
    expect(seenSoFar).toEqual([seen]);
  });

  it('runs the named operation, and reports an unknown name', async () => {
    const send = (query: string, operationName?: string): ReturnType<typeof post> =>
      post(JSON.stringify({ query, operationName }));
    const two = 'query A { echo(n: 1) } query B { echo(n: 2) }';
    const answers = [
      await send(two, 'B'),
      await send('query A { echo(n: 1) }', 'A'),
      await send(two),
      await send('query A { echo(n: 1) }', 'C'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
    expect(answers.map(({ body }) => body)).toMatchObject([
      { data: { echo: 2 } },
      { data: { echo: 1 } },
      {
        errors: [
          {
            message: expect.stringContaining('Must provide operation name'),
            extensions: { code: 'INVALID_PARAMETER' },
          },
        ],
      },
      { errors: [{ message: 'Unknown operation named "C".', extensions: { code: 'INVALID_PARAMETER' } }] },
    ]);
  });

  it('refuses subscriptions if the schema has none', async () => {
    expect(await run('subscription { anything }')).toMatchObject({
      status: 400,
      body: {
        errors: [{ message: 'This subgraph serves no subscriptions.', extensions: { code: 'INVALID_PARAMETER' } }],
      },
    });
  });

  it('refuses requests without an identity before it reads the body', async () => {
    expect(await post('{ not json', {})).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'MISSING_KEY' } }] },
    });
    expect(await post('{ not json')).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'INVALID_JSON' } }] },
    });
  });
});
