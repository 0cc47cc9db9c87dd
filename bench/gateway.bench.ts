import { execute, parse, type ExecutionResult } from 'graphql';
import { compileDocument } from '../gateway/compiled/compile-document.js';
import { localSubgraph, type LocalSubgraphOptions } from '../gateway/execution/local-subgraph.js';
import { compileWithJit } from '../gateway/fixtures/jit.js';
import { createGateway } from '../gateway/gateway.js';
import { mergedSchema, QUERIES, subgraphSchema, SUBGRAPH_NAMES, worldSupergraph } from './gateway-world.js';
import { apolloPeer, hivePeer } from './peers/federation-peers.js';

/**
 * Compares one ordinary schema with gateways over the same resolvers, all in one process. Operations are prepared and
 * results are objects, except for Hive.
 */

type Run = () => ExecutionResult | Promise<ExecutionResult>;

interface Peer {
  readonly name: string;
  prepare(source: string): Run;
}

function ourPeer(name: string, options: LocalSubgraphOptions<undefined> = {}): Peer {
  const subgraphs = SUBGRAPH_NAMES.map((subgraph) =>
    localSubgraph<undefined>(subgraph, subgraphSchema(subgraph), options),
  );
  const gateway = createGateway<undefined>({ supergraphSdl: worldSupergraph(), subgraphs });
  return {
    name,
    prepare(source) {
      const operation = gateway.prepare(source);
      if ('errors' in operation) throw new Error(operation.errors.join('\n'));
      return () => gateway.execute(operation, undefined, undefined);
    },
  };
}

function mergedPeer(): Peer {
  const { publicSchema } = createGateway({ supergraphSdl: worldSupergraph(), subgraphs: [] });
  const schema = mergedSchema(publicSchema);
  return {
    name: 'one schema, graphql-js',
    prepare(source) {
      const document = parse(source);
      return () => execute({ schema, document });
    },
  };
}

async function apolloRuntime(): Promise<Peer> {
  const gateway = apolloPeer();
  const { schema, executor } = await gateway.load();
  return {
    name: '@apollo/gateway',
    prepare(source) {
      const document = parse(source);
      // The parts of Apollo Server's input that the gateway reads.
      const request = {
        source,
        document,
        queryHash: source,
        operationName: null,
        schema,
        request: { query: source, http: undefined },
        context: {},
        metrics: {},
        overallCachePolicy: { policyIfCacheable: () => null },
      };
      return async () => (await executor(request as never)) as ExecutionResult;
    },
  };
}

/** Hive's gateway only handles HTTP requests: its figure includes parsing the body and writing JSON. */
async function hiveRuntime(planner: 'own' | 'native'): Promise<Peer> {
  const runtime = await hivePeer(planner);
  return {
    name: `Hive gateway, ${planner} planner (fetch)`,
    prepare(query) {
      const body = JSON.stringify({ query });
      const headers = { 'content-type': 'application/json' };
      return async () => {
        const response = await runtime.fetch('http://localhost/graphql', { method: 'POST', headers, body });
        return (await response.json()) as ExecutionResult;
      };
    },
  };
}

/** Median microseconds per run, over samples of at least 20 ms that alternate with the peers'. */
async function measure(runs: readonly Run[]): Promise<number[]> {
  const samples = runs.map((): number[] => []);
  for (let round = 0; round < 12; round++) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      let count = 0;
      while (performance.now() - start < 40) {
        const result = run();
        if (result instanceof Promise) await result;
        count += 1;
      }
      if (round >= 3) samples[index]?.push(((performance.now() - start) * 1000) / count);
    }
  }
  return samples.map((values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
}

async function main(): Promise<void> {
  const all = [
    mergedPeer(),
    ourPeer('gateway, graphql-js subgraphs'),
    ourPeer('gateway, compiled subgraphs', { prepare: compileDocument }),
    ourPeer('gateway, graphql-jit subgraphs', { prepare: compileWithJit }),
    await apolloRuntime(),
    await hiveRuntime('own'),
    await hiveRuntime('native'),
  ];
  for (const [title, source] of Object.entries(QUERIES)) {
    const runs = all.map((peer) => peer.prepare(source));
    const answers = await Promise.all(runs.map(async (run) => JSON.stringify(await run())));
    if (new Set(answers).size !== 1)
      throw new Error(`The peers' responses differ: ${answers.map((answer) => answer.slice(0, 300)).join('\n')}`);
    const [base = Number.NaN, ...others] = await measure(runs);
    process.stdout.write(`\n${title}\n`);
    [base, ...others].forEach((value, index) => {
      process.stdout.write(
        `  ${(all[index]?.name ?? '').padEnd(40)} ${value.toFixed(1).padStart(9)} µs  × ${(value / base).toFixed(2)}\n`,
      );
    });
  }
  process.exit(0);
}

await main();
