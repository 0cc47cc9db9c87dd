import { describe, expect, it } from '@jest/globals';
import { execute, parse, validate, type ExecutionResult } from 'graphql';
import { compileDocument } from './compiled/compile-document.js';
import type { LocalSubgraphOptions } from './execution/local-subgraph.js';
import { libraryGraph, type When } from './fixtures/library-graph.js';
import { randomOperation, seededRng } from './fixtures/random-operation.js';

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

/** The planner cannot plan some operations that it should (planner-faults.test.ts); those are refused, never answered wrongly. */
function isPlannerFault({ errors }: ExecutionResult): boolean {
  return errors?.[0]?.originalError?.message.includes('cannot be found in selection set') === true;
}

describe('the gateway against graphql-js on one schema of the same world', () => {
  it.each([
    ['at once', 'graphql-js', 0.2, {}],
    ['later', 'graphql-js', 0.2, {}],
    ['at once', 'compiled documents', 0.2, { prepare: compileDocument }],
    ['later', 'compiled documents', 0.2, { prepare: compileDocument }],
    ['mixed', 'compiled documents', 0.2, { prepare: compileDocument }],
  ].map(([when, runner, share, options], index) => [when, runner, Math.ceil(OPERATIONS * Number(share)), SEED + index, options]) as Variation[])('gives the same data and error places where resolvers answer %s to %s, for %i random operations', async (when, _runner, operations, seed, options) => {
    const { gateway, merged } = libraryGraph(when, options);
    const rng = seededRng(seed);
    let compared = 0;
    let withErrors = 0;
    let withoutPlan = 0;
    while (compared < operations) {
      const { source, variables } = randomOperation(merged, rng);
      const document = parse(source);
      if (validate(merged, document).length > 0) continue;
      const prepared = gateway.prepare(source);
      const actual: ExecutionResult = 'errors' in prepared ? prepared : await gateway.execute(prepared, variables, undefined);
      if (isPlannerFault(actual)) {
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
    expect(withErrors).toBeGreaterThan(operations / 10);
    expect(withoutPlan).toBeLessThan(operations / 50);
  }, 60_000 + OPERATIONS * 60);
});
