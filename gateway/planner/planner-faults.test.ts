import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { composeParts, federate, run } from '../fixtures/federate.js';
import { createPlanner } from './planner.js';

/**
 * Faults of @graphql-hive/router-query-planner 0.0.38 that the gateway works around, or refuses. Each test pins the
 * fault itself: one that fails here is cured upstream, and its workaround can go.
 */

const media = {
  catalog: { typeDefs: 'type Query { shelf: [Media] } interface Media @key(fields: "id") { id: ID! } type Book implements Media @key(fields: "id") { id: ID! pages: Int } type Film implements Media @key(fields: "id") { id: ID! minutes: Int }' },
  likes: { typeDefs: 'type Query { liked: [Media] } type Media @interfaceObject @key(fields: "id") { id: ID! likes(n: Int): Int badge: String }' },
};
const shop = {
  a: { typeDefs: 'type Query { p: P } type P @key(fields: "id") { id: ID! weight(u: Int): Int }', resolvers: { Query: { p: () => ({ id: '1' }) }, P: { weight: () => 2 } } },
  b: {
    typeDefs: 'type P @key(fields: "id") { id: ID! weight(u: Int): Int @external cost: Int @requires(fields: "weight(u: 1)") depot: Depot } type Depot { holds: [P] }',
    resolvers: { P: { cost: () => 3, depot: () => ({ holds: [{ id: '2' }] }) } },
  },
};

describe('known faults of the planner', () => {
  it('aborts the process where implementations of an interface object want one key with different arguments', () => {
    const script = 'import { QueryPlanner } from "@graphql-hive/router-query-planner"; new QueryPlanner(process.env.SDL).plan(process.env.QUERY, null, new Set(), 0);';
    const plan = (query: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, NODE_OPTIONS: '', SDL: composeParts(media), QUERY: query } }).signal;
    expect(plan('{ shelf { ... on Book { likes(n: 1) } ... on Film { likes(n: 2) } } }')).toBe('SIGABRT');
    expect(plan('{ shelf { ... on Book { likes(n: 1) } ... on Film { other: likes(n: 2) } } }')).toBeNull();
  });

  it('names one implementation in requires where a fetch is for several', () => {
    const plan = JSON.stringify(createPlanner(composeParts(media)).plan('{ liked { ... on Book { likes } ... on Film { badge } } }'));
    expect(plan).toContain('{badge likes}');
    expect(['Book', 'Film'].filter((type) => plan.includes(`"typeCondition":"${type}"`))).toHaveLength(1);
  });

  it('cannot reach a concrete type from an interface object whose subgraph sorts before the interface’s owner', () => {
    const { catalog, likes } = media;
    const source = '{ liked { ... on Book { pages } } }';
    expect(() => createPlanner(composeParts({ catalog, likes })).plan(source)).not.toThrow();
    expect(() => createPlanner(composeParts({ catalog, advice: likes })).plan(source)).toThrow('No paths found');
  });

  it('cannot plan a field that is left out for good', () => {
    expect(() => createPlanner(composeParts(shop)).plan('{ p @include(if: false) { id } }')).toThrow('Failed to plan');
  });

  it('starts a mutation while entities of the one before are still being read', () => {
    const parts = {
      a: { typeDefs: 'type Query { x: Int } type Mutation { one: P } type P @key(fields: "id") { id: ID! }' },
      b: { typeDefs: 'type Mutation { two: P } type P @key(fields: "id") { id: ID! n: Int }' },
    };
    const { node } = createPlanner(composeParts(parts)).plan('mutation { one { n } two { id } }');
    const nodes = node?.kind === 'Sequence' ? node.nodes.map(({ kind }) => kind) : [];
    expect(nodes).toEqual(['Fetch', 'Parallel']);
  });

  it('cannot plan a requirement of an entity found inside another entity of the same subgraph: refused with an error', async () => {
    const result = await run(federate(shop).gateway, '{ p { depot { holds { cost } } } }');
    expect(result.errors).toMatchObject([{ message: 'The operation cannot be planned.', extensions: { code: 'QUERY_PLANNING_FAILED' } }]);
  });

  it('drops members of a union below a shared field, although the subgraph that answers has them: they come back null', () => {
    const box = (own: string) => `type Query { root${own}: Box } type Box @key(fields: "id") { id: ID! wrapper: Wrapper @shareable } type Wrapper @shareable { actions: [Action!]! }
      union Action = Both | Only${own} type Both @shareable { label: String } type Only${own} { value: String }`;
    const plan = createPlanner(composeParts({ a: { typeDefs: box('A') }, b: { typeDefs: box('B') } })).plan('{ rootA { wrapper { actions { ... on Both { label } ... on OnlyA { value } } } } }');
    expect(JSON.stringify(plan)).not.toContain('OnlyA');
  });
});
