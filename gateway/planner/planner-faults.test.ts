import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { QueryPlanner } from '@graphql-hive/router-query-planner';
import { execute, parse } from 'graphql';
import { composeParts, composePartsByApollo, federate, run } from '../fixtures/federate.js';
import { harbourGraph } from '../fixtures/harbour-graph.js';
import { findPlanHole } from './check/plan-check.js';
import { createPlanner } from './planner.js';

/**
 * Faults of @graphql-hive/router-query-planner 0.0.38. Each test pins the fault itself and what the gateway answers in spite
 * of it, by a plan of its own: where the first half fails, the fault is cured upstream.
 */

const media = {
  catalog: {
    typeDefs: `type Query { shelf: [Media] } interface Media @key(fields: "id") { id: ID! } type Book implements Media @key(fields: "id") { id: ID! pages: Int }
      type Film implements Media @key(fields: "id") { id: ID! minutes: Int }`,
    resolvers: {
      Query: { shelf: () => ['Book', 'Film'].map((__typename, id) => ({ __typename, id })) },
      Media: { __resolveReference: ({ id }: { id: string }) => ({ __typename: id === '0' ? 'Book' : 'Film', id, pages: 7, minutes: 9 }) },
    },
  },
  likes: {
    typeDefs: `type Query { liked: [Media] } type Media @interfaceObject @key(fields: "id") { id: ID! likes(n: Int): Int badge: String rank: Int! depot: Depot } type Depot { holds: [Part] }
      type Part @key(fields: "id") { id: ID! count: Int! label: String }`,
    resolvers: {
      Query: { liked: () => [{ id: '0' }, { id: '1' }] },
      Media: {
        likes: ({ id }: { id: string }, { n }: { n: number }) => Number(id) + n,
        badge: ({ id }: { id: string }) => `badge ${id}`,
        rank: ({ id }: { id: string }) => (id === '0' ? null : 5),
        depot: ({ id }: { id: string }) => ({ holds: [{ id, label: 'l' }] }),
      },
    },
  },
};
const product = (id: string) => ({ id });
const shop = {
  a: {
    typeDefs: 'type Query { p: P } type P @key(fields: "id") { id: ID! weight(u: Int): Int }',
    resolvers: { Query: { p: () => product('1') }, P: { weight: ({ id }: { id: string }) => Number(id) * 10 } },
  },
  b: {
    typeDefs: 'type P @key(fields: "id") { id: ID! weight(u: Int): Int @external cost: Int @requires(fields: "weight(u: 1)") depot: Depot } type Depot { holds: [P] }',
    resolvers: { P: { cost: ({ weight }: { weight: number }) => weight + 1, depot: ({ id }: { id: string }) => ({ holds: [product(`${id}1`), product(`${id}2`)] }) } },
  },
};

function planOf(parts: Parameters<typeof composeParts>[0], source: string) {
  return new QueryPlanner(composeParts(parts)).plan(source, null, new Set(), 0);
}

describe('interface objects', () => {
  it('abort the process where implementations want one key with different arguments: answered under aliases', async () => {
    const script = 'import { QueryPlanner } from "@graphql-hive/router-query-planner"; new QueryPlanner(process.env.SDL).plan(process.env.QUERY, null, new Set(), 0);';
    const plan = (query: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, NODE_OPTIONS: '', SDL: composeParts(media), QUERY: query } }).signal;
    const source = '{ shelf { ... on Book { likes(n: 1) } ... on Film { likes(n: 2) } } }';
    expect(plan(source)).toBe('SIGABRT');
    expect(plan('{ shelf { ... on Book { likes(n: 1) } ... on Film { other: likes(n: 2) } } }')).toBeNull();
    expect(await run(federate(media).gateway, source)).toEqual({ data: { shelf: [{ likes: 1 }, { likes: 3 }] } });
  });

  it('have one implementation named in requires where a fetch is for several: all are asked for', async () => {
    const source = '{ liked { ... on Book { likes(n: 1) } ... on Film { badge } } }';
    const plan = JSON.stringify(planOf(media, source));
    expect(plan).toContain('{badge likes(n: 1)}');
    expect(['Book', 'Film'].filter((type) => plan.includes(`"typeCondition":"${type}"`))).toHaveLength(1);
    expect(await run(federate(media).gateway, source)).toEqual({ data: { liked: [{ likes: 1 }, { badge: 'badge 1' }] } });
  });

  it('are asked for a field of every type that one type selects: asked by type, so that its null takes nothing from the others', async () => {
    const source = '{ shelf { ... on Book { badge } ... on Film { badge rank } } }';
    expect(JSON.stringify(planOf(media, source))).toContain('...on Media{badge rank}');
    expect(await run(federate(media).gateway, source)).toEqual({ data: { shelf: [{ badge: 'badge 0' }, { badge: 'badge 1', rank: 5 }] } });
  });

  it('have what two types select below one field merged: selected apart, so that a null below one takes nothing from the other', async () => {
    const source = '{ shelf { ... on Book { depot { holds { label } } } ... on Film { depot { holds { count } } } } }';
    expect(JSON.stringify(planOf(media, source))).toMatch(/holds\{(count label|label count)\}/);
    const { data, errors } = await run(federate(media).gateway, source);
    expect(data).toEqual({ shelf: [{ depot: { holds: [{ label: 'l' }] } }, { depot: { holds: [null] } }] });
    expect(errors).toMatchObject([{ path: ['shelf', 1, 'depot', 'holds', 0, 'count'] }]);
  });

  it('lead to no concrete type where their subgraph sorts before the interface’s owner: planned alone', async () => {
    const { catalog, likes } = media;
    const source = '{ liked { ... on Book { pages } } }';
    expect(() => planOf({ catalog, likes }, source)).not.toThrow();
    expect(() => planOf({ catalog, advice: likes }, source)).toThrow('No paths found');
    const { gateway, seen } = federate({ catalog, advice: likes });
    expect(await run(gateway, source)).toEqual({ data: { liked: [{ pages: 7 }, {}] } });
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['advice', 'catalog']);
  });
});

