import { describe, expect, it } from '@jest/globals';
import { execute, type DocumentNode, type GraphQLSchema } from 'graphql';
import { RequestContext } from '../../access/request-context.js';
import { createCustomer } from '../../access/fixtures/access.js';
import { readSupergraph } from '../../bin/graph.js';
import { createSubgraph } from '../../subgraphs/create-subgraph.js';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import { synchronousEntities } from '../../gateway/execution/entities-resolver.js';
import type { Subgraph } from '../../gateway/execution/subgraph.js';
import { createGateway } from '../../gateway/gateway.js';
import { createServices } from '../../bin/services.js';
import { SUBGRAPH_NAMES, type SubgraphName } from '../../subgraphs/sdl.js';
import { documentsOf, type OperationAnswer, type PrepareOperation } from '../../subgraphs/serve/documents.js';
import { REMOTE_CASES, type RemoteCase } from '../support/remote-subgraph-cases.js';
import { serverForFile } from '../support/in-process.js';

const { runtime, clock } = await serverForFile();
const { access } = runtime;

const interpret: PrepareOperation = (schema: GraphQLSchema, document: DocumentNode) => (variableValues, contextValue) =>
  execute({ schema, document, variableValues, contextValue });

/** One request to a subgraph, answered by compiled documents and by graphql-js. */
interface Compared {
  readonly compiled: object;
  readonly interpreted: object;
}

const compared: Compared[] = [];

async function told(answer: OperationAnswer | PromiseLike<OperationAnswer>, context: RequestContext): Promise<object> {
  const { data, errors = [] } = await answer;
  const { unitsCharged, dataSources, versions } = context;
  // Fields under way at once fail in any order.
  const shown = errors.map(({ message, path, extensions }) => JSON.stringify({ message, path, extensions })).sort();
  return {
    data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
    ran: data !== undefined,
    errors: shown,
    unitsCharged,
    dataSources: [...dataSources].sort(),
    versions: [...versions],
  };
}

function bothWays(name: SubgraphName): Subgraph<RequestContext> {
  const schema = createSubgraph(name, createServices(runtime));
  synchronousEntities(schema);
  const [compiled, interpreted] = [documentsOf(schema, compileDocument), documentsOf(schema, interpret)];
  const runOf = (documents: typeof compiled, source: string) => {
    const checked = documents(source);
    if ('errors' in checked) throw new AggregateError(checked.errors, 'The gateway sent what is not valid.');
    return checked.run;
  };
  return {
    name,
    async execute({ source, operationName, variables, context: { identity, requestId, nowMs, meter, operationCost } }) {
      const contextOf = (): RequestContext =>
        Object.assign(new RequestContext({ identity, requestId, nowMs, meter }), { operationCost });
      const [one, other] = [contextOf(), contextOf()];
      // As over HTTP: neither sees the other's objects.
      const copy = (): Readonly<Record<string, unknown>> => structuredClone(variables);
      const second = await told(runOf(interpreted, source)(operationName, copy(), other), other);
      const first = await told(runOf(compiled, source)(operationName, copy(), one), one);
      compared.push({ compiled: first, interpreted: second });
      return runOf(compiled, source)(operationName, copy(), contextOf()) as ReturnType<
        Subgraph<RequestContext>['execute']
      >;
    },
  };
}

const gateway = createGateway({ supergraphSdl: readSupergraph(), subgraphs: SUBGRAPH_NAMES.map(bothWays) });

const MORE: readonly Pick<RemoteCase, 'name' | 'tier' | 'query' | 'perMonth'>[] = [
  {
    name: 'conditions',
    tier: 'pro',
    query:
      'query ($no: Boolean! = false) { security(ticker: "AAPL") { name quote @include(if: $no) { last } gapStats @skip(if: $no) { gapCount } } }',
  },
  {
    name: 'bars, pages and every type of value',
    tier: 'pro',
    query:
      '{ security(ticker: "AAPL") { bars(last: 3) { date close volume } } securities(first: 2) { totalCount edges { cursor node { kind firstSession } } } market { status nextOpen } backtestLibrary { strategies { __typename } } }',
  },
  {
    name: 'a batch of signals with an unknown one',
    tier: 'pro',
    query: '{ securitiesByTicker(tickers: ["AAPL", "NOPE"]) { ticker signal { label quote { last } } } }',
  },
];

describe('a document that a subgraph compiled', () => {
  it.each([...REMOTE_CASES.filter(({ name }) => name !== 'an operation that is not valid'), ...MORE])(
    'answers, fails and charges as graphql-js does: $name',
    async ({ tier, query, perMonth }) => {
      const { identity } = await createCustomer(access, { tier, ...(perMonth === undefined ? {} : { perMonth }) });
      const prepared = gateway.prepare(query);
      if ('errors' in prepared) throw new AggregateError(prepared.errors, 'The operation is not valid.');
      compared.length = 0;
      await gateway.execute(
        prepared,
        {},
        new RequestContext({ identity, requestId: 'the-same', nowMs: clock.nowMs, meter: access.meter }),
      );
      expect(compared.length).toBeGreaterThan(0);
      for (const { compiled, interpreted } of compared) expect(compiled).toEqual(interpreted);
    },
  );
});
