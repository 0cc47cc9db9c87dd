import { afterAll, expect, it } from '@jest/globals';
import { print, type DocumentNode } from 'graphql';
import { createGateway } from '../gateway/gateway.js';
import { SUBGRAPH_NAMES } from '../subgraphs/sdl.js';
import { requireFittingRows } from './app.js';
import { derivedOperation } from './derived-operation.js';
import { CAPABILITIES, capabilityOf, SDL } from './fixtures/capabilities.js';
import { startTestServer, testOptions, type TestServer } from './fixtures/server.js';
import { SUPERGRAPH_SDL } from './fixtures/supergraph.js';
import type { RestGateway } from './options.js';
import { storedOperation } from './stored-files.js';

const SIGNAL = capabilityOf('GET', '/signal');

/** The gateway that a server has, over subgraphs that nothing asks. */
const GATEWAY = createGateway<unknown>({
  supergraphSdl: SUPERGRAPH_SDL,
  subgraphs: SUBGRAPH_NAMES.map((name) => ({
    name,
    execute() {
      throw new Error('asked');
    },
  })),
});

const textOf = (source: string | DocumentNode): string => (typeof source === 'string' ? source : print(source));

const servers: TestServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

/** A server whose operations are recorded as they are prepared. */
async function started(
  refuses = false,
): Promise<{ readonly ask: (path: string) => Promise<number>; readonly prepared: string[] }> {
  const { gateway } = testOptions();
  const prepared: string[] = [];
  const recording: typeof gateway = {
    ...gateway,
    prepare(source, ...rest) {
      const answer = gateway.prepare(refuses && prepared.length === 0 ? '{ nowhere }' : source, ...rest);
      prepared.push(textOf(source));
      return answer;
    },
  };
  const server = await startTestServer({ rest: { gateway: recording } });
  servers.push(server);
  const ask = async (path: string): Promise<number> => {
    const response = await fetch(server.url + path, { headers: { 'x-api-key': 'svc_pro' } });
    await response.arrayBuffer();
    return response.status;
  };
  return { ask, prepared };
}

it('every row fits the graph, and the gateway accepts the operations of all, those of fictional forms too', () => {
  const prepared = new Set<string>();
  const gateway: RestGateway<never> = {
    ...GATEWAY,
    prepare(source, ...rest) {
      prepared.add(textOf(source));
      return GATEWAY.prepare(source, ...rest);
    },
  };
  expect(() => requireFittingRows(testOptions({ rest: { gateway } }))).not.toThrow();
  for (const { source } of CAPABILITIES) expect(prepared).toContain(source);
  for (const { route } of CAPABILITIES)
    if (route.demo !== undefined)
      expect(prepared).toContain(storedOperation(route.demo.operation) ?? derivedOperation(route.demo.operation, SDL));
});

it('a row that does not fit the graph is found, and so are rows of one path that do not go together', () => {
  const { route } = SIGNAL;
  const gateway: RestGateway<never> = GATEWAY;
  const check =
    (...routes: readonly (typeof route)[]) =>
    () =>
      requireFittingRows(testOptions({ rest: { gateway, routes } }));
  expect(check(route)).not.toThrow();
  expect(check({ ...route, operation: 'no-such' })).toThrow('no-such');
  expect(check(route, { ...route, selector: { parameter: 'other' } }, route)).not.toThrow();
  expect(check({ ...route, selector: { parameter: 'other' } })).toThrow('needs one that serves the rest');
});

it('a start prepares no operation, and the first request of an endpoint prepares its own, once', async () => {
  const { ask, prepared } = await started();
  expect(prepared).toEqual([]);
  expect(await ask('/api/v1/signal?ticker=AAPL')).toBe(200);
  expect(prepared).toEqual([SIGNAL.source]);
  expect(await ask('/api/v1/signal?ticker=MSFT')).toBe(200);
  expect(prepared).toHaveLength(1);
});

it('an operation that could not be prepared fails its request alone, and is tried again', async () => {
  const { ask } = await started(true);
  expect(await ask('/api/v1/signal?ticker=AAPL')).toBe(500);
  expect(await ask('/api/v1/signal?ticker=AAPL')).toBe(200);
});