describe('required calls behind an interface object', () => {
  const harbour = {
    ports: {
      typeDefs: 'type Query { craft: [Craft] } interface Craft @key(fields: "id") { id: ID! tons(unit: Int): Int } type Ship implements Craft @key(fields: "id") { id: ID! tons(unit: Int): Int } type Barge implements Craft @key(fields: "id") { id: ID! tons(unit: Int): Int }',
      resolvers: { Query: { craft: () => [{ __typename: 'Ship', id: '1' }] }, Craft: { __resolveReference: () => ({ __typename: 'Ship', id: '1' }) }, Ship: { tons: (_: unknown, { unit = 1 }: { unit?: number }) => 100 * unit } },
    },
    tolls: {
      typeDefs: `type Query { booked: Agent } type Agent @key(fields: "id") { id: ID! fleet: [Craft] } type Desk @key(fields: "id") { id: ID! agent: Agent }
        type Craft @interfaceObject @key(fields: "id") { id: ID! tons(unit: Int): Int @external fee: Int @requires(fields: "tons(unit: 2)") agent: Agent }`,
      resolvers: { Craft: { fee: ({ tons }: { tons: number }) => tons + 1, agent: () => ({ id: 'a', fleet: [{ id: '1' }] }) } },
    },
  };

  // The other composer does not tell that an interface object's field is external.
  const supergraphSdl = composePartsByApollo(harbour);
  const planned = (source: string): string => JSON.stringify(new QueryPlanner(supergraphSdl).plan(source, null, new Set(), 0));

  it('are fetched under one key where two fields of one value require different calls: each has a key of its own', async () => {
    const taxed = {
      ...harbour,
      taxes: {
        typeDefs: 'type Ship @key(fields: "id") { id: ID! tons(unit: Int): Int @external tax: Int @requires(fields: "tons(unit: 3)") }',
        resolvers: { Ship: { tax: ({ tons }: { tons: number }) => tons + 1 } },
      },
    };
    const source = '{ craft { ... on Ship { tons fee tax } } }';
    expect(await run(federate(taxed, { supergraphSdl: composePartsByApollo(taxed) }).gateway, source)).toEqual({ data: { craft: [{ tons: 100, fee: 201, tax: 301 }] } });
  });

  it('lack the key of an interface object within an entity: planned alone', async () => {
    const source = '{ craft { agent { fleet { ... on Ship { fee } } } } }';
    expect(planned(source)).toContain('agent{fleet{__typename}}');
    expect(await run(federate(harbour, { supergraphSdl }).gateway, source)).toEqual({ data: { craft: [{ agent: { fleet: [{ fee: 201 }] } }] } });
  });
});

it('an interface object within an entity of its own subgraph is asked for its key by its key, which says nothing: planned alone', async () => {
  const { gateway, merged } = harbourGraph('at once');
  const source = '{ lookup(id: "3") { ... on Agent { fleet { ... on Barge { grade } } } } }';
  const planner = createPlanner(gateway.supergraphSdl);
  expect(findPlanHole(planner.plan(source).node, parse(source), planner)).toContain('id of a Ship, which is not known by then');
  const { data } = await execute({ schema: merged, document: parse(source) });
  expect(data?.['lookup']).toMatchObject({ fleet: [{ grade: expect.any(Number) }, { grade: expect.any(Number) }] });
  expect(await run(gateway, source)).toEqual({ data });
});

