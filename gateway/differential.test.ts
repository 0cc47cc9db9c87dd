import { describe, expect, it } from '@jest/globals';
import { execute, parse, validate, type ExecutionResult } from 'graphql';
import { compileDocument } from './compiled/compile-document.js';
import type { LocalSubgraphOptions } from './execution/local-subgraph.js';
import { harbourGraph } from './fixtures/harbour-graph.js';
import { libraryGraph } from './fixtures/library-graph.js';
import { randomOperation, seededRng } from './fixtures/random-operation.js';
import type { When, WorldGraph } from './fixtures/world.js';

const OPERATIONS = Number(process.env['DIFFERENTIAL_OPERATIONS'] ?? 1000);
const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? 1);

type Variation = [When, string, number, number, LocalSubgraphOptions<unknown>];

/**
 * Where an answer's errors show. GraphQL leaves open which of several errors below one bubbled null is reported, so
 * those count as one, at the null; an error at its own null counts at its exact path.
 */
function errorPlaces({ data, errors }: ExecutionResult): string[] {
  const places = (errors ?? []).map(({ path = [] }) => {
    let value: unknown = data;
    for (const [index, key] of path.entries()) {
      if (value === null || value === undefined) return `below ${path.slice(0, index).join('.')}`;
      value = (value as Record<string | number, unknown>)[key];
    }
    return value === null ? `at ${path.join('.')}` : `beside ${path.join('.')}`;
  });
  return [...new Set(places)].sort();
}

/** Some operations around interface objects have no plan, not even in parts; those are refused, never answered wrongly. */
function isWithoutPlan({ errors }: ExecutionResult): boolean {
  return errors?.[0]?.extensions['code'] === 'QUERY_PLANNING_FAILED';
}

interface Comparison {
  readonly world: WorldGraph;
  readonly seed: number;
  readonly operations: number;
}

/** Compares valid random operations, and answers how many had errors and how many no plan. */
async function compare({ world: { gateway, merged }, seed, operations }: Comparison): Promise<{ readonly withErrors: number; readonly withoutPlan: number }> {
  const rng = seededRng(seed);
  let compared = 0;
  let withErrors = 0;
  let withoutPlan = 0;
  while (compared < operations) {
    const { source, variables } = randomOperation(merged, rng);
    const document = parse(source);
    if (validate(merged, document).length > 0) continue;
    // In a process of its own, which the planner may take down.
    const prepared = await gateway.prepareSafely(source);
    const actual: ExecutionResult = 'errors' in prepared ? prepared : await gateway.execute(prepared, variables, undefined);
    if (isWithoutPlan(actual)) {
      withoutPlan += 1;
      continue;
    }
    const expected = await execute({ schema: merged, document, variableValues: variables });
    const told = { operation: source, variables: JSON.stringify(variables) };
    expect({ ...told, data: JSON.parse(JSON.stringify(actual.data ?? null)) as unknown, errors: errorPlaces(actual) }).toEqual({
      ...told,
      data: JSON.parse(JSON.stringify(expected.data ?? null)) as unknown,
      errors: errorPlaces(expected),
    });
    compared += 1;
    if (expected.errors !== undefined) withErrors += 1;
  }
  return { withErrors, withoutPlan };
}

describe('the gateway against graphql-js on one schema of the same world', () => {
  it.each([
    ['at once', 'graphql-js', 0.2, {}],
    ['later', 'graphql-js', 0.2, {}],
    ['at once', 'compiled documents', 0.2, { prepare: compileDocument }],
    ['later', 'compiled documents', 0.2, { prepare: compileDocument }],
    ['mixed', 'compiled documents', 0.2, { prepare: compileDocument }],
  ].map(([when, runner, share, options], index) => [when, runner, Math.ceil(OPERATIONS * Number(share)), SEED + index, options]) as Variation[])('gives the same data and error places where resolvers answer %s to %s, for %i random operations', async (when, _runner, operations, seed, options) => {
    const world = libraryGraph(when, options);
    try {
      const { withErrors, withoutPlan } = await compare({ world, seed, operations });
      expect(withErrors).toBeGreaterThan(operations / 10);
      expect(withoutPlan).toBe(0);
    } finally {
      world.gateway.close();
    }
  }, 60_000 + OPERATIONS * 60);

  it.each<[When, number]>([['at once', 7000], ['later', 7001]])('does so around interface objects, compound keys and chains of requirements, answered %s, for 250 operations of seed %i', async (when, seed) => {
    const world = harbourGraph(when);
    try {
      const { withErrors, withoutPlan } = await compare({ world, seed, operations: 250 });
      expect(withErrors).toBeGreaterThan(25);
      expect(withoutPlan).toBeLessThan(13);
    } finally {
      world.gateway.close();
    }
  }, 180_000);
});
