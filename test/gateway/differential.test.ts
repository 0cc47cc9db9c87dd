import { describe, expect, it } from '@jest/globals';
import { RequestContext } from '../../access/request-context.js';
import type { Tier } from '../../access/tiers.js';
import { createGraph } from '../../bin/graph.js';
import { createSubgraph } from '../../subgraphs/create-subgraph.js';
import { compareOperations, shareOf, type Sides } from '../../gateway/fixtures/compare-operations.js';
import { mergedResolvers } from '../../gateway/fixtures/merged-resolvers.js';
import { withInternalDefaults } from '../../subgraphs/build/build-subgraph.js';
import { createServices } from '../../bin/services.js';
import { SUBGRAPH_NAMES } from '../../subgraphs/sdl.js';
import { serverForFile } from '../support/in-process.js';
import { AS_OF_MS } from '../support/market.js';

const server = await serverForFile();
const { runtime } = server;
const services = createServices(runtime);
const gateway = createGraph(services);
const merged = withInternalDefaults(
  mergedResolvers(gateway.publicSchema, new Map(SUBGRAPH_NAMES.map((name) => [name, createSubgraph(name, services)]))),
);

const CANDIDATES = {
  Ticker: ['AAPL', 'MSFT', 'BRK-B', 'spy ', 'GOOGL', 'NOPE'],
  LocalDate: ['2025-12-01', '2026-01-02', '2030-01-01'],
  monthly: [100, 500, 9],
  years: [1, 2, 16],
  first: [1, 3, 0],
  last: [1, 5, 252],
  weight: [0, 25, 50, 75],
  slug: ['stripe', 'spacex', 'nobody'],
};

/** Quota values are fixed, so that one side's response does not depend on the other. */
const month = { month: '2026-01', used: 0, limit: null, remaining: null, resetsAtMs: AS_OF_MS } as const;
const METER = { charge: () => month, refund: () => undefined };

async function sidesFor(tier: Tier): Promise<Sides<RequestContext>> {
  const { key } = await server.newKey(tier);
  const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret: key });
  return {
    gateway,
    merged,
    newContext: () => new RequestContext({ identity, requestId: 'differential', nowMs: AS_OF_MS, meter: METER }),
    effectsOf: ({ dataSources }) => [...dataSources].sort(),
  };
}

describe('the gateway over this project’s own resolvers', () => {
  it.each([
    { tier: 'institutional', ...shareOf(0.05, 20_000) },
    { tier: 'free', ...shareOf(0.05, 20_001) },
  ] as const)(
    'answers a key of the tier $tier as graphql-js does on one schema of them, for $operations random queries of seed $seed',
    async ({ tier, seed, operations }) => {
      // Simulations need a worker, and `_service` exists only in the merged schema.
      const without = ['Query.simulate', 'Query._service'];
      const options = { seed, operations, without, mutations: 0, candidates: CANDIDATES };
      const { withErrors, withoutPlan, isAlone } = await compareOperations(await sidesFor(tier), options);
      if (isAlone) return;
      expect(withErrors).toBeGreaterThan(operations / 10);
      expect(withoutPlan).toBe(0);
    },
    shareOf(0.05, 0).timeoutMs,
  );
});