describe('operations without a plan', () => {
  it('are those with a field that is left out for good: it never reaches the planner', async () => {
    const source = '{ p @include(if: false) { id } }';
    expect(() => planOf(shop, source)).toThrow('Failed to plan');
    expect(await run(federate(shop).gateway, source)).toEqual({ data: {} });
  });

  it('are those with a requirement of an entity inside another entity of the same subgraph: planned alone', async () => {
    const source = 'query ($u: Int) { p { depot { holds { x: cost w: weight(u: $u) depot { holds { id cost } } } } } }';
    expect(() => planOf(shop, source)).toThrow('cannot be found in selection set');
    const holds = (id: string) => [`${id}1`, `${id}2`].map((inner) => ({ id: inner, cost: Number(inner) * 10 + 1 }));
    expect(await run(federate(shop).gateway, source, { u: 3 })).toEqual({
      data: { p: { depot: { holds: ['11', '12'].map((id) => ({ x: Number(id) * 10 + 1, w: Number(id) * 10, depot: { holds: holds(id) } })) } } },
    });
  });

  it('are so where the planner runs in a process of its own', async () => {
    const { gateway } = federate(shop);
    try {
      const operation = await gateway.prepareSafely('{ p { depot { holds { cost } } } }');
      if ('errors' in operation) throw new Error(operation.errors.join('\n'));
      expect(await gateway.execute(operation, {}, undefined)).toEqual({ data: { p: { depot: { holds: [{ cost: 111 }, { cost: 121 }] } } } });
    } finally {
      gateway.close();
    }
  });

  it('are those that nest more than about 50 levels: planned alone', async () => {
    const source = `{ p ${'{ depot { holds '.repeat(30)} { id } ${'} }'.repeat(30)} }`;
    expect(() => planOf(shop, source)).toThrow('Recursion limit exceeded');
    expect(federate(shop).gateway.prepare(source)).not.toHaveProperty('errors');
    const narrow = { ...shop, b: { ...shop.b, resolvers: { P: { depot: () => ({ holds: [product('2')] }) } } } };
    const { data, errors } = await run(federate(narrow).gateway, source);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data).match(/holds/g)).toHaveLength(30);
    expect(JSON.stringify(data)).toContain('"id":"2"');
  });
});

it('a mutation starts while entities of the one before are still being read: its fields are planned one by one', () => {
  const parts = {
    a: { typeDefs: 'type Query { x: Int } type Mutation { one: P } type P @key(fields: "id") { id: ID! }' },
    b: { typeDefs: 'type Mutation { two: P } type P @key(fields: "id") { id: ID! n: Int }' },
  };
  const { node } = planOf(parts, 'mutation { one { n } two { id } }');
  expect(node?.kind === 'Sequence' ? node.nodes.map(({ kind }) => kind) : []).toEqual(['Fetch', 'Parallel']);
});

describe('members of a union below a shared field', () => {
  const box = (own: 'A' | 'B') => ({
    typeDefs: `type Query { root${own}: Box } type Box @key(fields: "id") { id: ID! wrapper: Wrapper @shareable } type Wrapper @shareable { actions: [Action!]! }
      union Action = Both | Only${own} | Ent type Both @shareable { label: String } type Only${own} { value(n: Int): String nest: Nest${own} } type Nest${own} { deep: Int box: Box @shareable }
      type Ent @key(fields: "id") { id: ID! e${own}: Int }`,
    resolvers: {
      Query: { [`root${own}`]: () => ({ id: '1' }) },
      Box: { wrapper: () => ({ actions: [{ __typename: 'Both', label: 'both' }, { __typename: `Only${own}` }] }) },
      [`Only${own}`]: { value: (_: unknown, { n }: { n: number }) => `value ${n}`, nest: () => ({ deep: 3, box: { id: '2' } }) },
    },
  });
  const boxes = { a: box('A'), b: box('B') };

  it('are left out of a plan where another subgraph’s union lacks them, although the one that answers has them: planned alone', async () => {
    const source = 'query ($n: Int) { rootA { wrapper { actions { ... on Both { label } ... on OnlyA { v: value(n: $n) nest { deep } } } } } }';
    expect(JSON.stringify(planOf(boxes, source))).not.toContain('OnlyA');
    const { gateway, seen } = federate(boxes);
    expect(await run(gateway, source, { n: 4 })).toEqual({ data: { rootA: { wrapper: { actions: [{ label: 'both' }, { v: 'value 4', nest: { deep: 3 } }] } } } });
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['a']);
  });

  it('are asked below an entity too, and of their own entities', async () => {
    const source = '{ rootA { wrapper { actions { ... on OnlyA { nest { box { id wrapper { actions { ... on OnlyA { value(n: 1) } } } } } } } } } }';
    expect(await run(federate(boxes).gateway, source)).toEqual({
      data: { rootA: { wrapper: { actions: [{}, { nest: { box: { id: '2', wrapper: { actions: [{}, { value: 'value 1' }] } } } }] } } },
    });
  });

  it('are empty objects where the subgraph that answers does not know them', async () => {
    expect(await run(federate(boxes).gateway, '{ rootA { wrapper { actions { ... on OnlyB { value } } } } }')).toEqual({ data: { rootA: { wrapper: { actions: [{}, {}] } } } });
  });
});
