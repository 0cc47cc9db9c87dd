import { describe, expect, it } from '@jest/globals';
import { RequestContext } from '../../access/request-context.js';
import { readSupergraph } from '../../bin/graph.js';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import { localSubgraph } from '../../gateway/execution/local-subgraph.js';
import type { SubgraphRequest } from '../../gateway/execution/subgraph.js';
import { createGateway } from '../../gateway/gateway.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { createSubgraph } from '../../subgraphs/create-subgraph.js';
import { createServices } from '../../bin/services.js';
import { SUBGRAPH_NAMES } from '../../subgraphs/sdl.js';
import { endpointNamed } from '../contract/endpoints.js';
import { serverForFile } from '../support/in-process.js';
import { AS_OF_MS } from '../support/market.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { runtime } = server;
const { store } = runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });

const asked: string[] = [];
const services = createServices(runtime);
const gateway = createGateway({
  supergraphSdl: readSupergraph(),
  subgraphs: SUBGRAPH_NAMES.map((name) => {
    const subgraph = localSubgraph<RequestContext>(name, createSubgraph(name, services), { prepare: compileDocument });
    return {
      name,
      execute(request: SubgraphRequest<RequestContext>) {
        asked.push(name);
        return subgraph.execute(request);
      },
    };
  }),
});

/** The subgraphs that a REST endpoint's stored operation asks, one entry a fetch. */
async function fetchesOf(name: string, variables: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const prepared = gateway.prepare(endpointNamed(name).capability.source);
  if ('errors' in prepared) throw new AggregateError(prepared.errors);
  const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret: key });
  asked.length = 0;
  const { errors } = await gateway.execute(
    prepared,
    variables,
    new RequestContext({ identity, requestId: 'work', nowMs: AS_OF_MS, meter: runtime.access.meter }),
  );
  expect(errors).toBeUndefined();
  return [...asked];
}

describe('the work for one answer', () => {
  it.each([
    ['GET /signal', { ticker: 'AAPL' }, ['equities']],
    ['GET /seasonality', { ticker: 'AAPL' }, ['research']],
    ['GET /gap-stats', { ticker: 'brk-b' }, ['research']],
    ['GET /dca', { ticker: 'AAPL' }, ['research']],
    ['GET /backtest', { ticker: 'AAPL', strategy: 'TREND' }, ['research']],
  ] as const)('of %s is one fetch from one subgraph', async (name, variables, expected) => {
    expect(await fetchesOf(name, variables)).toEqual(expected);
  });

  it.each(['/signal', '/seasonality', '/gap-stats', '/dca'])(
    '%s reads nothing where it is warm, and cold no more than the security beside its history',
    async (path) => {
      await allHeard(store);
      const counter = sqlCounter(store.pool);
      const tables = async (ticker: string): Promise<readonly string[]> => {
        counter.take();
        expect((await server.call(`/api/v1${path}?ticker=${ticker}`, { key })).status).toBe(200);
        return counter.take();
      };
      try {
        store.bars.forget();
        store.securities.forget();
        const cold = await tables('MSFT');
        // One statement a table, whatever it reads of the history; a plan reads that of its benchmark too.
        const own = path === '/dca' ? cold.slice(1) : cold;
        expect(new Set(own).size).toBe(own.length);
        expect(cold.filter((table) => table === 'securities').length).toBeLessThanOrEqual(1);
        expect(await tables('MSFT')).toEqual([]);
        // The results are kept apart from the answers: another spelling of the ticker reads nothing either.
        expect(await tables('msft')).toEqual([]);
      } finally {
        counter.stop();
      }
    },
  );
});
