import { describe, expect, it } from '@jest/globals';
import { parse, specifiedRules } from 'graphql';
import { ALL_SUITES } from '../../test/audit/all-suites.js';
import { seededDice } from '../fixtures/dice.js';
import { composeParts, composePartsByApollo, federate, run, type Part } from '../fixtures/federate.js';
import { harbourGraph } from '../fixtures/harbour-graph.js';
import { hash } from '../fixtures/hash.js';
import { libraryGraph } from '../fixtures/library-graph.js';
import { randomOperation } from '../fixtures/random-operation.js';
import { findPlanHole } from '../fixtures/plan-check/plan-check.js';
import { decideConditions } from './conditions.js';
import { splitOperation } from './operation-parts.js';
import { readOperation } from './operation.js';
import { createPlanner, type Planner } from './planner.js';
import { planOperation, planOperations } from './plan-operation.js';

type Keys = Record<string, string>;

/** A part that resolves more of an entity the more of its keys it gets. */
function linked(name: string, keys: readonly string[], field: string): Part {
  const directives = keys.map((key) => `@key(fields: "${key}")`).join(' ');
  const resolvers = {
    [field]: (key: Keys) => `${field} of ${Object.values(key).join()}`,
    ...Object.fromEntries(keys.map((key) => [key, (known: Keys) => known[key] ?? `${key} by ${name}`])),
  };
  return {
    typeDefs: `type P ${directives} { ${keys.map((key) => `${key}: ID!`).join(' ')} ${field}: String }`,
    resolvers: { P: { ...resolvers, __resolveReference: (key: Keys) => key } },
  };
}

const chain = {
  root: {
    typeDefs: 'type Query { ps: [P] } type P @key(fields: "a") { a: ID! }',
    resolvers: { Query: { ps: () => [{ a: '1' }] } },
  },
  ab: linked('ab', ['a', 'b'], 'inAb'),
  bc: linked('bc', ['b', 'c'], 'inBc'),
  ac: linked('ac', ['a', 'c'], 'inAc'),
  c: linked('c', ['c'], 'inC'),
};

const gatewayOf = (parts: Readonly<Record<string, Part>>) => federate(parts);

describe('plans', () => {
  it('reach a key through as few subgraphs as possible', async () => {
    const { gateway, seen } = gatewayOf(chain);
    expect((await run(gateway, '{ ps { inC } }')).data).toEqual({ ps: [{ inC: expect.stringMatching(/^inC of /) }] });
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['root', 'ac', 'c']);
    expect(seen.filter(({ source }) => source.includes('inAc'))).toEqual([]);
  });

  it('call a subgraph once per level', async () => {
    const { gateway, seen } = gatewayOf(chain);
    await run(gateway, '{ ps { inAb inAc } other: ps { inAb inAc } }');
    expect(seen.map(({ subgraph }) => subgraph)).toEqual(['root', 'ab', 'ac']);
  });

  it('keep required keys separate from client aliases with the same name', async () => {
    const { gateway } = gatewayOf(chain);
    const { data } = await run(gateway, '{ ps { a: inAb c: inAc b: inC inBc } }');
    expect(data).toEqual({
      ps: [
        {
          a: expect.stringContaining('inAb of'),
          c: expect.stringContaining('inAc of'),
          b: expect.stringContaining('inC of'),
          inBc: expect.stringContaining('inBc of'),
        },
      ],
    });
  });

  it('fetch nothing on a type that the client did not select on it', async () => {
    const { gateway, seen } = gatewayOf({
      shelf: {
        typeDefs:
          'type Query { shelf: [Media] } interface Media @key(fields: "id") { id: ID! } type Book implements Media @key(fields: "id") { id: ID! } type Film implements Media @key(fields: "id") { id: ID! }',
        resolvers: {
          Query: {
            shelf: () => [
              { __typename: 'Book', id: '1' },
              { __typename: 'Film', id: '2' },
            ],
          },
        },
      },
      ranks: {
        typeDefs: 'type Media @interfaceObject @key(fields: "id") { id: ID! rank: Int! }',
        resolvers: { Media: { rank: ({ id }: Keys) => (id === '1' ? 7 : null) } },
      },
    });
    expect(await run(gateway, '{ shelf { ... on Book { rank } } }')).toEqual({ data: { shelf: [{ rank: 7 }, {}] } });
    expect(seen[1]?.variables).toEqual({ representations: [{ id: '1', __typename: 'Media' }] });
  });

  it('complete an object without a key from every subgraph that shares the field above it', async () => {
    const box = (field: string): Part => ({
      typeDefs: `type Query { box: Box @shareable } type Box @shareable { id: ID! inner: Inner } type Inner @shareable { ${field}: String }`,
      resolvers: { Query: { box: () => ({ id: '1', inner: { [field]: field } }) } },
    });
    const { gateway } = gatewayOf({ a: box('one'), b: box('two') });
    expect((await run(gateway, '{ box { inner { one two } } }')).data).toEqual({
      box: { inner: { one: 'one', two: 'two' } },
    });
  });

  it('are rejected if a field’s requirements are circular', () => {
    // The composer would not terminate.
    const circle = composeParts({
      a: {
        typeDefs:
          'type Query { p: P } type P @key(fields: "id") { id: ID! x: Int @requires(fields: "y") y: Int @external }',
      },
      b: { typeDefs: 'type P @key(fields: "id") { id: ID! y: Int z: Int @requires(fields: "x") x: Int @external }' },
    }).replace(/(y: Int .*)@join__field\(graph: B\)/, '$1@join__field(graph: B, requires: "x")');
    expect(circle.match(/requires: "x"/g)).toHaveLength(2);
    expect(() => planOperation(parse('{ p { x } }'), createPlanner(circle))).toThrow('No subgraph can complete p.');
  });

  it('are rejected if planning exceeds the step limit', () => {
    const {
      gateway: { supergraphSdl },
    } = harbourGraph('at once');
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `fragment F${level} on Craft { ... on Ship { x: escort { ...F${level + 1} } y: escort { ...F${level + 1} } } ... on Barge { escort { ...F${level + 1} } } }`,
    );
    const source = ['{ craft { ...F0 } }', ...levels, 'fragment F12 on Craft { id }'].join('\n');
    expect(() => planOperation(parse(source), createPlanner(supergraphSdl))).toThrow('steps');
  });

  it('share one budget of steps among the root fields of a mutation', () => {
    const {
      gateway: { supergraphSdl },
    } = federate({
      a: { typeDefs: 'type Query { p: P } type Mutation { m: P } type P @key(fields: "k0") { k0: ID! }' },
      ...Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [
          `g${index}`,
          linked(`g${index}`, [`k${index}`, `k${index + 1}`], `f${index}`),
        ]),
      ),
    });
    const planner = createPlanner(supergraphSdl);
    const document = parse('mutation { m { f5 } }');
    expect(planOperations([document, document], planner)).toHaveLength(2);
    expect(() =>
      planOperations(
        Array.from({ length: 20_000 }, () => document),
        planner,
      ),
    ).toThrow('steps');
  });

  it.each([
    ['harbour', harbourGraph],
    ['library', libraryGraph],
  ] as const)('are complete for 150 random operations over the %s', (_name, world) => {
    expectNoHoles(createPlanner(world('at once').gateway.supergraphSdl, 'answering'), 150);
  });

  // The interfaces of the other two have fields that no path leads to: see the suites.
  const suites = ALL_SUITES.filter(
    ({ name }) => !['corrupted-supergraph-node-id', 'non-resolvable-interface-object'].includes(name),
  );
  it.each(suites.map((suite) => [suite.name, suite] as const))(
    'are complete for 10 random operations over the supergraph of %s',
    (_name, { parts }) => {
      expectNoHoles(createPlanner(composePartsByApollo(parts()), 'answering'), 10);
    },
  );
});

/** Plans random valid operations and checks the plans. */
function expectNoHoles(planner: Planner, operations: number): void {
  for (let index = 0, checked = 0; checked < operations; index++) {
    const { source } = randomOperation(planner.publicSchema, seededDice(hash(`alone ${index}`)), {});
    const valid = readOperation(source, undefined, {
      schema: planner.publicSchema,
      rules: specifiedRules,
      maxSelections: 10_000,
      hidesSuggestions: false,
    });
    if ('errors' in valid) continue;
    for (const fetched of splitOperation(decideConditions(valid.document, {})).fetched) {
      expect([source, findPlanHole(planOperation(fetched, planner), fetched, planner)]).toEqual([source, undefined]);
    }
    checked += 1;
  }
}
